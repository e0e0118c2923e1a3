"""Cells as bytes: what can be cells, how many a grid has, and what is said of wrong ones."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, NO_CELL, Grid, exceeds, symbol_text

if TYPE_CHECKING:
    import re

CELL_CHARACTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._*?-"
FIELDS = pattern(rb"[0-9A-Za-z._*?-]*(?:, *[0-9A-Za-z._*?-]*)*")
FIELD_CHARACTERS = CELL_CHARACTERS + b","

MIN_INDEXED_CELLS = 36
"""A line of so many cells or more may stand behind an index."""

SPEC_WORD = pattern(rb"(?:box=\d{1,3}x\d{1,3}(?:,[A-Za-z]+=\S*)?|regions=\S*)(?=\s|$)")
"""The word of a note that says the geometry, the rules and the clues of its line."""


def geometry_of_length(cells: int) -> Geometry | None:
    """Return the full geometry that a line of so many cells has; None where there is none."""
    size = isqrt(cells)
    return Geometry.of_size(size) if size * size == cells and 1 <= size <= MAX_SYMBOLS else None


def agreed(
    said: Geometry, by: str, demanded: Geometry | None, others: str = "an option or a comment says"
) -> Geometry:
    """Return the geometry that something says. SudokuError: what `others` say differs."""
    if demanded is not None and said is not demanded:
        raise SudokuError(f"{by} box {said}, but {others} box {demanded}")
    return said


def check_symbols(geometry: Geometry, cells: bytes) -> Grid:
    """Return the grid of cells whose number is right; SudokuError names a cell that is none."""
    if exceeds(cells, geometry.n):
        cell = next(cell for cell, symbol in enumerate(cells) if symbol > geometry.n)
        found = "no symbol" if cells[cell] == NO_CELL else f"symbol {cells[cell]}"
        if cells[cell] <= MAX_CHARACTER_SYMBOLS and geometry.n <= MAX_CHARACTER_SYMBOLS:
            found = f"symbol {symbol_text(geometry, cells[cell])}"
        raise SudokuError(f"{geometry.cell_name(cell)}: {found}, expected 1 to {geometry.n}")
    return Grid(geometry, cells)


def leading_run(content: bytes) -> bytes:
    """Return what a line begins with that can be cells, without anything between them.

    >>> leading_run(b"53..7 note")
    b'53..7'
    """
    return content[: len(content) - len(content.lstrip(CELL_CHARACTERS))]


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


def word_after(content: bytes, end: int) -> re.Match[bytes] | None:
    """Return the spec of a line whose cells end there; None: there is none.

    >>> word_after(b"12 , box=2x1 a note", 2)[0], word_after(b"12 a box=2x1", 2)
    (b'box=2x1', None)
    """
    if b"box=" not in content and b"regions=" not in content:
        return None
    note = content[end:].lstrip()
    if note[:1] in (b",", b";"):
        note = note[1:].lstrip()
    return SPEC_WORD.match(content, len(content) - len(note))


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
