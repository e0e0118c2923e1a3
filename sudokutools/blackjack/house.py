"""A whole set of rules: its exact expected values, its chart and the dealer's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.blackjack.analysis import MARGIN
from sudokutools.blackjack.cards import RANKS, total
from sudokutools.blackjack.dealer import Counts, DealerTotals
from sudokutools.blackjack.odds import (
    DOUBLE,
    HIT,
    STRATEGIES,
    UPCARDS,
    Kernel,
    Values,
    before_look,
    best_action,
    blackjack_chance,
    check_shoe,
    dealer_beside,
    full_shoe,
    is_pair,
    kernel_for,
    natural_value,
    surrender_value,
)
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.errors import SudokuError

Hand = tuple[int, int]
TWO_CARDS: tuple[Hand, ...] = tuple((a, b) for a in range(10) for b in range(a, 10))

HARD = tuple(range(5, 21))
SOFT = tuple(range(13, 21))
PAIRS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)


class Chart:
    """A strategy by totals: what to do with two cards, and afterwards.

    A cell is `S`, `H`, `Ds` or `Dh` (double, where that is not allowed stand or hit), `Rs`, `Rh`
    or `Rp` (surrender, else stand, hit or split) or `P` (split). `totals` holds the cells of
    (total, soft, upcard), `pairs` those of (rank, upcard).
    """

    def __init__(self) -> None:
        self.totals: dict[tuple[int, bool, int], str] = {}
        self.pairs: dict[tuple[int, int], str] = {}

    def cell(self, hand: Hand, upcard: int, split: bool = True) -> str:
        """Return the cell for two cards, as a pair if they are one and pairs may be split."""
        if split and is_pair(hand):
            return self.pairs[hand[0], upcard]
        return self.totals[*total(hand), upcard]

    def hits(self, points: int, soft: bool, upcard: int) -> bool:
        """Say whether a hand of more than two cards is hit."""
        return self.totals[points, soft, upcard][-1].lower() == "h"

    def plan(self, upcard: int) -> bytes:
        """Return the totals for a kernel: 22 hard and 22 soft ones, HIT and DOUBLE added."""
        codes = bytearray(44)
        for soft in (False, True):
            for points in range(4, 22):
                cell = self.totals.get((points, soft, upcard), "S")
                code = HIT * (cell[-1].lower() == "h") + DOUBLE * (cell[0] == "D")
                codes[22 * soft + points] = code
        return bytes(codes)

    def rows(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield section, hand and ten cells, upcards 2 to 9, ten, ace."""
        for points in HARD:
            yield "hard", str(points), self._row(points, False)
        for points in SOFT:
            yield "soft", f"A{points - 11}", self._row(points, True)
        for rank in PAIRS:
            cells = tuple(self.pairs[rank, upcard] for upcard in UPCARDS)
            yield "pair", RANKS[rank] * 2, cells

    def _row(self, points: int, soft: bool) -> tuple[str, ...]:
        return tuple(self.totals[points, soft, upcard] for upcard in UPCARDS)


class House(NamedTuple):
    """What a set of rules comes to: the player's values by strategy, the chart, the dealer."""

    ev: dict[str, float]
    chart: Chart
    dealer: dict[int, DealerTotals]


class _Deal(NamedTuple):
    """One hand against one upcard: its chance, that of a dealer blackjack, its values."""

    hand: Hand
    upcard: int
    chance: float
    blackjack: float
    values: Values


def house_odds(rules: Rules, counts: Counts | None = None) -> House:
    """Return the exact odds of a set of rules, from a full shoe or the cards of a given one.

    SudokuError when the shoe could run out in mid-hand.

    >>> f"{house_odds(Rules(decks=INFINITE)).ev['td']:.9f}"
    '-0.005117336'
    """
    counts = full_shoe(rules) if counts is None else counts
    check_shoe(rules, counts)
    if rules.split == "rank" and counts != full_shoe(rules):
        raise SudokuError("with --split rank only full shoes have a chart")
    kernel = kernel_for(rules, counts)
    deals = list(_deals(rules, counts, kernel))
    chart = make_chart(rules, deals)
    ev = dict.fromkeys(STRATEGIES, 0.0)
    for deal in deals:
        for name in STRATEGIES:
            ev[name] += deal.chance * _round_value(rules, kernel, chart, deal, name)
    dealer = {
        upcard: dealer_beside(rules, counts, kernel, upcard, ())
        for upcard in UPCARDS
        if counts[upcard]
    }
    return House(ev, chart, dealer)


def _deals(rules: Rules, counts: Counts, kernel: Kernel) -> Iterator[_Deal]:
    """Yield every two-card hand against every upcard that the shoe allows."""
    infinite = rules.decks == INFINITE
    cards = sum(counts)
    for upcard in UPCARDS:
        left = list(counts)
        left[upcard] -= not infinite
        if counts[upcard] < 1:
            continue
        for a, b in TWO_CARDS:
            second = left[b] - (a == b and not infinite)
            if left[a] < 1 or second < 1:
                continue
            pairs = cards * cards if infinite else (cards - 1) * (cards - 2)
            chance = counts[upcard] / cards * (1 + (a != b)) * left[a] * second / pairs
            blackjack = blackjack_chance(rules, counts, upcard, (a, b))
            face = (counts[9] // 4, False) if rules.split == "rank" and a == b == 9 else None
            yield _Deal((a, b), upcard, chance, blackjack, kernel.values(upcard, (a, b), face))


def _actions(rules: Rules, hand: Hand, values: Values, split: float) -> dict[str, float]:
    """Return the actions allowed with two cards, those before surrender."""
    allowed = {"stand": values.stand, "hit": values.hit}
    if rules.may_double(total(hand)[0]):
        allowed["double"] = values.double
    if is_pair(hand) and rules.hands_of(hand[0]) > 1:
        allowed["split"] = split
    return allowed


def _round_value(rules: Rules, kernel: Kernel, chart: Chart, deal: _Deal, strategy: str) -> float:
    """Return what a deal is worth before the dealer looks."""
    hand, values = deal.hand, deal.values
    if total(hand)[0] == 21:
        return natural_value(rules, deal.blackjack)
    given_up = surrender_value(rules, deal.blackjack)
    if strategy == "td":
        played = _chart_value(rules, kernel, chart, deal)
        return given_up if played is None else before_look(rules, deal.blackjack, played)
    best = max(_actions(rules, hand, values, getattr(values, strategy)).values())
    value = before_look(rules, deal.blackjack, best)
    return value if rules.surrender == "none" else max(value, given_up)


def _chart_value(rules: Rules, kernel: Kernel, chart: Chart, deal: _Deal) -> float | None:
    """Return the value of what the chart says; None is surrender."""
    hand, upcard = deal.hand, deal.upcard
    cell = chart.cell(hand, upcard, split=rules.max_hands > 1)
    if cell[0] == "R":
        return None
    if cell == "S":
        return deal.values.stand
    if cell[0] == "D":
        return deal.values.double
    values = kernel.chart_values(upcard, hand, chart.plan(upcard))
    return values.split if cell == "P" else values.hit


def make_chart(rules: Rules, deals: list[_Deal]) -> Chart:
    """Return the chart: each total decided by the average over its hands, pairs by themselves.

    Pairs are left out of the averages, except where only a pair makes the total. Totals that two
    cards cannot make, and those of an upcard that the shoe does not hold, stand.
    """
    chart = Chart()
    sums: dict[tuple[int, bool, int], list[float]] = {}
    for deal in deals:
        hand, values = deal.hand, deal.values
        points, soft = total(hand)
        given_up = surrender_value(rules, deal.blackjack)
        if is_pair(hand):
            chart.pairs[hand[0], deal.upcard] = _pair_cell(rules, deal, given_up)
            if (points, soft) not in ((4, False), (20, False), (12, True)):
                continue
        entry = sums.setdefault((points, soft, deal.upcard), [0.0] * 5)
        worth = (values.stand, values.hit, values.double)
        before = (before_look(rules, deal.blackjack, value) for value in worth)
        for at, value in enumerate((1.0, *before, given_up)):
            entry[at] += deal.chance * value
    for upcard in UPCARDS:
        for points in range(4, 22):
            for soft in (False, True):
                key = points, soft, upcard
                chart.totals[key] = _total_cell(rules, points, sums.get(key))
        for rank in range(10):
            chart.pairs.setdefault((rank, upcard), "S")
    return chart


def _total_cell(rules: Rules, points: int, sums: list[float] | None) -> str:
    if sums is None or points == 21 or sums[0] <= 0:
        return "S"
    stand, hit, double, given_up = (value / sums[0] for value in sums[1:])
    plain = "H" if hit > stand + MARGIN else "S"
    best = max(stand, hit)
    cell = plain
    if rules.may_double(points) and double > best + MARGIN:
        cell, best = "D" + plain.lower(), double
    if rules.surrender != "none" and best < given_up - MARGIN:
        cell = "R" + plain.lower()
    return cell


def _pair_cell(rules: Rules, deal: _Deal, given_up: float) -> str:
    values = deal.values
    allowed = _actions(rules, deal.hand, values, values.cdz)
    best = best_action(allowed)
    plain = "h" if values.hit > values.stand + MARGIN else "s"
    kept = before_look(rules, deal.blackjack, allowed[best])
    if rules.surrender != "none" and kept < given_up - MARGIN:
        return "R" + ("p" if best == "split" else plain)
    return {"stand": "S", "hit": "H", "double": "D" + plain, "split": "P"}[best]
