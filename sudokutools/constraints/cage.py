"""Killer cages: different symbols with a sum. Cages may overlap."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Self

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import Mark, group
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

TABLED = 16  # The maximum number of symbols for which the sets of a sum are listed.


class Cage(Constraint):
    """Killer cages: different symbols with a sum, 0 if it is unknown. Cages may overlap."""

    key = "cages"
    form = "number:cells"
    expected = "sum and cells"
    example = "10:r1c1r1c2"
    fewest = 1
    is_set = True
    fpuzzles = "killercage"
    iss = ("Cage",)

    @property
    def sum(self) -> int:
        return self.number

    @cached_property
    def packed(self) -> bytes:
        """The sum, the number of cells and the cells, two bytes each, for the compiled search."""
        return array("H", (self.number, len(self.cells), *self.cells)).tobytes()

    def check_values(self, shape: Shape) -> None:
        count, n = len(self.cells), shape.n
        if count > n:
            raise SudokuError(f"cages: {count} cells in a cage, expected at most {n}")
        low, high = count * (count + 1) // 2, count * (2 * n + 1 - count) // 2
        if self.sum and not low <= self.sum <= high:
            told = f"{count} cell{'s' * (count > 1)} of 1 to {n}"
            names = " ".join(map(shape.cell_name, self.cells))
            raise SudokuError(f"cages: impossible sum {self.sum} of {told} ({names})")

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw connected cells."""
        count = canvas.within(2, 4)
        cells = canvas.group(count, canvas.free, canvas.one_of(canvas.free))
        held = canvas.held(cells)
        is_cage = 1 < len(held) == len(set(held))
        return cls(cells, sum(held)) if is_cage else None

    def primitives(self, out: Primitives) -> None:
        if self.sum and out.n <= TABLED:
            out.sets(self.cells, sets_of_sum(out.n, self.sum, len(self.cells)))
            return
        out.different(self.cells)
        if self.sum:
            out.total(self.cells, [1] * len(self.cells), self.sum)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        symbols = [cells[cell] for cell in self.cells if cells[cell]]
        name = self.label(shape)
        for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
            held = tuple(cell for cell in self.cells if cells[cell] == symbol)
            places = " ".join(map(shape.cell_name, held))
            yield symbol, held, f"{name}: {symbol} at {places}"
        total, is_open = sum(symbols), len(symbols) < len(self.cells)
        if self.sum and (total >= self.sum if is_open else total != self.sum):
            yield 0, self.cells, f"{name}: sum {total}"

    def label(self, shape: Shape) -> str:
        name = f"cage {self.sum} at" if self.sum else "cage at"
        return f"{name} {shape.cell_name(self.cells[0])}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from group(self.cells, shape, str(self.sum or ""), (0.07, 0.05))


@lru_cache(maxsize=1 << 10)
def sets_of_sum(n: int, total: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of `size` symbols of 1 to n with a sum.

    >>> sets_of_sum(4, 5, 2)
    ((1, 4), (2, 3))
    """
    return tuple(found for found in combinations(range(1, n + 1), size) if sum(found) == total)
