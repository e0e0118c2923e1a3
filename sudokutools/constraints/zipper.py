"""Zipper lines: cells equally far from the middle have one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudokutools.constraints.constraint import Constraint, equation
from sudokutools.constraints.drawing import INK, THIN, Disc, Mark, edge
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Zipper(Constraint):
    """A line of cells; of an odd number, the middle cell holds the sum."""

    key = "zipper"
    rule = "cells equally far from the middle have the same sum"
    example = "r1c1r1c2r1c3"
    lengths = (3, 6)
    fpuzzles = "zipperline"
    iss = ("Zipper",)
    look = (("lavender", 0.2, (0.16, 0.06)),)

    def _parts(self) -> list[tuple[int, ...]]:
        """Return the pairs from the ends to the middle, then the middle cell."""
        count = len(self.cells)
        parts = [(self.cells[i], self.cells[-1 - i]) for i in range(count // 2)]
        return [*parts, self.cells[count // 2 : count // 2 + 1]] if count % 2 else [*parts]

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        middle, partner = length // 2, length - len(symbols)
        if partner >= middle:
            return True
        total = symbols[middle] + (0 if length % 2 else symbols[middle - 1])
        return symbols[partner] + symbols[-1] == total

    def primitives(self, out: Primitives) -> None:
        for one, other in combinations(self._parts(), 2):
            out.total(one + other, [1] * len(one) + [-1] * len(other), 0)

    def violation(self, cells: bytes, shape: Shape) -> str:
        first, *others = ([cells[cell] for cell in part] for part in self._parts())
        for other in others:
            if sum(other) != sum(first):
                return f"{equation(first)}, {equation(other)}"
        return ""

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        count = len(self.cells)
        x, y = edge((self.cells[(count - 1) // 2], self.cells[count // 2]), shape)
        yield Disc(x, y, 0.17, self.look[0][0], INK, 2 * THIN)
