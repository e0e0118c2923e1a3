"""Indices: the true counts from which another action becomes the best, computed exactly.

At a true count c with n unseen cards, the hand and the upcard are known. The other seen cards are
known only by their count, so each rank is present as often as expected among n cards drawn from a
full shoe without hand and upcard whose tags add up to -c n / 52. The expectation is the linear one
(the regression of a rank on the count):

    n_r = n f_r (1 + (t_r - m) (s - m) / v),  s = -c / 52,  m = sum f t,  v = sum f t t - m m

where f_r are the shares of the ranks in that shoe and t_r their tags. It preserves n and the count,
and equals the exact expectation to a fraction of a card (`tests/blackjack/test_indices.py`). All
actions are then computed exactly from these (fractional) cards. As in the chart, a total is decided
by the average over its two-card hands, weighted by their chances. n is the number of cards left
halfway to the cut card.

A counter rounds true counts down, so index k covers counts from k to k + 1, and the best play at k
+ 1/2 is used. The exact count at which two actions are equal is reported as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from sudokutools.blackjack.cards import ACE, TEN
from sudokutools.blackjack.dealer import Cards
from sudokutools.blackjack.house import (
    ROWS,
    TWO_CARDS,
    Deal,
    Hand,
    Place,
    average,
    code_of,
    places_of,
)
from sudokutools.blackjack.odds import (
    UPCARDS,
    Kernel,
    blackjack_chance,
    check_shoe,
    full_shoe,
    kernel_for,
)
from sudokutools.blackjack.rules import INFINITE, Rules
from sudokutools.blackjack.strategy_text import LOWEST, Cell, Strategy, charts_of
from sudokutools.errors import SudokuError

GRID = (LOWEST, -10, -5, 0, 5, 10, -LOWEST)
"""True counts at which every cell is decided; a bisection follows between two that differ.

For the rules tried, all 41 counts give the same changes, except for one second choice at +15.
"""


class Change(NamedTuple):
    """A change of a cell with the count: the first whole count, and the exact one."""

    place: Place
    before: str
    after: str
    start: int
    exact: float


class Indices(NamedTuple):
    """All changes of a chart in its order, and insurance."""

    strategy: Strategy
    changes: list[Change]
    insurance: float


class Counter:
    """The expectations of a counting system at a table."""

    def __init__(self, rules: Rules, tags: Sequence[int]) -> None:
        if rules.decks == INFINITE:
            raise SudokuError("indices require a finite number of decks")
        if rules.split == "rank":
            raise SudokuError("indices are not supported with --split rank")
        full = full_shoe(rules)
        if sum(map(int.__mul__, full, tags)) or not any(tags):
            raise SudokuError("indices require a balanced count (the tags of a deck add up to 0)")
        self.rules = rules
        self.unseen = rules.cards - rules.cut / 2
        self._full = full
        self._tags = tags
        self._kernel: Kernel | None = None

    def expected(self, seen: Sequence[int], count: float) -> Cards:
        """Compute the expected unseen cards of each rank, after some known cards."""
        left = list(self._full)
        for rank in seen:
            left[rank] -= 1
        cards = sum(left)
        shares = [number / cards for number in left]
        mean = sum(map(float.__mul__, shares, map(float, self._tags)))
        spread = sum(f * t * t for f, t in zip(shares, self._tags, strict=True)) - mean * mean
        slope = (-count / 52 - mean) / spread
        return tuple(
            self.unseen * f * (1 + (t - mean) * slope)
            for f, t in zip(shares, self._tags, strict=True)
        )

    def insurance(self) -> float:
        """Compute the true count above which insurance wins: a third of the cards are tens."""

        def excess(count: float) -> float:
            return self.expected((ACE,), count)[TEN] / self.unseen - 1 / 3

        at_0, at_1 = excess(0), excess(1)
        return -at_0 / (at_1 - at_0)

    def deal(self, hand: Hand, upcard: int, count: float) -> Deal:
        """Compute the value of a hand dealt at a true count."""
        rules = self.rules
        before = self.expected((upcard,), count)
        chance = (1 + (hand[0] != hand[1])) * before[hand[0]] * before[hand[1]]
        seen = (*hand, upcard)
        cards = list(self.expected(seen, count))
        for rank in seen:
            cards[rank] += 1
        counts = tuple(cards)
        check_shoe(rules, counts, hand)
        if self._kernel is None:
            self._kernel = kernel_for(rules, counts, upcard, hand)
        else:
            self._kernel.renew(counts, upcard, hand)
        values = self._kernel.values(upcard, hand, None)
        return Deal(hand, upcard, chance, blackjack_chance(rules, counts, upcard, hand), values)


class CountedCell:
    """A cell of the chart at any true count."""

    def __init__(self, counter: Counter, place: Place) -> None:
        self._counter = counter
        self._place = place
        self._hands = [hand for hand in TWO_CARDS if place[:2] in places_of(hand)]
        self._worth: dict[int, dict[str, float]] = {}

    def worth(self, index: int) -> dict[str, float]:
        """Compute the value of every action at counts that round down to this one."""
        if index not in self._worth:
            section, _, upcard = self._place
            count = index + 0.5
            deals = [self._counter.deal(hand, upcard, count) for hand in self._hands]
            self._worth[index] = average(self._counter.rules, section, deals)
        return self._worth[index]

    def code(self, index: int) -> str:
        return code_of(self.worth(index))

    def changes(self) -> list[Change]:
        """List all changes of the cell, by increasing count."""
        return [
            change for low, high in itertools.pairwise(GRID) for change in self._within(low, high)
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
            yield Change(self._place, before, after, high, self._exact(low, before, after))

    def _exact(self, low: int, before: str, after: str) -> float:
        """Find the count at which two codes are equal; their values are nearly linear.

        If the first choices are the same, the second ones are compared.
        """
        at = 0 if before[0] != after[0] else -1
        at_low, at_high = (
            _value(after[at], worth) - _value(before[at], worth)
            for worth in (self.worth(low), self.worth(low + 1))
        )
        return low + 0.5 + (at_low / (at_low - at_high) if at_low != at_high else 0.5)


def _value(letter: str, worth: dict[str, float]) -> float:
    actions = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}
    return worth[actions[letter.upper()]]


def indices(rules: Rules, tags: Sequence[int], counting: str) -> Indices:
    """Compute the indices of a balanced count. Raises SudokuError if that is impossible."""
    counter = Counter(rules, tags)
    codes: dict[Place, Cell] = {}
    changes: list[Change] = []
    for section, numbers in ROWS.items():
        for place in itertools.product((section,), numbers, UPCARDS):
            cell = CountedCell(counter, place)
            found = cell.changes()
            codes[place] = [(LOWEST, cell.code(LOWEST)), *((c.start, c.after) for c in found)]
            changes += found
    exact = counter.insurance()
    insurance = ceil(exact - 0.5)
    within = LOWEST <= insurance <= -LOWEST
    strategy = Strategy(charts_of(codes), insurance if within else None, counting)
    return Indices(strategy, changes, exact)
