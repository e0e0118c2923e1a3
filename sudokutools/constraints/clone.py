"""Clones: two groups of cells with the same symbols, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from sudokutools.constraints.constraint import Constraint, Pairs
from sudokutools.constraints.drawing import Mark, letter, square
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError


class Clone(Pairs):
    """Clones: two groups of cells (`head` and `cells`) with the same symbols, cell by cell."""

    key = "clone"
    rule = "both groups hold the same"
    form = "head:cells"
    expected = "two groups of cells"
    example = "r1c1r1c2:r5c5r5c6"
    fewest = 1
    fpuzzles = "clone"
    iss = ("SameValues~2",)

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        yield cls(entry.cells("cloneCells"), head=entry.cells())

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        parts = {"cells": self.head, "cloneCells": self.cells}
        return [{name: entry_names(cells, shape) for name, cells in parts.items()}]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        cells = arguments.cells()
        if len(cells) != 2:
            raise SudokuError("SameValues of sets is not supported")
        yield cls(cells[1:], head=cells[:1])

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return self.tables(shape)

    def check(self, shape: Shape) -> None:
        if len(self.head) != len(self.cells):
            counts = f"{len(self.head)} and {len(self.cells)}"
            raise SudokuError(f"clone: groups of {counts} cells, expected the same number")
        super().check(shape)

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        return [pair for pair in zip(self.head, self.cells, strict=True) if pair[0] != pair[1]]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a shift, then connected cells that hold the same as the shifted ones."""
        columns, symbols, free = canvas.shape.columns, canvas.symbols, set(canvas.free)
        down = canvas.within(0, canvas.shape.rows - 1)
        right = canvas.within(1 - columns, columns - 1)
        shift = down * columns + right
        same = [
            cell
            for cell in canvas.free
            if 0 <= cell % columns + right < columns
            and cell + shift in free
            and symbols[cell] == symbols[cell + shift]
        ]
        if shift <= 0 or not same:
            return None
        cells = canvas.group(5, same, canvas.one_of(same))
        others = tuple(cell + shift for cell in cells)
        is_clone = len(cells) > 1 and not set(cells) & set(others)
        return cls(others, head=cells) if is_clone else None

    def holds(self, first: int, second: int) -> bool:
        return first == second

    def spoken(self, shape: Shape) -> dict[int, str]:
        both = [*self.pairs(shape), *(pair[::-1] for pair in self.pairs(shape))]
        return {cell: f"clone of {shape.cell_name(other)}" for cell, other in both}

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        """Yield grey cells, with a letter for each pair of cells of a grid."""
        number = 0
        for at, clue in enumerate(clues):
            for pair in clue.pairs(shape):
                name, number = chr(ord("a") + number % 26) * (number // 26 + 1), number + 1
                for cell in pair:
                    yield square(cell, shape, 0.5, (0.9, 0.82)[at % 2])
                    yield letter(cell, shape, name)
