"""Kinds of marked cells, which are one clue of a grid: parities, extremes, indexers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from sudokutools.constraints.constraint import Constraint, Pairs, check_full, told_at
from sudokutools.constraints.drawing import (
    AREA,
    INK,
    MARK,
    THIN,
    Disc,
    Mark,
    Path,
    head,
    letter,
    middle,
    square,
)
from sudokutools.constraints.fpuzzles_entry import entry_names
from sudokutools.constraints.iss_arguments import iss_text, names_of
from sudokutools.constraints.places import neighbours
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Marked(Constraint):
    fewest = 1
    is_set = True
    is_joined = True

    def label(self, shape: Shape) -> str:
        return f"{self.key} cells"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw one cell that may be marked."""
        return cls.first_true(canvas, (cls([cell]) for cell in canvas.shuffled(canvas.free)))


class Even(Marked):
    """Cells with an even symbol."""

    key = "even"
    fpuzzles = "even"
    rest: ClassVar[int] = 0

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        symbols = "".join(f"_{symbol}" for symbol in range(2 - self.rest, shape.n + 1, 2))
        if shape.n < 4:
            raise SudokuError(f"{self.key} with four or more symbols only")
        return [iss_text("", *(name + symbols for name in names_of(self.cells, shape)))]

    def primitives(self, out: Primitives) -> None:
        for cell in self.cells:
            out.allow(cell, range(2 - self.rest, out.n + 1, 2))

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            if cells[cell] and cells[cell] % 2 != self.rest:
                yield 0, (cell,), f"{self.key}: {told_at(cells, cell, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield square(cell, shape, 0.36, MARK)


class Odd(Even):
    """Cells with an odd symbol."""

    key = "odd"
    fpuzzles = "odd"
    rest = 1

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield Disc(*middle(cell, shape), 0.39, MARK, layer=AREA)


class Minimum(Marked, Pairs):
    """Minimum cells: less than every orthogonal neighbour that is not marked."""

    key = "minimum"
    rule = "each is less than its neighbours"
    fpuzzles = "minimum"
    broken = "{one} is not less than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first < second

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        marked = set(self.cells)
        around = ((cell, other) for cell in self.cells for other in neighbours(cell, shape))
        return [pair for pair in around if pair[1] not in marked]

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        return self.told_pairs(cells, shape, self.key)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield grey cells with heads of arrows at their sides, which point at the smaller cell."""
        for cell in self.cells:
            yield square(cell, shape, 0.5, 0.9)
        lines = []
        for cell, other in self.pairs(shape):
            (x, y), (right, down) = middle(cell, shape), middle(other, shape)
            inner, outer = (
                (x + part * (right - x), y + part * (down - y)) for part in (0.38, 0.46)
            )
            ends = (inner, outer) if self.holds(1, 2) else (outer, inner)
            lines.append(head(*ends, 0.08))
        yield Path(lines, stroke=INK, width=2 * THIN, is_round=True)


class Maximum(Minimum):
    """Maximum cells: greater than every orthogonal neighbour that is not marked."""

    key = "maximum"
    rule = "each is greater than its neighbours"
    fpuzzles = "maximum"
    broken = "{one} is not greater than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first > second


class ColumnIndex(Marked):
    """Column indexers: symbol v in column c means that c is in column v of that row.

    The 159 rule marks columns 1, 5 and 9.
    """

    key = "columnindex"
    rule = "column c of a row holds v: column v holds c"
    fpuzzles = "columnindexer"
    iss: ClassVar[Sequence[str]] = ("Indexing~C",)
    tint: ClassVar[str] = "rose"

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        return [{"cells": entry_names(self.cells, shape)}]

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.row_cells[cell // shape.columns]

    def primitives(self, out: Primitives) -> None:
        for cell in self.cells:
            line = self.line(cell, out.shape)
            held = 1 << line.index(cell)
            left = (1 << out.n) - 1 & ~held
            for index, other in enumerate(line):
                if other != cell:
                    table = tuple(held if at == index else left for at in range(out.n))
                    out.related(cell, other, table)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            line = self.line(cell, shape)
            place, index = line.index(cell) + 1, cells[cell]
            if index and cells[line[index - 1]] not in (0, place):
                other = line[index - 1]
                told = f"{told_at(cells, cell, shape)}, but {told_at(cells, other, shape)}"
                yield 0, (cell, other), f"{self.key}: {told} is not {place}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield tinted cells with the first letter of the key."""
        for cell in self.cells:
            yield square(cell, shape, 0.5, self.tint)
            yield letter(cell, shape, self.key[0].upper())


class RowIndex(ColumnIndex):
    """Row indexers: symbol v in row r means that r is in row v of that column."""

    key = "rowindex"
    rule = "row r of a column holds v: row v holds r"
    fpuzzles = "rowindexer"
    iss = ("Indexing~R",)
    tint = "mint"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.column_cells[cell % shape.columns]


class BoxIndex(ColumnIndex):
    """Box indexers: symbol v at place p of a box means that p is at place v.

    Places count in reading order of the box or region.
    """

    key = "boxindex"
    rule = "place p of a box holds v: place v holds p"
    fpuzzles = "boxindexer"
    iss = ()
    tint = "sky"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.region_cells[shape.region_of(cell)]
