"""`fpuzzles-json`: the JSON of links of f-puzzles; read as `fpuzzles`."""

from __future__ import annotations

from sudokutools.formats.format import Content, Style
from sudokutools.formats.fpuzzles import FPuzzlesFormat


class FPuzzlesJsonFormat(FPuzzlesFormat):
    """An object a line."""

    def write(self, content: Content, style: Style) -> str:
        return self.text(content, style)


FORMAT = FPuzzlesJsonFormat()
