"""`sudokupad`: links that open in SudokuPad; read as `fpuzzles`.

https://sudokupad.app/?puzzleid=fpuzzlesN4Ig...    the object of f-puzzles, with `+/=` escaped
"""

from __future__ import annotations

from sudokutools.formats.format import Content, Style
from sudokutools.formats.fpuzzles import FPuzzlesFormat


class SudokuPadFormat(FPuzzlesFormat):
    """A link a line."""

    def write(self, content: Content, style: Style) -> str:
        from urllib.parse import quote

        packed = super().write(content, style).rstrip("\n").partition("=")[2]
        return f"https://sudokupad.app/?puzzleid=fpuzzles{quote(packed, safe='')}\n"


FORMAT = SudokuPadFormat()
