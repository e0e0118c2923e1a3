"""Quadruples: four cells that hold certain symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Self

from sudokutools.constraints.constraint import Constraint, told_all
from sudokutools.constraints.drawing import SIGN, THIN, Disc, Mark, Text, middle, text_width
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

Left = tuple[int, ...]


class Quadruple(Constraint):
    """Quadruples: four cells that hold certain symbols.

    The cell is the one whose lower right corner is marked; `text` lists symbols joined by points.
    The four cells around the corner hold each symbol at least as often as it is listed.
    """

    key = "quadruple"
    rule = "its four cells hold {text}"
    form = "text:cells"
    expected = "symbols and a cell"
    example = "1.2.3:r1c1"
    fewest = most = 1
    fpuzzles = "quadruple"
    iss = ("Quad",)

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        cells, values = entry.cells(), entry.get("values") or []
        clue = cls(cells[:1] and (min(cells),), text=".".join(map(str, values)))
        if values:
            if sorted(cells) != list(clue.scope(entry.shape)):
                raise SudokuError("quadruple: expected the four cells around a corner")
            yield clue

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        return [{"cells": entry_names(self.scope(shape), shape), "values": list(self.listed)}]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        symbols = map(arguments.number, range(1, len(arguments.parts)))
        yield cls([arguments.cell(0)], text=".".join(map(str, symbols)))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text("Quad", *names_of(self.cells, shape), *map(str, self.listed))]

    @property
    def listed(self) -> Left:
        return tuple(map(int, self.text.split(".")))

    @property
    def symbols(self) -> Left:
        return tuple(sorted(self.listed))

    def check(self, shape: Shape) -> None:
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})*", self.text):
            raise self.malformed(self.text)
        super().check(shape)

    def check_values(self, shape: Shape) -> None:
        row, column = divmod(self.cells[0], shape.columns)
        if row + 1 == shape.rows or column + 1 == shape.columns:
            name = shape.cell_name(self.cells[0])
            raise SudokuError(f"quadruple: {name} has no lower right corner inside the grid")
        super().check_values(shape)

    def scope(self, shape: Shape) -> Cells:
        (cell,) = self.cells
        return cell, cell + 1, cell + shape.columns, cell + shape.columns + 1

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a corner and one to four of the symbols around it."""
        shape, count = canvas.shape, canvas.within(1, 4)
        if min(shape.rows, shape.columns) < 2:
            return None
        row, column = canvas.within(1, shape.rows - 1), canvas.within(1, shape.columns - 1)
        cell = (row - 1) * shape.columns + column - 1
        held = canvas.held(canvas.shuffled(cls([cell]).scope(shape)))
        return cls([cell], text=".".join(map(str, sorted(held[:count]))))

    def primitives(self, out: Primitives) -> None:
        def step(left: Left, symbol: int) -> Left:
            at = left.index(symbol) if symbol in left else len(left)
            return left[:at] + left[at + 1 :]

        key = self.key, self.symbols
        out.automaton(self.scope(out.shape), [self.symbols], step, lambda left: not left, key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        held = [cells[cell] for cell in self.scope(shape)]
        symbols = self.symbols
        missing = [s for s in sorted(set(symbols)) if held.count(s) < symbols.count(s)]
        return f"{told_all(missing)} missing" if missing else ""

    def spoken(self, shape: Shape) -> dict[int, str]:
        return dict.fromkeys(self.scope(shape), f"quadruple {self.text.replace('.', ' ')}")

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield a circle on the corner, with the symbols in one or two rows."""
        x, y = middle(self.cells[0], shape)
        symbols = self.text.split(".")
        half = len(symbols) if len(symbols) < 3 else 2
        rows = [" ".join(row) for row in (symbols[:half], symbols[half:]) if row]
        yield Disc(x + 0.5, y + 0.5, 0.26, 1.0, 0.0, 2 * THIN, SIGN)
        size = min(0.22, 0.46 / text_width(max(rows, key=len), 1.0))
        for at, row in enumerate(rows):
            yield Text(x + 0.5, y + 0.5 + 0.2 * (at - (len(rows) - 1) / 2), size, row)
