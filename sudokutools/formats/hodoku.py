"""`hodoku`: a line of HoDoKu's library, `:0000:x:CELLS:DELETED::`.

`+d` is a placed digit, `299` a deleted candidate: 2 in row 9, column 9. The rest of the line, a
technique and its eliminations, becomes the note: `0702:9:998 999::`.
"""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import ForeignLine, Found
from sudokutools.formats.format import NINE, PLAIN, Content, Style
from sudokutools.formats.grid import above, comments_of
from sudokutools.formats.reading.cells import agreed
from sudokutools.formats.reading.lines import quote
from sudokutools.grid.candidates import excluded, marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import format_line, parse_cells

_LINE = re.compile(r":([^:]+):([^:]*):([+._0-9]*):([^:]*):([^:]*(?::[^:]*){1,2})")
_NOTE = re.compile(r"([0-9A-Za-z-]+):([^:|]*):([^:]*(?::[^:]*){1,2})")
_DELETED = re.compile(r"[1-9]{3}")
_USUAL = "0000", "x", ":"  # Technique, digits and the rest of a line without a technique.


class HodokuFormat(ForeignLine):
    """Comments and the line."""

    limits = (PLAIN, NINE)
    has_candidates = True
    has_dead_cells = True

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        """Read a line of the library. Raises SudokuError if it is invalid.

        >>> text = b":0000:x:+5" + 80 * b"." + b":112::"
        >>> found = FORMAT.parse(text, None)
        >>> found.grid[0], found.grid.candidates[:3], found.note
        (5, (16, 494, 495), '')
        """
        nine = agreed(Geometry.of(3, 3), "the HoDoKu line", geometry)
        match = _LINE.fullmatch(text.decode("utf-8", "surrogateescape"))
        if match is None:
            raise SudokuError("expected :0000:x:CELLS:DELETED:: with 6 or 7 colons")
        technique, digits, signs, deleted, rest = match.groups()
        cells = parse_cells(signs.replace("+", "").encode())
        if len(cells) != nine.size:
            raise SudokuError(f"{len(cells)} cells, expected {nine.size}")
        masks = nine.size * [(1 << nine.n) - 1]
        for triple in deleted.split():
            if not _DELETED.fullmatch(triple):
                raise SudokuError(f"{quote(triple)}: expected digit, row and column of a candidate")
            digit, row, column = map(int, triple)
            cell = 9 * (row - 1) + column - 1
            if not cells[cell]:
                masks[cell] &= ~(1 << (digit - 1))
        is_usual = (technique, digits, rest.strip(":")) == (*_USUAL[:2], "")
        return Found(marked(nine, cells, masks), "" if is_usual else f"{technique}:{digits}:{rest}")

    def write(self, content: Content, style: Style) -> str:
        """Other notes and a partner are comments above the line."""
        match = _NOTE.fullmatch(content.note)
        technique, digits, rest = _USUAL if match is None else match.groups()
        if match is not None:
            content = content._replace(note="")
        cells = format_line(content.grid, style.empty)
        deleted = " ".join(
            f"{symbol}{cell // 9 + 1}{cell % 9 + 1}" for cell, symbol in excluded(content.grid)
        )
        comments = above(content, style, comments_of(content, style))
        return f"{comments}:{technique}:{digits}:{cells}:{deleted}:{rest}\n"


FORMAT = HodokuFormat()
