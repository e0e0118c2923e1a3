"""Human techniques as a solver, which may give up.

A step is valid in every solution, so a path that ends in a solution or a contradiction proves that
there is one solution, or none. The exceptions are unique rectangles, unique loops and BUGs, which
assume a unique solution: after them a solution may be one of several, and a contradiction is not a
proof.

Nested chains are the last resort, and a futile search for them takes minutes. So another engine
first decides whether the solution is unique; otherwise they are not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.logic.techniques import TABLE
from sudokutools.solving.engines import engine

if TYPE_CHECKING:
    from sudokutools.logic.ladder import Path

ASSUMING = {technique.name for technique in TABLE if technique.assumes_unique}
"""The names of the techniques that assume a unique solution."""

WITHOUT_NESTING = 89  # The rating, in tenths, above which dynamic forcing chains are nested.


def solutions(
    grid: Grid,
    stream: Stream | None = None,  # noqa: ARG001
    check: Check = never,
) -> Iterator[Grid]:
    """Yield the solution of a puzzle if the techniques find it; the stream is not used.

    Raises UndecidedError if they do not, or cannot decide whether it is the only one.

    >>> from sudokutools.grid.geometry import Geometry
    >>> puzzle = Grid(Geometry.of(2, 2), bytes([1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 2]))
    >>> [list(solution.cells)[:4] for solution in solutions(puzzle)]
    [[1, 2, 3, 4]]
    """
    from sudokutools.logic.ladder import Path

    if any(grid.clashes()):
        return
    path = Path(grid, check, guided=False)
    highest: int | None = WITHOUT_NESTING
    is_assumed = False
    while not path.is_solved and not _is_contradiction(path):
        step = path.next_step(highest)
        if step is not None:
            is_assumed |= step.technique in ASSUMING
        elif highest is not None and _has_one_solution(grid, check):
            path = Path(grid, check)
            highest = None
            is_assumed = False
        else:
            raise UndecidedError("no technique applies")
    if path.is_solved:
        found = grid.with_cells(path.values)
        if grid.is_plain or not any(found.clashes()):
            yield found
    if is_assumed and highest is not None:
        raise UndecidedError("a technique assumed a unique solution")


def _has_one_solution(grid: Grid, check: Check) -> bool:
    other = engine("cdcl" if grid.is_plain else "propagate")
    return len(list(islice(other(grid, None, check), 2))) == 1


def _is_contradiction(path: Path) -> bool:
    """Whether an empty cell has no candidate, or a symbol no place in a house that needs it."""
    n = path.grid.geometry.n
    pairs = zip(path.values, path.candidates, strict=True)
    held = [1 << value - 1 if value else mask for value, mask in pairs]
    full = [house for house in path.grid.geometry.houses if len(house) == n]
    unions = (reduce(or_, (held[cell] for cell in house)) for house in full)
    return 0 in held or any(union.bit_count() < n for union in unions)
