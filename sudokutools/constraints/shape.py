"""What constraints know of the geometry of a grid, `sudokutools.grid.geometry.Geometry`."""

from __future__ import annotations

from typing import Protocol

Cells = tuple[int, ...]


class Shape(Protocol):
    """A geometry: cells count row by row from 0, symbols are 1 to `n`."""

    n: int
    rows: int
    columns: int
    size: int

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
