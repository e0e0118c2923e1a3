"""Records of one line or one object: `line`, `csv` and `json`."""

from __future__ import annotations

import re
from math import isqrt
from typing import Any

from sudokutools.errors import SudokuError
from sudokutools.grid import (
    MAX_CHARACTER_SYMBOLS,
    MAX_SYMBOLS,
    NO_CELL,
    TOKEN_VALUES,
    Geometry,
    Grid,
    exceeds,
    parse_cells,
    parse_fields,
    symbol_text,
)
from sudokutools.reading.records import quote

RUN = re.compile(rb"[0-9A-Za-z._*?-]*")
FIELDS = re.compile(rb"[0-9A-Za-z._*?-]*(?:, *[0-9A-Za-z._*?-]*)*")
FIELD_CHARACTERS = bytes(c for c in range(256) if RUN.fullmatch(bytes([c]))) + b","
GEOMETRY_WORD = re.compile(r"box=(\d{1,3})x(\d{1,3})(?:,boxes=(\d{1,3})x(\d{1,3}))?(?=\s|$)")

MIN_LINE_CELLS = 16
"""A shorter line is a row of a drawn grid, unless the geometry says that it is a whole one."""

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quizzes")
ONLY_COLUMNS = (*PUZZLE_COLUMNS, "solution", "solutions", "grid", "grids")
"""What a header of one column is called; other single words may be rows of letters."""


def geometry_of_length(cells: int) -> Geometry | None:
    """Return the full geometry that a line of so many cells has; None where there is none."""
    size = isqrt(cells)
    return Geometry.of_size(size) if size * size == cells and 1 <= size <= MAX_SYMBOLS else None


def check_symbols(geometry: Geometry, cells: bytes) -> Grid:
    """Return the grid of cells whose number is right; SudokuError names a cell that is none."""
    if exceeds(cells, geometry.n):
        cell = next(cell for cell, symbol in enumerate(cells) if symbol > geometry.n)
        found = "no symbol" if cells[cell] == NO_CELL else f"symbol {cells[cell]}"
        if cells[cell] <= MAX_CHARACTER_SYMBOLS and geometry.n <= MAX_CHARACTER_SYMBOLS:
            found = f"symbol {symbol_text(geometry, cells[cell])}"
        raise SudokuError(f"{geometry.cell_name(cell)}: {found}, expected 1 to {geometry.n}")
    return Grid(geometry, cells)


def leading_fields(content: bytes) -> bytes:
    """Return what a line begins with that can be cells, and commas with blanks after them.

    >>> leading_fields(b"1,2, 3 note")
    b'1,2, 3'
    """
    head = content.partition(b" ")[0].partition(b"\t")[0]
    if head.endswith(b",") or head.translate(None, FIELD_CHARACTERS):
        match = FIELDS.match(content)
        assert match is not None
        return match[0]
    return head  # All long lines of ours: no need of the slow expression.


def parse_line(
    content: bytes, geometry: Geometry | None, example: Geometry | None
) -> tuple[Grid, str]:
    """Read a `line` record: the grid and its note. SudokuError: what is wrong with it.

    `geometry` is the one that is demanded; `example` that of the record before, for messages.
    """
    head = leading_fields(content)
    by_commas = len(head.partition(b",")[0]) <= len("100") and b"," in head
    if not by_commas:
        match = RUN.match(content)
        assert match is not None
        head = match[0]
    cells = parse_fields(head.decode()) if by_commas else parse_cells(head)
    rest = content[len(head) :].decode("utf-8", "surrogateescape")
    if rest and rest[0] not in " \t,;#":
        raise SudokuError(f"column {len(head) + 1}: unexpected character {quote(rest[0])}")
    rest = rest.strip()
    if rest[:1] in (",", ";"):
        rest = rest[1:].lstrip()
    word = GEOMETRY_WORD.match(rest)
    if word is not None:
        said = Geometry.of(*(int(number) for number in word.groups() if number is not None))
        if geometry is not None and said is not geometry:
            raise SudokuError(f"box={said} in the note, expected {geometry}")
        geometry = said
        rest = rest[word.end() :].lstrip()
    geometry = geometry or geometry_of_length(len(cells))
    if geometry is None or geometry.size != len(cells):
        raise SudokuError(_wrong_length(len(cells), geometry or example))
    return check_symbols(geometry, cells), rest


def _wrong_length(cells: int, expected: Geometry | None) -> str:
    if expected is not None and expected.size != cells:
        return f"{cells} cells, expected {expected.size}"
    return f"{cells} cells are no full grid; a partial one needs --boxes, or box= and boxes="


class CsvColumns:
    """Which field of a `csv` line holds the grid, as the header or `--column` said."""

    def __init__(self, column: str | None) -> None:
        self._wanted = column
        self.index: int | None = None
        if column is not None and column.isdecimal():
            self.index = int(column) - 1
        self.has_header = False

    def take_header(self, content: bytes) -> bool:
        """Look at the first line of a file; return whether it was a header. SudokuError: no column.

        A header has a word that is no cell and no field that reads as a grid.
        """
        names = [name.strip().lower() for name in split_csv(content)]
        if not any(len(name) > 1 and name not in TOKEN_VALUES for name in names):
            return False
        if len(names) == 1 and names[0] not in (*ONLY_COLUMNS, self._wanted):
            return False
        if not all(re.fullmatch(r"[^\W\d][\w .-]*|", name) for name in names):
            return False
        if any(_field_cells(name.encode()) is not None for name in names):
            return False
        self.has_header = True
        if self._wanted is not None and self.index is None:
            if self._wanted.lower() not in names:
                raise SudokuError(f"no column {quote(self._wanted)} in the header")
            self.index = names.index(self._wanted.lower())
        elif self.index is None:
            self.index = next((names.index(n) for n in PUZZLE_COLUMNS if n in names), None)
        return True


def split_csv(content: bytes) -> list[str]:
    """Return the fields of a CSV line, quotes removed."""
    text = content.decode("utf-8", "surrogateescape")
    if '"' not in text:
        return text.split(",")
    import csv

    try:
        return next(csv.reader([text]))
    except csv.Error:  # A carriage return outside of quotes, or a field longer than csv takes.
        return text.split(",")


def _field_cells(field: bytes) -> bytes | None:
    """Return the cells of a CSV field that holds a whole grid; None where it holds none."""
    field = field.strip().partition(b"\t")[0]
    cells = parse_fields(field.decode()) if b"," in field else parse_cells(field)
    if len(cells) < MIN_LINE_CELLS or NO_CELL in cells:
        return None
    return cells


def parse_csv(content: bytes, columns: CsvColumns, geometry: Geometry | None,
              example: Geometry | None) -> tuple[Grid, str]:  # fmt: skip
    """Read a `csv` record: one field a cell, or a column that holds the grid. SudokuError: bad."""
    fields = split_csv(content)
    index = columns.index
    if index is None:
        is_fields = all(len(f.strip()) <= 3 for f in leading_fields(content).split(b","))
        if not columns.has_header and is_fields:
            return parse_line(content, geometry, example)
        index = next((i for i, f in enumerate(fields) if _field_cells(_bytes(f)) is not None), None)
        if index is None:
            raise SudokuError("no column holds a grid; --column says which")
    if index >= len(fields):
        raise SudokuError(f"{len(fields)} columns, expected a grid in column {index + 1}")
    grid, note = parse_line(_bytes(fields[index].strip()), geometry, example)
    others = [field.strip() for i, field in enumerate(fields) if i != index]
    return grid, ",".join(filter(None, [note, *others]))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def parse_json(
    value: Any, geometry: Geometry | None, example: Geometry | None
) -> tuple[Grid, str, list[str], dict[str, Any]]:
    """Read a decoded JSON value: grid, note, comments and the other keys. SudokuError: bad."""
    if isinstance(value, list):
        value = {"cells": value}
    if not isinstance(value, dict):
        raise SudokuError("expected a JSON object or an array of rows")
    extra = dict(value)
    if "cells" not in extra:
        raise SudokuError("the object has no key 'cells'")
    cells = extra.pop("cells")
    box = _pair(extra.pop("box", None), "box")
    boxes = _pair(extra.pop("boxes", None), "boxes")
    note = extra.pop("note", None) or ""
    comments = extra.pop("comments", None) or []
    if not isinstance(note, str):
        raise SudokuError("'note' must be a string")
    if not isinstance(comments, list) or not all(isinstance(c, str) for c in comments):
        raise SudokuError("'comments' must be an array of strings")
    if boxes is not None and box is None:
        raise SudokuError("'boxes' needs 'box'")
    if box is not None:
        said = Geometry.of(*box, *(boxes or ()))
        if geometry is not None and said is not geometry:
            raise SudokuError(f"box {said}, expected {geometry}")
        geometry = said
    comments = [c if c.startswith("#") else f"# {c}" for c in map(_one_line, comments)]
    return _json_grid(cells, geometry, example), _one_line(note).strip(), comments, extra


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _pair(value: Any, key: str) -> list[int] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(v) is int for v in value):
        raise SudokuError(f"'{key}' must be an array of two numbers")
    return value


def _json_grid(cells: Any, geometry: Geometry | None, example: Geometry | None) -> Grid:
    if isinstance(cells, str):
        grid, rest = parse_line(cells.strip().encode(), geometry, example)
        if rest:
            raise SudokuError(f"unexpected {quote(rest)} after the cells")
        return grid
    if not isinstance(cells, list) or not cells:
        raise SudokuError("'cells' must be an array of rows or a string")
    rows: list[list[Any]] = cells
    if not any(isinstance(row, list) for row in cells):
        geometry = geometry or geometry_of_length(len(cells))
        width = geometry.columns if geometry is not None else len(cells)
        rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    columns = geometry.columns if geometry is not None else len(rows[0] or [])
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise SudokuError(f"row {number} is no array")
        if len(row) != columns:
            raise SudokuError(f"row {number} has {len(row)} cells, expected {columns}")
    height = geometry.rows if geometry is not None else columns
    if len(rows) != height:
        raise SudokuError(missing_rows(len(rows), columns, height))
    values = b"".join(map(_json_row, rows))
    return check_symbols(geometry or Geometry.of_size(columns), values)


def _json_row(row: list[Any]) -> bytes:
    if set(map(type, row)) == {int}:
        try:
            cells = bytes(row)
        except ValueError:
            pass  # A number below 0 or above 255.
        else:
            if not exceeds(cells, MAX_SYMBOLS):
                return cells
    return bytes(map(_json_cell, row))


def _json_cell(cell: Any) -> int:
    if cell is None:
        return 0
    if isinstance(cell, str):
        return TOKEN_VALUES.get(cell.strip(), NO_CELL)
    return cell if type(cell) is int and 0 <= cell <= MAX_SYMBOLS else NO_CELL


def missing_rows(rows: int, columns: int, expected: int, box: tuple[int, int] | None = None) -> str:
    """Say that a grid has too few or too many rows, and what a partial one needs.

    >>> missing_rows(6, 9, 9)
    "6 rows, expected 9; a partial grid needs --boxes or a comment '# box 3x3 boxes 3x2'"
    """
    message = f"{rows} row{'s' * (rows != 1)}, expected {expected}"
    if expected != columns or rows > expected or not 1 <= columns <= MAX_SYMBOLS:
        return message
    full = Geometry.of_size(columns)
    width, height = box or (full.box_width, full.box_height)
    if rows % height:
        return message
    shape = f"# box {width}x{height} boxes {columns // width}x{rows // height}"
    return f"{message}; a partial grid needs --boxes or a comment '{shape}'"
