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

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry

_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))  # The rows and columns to each neighbour.


def random_regions(n: int, stream: Stream) -> bytes:
    """Return the region of each cell, row by row; regions are numbered by first appearance."""
    below = stream.below
    start = Geometry.of_size(n)
    region = bytearray(map(start.box_of, range(n * n)))
    masks = [sum(1 << cell for cell in box) for box in start.box_cells]  # Bit c for cell c.
    column = sum(1 << n * row for row in range(n))
    not_first, not_last = ~column, ~(column << n - 1)

    def around(mask: int) -> int:
        """Return the neighbours of cells, possibly with bits outside the map."""
        return (mask & not_last) << 1 | (mask & not_first) >> 1 | mask << n | mask >> n

    def is_connected(mask: int) -> bool:
        reached, before = mask & -mask, 0
        while reached != before:  # Down, up and to both sides, as far as there are cells.
            before = reached
            reached |= (reached << n | reached >> n) & mask
            reached |= ((reached & not_last) << 1 | (reached & not_first) >> 1) & mask
        return reached == mask

    left = 4 * n * n // 3 if n > 1 else 0
    while left:
        cell, side = divmod(below(4 * n * n), 4)
        row, place = cell // n + _SIDES[side][0], cell % n + _SIDES[side][1]
        if not (0 <= row < n and 0 <= place < n) or region[row * n + place] == region[cell]:
            continue
        mine, other = region[cell], region[row * n + place]
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
