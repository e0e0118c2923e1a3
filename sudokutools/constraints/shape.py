"""What constraints know of the geometry of a grid, and what readers and writers know of them.

They are `sudokutools.grid.geometry.Geometry` and `sudokutools.constraints.constraint.Constraint`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

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
    @property
    def rules(self) -> tuple[str, ...]: ...


class Clue(Protocol):
    """A clue: see `Constraint`."""

    key: ClassVar[str]
    form: ClassVar[str]
    is_set: ClassVar[bool]
    is_joined: ClassVar[bool]
    signs: ClassVar[Mapping[int, str]]
    cells: Cells
    number: int

    def __init__(self, cells: Sequence[int], number: int = 0) -> None: ...
    @property
    def iss(self) -> Sequence[str]: ...
    @classmethod
    def usual(cls, n: int) -> int: ...
    def value(self, shape: Shape) -> str: ...
    def primitives(self, out: Any) -> None: ...
