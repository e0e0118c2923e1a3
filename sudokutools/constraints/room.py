"""Numbered rooms: the symbol at place X, X the first symbol seen."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.constraints.outside import Outside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Room(Outside):
    """A row or column as seen from the clue; `number` is the symbol."""

    key = "room"
    rule = "{number} is at place X, the first symbol seen"
    example = "6:c1"
    iss = ("NumberedRoom",)
    frame = (-0.27, -0.27), (0.27, -0.27), (0.27, 0.27), (-0.27, 0.27)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return symbols[symbols[0] - 1]

    def primitives(self, out: Primitives) -> None:
        first, *others = self.cells
        for place, cell in enumerate(others, 2):
            table = out.table(lambda a, b, p=place: (a == p) == (b == self.number))  # type: ignore[misc]
            out.related(first, cell, table)
        out.allow(first, (p for p in range(1, out.n + 1) if p > 1 or self.number == 1))
        out.allow(first, (p for p in range(1, out.n + 1) if p == 1 or p != self.number))

    def check_values(self, shape: Shape) -> None:
        if not 1 <= self.number <= shape.n:
            raise self.malformed(self.value(shape))
        super().check_values(shape)

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = [cells[cell] for cell in self.cells]
        held = self.number_of(symbols)
        return "" if held == self.number else f"place {symbols[0]} holds {held}"
