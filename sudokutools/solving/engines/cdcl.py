"""Conflict-driven clause learning for exact cover: the engine for grids larger than 9x9.

The search is in C (`sudokutools/_core/cdcl/*.c` describe the method) or in Python (`cdcl_python`),
which may find the solutions in another order. `solutions` is the engine; `Uniqueness` is
incremental and finds the clues of a puzzle that are needed. Grids that are too hard for one
compiled search are given to a `team`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import FOREVER, NONE, PAUSED, SOLUTION, Check, cores, never
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.candidates import excluded
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import propagate
from sudokutools.solving.engines.team import Team, run

if TYPE_CHECKING:
    from sudokutools._native import CdclSearch
    from sudokutools.solving.engines.model import Model
    from sudokutools.solving.engines.team import Search
    from sudokutools.solving.engines.variant import Member

# The steps between two calls of `check`: some milliseconds of either search.
KERNEL_STEPS, PYTHON_STEPS = 1_500_000, 15_000

# The maximum number of cells of solutions excluded by clauses before another engine takes over.
MAX_EXCLUDED = 500_000

# The limits of the compiled search for variants.
MAX_VARIABLES, MAX_CONSTRAINTS = 1 << 20, 1 << 16

# The conflicts that `minimal_clues` allows for a question at first.
FIRST_PATIENCE = 20


def new_search(
    grid: Grid, stream: Stream | None = None, check: Check = never
) -> tuple[Search, int]:
    """Return a search for the solutions of a grid and its number of steps between checks.

    It draws four numbers from a stream. Raises UndecidedError if the grid has too many candidates.
    """
    native = core.native()
    words = [stream.next() for _ in range(4)] if stream is not None else []
    if native is None:
        from sudokutools.solving.engines.cdcl_python import Search as PythonSearch

        order = Stream.from_key((words[0], words[1], words[2], words[3]), 0) if words else None
        return PythonSearch(_model(grid, check), order), PYTHON_STEPS
    key = b"".join(word.to_bytes(8, "little") for word in words)
    if not grid.is_plain:
        # A model has the houses; of the shape only the number of symbols matters.
        shape = grid.geometry.n, 1, 1, 1
        return native.CdclSearch(shape, grid.cells, key, _model(grid, check).packed()), KERNEL_STEPS
    shown = grid.without_candidates()
    search = native.CdclSearch(grid.geometry.shape, shown.cells, key)
    for cell, symbol in excluded(grid):
        if not shown[cell]:
            check()
            search.forbid(bytes(cell) + bytes([symbol]) + bytes(grid.geometry.size - cell - 1))
    return search, KERNEL_STEPS


def _model(grid: Grid, check: Check) -> Model:
    from sudokutools.solving.engines.model import Model

    model = Model(grid, check)
    if model.variables >= MAX_VARIABLES or len(model.exactly) >= MAX_CONSTRAINTS:
        raise UndecidedError("the grid has too many candidates and clues for method cdcl")
    return model


def solutions(
    grid: Grid, stream: Stream | None = None, check: Check = never, rival: Member | None = None
) -> Iterator[Grid]:
    """Yield the solutions of a grid; a rival takes turns with this search.

    >>> from sudokutools import Geometry
    >>> geometry = Geometry.of(2, 2)
    >>> len(list(solutions(Grid(geometry, [1, 2, 3, *bytes(13)]))))
    12
    >>> list(solutions(Grid(geometry, [1, 2, 1, *bytes(13)])))
    []
    """
    found: dict[bytes, None] = {}
    order = stream

    def recruit() -> CdclSearch:
        nonlocal order
        order = order or Stream("sudokutools", "team", 0)  # Few grids need one.
        search: CdclSearch = new_search(grid, order, check)[0]  # type: ignore[assignment]
        search.walk_now()
        for cells in found:
            search.forbid(cells)
        return search

    others = None if core.native() is None else recruit
    team = Team(*new_search(grid, stream, check), others, cores.number, rival)
    while len(found) <= MAX_EXCLUDED // grid.geometry.size:
        if team.decide(check) == NONE:
            return
        cells = team.leader.solution()
        yield grid.with_cells(cells)
        check()
        found[cells] = None
        team.forbid(cells)
    # With this many solutions none is hard to find, and backtracking stores none.
    del team
    for other in propagate.solutions(grid, stream, check):
        if other.cells not in found:
            yield other


def draw(
    grid: Grid, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid | None:
    """Return a random solution of a grid, None if it has none.

    Raises UndecidedError if `patience` conflicts do not decide it.

    >>> from sudokutools import Geometry
    >>> draw(Grid.empty(Geometry.of(2, 2)), Stream("test", "", 0)).is_complete
    True
    """
    search, steps = new_search(grid, stream, check)
    is_solved = _is_solved(search, steps, check, FOREVER if patience is None else patience)
    return grid.with_cells(search.solution()) if is_solved else None


class _ImpatientError(UndecidedError):
    """Raised if a question takes more conflicts than allowed."""


def _is_solved(search: Search, steps: int, check: Check, patience: int = FOREVER) -> bool:
    """Whether a search has another solution. Raises UndecidedError if it takes too long."""
    answer = run(search, steps, check, patience)
    if answer == PAUSED:
        raise _ImpatientError(f"not decided in {patience} conflicts")
    return answer == SOLUTION


class Uniqueness:
    """Incremental search for clues of a complete grid that make it the only solution.

    Clues are assumptions, "not this grid" is a clause, and if there is no other solution, the
    assumptions used in the proof are enough. So few questions dig a puzzle out of a grid: ask
    without a clue; if there is another solution, it is needed, else continue with the clues used.

    >>> from sudokutools import Geometry
    >>> grid = Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> uniqueness = Uniqueness(grid)
    >>> sorted(uniqueness.enough([3, 4, 6, 7, 8, 9]) or ())
    [3, 4, 6, 8, 9]
    >>> uniqueness.enough([3, 4, 6, 8]) is None
    True
    """

    def __init__(
        self, solution: Grid, check: Check = never, order: Iterable[int] | None = None
    ) -> None:
        """Proofs prefer the clues that are first in `order`, which has all that are asked about.

        Raises SudokuError if the grid is not complete or breaks a rule.
        """
        if not solution.is_complete or any(solution.clashes()):
            raise SudokuError("the grid is not a solution")
        self._cells = solution.cells
        self._order = array("H", range(len(self._cells)) if order is None else order).tobytes()
        self._check = check
        self._kept: set[int] = set()
        empty = solution.with_cells(bytes(solution.geometry.size))
        self._search, self._steps = new_search(empty, None, check)
        self._search.forbid(self._cells)

    def _clues(self, cells: Iterable[int]) -> bytes:
        clues = bytearray(len(self._cells))
        for cell in cells:
            clues[cell] = self._cells[cell]
        return bytes(clues)

    def keep(self, cells: Iterable[int]) -> None:
        """Make cells clues of every later question: those needed once are always needed."""
        new = set(cells) - self._kept
        self._kept |= new
        self._search.fix(self._clues(new))

    def enough(self, cells: Iterable[int], patience: int = FOREVER) -> frozenset[int] | None:
        """Return some of these clues, and all kept ones, that are enough.

        None if they are not: `other` is another solution. Raises UndecidedError if `patience`
        conflicts do not decide it; learnt clauses help if the question is repeated.
        """
        search = self._search
        search.assume(self._clues(set(cells) - self._kept), self._order)
        if _is_solved(search, self._steps, self._check, patience):
            self.other = search.solution()
            return None
        core_cells = search.core()
        return frozenset(cell for cell, symbol in enumerate(core_cells) if symbol) | self._kept


def is_forced(puzzle: Grid, cell: int, symbol: int, check: Check = never) -> bool:
    """Whether a cell has this symbol in every solution of a puzzle.

    >>> from sudokutools import Geometry
    >>> puzzle = Grid(Geometry.of(2, 2), [1, 2, 3, *bytes(13)])
    >>> is_forced(puzzle, 3, 4), is_forced(puzzle, 15, 4)
    (True, False)
    """
    search, steps = new_search(puzzle, None, check)
    other = bytearray(len(puzzle.cells))
    other[cell] = symbol
    search.forbid(bytes(other))
    return not _is_solved(search, steps, check)


def ask_with_symbol(
    grid: Grid, stream: Stream, check: Check = never
) -> Callable[[int, int], bytes | None]:
    """Return a function that finds a solution of a plain grid with an allowed symbol in a cell."""
    search, steps = new_search(grid, stream, check)
    order = array("H", range(len(grid.cells))).tobytes()

    def ask(cell: int, symbol: int) -> bytes | None:
        clue = bytearray(len(grid.cells))
        clue[cell] = symbol
        search.assume(bytes(clue), order)
        return search.solution() if _is_solved(search, steps, check) else None

    return ask


def redundant_clues(puzzle: Grid, solution: Grid, check: Check = never) -> Iterator[int]:
    """Yield every clue of a puzzle with this unique solution that could be removed alone."""
    clues = frozenset(cell for cell, symbol in enumerate(puzzle.cells) if symbol)
    uniqueness = Uniqueness(solution, check)
    for cell in sorted(clues):
        check()
        if uniqueness.enough(clues - {cell}) is not None:
            yield cell
        else:
            uniqueness.keep([cell])


def minimal_clues(
    solution: Grid,
    orbits: Iterable[Iterable[int]],
    check: Check = never,
    most: int = 0,
    kept: frozenset[int] = frozenset(),
) -> frozenset[int]:
    """Remove orbits, sets of cells emptied together, until none is redundant; return the clues.

    All orbits and the `kept` clues together must be enough. Orbits are tried in the order given,
    until there are `most` clues or fewer; clues that a proof did not use are removed at once.
    Questions that take long are postponed: they are hardest halfway, and with fewer clues most are
    easy. Proofs prefer the orbits that are tried last, so that clues of a random order are even.
    """
    parts = [frozenset(orbit) for orbit in orbits]
    order = [cell for part in reversed(parts) for cell in sorted(part)]
    uniqueness = Uniqueness(solution, check, order)
    uniqueness.keep(kept)
    clues: frozenset[int] = kept.union(*parts)
    patience, undecided = FIRST_PATIENCE, parts
    while undecided:
        tried, undecided = undecided, []
        for orbit in tried:
            if len(clues) <= most:
                return clues
            if not orbit <= clues:
                continue
            check()
            try:
                core_cells = uniqueness.enough(clues - orbit, patience)
            except _ImpatientError:
                undecided.append(orbit)
                continue
            if core_cells is None:
                uniqueness.keep(orbit)
            else:
                clues = kept.union(*(part for part in parts if part & core_cells))
        patience *= 2
    return clues
