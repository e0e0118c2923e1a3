"""A number outside the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from sudokutools.constraints.constraint import Constraint, check_full
from sudokutools.constraints.drawing import SIGN, THIN, Mark, Path, Point, Text, middle, text_width
from sudokutools.constraints.places import seen_from, side_name
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError


class Outside(Constraint):
    """A number outside the grid, about a row or column as seen from there.

    frame  the corners of the frame of the number, from its middle, in cells; empty: none
    """

    form = "number:side"
    expected = "number and side"
    example = "15:r3"
    covers = False
    fewest = 1
    frame: ClassVar[Sequence[Point]] = ()

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def check_values(self, shape: Shape) -> None:
        if self.cells != seen_from(side_name(self.cells, shape), shape):
            raise SudokuError(f"{self.key}: expected the cells of a row or column")
        super().check_values(shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a side and give its number."""
        cells = canvas.one_of([*canvas.shape.row_cells, *canvas.shape.column_cells])
        cells = cells[:: 1 - 2 * canvas.stream.below(2)]
        return cls(cells, cls.number_of(canvas.held(cells)))

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        """Return the number that is true of a row or column as seen from the clue."""
        raise NotImplementedError

    def label(self, shape: Shape) -> str:
        return f"{self.key} {side_name(self.cells, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the number, in a frame if the kind has one."""
        x, y = middle(self.cells[0], shape)
        right, down = middle(self.cells[-1], shape)
        x, y = x - (right > x) + (right < x), y - (down > y) + (down < y)
        if self.frame:
            lines = [[(x + right, y + down) for right, down in self.frame]]
            yield Path(lines, 1.0, 0.0, 2 * THIN, is_closed=True, layer=SIGN)
        text = str(self.number)
        yield Text(x, y, min(0.38, 0.6 / text_width(text, 1.0)), text)
