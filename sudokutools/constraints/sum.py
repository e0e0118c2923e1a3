"""Sums of cells, such as X (10) and V (5) between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from sudokutools.constraints.constraint import Constraint, bounds, equation
from sudokutools.constraints.drawing import Mark, Text, edge, group
from sudokutools.constraints.fpuzzles_entry import Entry
from sudokutools.constraints.places import are_beside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

SIGNS = {5: "\N{ROMAN NUMERAL FIVE}", 10: "\N{ROMAN NUMERAL TEN}"}
"""The signs of sums; other characters than letters, which may be symbols."""


class Sum(Constraint):
    """Cells with a sum; symbols may repeat."""

    key = "sum"
    rule = "it adds up to {number}"
    form = "number:cells"
    expected = "sum and cells"
    example = "10:r1c1r1c2"
    is_set = True
    fpuzzles = "xv"
    iss = ("Sum",)
    signs: ClassVar[Mapping[int, str]] = {10: "X", 5: "V"}

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        sign = str(entry.get("value") or "").upper()
        if sign:
            numbers = [number for number, name in Sum.signs.items() if name == sign]
            if not numbers:
                raise SudokuError(f"xv with {sign[:20]!r} is not supported")
            yield cls(entry.cells(), numbers[0])

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        if self.number not in self.signs:
            raise SudokuError(f"no sum of {self.number}, only X and V")
        sign = {"value": self.signs[self.number]}
        return [entry | sign for entry in super().to_fpuzzles(shape, clues)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw an X or V: 10 or 5 with nine symbols."""
        return cls.drawn_pair(canvas, [canvas.shape.n + 1, (canvas.shape.n + 1) // 2])

    @property
    def sign(self) -> str:
        return SIGNS.get(self.number, "")

    def primitives(self, out: Primitives) -> None:
        out.total(self.cells, [1] * len(self.cells), self.number)

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = [cells[cell] for cell in self.cells]
        return "" if sum(symbols) == self.number else f"{equation(symbols)}, not {self.number}"

    def because(self, cell: int, symbol: int, masks: Mapping[int, int], shape: Shape) -> str:
        low, high = bounds(self.cells, masks, cell, symbol)
        reason = f"the sum would be below {self.number}" if high < self.number else ""
        return f"the sum would be above {self.number}" if low > self.number else reason

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield X, V or the sum between two neighbours, else an outline with the sum."""
        if are_beside(self.cells, shape):
            text = self.signs.get(self.number, str(self.number))
            yield Text(*edge(self.cells, shape), 0.3, text, has_halo=True)
        else:
            yield from group(self.cells, shape, str(self.number))
