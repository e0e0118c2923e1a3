"""The houses of a geometry as bit masks.

Bit `c` of a set of cells is cell `c`, bit `s - 1` of a set of symbols is symbol `s`, bit `h` of a
set of houses is house `h`: boxes (or regions) come first, then columns, rows, extra houses, cages.

A house with n cells is complete: it holds every symbol. Short houses of partial geometries may lack
one, so hidden singles and sets, locking and strong links use complete houses only. Pairs of cells
that a rule makes differ are peers without a common house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import accumulate, chain
from operator import or_
from typing import TYPE_CHECKING

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools.grid.geometry import Geometry

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints

BOX, COLUMN, ROW, EXTRA, CAGE = 0, 1, 2, 3, 4
"""The kinds of houses; BOX includes regions of other shapes."""

PLAIN_MEETINGS = ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX))
EXTRA_MEETINGS = (
    *((BOX, EXTRA), (COLUMN, EXTRA), (ROW, EXTRA)),
    *((EXTRA, BOX), (EXTRA, COLUMN), (EXTRA, ROW), (EXTRA, EXTRA)),
)
CAGE_MEETINGS = ((BOX, CAGE), (COLUMN, CAGE), (ROW, CAGE), (EXTRA, CAGE))
"""The kinds of two houses that may share several cells, in the order in which they are tried."""


@lru_cache(maxsize=1 << 14)
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, ascending (cached)."""
    return tuple(bits(mask))


def mask_of(numbers: Iterable[int]) -> int:
    """Return the set of these numbers.

    >>> mask_of([1, 2, 4])
    22
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def any_of(sets: Iterable[int]) -> int:
    """Return the union of sets.

    >>> any_of([0b1, 0b110])
    7
    """
    return reduce(or_, sets, 0)


class Tables:
    """The houses and peers of a geometry; use `tables_of`, which caches them.

    least                  the least value; symbols count from 0 in sets, and their values from it
    houses, masks, names   the cells, set of cells and name of each house
    of_kind[kind]          the numbers of the houses of a kind
    all_houses, complete   sets of houses
    meetings               pairs of kinds whose houses may share several cells, regions first
    houses_of[cell]        its region, row, column, extra houses: the order of links in chains
    complete_of[cell]      those that are complete, each with its set of cells
    of_cell[kind][cell]    its houses of one kind
    peers[cell]            the set of cells that it sees
    chain_peers[cell]      the same as a tuple: region, row, column, extra houses, pairs
    cage_houses, cage_sums the set of houses that are cages, and their sums where given
    apart[cell]            the set of neighbours that must not be consecutive; () without the rule
    """

    def __init__(self, geometry: Geometry, constraints: Constraints | None = None) -> None:
        self.geometry = geometry
        self.n = geometry.n
        self.size = geometry.size
        self.columns = geometry.columns
        self.all_symbols = (1 << geometry.n) - 1
        self.least = geometry.values[0]
        self._set_houses(geometry, constraints)
        self.of_cell = tuple(map(self._of_cells, self.of_kind))
        order = (self.of_cell[kind] for kind in (BOX, ROW, COLUMN, EXTRA, CAGE))
        self.houses_of = tuple(
            tuple(chain.from_iterable(each)) for each in zip(*order, strict=True)
        )
        self.complete_of = tuple(
            tuple((house, self.masks[house]) for house in houses if self.is_complete(house))
            for houses in self.houses_of
        )
        self.peers = tuple(map(mask_of, geometry.peers))
        if self.cage_houses:
            self.peers = tuple(map(self._with_cage, range(self.size)))
        self.chain_peers = tuple(map(self._chain_peers, range(self.size)))
        self.apart = self._apart() if geometry.apart else ()

    def _set_houses(self, geometry: Geometry, constraints: Constraints | None) -> None:
        cages = constraints.cages if constraints is not None else ()
        kinds = (
            geometry.region_cells,
            geometry.column_cells if geometry.has_lines else (),
            geometry.row_cells if geometry.has_lines else (),
            tuple(extra.cells for extra in geometry.extras),
            tuple(cage.cells for cage in cages),
        )
        self.houses = tuple(house for houses in kinds for house in houses)
        self.masks = tuple(mask_of(house) for house in self.houses)
        self.names = (
            *geometry.region_names,
            *(
                f"{word} {number}"
                for word, houses in zip(("column", "row"), kinds[1:], strict=False)
                for number in range(1, len(houses) + 1)
            ),
            *(extra.name for extra in geometry.extras),
            *(cage.label(geometry) for cage in cages),
        )
        ends = [*accumulate(map(len, kinds), initial=0)]
        self.of_kind = tuple(map(range, ends, ends[1:]))
        meetings = [
            *PLAIN_MEETINGS,
            *(EXTRA_MEETINGS if geometry.extras else ()),
            *(CAGE_MEETINGS if cages else ()),
        ]
        self.meetings = tuple(sorted(meetings, key=lambda kinds: kinds[0] != BOX))
        self.all_houses = (1 << len(self.houses)) - 1
        self.box_houses = mask_of(self.of_kind[BOX])
        self.complete = mask_of(
            house for house, cells in enumerate(self.houses) if len(cells) == self.n
        )
        self.cage_houses = mask_of(self.of_kind[CAGE])
        self.cage_sums = {
            house: cage.sum - (self.least - 1) * len(cage.cells)
            for house, cage in zip(self.of_kind[CAGE], cages, strict=True)
            if cage.sum
        }

    def _of_cells(self, houses: range) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in range(self.size)]
        for house in houses:
            for cell in self.houses[house]:
                found[cell].append(house)
        return tuple(map(tuple, found))

    def _with_cage(self, cell: int) -> int:
        cages = [self.masks[house] for house in self.of_cell[CAGE][cell]]
        return any_of([self.peers[cell], *cages]) & ~(1 << cell)

    def _chain_peers(self, cell: int) -> tuple[int, ...]:
        found = dict.fromkeys(
            peer for house in self.houses_of[cell] for peer in self.houses[house] if peer != cell
        )
        return *found, *(peer for peer in self.geometry.peers[cell] if peer not in found)

    def _apart(self) -> tuple[int, ...]:
        found = [0] * self.size
        for one, other in self.geometry.apart:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return tuple(found)

    def sum_of_values(self, total: int, count: int) -> int:
        """Return the sum of the values of cells by that of their symbols (from 1)."""
        return total + (self.least - 1) * count

    def is_complete(self, house: int) -> bool:
        return bool(self.complete >> house & 1)

    def shared_houses(self, cells: int) -> tuple[int, ...]:
        """Return the houses that contain all of a set of cells: region, row, column, extra."""
        first = (cells & -cells).bit_length() - 1
        return tuple(house for house in self.houses_of[first] if not cells & ~self.masks[house])

    def common_peers(self, cells: Iterable[int]) -> int:
        """Return the set of cells that see all of the given ones."""
        seen = -1
        for cell in cells:
            seen &= self.peers[cell]
        return seen


def tables_of(geometry: Geometry, constraints: Constraints | None = None) -> Tables:
    """Return the tables of a geometry and the cages of a grid."""
    if constraints is None or not constraints.cages:
        return _plain_tables(geometry)
    return _tables_with_cages(geometry, constraints)


_plain_tables = lru_cache(maxsize=32)(Tables)
_tables_with_cages = lru_cache(maxsize=4)(Tables)


def groups(
    sets: list[tuple[int, int]], count: int, size: int, union: int = 0, check: Check = never
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the labels and the union of every `count` sets whose union has `size` members.

    `sets` are (label, set) with ascending labels; `union` is added to every group; `check` is
    called often. The order is that of increasing masks of labels: 01, 02, 12, 03, 13, 23, 04 ...
    The highest label is chosen first, so that a union that is too large ends a whole branch.

    >>> list(groups([(0, 0b11), (1, 0b110), (2, 0b101), (3, 0b11)], 2, 2))
    [((0, 3), 3)]
    >>> [labels for labels, _ in groups([(0, 0b11), (1, 0b110), (2, 0b101), (3, 0b11)], 3, 3)]
    [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    >>> list(groups([(4, 0b1)], 0, 2, 0b110))
    [((), 6)]
    """
    if count == 0:
        if union.bit_count() == size:
            yield (), union
        return

    def extend(
        end: int, missing: int, union: int, chosen: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        if missing > 2:
            check()
        for place in range(missing - 1, end):
            label, mask = sets[place]
            wider = union | mask
            if wider.bit_count() > size:
                continue
            if missing > 1:
                yield from extend(place, missing - 1, wider, (label, *chosen))
            elif wider.bit_count() == size:
                yield (label, *chosen), wider

    yield from extend(len(sets), count, union, ())
