"""Row indexers: symbol v in row r means that r is in row v of that column."""

from __future__ import annotations

from sudokutools.constraints.columnindex import ColumnIndex
from sudokutools.constraints.shape import Cells, Shape


class RowIndex(ColumnIndex):
    """All marked cells."""

    key = "rowindex"
    rule = "row r of a column holds v: row v holds r"
    fpuzzles = "rowindexer"
    iss = ("Indexing~R",)
    tint = "mint"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.column_cells[cell % shape.columns]
