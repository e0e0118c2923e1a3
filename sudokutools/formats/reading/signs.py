"""Signs that people paste for digits and for empty cells, and what they stand for."""

from __future__ import annotations

import re

EMPTY = "\N{FULLWIDTH FULL STOP}\N{MIDDLE DOT}\N{WHITE SQUARE}\N{WHITE LARGE SQUARE}\N{OPEN BOX}"
BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"
CROSSES = "xX"
CROSS_SYMBOL = 33
"""In grids of so many symbols X is one of them, and in no others."""

_KEYCAP = re.compile("([0-9])\N{VARIATION SELECTOR-16}?\N{COMBINING ENCLOSING KEYCAP}")
_SELECTOR = "\N{VARIATION SELECTOR-16}"
_PLAIN = str.maketrans(
    dict.fromkeys(EMPTY, ".")
    | dict.fromkeys(BLANKS, " ")
    | {0xFF10 + digit: str(digit) for digit in range(10)}
)
_NO_CROSSES = str.maketrans(dict.fromkeys(CROSSES, "."))


def plain_signs(text: str) -> str:
    """Return a line with the ASCII characters that its signs stand for.

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
