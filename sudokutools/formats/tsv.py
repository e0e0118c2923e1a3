"""`tsv`: a `table` with tabs."""

from __future__ import annotations

from sudokutools.formats.table import TableFormat


class TsvFormat(TableFormat):
    """Grids between tabs."""

    delimiter = "\t"


FORMAT = TsvFormat()
