"""The compiled ladder, as `rating` and `guide` ask it."""

from __future__ import annotations

from functools import cache

from sudokutools import core
from sudokutools.grid import Grid

SOLVED, ABOVE, STUCK, CLASH, STOPPED = 0, 1, 2, 3, -2
"""How the compiled ladder ended."""
NO_LIMIT = 1000
"""A rating that no step has."""


def candidates_of(grid: Grid) -> bytes:
    """Return the candidates that a 9x9 grid carries as the compiled ladder takes them."""
    if grid.candidates is None:
        return b""
    from array import array

    return array("H", grid.candidates).tobytes()


@cache
def rater() -> object:
    """Return the state of the compiled ladder, made once."""
    kernels = core.native()
    assert kernels is not None
    return kernels.rate_new()
