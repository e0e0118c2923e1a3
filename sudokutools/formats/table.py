"""`table`: a column for each grid, under a header; CSV for other programs, read as `csv`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.columns import csv_line, field_of, spec_field
from sudokutools.formats.format import Content, LineFormat, Record, Style


class TableFormat(LineFormat):
    """Grids between commas, quoted if necessary."""

    limits = ()
    separator = b","
    keeps_places = False
    has_comments = False
    has_notes = False
    has_columns = True

    def header(self, columns: Sequence[str]) -> str:
        return ",".join(columns) + "\n"

    def write(self, content: Content, style: Style) -> str:
        columns = style.columns
        has_spec = style.has_spec if columns is None else columns.spec is not None
        fields = [field_of(grid, style.empty, has_spec) for grid in content.grids]
        spec = spec_field(content.grid)
        if columns is not None:
            return columns.line(content.row, fields, content.told, spec)
        told = [content.told] * bool(content.told)
        return csv_line([*fields, *told, *[spec] * has_spec])

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Keep the column of the puzzle."""
        if style.columns is not None:
            return style.columns.line(record.row, ())
        if not with_puzzle:
            return self.empty_place(record)
        assert record.grid is not None
        spec = [spec_field(record.grid)] * style.has_spec
        return csv_line([field_of(record.grid, style.empty, style.has_spec), "", *spec])


FORMAT = TableFormat()
