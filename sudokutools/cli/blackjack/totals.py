"""The statistics of a session: profits, counts, luck and mistakes of every player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sudokutools._support import core
from sudokutools._support.terminal import visible
from sudokutools.blackjack.cards import FACES, Card
from sudokutools.blackjack.house import round_value
from sudokutools.blackjack.player import KINDS, Hand, Player, Tally, money
from sudokutools.blackjack.rules import Rules
from sudokutools.cli.blackjack.text import GAP, JOINT, amounts, columns, width
from sudokutools.errors import SudokuError

Figure = tuple[str, list[str]]  # A heading, and its cell for every player.

# Headings of figures.
PROFITS = ("rounds", "hands", "won", "lost", "push", "surrendered", "insured", "net", "round")
BANKROLLS = ("bought", "bankroll")
COUNTS = ("blackjacks", "doubles", "splits", "busts", "wagered", "highest", "lowest")
RARE = ("surrendered", "insured", "bought")  # These are shown if somebody has them.
SIGNED = ("insured", "net", "round")
MONEY = (*SIGNED, *BANKROLLS, "wagered", "highest", "lowest")
ATTRIBUTES = {"push": "pushed", "insured": "insurance", "round": "each"}
"""The attributes that do not have the name of their heading."""


def totals(
    players: Sequence[Player], rules: Rules | None, limit: int, paint: Callable[[Card], str]
) -> list[str]:
    """Return a headline and the statistics, as tables if these are not wider than `limit`."""
    rounds = len(set().union(*(player.rounds for player in players)))
    lines = ["Totals after 1 round" if rounds == 1 else f"Totals after {rounds} rounds"]
    names = [visible(player.name) for player in players]
    tallies = [player.tally for player in players]
    profits = [*_figures(tallies, PROFITS), *_figures(players, BANKROLLS)]
    lines += _lines(names, profits, limit)
    if rules is None or not rounds:
        return lines
    lines += _lines(names, list(_figures(tallies, COUNTS)), limit)
    lines += _lines(names, _course(tallies, rules), limit)
    for name, tally in zip(names, tallies, strict=True):
        lines += _mistakes(name, tally, paint)
    return lines


def _figures(owners: Sequence[Player | Tally], titles: Sequence[str]) -> Iterator[Figure]:
    for title in titles:
        numbers = [getattr(owner, ATTRIBUTES.get(title, title)) for owner in owners]
        if any(numbers) or title not in RARE:
            is_money = title in MONEY
            yield title, amounts(numbers, title in SIGNED) if is_money else [*map(str, numbers)]


def _course(tallies: Sequence[Tally], rules: Rules) -> list[Figure]:
    """Return streaks, and the expected result; without the kernels that would take too long."""
    streaks = [f"{tally.longest_won} won, {tally.longest_lost} lost" for tally in tallies]
    figures: list[Figure] = [("longest streaks", streaks)]
    try:
        value = round_value(rules) if core.native() is not None else None
    except SudokuError:  # The shoe could run out.
        value = None
    if value is not None:
        expected = [round(tally.expected(value)) for tally in tallies]
        luck = [tally.net - cents for tally, cents in zip(tallies, expected, strict=True)]
        found = (("expected", expected), ("luck", luck))
        figures += [(title, amounts(cents, signed=True)) for title, cents in found]
    return figures


def _lines(names: Sequence[str], figures: Sequence[Figure], limit: int) -> list[str]:
    """Format figures as a table, or as sentences if it is wider than the limit."""
    table = [["", *names]]
    for title, cells in figures:
        wide = max(map(len, [title, *cells]))
        table.append([cell.rjust(wide) for cell in (title, *cells)])
    lines = columns(list(zip(*table, strict=True)))
    if max(map(width, lines)) <= limit:
        return lines
    return [
        f"{name}: " + ", ".join(f"{title}{JOINT}{cells[at].strip()}" for title, cells in figures)
        for at, name in enumerate(names)
    ]


def _mistakes(name: str, tally: Tally, paint: Callable[[Card], str]) -> list[str]:
    """Describe the decisions of a player: how many were mistakes, their cost, the worst."""
    if not tally.decisions:
        return []
    made = "1 decision" if tally.decisions == 1 else f"{tally.decisions} decisions"
    if not tally.wrong:
        return [f"{name}: {made}, none of which differed from the best play"]
    mistakes = [(kind, *tally.mistakes[kind]) for kind in KINDS if kind in tally.mistakes]
    kinds = ", ".join(f"{kind} {count} ({money(round(cost))})" for kind, count, cost in mistakes)
    cost = money(round(tally.cost))
    rows = []
    for mistake in tally.costliest:
        cards = " ".join(map(paint, mistake.cards))
        worth = Hand(0, list(mistake.cards)).describe()
        upcard = FACES[mistake.upcard.face].replace("T", "10")
        rows.append(
            [
                money(round(mistake.cost)),
                f"round {mistake.round_number}",
                f"{cards} ({worth}) against {upcard}",
                f"{mistake.answer} instead of {mistake.best}",
            ]
        )
    return [
        f"{name}: {tally.wrong} of {made} differed from the best play and cost {cost}: {kinds}",
        *(GAP + line for line in columns(rows)),
    ]
