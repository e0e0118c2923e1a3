"""Whispers: neighbours on the line differ by at least a number (German 5, Dutch 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.drawing import Mark, corner
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Whisper(Constraint):
    """A line of cells; `number` is the minimum difference."""

    key = "whisper"
    form = "number:cells"
    expected = "difference and line"
    example = "5:r1c1r1c2r1c3"
    window = 2
    fpuzzles = "whispers"
    iss = ("Whisper",)
    look = (("green", 0.3, ()),)

    @classmethod
    def usual(cls, n: int) -> int:
        return (n + 1) // 2

    def primitives(self, out: Primitives) -> None:
        table = out.table(lambda a, b: abs(a - b) >= self.number)
        for first, second in pairwise(self.cells):
            out.related(first, second, table)

    def violation(self, cells: bytes, shape: Shape) -> str:
        for first, second in pairwise(self.cells):
            gap = abs(cells[first] - cells[second])
            if gap < self.number:
                told = f"{told_at(cells, first, shape)} and {told_at(cells, second, shape)}"
                return f"{told} differ by {gap}"
        return ""

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the line, and its number unless it is the usual one, half of the symbols."""
        yield from super().figure(shape)
        if self.number != (shape.n + 1) // 2:
            yield corner(self.cells[0], shape, str(self.number))
