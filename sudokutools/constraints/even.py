"""Cells with an even symbol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.drawing import MARK, Mark, square
from sudokutools.constraints.iss_arguments import iss_text, names_of
from sudokutools.constraints.marked import Marked
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Even(Marked):
    """All cells that are marked as even."""

    key = "even"
    fpuzzles = "even"
    rest: ClassVar[int] = 0

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        symbols = "".join(f"_{symbol}" for symbol in range(2 - self.rest, shape.n + 1, 2))
        if shape.n < 4:
            raise SudokuError(f"{self.key} with four or more symbols only")
        return [iss_text("", *(name + symbols for name in names_of(self.cells, shape)))]

    def primitives(self, out: Primitives) -> None:
        for cell in self.cells:
            out.allow(cell, range(2 - self.rest, out.n + 1, 2))

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            if cells[cell] and cells[cell] % 2 != self.rest:
                yield 0, (cell,), f"{self.key}: {told_at(cells, cell, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield square(cell, shape, 0.36, MARK)
