"""Geometry labels for the note of a line, such as `box=2x3`.

Labels of variants come from `spec`, which is imported only for variants.
"""

from __future__ import annotations

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MIN_LINE_CELLS, Grid


def geometry_word(geometry: Geometry) -> str:
    """Return the label of a geometry; "" if the number of cells implies it.

    Lines that are too short to be recognised always have one.

    >>> [geometry_word(Geometry.of(*box)) for box in ((3, 2), (2, 3), (4, 4, 1, 4), (3, 1))]
    ['', 'box=2x3', 'box=4x4,boxes=1x4', 'box=3x1']
    """
    is_usual = geometry.is_full and geometry is Geometry.of_size(geometry.n)
    if is_usual and geometry.size >= MIN_LINE_CELLS:
        return ""
    return said_geometry(geometry)


def said_geometry(geometry: Geometry) -> str:
    """Return the label of a geometry, whether it is needed or not."""
    if geometry.is_plain:
        return f"box={geometry}".replace(" boxes ", ",boxes=")
    from sudokutools.grid.spec import spec_of

    return spec_of(geometry)


def spec_word(grid: Grid) -> str:
    """Return the spec of a line; "" if the number of cells implies the whole grid."""
    return geometry_word(grid.geometry) if grid.constraints is None else said_grid(grid)


def said_grid(grid: Grid) -> str:
    """Return the spec of a grid, whether it is needed or not."""
    if grid.constraints is None:
        return said_geometry(grid.geometry)
    from sudokutools.grid.spec import spec_of

    return spec_of(grid.geometry, grid.constraints)
