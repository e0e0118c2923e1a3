"""Palindromes: lines that read the same from both ends."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Palindrome(Constraint):
    """A line of cells, which may pass a cell twice."""

    key = "palindrome"
    example = "r1c1r1c2r1c3"
    may_repeat = True
    fpuzzles = "palindrome"
    iss = ("Palindrome",)
    look = ((0.65, 0.14, ()),)

    def _pairs(self) -> list[tuple[int, int]]:
        half = len(self.cells) // 2
        return list(zip(self.cells[:half], self.cells[::-1], strict=False))

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        partner = length - len(symbols)
        return partner >= len(symbols) or symbols[partner] == symbols[-1]

    def primitives(self, out: Primitives) -> None:
        table = out.table(int.__eq__)
        for first, second in self._pairs():
            out.related(first, second, table)

    def violation(self, cells: bytes, shape: Shape) -> str:
        for first, second in self._pairs():
            if cells[first] != cells[second]:
                return f"{told_at(cells, first, shape)}, {told_at(cells, second, shape)}"
        return ""
