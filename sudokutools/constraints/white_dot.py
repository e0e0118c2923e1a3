"""White dots: two symbols with a given difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from sudokutools.constraints.constraint import Pairs
from sudokutools.constraints.drawing import Mark, dot
from sudokutools.constraints.shape import Shape

RELATIONS: dict[str, Callable[[int, int, int], bool]] = {
    "difference": lambda number, a, b: abs(a - b) == number,
    "ratio": lambda number, a, b: a == number * b or b == number * a,
    "sum": lambda number, a, b: a + b == number,
}


class Difference(Pairs):
    """Two cells, anywhere, whose symbols differ by exactly `number`."""

    key = "difference"
    rule = "they differ by {number}"
    form = "number:cells"
    expected = "difference and two cells"
    example = "1:r1c1r1c2"
    most = 2
    fpuzzles = "difference"
    signs: ClassVar[Mapping[int, str]] = {1: "WhiteDot"}
    broken = "{a} and {b} differ by {gap}"
    dots: ClassVar[str] = "○" + "".join(map(chr, range(0x2461, 0x2474)))
    """The signs of the numbers from 1."""
    brightness: ClassVar[float] = 1.0

    @classmethod
    def usual(cls, n: int) -> int:
        (number,) = cls.signs
        return number

    @property
    def sign(self) -> str:
        return self.dots[self.number - 1 : self.number]

    def holds(self, first: int, second: int) -> bool:
        return RELATIONS[self.key](self.number, first, second)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        text = "" if self.number in self.signs else str(self.number)
        return dot(self.cells, shape, self.brightness, text)
