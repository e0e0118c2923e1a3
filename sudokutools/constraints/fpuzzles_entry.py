"""Entries of the array of a key in f-puzzles.

"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "5"}]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sudokutools.constraints.places import CELL, cells_by_name, seen_from, side_name
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

_NUMBERS = tuple(map(str, range(1, 101)))


class Entry:
    """An entry of the array of a key; `fields` are its JSON. Methods raise SudokuError."""

    def __init__(self, key: str, fields: Any, shape: Shape) -> None:
        self.key = key
        self.fields = fields
        self.shape = shape

    def get(self, name: str) -> Any:
        if not isinstance(self.fields, dict):
            raise SudokuError(f"{self.key!r} must be an array of objects")
        return self.fields.get(name)

    def place(self, name: Any) -> tuple[int, int]:
        """Return row and column of a cell, from 1; 0 and n + 1 are next to the grid."""
        match = CELL.fullmatch(name) if isinstance(name, str) else None
        if match:
            row, column = int(match[1]), int(match[2])
            if row <= self.shape.rows + 1 and column <= self.shape.columns + 1:
                return row, column
        raise SudokuError(f"unknown cell {str(name)[:20]!r}")

    def cell(self, name: Any) -> int:
        row, column = self.place(name)
        if not (1 <= row <= self.shape.rows and 1 <= column <= self.shape.columns):
            raise SudokuError(f"unknown cell {str(name)[:20]!r}")
        return (row - 1) * self.shape.columns + column - 1

    def cells(self, name: str = "cells") -> Cells:
        return self._all(self.get(name))

    def lines(self) -> list[Cells]:
        lines = self.get("lines") or []
        if not isinstance(lines, list):
            raise SudokuError(f"'lines' of a {self.key} must be an array")
        return list(map(self._all, lines))

    def _all(self, names: Any) -> Cells:
        if not isinstance(names, list):
            raise SudokuError("'cells' must be an array of names such as R1C1")
        known = cells_by_name(self.shape.rows, self.shape.columns, _NUMBERS)
        try:
            return tuple([known[name] for name in names])
        except (KeyError, TypeError):
            return tuple(map(self.cell, names))

    def side(self) -> Cells:
        """Return the row or column next to the cell outside the grid."""
        name = self.get("cell")
        row, column = self.place(name)
        is_row = 0 < row <= self.shape.rows
        line, end = (f"r{row}", column) if is_row else (f"c{column}", row)
        cells = seen_from(f"{'-' * (end > 0)}{line}", self.shape)
        length = self.shape.columns if is_row else self.shape.rows
        if cells is None or end not in (0, length + 1):
            raise SudokuError(f"{self.key}: {name!r} is not next to the grid")
        return cells

    def number(self, usual: int = 0) -> int:
        """Return the value; `usual` if it is empty."""
        value = self.get("value")
        text = "" if value is None else str(value).strip()
        if text and not re.fullmatch("[0-9]{1,5}", text):
            raise SudokuError(f"{self.key} with {text[:20]!r} is not supported")
        return int(text) if text else usual


def entry_names(cells: Sequence[int], shape: Shape) -> list[str]:
    return [shape.cell_name(cell).upper() for cell in cells]


def outside(cells: Cells, shape: Shape) -> str:
    """Return the name of the cell from which a row or column is seen."""
    side = side_name(cells, shape)
    number, is_row = int(side.lstrip("-rc")), "r" in side
    end = 0 if side[0] != "-" else (shape.columns if is_row else shape.rows) + 1
    return f"R{number}C{end}" if is_row else f"R{end}C{number}"
