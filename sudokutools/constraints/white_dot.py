"""White dots: two symbols with a given difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import Mark, dot
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape

WHITE_DOTS = "○" + "".join(map(chr, range(0x2461, 0x2474)))
"""The signs of the differences 1 to 20."""


class Difference(Constraint):
    """Two cells, anywhere, whose symbols differ by exactly `number`."""

    key = "difference"
    form = "number:cells"
    expected = "difference and two cells"
    example = "1:r1c1r1c2"
    most = 2
    fpuzzles = "difference"
    signs: ClassVar[Mapping[int, str]] = {1: "WhiteDot"}

    @classmethod
    def usual(cls, n: int) -> int:
        return 1

    @property
    def sign(self) -> str:
        return WHITE_DOTS[self.number - 1 : self.number]

    def primitives(self, out: Primitives) -> None:
        first, second = self.cells
        out.related(first, second, out.table(lambda a, b: abs(a - b) == self.number))

    def violation(self, cells: bytes, shape: Shape) -> str:
        first, second = (cells[cell] for cell in self.cells)
        gap = abs(first - second)
        return "" if gap == self.number else f"{first} and {second} differ by {gap}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return dot(self.cells, shape, 1.0, str(self.number) if self.number != 1 else "")
