"""`sdm`: a 9x9 grid on a line and nothing else, as SadMan Sudoku and OpenSudoku exchange them."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.formats import line as line_format
from sudokutools.formats.format import Content, File, Record, Style
from sudokutools.formats.line import LineFormat
from sudokutools.formats.reading.lines import Line, Passage
from sudokutools.grid.grid import format_line


class SdmFormat(LineFormat):
    """81 characters; OpenSudoku takes no file with any but digits, points and line feeds."""

    has_variants = False
    is_line = False
    separator = None
    has_comments = False
    has_notes = False
    has_partner = False
    is_for_nine = True
    empty_sign = "0"

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read a line as `line` does, but never as the row of a large grid."""
        return (line_format.FORMAT.record(file, line, text),)

    def write(self, content: Content, style: Style) -> str:
        """Write the cells."""
        return format_line(content.grid, style.empty) + "\n"


FORMAT = SdmFormat()
