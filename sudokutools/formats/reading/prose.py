"""Distinguish prose from rows: titles and sentences between grids become comments.

A damaged row, or a row of letters, must never become prose: a line of words is prose only if it
cannot be a row of any grid, read as tokens or as characters.
"""

from __future__ import annotations

import re
from collections import Counter

from sudokutools.formats.reading.cells import BARS, is_border, leading_run
from sudokutools.formats.reading.lines import Line, LineSource
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


MAX_EMPTY = 8  # A row without digits lacks all of 1 to 9, so it has more empty cells.
_FACT = re.compile(r"[^\W\d_]{2}|[^\W\d_]+ *[=:]|\d{1,4}(?:([-./])\d\d?\1\d{1,4})?$")
"""A word, a name and a value, a number or a date: a row only if the next one has its width."""


def is_prose(
    line: Line,
    text: bytes,
    geometry: Geometry | None,
    row: Row | None = None,
    lines: LineSource | None = None,
) -> bool:
    """Return whether the first line of a possible drawing is prose; `row` may be the same line.

    With the `lines` below, words and digits are a row only if the next row has their width.
    """
    if text.startswith((b"%", b"//")):
        return True
    decoded = text.decode("utf-8", "replace")
    if not _BARS.isdisjoint(decoded) or is_border(decoded) or _is_data(decoded):
        return False
    if _has_letters_only(decoded) and (geometry is None or geometry.columns >= geometry.n):
        return lines is None or not _may_be_map(decoded, lines)
    row = parse_row(line, decoded, 1, like=row)
    if _has_words(decoded) and not _may_be_row(row, geometry):
        return True
    if lines is None or not _FACT.match(decoded):
        return False
    return not _fits(row, lines.peek_text(_is_between).decode("utf-8", "replace"))


def _is_data(text: str) -> bool:
    return text[0] in "<[" or any(sign in text for sign in DATA)


def _has_letters_only(text: str) -> bool:
    """Return whether a line has letters, but too few other signs for the empty cells of a row."""
    letters = others = 0
    for sign in text:
        if sign.isdecimal():
            return False
        letters += sign.isalpha() and sign not in CROSSES
        others += sign in EMPTY_SIGNS or sign in CROSSES or sign == "-"
    return letters > 1 and 3 * others <= letters and others <= MAX_EMPTY


def _may_be_map(text: str, lines: LineSource) -> bool:
    """Return whether a line may be the first of a damaged map of letters."""
    if len(text) > 1 + text.find(" ") > 2:
        return False
    below = lines.peek_text().decode("utf-8", "replace")
    return len(below) == len(text) and len(below) > 3 and _has_letters_only(below)


def _is_between(below: bytes) -> bool:
    return not below or is_border(below.decode("utf-8", "replace"))


def _fits(row: Row, below: str) -> bool:
    """Return whether a line may be a row above another one: of its width, if it is undamaged."""
    widths = {len(cells) for cells, _ in Row(row.line, below).readings} if below else set()
    if row.readings:
        own = {len(cells) for cells, _ in row.readings}
        is_number = row.text.isdecimal() and not widths  # Perhaps a damaged row.
        return row.text == "1" or is_number or not widths.isdisjoint(own)
    length = len("".join(row.text.split()))
    return "=" not in row.text and any(abs(length - width) <= 1 for width in widths)


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
