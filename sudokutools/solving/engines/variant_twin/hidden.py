"""Hidden cages, by the rule of 45: the twin of `variant/hidden.c`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudokutools.grid.geometry import Geometry
from sudokutools.solving.engines.planes import bits
from sudokutools.solving.engines.variant_twin.masks import mask_of, union

HIDDEN = 5
"""The most cells of a hidden cage."""


def hidden_cages(
    geometry: Geometry, seen: Sequence[int], cages: Sequence[tuple[int, tuple[int, ...]]]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return cages that the rule of 45 finds: sums of cells that all see each other.

    A full house, or some rows or columns beside each other, has a known sum. That of the cages
    within it leaves a sum for its other cells; that of the cages which cover it, for what they
    have outside. Those of more than HIDDEN cells are left out, and those that are cages.
    """
    n = geometry.n
    held = [(total, mask_of(cells)) for total, cells in cages]
    known = {mask for _, mask in held}
    found: list[tuple[int, tuple[int, ...]]] = []
    for area, count in _areas(geometry):
        inside = outside = 0
        rest = over = count * n * (n + 1) // 2
        for total, mask in held:
            if mask & area:
                outside |= mask
                over -= total
                if not mask & ~area:
                    inside |= mask
                    rest -= total
        for cells, total in ((area & ~inside, rest), (outside & ~area, -over)):
            if cells == area or (area & ~outside and cells & ~area) or cells in known:
                continue
            if 1 <= cells.bit_count() <= HIDDEN and _all_differ(cells, seen):
                known.add(cells)
                found.append((total, tuple(bits(cells))))
    return found


def _areas(geometry: Geometry) -> Iterator[tuple[int, int]]:
    """Yield full houses, then rows and columns beside each other, and how many they are."""
    for house in geometry.houses:
        if len(house) == geometry.n:
            yield mask_of(house), 1
    for lines in (geometry.row_cells, geometry.column_cells):
        if len(lines[0]) == geometry.n:
            for first, last in combinations(range(len(lines)), 2):
                yield union(map(mask_of, lines[first : last + 1])), last - first + 1


def _all_differ(cells: int, seen: Sequence[int]) -> bool:
    return all(not cells & ~seen[cell] & ~(1 << cell) for cell in bits(cells))
