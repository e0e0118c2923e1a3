"""`table`: a column for each grid, under a header; CSV for other programs, read as `csv`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.columns import Columns
from sudokutools.formats.format import Content, LineFormat, Record, Style


class TableFormat(LineFormat):
    """Grids between commas, quoted if necessary."""

    limits = ()
    keeps_places = False
    has_comments = False
    has_notes = False
    has_columns = True
    has_header = True
    delimiter = ","

    def header(self, columns: Sequence[str]) -> str:
        return self.delimiter.join(columns) + "\n"

    def write(self, content: Content, style: Style) -> str:
        columns = style.columns
        if columns is None:  # In a file without a header.
            names = ["puzzle", "solution"][: len(content.grids)]
            has_spec = not content.grid.is_plain
            columns = Columns.of(None, names, has_spec=has_spec, separator=self.delimiter)
        return columns.line(
            content.row, content.grid, content.grids, style.empty, content.facts, content.note
        )

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        is_row = style.columns is not None and (record.row is not None or with_puzzle)
        return style.as_read(record) if is_row else self.empty_place(record)


FORMAT = TableFormat()
