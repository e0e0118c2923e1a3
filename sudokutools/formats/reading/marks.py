"""Drawings of pencil marks: empty cells show all their candidates.

Programs draw 9x9 grids, in any frame or between tabs; a cell of one digit is a clue:

    | 285  4  1     | 36  7   369 | 2   9   58   |

Hints draw all grids, with labels and signs: `*` before a cell of a step, `+` and
`-` before a candidate that is placed or removed, `?` after a single candidate that is not placed.
Cells with signs are empty:

    r1 | 1   2   | 3   *+4  |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import (
    BARS,
    STRONG_BARS,
    common_width,
)
from sudokutools.formats.reading.drawn import DrawnGrid
from sudokutools.formats.reading.lines import InputError, Line, quote
from sudokutools.grid.candidates import marked, mask_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

_STRONG_TO_ONE = str.maketrans(dict.fromkeys(BARS, " ") | dict.fromkeys(STRONG_BARS, "|"))
_BAR_TO_ONE = str.maketrans(dict.fromkeys(BARS, "|"))
_SIGNED = re.compile(r"\*?(?:[,+-]*[0-9])+\??")
_SEVERAL = re.compile(r"[*,?+-]")
_SEVERAL_DIGITS = re.compile(r"[*?+-]|[0-9]{2}")
"""Signs of an empty cell, in grids of more than nine symbols, and of nine or less."""
_DIGITS = frozenset("123456789")
_FOREIGN = _DIGITS | frozenset("*#@+-?")  # Candidates, and marks of other programs.


def read_marks(lines: Sequence[Line], drawn: DrawnGrid, source: str) -> tuple[Grid, int] | None:
    """Return the grid of pencil marks that lines begin with, and the number of lines up to its
    last row, or None; `drawn` has all lines.

    With the rules of a variant, borders may be irregular; strong ones belong to boxes. Raises
    InputError for an invalid cell.
    """
    bars = _STRONG_TO_ONE if "cages" in drawn.stated else _BAR_TO_ONE
    taken = [row for row in drawn.rows if row.text.strip("-| ")]
    rows = [list(filter(None, map(str.split, r.text.translate(bars).split("|")))) for r in taken]
    columns = sum(map(len, rows[0])) if rows else 0
    expected = columns if drawn.geometry is None else drawn.geometry.rows
    del rows[expected:]
    is_whole = columns > 0 and len(rows) == expected
    is_whole = is_whole and all(sum(map(len, row)) == columns for row in rows)
    shape = _shape(rows, drawn, columns) if is_whole else None
    tokens = [token for row in rows for box in row for token in box]
    if shape is None or not _shows_marks(tokens, shape, drawn.has_labels):
        return None
    cells, masks = bytearray(), []
    for cell, token in enumerate(tokens):
        try:
            symbols = _symbols(token, shape, drawn.has_labels)
        except SudokuError as error:
            number = taken[shape.row_of(cell)].line.number
            raise InputError(f"{shape.cell_name(cell)}: {error}", source, number) from None
        cells.append(symbols[0] if token.isdigit() and len(symbols) == 1 else 0)
        masks.append(mask_of(symbols))
    count = lines.index(taken[expected - 1].line) + 1
    return marked(shape, cells, masks), count


def _shape(
    rows: Sequence[Sequence[Sequence[str]]], drawn: DrawnGrid, columns: int
) -> Geometry | None:
    """Return the geometry that the borders of a whole drawing show, or None."""
    nine = Geometry.of(3, 3)
    if not drawn.has_labels:
        return nine if columns == len(rows) == 9 and drawn.geometry in (None, nine) else None
    if drawn.geometry is not None:
        return drawn.geometry if columns == drawn.geometry.columns else None
    is_weak = "cages" not in drawn.stated
    places = {above for above, strong in drawn.borders if strong or is_weak}
    edges = [0, *sorted(places & {*range(1, len(rows))}), len(rows)]
    heights = {below - above for above, below in pairwise(edges)}
    widths = {len(box) for row in rows for box in row}
    if drawn.stated:
        widths = {common_width([list(map(len, row)) for row in rows]) or columns}
    if max(len(heights), len(widths)) > 1:
        return None
    height, width = heights.pop(), widths.pop()
    if (width, height) == (columns, len(rows)):
        return Geometry.of_size(columns)
    width = columns // height if width == columns else width
    return Geometry.of(width, columns // width) if columns % width == 0 else None


def _shows_marks(tokens: Sequence[str], geometry: Geometry, has_labels: bool) -> bool:
    """Return whether cells are pencil marks: without labels, one has several ascending digits."""
    if not has_labels:
        several = any(len(token) > 1 and _is_ascending(token) for token in tokens)
        return several and all(_DIGITS & set(token) and set(token) <= _FOREIGN for token in tokens)
    is_open = _SEVERAL.search if geometry.values[-1] > 9 else _SEVERAL_DIGITS.search
    return all(map(_SIGNED.fullmatch, tokens)) and any(map(is_open, tokens))


def _is_ascending(token: str) -> bool:
    return token.isdigit() and list(token) == sorted(set(token) - {"0"})


def _symbols(token: str, geometry: Geometry, has_labels: bool) -> list[int]:
    """Raises SudokuError if the symbols are out of order, or marked."""
    if not has_labels and not set(token) <= _DIGITS:
        raise SudokuError(f"{quote(token)}: expected digits without marks")
    symbols = list(map(int, re.findall("[0-9]+" if geometry.values[-1] > 9 else "[0-9]", token)))
    least, most = geometry.values[0], geometry.values[-1]
    if symbols != sorted(set(symbols)) or not least <= symbols[0] <= symbols[-1] <= most:
        raise SudokuError(f"{quote(token)}: expected symbols from {least} to {most} in order")
    return [symbol - least + 1 for symbol in symbols]
