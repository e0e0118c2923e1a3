"""Rounds as plain data, one JSON object each, and the proof that their payments are right."""

from __future__ import annotations

from typing import Any

from sudokutools.blackjack.cards import Card, parse_card
from sudokutools.blackjack.hand import Player, Seat
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.shoe import StackedShoe
from sudokutools.blackjack.table import Round
from sudokutools.errors import SudokuError

VERSION = 1

Data = dict[str, Any]


class Answered:
    """The answers of a round, in order, each with what is known of its worth."""

    def __init__(self) -> None:
        self.answers: list[Data] = []

    def action(self, seat: int, hand: int, action: str, values: dict[str, float] | None) -> None:
        """Add an action; `values` are those of all legal ones, the best is the greatest."""
        entry: Data = {"seat": seat, "hand": hand, "action": action}
        if values is not None:
            entry["ev"] = values
            entry["best"] = max(values, key=lambda name: values[name])
        self.answers.append(entry)

    def insurance(self, seat: int, amount: int, value: float | None) -> None:
        """Add an amount insured, in cents; `value` is what one unit is worth."""
        entry: Data = {"seat": seat, "insurance": amount}
        if value is not None:
            entry["ev"] = value
        self.answers.append(entry)


def round_to_json(
    round_: Round,
    answers: Answered,
    before: dict[str, int],
    bought: dict[str, int],
    seed: str,
    shoe: int,
    position: int,
) -> Data:
    """Return a settled round as plain data. Money is in cents.

    `before` are the bankrolls at the beginning; of these `bought` was added since the last round
    that the player was in.
    """
    return {
        "version": VERSION,
        "round": round_.number,
        "rules": round_.rules.to_json(),
        "seed": seed,
        "shoe": shoe,
        "position": position,
        "players": [
            _player(seat, before[seat.player.name], bought[seat.player.name])
            for seat in round_.seats
        ],
        "cards": [card.code for card in round_.cards],
        "answers": answers.answers,
        **_payments(round_),
    }


def _player(seat: Seat, bankroll: int, bought: int) -> Data:
    entry: Data = {"name": seat.player.name, "bankroll": bankroll, "bet": seat.bet}
    return entry | {"bought": bought} if bought else entry


def _payments(round_: Round) -> Data:
    return {
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


class Replay:
    """A round that is played again from its data, with the same cards and answers.

    `round` is at its first question; `steps` plays on, and `faults` says afterwards what differs.
    SudokuError when the data is no round.
    """

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict) or data.get("version") != VERSION:
            raise SudokuError(f"not a round of version {VERSION}")
        self.data: Data = data
        rules = Rules.from_json(data.get("rules"))
        cards = [_card(code) for code in _field(data, "cards", list)]
        players = []
        for entry in _field(data, "players", list):
            name = _field(entry, "name", str)
            if not name.isprintable():
                raise SudokuError("a name is not printable")
            player = Player(name[:16], _field(entry, "bankroll", int))
            bet = _field(entry, "bet", int)
            if not 0 < bet <= player.bankroll:
                raise SudokuError(f"a bet of {bet} cents from a bankroll of {player.bankroll}")
            players.append((player, bet))
        if not players:
            raise SudokuError("the round has no players")
        self.shoe = StackedShoe(cards)
        number = _field(data, "round", int)
        self.round = Round(rules, self.shoe, players, number)

    def steps(self) -> Any:
        """Give every answer in turn; yield it after it was given."""
        for entry in _field(self.data, "answers", list):
            key = "action" if isinstance(entry, dict) and "action" in entry else "insurance"
            answer = _field(entry, key, str if key == "action" else int)
            question = self.round.question
            self.round.answer(answer)
            yield question, answer
        if self.round.question is not None:
            raise SudokuError("the round is not played to its end")

    def faults(self) -> list[str]:
        """Say where the cards and payments of the data differ from the rules; nothing: nowhere."""
        found = []
        right = _payments(self.round)
        if self.data.get("dealer") != right["dealer"]:
            found.append(f"the dealer has {' '.join(right['dealer'])}")
        if len(self.round.cards) != len(self.data["cards"]):
            found.append(f"{len(self.round.cards)} cards were needed")
        paid = self.data.get("payments")
        if not isinstance(paid, list) or len(paid) != len(right["payments"]):
            return [*found, "the payments are missing"]
        for entry, expected in zip(paid, right["payments"], strict=True):
            found += _compare(entry, expected)
        return found


def _compare(entry: object, expected: Data) -> list[str]:
    name = expected["name"]
    if not isinstance(entry, dict):
        return [f"{name}: no payment"]
    found = []
    hands = entry.get("hands")
    if not isinstance(hands, list) or len(hands) != len(expected["hands"]):
        found.append(f"{name}: {len(expected['hands'])} hands were played")
    else:
        for at, (hand, right) in enumerate(zip(hands, expected["hands"], strict=True), 1):
            if hand != right:
                found.append(f"{name}.{at}: {right['outcome']}, {right['profit']} cents")
    for key in ("name", "insurance", "profit", "bankroll"):
        if entry.get(key) != expected[key]:
            found.append(f"{name}: {key} is {expected[key]}")
    return found


def _card(code: object) -> Card:
    if not isinstance(code, str):
        raise SudokuError("a card is no text")
    return parse_card(code)


def _field(data: object, key: str, kind: type) -> Any:
    value = data.get(key) if isinstance(data, dict) else None
    if type(value) is not kind:
        raise SudokuError(f"no readable {key!r}")
    return value
