"""Candidates, naked and hidden singles, then the cell or house with the fewest options.

The search is defined to the letter, so that another implementation finds the same solutions in
the same order:

1. Place every naked single (a cell with one candidate) and hidden single (a house of n cells with
   one cell for a symbol) until there are none. A cell without a candidate, or a house of n cells
   without a cell for a symbol, ends this branch.
2. If every cell is filled, this is a solution.
3. Else branch on the cell, or the symbol in a house of n cells, that is not settled and has the
   fewest options. Among equals a cell comes before a row, a row before a column, a column before
   a box; the lowest cell first; in houses the lowest symbol first, then the lowest house.
4. Its options are tried in ascending order (of symbols in a cell, of cells in a house); with a
   random stream in the order that `Stream.shuffle` gives to the ascending list. Each option that
   is tried is one step.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.engines import Check, never
from sudokutools.engines.planes import Planes, planes
from sudokutools.errors import UndecidedError
from sudokutools.grid import Grid
from sudokutools.streams import Stream


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order that this module defines."""
    tables = planes(grid.geometry)
    for placed in search(tables, tables.start(grid.cells), stream, check):
        yield Grid(grid.geometry, tables.cells(placed))


def search(
    tables: Planes,
    state: tuple[int, int] | None,
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int | None = None,
    near: int = 0,
) -> Iterator[int]:
    """Yield the placed bits of every solution of a state (candidates, placed bits).

    None is a state without solutions. Options among the bits `near` are tried first, so that
    solutions much like a known one are found soon. UndecidedError: more than `max_steps` steps
    were needed.
    """
    settle, size = tables.settle, tables.geometry.size
    open_branches: list[tuple[int, int, list[int]]] = []
    steps = 0
    while True:
        if state is not None:
            state = settle(*state, check)
        if state is not None:
            candidates, placed = state
            if placed.bit_count() == size:
                yield placed
            else:
                options = tables.options(candidates)
                if stream is not None:
                    stream.shuffle(options)
                if near:
                    options.sort(key=lambda bit: not near >> bit & 1)
                options.reverse()
                open_branches.append((candidates, placed, options))
        if not open_branches:
            return
        if steps == max_steps:
            raise UndecidedError(f"not decided in {steps} steps")
        steps += 1
        candidates, placed, options = open_branches[-1]
        bit = options.pop()
        if not options:
            open_branches.pop()
        state = candidates & tables.cut(bit), placed | 1 << bit
