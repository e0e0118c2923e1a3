"""`table`: a column a grid, under a header; CSV for other programs, read as `csv` is."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.format import Content, Format, Record, Style
from sudokutools.grid import Grid, format_line, geometry_word


class TableFormat(Format):
    """Grids between commas, in quotes where they need them."""

    separator = b","
    has_comments = False
    has_notes = False

    def header(self, columns: Sequence[str]) -> str:
        """Return the names of the columns."""
        return ",".join(columns) + "\n"

    def write(self, content: Content, style: Style) -> str:
        """Write the grids."""
        return ",".join(_field(grid, style.empty) for grid in content.grids) + "\n"

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Keep the column of the puzzle."""
        if not with_puzzle:
            return self.empty_place(record)
        assert record.grid is not None
        return f"{_field(record.grid, style.empty)},\n"


def _field(grid: Grid, empty: str) -> str:
    """Return a grid as a field, with its geometry where the length does not tell it."""
    word = geometry_word(grid.geometry)
    text = format_line(grid, empty) + (f"\t{word}" if word else "")
    return f'"{text}"' if "," in text else text


FORMAT = TableFormat()
