"""`ss`: the frame of Simple Sudoku, in its files and on its clipboard."""

from __future__ import annotations

from sudokutools.formats.format import Content, Style
from sudokutools.formats.grid import GridFormat
from sudokutools.grid.grid import Grid, format_line

FRAME = "*-----------*\n"
BORDER = "|---+---+---|\n"


class SsFormat(GridFormat):
    """The frame alone: it has no place for notes and comments.

    Between its bars a row of `_` is a border, so that `_` is none of its empty signs.
    """

    has_variants = False
    has_comments = False
    has_notes = False
    has_partner = False
    is_for_nine = True

    def write(self, content: Content, style: Style) -> str:
        """Write the frame."""
        return self.draw(content.grid, style)

    def draw(self, grid: Grid, style: Style) -> str:
        """Return the frame of a grid."""
        line = format_line(grid, self.empty_sign if style.empty == "_" else style.empty)
        rows = [
            f"|{line[at : at + 3]}|{line[at + 3 : at + 6]}|{line[at + 6 : at + 9]}|\n"
            for at in range(0, 81, 9)
        ]
        bands = ["".join(rows[at : at + 3]) for at in (0, 3, 6)]
        return FRAME + BORDER.join(bands) + FRAME


FORMAT = SsFormat()
