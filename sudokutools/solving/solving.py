"""Solutions of a puzzle: one, all, how many, and whether a clue is needed.

The method is the name of an engine or `auto`, which takes the one that is fastest on the
geometry. Which of several solutions comes first depends on the grid and the method alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import ENGINES, engine

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream

VARIANT_SYMBOLS = 16
"""The most symbols of a variant that `auto` takes `propagate` for."""

PATIENCE, PYTHON_PATIENCE = 15_000_000, 75_000
"""The steps of `propagate` on a variant, times its cells, after which `auto` switches to `cdcl`;
about half a second, with and without a compiled core."""

METHODS = ("auto", *ENGINES, "logic")
"""The methods that the functions of this module take."""


def solutions(
    grid: Grid, method: str = "auto", stream: Stream | None = None, check: Check = never
) -> Iterator[Grid]:
    """Return an iterator over the solutions, each once; with a stream in random order.

    SudokuError: there is no such method. What `check` raises ends the search. UndecidedError: the
    method does not tell whether there is another one.
    """
    if method != "auto":
        return engine(method)(grid, stream, check)
    chosen = automatic(grid)
    if chosen == "propagate" and not grid.is_plain:
        return _of_variant(grid, stream, check)
    return engine(chosen)(grid, stream, check)


def _of_variant(grid: Grid, stream: Stream | None, check: Check) -> Iterator[Grid]:
    """Yield the solutions that `propagate` finds; what is too hard for it is left to `cdcl`.

    Where there are two solutions soon, there are more, and `propagate` has them all.
    """
    from sudokutools.solving.engines import variant

    found: list[Grid] = []
    try:
        for solution in variant.solutions(grid, stream, check, _patience(grid), enough=2):
            if not found:
                found.append(solution)
            yield solution
    except UndecidedError:
        yield from (other for other in engine("cdcl")(grid, stream, check) if other not in found)


def _patience(grid: Grid) -> int:
    """Return the steps after which `cdcl` takes over from `propagate` on a variant."""
    return (PYTHON_PATIENCE if core.native() is None else PATIENCE) // grid.geometry.size


def automatic(grid: Grid) -> str:
    """Return the method that `auto` is: which is fastest depends on geometry and candidates alone.

    >>> from sudokutools.grid.geometry import Geometry
    >>> [automatic(Grid.empty(Geometry.of_size(size))) for size in (4, 9, 10, 100)]
    ['propagate', 'native', 'cdcl', 'cdcl']
    """
    if not grid.is_plain:
        return "propagate" if grid.geometry.n <= VARIANT_SYMBOLS else "cdcl"
    if grid.candidates is not None:
        return "cdcl"
    if grid.geometry is Geometry.of(3, 3):
        return "compiled_propagate"
    return "propagate" if grid.geometry.is_full and grid.geometry.n <= 9 else "cdcl"


def solve(
    grid: Grid, method: str = "auto", stream: Stream | None = None, check: Check = never
) -> Grid | None:
    """Return the first solution; with a stream a random one, without a claim of equal chances.

    >>> from sudokutools.grid.geometry import Geometry
    >>> solution = solve(Grid(Geometry.of(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 0] + 8 * [0])))
    >>> list(solution.cells)
    [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    """
    return next(solutions(grid, method, stream, check), None)


def count_solutions(
    grid: Grid, limit: int | None = None, method: str = "auto", check: Check = never
) -> int:
    """Return the number of solutions; with a limit, count no further than that.

    >>> from sudokutools.grid.geometry import Geometry
    >>> count_solutions(Grid.empty(Geometry.of(2, 2)))
    288
    """
    return sum(1 for _ in islice(solutions(grid, method, None, check), limit))


def is_forced(
    grid: Grid, cell: int, solution: Grid, max_steps: int | None = None, check: Check = never
) -> bool:
    """Return whether an empty cell is filled alike in all solutions of the grid; one is given.

    It is the question whether a clue can be removed from a puzzle with one solution, and much
    quicker than counting: another solution differs little, so the search keeps to the given one
    wherever it has to choose. Without a limit of steps, where `auto` is the method cdcl, that
    engine is asked. UndecidedError: `max_steps` branches were not enough.
    """
    if not grid.is_plain:
        return _is_forced_of_variant(grid, cell, solution, max_steps, check)
    if max_steps is None and automatic(grid) == "compiled_propagate":
        from sudokutools.solving.engines import compiled_propagate

        found = compiled_propagate.is_forced(grid, cell, solution, check)
        if found is not None:
            return found
    if max_steps is None and automatic(grid) == "cdcl":
        from sudokutools.solving.engines import cdcl

        return cdcl.is_forced(grid, cell, solution[cell], check)
    from sudokutools.solving.engines.planes import planes
    from sudokutools.solving.engines.propagate import search

    tables = planes(grid.geometry)
    state = tables.start(grid.cells, grid.candidates)
    if state is None:
        return True
    candidates, placed = state
    candidates &= ~(1 << tables.bit(cell, solution[cell]))
    near = tables.placed(solution.cells)
    others = search(tables, (candidates, placed), None, check, max_steps, near)
    return next(others, None) is None


def _is_forced_of_variant(
    grid: Grid, cell: int, solution: Grid, max_steps: int | None, check: Check
) -> bool:
    from sudokutools.solving.engines import cdcl, variant

    if max_steps is not None:
        return variant.is_forced(grid, cell, solution, check, max_steps)
    try:
        if automatic(grid) == "propagate":
            return variant.is_forced(grid, cell, solution, check, _patience(grid))
    except UndecidedError:
        pass
    return cdcl.is_forced(grid, cell, solution[cell], check)


def needless_clue(puzzle: Grid, check: Check = never) -> int | None:
    """Return the first cell whose clue can be removed, or None: the puzzle is minimal.

    The puzzle must have exactly one solution. SudokuError: it has none, or carries candidates, of
    which nobody can tell what they were without the clue.
    """
    if puzzle.candidates is not None:
        raise SudokuError("a grid with candidates is not asked for needless clues")
    solution = solve(puzzle, "auto", None, check)
    if solution is None:
        raise SudokuError("no solution")
    if automatic(puzzle) == "cdcl":
        from sudokutools.solving.engines import cdcl

        return cdcl.needless_clue(puzzle, solution, check)
    for cell, symbol in enumerate(puzzle.cells):
        if symbol:
            cells = bytearray(puzzle.cells)
            cells[cell] = 0
            if is_forced(puzzle.with_cells(cells), cell, solution, None, check):
                return cell
    return None
