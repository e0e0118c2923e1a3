"""The search of `propagate` in C, for 9x9 grids: the same solutions in the same order.

The bulk solver, whose lanes share the work on a hard puzzle, first decides whether there are
several solutions. Other geometries, grids with candidates, and all grids without a compiled core
are left to `propagate`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.grid.grid import CHARACTER_VALUES, LINE_CHARACTERS, Grid

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream

_STEPS = 4096  # Options tried between two calls of `check`: about 2 ms.
_AT_ONCE = 16  # The maximum number of solutions returned by one call of the kernel.


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order of `propagate`.

    >>> from sudokutools.grid.geometry import Geometry
    >>> list(next(solutions(Grid.empty(Geometry.of(3, 3)))).cells[:9])
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    kernels = core.native()
    if kernels is None or grid.candidates or not grid.is_classic:
        from sudokutools.solving.engines import propagate

        yield from propagate.solutions(grid, stream, check)
        return
    puzzle = grid.cells.translate(LINE_CHARACTERS["."])
    if stream is None:
        ((count, _, solution),) = kernels.bulk_count(core.name(), puzzle, 2, b"", check)
        if count < 2:
            if count:
                yield Grid(grid.geometry, solution.translate(CHARACTER_VALUES))
            return
    search = kernels.bulk_search(puzzle, None if stream is None else stream.state)
    is_over = False
    while not is_over:
        check()
        # Do not draw from a stream ahead of the caller.
        maximum = 1 if stream is not None else _AT_ONCE
        found, is_over, state = kernels.bulk_search_next(search, maximum, _STEPS)
        if stream is not None:
            stream.state = state
        cells = found.translate(CHARACTER_VALUES)
        for at in range(0, len(cells), 81):
            yield Grid(grid.geometry, cells[at : at + 81])


def guesses(grid: Grid, check: Check = never) -> int:
    """Return the number of options that `propagate` tries in a plain grid until none is left.

    >>> from sudokutools.grid.geometry import Geometry
    >>> guesses(Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, *bytes(9)]))
    6
    """
    kernels = core.native()
    if kernels is None or grid.candidates or not grid.is_classic:
        from sudokutools.solving.engines import propagate

        counter: Any = _Counter()
        for _ in propagate.solutions(grid, counter, check):
            pass
        return int(counter.options)
    search = kernels.bulk_search(grid.cells.translate(LINE_CHARACTERS["."]), None)
    number = 0
    while not kernels.bulk_search_next(search, _AT_ONCE, min(number, 1))[1]:
        check()
        number += 1
    return number


class _Counter:
    """Takes the place of a stream: counts the options of branches instead of shuffling them."""

    options = 0

    def shuffle(self, items: Sequence[int]) -> None:
        self.options += len(items)


def is_forced(grid: Grid, cell: int, solution: Grid, check: Check = never) -> bool | None:
    """Whether all solutions of a 9x9 grid agree with this one in an empty cell; None without a
    kernel.
    """
    kernels = core.native()
    if kernels is None:
        return None
    puzzle = bytearray(grid.cells.translate(LINE_CHARACTERS["."]))
    puzzle[cell] = ord("1") + solution[cell] - 1
    removed = (9 * cell + solution[cell]).to_bytes(2, "little")
    ((count, _, _),) = kernels.bulk_count(core.name(), bytes(puzzle), 1, removed, check)
    return bool(count == 0)
