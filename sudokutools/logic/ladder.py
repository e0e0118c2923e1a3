"""The ladder: the techniques in order, tried from the top before every step.

The order, the techniques and their ratings are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat,
2007), whose ER, EP and ED people quote for 9x9 puzzles. Exactly one step is applied, all of its
eliminations or its one placement; then the search starts again from the top. So a rating depends
on the path, and the order in which each technique looks is part of the definition.

On a geometry of n symbols the same techniques are tried in the same order with the same ratings;
subsets and fish go up to half of n, each size directly after the one below in its own family and
rated 0.4 above it. On a partial geometry nothing is concluded from a symbol having to be
somewhere in a row or column that is too short to hold every symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from sudokutools.grid import Grid
from sudokutools.limits import Check, never
from sudokutools.logic.fish import FISH, Fish
from sudokutools.logic.locking import DirectLocking, Locking
from sudokutools.logic.singles import find_hidden_single, find_naked_single
from sudokutools.logic.state import State, pairs
from sudokutools.logic.step import Step
from sudokutools.logic.subsets import (
    HIDDEN,
    NAKED,
    DirectHiddenSubset,
    HiddenSubset,
    NakedSubset,
    rating_of,
)
from sudokutools.logic.tables import mask_of
from sudokutools.logic.wings import find_xy_wing, find_xyz_wing

Producer = Callable[[State], Step | None]
"""A technique: it returns its first usable step in its own order, or None."""


def rungs(n: int) -> Iterator[tuple[int, Producer]]:
    """Yield the ladder for n symbols up to chains with branches, which `forcing_rungs` yields.

    Each producer has the least rating from there on.

    Producers remember what they have searched in vain: each belongs to one state. Families that
    are rarely reached are loaded when they are.
    """
    largest = n // 2
    yield 10, find_hidden_single
    yield 17, DirectLocking()
    if largest >= 2:
        yield 20, DirectHiddenSubset(2)
    yield 23, find_naked_single
    if largest >= 3:
        yield 25, DirectHiddenSubset(3)
    yield 26, Locking()
    small: tuple[tuple[dict[int, int], int, Callable[[int], Producer]], ...] = (
        (NAKED, 2, NakedSubset),
        (FISH, 2, Fish),
        (HIDDEN, 2, HiddenSubset),
        (NAKED, 3, NakedSubset),
        (FISH, 3, Fish),
        (HIDDEN, 3, HiddenSubset),
    )
    for ratings, size, make in small:
        if size <= largest:
            yield ratings[size], make(size)
    yield 42, find_xy_wing
    yield 44, find_xyz_wing
    from sudokutools.logic.loops import find_unique_loop

    yield 45, find_unique_loop
    large: tuple[tuple[dict[int, int], int, Callable[[int], Producer]], ...] = (
        (NAKED, 52, NakedSubset),
        (FISH, 54, Fish),
        (HIDDEN, 56, HiddenSubset),
    )
    for ratings, next_family, make in large:
        for size in range(4, largest + 1):
            yield min(rating_of(ratings, size), next_family), make(size)
    from sudokutools.logic.bug import find_bug

    yield 56, find_bug
    from sudokutools.logic.exclusion import AlignedExclusion

    yield 62, AlignedExclusion(2)
    from sudokutools.logic.static import find_static_chain

    yield 65, find_static_chain
    yield 75, AlignedExclusion(3)


def forcing_rungs() -> Iterator[tuple[int, Producer]]:
    """Yield the end of the ladder, the chains with branches, each with its base of ratings."""
    from sudokutools.logic.forcing import LEVEL_RATINGS, find_dynamic, find_multiple, find_nishio

    yield 75, find_nishio
    yield 80, find_multiple
    for level, least in enumerate(LEVEL_RATINGS):
        yield least, find_dynamic(level)


def _guided_rungs(grid: Grid, check: Check) -> Iterator[tuple[int, Producer]]:
    from sudokutools.logic.guide import Guide

    guide = Guide(grid, check)
    for base, producer in forcing_rungs():
        yield base, guide.rung(base, producer)


class Path:
    """The human path of a puzzle, one step at a time, with the pencil marks before each.

    `values[cell]` is the symbol of a cell, 0 for an empty one. `candidates[cell]` is the set of
    symbols that it can still hold, symbol s as bit `s - 1`, and 0 for a filled cell. The puzzle
    must have exactly one solution: some techniques rely on it.

    Where the compiled ladder is there, it tells which forcing chains a 9x9 puzzle takes, and only
    those are followed: it saves most of the time and changes no step. Without `guided` they are
    searched.

    >>> from sudokutools.grid import Geometry
    >>> path = Path(Grid(Geometry.of(2, 2), bytes([1, 2, 3, 0] + 4 * [0] + [2] + 6 * [0] + [1])))
    >>> step = path.next_step()
    >>> step.describe()
    'Full house: r1c4 is the only empty cell of row 1, so it is 4'
    >>> path.values[3]
    4
    """

    def __init__(self, grid: Grid, check: Check = never, guided: bool = True) -> None:
        self._state = State(grid, check)
        forcing = _guided_rungs(grid, check) if guided else forcing_rungs()
        self._rest = chain(rungs(grid.geometry.n), forcing)
        self._rungs: list[tuple[int, Producer]] = []
        self.grid = grid
        self.values = self._state.values
        self.candidates = self._state.candidates
        self.rating_bound = 0

    @property
    def is_solved(self) -> bool:
        """Whether no cell is empty."""
        return not self._state.empty

    def next_step(self, stop_above: int | None = None) -> Step | None:
        """Find the next step, apply it, and return it; None: complete, or nothing applies.

        With `stop_above` nothing is searched whose rating can only be higher: None then, and
        `rating_bound` is set to the least rating, in tenths, that the step can have.
        """
        if not self._state.empty:
            return None
        for least, producer in self._ladder():
            if stop_above is not None and least > stop_above:
                self.rating_bound = least
                return None
            self._state.check()
            step = producer(self._state)
            if step is not None:
                step = step._replace(candidates=self._pattern(step))
                self._apply(step)
                return step
        return None

    def _ladder(self) -> Iterator[tuple[int, Producer]]:
        yield from self._rungs
        for rung in self._rest:
            self._rungs.append(rung)
            yield rung

    def _pattern(self, step: Step) -> tuple[tuple[int, int], ...]:
        """Return the candidates that a step rests on; of loops and exclusion, all of its cells'."""
        if step.chains:
            nodes = {(link.cell, link.symbol) for strand in step.chains for link in strand}
            return tuple(sorted(nodes))
        if len(step.cells) == 1 and step.placements:
            return step.placements
        named = mask_of(symbol - 1 for symbol in step.symbols)
        symbols = -1 if step.extra_cells or not named else named
        subset = mask_of(symbol - 1 for symbol in step.subset_symbols)
        found = self._state.removals(mask_of(step.cells), symbols)
        found += self._state.removals(mask_of(step.subset_cells) & ~mask_of(step.cells), subset)
        return tuple(sorted(pairs(found)))

    def _apply(self, step: Step) -> None:
        for cell, symbol in step.placements:
            self._state.place(cell, symbol - 1)
        if step.eliminations:
            self._state.remove([(cell, 1 << (symbol - 1)) for cell, symbol in step.eliminations])


def steps(grid: Grid, check: Check = never, guided: bool = True) -> Iterator[Step]:
    """Yield the human path from the clues, until the grid is complete or nothing applies."""
    path = Path(grid, check, guided)
    while (step := path.next_step()) is not None:
        yield step
