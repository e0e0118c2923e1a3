"""Complete grids of variants by search, and proofs that there is none.

Up to nine symbols the search of `engines.variant` goes through the empty grid in random order. One
that has tried half as many options as there are cells went wrong early, and another one begins with
the numbers that follow; rules that few grids keep, such as two of chess at once, take dozens of
these. Where many have failed, and on larger grids, `cdcl` decides: it finds a grid in random order,
or proves that there is none, as a search does that ends before its limit.
"""

from __future__ import annotations

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import NoGridError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, variant

MOST_SYMBOLS = 9
"""The most symbols of a grid that is searched before `cdcl` is asked."""

FEW_TRIES = 10
"""The searches where the patience with `cdcl` has an end: there are other geometries."""

TRIES = 50
"""The searches after which `cdcl` is asked, which is quicker than so many more."""


def draw(
    geometry: Geometry, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid:
    """Return a random complete grid; every grid can come, but not all equally often.

    NoGridError: there is none. UndecidedError: `patience` conflicts of `cdcl` did not decide it,
    which is not asked with a patience of 0.

    >>> draw(Geometry.of_variant(Geometry.of(2, 2), rules=["antiking"]), Stream("test", "", 0))
    Traceback (most recent call last):
    sudokutools.errors.NoGridError: no grid exists: 2x2 antiking
    """
    grid = _drawn(geometry, stream, check, patience)
    if grid is None:
        raise NoGridError(f"no grid exists: {geometry}")
    return grid


def _drawn(geometry: Geometry, stream: Stream, check: Check, patience: int | None) -> Grid | None:
    tries = TRIES if patience is None else FEW_TRIES
    for _ in range(tries if geometry.n <= MOST_SYMBOLS else 0):
        try:
            return variant.fill(geometry, stream, check, geometry.size // 2)
        except UndecidedError:
            check()
    if patience == 0:
        raise UndecidedError(f"not decided in {tries} searches")
    return cdcl.draw(Grid.empty(geometry), stream, check, patience)
