"""Alternating lines: even and odd symbols take turns.

box=3x3,alternating=r1c1r1c2r1c3
"""

from __future__ import annotations

from itertools import pairwise

from sudokutools.constraints.constraint import Constraint, symbol_at
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Alternating(Constraint):
    """Alternating lines: even and odd symbols take turns."""

    key = "alternating"
    rule = "even and odd symbols take turns"
    example = "r1c1r1c2r1c3"

    def primitives(self, out: Primitives) -> None:
        table = out.table(lambda a, b: a % 2 != b % 2)
        for first, second in pairwise(self.cells):
            out.related(first, second, table)

    def violation(self, cells: bytes, shape: Shape) -> str:
        for first, second in pairwise(self.cells):
            if cells[first] % 2 == cells[second] % 2:
                reported = f"{symbol_at(cells, first, shape)} and {symbol_at(cells, second, shape)}"
                return f"{reported} are both {'odd' if cells[first] % 2 else 'even'}"
        return ""
