"""What a log holds: rounds as plain data, one JSON object a line, from which they are dealt again.

    {"version":2,"round":3,"rules":{...},"seed":"21","shoe":0,"position":14,
     "players":[{"name":"North","bankroll":99000,"bet":1000},...],
     "values":"shoe","cards":["7d","Kc",...],
     "answers":[{"seat":0,"hand":0,"action":"hit","ev":{...},"best":"hit"},...],
     "dealer":["Kc","8h"],"payments":[...],"after":"41d8...","check":"9f2c..."}

Rules, seed, shoe and position give the cards; the bets and answers give all the rest, which stands
there to be compared. `players` are all at the table, with a bet of 0 who sits out, and `bought` if
somebody bought in again: what it came to in the session so far. Seats are counted among those who
bet. `after` is the check of the line before, empty in a new log, and `check` the first 16 digits of
the SHA-256 of the line up to `,"check"`: it covers what nothing else repeats. Money is in cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from json import dumps
from typing import Any

from sudokutools.blackjack.advice import advise, advise_insurance
from sudokutools.blackjack.game import Question, Round
from sudokutools.blackjack.hand import Player
from sudokutools.blackjack.shoe import Shoe

VERSION = 2

Data = dict[str, Any]

Purses = dict[str, tuple[int, int]]
"""The bankroll of each player, and what was bought, in cents."""

Worth = dict[str, float] | float | None
"""The values of all legal actions, or of a unit insured; None: nobody asks or can say."""


def worth_of(round_: Round, question: Question, shoe: Shoe, source: str | None) -> Worth:
    """Return what the answers to a question are worth, by the cards of a source (see `advise`)."""
    if source is None:
        return None
    if not question.actions:
        return advise_insurance(round_, question, shoe, source)
    odds = advise(round_, question, shoe, source)
    return None if odds is None else odds.values


class Answered:
    """The answers of a round, in order, each with its worth; `source` says by which cards."""

    def __init__(self, source: str | None = None) -> None:
        self.source = source
        self.answers: list[Data] = []

    def give(self, round_: Round, answer: str | int, worth: Worth = None) -> None:
        """Answer what a round asks and keep it; SudokuError when the answer is not legal."""
        question = round_.question
        entry: Data = {}
        if question is not None:
            entry["seat"] = round_.seats.index(question.seat)
            if question.actions:
                entry["hand"] = question.seat.hands.index(question.hand)
            entry["action" if question.actions else "insurance"] = answer
            if self.source is not None and worth is not None:
                entry["ev"] = worth
                if isinstance(worth, dict):
                    entry["best"] = max(worth, key=lambda name: worth[name])
        round_.answer(answer)
        self.answers.append(entry)


def purses(players: Iterable[Player]) -> Purses:
    """Return what players have, and what each bought so far."""
    return {player.name: (player.bankroll, player.bought) for player in players}


def round_to_json(
    round_: Round,
    answered: Answered,
    before: Purses,
    seed: str,
    shoe: int,
    position: int,
) -> Data:
    """Return a settled round as plain data; `before` is what all at the table had."""
    bets = {seat.player.name: seat.bet for seat in round_.seats}
    return {
        "version": VERSION,
        "round": round_.number,
        "rules": round_.rules.to_json(),
        "seed": seed,
        "shoe": shoe,
        "position": position,
        "players": [
            {"name": name, "bankroll": bankroll, "bet": bets.get(name, 0)}
            | ({"bought": bought} if bought else {})
            for name, (bankroll, bought) in before.items()
        ],
        "values": answered.source,
        "cards": [card.code for card in round_.cards],
        "answers": answered.answers,
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


def text_of(data: Data) -> str:
    """Return the text of a line without a check."""
    return dumps(data, separators=(",", ":"))


def sealed(data: Data, after: str) -> tuple[str, str]:
    """Return the text of a line with the check of the line before it and its own, and that."""
    text = text_of({**data, "after": after})[:-1]
    check = sha256(text.encode()).hexdigest()[:16]
    return f'{text},"check":"{check}"}}', check


class Transcript:
    """The lines of a session, which go on after the line with a check."""

    def __init__(self, after: str = "") -> None:
        self._after = after

    def line(self, data: Data) -> str:
        """Return the line of the next round, as `round_to_json` gave it, without its end."""
        text, self._after = sealed(data, self._after)
        return text
