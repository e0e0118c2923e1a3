"""The grammar of a plain line: the 81 cells of a 9x9 grid, and perhaps a note without rules.

Plain lines are answered as blocks, all others one by one. The kernel of PLAIN_LINE is
`_core/lines.c`, which is given the keys of rules and clues (`grid.keys.KEYS`) with each block.
"""

from __future__ import annotations

from sudokutools._support.lazy import pattern
from sudokutools.grid.keys import KEYS

_KEY = "|".join(KEYS)
_NO_KEY = "".join(f"(?<!{key}(?<![a-z]{key}))" for key in KEYS)  # Before `=`; fast for many keys.

RULE_WORD = pattern(rf"(?i)(?<![^\s,;#])(?a:({_KEY}|[a-z]+(?==[^\s,;]*r\d+c\d)))=\S*")
"""A word of a note that says a rule, the geometry or clues, and its key; others are text. A key
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
