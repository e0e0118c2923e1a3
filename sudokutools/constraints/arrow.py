"""Arrows: the shaft adds up to the circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Self

from sudokutools.constraints.constraint import Constraint, bounds, equation
from sudokutools.constraints.drawing import INK, Disc, Mark, Path, head, middle
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError


class Arrow(Constraint):
    """Arrows: the shaft adds up to the circle.

    The cells are those of the shaft, without the circle or pill (`head`). A pill of two or more
    cells holds the digits of a decimal number in the order given.
    """

    key = "arrow"
    rule = "the shaft adds up to the circle"
    form = "head:cells"
    expected = "circle and shaft"
    example = "r1c1:r1c2r1c3"
    fewest = 1
    may_repeat = True
    lengths = (3, 5)
    fpuzzles = "arrow"
    iss = ("Arrow", "PillArrow")

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        head = entry.cells()
        for first, *shaft in filter(None, entry.lines()):
            if first not in head:
                raise SudokuError("arrow: the line does not begin in its circle")
            if shaft:  # A circle without a shaft has no effect.
                yield cls(shaft, head=head)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        near = min(self.head, key=lambda cell: _distance(cell, self.cells[0], shape))
        lines = [entry_names((near, *self.cells), shape)]
        return [{"lines": lines, "cells": entry_names(self.head, shape)}]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        is_pill = arguments.name == "PillArrow"
        length = arguments.number() if is_pill else 1
        cells = arguments.cells(int(is_pill))
        yield cls(cells[length:], head=cells[:length])

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        steps = (1, shape.columns, shape.columns + 1)
        if any(b - a not in steps or _distance(a, b, shape) > 1 for a, b in pairwise(self.head)):
            raise SudokuError("pills of neighbours in reading order only")
        start = ["PillArrow", str(len(self.head))] if self.head[1:] else ["Arrow"]
        return [iss_text(*start, *names_of(self.head + self.cells, shape))]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw the circle, then the cells of a shaft one by one."""
        symbols = canvas.symbols

        def begins(cells: list[int], length: int) -> bool:  # noqa: ARG001
            return sum(canvas.held(cells[1:])) <= symbols[cells[0]]

        def holds(cells: list[int]) -> bool:
            return sum(canvas.held(cells[1:])) == symbols[cells[0]]

        cells = canvas.path(cls.lengths, begins, holds)
        return None if cells is None else cls(cells[1:], 0, cells[:1])

    def primitives(self, out: Primitives) -> None:
        places = [-(10**place) for place in reversed(range(len(self.head)))]
        out.total(self.cells + self.head, [1] * len(self.cells) + places, 0)
        for cell in self.head[1:]:
            out.allow(cell, range(1, 10))

    def violation(self, cells: bytes, shape: Shape) -> str:
        shaft = [cells[cell] for cell in self.cells]
        pill = [cells[cell] for cell in self.head]
        held = int("".join(map(str, pill)))
        if sum(shaft) == held and max(pill[1:], default=0) <= 9:
            return ""
        return f"{equation(shaft)}, the {'pill' if pill[1:] else 'circle'} holds {held}"

    def because(self, cell: int, symbol: int, masks: Mapping[int, int], shape: Shape) -> str:
        if len(self.head) > 1:
            return ""
        low, high = bounds(self.cells, masks, cell, symbol)
        least, most = bounds(self.head, masks, cell, symbol)
        if cell in self.head:
            reason = f"the shaft adds up to at least {low}" if low > symbol else ""
            return f"the shaft adds up to at most {high}" if high < symbol else reason
        reason = f"the circle would be above {most}" if low > most else ""
        return f"the circle would be below {least}" if high < least else reason

    def spoken(self, shape: Shape) -> dict[int, str]:
        return dict.fromkeys(self.head, "arrow circle") | super().spoken(shape)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the arrow from the nearest cell of the circle, then the circle or pill."""
        shaft = [middle(cell, shape) for cell in self.cells]
        circle = [middle(cell, shape) for cell in self.head]
        points = [min(circle, key=lambda point: dist(point, shaft[0])), *shaft]
        lines = [points, head(points[-1], points[-2])]
        yield Path(lines, stroke=INK, width=0.06, is_round=True)
        if len(circle) == 1:
            yield Disc(*circle[0], 0.37, 1.0, INK, 0.06)
        else:
            yield Path([circle], stroke=INK, width=0.8, is_round=True)
            yield Path([circle], stroke=1.0, width=0.68, is_round=True)


def _distance(first: int, second: int, shape: Shape) -> int:
    """Return how many moves of a king lie between two cells."""
    (row, column), (below, beside) = (divmod(cell, shape.columns) for cell in (first, second))
    return max(abs(row - below), abs(column - beside))
