"""Indices: the counts from which another action becomes the best, computed exactly.

At a count with n unseen cards, the hand and the upcard are known. The other seen cards are
known only by their count, so each rank is present as often as expected among n cards drawn from a
full shoe without hand and upcard whose tags have the mean s. The expectation is the linear one
(the regression of a rank on the count):

    n_r = n f_r (1 + (t_r - m) (s - m) / v),  m = sum f t,  v = sum f t t - m m

where f_r are the shares of the ranks in that shoe and t_r their tags; s is -c / 52 at a true count
c, and follows from a running count. It preserves n and the count,
and equals the exact expectation to a fraction of a card (`tests/blackjack/test_indices.py`). All
actions are then computed exactly from these (fractional) cards. As in the chart, a total is decided
by the average over its two-card hands, weighted by their chances. n is the number of cards left
halfway to the cut card.

A counter rounds true counts down, so index k covers counts from k to k + 1, and the best play at k
+ 1/2 is used; running counts are whole, or have halves. The exact count at which two actions are
equal is reported as well. A running count has its indices at n unseen cards.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from sudokutools.blackjack import house, odds
from sudokutools.blackjack.cards import ACE, TEN
from sudokutools.blackjack.counting import LOWEST, Counting
from sudokutools.blackjack.dealer import Cards
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.strategy_text import Cell, Strategy, charts_of
from sudokutools.errors import SudokuError

GRID = (LOWEST, -10, -5, 0, 5, 10, -LOWEST)
"""Counts at which every cell is decided; a bisection follows between two that differ.

For the rules tried, all 41 counts give the same changes, except for one second choice at +15.
"""


class Change(NamedTuple):
    """A change of a cell with the count: the first whole count, and the exact one.

    `slope` is what the play after it gains on the play before it for each count above the exact
    one, in bets.
    """

    place: house.Place
    before: str
    after: str
    start: int
    exact: float
    slope: float


class Indices(NamedTuple):
    """All changes of a chart in its order, and insurance."""

    strategy: Strategy
    changes: list[Change]
    insurance: float
    insurance_slope: float


class Counter:
    """The expectations of a counting system at a table."""

    def __init__(self, rules: Rules, counting: Counting) -> None:
        if rules.decks == INFINITE:
            raise SudokuError("indices require a finite number of decks")
        if rules.split == "rank":
            raise SudokuError("indices are not supported with --split rank")
        count = counting.playing
        if len(set(count.tags)) == 1:
            raise SudokuError("indices require a counting system with different tags")
        self.rules = rules
        self.unseen = rules.cards - rules.cut / 2
        self.counting = counting
        parts = count.parts
        self.middle = 0.5 if count.initial is None else (parts - 1) / (2 * parts)
        self._full = odds.full_shoe(rules)
        self._tags = [tag / parts for tag in count.tags]
        self._kernel: odds.Kernel | None = None
        decks = self.unseen / 52
        low = max(LOWEST, ceil(counting.at_true_count(LOWEST, decks)))
        high = min(-LOWEST, floor(counting.at_true_count(-LOWEST, decks)))
        if low >= high:
            raise SudokuError(f"counting {counting.name}: no counts from {LOWEST} to {-LOWEST}")
        self.grid = (low, *(count for count in GRID if low < count < high), high)

    def expected(self, seen: Sequence[int], count: float) -> Cards:
        """Compute the expected unseen cards of each rank, after some known cards."""
        left = list(self._full)
        for rank in seen:
            left[rank] -= 1
        cards = sum(left)
        shares = [number / cards for number in left]
        mean = sum(map(float.__mul__, shares, self._tags))
        spread = sum(f * t * t for f, t in zip(shares, self._tags, strict=True)) - mean * mean
        slope = (self.mean_tag(count, self.unseen) - mean) / spread
        return tuple(
            self.unseen * f * (1 + (t - mean) * slope)
            for f, t in zip(shares, self._tags, strict=True)
        )

    def mean_tag(self, count: float, left: float) -> float:
        """Return the mean tag of the unseen cards, in points."""
        pivot = self.counting.pivot
        return -count / 52 if pivot is None else (pivot - count) / left

    def count_of(self, mean_tag: float) -> float:
        """Return the count at `unseen` cards with this mean tag."""
        pivot = self.counting.pivot
        return -52 * mean_tag if pivot is None else pivot - mean_tag * self.unseen

    def insurance(self) -> tuple[float, float]:
        """Compute the count above which insurance wins, and its gain for each count above.

        It wins if more than a third of the cards are tens. The gain is in bets of the round.
        """

        def value(count: float) -> float:
            return 1.5 * self.expected((ACE,), count)[TEN] / self.unseen - 0.5

        slope = value(1) - value(0)
        return -value(0) / slope, slope

    def key_count(self) -> float:
        """Compute the count from which a round is worth more than nothing, by secants."""

        def value(count: float) -> float:
            return house.house_odds(self.rules, self.expected((), count)).ev["td"]

        # Values are nearly linear in the count, so the third point is close.
        low = self.counting.at_true_count(0, self.unseen / 52)
        high = self.counting.at_true_count(1, self.unseen / 52)
        at_low, at_high = value(low), value(high)
        for _ in range(2):
            middle = low - at_low * (high - low) / (at_high - at_low)
            low, at_low, high, at_high = high, at_high, middle, value(middle)
        return high

    def deal(self, hand: house.Hand, upcard: int, count: float) -> house.Deal:
        """Compute the value of a hand dealt at a count."""
        rules = self.rules
        before = self.expected((upcard,), count)
        chance = (1 + (hand[0] != hand[1])) * before[hand[0]] * before[hand[1]]
        seen = (*hand, upcard)
        cards = list(self.expected(seen, count))
        for rank in seen:
            cards[rank] += 1
        counts = tuple(cards)
        odds.check_shoe(rules, counts, hand)
        if self._kernel is None:
            self._kernel = odds.kernel_for(rules, counts, upcard, hand)
        else:
            self._kernel.renew(counts, upcard, hand)
        values = self._kernel.values(upcard, hand, None)
        return house.Deal(
            hand, upcard, chance, odds.blackjack_chance(rules, counts, upcard, hand), values
        )


class CountedCell:
    """A cell of the chart at any count."""

    def __init__(self, counter: Counter, place: house.Place) -> None:
        self._counter = counter
        self._place = place
        self._hands = [hand for hand in house.TWO_CARDS if place[:2] in house.places_of(hand)]
        self._worth: dict[int, dict[str, float]] = {}

    def worth(self, index: int) -> dict[str, float]:
        """Compute the value of every action at counts that round down to this one."""
        if index not in self._worth:
            section, _, upcard = self._place
            count = index + self._counter.middle
            deals = [self._counter.deal(hand, upcard, count) for hand in self._hands]
            self._worth[index] = house.average(self._counter.rules, section, deals)
        return self._worth[index]

    def code(self, index: int) -> str:
        return house.code_of(self.worth(index))

    def changes(self) -> list[Change]:
        """List all changes of the cell, by increasing count."""
        return [
            change
            for low, high in itertools.pairwise(self._counter.grid)
            for change in self._within(low, high)
        ]

    def _within(self, low: int, high: int) -> Iterator[Change]:
        before, after = self.code(low), self.code(high)
        if before == after:
            return
        if high - low > 1:
            middle = (low + high) // 2
            yield from self._within(low, middle)
            yield from self._within(middle, high)
        else:
            yield Change(self._place, before, after, high, *self._exact(low, before, after))

    def _exact(self, low: int, before: str, after: str) -> tuple[float, float]:
        """Find the count at which two codes are equal, and their slope.

        Their values are nearly linear.

        If the first choices are the same, the second ones are compared.
        """
        at = 0 if before[0] != after[0] else -1
        at_low, at_high = (
            _value(after[at], worth) - _value(before[at], worth)
            for worth in (self.worth(low), self.worth(low + 1))
        )
        slope = at_high - at_low
        return low + self._counter.middle + (-at_low / slope if slope else 0.5), slope


def _value(letter: str, worth: dict[str, float]) -> float:
    actions = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}
    return worth[actions[letter.upper()]]


def indices(rules: Rules, counting: Counting) -> Indices:
    """Compute the indices of a counting system. Raises SudokuError if that is impossible."""
    counter = Counter(rules, counting)
    codes: dict[house.Place, Cell] = {}
    changes: list[Change] = []
    for section, numbers in house.ROWS.items():
        for place in itertools.product((section,), numbers, odds.UPCARDS):
            cell = CountedCell(counter, place)
            found = cell.changes()
            codes[place] = [
                (LOWEST, cell.code(counter.grid[0])),
                *((c.start, c.after) for c in found),
            ]
            changes += found
    exact, slope = counter.insurance()
    insurance = ceil(exact - counter.middle)
    within = LOWEST <= insurance <= -LOWEST
    strategy = Strategy(charts_of(codes), insurance if within else None, counting.name)
    return Indices(strategy, changes, exact, slope)
