"""Random maps of connected regions, for jigsaws.

The following defines the map of a stream. It starts as the boxes of `Geometry.of_size(n)`, or rows
if n is prime. Then two cells of adjacent regions are exchanged 4n²/3 times, rounded down, such that
both regions stay connected:

1. `below(4 * cells)` is four times a cell, plus 0 to 3 for its neighbour above, left, right, below.
   The neighbour must exist and be in another region.
2. `below` chooses one of the cells of that region that are next to the first region without the
   cell, in ascending order. There must be one.
3. The two cells exchange their regions, which must stay connected.

If a condition fails, start again with 1. Maps are not equally likely: cells of one box stay
together somewhat more often than others.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry


def random_regions(n: int, stream: Stream) -> bytes:
    r"""Return the region of each cell, row by row; regions are numbered by first appearance.

    >>> random_regions(2, Stream("sudoku-gen", "", 0))
    b'\x00\x01\x00\x01'
    """
    board = _board(n)
    below, beside, inner, outer = stream.below, board.beside, board.inner, board.outer
    region = bytearray(board.region)
    masks = list(board.masks)

    def around(mask: int) -> int:
        """Return the neighbours of cells, possibly with bits outside the map."""
        return (mask & outer) << 1 | (mask & inner) >> 1 | mask << n | mask >> n

    def is_connected(mask: int) -> bool:
        reached = mask & -mask
        while (more := (reached | around(reached)) & mask) != reached:
            reached = more
        return reached == mask

    left = 4 * n * n // 3 if n > 1 else 0
    while left:
        cell, side = divmod(below(4 * n * n), 4)
        other_cell = beside[cell][side]
        if other_cell < 0 or region[other_cell] == region[cell]:
            continue
        mine, other = region[cell], region[other_cell]
        rest = masks[mine] & ~(1 << cell)
        touching = around(rest) & masks[other]
        if not touching:
            continue
        for _ in range(below(touching.bit_count())):
            touching &= touching - 1
        bit = touching & -touching
        grown, swapped = rest | bit, masks[other] ^ bit | 1 << cell
        if is_connected(grown) and is_connected(swapped):
            masks[mine], masks[other] = grown, swapped
            region[cell], region[bit.bit_length() - 1] = other, mine
            left -= 1
    number = {old: new for new, old in enumerate(dict.fromkeys(region))}
    return bytes(map(number.__getitem__, region))


class _Board(NamedTuple):
    """The cells of a map of n regions, bit c for cell c, and its initial regions.

    beside  the neighbours of each cell: above, left, right, below; -1 outside
    inner   the cells that have a neighbour to the left; `outer`: to the right
    """

    n: int
    region: bytes
    masks: tuple[int, ...]
    beside: tuple[tuple[int, int, int, int], ...]
    inner: int
    outer: int


@lru_cache(maxsize=4)
def _board(n: int) -> _Board:
    start = Geometry.of_size(n)
    columns = sum(1 << n * row for row in range(n))
    every = (1 << n * n) - 1
    beside = tuple(
        (
            cell - n if cell >= n else -1,
            cell - 1 if cell % n else -1,
            cell + 1 if (cell + 1) % n else -1,
            cell + n if cell + n < n * n else -1,
        )
        for cell in range(n * n)
    )
    return _Board(
        n,
        bytes(map(start.box_of, range(n * n))),
        tuple(sum(1 << cell for cell in box) for box in start.box_cells),
        beside,
        every & ~columns,
        every & ~(columns << n - 1),
    )
