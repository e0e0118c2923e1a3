"""Complete grids of variants by search, and proofs that no grid exists.

Grids of up to nine symbols are searched by `engines.variant` in random order. A search that has
tried half as many options as there are cells went wrong early and is restarted, continuing the
stream; rules that few grids satisfy, such as two chess rules at once, take dozens of searches. If
many have failed, and on larger grids, `cdcl` finds a grid in random order or proves that there are
no grids. A search that ends before its limit proves the latter as well.
"""

from __future__ import annotations

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import NoGridError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, variant

MOST_SYMBOLS = 9  # The maximum number of symbols of grids searched before `cdcl` is used.

FEW_TRIES = 10
"""The number of searches if there is a limit of conflicts, as other maps can be tried."""

TRIES = 50  # The number of searches otherwise; after them `cdcl` is faster.


def draw(empty: Grid, stream: Stream, check: Check = never, patience: int | None = None) -> Grid:
    """Return a random solution of an empty grid; each is possible, but not equally likely.

    Raises NoGridError if no grid exists and UndecidedError if `patience` conflicts of `cdcl` do not
    decide it; with a patience of 0 it is not used.

    >>> from sudokutools.grid.geometry import Geometry
    >>> geometry = Geometry.of_variant(Geometry.of(2, 2), rules=["antiking"])
    >>> draw(Grid.empty(geometry), Stream("test", "", 0))
    Traceback (most recent call last):
    sudokutools.errors.NoGridError: no grid exists: 2x2 antiking
    """
    grid = _drawn(empty, stream, check, patience)
    if grid is None:
        clues = "" if empty.constraints is None else " with these clues"
        raise NoGridError(f"no grid exists: {empty.geometry}{clues}")
    return grid


def _drawn(empty: Grid, stream: Stream, check: Check, patience: int | None) -> Grid | None:
    geometry = empty.geometry
    tries = TRIES if patience is None else FEW_TRIES
    for _ in range(tries if geometry.n <= MOST_SYMBOLS else 0):
        try:
            return variant.fill(geometry, stream, check, geometry.size // 2, empty.constraints)
        except UndecidedError:
            check()
    if patience == 0:
        raise UndecidedError(f"not decided in {tries} searches")
    return cdcl.draw(empty, stream, check, patience)
