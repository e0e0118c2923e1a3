"""Indices: the counts from which another action becomes the best, computed exactly.

At a count, with n unseen cards, each rank is present as often as expected among n cards drawn from
a full shoe without hand and upcard whose average tag is s. The expectation is the linear one
(the regression of a rank on the count):

    n_r = n f_r (1 + (t_r - m) (s - m) / v),  m = sum f t,  v = sum f t t - m m

where f_r are the shares of the ranks in that shoe and t_r their tags; s is (d - c) / 52 at a true
count c if the tags of a deck add up to d. It preserves n and c, and equals the exact expectation to
a fraction of a card (`tests/blackjack/test_indices.py`). All actions are then computed exactly
from these (fractional) cards, and a total is decided as in the chart. n is the number of cards left
halfway to the cut card.

A counter rounds true counts down, so index k covers counts from k to k + 1, and the best play at k
+ 1/2 is used; running counts are whole, or have halves. A running count stands for a
weighted average of true counts (`counting.Depths`).

The gain of an index is how often its count and its hand come, times what the other play wins, which
is linear in the true count near its index. The hand comes as often as from an infinite shoe, played
by the chart. Bets are flat, hands after splits left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, product
from math import ceil
from typing import NamedTuple

from sudokutools.blackjack import odds
from sudokutools.blackjack.cards import ACE, TEN
from sudokutools.blackjack.counting import LOWEST, Counting, Depths
from sudokutools.blackjack.dealer import Cards
from sudokutools.blackjack.house import (
    PLACES,
    TWO_CARDS,
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

GRID = (LOWEST, -10, -5, 0, 5, 10, -LOWEST)
"""Counts at which every cell is decided; a bisection follows between two that differ.

For the rules tried, all 41 counts give the same changes, except for one second choice at +15.
"""


_CHANCES = (*(1 / 13,) * 9, 4 / 13)


class Change(NamedTuple):
    """A change of a cell with the count: the first whole count, and the exact one.

    `slope` is the gain of the play after it for each true count above the exact one, in bets.
    """

    place: Place
    before: str
    after: str
    start: int
    exact: float
    slope: float


class Indices(NamedTuple):
    strategy: Strategy
    changes: list[Change]
    insurance: float
    insurance_slope: float


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
        self.unseen = rules.cards - rules.cut / 2
        self.counting = counting
        parts = count.parts
        self.middle = 0.5 if count.initial is None else (parts - 1) / (2 * parts)
        self._full = odds.full_shoe(rules)
        self.tags = [tag / parts for tag in count.tags]
        self._kernel: odds.Kernel | None = None
        self.depths = Depths(rules, counting)
        # Insurance is offered after an ace and two cards of any rank.
        self.insuring = Depths(rules, counting, self.tags[ACE], 1, 2)
        if self.depths.true_count(LOWEST) >= self.depths.true_count(-LOWEST):
            raise SudokuError(f"counting {counting.name}: no counts from {LOWEST} to {-LOWEST}")

    def expected(self, seen: Sequence[int], true: float) -> Cards:
        """Return the unseen cards expected at a true count."""
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
            self.unseen * f * (1 + (t - mean) * slope)
            for f, t in zip(shares, self.tags, strict=True)
        )

    def insurance(self) -> tuple[float, float]:
        """Compute the count above which insurance wins, and its gain in bets per true count."""

        def value(true: float) -> float:
            return 1.5 * self.expected((ACE,), true)[TEN] / self.unseen - 0.5

        slope = value(1) - value(0)
        return self.insuring.count_at(-value(0) / slope), slope

    def start(self, exact: float) -> int:
        """Return the first whole count whose middle is not below an exact count."""
        return ceil(exact - self.middle)

    def key_count(self) -> float:
        """Compute the count from which a round is worth more than nothing, by secants."""

        def value(true: float) -> float:
            return House(self.rules, self.expected((), true)).ev["td"]

        # Values are nearly linear in the true count, so the third point is close.
        low, high = 0.0, 1.0
        at_low, at_high = value(low), value(high)
        for _ in range(2):
            middle = low - at_low * (high - low) / (at_high - at_low)
            low, at_low, high, at_high = high, at_high, middle, value(middle)
        return self.depths.count_at(high)

    def depths_of(self, place: Place) -> Depths:
        """Return the depths after the upcard and the average two-card hand of a cell."""
        hands = hands_of(place)
        weights = [(2 - (a == b)) * _CHANCES[a] * _CHANCES[b] for a, b in hands]
        tags = (self.tags[a] + self.tags[b] for a, b in hands)
        sums = sum(map(float.__mul__, weights, tags))
        known = sums / sum(weights) + self.tags[place[2]]
        return Depths(self.rules, self.counting, known, 3)

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
        self._worth: dict[int, dict[str, float]] = {}

    def worth(self, index: int) -> dict[str, float]:
        """Compute the value of every action at counts that round down to this one."""
        if index not in self._worth:
            section, _, upcard = self._place
            true = self._true(index)
            deals = [self._counter.deal(hand, upcard, true) for hand in self._hands]
            self._worth[index] = average(self._counter.rules, section, deals)
        return self._worth[index]

    def _true(self, index: int) -> float:
        return self._depths.true_count(index + self._counter.middle)

    def changes(self, counts: Sequence[int]) -> Iterator[Change]:
        """Yield the changes between some counts, by increasing count; see GRID."""
        for low, high in pairwise(counts):
            before, after = code_of(self.worth(low)), code_of(self.worth(high))
            if before != after and high - low > 1:
                yield from self.changes((low, (low + high) // 2, high))
            elif before != after:
                yield Change(self._place, before, after, high, *self._exact(low, before, after))

    def _exact(self, low: int, before: str, after: str) -> tuple[float, float]:
        """Find the count at which two codes are equal and their slope: values are nearly linear."""
        at = 0 if before[0] != after[0] else -1
        at_low, at_high = (
            _value(after[at], worth) - _value(before[at], worth)
            for worth in (self.worth(low), self.worth(low + 1))
        )
        step = at_high - at_low
        exact = low + self._counter.middle + (-at_low / step if step else 0.5)
        return exact, step / (self._true(low + 1) - self._true(low) or 1)


def _value(letter: str, worth: dict[str, float]) -> float:
    return worth[odds.LETTERS[letter.upper()]]


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
    exact, slope = counter.insurance()
    insurance = counter.start(exact)
    within = LOWEST <= insurance <= -LOWEST
    strategy = Strategy(charts_of(cells), insurance if within else None, counting.name)
    return Indices(strategy, changes, exact, slope)


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
        rest = True, start, found.insurance, found.insurance_slope
        value = _gain(counter, counter.insuring, *rest)
        gains.append(Index(None, True, start, found.insurance, _CHANCES[ACE] * value))
    chart = House(counter.rules).chart
    often = _frequencies(chart, counter.rules)
    for change, is_above in _sides(counter, found, chart):
        value = _gain(counter, counter.depths_of(change.place), is_above, *change[3:])
        met = _often(often, change, counter.rules.double_after_hit)
        gains.append(Index(change, is_above, *change[3:5], met * value))
    return gains


def _gain(
    counter: Counter, depths: Depths, is_above: bool, start: int, exact: float, slope: float
) -> float:
    if not counter.rules.cut:
        return 0.0  # Every round has a new shoe.
    zero = depths.true_count(exact)
    gain = sum(
        chance * (depths.true_count(count + counter.middle) - zero)
        for count, chance in enumerate(counter.depths.chances(depths.known), LOWEST)
        if (count >= start) == is_above
    )
    return 100 * slope * (gain if is_above else -gain)


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


def _frequencies(chart: Chart, rules: Rules) -> dict[Place, list[float]]:
    """Return how often each cell is met with two cards and with more, in hands per round."""
    often: dict[Place, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for upcard in odds.UPCARDS:
        looks = 1 - _CHANCES[TEN if upcard == ACE else ACE] * (rules.peek and upcard in (ACE, TEN))
        hits: dict[tuple[int, bool], float] = defaultdict(float)
        for a, b in TWO_CARDS:
            chance = looks * _CHANCES[upcard] * _CHANCES[a] * _CHANCES[b] * (1 + (a != b))
            for place in places_of((a, b)):
                often[*place, upcard][0] += chance
            if chart.cell((a, b), upcard) == "H":
                hits[a + b + 2, a == ACE] += chance
        for hard, has_ace in product(range(2, 20), (False, True)):
            for rank, chance in enumerate(_CHANCES):
                reached = hits[hard, has_ace] * chance
                after = hard + rank + 1, has_ace or rank == ACE
                points = after[0] + 10 * (soft := after[1] and after[0] <= 11)
                if reached and points <= 20:
                    often["soft" if soft else "hard", points, upcard][1] += reached
                    doubles = (
                        rules.double_after_hit and chart.of_total(points, soft, upcard)[0] == "D"
                    )
                    if chart.hits(points, soft, upcard) and not doubles:
                        hits[after] += reached
    return often
