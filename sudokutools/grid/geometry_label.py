"""The spec in the note of a line, such as `box=2x3`; that of variants is imported from `spec`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MIN_LINE_CELLS, Grid

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints


def geometry_spec(geometry: Geometry, constraints: Constraints | None = None) -> str:
    """Return the spec of a grid, whether it is needed or not."""
    if geometry.is_plain and constraints is None:
        return f"box={geometry}".replace(" boxes ", ",boxes=")
    from sudokutools.grid.spec import spec_of

    return spec_of(geometry, constraints)


def geometry_word(geometry: Geometry) -> str:
    """Return the spec of a geometry; "" if the number of cells implies it.

    Lines that are too short to be recognised always have one.

    >>> [geometry_word(Geometry.of(*box)) for box in ((3, 2), (2, 3), (4, 4, 1, 4), (3, 1))]
    ['', 'box=2x3', 'box=4x4,boxes=1x4', 'box=3x1']
    """
    is_usual = geometry.is_full and geometry.is_plain and geometry is Geometry.of_size(geometry.n)
    return "" if is_usual and geometry.size >= MIN_LINE_CELLS else geometry_spec(geometry)


def spec_word(grid: Grid) -> str:
    """Return the spec of a line; "" if the number of cells implies the whole grid."""
    if grid.constraints is None:
        return geometry_word(grid.geometry)
    return geometry_spec(grid.geometry, grid.constraints)
