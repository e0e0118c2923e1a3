"""The houses of a 9x9 grid, and pairs of places in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.tables import BOX, COLUMN, ROW, any_of, members, tables_of

NINE = tables_of(Geometry.of(3, 3))
PEERS = NINE.peers
MASKS = NINE.masks
BOXES, COLUMNS, ROWS = (tuple(NINE.of_kind[kind]) for kind in (BOX, COLUMN, ROW))
HOUSES = (*ROWS, *COLUMNS, *BOXES)  # The houses in the order in which techniques search them.
HOUSES_OF = tuple((row, column, box) for box, row, column in NINE.houses_of)
MEETINGS = [(box, line) for box in BOXES for line in (*ROWS, *COLUMNS) if MASKS[box] & MASKS[line]]
"""The boxes and lines that share cells."""


def seen_from(cells: int) -> int:
    """Return the cells that see any of a set."""
    return any_of([PEERS[cell] for cell in members(cells)])


def house_of(first: int, second: int, order: Sequence[int] = (0, 1, 2)) -> int:
    """Return a house of two cells that see each other: by default row, column or box."""
    one, other = HOUSES_OF[first], HOUSES_OF[second]
    house: int = next(one[kind] for kind in order if one[kind] == other[kind])
    return house


def conjugate_pairs(places: int, houses: Iterable[int] = HOUSES) -> Iterator[tuple[int, int]]:
    """Yield the two places of each house with two, ascending."""
    for house in houses:
        here = places & MASKS[house]
        if here.bit_count() == 2:
            yield (here & -here).bit_length() - 1, here.bit_length() - 1


def partners_of(places: int) -> dict[int, int]:
    """Return the cells with which each place forms a conjugate pair."""
    partners: dict[int, int] = {}
    for first, second in conjugate_pairs(places):
        partners[first] = partners.get(first, 0) | 1 << second
        partners[second] = partners.get(second, 0) | 1 << first
    return partners
