"""A kind of marked cells."""

from __future__ import annotations

from typing import Self

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape


class Marked(Constraint):
    """A kind of marked cells."""

    example = "r1c1r1c2"
    fewest = 1
    is_set = True
    is_joined = True

    def label(self, shape: Shape) -> str:
        return f"{self.key} cells"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw one cell that may be marked."""
        found = (cls([cell]) for cell in canvas.shuffled(canvas.free))
        return next((c for c in found if c.is_true(canvas.symbols, canvas.shape)), None)
