"""The plainest search: the first empty cell, the symbols in order, and undo.

Cells are tried row by row from r1c1. Which symbols a row, a column and a box hold is kept in one
bit mask each, so that the symbols that fit a cell are known at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.grid import Grid
from sudokutools.limits import Check, never
from sudokutools.streams import Stream

# A step takes about a microsecond: `check` is called once in so many of them.
_STEPS_BETWEEN_CHECKS = 1024


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid in ascending order; with a stream in random order."""
    geometry = grid.geometry
    if next(grid.clashes(), None):
        return
    cells = bytearray(grid.cells)
    used = [0] * len(geometry.houses)
    for cell, symbol in enumerate(cells):
        if symbol:
            for house in geometry.houses_of[cell]:
                used[house] |= 1 << symbol
    empty = [(cell, geometry.houses_of[cell]) for cell, symbol in enumerate(cells) if not symbol]
    excluded = len(empty) * [0]
    if grid.candidates is not None:
        excluded = [~grid.candidates[cell] << 1 for cell, _ in empty]
    if not empty:
        check()
        yield grid
        return
    every = list(range(1, geometry.n + 1))

    def fitting(houses: tuple[int, ...], taken: int) -> list[int]:
        """Return the symbols that fit a cell, the one to try first at the end.

        `taken` has those that its candidates exclude.
        """
        for house in houses:
            taken |= used[house]
        found = [symbol for symbol in every if not taken >> symbol & 1]
        if stream is not None:
            stream.shuffle(found)
        found.reverse()
        return found

    untried = [fitting(empty[0][1], excluded[0])]
    step = 0
    while untried:
        if not step % _STEPS_BETWEEN_CHECKS:
            check()
        step += 1
        cell, houses = empty[len(untried) - 1]
        if cells[cell]:
            for house in houses:
                used[house] ^= 1 << cells[cell]
            cells[cell] = 0
        if not untried[-1]:
            untried.pop()
            continue
        symbol = untried[-1].pop()
        cells[cell] = symbol
        for house in houses:
            used[house] ^= 1 << symbol
        if len(untried) == len(empty):
            yield Grid(geometry, cells)
        else:
            at = len(untried)
            untried.append(fitting(empty[at][1], excluded[at]))
