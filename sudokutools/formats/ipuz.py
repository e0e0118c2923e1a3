"""`ipuz`: sudoku puzzles of http://ipuz.org, an object over one line or several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import Found, refuse_unknown
from sudokutools.formats.format import Content, Style
from sudokutools.formats.json import grid_of_json, rows_of
from sudokutools.formats.json_objects import ForeignObject, comments_of, fields, solution_of
from sudokutools.formats.reading.cells import agreed
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, SYMBOL_CHARACTERS, Grid

KEYS = {"difficulty": "level", "uniqueid": "id", "origin": "source", "intro": "description"}
"""Our names of the keys of ipuz."""

FIELDS = ("title", "author", "level", "id", "date", "source", "url", "description")
"""The names that it has fields for."""

MAX_NUMBERS = 9  # Grids with more symbols use the characters of `charset`, not numbers.
_KIND = re.compile(r"\bipuz\.org/sudoku(?:/(\w+))?")


class IpuzFormat(ForeignObject):
    """Rows of `puzzle`, with 0 for an empty cell."""

    def knows(self, value: Mapping[str, Any]) -> bool:
        return _KIND.search(str(value["kind"])) is not None

    def parse(self, value: Mapping[str, Any], geometry: Geometry | None) -> Found:
        kind = _KIND.search(str(value.get("kind")))
        if kind is None:
            raise SudokuError("unsupported 'kind', expected a sudoku")
        names = [kind[1], *(key for key in ("cages", "showoperators") if value.get(key))]
        refuse_unknown(*filter(None, names))
        rows = value.get("puzzle")
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise SudokuError("'puzzle' must be an array of rows")
        if value.get("boxes") is False:
            geometry = agreed(Geometry.of(max(len(rows), 1), 1), "the puzzle", geometry)
        grid = grid_of_json(_symbols(value, rows), geometry, None)
        note = value.get("notes")
        extra = {}
        if isinstance(value.get("solution"), list):
            solution = grid_of_json(_symbols(value, value["solution"]), grid.geometry, None)
            extra["solution"] = rows_of(solution)
        note = " ".join(note.split()) if isinstance(note, str) else ""
        return Found(grid, note, comments_of(value, KEYS), extra)

    def refuses(self, content: Content) -> str:
        geometry = content.grid.geometry
        if not content.grid.is_plain:
            return super().refuses(content)
        known = Geometry.of_size(geometry.n), Geometry.of(geometry.n, 1)
        if geometry in known:
            return ""
        return f"{self.name} supports full grids with boxes of {known[0]} or without boxes only"

    def write(self, content: Content, style: Style) -> str:
        grid = content.grids[0]
        n = grid.geometry.n
        solution = solution_of(content)
        keys: dict[str, Any] = {
            "version": "http://ipuz.org/v2",
            "kind": ["http://ipuz.org/sudoku#1"],
            **fields(content, FIELDS, KEYS),
        }
        if content.note:
            keys["notes"] = content.note
        if n <= MAX_CHARACTER_SYMBOLS:
            keys["charset"] = SYMBOL_CHARACTERS[:n]
        keys["boxes"] = grid.geometry.box_height > 1
        keys["puzzle"] = _cells(grid)
        if solution is not None:
            keys["solution"] = _cells(solution)
        return self.dump(keys)


def _symbols(value: Mapping[str, Any], rows: Any) -> Any:
    charset = value.get("charset")
    characters = charset if isinstance(charset, str) else ""
    empty = value.get("empty", 0)

    def symbol(cell: Any) -> Any:
        if isinstance(cell, dict):
            cell = cell.get("cell", cell.get("value", 0))
        if cell is None or cell == empty:
            return 0
        text = str(cell)
        return characters.index(text) + 1 if len(text) == 1 and text in characters else cell

    return [[symbol(cell) for cell in row] if isinstance(row, list) else row for row in rows]


def _cells(grid: Grid) -> list[list[Any]]:
    rows = rows_of(grid)
    if not MAX_NUMBERS < grid.geometry.n <= MAX_CHARACTER_SYMBOLS:
        return rows
    return [[SYMBOL_CHARACTERS[cell - 1] if cell else 0 for cell in row] for row in rows]


FORMAT = IpuzFormat()
