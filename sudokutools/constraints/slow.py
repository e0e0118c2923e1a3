"""Slow thermometers: no symbol is greater than the next."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.constraints.constraint import Pairs
from sudokutools.constraints.drawing import MARK, Disc, Mark, line, middle
from sudokutools.constraints.shape import Shape


class Slow(Pairs):
    """A line of cells with symbols that never fall, from the bulb."""

    key = "slow"
    rule = "none is less than the one before"
    example = "r1c1r1c2r1c3"
    fpuzzles = "slowthermometer"
    window = 2
    broken = "{one} is greater than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first <= second

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield a dashed line with a hollow bulb."""
        yield from line(self.cells, shape, [(MARK, 0.24, (0.22, 0.1))])
        yield Disc(*middle(self.cells[0], shape), 0.33, 1.0, MARK, 0.08)
