"""Entropic lines: any three cells in a row are from different thirds of the symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sudokutools.constraints.constraint import Constraint, told_at
from sudokutools.constraints.drawing import Stroke
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

States = tuple[int, ...]
_START: States = ()


class Entropic(Constraint):
    """A line of cells; the two cells of a short line are from different thirds, too."""

    key = "entropic"
    rule = "any three in a row are low, middle and high"
    example = "r1c1r1c2r1c3"
    fpuzzles = "entropicline"
    iss = ("Entropic",)
    look: ClassVar[Sequence[Stroke]] = (("peach", 0.36, ()), (1.0, 0.07, (0.0, 0.16)))
    window = 3

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        if shape.n % 3:
            raise SudokuError(f"{cls.key}: {shape.n} symbols have no thirds")

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if shape.n != 9 and self.iss == Entropic.iss:
            raise SudokuError("entropic with 9 symbols only")
        return super().to_iss(shape, clues)

    @staticmethod
    def class_of(symbol: int, n: int) -> int:
        """Return the third of a symbol: 0 low, 1 middle, 2 high."""
        return (symbol - 1) * 3 // n

    def primitives(self, out: Primitives) -> None:
        def step(last: States, symbol: int) -> States | None:
            found = self.class_of(symbol, out.n)
            return None if found in last else (*last, found)[-2:]

        out.automaton(self.cells, [_START], step, lambda last: True, self.key)  # noqa: ARG005

    def violation(self, cells: bytes, shape: Shape) -> str:
        for at, cell in enumerate(self.cells):
            for other in self.cells[max(at - 2, 0) : at]:
                same = [self.class_of(cells[each], shape.n) for each in (other, cell)]
                if same[0] == same[1]:
                    told = f"{told_at(cells, other, shape)} and {told_at(cells, cell, shape)}"
                    return f"{told} are {self.words(same[0])}"
        return ""

    @staticmethod
    def words(found: int) -> str:
        """Name what two symbols share."""
        return f"both {('low', 'middle', 'high')[found]}"
