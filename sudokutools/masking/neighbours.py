"""Orthogonal neighbours, for growing cages and comparisons."""

from __future__ import annotations

from functools import lru_cache

from sudokutools.grid.geometry import Geometry


@lru_cache(maxsize=64)
def neighbours(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return the orthogonal neighbours of each cell, ascending."""
    columns, size = geometry.columns, geometry.size
    return tuple(
        tuple(
            other
            for other, is_there in (
                (cell - columns, cell >= columns),
                (cell - 1, cell % columns > 0),
                (cell + 1, (cell + 1) % columns > 0),
                (cell + columns, cell + columns < size),
            )
            if is_there
        )
        for cell in range(size)
    )


@lru_cache(maxsize=64)
def neighbours_in_regions(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """Return the pairs of orthogonal neighbours that share a region, ascending.

    >>> neighbours_in_regions(Geometry.of(2, 1))
    ((0, 1), (2, 3))
    """
    region = geometry.region_of
    return tuple(
        (cell, other)
        for cell, others in enumerate(neighbours(geometry))
        for other in others
        if cell < other and region(cell) == region(other)
    )
