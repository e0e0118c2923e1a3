"""Palindromes: lines that read the same from both ends."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.constraints.constraint import Pairs
from sudokutools.constraints.shape import Shape


class Palindrome(Pairs):
    """A line of cells, which may pass a cell twice."""

    key = "palindrome"
    rule = "it reads the same from both ends"
    example = "r1c1r1c2r1c3"
    may_repeat = True
    fpuzzles = "palindrome"
    iss = ("Palindrome",)
    look = ((0.65, 0.14, ()),)

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        half = len(self.cells) // 2
        return list(zip(self.cells[:half], self.cells[::-1], strict=False))

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        partner = length - len(symbols)
        return partner >= len(symbols) or symbols[partner] == symbols[-1]

    def holds(self, first: int, second: int) -> bool:
        return first == second
