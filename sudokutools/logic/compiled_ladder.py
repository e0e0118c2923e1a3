"""The compiled ladders of 9x9 grids, plain and variant, for `rating` and `guide`."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sudokutools._support import core
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.levels import Uses
from sudokutools.logic.tables import tables_of
from sudokutools.logic.techniques import HOUSES, TABLE, Technique, features_of, techniques

SOLVED, ABOVE, STUCK, CLASH, STOPPED = 0, 1, 2, 3, -2  # How the compiled ladder ended.
NO_LIMIT = 1000  # A rating above that of any step.
COMPILED = (HOUSES, "unequal")  # The features of variants that the compiled ladder supports.

MOST_HOUSES, MOST_OF_CELL = 63, 12

NO_CELL = 81  # The filler for houses with fewer than nine cells.


class Compiled(NamedTuple):
    rater: object
    block: Callable[..., bytes]
    steps: Callable[..., Any]
    techniques: tuple[Technique, ...]
    candidates: bytes


def compiled(grid: Grid) -> Compiled | None:
    """Return the compiled ladder for a grid, None if it is not supported."""
    kernels = core.native()
    if kernels is None:
        return None
    if grid.is_classic:
        block, steps = kernels.rate_block, kernels.rate_steps
        return Compiled(rater(), block, steps, techniques(9), candidates_of(grid))
    features = features_of(grid)
    if not features or any(feature not in COMPILED for feature in features):
        return None
    shape = _shape(grid.geometry)
    if shape is None:
        return None
    found = _own()
    geometry = *shape, features == (HOUSES,)
    if geometry != found.geometry:
        kernels.variant_rate_geometry(found.of_variants, *geometry)
        found.geometry = geometry
    block, steps = kernels.variant_rate_block, kernels.variant_rate_steps
    return Compiled(found.of_variants, block, steps, _variant_techniques(), candidates_of(grid))


def uses_of(numbers: Sequence[int], names: Sequence[str]) -> Uses:
    """Return the uses of techniques that the counts of a kernel give.

    >>> uses_of((3, 1, 2, 5, 0), ("Full house", "Pointing", "X-Wing"))
    {'Full house': 2, 'Pointing': 5}
    """
    number, technique, *counts = numbers
    uses = Uses((name, count) for name, count in zip(names, counts, strict=True) if count)
    uses.first_hard = (number, names[technique]) if number else None
    return uses


def candidates_of(grid: Grid) -> bytes:
    return b"" if grid.candidates is None else array("H", grid.candidates).tobytes()


@lru_cache(maxsize=32)
def _shape(geometry: Geometry) -> tuple[bytes, bytes] | None:
    """Return the houses and the pairs of a geometry for kernels, None if it is not supported."""
    if geometry.size != NO_CELL or geometry.n != 9:
        return None
    tables = tables_of(geometry)
    if len(tables.houses) > MOST_HOUSES or max(map(len, tables.houses_of)) > MOST_OF_CELL:
        return None
    houses = b"".join(bytes(house).ljust(9, bytes([NO_CELL])) for house in tables.houses)
    pairs = bytes(cell for _, pairs in geometry.unequal for pair in pairs for cell in pair)
    return houses, pairs


@cache
def _variant_techniques() -> tuple[Technique, ...]:
    return tuple(row for row in TABLE if row.symbols <= 9 and row.needs in ("", HOUSES))


class _Own(threading.local):
    def __init__(self) -> None:
        kernels = core.native()
        assert kernels is not None
        self.rater: object = kernels.rate_new()
        self.of_variants: object = kernels.variant_rate_new()
        self.geometry: tuple[bytes, bytes, bool] | None = None  # The last one of a variant.


@cache
def _own() -> _Own:
    return _Own()


def rater() -> object:
    """The state of the compiled ladder of plain grids, one for each thread."""
    return _own().rater
