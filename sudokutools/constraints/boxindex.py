"""Box indexers: symbol v at place p of a box means that p is at place v."""

from __future__ import annotations

from sudokutools.constraints.columnindex import ColumnIndex
from sudokutools.constraints.shape import Cells, Shape


class BoxIndex(ColumnIndex):
    """All marked cells; places count in reading order of the box or region."""

    key = "boxindex"
    rule = "place p of a box holds v: place v holds p"
    fpuzzles = "boxindexer"
    iss = ()
    tint = "sky"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.region_cells[shape.region_of(cell)]
