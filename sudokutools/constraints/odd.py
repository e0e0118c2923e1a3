"""Cells with an odd symbol."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.constraints.drawing import AREA, MARK, Disc, Mark, middle
from sudokutools.constraints.even import Even
from sudokutools.constraints.shape import Shape


class Odd(Even):
    """All cells that are marked as odd."""

    key = "odd"
    fpuzzles = "odd"
    rest = 1

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield Disc(*middle(cell, shape), 0.39, MARK, layer=AREA)
