"""Between lines: inner cells lie strictly between the two ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.drawing import INK, Disc, Mark, Stroke, middle
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

States = tuple[int, ...]
_START: States = ()


class Between(Constraint):
    """A line from circle to circle; without an inner cell every filling meets it."""

    key = "between"
    rule = "inner cells lie between the ends"
    example = "r1c1r1c2r1c3"
    fpuzzles = "betweenline"
    iss = ("Between",)
    gap: ClassVar[int] = 2
    lengths = (3, 6)
    look: ClassVar[Sequence[Stroke]] = ((0.65, 0.1, ()),)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if len(self.cells) == 2 and self.gap == 2:
            raise SudokuError("between with inner cells only")
        return super().to_iss(shape, clues)

    @staticmethod
    def holds(low: int, high: int, symbol: int) -> bool:
        return low < symbol < high

    def primitives(self, out: Primitives) -> None:
        """Add an automaton that reads both ends, then the inner cells."""
        first, *inner, last = self.cells

        def step(state: States, symbol: int) -> States | None:
            if len(state) == 2:
                return state if self.holds(state[0], state[1], symbol) else None
            ends = tuple(sorted((*state, symbol)))
            return None if len(ends) == 2 and ends[1] - ends[0] < self.gap else ends

        if inner or self.gap > 2:
            cells = (first, last, *inner)
            out.automaton(cells, [_START], step, lambda state: len(state) == 2, self.key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        low, high = sorted((cells[self.cells[0]], cells[self.cells[-1]]))
        for cell in self.cells[1:-1]:
            if not self.holds(low, high, cells[cell]):
                return f"{told_at(cells, cell, shape)}, the ends hold {low} and {high}"
        return ""

    @staticmethod
    def end(x: float, y: float) -> Mark:
        return Disc(x, y, 0.36, 0.9, INK, 0.04)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        for cell in (self.cells[0], self.cells[-1]):
            yield self.end(*middle(cell, shape))
