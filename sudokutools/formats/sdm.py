"""`sdm`: a 9x9 grid on a line and nothing else, as SadMan Sudoku and OpenSudoku exchange them."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.formats import line as line_format
from sudokutools.formats.format import NINE, PLAIN, SINGLE, Content, File, Record, Style
from sudokutools.formats.line import CellLines
from sudokutools.formats.reading.lines import Line
from sudokutools.grid.grid import format_line


class SdmFormat(CellLines):
    """81 characters; OpenSudoku accepts files of digits, points and line feeds only."""

    limits = (PLAIN, NINE, SINGLE)
    has_comments = False
    has_notes = False
    empty_sign = "0"

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        """Read a `line`, but never as the row of a large grid."""
        return (line_format.FORMAT.record(file, line, text),)

    def write(self, content: Content, style: Style) -> str:
        return format_line(content.grid, style.empty) + "\n"


FORMAT = SdmFormat()
