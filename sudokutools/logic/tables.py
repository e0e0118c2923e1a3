"""The houses of a geometry as bit masks: what every technique asks of the shape of a grid.

A set of cells is an integer whose bit `c` stands for cell `c`; a set of symbols one whose bit
`s - 1` stands for symbol `s`; a set of houses one whose bit `h` stands for house `h`. Python's
integers have any width, so a 4x4 grid and a 25x25 grid run through the same code.

Houses are numbered boxes first, then columns, then rows, each by index: the order in which
the reference looks for singles and subsets. In a 6x6 grid with 3x2 boxes:

    boxes 0 to 5 | columns 6 to 11 | rows 12 to 17

A house with as many cells as there are symbols is complete: it holds every symbol. Only complete
houses let a symbol be somewhere; in the short rows or columns of a partial geometry a symbol may
be missing, so hidden singles, hidden sets, locking and strong links are never taken from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sudokutools.errors import SudokuError
from sudokutools.grid import Geometry
from sudokutools.limits import Check, never

BOX, COLUMN, ROW = 0, 1, 2
KINDS = ("box", "column", "row")


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 14)
def members(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, ascending; sets asked for again are kept."""
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


class Tables:
    """What is fixed for a geometry; use `tables_of`, which makes it once.

    `houses`, `masks`, `names`, `kind_of_house`: cells, set of cells, name for people and kind of
    each house. `of_kind[kind]`: the numbers of the houses of a kind. `complete`: the set of
    houses that hold every symbol. `houses_of[cell]`: its box, row and column, the order of links
    in chains; `house_of[kind][cell]`: one of them. `peers[cell]`: the set of cells that it sees;
    `chain_peers[cell]`: the same cells box first, then row, then column.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.n = geometry.n
        self.size = geometry.size
        self.columns = geometry.columns
        self.all_symbols = (1 << geometry.n) - 1
        kinds = (geometry.box_cells, geometry.column_cells, geometry.row_cells)
        self.houses = tuple(house for houses in kinds for house in houses)
        self.masks = tuple(mask_of(house) for house in self.houses)
        self.kind_of_house = tuple(kind for kind in (BOX, COLUMN, ROW) for _ in kinds[kind])
        self.names = tuple(
            f"{KINDS[kind]} {number}"
            for kind in (BOX, COLUMN, ROW)
            for number in range(1, len(kinds[kind]) + 1)
        )
        ends = [0]
        for houses in kinds:
            ends.append(ends[-1] + len(houses))
        self.of_kind = tuple(range(ends[kind], ends[kind + 1]) for kind in (BOX, COLUMN, ROW))
        self.box_houses = mask_of(self.of_kind[BOX])
        self.complete = mask_of(
            house for house, cells in enumerate(self.houses) if len(cells) == self.n
        )
        cells = range(self.size)
        boxes = tuple(geometry.box_of(cell) for cell in cells)
        columns = tuple(ends[COLUMN] + geometry.column_of(cell) for cell in cells)
        rows = tuple(ends[ROW] + geometry.row_of(cell) for cell in cells)
        self.house_of = (boxes, columns, rows)
        self.houses_of = tuple(zip(boxes, rows, columns, strict=True))
        self.peers = tuple(
            (self.masks[boxes[cell]] | self.masks[rows[cell]] | self.masks[columns[cell]])
            & ~(1 << cell)
            for cell in cells
        )
        self.chain_peers = tuple(
            tuple(
                dict.fromkeys(
                    peer
                    for house in self.houses_of[cell]
                    for peer in self.houses[house]
                    if peer != cell
                )
            )
            for cell in cells
        )

    def is_complete(self, house: int) -> bool:
        """Whether a house holds every symbol."""
        return bool(self.complete >> house & 1)

    def shared_houses(self, cells: int) -> tuple[int, ...]:
        """Return the houses that contain all of a set of cells: box, row, column."""
        first = (cells & -cells).bit_length() - 1
        return tuple(house for house in self.houses_of[first] if not cells & ~self.masks[house])

    def common_peers(self, cells: Iterable[int]) -> int:
        """Return the set of cells that see every one of the given ones."""
        seen = -1
        for cell in cells:
            seen &= self.peers[cell]
        return seen


@lru_cache(maxsize=32)
def tables_of(geometry: Geometry) -> Tables:
    """Return the tables of a plain geometry. SudokuError: it is none."""
    if not geometry.is_plain:
        raise SudokuError("plain grids only")
    return Tables(geometry)


def groups(
    sets: list[tuple[int, int]], count: int, size: int, union: int = 0, check: Check = never
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the labels and the union of every `count` sets that make up exactly `size` members.

    `sets` are (label, set) with ascending labels; `union` is joined to every group; `check` is
    called often. The order is that of increasing masks of labels: 01, 02, 12, 03, 13, 23, 04 ...
    The highest member is chosen first, so that a union that is too large already ends a whole
    branch.

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
