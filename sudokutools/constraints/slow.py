"""Slow thermometers: no symbol is greater than the next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.drawing import MARK, Disc, Mark, line, middle
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Slow(Constraint):
    """A line of cells with symbols that never fall, from the bulb."""

    key = "slow"
    example = "r1c1r1c2r1c3"
    fpuzzles = "slowthermometer"
    window = 2

    def primitives(self, out: Primitives) -> None:
        table = out.table(lambda low, high: low <= high)
        for low, high in pairwise(self.cells):
            out.related(low, high, table)

    def violation(self, cells: bytes, shape: Shape) -> str:
        for low, high in pairwise(self.cells):
            if cells[low] > cells[high]:
                return f"{told_at(cells, low, shape)} is greater than {told_at(cells, high, shape)}"
        return ""

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield a dashed line with a hollow bulb."""
        yield from line(self.cells, shape, [(MARK, 0.24, (0.22, 0.1))])
        yield Disc(*middle(self.cells[0], shape), 0.33, 1.0, MARK, 0.08)
