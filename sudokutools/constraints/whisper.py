"""Whispers: neighbours on the line differ by at least a number (German 5, Dutch 4)."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.constraints.constraint import Pairs
from sudokutools.constraints.drawing import Mark, corner
from sudokutools.constraints.shape import Shape


class Whisper(Pairs):
    """A line of cells; `number` is the minimum difference."""

    key = "whisper"
    rule = "neighbours differ by {number} or more"
    form = "number:cells"
    expected = "difference and line"
    example = "5:r1c1r1c2r1c3"
    window = 2
    fpuzzles = "whispers"
    iss = ("Whisper",)
    broken = "{one} and {other} differ by {gap}"
    look = (("green", 0.3, ()),)

    @classmethod
    def usual(cls, n: int) -> int:
        return (n + 1) // 2

    def holds(self, first: int, second: int) -> bool:
        return abs(first - second) >= self.number

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the line, and its number unless it is the usual one, half of the symbols."""
        yield from super().figure(shape)
        if self.number != (shape.n + 1) // 2:
            yield corner(self.cells[0], shape, str(self.number))
