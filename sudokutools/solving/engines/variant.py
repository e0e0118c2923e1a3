"""The search of `propagate` for variants: regions, extra houses, pairs, cages.

The following defines the compiled search (`_core/variant/`); the one in Python (`variant_python`)
has weaker rules and another order. A cell sees the cells in its houses and cage and the cells that
must differ from it by a rule about pairs. A full house is one of n cells.

1. Remove candidates by these rules until none applies; their order does not matter:
   - a symbol that is the only candidate of a cell is removed from all cells that the cell sees;
   - a symbol with one cell in a full house is the only candidate of that cell;
   - a symbol is removed from a cell that sees all its places in a full house;
   - nonconsecutive neighbours: a symbol is removed from a cell if no candidate of its neighbour
     differs by more than 1; and if the places of a symbol in a full house are all a cell or its
     neighbours, the symbols one above and one below are removed from the cell;
   - less: a symbol is removed from the smaller cell unless it is below the maximum of the greater
     cell, and from the greater cell unless it is above the minimum of the smaller cell;
   - cages with a sum, and hidden cages (`_core/variant/hidden.c`): with up to 6 open cells a
     candidate is removed if it is in no choice of different symbols for these cells with the sum;
     with more cells, if it is in no set of symbols with the sum that is within the candidates and
     meets each cell.
   A cell without a candidate, or a full house without a cell for a symbol, ends this branch.
2. If every cell is filled, this is a solution.
3. Otherwise branch on one of the cells with the fewest candidates (two or more): the first one for
   which the product of a number for each candidate is greatest. The number is 1, plus 1 for each
   time that the candidate has ended its branch at once by rule 1. If the cells have two candidates,
   it is 2 more for each other cell with two that the cell sees and that has this one, too.
4. Its options are tried in ascending order; with a stream in the order that `Stream.shuffle` gives
   to the ascending list; near a known solution, its option first. Each option tried is one step.

With cages, on larger grids (`PLANES`) and with other clues and rules, steps 3 and 4 differ. With
other clues and rules, with cages of more than 16 symbols, and with nonconsecutive or less on larger
grids or with cages, all clues are primitives (`sudokutools/constraints/primitives.py`):

1. Primitives take the place of the last three rules. They remove candidates that no filling of one
   has; weaker for sets of more than 9 symbols with more than 6 open cells, for totals that are far
   from their bounds, and for automata that read a cell twice. An automaton with more than 4 open
   cells that all see each other, of up to 9 symbols, has no filling with a symbol twice. Totals
   know which pairs of cells differ, and include the sums of up to 8 cells that follow from houses,
   or differences of up to 6. A symbol that every filling of a set or automaton has is removed from
   the cells that see all its places in it. Only symbols with up to 3 places in a house are looked
   at for cells that see them all.
3. Branch on the cell with the greatest weight for its candidates, or the symbol with two places in
   a full house whose heavier cell has more; ties: the first one. A cell weighs 10, 10 for each
   primitive of several cells, 2 for each related cell as far as 20, and 1 for each house; it gains
   5 when it is tried in vain, and when it is in the cell, house or primitive that excluded this. A
   grid that is found again, with other symbols in auxiliary cells, is skipped; if that happens
   often, or with many solutions, the search begins again, and auxiliary cells wait until the grid
   is full.
4. Of the options the first one is tried, by the order above; if it fails, the others are a branch
   of their own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import (
    FOREVER,
    LIMIT,
    NONE,
    PAUSED,
    SOLUTION,
    Check,
    never,
)
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.connectivity import exchangeable
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.extra import fillings as all_fillings
from sudokutools.constraints.packing import KERNEL_SYMBOLS, packed, without_houses
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import values_of
from sudokutools.constraints.variant_rules import WITH_PRIMITIVES
from sudokutools.errors import UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.all_primitives import all_primitives, joined_sums

if TYPE_CHECKING:
    from sudokutools._native import VariantSearch

CAGE_SYMBOLS = 16  # The maximum number of symbols with cages other than primitives.
PLANES, PLANE_CELLS, PLANE_HOUSES = 9, 128, 64
"""The maximum numbers of symbols, cells and houses in the search by planes."""

WORK = 200_000  # Between two calls of `check`: some milliseconds.
CONFLICT = 800  # Units of work that take as long as a conflict of `cdcl`.


def _compiled(
    geometry: Geometry, constraints: Constraints | None, is_heavy: bool = False
) -> VariantSearch | None:
    """Return a compiled search with these rules and clues; None: the one in Python is used."""
    native = core.native()
    if native is not None and geometry.n <= KERNEL_SYMBOLS:
        # Auxiliary cells and the size of numbers are limited.
        with suppress(OverflowError, ValueError):
            found: VariantSearch = native.VariantSearch(
                _rules(geometry), *_clues(geometry, constraints, is_heavy)
            )
            return found
    return None


def is_light(geometry: Geometry, constraints: Constraints | None) -> bool:
    """Return whether the compiled search knows the rules and clues without primitives."""
    has_more = constraints is not None and (constraints.others or constraints.overlaps)
    has_more = has_more or geometry.values[0] != 1
    has_cages = constraints is not None and bool(constraints.cages)
    has_more = has_more or (has_cages and geometry.n > CAGE_SYMBOLS)
    if geometry.apart or (constraints is not None and constraints.less):
        fits = geometry.n <= PLANES and geometry.size <= PLANE_CELLS
        has_more = has_more or has_cages or not fits or len(geometry.houses) > PLANE_HOUSES
    return not has_more and set(WITH_PRIMITIVES).isdisjoint(geometry.rules)


@lru_cache(maxsize=8)
def _clues(
    geometry: Geometry, constraints: Constraints | None, is_heavy: bool
) -> tuple[bytes, bytes, bytes, bytes]:
    """Pack cages, chains, masks and primitives; with primitives these are the whole puzzle."""
    if is_heavy or not is_light(geometry, constraints):
        given = all_primitives(geometry, constraints)
        joined = joined_sums(geometry, given.items)
        exchanged = exchangeable(given.items, given.masks, geometry.size)
        return b"", b"", *packed(given, exchanged, joined)
    if constraints is None:
        return b"", b"", b"", b""
    return (
        _packed(chain.from_iterable((c.sum, len(c.cells), *c.cells) for c in constraints.cages)),
        _packed(chain.from_iterable((len(run), *run) for run in constraints.less)),
        _parity(geometry, constraints),
        b"",
    )


def _parity(geometry: Geometry, constraints: Constraints) -> bytes:
    if not constraints.even and not constraints.odd:
        return b""
    return array("I", map(constraints.parity_mask, range(geometry.size))).tobytes()


def _packed(numbers: Iterable[int]) -> bytes:
    return array("H", numbers).tobytes()


@lru_cache(maxsize=64)
def _rules(geometry: Geometry) -> object:
    houses = _packed(n for house in geometry.houses for n in (len(house), *house))
    rows, columns = (geometry.rows, geometry.columns) if geometry.lines else (1, geometry.size)
    pairs = chain.from_iterable(chain.from_iterable(pairs for _, pairs in geometry.unequal))
    native = core.native()
    assert native is not None
    return native.variant_rules(
        geometry.n,
        rows,
        columns,
        houses,
        _packed(pairs),
        _packed(chain.from_iterable(geometry.apart)),
    )


def solutions(
    grid: Grid,
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int = FOREVER,
    near: Grid | None = None,
    enough: int | None = None,
    other: int = -1,
    max_work: int = FOREVER,
) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once; those similar to the solution `near` come first.

    In the cell `other` the symbol is another one than in `near`. Raises UndecidedError after
    `max_steps` steps, or `max_work` in the compiled search, about 80 million a second, unless
    `enough` solutions have been found.
    """
    search = started(grid, stream, max_steps, near, other)
    if search is not None:
        yield from found_by(search, grid, stream, check, enough, max_work)
        return
    from sudokutools.solving.engines import variant_python

    known = b"" if near is None else near.cells
    rules = variant_python.Rules(grid.geometry, grid.constraints, check)
    masks = rules.start(grid.cells, grid.candidates)
    if other >= 0:
        masks[other] &= ~(1 << known[other] - 1)
    solved = variant_python.search(rules, masks, stream, check, max_steps, known, enough)
    yield from map(grid.with_cells, solved)


def started(
    grid: Grid,
    stream: Stream | None = None,
    max_steps: int = FOREVER,
    near: Grid | None = None,
    other: int = -1,
    is_heavy: bool = False,
) -> VariantSearch | None:
    """Return a compiled search for what `solutions` finds; None if the one in Python is used.

    If `is_heavy`, it knows primitives only, which takes fewer steps that take longer.
    """
    search = _compiled(grid.geometry, grid.constraints, is_heavy)
    if search is not None:
        known = b"" if near is None else near.cells
        state = None if stream is None else stream.state
        masks = None if grid.candidates is None else array("I", grid.candidates).tobytes()
        search.start(grid.cells, masks, state, known, other, max_steps)
    return search


def found_by(
    search: VariantSearch,
    grid: Grid,
    stream: Stream | None,
    check: Check,
    enough: int | None,
    max_work: int,
) -> Iterator[Grid]:
    """Yield the solutions of a compiled search, see `solutions`."""
    found = work = 0
    while True:
        check()
        outcome = search.run(WORK)
        work += WORK
        if stream is not None:
            stream.state = search.state()
        if outcome == SOLUTION:
            found += 1
            yield grid.with_cells(search.solution())
        elif outcome == NONE:
            return
        elif outcome == LIMIT:
            if enough is None or found < enough:
                raise UndecidedError(f"not decided in {search.steps()} steps")
            search.allow(FOREVER)
        elif work >= max_work and (enough is None or found < enough):
            raise UndecidedError(f"not decided in {work} units of work")


def fillings(grid: Grid, check: Check = never) -> Iterator[object]:
    """Yield once for each filling of the extra cells of a full grid."""
    geometry, clues = grid.geometry, grid.constraints
    assert clues is not None
    extra = [clue for clue in clues.items if isinstance(clue, ExtraCells)]
    search = None
    if len(extra) == 1:
        found = Primitives(geometry)
        extra[0].primitives(found)
        for cell, symbol in enumerate(grid.cells):
            found.masks[cell] &= 1 << symbol - 1 if symbol else -1
        search = without_houses(found, geometry.size + extra[0].parts(geometry)[0])
    if search is None:
        yield from all_fillings(clues.items, values_of(grid.cells, geometry), geometry)
        return
    while (outcome := search.run(WORK)) != NONE:
        check()
        if outcome == SOLUTION:
            yield search.solution()


class Member:
    """A compiled search as a member of a team of clause learning.

    Its conflicts are units of work, which take about as long.
    """

    def __init__(self, search: VariantSearch) -> None:
        search.allow(FOREVER)
        self._search = search
        self._conflicts = self._limit = 0
        self._known: set[bytes] = set()

    def run(self, steps: int) -> int:
        """Return SOLUTION, NONE or PAUSED after `steps`, or when patience ends."""
        while self._conflicts < self._limit:
            outcome = self._search.run(WORK)
            self._conflicts += WORK // CONFLICT
            if outcome != PAUSED and not (outcome == SOLUTION and self.solution() in self._known):
                return outcome
            steps -= WORK
            if steps <= 0:
                break
        return PAUSED

    def solution(self) -> bytes:
        return self._search.solution()

    def forbid(self, cells: bytes) -> None:
        self._known.add(cells)

    def be_patient(self, conflicts: int) -> None:
        self._limit = conflicts

    def conflicts(self) -> int:
        return self._conflicts

    def take_short(self) -> bytes:
        """Return no clauses, as this search learns none."""
        return b""

    def learn(self, clauses: bytes) -> None:
        """Take no clauses."""


def is_forced(
    grid: Grid, cell: int, solution: Grid, check: Check = never, max_steps: int = FOREVER
) -> bool:
    """Whether all solutions of a grid agree with this one in an empty cell.

    Raises UndecidedError after `max_steps` steps.
    """
    others = solutions(grid, None, check, max_steps, solution, other=cell)
    return next(others, None) is None


def fill(
    geometry: Geometry,
    stream: Stream,
    check: Check = never,
    max_steps: int = FOREVER,
    constraints: Constraints | None = None,
) -> Grid | None:
    """Return a random complete grid, None if none exists.

    Raises UndecidedError after `max_steps` steps; another call continues the stream.
    """
    empty = Grid(geometry, bytes(geometry.size), None, constraints)
    return next(solutions(empty, stream, check, max_steps), None)


def dig(
    solution: Grid, orbits: Iterable[Sequence[int]], check: Check = never, max_steps: int = FOREVER
) -> bytes:
    """Empty orbits of a complete grid, in the order given, while it remains the only solution.

    An orbit keeps its clues if one of its cells could have another symbol, or if `max_steps` do
    not decide that. Returns the cells.

    >>> geometry = Geometry.of_variant(Geometry.of(2, 2), rules=["x"])
    >>> grid = Grid(geometry, [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3])
    >>> dig(grid, [[cell] for cell in range(16)]).count(0)
    12
    """
    search = _compiled(solution.geometry, solution.constraints)
    if search is None:
        from sudokutools.solving.engines import variant_python

        return variant_python.dig(solution, orbits, check, max_steps)
    listed = _packed(chain.from_iterable((len(orbit), *orbit) for orbit in orbits))
    return search.dig(solution.cells, listed, max_steps, check)
