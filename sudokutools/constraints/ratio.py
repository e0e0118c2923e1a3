"""Black dots: one symbol is a multiple of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import Mark, dot
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape

BLACK_DOTS = "\u2776●" + "".join(map(chr, range(0x2778, 0x2780)))
"""The signs of the ratios 1 to 10."""


class Ratio(Constraint):
    """Two cells, anywhere, one with `number` times the symbol of the other."""

    key = "ratio"
    form = "number:cells"
    expected = "ratio and two cells"
    example = "2:r1c1r1c2"
    most = 2
    fpuzzles = "ratio"
    signs: ClassVar[Mapping[int, str]] = {2: "BlackDot"}

    @classmethod
    def usual(cls, n: int) -> int:
        return 2

    @property
    def sign(self) -> str:
        return BLACK_DOTS[self.number - 1 : self.number]

    def primitives(self, out: Primitives) -> None:
        first, second = self.cells
        out.related(first, second, out.table(self._holds))

    def _holds(self, first: int, second: int) -> bool:
        return first == self.number * second or second == self.number * first

    def violation(self, cells: bytes, shape: Shape) -> str:
        first, second = (cells[cell] for cell in self.cells)
        is_true = self._holds(first, second)
        return "" if is_true else f"{first} and {second} are not in the ratio {self.number}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return dot(self.cells, shape, 0.0, str(self.number) if self.number != 2 else "")
