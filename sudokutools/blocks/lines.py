"""The plain records of a block one by one, and their output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.blocks.block import CLUES, NOTE, PUZZLE, RAW
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, LINE_CHARACTERS, Grid
from sudokutools.grid.keys import KEYS

_PLAIN = re.compile(rb"([1-9.0_*?-]{81})(?:[ \t,;#][^\x00-\x08\x0a-\x1f\x7f|]*)?\r?(?:\n|\Z)")
_RULES = re.compile(rb"(?i)(?<![a-z])(?:%b)=|=[^ \t=]*[rc][0-9]" % "|".join(KEYS).encode())
_BLANKS = b" \t"
_PARTS = re.compile(rb"[\x01-\x07]")
_MAX_LINE = 1 << 20


class PlainLine(NamedTuple):
    """A plain record: its grid and note, the start and end of its line, the start of the next."""

    grid: Grid
    note: bytes
    start: int
    end: int
    next: int

    def write(self, block: bytes, form: bytes, empty: bytes, values: dict[bytes, bytes]) -> bytes:
        """Fill in a form; `values` are the placeholders not known from the record."""
        known = {
            CLUES: b"%d" % self.grid.clue_count,
            PUZZLE: text_of(self.grid.cells, empty),
            NOTE: b"\t" + self.note if self.note else b"",
            RAW: block[self.start : self.next].removesuffix(b"\n"),
        } | values
        return _PARTS.sub(lambda match: known[match[0]], form)


def plain_lines(block: bytes) -> Iterator[PlainLine]:
    r"""Yield the plain records at the beginning of a block: the twin of `_core/lines.c`.

    >>> [line.note for line in plain_lines(b"." * 81 + b" , a note\r\n" + b"1" * 81)]
    [b'a note', b'']
    """
    start = 0
    while start < len(block):
        match = _PLAIN.match(block, start)
        if match is None:
            return
        end = start + len(match[0].rstrip(b"\n"))
        if end - start > _MAX_LINE:
            return
        if match[0].rstrip(b"\n").endswith(b"\r"):
            end -= 1
        rest = block[start + 81 : end].strip(_BLANKS)
        note = rest[1:].lstrip(_BLANKS) if rest[:1] in (b",", b";") else rest
        is_odd = note[:1] in (b",", b";", b":") or max(note[:1] + note[-1:], default=0) >= 0x80
        if is_odd or (b"=" in note and _RULES.search(note)):
            return
        grid = Grid(Geometry.of(3, 3), match[1].translate(CHARACTER_VALUES))
        yield PlainLine(grid, note, start, end, match.end())
        start = match.end()


def text_of(cells: bytes, empty: bytes = b".") -> bytes:
    """Return the characters of cells.

    >>> text_of(bytes([1, 0, 9]))
    b'1.9'
    """
    return cells.translate(empty + LINE_CHARACTERS["."][1:])
