"""`table`: a column a grid, under a header; CSV for other programs, read as `csv` is."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.columns import csv_line, field_of
from sudokutools.formats.format import Content, Format, Record, Style


class TableFormat(Format):
    """Grids between commas, in quotes where they need them."""

    separator = b","
    has_comments = False
    has_notes = False
    has_columns = True

    def header(self, columns: Sequence[str]) -> str:
        """Return the names of the columns."""
        return ",".join(columns) + "\n"

    def write(self, content: Content, style: Style) -> str:
        """Write the grids."""
        fields = [field_of(grid, style.empty) for grid in content.grids]
        if style.columns is not None:
            return style.columns.line(content.row, fields, content.told)
        return csv_line(fields)

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Keep the column of the puzzle."""
        if style.columns is not None:
            return style.columns.line(record.row, ())
        if not with_puzzle:
            return self.empty_place(record)
        assert record.grid is not None
        return csv_line([field_of(record.grid, style.empty), ""])


FORMAT = TableFormat()
