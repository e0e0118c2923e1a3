"""`csv`: a field a cell; a column that holds the grid is read as well."""

from __future__ import annotations

from sudokutools.formats.line import LineFormat
from sudokutools.grid import Grid, format_fields


class CsvFormat(LineFormat):
    """Decimals and commas, then a tab and the note."""

    is_line = False
    separator = None
    empty_sign = "0"

    def cells(self, grid: Grid, empty: str) -> str:
        """Return the text of the cells."""
        return format_fields(grid, empty)


FORMAT = CsvFormat()
