"""Complete grids, each exactly equally likely, of geometries up to 9x9.

The method, its proof and the Python implementation are in `uniform_draw`, which is imported only if
there is no kernel.
"""

from __future__ import annotations

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.generating.compiled_draw import native_cells
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

EXACT = tuple(
    Geometry.of(width, height)
    for width, height in (
        *((2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)),
        *((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (4, 1), (1, 4), (5, 1), (1, 5)),
    )
)


def is_exact(geometry: Geometry) -> bool:
    """Whether grids of a geometry can be drawn exactly uniformly."""
    return geometry in EXACT


def claim(geometry: Geometry) -> str:
    """Describe in one line the distribution for a geometry that `is_exact`.

    >>> claim(Geometry.of(2, 2))
    'exactly uniform: each of the 288 grids is equally likely'
    """
    from sudokutools.generating.uniform_draw import number_of_grids

    return f"exactly uniform: each of the {number_of_grids(geometry)} grids is equally likely"


def require_exact(geometry: Geometry) -> None:
    """Raise SudokuError if grids of a geometry cannot be drawn exactly uniformly."""
    if not is_exact(geometry):
        names = ", ".join(map(str, EXACT))
        raise SudokuError(f"method uniform does not support box {geometry}: expected {names}")


def draw(geometry: Geometry, stream: Stream) -> Grid:
    """Draw a grid exactly uniformly. Raises SudokuError for other geometries."""
    require_exact(geometry)
    cells = native_cells("uniform", geometry, stream)
    if cells is None:
        from sudokutools.generating.uniform_draw import draw_cells

        cells = draw_cells(geometry, stream)
    return Grid(geometry, cells)
