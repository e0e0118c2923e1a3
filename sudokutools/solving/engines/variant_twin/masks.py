"""Sets of cells as masks, bit c for cell c."""

from __future__ import annotations

from collections.abc import Iterable


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask of numbers.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def union(masks: Iterable[int]) -> int:
    """Return the union of masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found
