"""Conflict-driven clause learning for exact cover: the engine for all that is larger than 9x9.

The search is in C (`sudokutools/_core/cdcl/*.c`, where the method is told) and, with the same
answers in the same order, in `cdcl_twin/` for where no compiler was. This module runs either:
`solutions` is the engine of the common interface, `Uniqueness` the incremental one that tells
which clues of a puzzle are needed. What is too hard for one search is given to a `team`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import FOREVER, Check, cores, never
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.candidates import excluded
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import propagate
from sudokutools.solving.engines.team import NONE, PAUSED, SOLUTION, Search, Team, run

if TYPE_CHECKING:
    from sudokutools.solving.engines.model import Model

# Steps between two calls of `check`: some milliseconds of either search.
KERNEL_STEPS = 1_500_000
TWIN_STEPS = 15_000

# The most cells of solutions that are excluded by clauses before another engine takes over.
MAX_EXCLUDED = 500_000

# What the numbers of a search can count, of variants.
MAX_VARIABLES = 1 << 20
MAX_CONSTRAINTS = 1 << 16

# The conflicts that `minimal_clues` allows a question at first.
FIRST_PATIENCE = 20


def new_search(
    geometry: Geometry,
    cells: bytes,
    stream: Stream | None = None,
    traced: bool = False,
    model: Model | None = None,
) -> tuple[Search, int]:
    """Return a search for the solutions of a grid and the steps that it takes between checks.

    With a stream, of which it takes four numbers, the order of the solutions is random. A grid that
    is not plain comes with its model.
    """
    key = b"".join(stream.next().to_bytes(8, "little") for _ in range(4)) if stream else b""
    native = core.native()
    if native is not None:
        if model is None:
            return native.CdclSearch(geometry.shape, cells, key, traced), KERNEL_STEPS
        packed = model.packed()
        return native.CdclSearch(_measures(geometry), cells, key, traced, packed), KERNEL_STEPS
    from sudokutools.solving.engines import cdcl_twin

    return cdcl_twin.Search(_measures(geometry), cells, key, traced, model), TWIN_STEPS


def _measures(geometry: Geometry) -> tuple[int, int, int, int]:
    """Return the shape of a geometry, or of one as large."""
    return geometry.shape if geometry.is_plain else (geometry.n, 1, 1, geometry.n)


def _search_of(grid: Grid, stream: Stream | None, check: Check) -> tuple[Search, int]:
    """Return the search that `new_search` makes of a grid, which keeps to its candidates."""
    if not grid.is_plain:
        return _variant_search(grid, stream, check)
    shown = grid.without_candidates()
    search, steps = new_search(grid.geometry, shown.cells, stream)
    for cell, symbol in excluded(grid):
        if not shown[cell]:
            check()
            search.forbid(bytes(cell) + bytes([symbol]) + bytes(grid.geometry.size - cell - 1))
    return search, steps


def _variant_search(
    grid: Grid, stream: Stream | None = None, check: Check = never
) -> tuple[Search, int]:
    """Return the search of a grid with rules or clues that plain ones lack.

    UndecidedError: they are too many.
    """
    from sudokutools.solving.engines.model import Model

    model = Model(grid, check)
    if model.variables >= MAX_VARIABLES or len(model.exactly) >= MAX_CONSTRAINTS:
        raise UndecidedError("the grid has too many candidates and clues for method cdcl")
    return new_search(grid.geometry, grid.cells, stream, False, model)


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid.

    >>> geometry = Geometry.of(2, 2)
    >>> len(list(solutions(Grid(geometry, [1, 2, 3, *bytes(13)]))))
    12
    >>> list(solutions(Grid(geometry, [1, 2, 1, *bytes(13)])))
    []
    """
    found: dict[bytes, None] = {}
    order = stream

    def recruit() -> Search:
        nonlocal order
        order = order or Stream("sudokutools", "team", 0)  # Few grids need one.
        search, _ = _search_of(grid, order, check)
        search.walk_from(0)
        for cells in found:
            search.forbid(cells)
        return search

    team = Team(
        *_search_of(grid, stream, check), recruit, 1 if core.native() is None else cores.get()
    )
    while len(found) <= MAX_EXCLUDED // grid.geometry.size:
        if team.decide(check) == NONE:
            return
        cells = team.leader.solution()
        yield grid.with_cells(cells)
        check()
        found[cells] = None
        team.leader.forbid(cells)
    # Where so many solutions are, none is hard to find, and backtracking keeps no record of them.
    del team
    for other in propagate.solutions(grid, stream, check):
        if other.cells not in found:
            yield other


def draw(
    grid: Grid, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid | None:
    """Return a random solution of a grid; None: there is none.

    UndecidedError: so many conflicts did not decide it.

    >>> draw(Grid.empty(Geometry.of(2, 2)), Stream("test", "", 0)).is_complete
    True
    """
    limit = FOREVER if patience is None else patience
    search, steps = _search_of(grid, stream, check)
    search.be_patient(limit)
    while (answer := run(search, steps)) == PAUSED:
        check()
        if search.conflicts() >= limit:
            raise _ImpatientError(f"not decided in {limit} conflicts")
    return grid.with_cells(search.solution()) if answer == SOLUTION else None


class _ImpatientError(UndecidedError):
    """Raised where a question took more conflicts than it was given."""


class Uniqueness:
    """Tell which clues of a complete grid are enough to make it the only solution.

    All questions go to one search, which learns from each for the next: the clues are
    assumptions, "not this grid" is a clause, and where there is no other solution the assumptions
    that it took to see this are enough by themselves. So a puzzle is dug out of a complete grid
    in few questions: ask without a clue; it is needed if there is another solution, else go on
    with the clues that were enough.

    >>> grid = Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    >>> uniqueness = Uniqueness(grid)
    >>> sorted(uniqueness.enough([3, 4, 6, 7, 8, 9]) or ())
    [3, 4, 6, 8, 9]
    >>> uniqueness.enough([3, 4, 6, 8]) is None
    True
    """

    def __init__(self, solution: Grid, check: Check = never) -> None:
        """Prepare for questions about a grid. SudokuError: it is not complete or breaks a rule."""
        if not solution.is_complete or any(solution.clashes()):
            raise SudokuError("the grid is not a solution")
        self._cells = solution.cells
        self._check = check
        self._kept: set[int] = set()
        empty = solution.with_cells(bytes(solution.geometry.size))
        self._search, self._steps = _search_of(empty, None, check)
        self._search.forbid(self._cells)

    def _clues(self, cells: Iterable[int]) -> bytes:
        clues = bytearray(len(self._cells))
        for cell in cells:
            clues[cell] = self._cells[cell]
        return bytes(clues)

    def keep(self, cells: Iterable[int]) -> None:
        """Take cells as clues for good: they are part of every later question.

        A clue that was needed once is needed by every smaller set of clues as well; to keep it
        makes all further questions easier.
        """
        new = set(cells) - self._kept
        self._kept |= new
        self._search.fix(self._clues(new))

    def enough(self, cells: Iterable[int], patience: int = FOREVER) -> frozenset[int] | None:
        """Return some of these clues that are enough, with all that are kept; None: all are not.

        If they are not enough, `other` is another solution. UndecidedError: so many conflicts did
        not decide it; to ask again goes on from what was learnt.
        """
        search = self._search
        search.assume(self._clues(set(cells) - self._kept))
        limit = min(search.conflicts() + patience, FOREVER)
        search.be_patient(limit)
        while (answer := run(search, self._steps)) == PAUSED:
            self._check()
            if search.conflicts() >= limit:
                raise _ImpatientError(f"not decided in {patience} conflicts")
        if answer == SOLUTION:
            self.other = search.solution()
            return None
        core_cells = search.core()
        return frozenset(cell for cell, symbol in enumerate(core_cells) if symbol) | self._kept


def is_forced(puzzle: Grid, cell: int, symbol: int, check: Check = never) -> bool:
    """Return whether a cell has this symbol in every solution of a puzzle.

    >>> puzzle = Grid(Geometry.of(2, 2), [1, 2, 3, *bytes(13)])
    >>> is_forced(puzzle, 3, 4), is_forced(puzzle, 15, 4)
    (True, False)
    """
    search, steps = _search_of(puzzle, None, check)
    other = bytearray(len(puzzle.cells))
    other[cell] = symbol
    search.forbid(bytes(other))
    while (answer := run(search, steps)) == PAUSED:
        check()
    return answer == NONE


def needless_clue(puzzle: Grid, solution: Grid, check: Check = never) -> int | None:
    """Return the first cell whose clue can be left out of a puzzle with this one solution."""
    clues = frozenset(cell for cell, symbol in enumerate(puzzle.cells) if symbol)
    uniqueness = Uniqueness(solution, check)
    for cell in sorted(clues):
        check()
        if uniqueness.enough(clues - {cell}) is not None:
            return cell
        uniqueness.keep([cell])
    return None


def minimal_clues(
    solution: Grid, orbits: Iterable[Iterable[int]], check: Check = never, most: int = 0
) -> frozenset[int]:
    """Return clues with one solution, so that none of the orbits can be left out.

    The orbits, sets of cells that are blanked together, are the clues at first, which must be
    enough; they are tried in the order given, which with the solution decides the result. Clues
    that were not needed to answer go at once. What takes long is put off: questions are hardest
    halfway, and with fewer clues most are easy. With `most` clues or fewer nothing more is tried.

    Cores depend on the order of cells: the last rows keep the fewest clues. Who wants a fair
    choice gives a grid with rows and columns in random order.
    """
    uniqueness = Uniqueness(solution, check)
    parts = [frozenset(orbit) for orbit in orbits]
    clues: frozenset[int] = frozenset().union(*parts)
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
                clues = frozenset().union(*(part for part in parts if part & core_cells))
        patience *= 2
    return clues
