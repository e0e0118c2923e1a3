"""The search of `propagate` in C, for 9x9 grids: the same solutions in the same order.

Grids of other geometries, and all where there is no compiled core, go to `propagate` itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools import core
from sudokutools.engines import Check, never
from sudokutools.grid import Geometry, Grid
from sudokutools.streams import Stream

_STEPS = 4096
"""Options that are tried between two calls of the check: about 2 ms."""

_SYMBOLS = bytes.maketrans(b"123456789", bytes(range(1, 10)))
_CHARACTERS = bytes.maketrans(bytes(range(1, 10)), b"123456789")


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order that `propagate` defines.

    >>> list(next(solutions(Grid.empty(Geometry.of(3, 3)))).cells[:9])
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    kernels = core.native()
    if kernels is None or grid.geometry is not Geometry.of(3, 3):
        from sudokutools.engines import propagate

        yield from propagate.solutions(grid, stream, check)
        return
    geometry = grid.geometry
    state = None if stream is None else stream.state
    search = kernels.bulk_search(grid.cells.translate(_CHARACTERS), state)
    # Two to begin with tell whether there are several; ahead of a stream nothing may be drawn.
    maximum = 1 if stream is not None else 2
    while True:
        check()
        found, is_over, after = kernels.bulk_search_next(search, maximum, _STEPS)
        if stream is not None:
            stream.state = after
        cells = found.translate(_SYMBOLS)
        for at in range(0, len(cells), 81):
            yield Grid(geometry, cells[at : at + 81])
        if is_over:
            return
        if stream is None:
            maximum = 64
