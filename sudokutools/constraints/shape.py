"""What constraints know of the geometry of a grid, `sudokutools.grid.geometry.Geometry`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

Cells = tuple[int, ...]


class Shape(Protocol):
    """A geometry: cells count row by row from 0, symbols are 1 to `n`, their values in order."""

    n: int
    values: range
    has_lines: bool
    rows: int
    columns: int
    size: int
    absent: frozenset[int]

    @property
    def row_cells(self) -> tuple[Cells, ...]: ...
    @property
    def column_cells(self) -> tuple[Cells, ...]: ...
    @property
    def region_cells(self) -> tuple[Cells, ...]: ...
    @property
    def peers(self) -> tuple[Cells, ...]: ...
    def region_of(self, cell: int) -> int: ...
    def cell_name(self, cell: int) -> str: ...
    def __hash__(self) -> int: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


class PlaceError(Exception):
    """Raised if the meaning of a clue depends on where its cells are."""


class Placeless:
    """The symbols of a shape; anything else raises PlaceError."""

    def __init__(self, values: range, has_lines: bool) -> None:
        self.values, self.n, self.has_lines = values, len(values), has_lines

    def __getattr__(self, name: str) -> Any:
        raise PlaceError(name)


def values_of(cells: Sequence[int], shape: Shape) -> Sequence[int]:
    """Return the values of cells by their symbols, -1 for an empty one."""
    value = [-1, *shape.values]
    return [value[symbol] for symbol in cells]
