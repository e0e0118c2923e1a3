"""Minimum cells: less than every orthogonal neighbour that is not marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sudokutools.constraints.constraint import Marked, told_at
from sudokutools.constraints.drawing import INK, THIN, Mark, Path, head, middle, square
from sudokutools.constraints.places import neighbours
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Cells, Shape


class Minimum(Marked):
    """All cells that are marked as minimum."""

    key = "minimum"
    fpuzzles = "minimum"
    words: ClassVar[str] = "less"

    @staticmethod
    def holds(marked: int, other: int) -> bool:
        return marked < other

    def _pairs(self, shape: Shape) -> list[tuple[int, int]]:
        marked = set(self.cells)
        return [
            (cell, other)
            for cell in self.cells
            for other in neighbours(cell, shape)
            if other not in marked
        ]

    def primitives(self, out: Primitives) -> None:
        table = out.table(self.holds)
        for cell, other in self._pairs(out.shape):
            out.related(cell, other, table)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell, other in self._pairs(shape):
            if cells[cell] and cells[other] and not self.holds(cells[cell], cells[other]):
                told = f"{told_at(cells, cell, shape)} is not {self.words} than"
                yield 0, (cell, other), f"{self.key}: {told} {told_at(cells, other, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield grey cells with heads of arrows at their sides, which point at the smaller cell."""
        for cell in self.cells:
            yield square(cell, shape, 0.5, 0.9)
        lines = []
        for cell, other in self._pairs(shape):
            (x, y), (right, down) = middle(cell, shape), middle(other, shape)
            inner, outer = (
                (x + part * (right - x), y + part * (down - y)) for part in (0.38, 0.46)
            )
            ends = (inner, outer) if self.holds(1, 2) else (outer, inner)
            lines.append(head(*ends, 0.08))
        yield Path(lines, stroke=INK, width=2 * THIN, is_round=True)
