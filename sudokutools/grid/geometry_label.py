"""The word in the note of a line that says a geometry, or all of a variant.

`spec` writes that of a variant, and is imported where one is met.
"""

from __future__ import annotations

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MIN_LINE_CELLS, Grid


def geometry_word(geometry: Geometry) -> str:
    """Return the word that says the geometry of a line; "" where the number of its cells does.

    Without it, a short line is the row of a drawing.

    >>> [geometry_word(Geometry.of(*box)) for box in ((3, 2), (2, 3), (4, 4, 1, 4), (3, 1))]
    ['', 'box=2x3', 'box=4x4,boxes=1x4', 'box=3x1']
    """
    is_usual = geometry.is_full and geometry is Geometry.of_size(geometry.n)
    if is_usual and geometry.size >= MIN_LINE_CELLS:
        return ""
    return said_geometry(geometry)


def said_geometry(geometry: Geometry) -> str:
    """Return the word for a geometry in the note of a line, whether it is needed or not."""
    if geometry.is_plain:
        return f"box={geometry}".replace(" boxes ", ",boxes=")
    from sudokutools.grid.spec import spec_of

    return spec_of(geometry)


def spec_word(grid: Grid) -> str:
    """Return the spec of a line; "" where the number of its cells says all of the grid."""
    return geometry_word(grid.geometry) if grid.relations is None else said_grid(grid)


def said_grid(grid: Grid) -> str:
    """Return the spec of a grid, whether a line needs it or not."""
    if grid.relations is None:
        return said_geometry(grid.geometry)
    from sudokutools.grid.spec import spec_of

    return spec_of(grid.geometry, grid.relations)
