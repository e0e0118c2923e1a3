"""The statistics of a session: profits, counts, luck and mistakes of every player."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudokutools._support import core
from sudokutools._support.terminal import visible
from sudokutools.blackjack.cards import FACES, Card
from sudokutools.blackjack.house import round_value
from sudokutools.blackjack.money import money
from sudokutools.blackjack.player import KINDS, Decision, Hand, Player, Tally
from sudokutools.blackjack.rules import Rules
from sudokutools.cli.blackjack.text import GAP, JOINT, amounts, columns, width
from sudokutools.errors import SudokuError

Figure = tuple[str, list[str]]  # A heading, and its cell for every player.


def totals(
    players: Sequence[Player], rules: Rules | None, limit: int, paint: Callable[[Card], str]
) -> list[str]:
    """Return a headline and the statistics, as tables if these are not wider than `limit`.

    Without rounds, `rules` may be None. Figures that are 0 for all players in most sessions have
    columns only if somebody has them.
    """
    tallies = [player.tally for player in players]
    rounds = len(set().union(*(player.rounds for player in players)))
    lines = ["Totals after 1 round" if rounds == 1 else f"Totals after {rounds} rounds"]
    names = [visible(player.name) for player in players]
    lines += _lines(names, _profits(players, tallies), limit)
    if rules is None or not rounds:
        return lines
    lines += _lines(names, _counts(tallies), limit)
    lines += _lines(names, _course(tallies, rules), limit)
    for name, tally in zip(names, tallies, strict=True):
        if tally.decisions:
            lines += _mistakes(name, tally, paint)
    return lines


def _numbers(title: str, numbers: Sequence[int], is_rare: bool = False) -> list[Figure]:
    return [(title, list(map(str, numbers)))] if any(numbers) or not is_rare else []


def _profits(players: Sequence[Player], tallies: Sequence[Tally]) -> list[Figure]:
    bought = [player.bought for player in players]
    insured = [tally.insurance for tally in tallies]
    return [
        *_numbers("rounds", [tally.rounds for tally in tallies]),
        *_numbers("hands", [tally.hands for tally in tallies]),
        *_numbers("won", [tally.won for tally in tallies]),
        *_numbers("lost", [tally.lost for tally in tallies]),
        *_numbers("push", [tally.pushed for tally in tallies]),
        *_numbers("surrendered", [tally.surrendered for tally in tallies], is_rare=True),
        *([("insured", amounts(insured, signed=True))] if any(insured) else []),
        ("net", amounts([tally.net for tally in tallies], signed=True)),
        ("round", amounts([_each(tally) for tally in tallies], signed=True)),
        *([("bought", amounts(bought))] if any(bought) else []),
        ("bankroll", amounts([player.bankroll for player in players])),
    ]


def _counts(tallies: Sequence[Tally]) -> list[Figure]:
    return [
        *_numbers("blackjacks", [tally.blackjacks for tally in tallies]),
        *_numbers("doubles", [tally.doubles for tally in tallies]),
        *_numbers("splits", [tally.splits for tally in tallies]),
        *_numbers("busts", [tally.busts for tally in tallies]),
        ("wagered", amounts([tally.wagered for tally in tallies])),
        ("highest", amounts([tally.highest for tally in tallies])),
        ("lowest", amounts([tally.lowest for tally in tallies])),
    ]


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
        figures += [
            ("expected", amounts(expected, signed=True)),
            ("luck", amounts(luck, signed=True)),
        ]
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


def _each(tally: Tally) -> int:
    """Return the average profit per round in cents, rounded half up, for display only."""
    rounds = tally.rounds
    return (2 * tally.net + rounds) // (2 * rounds) if rounds else 0


def _mistakes(name: str, tally: Tally, paint: Callable[[Card], str]) -> list[str]:
    """Describe the decisions of a player: how many were mistakes, their cost, the worst."""
    made = "1 decision" if tally.decisions == 1 else f"{tally.decisions} decisions"
    if not tally.wrong:
        return [f"{name}: {made}, none of which differed from the best play"]
    kinds = [
        f"{kind} {count} ({money(round(cost))})"
        for kind, (count, cost) in ((kind, tally.mistakes.get(kind, (0, 0.0))) for kind in KINDS)
        if count
    ]
    return [
        f"{name}: {tally.wrong} of {made} differed from the best play and cost "
        f"{money(round(tally.cost))}: {', '.join(kinds)}",
        *(GAP + line for line in columns([_row(each, paint) for each in tally.costliest])),
    ]


def _row(mistake: Decision, paint: Callable[[Card], str]) -> list[str]:
    hand = Hand(0, list(mistake.cards))
    cards = " ".join(map(paint, mistake.cards))
    upcard = FACES[mistake.upcard.face].replace("T", "10")
    return [
        money(round(mistake.cost)),
        f"round {mistake.round_number}",
        f"{cards} ({hand.describe()}) against {upcard}",
        f"{mistake.answer} instead of {mistake.best}",
    ]
