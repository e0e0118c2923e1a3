"""`ss`: the frame of Simple Sudoku, in its files and on its clipboard."""

from __future__ import annotations

from sudokutools.formats.format import NINE, PLAIN, SINGLE, Content, Style
from sudokutools.formats.grid import GridFormat
from sudokutools.grid.grid import Grid, format_line

FRAME = "*-----------*\n"
BORDER = "|---+---+---|\n"


class SsFormat(GridFormat):
    """The frame alone; a row of `_` between bars is a border, so `_` is not an empty sign."""

    is_regular = False
    limits = (PLAIN, NINE, SINGLE)
    has_comments = False
    has_notes = False

    def write(self, content: Content, style: Style) -> str:
        return self.draw(content.grid, style)

    def draw(self, grid: Grid, style: Style) -> str:
        line = format_line(grid, self.empty_sign if style.empty == "_" else style.empty)
        rows = [
            f"|{line[at : at + 3]}|{line[at + 3 : at + 6]}|{line[at + 6 : at + 9]}|\n"
            for at in range(0, 81, 9)
        ]
        bands = ["".join(rows[at : at + 3]) for at in (0, 3, 6)]
        return FRAME + BORDER.join(bands) + FRAME


FORMAT = SsFormat()
