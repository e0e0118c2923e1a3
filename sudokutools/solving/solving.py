"""Solutions of a puzzle: one, all, their number, and redundant clues.

A method is the name of an engine or `auto`, the fastest one for the geometry. The order of the
solutions depends on the grid and the method only.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import ENGINES, engine

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream
    from sudokutools.constraints.constraint import Constraint

VARIANT_SYMBOLS = 16
"""The maximum number of symbols of a variant for which `auto` selects `propagate`."""

PATIENCE, PYTHON_PATIENCE = 15_000_000, 75_000
"""The steps of `propagate` on a variant, times its cells, after which `auto` switches to `cdcl`;
about half a second, with and without a compiled core.
"""

MAX_WORK = 60_000_000
"""The work of the compiled `propagate` after which `auto` switches, too: steps with many clues take
long. With extra cells it is four times as much, as the clauses of `cdcl` are many then; with the
cages of a killer, too, as sums are what clauses express worst.
"""

FEW_STEPS = 1000
"""The steps of `propagate` on clues of a variant after which it takes all as primitives."""

METHODS = ("auto", *ENGINES, "logic")  # The methods of the functions of this module.


def solutions(
    grid: Grid, method: str = "auto", stream: Stream | None = None, check: Check = never
) -> Iterator[Grid]:
    """Return an iterator over the solutions of a puzzle, each once.

    grid    the puzzle; clues that clash have no solutions
    method  "backtrack", "propagate", "dlx", "cdcl", "sat" or "logic" (human techniques);
            default: the fastest for the geometry
    stream  makes the order random, but not uniform; by default it depends on grid and method only
    check   called every few milliseconds; exceptions that it raises end the search

    Raises SudokuError for an unknown method, and UndecidedError if the method cannot decide whether
    there are other solutions.

    >>> from sudokutools import read_grid, solutions
    >>> puzzle = read_grid("1234341.........")
    >>> [list(solution.cells[8:12]) for solution in solutions(puzzle)]
    [[2, 1, 4, 3], [2, 3, 4, 1], [4, 1, 2, 3], [4, 3, 2, 1]]
    """
    chosen = automatic(grid) if method == "auto" else method
    has_marks = grid.candidates is not None and core.native() is not None and grid.geometry.n <= 9
    if method == "auto" and (has_marks if grid.is_plain else chosen == "propagate"):
        found = _of_variant(grid, stream, check)
    else:
        found = engine(chosen)(grid, stream, check)
    is_extended = grid.constraints is not None and grid.constraints.has_extra_cells
    return _with_extra_cells(found, check) if is_extended else found


def _with_extra_cells(found: Iterator[Grid], check: Check) -> Iterator[Grid]:
    """Yield each solution as often as there are fillings of its extra cells."""
    from sudokutools.solving.engines.variant import fillings

    for solution in found:
        for _ in fillings(solution, check):
            yield solution


def _of_variant(grid: Grid, stream: Stream | None, check: Check) -> Iterator[Grid]:
    """Yield the solutions that `propagate` finds; with none or one found late, `cdcl` joins it.

    With clues that allow light steps few of them come first; rules alone take no others.
    """
    from sudokutools.solving.engines import variant

    found: list[Grid] = []
    search, patience = None, _patience(grid)
    is_extended = grid.constraints is not None and grid.constraints.has_extra_cells
    changes = core.native() is not None and grid.constraints is not None
    changes = changes and variant.is_light(grid.geometry, grid.constraints)
    work = MAX_WORK * (4 if is_extended or changes else 1)
    for steps in [FEW_STEPS, patience] if changes else [patience]:
        search = variant.started(grid, stream, steps, is_heavy=changes and steps == patience)
        try:
            for solution in (
                variant.solutions(grid, stream, check, patience, enough=2)
                if search is None
                else variant.found_by(search, grid, stream, check, 2, work)
            ):
                if solution not in found:
                    found = found or [solution]
                    yield solution
            return
        except UndecidedError:
            pass
    rival = None if search is None else variant.Member(search)
    others = engine("cdcl")(grid, stream, check, rival)
    yield from (other for other in others if other not in found)


def _patience(grid: Grid) -> int:
    """Return the steps after which `cdcl` takes over from `propagate` on a variant."""
    return (PYTHON_PATIENCE if core.native() is None else PATIENCE) // grid.geometry.size


def automatic(grid: Grid) -> str:
    """Return the engine that `auto` selects, which depends on geometry and candidates only.

    >>> from sudokutools.grid.geometry import Geometry
    >>> [automatic(Grid.empty(Geometry.of_size(size))) for size in (4, 9, 10, 100)]
    ['propagate', 'propagate', 'cdcl', 'cdcl']
    """
    if not grid.is_plain:
        return "propagate" if grid.geometry.n <= VARIANT_SYMBOLS else "cdcl"
    if grid.candidates is not None:
        return "cdcl"
    return "propagate" if grid.geometry.is_full and grid.geometry.n <= 9 else "cdcl"


def solve(
    grid: Grid, method: str = "auto", stream: Stream | None = None, check: Check = never
) -> Grid | None:
    """Return the first solution of a puzzle, None if it has none.

    Parameters and errors are as in `solutions`; with a stream the solution is random, but not
    uniform.

    >>> from sudokutools import read_grid, solve
    >>> print(solve(read_grid("1234341.........")), end="")
    1 2 | 3 4
    3 4 | 1 2
    ----+----
    2 1 | 4 3
    4 3 | 2 1
    """
    return next(solutions(grid, method, stream, check), None)


def only_solution(grid: Grid, check: Check = never, expected: str = "exactly one") -> Grid:
    """Return the only solution of a puzzle.

    Raises SudokuError, naming the clash if clues clash, unless there is exactly one.
    """
    refuse_clash(grid)
    found = list(islice(solutions(grid, check=check), 2))
    if len(found) != 1:
        number = "several solutions" if found else "no solution"
        raise SudokuError(f"{number}: expected {expected}")
    return found[0]


def refuse_clash(grid: Grid) -> None:
    """Raise SudokuError if a rule is broken."""
    clash = next(grid.clashes(), None)
    if clash is not None:
        names = " and ".join(map(grid.geometry.cell_name, clash.cells[:2]))
        raise SudokuError(clash.message or f"{names} are both {clash.symbol}")


def count_solutions(
    grid: Grid, limit: int | None = None, method: str = "auto", check: Check = never
) -> int:
    """Return the number of solutions, or `limit` if there are more.

    Other parameters and errors are as in `solutions`.

    >>> from sudokutools import Geometry, Grid, count_solutions
    >>> empty = Grid.empty(Geometry.of(2, 2))
    >>> count_solutions(empty), count_solutions(empty, limit=2)
    (288, 2)
    """
    return max(counts(grid, limit, method, check), default=0)


def counts(
    grid: Grid, limit: int | None = None, method: str = "auto", check: Check = never
) -> Iterator[int]:
    """Yield numbers of solutions found so far, the last of which `count_solutions` returns."""
    from sudokutools.solving.engines import propagate

    if method in ("auto", "propagate"):
        numbers = propagate.counts(grid, limit, check)
        if numbers is not None:
            return numbers
    found = islice(solutions(grid, method, None, check), limit)
    return (number for number, _ in enumerate(found, 1))


def is_forced(
    grid: Grid, cell: int, solution: Grid, max_steps: int | None = None, check: Check = never
) -> bool:
    """Whether all solutions of a grid agree with a given one in an empty cell.

    Much faster than counting, as the search stays close to the given solution. Raises
    UndecidedError after `max_steps` branches.
    """
    if not grid.is_plain:
        return _is_forced_of_variant(grid, cell, solution, max_steps, check)
    if max_steps is None and automatic(grid) == "cdcl":
        from sudokutools.solving.engines import cdcl

        return cdcl.is_forced(grid, cell, solution[cell], check)
    from sudokutools.solving.engines import propagate

    return propagate.is_forced(grid, cell, solution, check, max_steps)


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


def redundant_clues(puzzle: Grid, check: Check = never) -> Iterator[int]:
    """Yield the cell of every clue that could be removed alone, without losing uniqueness.

    Raises SudokuError if the puzzle has no solution, or candidates, as these may depend on the
    clue. It must not have several solutions.
    """
    if puzzle.candidates is not None:
        raise SudokuError("redundant clues of grids with candidates are not supported")
    solution = solve(puzzle, "auto", None, check)
    if solution is None:
        raise SudokuError("no solution")
    if automatic(puzzle) == "cdcl":
        from sudokutools.solving.engines import cdcl

        yield from cdcl.redundant_clues(puzzle, solution, check)
        return
    for cell, symbol in enumerate(puzzle.cells):
        if symbol and cell not in puzzle.geometry.absent:
            cells = bytearray(puzzle.cells)
            cells[cell] = 0
            if is_forced(puzzle.with_cells(cells), cell, solution, None, check):
                yield cell


def redundant_constraints(puzzle: Grid, check: Check = never) -> Iterator[Constraint]:
    """Yield every constraint that could be removed alone, without losing uniqueness.

    Each marked cell is a constraint of its own.
    """
    from sudokutools.constraints.collection import Constraints

    items = puzzle.constraints.items if puzzle.constraints is not None else ()
    single = [
        clue
        for item in items
        for clue in ([type(item)([cell]) for cell in item.cells] if item.is_joined else [item])
    ]
    for number, clue in enumerate(single):
        rest = Constraints.from_checked(puzzle.geometry, single[:number] + single[number + 1 :])
        if count_solutions(Grid(puzzle.geometry, puzzle.cells, None, rest), 2, "auto", check) == 1:
            yield clue
