"""Region sum lines: the pieces in the regions have equal sums."""

from __future__ import annotations

from itertools import combinations, groupby
from typing import Self

from sudokutools.constraints.constraint import Constraint, told_all
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape


class RegionSum(Constraint):
    """A line of cells, cut wherever it passes from one region to another."""

    key = "regionsum"
    rule = "its parts in regions have the same sum"
    example = "r1c3r1c4"
    fpuzzles = "regionsumline"
    iss = ("RegionSumLine",)
    look = (("blue", 0.22, ()), (1.0, 0.06, (0.12, 0.1)))

    def _pieces(self, shape: Shape) -> list[Cells]:
        return [tuple(piece) for _, piece in groupby(self.cells, shape.region_of)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a line through two or more regions."""
        found = super().drawn(canvas)
        return found if found and len(found._pieces(canvas.shape)) > 1 else None

    def primitives(self, out: Primitives) -> None:
        for one, other in combinations(self._pieces(out.shape), 2):
            out.total(one + other, [1] * len(one) + [-1] * len(other), 0)

    def violation(self, cells: bytes, shape: Shape) -> str:
        sums = [sum(cells[cell] for cell in piece) for piece in self._pieces(shape)]
        return "" if len(set(sums)) == 1 else f"the pieces have the sums {told_all(sums)}"
