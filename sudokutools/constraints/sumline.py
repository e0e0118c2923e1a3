"""Sum lines: the line can be cut into pieces with one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from sudokutools.constraints.constraint import Constraint, told_all
from sudokutools.constraints.drawing import Mark, corner
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

MOST_ISS = 30  # The maximum sum in the Interactive Sudoku Solver.


class SumLine(Constraint):
    """A line of cells; each piece of neighbours adds up to `number`."""

    key = "sumline"
    rule = "it can be cut into sums of {number}"
    form = "number:cells"
    expected = "sum and line"
    example = "10:r1c1r1c2r1c3"
    iss = ("SumLine",)
    look = (("olive", 0.16, (0.3, 0.08)),)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if self.number > MOST_ISS:
            raise SudokuError(f"sumline with a sum of at most {MOST_ISS}")
        return super().to_iss(shape, clues)

    def check_values(self, shape: Shape) -> None:
        if not self.number:
            raise self.malformed(self.value(shape))
        if self.number > shape.n * len(self.cells):  # Its automaton would be large.
            raise SudokuError(f"{self.key}: impossible: {self.value(shape)[:40]}")
        super().check_values(shape)

    def _step(self, begun: int, symbol: int) -> int | None:
        """Return the sum of the piece that is open after another symbol."""
        total = begun + symbol
        return total % self.number if total <= self.number else None

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        return cls.drawn_line(canvas, canvas.shape.n + 1)

    def primitives(self, out: Primitives) -> None:
        key = self.key, self.number
        out.automaton(self.cells, [0], self._step, lambda begun: not begun, key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        begun: int | None = 0
        for cell in self.cells:
            begun = None if begun is None else self._step(begun, cells[cell])
        if begun == 0:
            return ""
        symbols = told_all(cells[cell] for cell in self.cells)
        return f"{symbols} cannot be cut into sums of {self.number}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        yield corner(self.cells[0], shape, str(self.number))
