"""Complete grids of large geometries by search, band by band without dead ends.

A search for a whole 100x100 grid has a million candidates. But however the first bands are filled,
there is a next one. Let k bands of a geometry with boxes of w columns and h rows be filled. In each
box of the next band, a column can take the n - kh = h(w - k) symbols that it lacks, and each symbol
is missing in w - k of the w columns. If every column takes 1 / (w - k) of each of its symbols, it
gets h and every symbol is placed once; this is a flow, so there is an integer solution as well. It
remains to distribute the symbols of each column to rows. Connect each column with its symbols: h
edges meet at a column, and at most h at a symbol, one for each box of the band. The edges of such a
graph can be coloured with h colours so that no two of one colour meet (Denes Konig, "Ueber Graphen
und ihre Anwendung auf Determinantentheorie und Mengenlehre", Mathematische Annalen 77, 1916): the
colours are the rows.
"""

from __future__ import annotations

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl


def draw(geometry: Geometry, stream: Stream, check: Check) -> Grid:
    """Return a random complete grid, found band by band, or stack by stack if there are more
    stacks.

    Every grid is possible.

    >>> draw(Geometry.of(4, 3, 2, 4), Stream("sudoku-gen", "", 0), lambda: None).is_complete
    True
    """
    width, height = geometry.box_width, geometry.box_height
    across, down = geometry.boxes_across, geometry.boxes_down
    if across <= down:
        return Grid(geometry, _bands(geometry, stream, check))
    cells = _bands(Geometry.of(height, width, down, across), stream, check)
    rows = geometry.rows
    return Grid(geometry, b"".join(cells[row::rows] for row in range(rows)))


def _bands(geometry: Geometry, stream: Stream, check: Check) -> bytes:
    width, height, across = geometry.box_width, geometry.box_height, geometry.boxes_across
    cells = b""
    for down in range(1, geometry.boxes_down + 1):
        part = Geometry.of(width, height, across, down)
        begun = Grid(part, cells + bytes(part.size - len(cells)))
        cells = next(cdcl.solutions(begun, stream, check)).cells
    return cells
