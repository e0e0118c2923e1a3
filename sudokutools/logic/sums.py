"""Sums of groups of cells.

A group is a set of cells that all differ, given as a tuple of candidate masks (bit `s - 1`). A set
of sums is a mask as well, bit `t` for the sum t. Groups are filled cell by cell; the state is the
set of symbols used. Where there are too many states (`_is_wide`), bounds on the sums of distinct
symbols are used instead, which finds less but nothing wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations as choose
from math import comb
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.tables import any_of, mask_of

Masks = tuple[int, ...]

MAX_STATES = 4096
"""The maximum number of states of an exact search: 6 cells of 16 symbols have 8008."""

MAX_EXACT_SYMBOLS = 16  # The maximum number of symbols for tables of combinations.


class Fit(NamedTuple):
    """The candidates that the cells of a group keep, and its combinations (None: only bounded)."""

    kept: Masks
    combinations: Masks | None

    @property
    def needed(self) -> int:
        if not self.combinations:
            return 0
        common = -1
        for combination in self.combinations:
            common &= combination
        return common


@lru_cache(maxsize=1 << 12)
def combinations(n: int, size: int, total: int) -> Masks:
    """Return the sets of `size` symbols from 1 to n with a sum, for n up to MAX_EXACT_SYMBOLS.

    >>> [bin(mask) for mask in combinations(9, 2, 4)], len(combinations(9, 4, 20))
    (['0b101'], 12)
    """
    return _by_sum(n, size).get(total, ())


@lru_cache(maxsize=64)
def _by_sum(n: int, size: int) -> dict[int, Masks]:
    found: dict[int, list[int]] = {}
    for chosen in choose(range(1, n + 1), size):
        mask = mask_of(symbol - 1 for symbol in chosen)
        found.setdefault(sum(chosen), []).append(mask)
    return {total: tuple(masks) for total, masks in found.items()}


@lru_cache(maxsize=1 << 12)
def _singles(mask: int) -> Masks:
    return tuple(1 << place for place in bits(mask))


def raised(masks: Iterable[int]) -> list[int]:
    """Return the smallest symbols of cells in ascending order, raised until all differ."""
    found: list[int] = []
    for low in sorted((mask & -mask).bit_length() for mask in masks):
        found.append(max(low, found[-1] + 1) if found else low)
    return found


def minimum(masks: Masks) -> int:
    """Return a lower bound of the sum of a group.

    >>> minimum((0b1, 0b11, 0b1)), minimum(())
    (6, 0)
    """
    return sum(raised(masks))


def maximum(masks: Masks, n: int) -> int:
    """Return an upper bound of the sum of a group.

    >>> maximum((0b110, 0b111), 9)
    5
    """
    total, last = 0, n + 1
    for high in sorted((mask.bit_length() for mask in masks), reverse=True):
        last = min(high, last - 1)
        total += last
    return total


@lru_cache(maxsize=1 << 14)
def sums(masks: Masks, n: int) -> int:
    """Return the set of possible sums of a group; for wide ones all between the bounds.

    >>> bin(sums((0b11, 0b101), 9))
    '0b111000'
    """
    if _is_wide(masks):
        low, high = minimum(masks), maximum(masks, n)
        return (2 << high) - (1 << low) if low <= high else 0
    return mask_of(_layers(masks, (1 << (n * n)) - 1)[-1].values())


@lru_cache(maxsize=1 << 14)
def fit(masks: Masks, totals: int, n: int) -> Fit:
    """Return the candidates that a group keeps if its sum is one of a set.

    >>> fit((0b11, 0b101), 1 << 4, 9)
    Fit(kept=(1, 4), combinations=(5,))
    """
    if _is_wide(masks):
        return Fit(within_bounds(masks, totals, n), None)
    layers = _layers(masks, totals)
    alive = [used for used, total in layers[-1].items() if totals >> total & 1]
    held = tuple(alive)
    kept = []
    for mask, layer in zip(reversed(masks), reversed(layers[:-1]), strict=True):
        mine = 0
        before = []
        goals = set(alive)
        for used in layer:
            here = 0
            for bit in _singles(mask & ~used):
                if used | bit in goals:
                    here |= bit
            if here:
                mine |= here
                before.append(used)
        kept.append(mine)
        alive = before
    return Fit(tuple(reversed(kept)), held)


def _layers(masks: Masks, totals: int) -> list[dict[int, int]]:
    """Return, cell by cell, the sets of symbols used with their sums, if they can reach a total."""
    highest = totals.bit_length() - 1
    lowest = (totals & -totals).bit_length() - 1
    below, above = [0], [0]
    for mask in reversed(masks):
        below.append(below[-1] + (mask & -mask).bit_length())
        above.append(above[-1] + mask.bit_length())
    layers = [{0: 0}]
    for place, mask in enumerate(masks, 1):
        rest = len(masks) - place
        low, high = lowest - above[rest], highest - below[rest]
        following: dict[int, int] = {}
        for used, total in layers[-1].items():
            for bit in _singles(mask & ~used):
                wider = total + bit.bit_length()
                if low <= wider <= high:
                    following[used | bit] = wider
        layers.append(following)
    return layers


def within_bounds(masks: Masks, totals: int, n: int) -> Masks:
    """Return the candidates that a wide group keeps by the bounds of its other cells."""
    lowest, highest = (totals & -totals).bit_length() - 1, totals.bit_length() - 1
    kept = []
    for place, mask in enumerate(masks):
        others = masks[:place] + masks[place + 1 :]
        most = highest - minimum(others)
        fewest = lowest - maximum(others, n)
        mask &= (1 << max(0, most)) - 1
        kept.append(mask >> max(0, fewest - 1) << max(0, fewest - 1))
    return tuple(kept)


def _is_wide(masks: Masks) -> bool:
    together = any_of(masks)
    symbols = together.bit_count()
    if together.bit_length() > MAX_EXACT_SYMBOLS:
        return True
    return len(masks) > 4 and comb(symbols, min(len(masks), symbols // 2)) > MAX_STATES


def turned(masks: Masks, n: int) -> Masks:
    """Return masks with symbol n + 1 - s for s, which turns subtraction into addition.

    >>> turned((0b1, 0b110), 3)
    (4, 3)
    """
    return tuple(int(f"{mask:0{n}b}"[::-1], 2) for mask in masks)


def fit_groups(groups: Sequence[Masks], total: int, n: int) -> tuple[Fit, ...] | None:
    """Return the candidates that groups keep if they have a total sum, None if that is impossible.

    Cells of different groups may hold the same symbol.

    >>> [fit.kept for fit in fit_groups([(0b111,), (0b110,)], 6, 3) or ()]
    [(4,), (4,)]
    """
    spread = [sums(group, n) for group in groups]
    before = [1]
    for mine in spread:
        before.append(_added(before[-1], mine))
    after = 1
    found = []
    for place in reversed(range(len(groups))):
        others = _added(before[place], after)
        allowed = sum(
            1 << mine
            for mine in bits(spread[place])
            if total >= mine and others >> (total - mine) & 1
        )
        if not allowed:
            return None
        found.append(fit(groups[place], allowed, n))
        after = _added(after, spread[place])
    return tuple(reversed(found))


def _added(one: int, other: int) -> int:
    return any_of([other << number for number in bits(one)])
