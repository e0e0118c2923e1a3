"""The grammar of a plain line: the 81 cells of a 9x9 grid, and perhaps a note without rules.

Plain lines are answered as blocks, all others one by one. The kernel of PLAIN_LINE is
`_core/lines.c`, which is given the keys of rules and clues (`grid.keys.KEYS`) with each block; that
of `plain_row` is in `_core/canonical/shuffle.c`.
"""

from __future__ import annotations

import re

from sudokutools._support.lazy import pattern
from sudokutools.grid.keys import KEYS

_KEY = "|".join(KEYS)
_NO_KEY = "(?==)" + "".join(f"(?<!{key}(?<![a-z]{key}))" for key in KEYS)  # Fast for many keys.

RULE_WORD = pattern(rf"(?i)(?<![^\s,;#])(?a:({_KEY}|[a-z]+(?==[^\s,;]*r\d+c\d)))=\S*")
"""A word of a note with a rule, the geometry or clues, and its key; others are text. A key
that is not known here may belong to an installed package if cells are named."""

CELLS = rb"[1-9.0_*?-]{81}"
"""The cells of a plain line."""

PLAIN_LINE = rb"""(?x: (%b) (?:
    (?= [ \t,;\#] ) [ \t]*+ [,;]? [ \t]*+ (?! [,;:\x80-\xff] )   # what begins a note
    ( (?:
        [\t\x20-<>-{}~]++
        | (?i:%b) = (?! [^\x00-\x20=]*[RCrc][0-9] )              # no key, no cell in the value
        | [\x80-\xff]++ (?! [ \t]*+\r?(?:\n|\Z) )
    )*+ )
)?+ )""" % (CELLS, _NO_KEY.encode())
"""A plain line without its end: the cells and the note, with blanks at its end. A note that may say
a rule is not plain (whether it has a RULE_WORD is then found out), nor is one that begins or ends
with a character that is not ASCII, which may be a blank."""

PLAIN_LINES = pattern(rb"(?:%b\r?\n)*+" % PLAIN_LINE)

ROWS = pattern(rb"(?:[^#\s\"\x00-\x1f][^\"\n\x00-\x08\x0b-\x0c\x0e-\x1f]*+\n)*+")
"""Lines that are a record each below a header."""


def plain_row(separator: bytes, width: int, place: int) -> re.Pattern[bytes]:
    """Return the grammar of a plain row of `width` fields: without quotes, rules and controls.

    The groups are the row, without its end, and the cells in field `place`.
    """
    sign = re.escape(separator)
    other = rb"[^%b\"=\x00-\x1f\x7f]*+" % sign
    before, after = (other + sign) * place, (sign + other) * (width - place - 1)
    return re.compile(rb"((?!#)%b(%b)%b)\r?(?:\n|\Z)" % (before, CELLS, after))
