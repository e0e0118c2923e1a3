"""Indices: the counts from which another action becomes the best.

At a true count c each rank of the shoe without hand and upcard is present more or less often, by
the linear regression of a rank on the count:

    n_r (1 + (t_r - m) (s - m) / v),  m = sum f t,  v = sum f t t - m m

where n_r are the cards of that shoe, f_r their shares and t_r their tags; s is (d - c) / 52 if the
tags of a deck add up to d. Shares equal the exact expectation to a fraction of a card
(`tests/blackjack/test_indices.py`). All actions are computed exactly from these (fractional)
cards, and a total is decided as in the chart. The value at a count is the average over the depths
of the shoe where it occurs (`counting.Depths`), by a cubic through values at other counts.

A counter rounds true counts down, so index k covers counts from k to k + 1, and the best play at k
+ 1/2 is used; running counts are whole, or have halves.

The gain of an index is how often its hand comes, times what the other play wins at its counts. The
hand comes as often as from a full shoe, played by the chart with an infinite one. Bets are flat,
hands after splits left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise, product
from math import ceil
from typing import NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import ACE, TEN
from sudokutools.blackjack.counting import LOWEST, Counting, Curve, Depths, lagrange
from sudokutools.blackjack.dealer import Cards
from sudokutools.blackjack.house import (
    PLACES,
    Chart,
    Deal,
    Hand,
    House,
    Place,
    average,
    code_of,
    hands_of,
    places_of,
)
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.strategy import Cell, Strategy, charts_of
from sudokutools.errors import SudokuError

GRID = (LOWEST, -10, 0, 10, -LOWEST)
"""Counts at which every cell is decided; a bisection follows between two that differ.

With hi-lo and six decks all 41 counts give the same changes, with one deck those from -9 to 11.
"""


_CHANCES = (*(1 / 13,) * 9, 4 / 13)


class Change(NamedTuple):
    """A change of a cell with the count: the first whole count, and the exact one.

    `curve` is the gain of the play after it, in bets, near the exact count.
    """

    place: Place
    before: str
    after: str
    start: int
    exact: float
    curve: Curve


class Indices(NamedTuple):
    strategy: Strategy
    changes: list[Change]
    insurance: float
    insurance_curve: Curve


class Counter:
    def __init__(self, rules: Rules, counting: Counting) -> None:
        if rules.decks == INFINITE:
            raise SudokuError("indices require a finite number of decks")
        if rules.split == "rank":
            raise SudokuError("indices are not supported with `split` rank")
        count = counting.playing
        if len(set(count.tags)) == 1:
            raise SudokuError("indices require a counting system with different tags")
        self.rules = rules
        self.counting = counting
        parts = count.parts
        self.middle = 0.5 if count.initial is None else (parts - 1) / (2 * parts)
        self._full = odds.full_shoe(rules)
        self.tags = [tag / parts for tag in count.tags]
        self._kernel: odds.Kernel | None = None
        self._depths_of: dict[float, Depths] = {}
        self.depths = Depths(rules, counting)
        # Insurance is offered after an ace and two cards of any rank.
        self.insuring = Depths(rules, counting, self.tags[ACE], 1, 2)
        if self.depths.true_count(-LOWEST) - self.depths.true_count(LOWEST) < 1e-6:
            raise SudokuError(f"counting {counting.name}: no counts from {LOWEST} to {-LOWEST}")

    def expected(self, seen: Sequence[int], true: float) -> Cards:
        """Return the cards but those seen, more or fewer of each rank by the true count."""
        left = list(self._full)
        for rank in seen:
            left[rank] -= 1
        cards = sum(left)
        shares = [number / cards for number in left]
        mean = sum(map(float.__mul__, shares, self.tags))
        spread = sum(f * t * t for f, t in zip(shares, self.tags, strict=True)) - mean * mean
        count = self.counting.playing
        slope = ((count.sum / count.parts - true) / 52 - mean) / spread
        return tuple(
            number * (1 + (t - mean) * slope) for number, t in zip(left, self.tags, strict=True)
        )

    def insurance(self) -> tuple[float, Curve]:
        """Compute the count above which insurance wins, and its gain in bets."""

        def value(true: float) -> float:
            cards = self.expected((ACE,), true)
            return 1.5 * cards[TEN] / sum(cards) - 0.5

        curve = value(0), value(1) - value(0)
        return self.insuring.count_at(curve), curve

    def start(self, exact: float) -> int:
        """Return the first whole count whose middle is not below an exact count."""
        return ceil(exact - self.middle)

    @cached_property
    def house(self) -> House:
        return House(self.rules)

    def key_count(self) -> float:
        """Compute the count from which a round played by the chart is worth more than nothing."""
        points = (-9.0, -3.0, 3.0, 9.0)
        houses = (House(self.rules, self.expected((), true), self.house.chart) for true in points)
        values = [house.ev["td"] for house in houses]
        return self.depths.count_at(_combine(values, lagrange(points)))

    def depths_of(self, place: Place) -> Depths:
        """Return the depths after the upcard and the average two-card hand of a cell."""
        hands = hands_of(place)
        weights = [(2 - (a == b)) * _CHANCES[a] * _CHANCES[b] for a, b in hands]
        tags = (self.tags[a] + self.tags[b] for a, b in hands)
        sums = sum(map(float.__mul__, weights, tags))
        known = sums / sum(weights) + self.tags[place[2]]
        if known not in self._depths_of:
            self._depths_of[known] = Depths(self.rules, self.counting, known, 3)
        return self._depths_of[known]

    def deal(self, hand: Hand, upcard: int, true: float) -> Deal:
        rules = self.rules
        before = self.expected((upcard,), true)
        chance = (1 + (hand[0] != hand[1])) * before[hand[0]] * before[hand[1]]
        seen = (*hand, upcard)
        cards = list(self.expected(seen, true))
        for rank in seen:
            cards[rank] += 1
        counts = tuple(cards)
        odds.check_shoe(rules, counts, hand)
        if self._kernel is None:
            self._kernel = odds.kernel_for(rules, counts, upcard, hand)
        else:
            self._kernel.renew(counts, upcard, hand)
        values = self._kernel.values(upcard, hand, None)
        return Deal(
            hand, upcard, chance, odds.blackjack_chance(rules, counts, upcard, hand), values
        )


class CountedCell:
    def __init__(self, counter: Counter, place: Place) -> None:
        self._counter = counter
        self._place = place
        self._hands = hands_of(place)
        self._depths = counter.depths_of(place)
        self._nodes = sorted({self._true(count) for count in GRID})
        self._values: dict[float, dict[str, float]] = {}
        self._curves: dict[int, dict[str, Curve]] = {}

    def worth(self, index: int) -> dict[str, float]:
        """Compute the value of every action at counts that round down to this one."""
        count, curves = index + self._counter.middle, self._curves_near(index).items()
        return {action: self._depths.average(curve, count) for action, curve in curves}

    def _curves_near(self, index: int) -> dict[str, Curve]:
        """Return curves through the values at a count and at three of GRID near it."""
        if index not in self._curves:
            points = [self._true(index)]
            for node in sorted(self._nodes, key=lambda node: abs(node - points[0])):
                # Later plays change with the count, which bends curves through close points.
                if len(points) < 4 and all(abs(node - point) > 3 for point in points):
                    points.append(node)
            bases, values = lagrange(points), [self._value(point) for point in points]
            self._curves[index] = {
                action: _combine([value[action] for value in values], bases) for action in values[0]
            }
        return self._curves[index]

    def _value(self, true: float) -> dict[str, float]:
        """Compute the value of every action if all cards but hand and upcard are unseen."""
        if true not in self._values:
            section, _, upcard = self._place
            deals = [self._counter.deal(hand, upcard, true) for hand in self._hands]
            self._values[true] = average(self._counter.rules, section, deals)
        return self._values[true]

    def _true(self, index: int) -> float:
        return round(self._depths.true_count(index + self._counter.middle), 9)

    def changes(self, counts: Sequence[int]) -> Iterator[Change]:
        """Yield the changes between some counts, by increasing count; see GRID."""
        for low, high in pairwise(counts):
            before, after = code_of(self.worth(low)), code_of(self.worth(high))
            if before != after and high - low > 1:
                yield from self.changes((low, (low + high) // 2, high))
            elif before != after:
                yield Change(self._place, before, after, high, *self._exact(low, before, after))

    def _exact(self, low: int, before: str, after: str) -> tuple[float, Curve]:
        """Find the count at which two codes are equal: values are nearly linear."""
        at = 0 if before[0] != after[0] else -1
        names = [odds.LETTERS[code[at].upper()] for code in (after, before)]
        at_low, at_high = (
            worth[names[0]] - worth[names[1]] for worth in (self.worth(low), self.worth(low + 1))
        )
        step = at_high - at_low
        exact = low + self._counter.middle + (-at_low / step if step else 0.5)
        gained, lost = (self._curves_near(low)[name] for name in names)
        curve = [more - less for more, less in zip(gained, lost, strict=True)]
        curve[0] -= self._depths.average(curve, exact)
        return exact, curve


def _combine(values: Sequence[float], curves: Sequence[Curve]) -> Curve:
    return [sum(map(float.__mul__, values, powers)) for powers in zip(*curves, strict=True)]


def indices(rules: Rules, counting: Counting) -> Indices:
    """Compute the indices of a counting system. Raises SudokuError if that is impossible."""
    counter = Counter(rules, counting)
    cells: dict[Place, Cell] = {}
    changes: list[Change] = []
    for place in PLACES:
        cell = CountedCell(counter, place)
        found = list(cell.changes(GRID))
        first = code_of(cell.worth(LOWEST))
        cells[place] = [(LOWEST, first), *((change.start, change.after) for change in found)]
        changes += found
    exact, curve = counter.insurance()
    insurance = counter.start(exact)
    within = LOWEST <= insurance <= -LOWEST
    strategy = Strategy(charts_of(cells), insurance if within else None, counting.name)
    return Indices(strategy, changes, exact, curve)


class Index(NamedTuple):
    """A change of the play, or insurance (None), and its gain in bets per 100 rounds.

    The gain is that of this index alone, compared with the chart without a count. That chart has
    the play before the change if the index `is_above`, otherwise the one after it.
    """

    change: Change | None
    is_above: bool
    start: int
    exact: float
    gain: float


def index_gains(counter: Counter, found: Indices) -> list[Index]:
    gains = []
    start = found.strategy.insurance
    if start is not None:
        value = counter.insuring.gain(found.insurance_curve, start)
        gains.append(Index(None, True, start, found.insurance, 100 * _CHANCES[ACE] * value))
    often = _frequencies(counter.house, counter.rules)
    for change, is_above in _sides(counter, found, counter.house.chart):
        value = _gain(counter.depths_of(change.place), is_above, change)
        met = _often(often, change, counter.rules.double_after_hit)
        gains.append(Index(change, is_above, *change[3:5], 100 * met * value))
    return gains


def _gain(depths: Depths, is_above: bool, change: Change) -> float:
    above = depths.gain(change.curve, change.start)
    return above if is_above else above - depths.gain(change.curve, 50 * LOWEST)


def _sides(counter: Counter, found: Indices, chart: Chart) -> Iterator[tuple[Change, bool]]:
    """Yield each change, and whether the chart has a play before it."""
    for place, group in groupby(found.changes, lambda change: change.place):
        changes = list(group)
        codes = [change.before for change in changes] + [changes[-1].after]
        code = chart[place]
        for at, change in enumerate(changes):
            is_high = counter.depths_of(place).true_count(change.exact) > 0
            yield change, codes.index(code) <= at if code in codes else is_high


def strategy_of(rules: Rules, counting: str, kept: Sequence[Index]) -> Strategy:
    chart = House(rules).chart
    changes: dict[Place, list[tuple[Change, bool]]] = defaultdict(list)
    for change, is_above, *_ in sorted(kept, key=lambda index: index.start):
        if change is not None:
            changes[change.place].append((change, is_above))
    cells: dict[Place, Cell] = {}
    for place in PLACES:
        below = [change.before for change, is_above in changes[place] if not is_above]
        above = [change.after for change, is_above in changes[place] if is_above]
        starts = [LOWEST, *(change.start for change, _ in changes[place])]
        cells[place] = list(zip(starts, [*below, chart[place], *above], strict=True))
    insurance = next((index.start for index in kept if index.change is None), None)
    return Strategy(charts_of(cells), insurance, counting)


def _often(often: dict[Place, list[float]], change: Change, doubles_late: bool) -> float:
    first, later = often[change.place]
    if change.before[0] == change.after[0]:
        return later
    return first + later * ({change.before[0], change.after[0]} <= {*"SHD"[: 2 + doubles_late]})


def _frequencies(house: House, rules: Rules) -> dict[Place, list[float]]:
    """Return how often each cell is met with two cards and with more, in hands per round."""
    chart = house.chart
    often: dict[Place, list[float]] = defaultdict(lambda: [0.0, 0.0])
    hits: dict[tuple[int, int, bool], float] = defaultdict(float)
    for (a, b), upcard, chance, blackjack, _ in house.deals:
        chance *= 1 - blackjack * rules.peek
        for place in places_of((a, b)):
            often[*place, upcard][0] += chance
        if chart.cell((a, b), upcard) == "H":
            hits[upcard, a + b + 2, a == ACE] += chance
    for upcard, hard, has_ace in product(odds.UPCARDS, range(2, 20), (False, True)):
        for rank, chance in enumerate(_CHANCES):
            reached = hits[upcard, hard, has_ace] * chance
            after = hard + rank + 1, has_ace or rank == ACE
            points = after[0] + 10 * (soft := after[1] and after[0] <= 11)
            if reached and points <= 20:
                often["soft" if soft else "hard", points, upcard][1] += reached
                doubles = rules.double_after_hit and chart.of_total(points, soft, upcard)[0] == "D"
                if chart.hits(points, soft, upcard) and not doubles:
                    hits[upcard, *after] += reached
    return often
