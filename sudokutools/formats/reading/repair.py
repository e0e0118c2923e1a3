"""Lines as people paste them: with an index before the cells, or with other signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.formats.reading.cells import MIN_INDEXED_CELLS, leading_run

EMPTY = "\N{FULLWIDTH FULL STOP}\N{MIDDLE DOT}\N{WHITE SQUARE}\N{WHITE LARGE SQUARE}\N{OPEN BOX}"
BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"
CROSSES = "xX"
CROSS_SYMBOL = 33
"""X is a symbol in grids of this size or larger."""

_KEYCAP = re.compile("([0-9])\N{VARIATION SELECTOR-16}?\N{COMBINING ENCLOSING KEYCAP}")
_SELECTOR = "\N{VARIATION SELECTOR-16}"
_PLAIN = str.maketrans(
    dict.fromkeys(EMPTY, ".")
    | dict.fromkeys(BLANKS, " ")
    | {0xFF10 + digit: str(digit) for digit in range(10)}
)
_NO_CROSSES = str.maketrans(dict.fromkeys(CROSSES, "."))


def plain_signs(text: str) -> str:
    """Return a line with ASCII characters for its signs.

    >>> plain_signs("\\uff15\\uff0e\\u2b1c7\\ufe0f\\u20e3")
    '5..7'
    """
    if text.isascii():
        return text
    return _KEYCAP.sub(r"\1", text).replace(_SELECTOR, "").translate(_PLAIN)


def without_crosses(text: str) -> str:
    """Return a line with points for its crosses.

    >>> without_crosses("5xX7")
    '5..7'
    """
    return text.translate(_NO_CROSSES)


MAX_INDEX = 16
"""Maximum length of an index."""


class Repaired(NamedTuple):
    """A line as it may have been intended: its text, the word before it, and whether it had
    crosses.
    """

    text: bytes
    before: str
    had_crosses: bool


def repairs(text: bytes) -> Iterator[Repaired]:
    """Yield possible intentions of a line, the likeliest first.

    >>> next(repairs(b"7 " + 81 * b"."))[1:], next(repairs(80 * b"x" + b"5")).text[-2:]
    (('7', False), b'.5')
    """
    plain = plain_signs(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    parts = split_index(plain)
    before, line = ("", plain) if parts is None else (parts[0].decode(), parts[1])
    if line != text:
        yield Repaired(line, before, had_crosses=False)
    run = leading_run(line)
    cells = without_crosses(run.decode()).encode()
    if cells != run:
        yield Repaired(cells + line[len(run) :], before, had_crosses=True)


def split_index(text: bytes) -> tuple[bytes, bytes] | None:
    """Return the index before a line of cells, and the line, or None.

    >>> split_index(b"17 " + 81 * b".") == (b"17", 81 * b".")
    True
    >>> split_index(b"17 a short note") is None
    True
    """
    index, *rest = text.split(None, 1)
    if not rest or len(index) > MAX_INDEX or not index.isalnum():
        return None
    is_line = len(leading_run(rest[0])) >= MIN_INDEXED_CELLS
    return (index, rest[0]) if is_line else None
