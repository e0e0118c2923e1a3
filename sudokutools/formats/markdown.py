"""`markdown`: a table, as repositories show them on the web; empty cells are blank."""

from __future__ import annotations

from sudokutools.formats.format import PLAIN, Style
from sudokutools.formats.grid import GridFormat
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


class MarkdownFormat(GridFormat):
    """The blank head that a table must have, and a row a line; comments are headings."""

    is_regular = False
    limits = (PLAIN,)
    empty_sign = " "

    def hides(self, grid: Grid) -> bool:
        return grid.geometry is not Geometry.of_size(grid.geometry.columns)

    def draw(self, grid: Grid, style: Style) -> str:
        columns = grid.geometry.columns
        texts = [style.empty, *map(str, range(1, grid.geometry.n + 1))]
        width = max(map(len, texts))
        cells = [texts[symbol].rjust(width) for symbol in grid.cells]
        rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
        head = [columns * [width * " "], columns * [max(width, 3) * "-"]]
        return "".join(f"| {' | '.join(row)} |\n" for row in head + rows)


FORMAT = MarkdownFormat()
