"""Distinguish prose from rows by itself: titles and sentences between grids become comments.

A damaged row, or a row of letters, must never become prose: a line of words is prose only if it
cannot be a row of any grid, read as tokens or as characters.
"""

from __future__ import annotations

from collections import Counter

from sudokutools._support.lazy import pattern
from sudokutools.formats.reading.cells import BARS as ALL_BARS
from sudokutools.formats.reading.cells import is_border, leading_run
from sudokutools.formats.reading.lines import Line
from sudokutools.formats.reading.repair import CROSSES
from sudokutools.formats.reading.rows import Row, is_word, parse_row
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import EMPTY_SIGNS, MIN_LINE_CELLS, exceeds

DATA = ("[[", "([", "[(", "={", "= {")  # Text of programs only, whatever its words.
_WORD = pattern(r"[^\W\d_]{3,}")
CELL = pattern(rf"[\d{EMPTY_SIGNS}{CROSSES}-]")
_CELLS = f"0123456789{EMPTY_SIGNS}{CROSSES}-".encode()
_NO_SEPARATORS = str.maketrans(",;", "  ")
_OTHERS = frozenset((*EMPTY_SIGNS, *CROSSES, "-"))
BARS = frozenset(ALL_BARS) - {":"}


MAX_EMPTY = 8  # A row without digits lacks all of 1 to 9, so it has more empty cells.


def is_prose(line: Line, text: bytes, geometry: Geometry | None, row: Row | None = None) -> bool:
    """Return whether a line of a possible drawing is prose; `row` may be the same line."""
    if text.startswith((b"%", b"//")):
        return True
    decoded = text.decode("utf-8", "replace")
    if not BARS.isdisjoint(decoded) or is_border(decoded) or is_data(decoded):
        return False
    if has_letters_only(decoded) and (geometry is None or geometry.columns >= geometry.n):
        return True
    row = parse_row(line, decoded, 1, like=row)
    return _has_words(decoded) and not may_be_row(row, geometry)


def is_data(text: str) -> bool:
    return text[0] in "<[" or any(sign in text for sign in DATA)


def has_letters_only(text: str) -> bool:
    """Return whether a line has letters, but too few other signs for the empty cells of a row."""
    if is_word(text):
        others = sum(map(text.count, CROSSES))
        return others <= MAX_EMPTY and 4 * others <= len(text) > others + 1
    others = sum(map(text.count, _OTHERS))
    if others > MAX_EMPTY or any(map(str.isdecimal, text)):
        return False
    letters = sum(map(str.isalpha, text)) - sum(map(text.count, CROSSES))
    return letters > 1 and 3 * others <= letters


def _has_words(text: str) -> bool:
    if not (" " in text or text.endswith(":")):
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
        others = len(signs) - len(CELL.findall(signs))
    if len(signs) >= 2 * others:
        return False
    if len(set(map(len, tokens))) > 1 or len(tokens) == 1:
        return True
    letters = Counter(sign for sign in signs.lower() if sign.isalpha() and sign not in CROSSES)
    return max(letters.values()) > 1  # A row has no symbol twice.


def may_be_row(row: Row, geometry: Geometry | None) -> bool:
    """Return whether a line has the cells of a row, of `geometry` if it is known."""
    for cells, _ in row.readings:
        if geometry is not None and len(cells) != geometry.columns:
            continue
        symbols = geometry.n if geometry is not None else len(cells)
        if symbols <= MAX_SYMBOLS and not exceeds(cells, symbols):
            return True
    return False
