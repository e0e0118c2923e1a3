"""Candidates as one big integer: all naked and hidden singles at once, on every geometry.

Bit `(symbol - 1) * size + cell` is set if the cell may hold the symbol: a plane of `size` bits for
each symbol. In the full 4x4 grid:

    bits   0 to 15   cells that may hold 1   the 4 bits  3, 19, 35, 51   are the cell r1c4
    bits  16 to 31   cells that may hold 2   the 4 bits  0,  1,  2,  3   are symbol 1 in row 1
    bits  32 to 47   cells that may hold 3   the 4 bits 16, 20, 24, 28   are symbol 2 in column 1
    bits  48 to 63   cells that may hold 4   the 4 bits 34, 35, 38, 39   are symbol 3 in box 2

A cell, and a symbol in a house of n cells, is a *place to fill*: exactly one of its n bits remains
in the end. Its first bit is its anchor. All places of one kind have the same pattern, so shifts and
a few logical operations count the bits of all of them at once, at their anchors ("bit slices": Eli
Biham, "A fast new DES implementation in software", 1997). Other windows are counted, too, and
masked out. A house of fewer than n cells (partial geometries) only excludes symbols: it is not
counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry

# Up to this number of bits the effects of all placements are cached.
_TABLE_BITS = 4096


def _spread_steps(stride: int, count: int) -> Iterator[int]:
    """Yield shifts; the union with each in turn makes `count` copies, each `stride` farther.

    >>> list(_spread_steps(2, 5))
    [2, 4, 2]
    """
    have = 1
    while have < count:
        step = min(have, count - have)
        yield step * stride
        have += step


def _sum_steps(stride: int, count: int) -> tuple[tuple[int, bool], ...]:
    """Return steps that add up `count` windows: (shift, whether the other summand is a single one).

    >>> _sum_steps(1, 9)
    ((1, False), (2, False), (4, False), (8, True))
    """
    steps: list[tuple[int, bool]] = []
    have = 1
    for digit in bin(count)[3:]:
        steps.append((have * stride, False))
        have *= 2
        if digit == "1":
            steps.append((have * stride, True))
            have += 1
    return tuple(steps)


def _some_and_more(some: int, more: int, steps: tuple[tuple[int, bool], ...]) -> tuple[int, int]:
    """Return where the sum of windows is 1 or more, and where it is 2 or more."""
    single_some, single_more = some, more
    for shift, single in steps:
        if single:
            other, other_more = single_some >> shift, single_more >> shift
        else:
            other, other_more = some >> shift, more >> shift
        more |= other_more | some & other
        some |= other
    return some, more


def _add(left: list[int], right: list[int]) -> list[int]:
    total, carry = [], 0
    for a, b in zip_longest(left, right, fillvalue=0):
        half = a ^ b
        total.append(half ^ carry)
        carry = a & b | half & carry
    return [*total, carry] if carry else total


def _sum(slices: list[int], steps: tuple[tuple[int, bool], ...]) -> list[int]:
    """Return the sums of windows as bit slices, lowest first."""
    single = slices
    for shift, is_single in steps:
        slices = _add(slices, [part >> shift for part in (single if is_single else slices)])
    return slices


class Kind:
    """The places to fill of one kind: their anchors and the pattern of their bits.

    `parts` are (stride, count): a box is `box_width` adjacent bits, repeated `box_height` times at
    the stride of a row.
    """

    def __init__(self, anchors: Iterable[int], *parts: tuple[int, int]) -> None:
        self.anchors = 0
        for anchor in anchors:
            self.anchors |= 1 << anchor
        self.sums = tuple(filter(None, (_sum_steps(*part) for part in parts)))
        self.spread = tuple(shift for part in parts for shift in _spread_steps(*part))
        self.pattern = 1
        for shift in self.spread:
            self.pattern |= self.pattern << shift


class Planes:
    """Operations on the candidates of a geometry; use `planes` to get its tables."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        n, size, columns, rows = geometry.n, geometry.size, geometry.columns, geometry.rows
        self.full = (1 << n * size) - 1
        symbols = [symbol * size for symbol in range(n)]
        width, height = geometry.box_width, geometry.box_height
        self.cell = Kind(range(size), (size, n))
        self._row = Kind(
            (plane + row * columns for plane in symbols for row in range(rows)),
            (1, width),
            (width, geometry.boxes_across),
        )
        self._column = Kind(
            (plane + column for plane in symbols for column in range(columns)),
            (columns, height),
            (columns * height, geometry.boxes_down),
        )
        self._box = Kind(
            (plane + box[0] for plane in symbols for box in geometry.box_cells),
            (1, width),
            (columns, height),
        )
        self.houses = (
            *([self._row] if columns == n else []),
            *([self._column] if rows == n else []),
            self._box,
        )
        self._cuts: list[int | None] = [None] * (n * size if n * size <= _TABLE_BITS else 0)

    def bit(self, cell: int, symbol: int) -> int:
        return (symbol - 1) * self.geometry.size + cell

    def placed(self, cells: bytes) -> int:
        size = self.geometry.size
        placed = 0
        for cell, symbol in enumerate(cells):
            if symbol:
                placed |= 1 << (symbol - 1) * size + cell
        return placed

    def cut(self, bit: int) -> int:
        """Return all bits except the ones that a placement excludes."""
        cut = self._cuts[bit] if self._cuts else None
        if cut is None:
            cut = self.full ^ self._ruled_out(1 << bit) ^ (1 << bit)
            if self._cuts:
                self._cuts[bit] = cut
        return cut

    def _ruled_out(self, placed: int) -> int:
        """Return the bits of every cell and house that one of the placed bits belongs to."""
        found = 0
        for kind in (self.cell, self._row, self._column, self._box):
            ends = placed
            for shift in kind.spread:
                ends |= ends >> shift
            ends &= kind.anchors
            for shift in kind.spread:
                ends |= ends << shift
            found |= ends
        return found

    def place(self, candidates: int, placed: int) -> int:
        """Return the candidates after placing bits, no two of which share a cell or house."""
        if self._cuts:
            cuts = self._cuts
            while placed:
                low = placed & -placed
                placed ^= low
                index = low.bit_length() - 1
                candidates &= cuts[index] or self.cut(index)
            return candidates
        return candidates & ~self._ruled_out(placed) | candidates & placed

    def start(self, cells: bytes, masks: Sequence[int] | None = None) -> tuple[int, int] | None:
        """Return the candidates within masks and the placed bits; None if clues clash."""
        if masks is not None:
            state = self.start(cells)
            return None if state is None else (state[0] & self._allowed(masks), state[1])
        placed = self.placed(cells)
        for kind in (self.cell, self._row, self._column, self._box):
            _, more = self._counts(placed, kind)
            if more & kind.anchors:
                return None
        return self.place(self.full, placed), placed

    def _allowed(self, masks: Sequence[int]) -> int:
        symbols = range(self.geometry.n - 1, -1, -1)
        return int("".join(str(mask >> s & 1) for s in symbols for mask in reversed(masks)), 2)

    def _counts(self, candidates: int, kind: Kind) -> tuple[int, int]:
        some, more = candidates, 0
        for steps in kind.sums:
            some, more = _some_and_more(some, more, steps)
        return some, more

    def alone(self, candidates: int) -> int:
        """Return the bits that are the only ones of their cells: the placed ones, if settled."""
        some, more = self._counts(candidates, self.cell)
        only = (some ^ more) & self.cell.anchors
        for shift in self.cell.spread:
            only |= only << shift
        return only & candidates

    def settle(self, candidates: int, placed: int, check: Check = never) -> tuple[int, int] | None:
        """Place all naked and hidden singles, repeatedly; None if a place cannot be filled."""
        size = self.geometry.size
        while True:
            check()
            singles = 0
            for kind in (self.cell, *self.houses):
                some, more = self._counts(candidates, kind)
                anchors = kind.anchors
                if some & anchors != anchors:
                    return None
                only = (some ^ more) & anchors
                for shift in kind.spread:
                    only |= only << shift
                singles |= only
            # The cell of a placed bit has no other bit, so it is found again.
            new = singles & candidates ^ placed
            if not new:
                return candidates, placed
            placed |= new
            candidates = self.place(candidates, new)
            if candidates == placed and placed.bit_count() == size:
                return candidates, placed

    def options(self, candidates: int) -> list[int]:
        """Return the bits of the place with the fewest of them (two or more), ascending.

        Ties: a cell before a row before a column before a box; the lowest cell; in houses the
        lowest symbol, then the lowest house. The candidates must be settled and not all placed.
        """
        best, fewest = 0, 0
        for kind in (self.cell, *self.houses):
            slices = [candidates]
            for steps in kind.sums:
                slices = _sum(slices, steps)
            found = 0
            for part in slices[1:]:
                found |= part
            found &= kind.anchors
            if not found:
                continue
            number = 0
            for part in reversed(slices):
                without = found & ~part
                number = 2 * number + (not without)
                found = without or found
            if not best or number < fewest:
                low = found & -found
                best, fewest = kind.pattern << low.bit_length() - 1, number
            if fewest == 2:
                break
        return list(bits(candidates & best))

    def cells(self, placed: int) -> bytes:
        size, n = self.geometry.size, self.geometry.n
        ones = int.from_bytes(b"\1" * size, "big")
        digits = format(placed, f"0{n * size}b").encode()
        total = 0
        for symbol in range(1, n + 1):
            end = (n - symbol + 1) * size
            total += symbol * (int.from_bytes(digits[end - size : end], "big") & ones)
        return total.to_bytes(size, "big")[::-1]


@lru_cache(maxsize=16)
def planes(geometry: Geometry) -> Planes:
    """Return the cached tables of a geometry. Raises SudokuError unless it is plain."""
    if not geometry.is_plain:
        raise SudokuError("plain grids only")
    return Planes(geometry)
