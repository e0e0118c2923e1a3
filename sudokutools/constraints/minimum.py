"""Minimum cells: less than every orthogonal neighbour that is not marked."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.constraints.constraint import Pairs
from sudokutools.constraints.drawing import INK, THIN, Mark, Path, head, middle, square
from sudokutools.constraints.marked import Marked
from sudokutools.constraints.places import neighbours
from sudokutools.constraints.shape import Cells, Shape


class Minimum(Marked, Pairs):
    """All cells that are marked as minimum."""

    key = "minimum"
    rule = "each is less than its neighbours"
    fpuzzles = "minimum"
    broken = "{one} is not less than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first < second

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        marked = set(self.cells)
        return [
            (cell, other)
            for cell in self.cells
            for other in neighbours(cell, shape)
            if other not in marked
        ]

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for pair, told in self.broken_pairs(cells, shape):
            yield 0, pair, f"{self.key}: {told}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield grey cells with heads of arrows at their sides, which point at the smaller cell."""
        for cell in self.cells:
            yield square(cell, shape, 0.5, 0.9)
        lines = []
        for cell, other in self.pairs(shape):
            (x, y), (right, down) = middle(cell, shape), middle(other, shape)
            inner, outer = (
                (x + part * (right - x), y + part * (down - y)) for part in (0.38, 0.46)
            )
            ends = (inner, outer) if self.holds(1, 2) else (outer, inner)
            lines.append(head(*ends, 0.08))
        yield Path(lines, stroke=INK, width=2 * THIN, is_round=True)
