"""Renban lines: consecutive symbols in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sudokutools.constraints.constraint import Constraint, bounds
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Renban(Constraint):
    """Cells that hold different, consecutive symbols."""

    key = "renban"
    rule = "consecutive symbols in any order"
    example = "r1c1r1c2r1c3"
    lengths = (3, 6)
    fpuzzles = "renban"
    iss = ("Renban",)
    look = (("purple", 0.3, ()), (1.0, 0.05, ()))

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        return len(set(symbols)) == len(symbols) and max(symbols) - min(symbols) < length

    def primitives(self, out: Primitives) -> None:
        count = len(self.cells)
        out.sets(self.cells, (range(s, s + count) for s in range(1, out.n - count + 2)))

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = sorted(cells[cell] for cell in self.cells)
        if all(b - a == 1 for a, b in pairwise(symbols)):
            return ""
        return f"{', '.join(map(str, symbols))} are not consecutive"

    def because(self, cell: int, symbol: int, masks: Mapping[int, int], shape: Shape) -> str:
        far = len(self.cells)
        for other in self.cells:
            low, high = bounds((other,), masks, cell, symbol)
            if low >= symbol + far or high <= symbol - far:
                bound = f"least {low}" if low > symbol else f"most {high}"
                return f"{shape.cell_name(other)} is at {bound}"
        return ""
