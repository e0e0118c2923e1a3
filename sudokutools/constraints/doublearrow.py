"""Double arrows: the two ends add up to the sum of the cells between them."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.constraints.constraint import Constraint, equation
from sudokutools.constraints.drawing import INK, Disc, Mark, middle
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class DoubleArrow(Constraint):
    """A line from circle to circle."""

    key = "doublearrow"
    rule = "the ends add up to the other cells"
    example = "r1c1r1c2r1c3"
    fewest = 3
    lengths = (3, 5)
    fpuzzles = "doublearrow"
    iss = ("DoubleArrow",)
    look = ((INK, 0.06, ()),)

    def primitives(self, out: Primitives) -> None:
        out.total(self.cells, [1, *[-1] * (len(self.cells) - 2), 1], 0)

    def violation(self, cells: bytes, shape: Shape) -> str:
        first, *inner, last = (cells[cell] for cell in self.cells)
        if sum(inner) == first + last:
            return ""
        return f"{equation(inner)}, the ends {equation([first, last])}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        for cell in (self.cells[0], self.cells[-1]):
            yield Disc(*middle(cell, shape), 0.37, 1.0, INK, 0.06)
