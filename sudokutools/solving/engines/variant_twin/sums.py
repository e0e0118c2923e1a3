"""What the sum of a cage leaves of the candidates of its cells: the twin of `variant/sums.c`.

A mask has bit s - 1 for symbol s.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sudokutools.solving.engines.planes import bits
from sudokutools.solving.engines.variant_twin.masks import mask_of, union

MATCHED = 6
"""The most open cells of a cage whose symbols are matched to cells."""

TABLED = 16
"""The most symbols for which all sets are listed by size and sum."""


@lru_cache(maxsize=8)
def sets_by_sum(n: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the sets of symbols 1 to n as masks, by how many they are and by their sum.

    >>> [bin(mask) for mask in sets_by_sum(4)[2, 5]]
    ['0b110', '0b1001']
    """
    found: dict[tuple[int, int], list[int]] = {}
    for mask in range(1 << n):
        total = sum(index + 1 for index in bits(mask))
        found.setdefault((mask.bit_count(), total), []).append(mask)
    return {key: tuple(masks) for key, masks in found.items()}


def within_sum(masks: Sequence[int], total: int, n: int) -> list[int]:
    """Return what a sum of different symbols leaves of the candidates of cells.

    A mask of 0: there is no such sum.

    >>> within_sum([0b11, 0b1111, 0b1111], 6, 4)
    [3, 7, 7]
    """
    is_open = [mask & (mask - 1) != 0 for mask in masks]
    rest = total - sum(mask.bit_length() for mask, o in zip(masks, is_open, strict=True) if not o)
    cells = [mask for mask, o in zip(masks, is_open, strict=True) if o]
    if not cells:
        return list(masks) if not rest else [0] * len(masks)
    left = iter(_within_tables(cells, rest, n) if n <= TABLED else _within_bounds(cells, rest))
    return [next(left) if o else mask for mask, o in zip(masks, is_open, strict=True)]


def _within_tables(cells: list[int], rest: int, n: int) -> list[int]:
    left = [0] * len(cells)
    union = 0
    for mask in cells:
        union |= mask
    for symbols in sets_by_sum(n).get((len(cells), rest), ()):
        if symbols & ~union or not all(mask & symbols for mask in cells):
            continue
        cut = [mask & symbols for mask in cells]
        if len(cells) <= MATCHED:
            cut = _matched(cut, list(bits(symbols)))
        left = [one | other for one, other in zip(left, cut, strict=True)]
    return left


def _matched(cells: list[int], symbols: list[int]) -> list[int]:
    """Return what is left of the candidates of cells that hold each of the symbols once.

    `before[i]` is the set of all subsets of the symbols that the first i cells can hold, `after`
    that of those before which the cells from i on can hold the rest; a subset is a bit.
    """
    without = [
        mask_of(s for s in range(1 << len(cells)) if not s >> j & 1) for j in range(len(cells))
    ]
    before, after = [1], [1 << (1 << len(cells)) - 1]
    for mask in cells:
        steps = [
            (before[-1] & w) << (1 << j) for j, w in enumerate(without) if mask >> symbols[j] & 1
        ]
        before.append(union(steps))
    for mask in reversed(cells):
        steps = [after[-1] >> (1 << j) & w for j, w in enumerate(without) if mask >> symbols[j] & 1]
        after.append(union(steps))
    after.reverse()
    return [
        mask_of(
            symbols[j]
            for j, w in enumerate(without)
            if mask >> symbols[j] & 1 and (before[i] & w) << (1 << j) & after[i + 1]
        )
        for i, mask in enumerate(cells)
    ]


def _within_bounds(cells: list[int], rest: int) -> list[int]:
    least = [(mask & -mask).bit_length() for mask in cells]
    most = [mask.bit_length() for mask in cells]
    left = []
    for mask, low, high in zip(cells, least, most, strict=True):
        lowest, highest = max(rest - sum(most) + high, 1), rest - sum(least) + low
        left.append(mask & (1 << highest) - (1 << lowest - 1) if lowest <= highest else 0)
    return left
