"""Side bets on the command line: their options, and their odds as text, TSV, CSV or JSON."""

from __future__ import annotations

import os
from typing import NamedTuple

from sudokutools.blackjack.player import parse_money
from sudokutools.blackjack.side_bets import (
    INSURANCE,
    SIDE_BETS,
    SideBet,
    Unseen,
    chances,
    read_pays,
    value,
    words,
)
from sudokutools.cli.blackjack.text import table, to_json
from sudokutools.cli.run.process import read_file
from sudokutools.errors import SudokuError

LARGEST = 1 << 16  # The maximum length of a pay table.


def find_side_bet(text: str) -> SideBet:
    """Return a side bet by name, or read its pay table from a file."""
    if text.lower() in SIDE_BETS:
        return SIDE_BETS[text.lower()]
    if not os.path.exists(text):
        names = ", ".join(SIDE_BETS)
        raise SudokuError(f"side bet {text[:40]!r}: expected a file or {names}")
    data = read_file(text, LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise SudokuError("too large")
        name = os.path.splitext(os.path.basename(text))[0]
        return read_pays(name, data.decode("utf-8-sig", "replace").splitlines())
    except SudokuError as error:
        raise SudokuError(f"{text}: {error}") from None


class Offer(NamedTuple):
    """A side bet at a table; `amount`: everybody bets it, without a question."""

    bet: SideBet
    amount: int | None = None


def parse_offer(text: str) -> Offer:
    name, _, amount = text.rpartition(":")
    has_amount = bool(name) and amount[:1].isdigit()
    bet = find_side_bet(name if has_amount else text)
    if bet == INSURANCE:
        raise SudokuError("insurance is always offered if the dealer shows an ace")
    return Offer(bet, parse_money(amount) if has_amount else None)


def side_bets_report(bets: tuple[SideBet, ...], unseen: Unseen, title: str, form: str) -> str:
    found = []
    for bet in bets:
        mean, sd = value(bet, unseen)
        found.append((bet, chances(bet, unseen), mean, sd))
    if form == "json":
        data = [
            {
                "name": bet.name,
                "ev": mean,
                "sd": sd,
                "hands": [
                    {"hand": hand, "pays": pays, "chance": of_hand[hand]} for hand, pays in bet.pays
                ],
            }
            for bet, of_hand, mean, sd in found
        ]
        return to_json({"cards": sum(unseen.faces), "side_bets": data})
    header = ("side_bet", "hand", "pays", "chance", "return")
    if form != "text":
        return table(header, (row for each in found for row in _rows(*each[:3])), form)
    lines = [title]
    for bet, of_hand, mean, sd in found:
        lines += ["", f"{bet.name:<40}{'pays':>6}{'chance':>12}{'return':>12}"]
        for _, hand, pays, chance, part in _rows(bet, of_hand, mean):
            shown = f"{pays:>6}{chance:>12.7f}" if hand else f"{'':>18}"
            lines.append(f"{words(hand) or 'expected value':<40}{shown}{part:>+12.7f}")
        lines.append(f"standard deviation {sd:.4f}")
    return "\n".join([*lines, ""])


def _rows(
    bet: SideBet, of_hand: dict[str, float], mean: float
) -> list[tuple[str, str, int | str, float | str, float]]:
    """Return the rows of a bet: its hands, the loss of the others, and the sum without a name."""
    rows: list[tuple[str, str, int | str, float | str, float]] = [
        (bet.name, hand, pays, of_hand[hand], pays * of_hand[hand]) for hand, pays in bet.pays
    ]
    lost = 1 - sum(of_hand.values())
    return [*rows, (bet.name, "lost", -1, lost, -lost), (bet.name, "", "", "", mean)]
