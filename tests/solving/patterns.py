"""Complete grids by shifting, with or without holes."""

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


def pattern(geometry: Geometry, percent: int = 100, seed: str = "") -> Grid:
    """Return a shifted pattern in which each symbol is kept with this probability."""
    width, height, n = geometry.box_width, geometry.box_height, geometry.n
    stream = Stream("test", seed, 0)
    return Grid(
        geometry,
        [
            (width * (row % height) + row // height + column) % n + 1
            if stream.below(100) < percent
            else 0
            for row in range(geometry.rows)
            for column in range(geometry.columns)
        ],
    )
