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
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import (
    BARS,
    STRONG_BARS,
    common_width,
    has_line_across,
    is_border,
    plain_text,
    without_clues,
)
from sudokutools.formats.reading.drawn import base_of, kinds_stated
from sudokutools.formats.reading.lines import InputError, Line, quote
from sudokutools.grid.candidates import marked, mask_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.grid.spec import Spec

_STRONG_TO_ONE = str.maketrans(dict.fromkeys(BARS, " ") | dict.fromkeys(STRONG_BARS, "|"))
_BAR_TO_ONE = str.maketrans(dict.fromkeys(BARS, "|"))
_SIGNED = re.compile(r"\*?(?:[,+-]*[0-9])+\??")
_SEVERAL = re.compile(r"[*,?+-]")
_SEVERAL_DIGITS = re.compile(r"[*?+-]|[0-9]{2}")
"""Signs of an empty cell, in grids of more than nine symbols, and of nine or less."""
_DIGITS = frozenset("123456789")
_FOREIGN = _DIGITS | frozenset("*#@+-?")  # Candidates, and marks of other programs.


class Marks(NamedTuple):
    grid: Grid
    lines: int
    has_labels: bool


class _Drawing:
    """The rows of a drawing up to the last that its columns allow, each as tokens between bars.

    With the rules of a variant, borders may be irregular; strong ones belong to boxes.
    """

    def __init__(
        self, lines: Sequence[Line], geometry: Geometry | None, spec: Spec | None = None
    ) -> None:
        self.geometry = base_of(geometry, spec)
        self._stated = kinds_stated(spec)
        bars = _STRONG_TO_ONE if "cages" in self._stated else _BAR_TO_ONE
        self.rows: list[list[list[str]]] = []
        self.numbers: list[int] = []
        self.borders: set[int] = set()
        self.labels = 0
        self.lines = 0
        for line in lines:
            text = plain_text(line.content)
            text = without_clues(text)[0] if self._stated else text
            is_whole = bool(self.rows) and len(self.rows) == self.expected_rows
            if is_whole and not (0 in self.borders and is_border(text)):
                break
            self.lines += 1
            if is_whole:
                break  # The lower line of a frame.
            words = text.split()
            if not self.rows and words == [f"c{number}" for number in range(1, len(words) + 1)]:
                self.labels = len(words)
            elif is_border(text):
                self.borders |= {len(self.rows)} if self._is_of_boxes(text) else set()
            elif text:
                row = text.removeprefix(f"r{len(self.rows) + 1}" if self.labels else "")
                boxes = map(str.split, row.translate(bars).split("|"))
                self.rows.append([box for box in boxes if box])
                self.numbers.append(line.number)

    def _is_of_boxes(self, text: str) -> bool:
        if not self._stated or not self.rows:
            return True
        return "\u2501" in text if "cages" in self._stated else has_line_across(text)

    @property
    def columns(self) -> int:
        return sum(map(len, self.rows[0])) if self.rows else 0

    @property
    def expected_rows(self) -> int:
        return self.columns if self.geometry is None else self.geometry.rows

    @property
    def tokens(self) -> list[str]:
        return [token for row in self.rows for box in row for token in box]

    def shape(self) -> Geometry | None:
        nine = Geometry.of(3, 3)
        columns, rows = self.columns, len(self.rows)
        if any(sum(map(len, row)) != columns for row in self.rows) or rows != self.expected_rows:
            return None
        if not self.labels:
            return nine if columns == rows == 9 and self.geometry in (None, nine) else None
        if self.geometry is not None:
            return self.geometry if columns == self.geometry.columns == self.labels else None
        edges = [0, *sorted(self.borders - {0, rows}), rows]
        heights = {below - above for above, below in pairwise(edges)}
        widths = {len(box) for row in self.rows for box in row}
        if self._stated:
            widths = {common_width([list(map(len, row)) for row in self.rows]) or columns}
        if max(len(heights), len(widths)) > 1 or self.labels != columns:
            return None
        height, width = heights.pop(), widths.pop()
        if (width, height) == (columns, rows):
            return Geometry.of_size(columns)
        width = columns // height if width == columns else width
        return Geometry.of(width, columns // width) if columns % width == 0 else None


def read_marks(
    lines: Sequence[Line], geometry: Geometry | None, source: str, spec: Spec | None = None
) -> Marks | None:
    """Return the grid of pencil marks, or None. Raises InputError for an invalid cell."""
    drawing = _Drawing(lines, geometry, spec)
    shape = drawing.shape()
    has_labels = bool(drawing.labels)
    if shape is None or not _shows_marks(drawing.tokens, shape, has_labels):
        return None
    cells, masks = bytearray(), []
    for cell, token in enumerate(drawing.tokens):
        try:
            symbols = _symbols(token, shape, has_labels)
        except SudokuError as error:
            row = drawing.numbers[shape.row_of(cell)]
            raise InputError(f"{shape.cell_name(cell)}: {error}", source, row) from None
        cells.append(symbols[0] if token.isdigit() and len(symbols) == 1 else 0)
        masks.append(mask_of(symbols))
    return Marks(marked(shape, cells, masks), drawing.lines, has_labels)


def _shows_marks(tokens: Sequence[str], geometry: Geometry, has_labels: bool) -> bool:
    """Return whether cells are pencil marks: without labels, one has several ascending digits."""
    if not has_labels:
        several = any(len(token) > 1 and _is_ascending(token) for token in tokens)
        return several and all(_DIGITS & set(token) and set(token) <= _FOREIGN for token in tokens)
    is_open = _SEVERAL.search if geometry.n > 9 else _SEVERAL_DIGITS.search
    return all(map(_SIGNED.fullmatch, tokens)) and any(map(is_open, tokens))


def _is_ascending(token: str) -> bool:
    return token.isdigit() and list(token) == sorted(set(token) - {"0"})


def _symbols(token: str, geometry: Geometry, has_labels: bool) -> list[int]:
    """Raises SudokuError if the symbols are out of order, or marked."""
    if not has_labels and not set(token) <= _DIGITS:
        raise SudokuError(f"{quote(token)}: expected digits without marks")
    symbols = list(map(int, re.findall("[0-9]+" if geometry.n > 9 else "[0-9]", token)))
    if symbols != sorted(set(symbols)) or not 1 <= symbols[0] <= symbols[-1] <= geometry.n:
        raise SudokuError(f"{quote(token)}: expected symbols from 1 to {geometry.n} in order")
    return symbols
