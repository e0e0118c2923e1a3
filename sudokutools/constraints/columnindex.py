"""Column indexers: symbol v in column c means that c is in column v of that row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from sudokutools.constraints.constraint import Constraint, check_full, told_at
from sudokutools.constraints.drawing import Mark, letter, square
from sudokutools.constraints.fpuzzles_entry import entry_names
from sudokutools.constraints.marked import Marked
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Cells, Shape


class ColumnIndex(Marked):
    """All marked cells; the 159 rule marks columns 1, 5 and 9."""

    key = "columnindex"
    rule = "column c of a row holds v: column v holds c"
    fpuzzles = "columnindexer"
    iss: ClassVar[Sequence[str]] = ("Indexing~C",)
    tint: ClassVar[str] = "rose"

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        return [{"cells": entry_names(self.cells, shape)}]

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.row_cells[cell // shape.columns]

    def primitives(self, out: Primitives) -> None:
        for cell in self.cells:
            line = self.line(cell, out.shape)
            held = 1 << line.index(cell)
            left = (1 << out.n) - 1 & ~held
            for index, other in enumerate(line):
                if other != cell:
                    table = tuple(held if at == index else left for at in range(out.n))
                    out.related(cell, other, table)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            line = self.line(cell, shape)
            place, index = line.index(cell) + 1, cells[cell]
            if not index:
                continue
            other = line[index - 1]
            if cells[other] not in (0, place):
                told = f"{told_at(cells, cell, shape)}, but {told_at(cells, other, shape)}"
                yield 0, (cell, other), f"{self.key}: {told} is not {place}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield tinted cells with the first letter of the key."""
        for cell in self.cells:
            yield square(cell, shape, 0.5, self.tint)
            yield letter(cell, shape, self.key[0].upper())
