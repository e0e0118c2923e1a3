"""Distinguish prose from rows: titles and sentences between grids become comments.

A damaged row, or a row of letters, must never become prose: a line of words is prose only if it
cannot be a row of any grid, read as tokens or as characters.
"""

from __future__ import annotations

import re
from collections import Counter

from sudokutools.formats.reading.cells import BARS, is_border, leading_run
from sudokutools.formats.reading.lines import Line
from sudokutools.formats.reading.repair import CROSSES
from sudokutools.formats.reading.rows import Row, parse_row
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import EMPTY_SIGNS, MIN_LINE_CELLS, exceeds

DATA = ("[[", "([", "[(", "={", "= {")  # Text of programs only, whatever its words.
_WORD = re.compile(r"[^\W\d_]{3,}")
_CELL = re.compile(rf"[\d{EMPTY_SIGNS}{CROSSES}-]")
_CELLS = f"0123456789{EMPTY_SIGNS}{CROSSES}-".encode()
_NO_SEPARATORS = str.maketrans(",;", "  ")
_BARS = frozenset(BARS) - {":"}


def is_prose(line: Line, text: bytes, geometry: Geometry | None, row: Row | None = None) -> bool:
    """Return whether the first line of a possible drawing is prose; `row` may be the same line."""
    if text.startswith((b"%", b"//")):
        return True
    decoded = text.decode("utf-8", "replace")
    return _has_words(decoded) and not _may_be_row(parse_row(line, decoded, 1, like=row), geometry)


def _has_words(text: str) -> bool:
    if not _BARS.isdisjoint(text) or is_border(text) or not (" " in text or text.endswith(":")):
        return False
    if text[0] == "<" or any(sign in text for sign in DATA):
        return False
    if len(leading_run(text.encode())) >= MIN_LINE_CELLS:
        return False
    words = (found[0] for found in _WORD.finditer(text))
    if not any(word.upper() != word and word.strip(CROSSES) for word in words):
        return False
    tokens = text.translate(_NO_SEPARATORS).split()
    signs = "".join(tokens)
    if signs.isascii():
        others = len(signs.encode().translate(None, _CELLS))
    else:
        others = len(signs) - len(_CELL.findall(signs))
    if len(signs) >= 2 * others:
        return False
    if len(set(map(len, tokens))) > 1 or len(tokens) == 1:
        return True
    letters = Counter(sign for sign in signs.lower() if sign.isalpha() and sign not in CROSSES)
    return max(letters.values()) > 1  # A row has no symbol twice.


def _may_be_row(row: Row, geometry: Geometry | None) -> bool:
    for cells, _ in row.readings:
        if geometry is not None and len(cells) != geometry.columns:
            continue
        symbols = geometry.n if geometry is not None else len(cells)
        if symbols <= MAX_SYMBOLS and not exceeds(cells, symbols):
            return True
    return False
