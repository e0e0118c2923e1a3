"""Nabner lines: no two symbols are equal or consecutive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sudokutools.constraints.cage import TABLED
from sudokutools.constraints.constraint import Constraint, Pairs
from sudokutools.constraints.iss_arguments import tables_of
from sudokutools.constraints.primitives import Primitives, Sets
from sudokutools.constraints.shape import Shape


class Nabner(Pairs):
    """Cells whose symbols differ by at least 2, each from every other."""

    key = "nabner"
    rule = "no two are equal or consecutive"
    example = "r1c1r1c2r1c3"
    lengths = (3, 5)
    fpuzzles = "nabner"
    look = (("gold", 0.3, (0.3, 0.1)),)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return tables_of(self, shape, Sets)

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        return all(abs(symbols[-1] - symbol) > 1 for symbol in symbols[:-1])

    def pairs(self, shape: Shape) -> Iterator[tuple[int, int]]:
        return combinations(self.cells, 2)

    def holds(self, first: int, second: int) -> bool:
        return abs(first - second) > 1

    def primitives(self, out: Primitives) -> None:
        super().primitives(out)
        if out.n <= TABLED:
            chosen = combinations(range(1, out.n + 1), len(self.cells))
            out.sets(self.cells, (s for s in chosen if all(b - a > 1 for a, b in pairwise(s))))
