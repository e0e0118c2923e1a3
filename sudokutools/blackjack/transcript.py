"""The lines of a log: rounds as plain data, one JSON object per line.

    {"version":2,"round":3,"rules":{...},"seed":"21","shoe":0,"position":14,
     "players":[{"name":"North","bankroll":99000,"bet":1000},...],
     "values":"shoe","cards":["7d","Kc",...],
     "answers":[{"seat":0,"hand":0,"action":"hit","ev":{...},"best":"hit"},...],
     "dealer":["Kc","8h"],"payments":[...],"after":"41d8...","check":"9f2c..."}

Rules, seed, shoe and position determine the cards; with the bets and answers they determine
everything else, which is included for comparison. `players` are all players at the table: the bet
is 0 for a player who sits out, and `bought` is the total of later buy-ins. Seats are numbered among
the players who bet. `after` is the check of the line before, empty in a new log, and `check` the
first 16 digits of the SHA-256 of the line up to `,"check"`, which covers values that are not
repeated elsewhere. A round that was interrupted has `ended`: `void` or `forfeited`. Money is in
cents. The last line of a session has the statistics of its players:

    {"version":2,"summary":[{"name":"North","rounds":3,...},...],"after":"9f2c...","check":"71b0..."}
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from json import JSONEncoder
from typing import Any

from sudokutools.blackjack.advice import Advice, advise, judge
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.player import Player
from sudokutools.blackjack.shoe import Shoe

VERSION = 2

Data = dict[str, Any]

Worth = dict[str, float] | float | None
"""The values of all legal actions, or of a unit insured; None if unknown or not requested."""


class Record:
    """What the line of a round needs, begun before the deal: money, place, answers and values.

    Values are computed from the cards of a `source`, if any.
    """

    def __init__(self, players: Iterable[Player], shoe: Shoe, source: str | None = None) -> None:
        self.source = source
        self.shoe = shoe
        self.place = shoe.number, shoe.position
        self.answers: list[Data] = []
        self._before = [(player.name, player.bankroll, player.bought) for player in players]

    def worth(self, round_: Round, question: Question) -> Worth:
        advice = advise(round_, question, self.shoe, self.source) if self.source else None
        return advice.worth if advice else None

    def give(self, round_: Round, answer: str | int, worth: Worth = None) -> None:
        """Give and record an answer. Raises SudokuError if it is not legal."""
        question = round_.question
        assert question is not None
        if worth is not None and (answer in question.actions or not question.actions):
            judge(round_, Advice(question, worth), answer)
        entry: Data = {"seat": round_.seats.index(question.seat)}
        if question.actions:
            entry["hand"] = question.seat.hands.index(question.hand)
        entry["action" if question.actions else "insurance"] = answer
        if self.source is not None and worth is not None:
            entry["ev"] = worth
            if isinstance(worth, dict):
                entry["best"] = max(worth, key=lambda name: worth[name])
        round_.answer(answer)
        self.answers.append(entry)

    def to_json(self, round_: Round) -> Data:
        """Convert the settled round to plain data."""
        bets = {seat.player.name: seat.bet for seat in round_.seats}
        return {
            "version": VERSION,
            "round": round_.number,
            **({"ended": round_.ended} if round_.ended else {}),
            "rules": round_.rules.to_json(),
            "seed": self.shoe.seed,
            "shoe": self.place[0],
            "position": self.place[1],
            "players": [
                {"name": name, "bankroll": bankroll, "bet": bets.get(name, 0)}
                | ({"bought": bought} if bought else {})
                for name, bankroll, bought in self._before
            ],
            "values": self.source,
            "cards": [card.code for card in round_.cards],
            "answers": self.answers,
            "dealer": [card.code for card in round_.dealer],
            "payments": [
                {
                    "name": seat.player.name,
                    "hands": [
                        {
                            "cards": [card.code for card in hand.cards],
                            "bet": hand.bet,
                            "outcome": hand.outcome,
                            "profit": hand.profit,
                        }
                        for hand in seat.hands
                    ],
                    "insurance": seat.insurance_profit,
                    "profit": seat.profit,
                    "bankroll": seat.player.bankroll,
                }
                for seat in round_.seats
            ],
        }


def summary_to_json(players: Iterable[Player]) -> Data:
    tallies = [{"name": player.name, **player.tally.to_json()} for player in players]
    return {"version": VERSION, "summary": tallies}


text_of = JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Write a line without a check."""


def sealed(data: Data, after: str) -> tuple[str, str]:
    """Write a line with the check of the line before it and its own; return it and the latter."""
    text = text_of({**data, "after": after})[:-1]
    check = sha256(text.encode()).hexdigest()[:16]
    return f'{text},"check":"{check}"}}', check


class Transcript:
    """The lines of a session, following the line with a given check."""

    def __init__(self, after: str = "") -> None:
        self._after = after

    def line(self, data: Data) -> str:
        text, self._after = sealed(data, self._after)
        return text
