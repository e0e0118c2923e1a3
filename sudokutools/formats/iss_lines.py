"""`iss-lines`: texts of the Interactive Sudoku Solver, each on a line of its own."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.formats.foreign import ForeignLine
from sudokutools.formats.format import File, Record
from sudokutools.formats.iss import IssFormat
from sudokutools.formats.reading.lines import Line


class IssLinesFormat(IssFormat):
    """A text a line, whether or not it begins with its shape."""

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record]:
        return ForeignLine.read(self, file, line, text)


FORMAT = IssLinesFormat()
