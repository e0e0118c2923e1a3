"""What constraints know of the geometry of a grid, `sudokutools.grid.geometry.Geometry`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

Cells = tuple[int, ...]

MOST_EXTRA = 1000  # The maximum number of extra cells.


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
    def houses(self) -> tuple[Cells, ...]: ...
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


class _Extended:
    """A shape with extra cells, which follow the grid, or more values."""

    def __init__(self, shape: Shape, extra: int, factor: int, names: Sequence[str]) -> None:
        self._shape = shape
        self.extra_names = names
        self.size = shape.size + extra
        self.n = factor * shape.n
        self.values = range(shape.values[0], shape.values[0] + self.n)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shape, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Extended):
            return NotImplemented
        return (self._shape, self.size, self.n) == (other._shape, other.size, other.n)

    def __hash__(self) -> int:
        return hash((self._shape, self.size, self.n))

    def region_of(self, cell: int) -> int:
        """Return the region of a cell; each extra cell is one of its own."""
        return self._shape.region_of(cell) if cell < self._shape.size else cell

    def cell_name(self, cell: int) -> str:
        row, column = divmod(cell, self._shape.columns)
        return f"r{row + 1}c{column + 1}"


def extended(shape: Shape, extra: int, factor: int = 1, names: Sequence[str] = ()) -> Shape:
    """Return the shape with extra cells, and as many times as many values.

    `names` name the extra cells in ISS text.
    """
    is_other = extra > 0 or factor > 1
    return cast("Shape", _Extended(shape, extra, factor, names)) if is_other else shape
