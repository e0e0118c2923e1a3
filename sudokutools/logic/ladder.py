"""The ladder: techniques are tried in order, from the top before each step.

A step applies its single placement or all of its eliminations. So a rating depends on the path, and
the order in which each technique searches is part of the definition. Techniques, their order and
ratings (`techniques`) follow Sudoku Explainer, whose ER, EP and ED are quoted for 9x9 puzzles.
Candidates of a grid do not change the techniques: patterns that assume a unique solution use
symbols that all of their cells hold, so the other way to fill them respects them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, groupby
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.grid.grid import Grid
from sudokutools.logic.state import State, pairs
from sudokutools.logic.step import Step
from sudokutools.logic.tables import mask_of
from sudokutools.logic.techniques import Technique, features_of, techniques

Producer = Callable[[State], Step | None]
"""A finder: returns its first usable step in its own order."""


class Rung(NamedTuple):
    """The techniques of one producer, and the minimum rating of this and later rungs."""

    lowest: int
    techniques: tuple[Technique, ...]

    def producer(self) -> Producer:
        finder = self.techniques[0].load()
        producer: Producer = finder(*self.techniques) if isinstance(finder, type) else finder
        return producer


@lru_cache(maxsize=32)
def rungs(n: int, features: Sequence[str] = ()) -> tuple[Rung, ...]:
    """Return the ladder for n symbols and grids with features.

    >>> [technique.name for technique in rungs(9)[0].techniques]
    ['Full house', 'Hidden single']
    """
    tried = techniques(n, features)
    groups = [tuple(rows) for _, rows in groupby(tried, lambda row: (row.finder, row.size))]
    minima = [min(technique.lowest for technique in group) for group in groups]
    lowest = [*accumulate(reversed(minima), min)][::-1]
    return tuple(map(Rung, lowest, groups))


class Path:
    """The human path of a puzzle with a unique solution, one step at a time, with its pencil marks.

    `values[cell]` is the symbol of a cell, 0 if empty; `candidates[cell]` the set of its candidates
    as bits `s - 1`, 0 if filled. With `guided` the compiled ladder finds the forcing chains of 9x9
    puzzles, which saves most of the time and changes no step. With `allowed`, only techniques with
    these names are tried, without the compiled ladder.

    >>> from sudokutools.grid.geometry import Geometry
    >>> path = Path(Grid(Geometry.of(2, 2), bytes([1, 2, 3, 0] + 4 * [0] + [2] + 6 * [0] + [1])))
    >>> step = path.next_step()
    >>> step.describe()
    'Full house: r1c4 is the last empty cell of row 1, so it is 4'
    >>> path.values[3]
    4
    """

    def __init__(
        self,
        grid: Grid,
        check: Check = never,
        guided: bool = True,
        allowed: Collection[str] | None = None,
    ) -> None:
        self.state = self.make_state(grid, check)
        self.state.allowed = allowed
        self._guided = guided and allowed is None
        self._rest = self.ladder()
        self._tried: list[tuple[int, Producer]] = []
        self.grid = grid
        self.values = self.state.values
        self.candidates = self.state.candidates
        self.rating_bound = 0

    def make_state(self, grid: Grid, check: Check) -> State:
        return State(grid, check)

    @property
    def is_solved(self) -> bool:
        return not self.state.empty

    def next_step(self, stop_above: int | None = None) -> Step | None:
        """Find, apply and return the next step; None if complete or stuck.

        With `stop_above`, techniques that can only exceed it are not searched: then None is
        returned, and `rating_bound` is the minimum rating, in tenths, of the step.
        """
        if not self.state.empty:
            return None
        for lowest, producer in self._producers():
            if stop_above is not None and lowest > stop_above:
                self.rating_bound = lowest
                return None
            self.state.check()
            step = producer(self.state)
            if step is not None:
                if self.state.explains:
                    step = step._replace(candidates=pattern_of(self.state, step))
                for cell, symbol in step.placements:
                    self.state.place(cell, symbol - 1)
                if step.eliminations:
                    gone = [(cell, 1 << (symbol - 1)) for cell, symbol in step.eliminations]
                    self.state.remove(gone)
                return step
        return None

    def _producers(self) -> Iterator[tuple[int, Producer]]:
        yield from self._tried
        for each in self._rest:
            self._tried.append(each)
            yield each

    def ladder(self) -> Iterator[tuple[int, Producer]]:
        """Yield the finders in order, each with the minimum rating from there on."""
        guide = None
        for rung in rungs(self.grid.geometry.n, features_of(self.grid)):
            if not any(self.state.allows(technique.name) for technique in rung.techniques):
                continue
            producer = rung.producer()
            if self._guided and rung.techniques[0].conclusion:
                from sudokutools.logic.forcing import ForcingChains, Guide

                assert isinstance(producer, ForcingChains)
                guide = guide or Guide(self.grid, self.state.check)
                producer = partial(guide.step, producer)
            yield rung.lowest, producer


def pattern_of(state: State, step: Step) -> tuple[tuple[int, int], ...]:
    """Return the candidates of the pattern of a step that is found in a position."""
    if step.candidates:
        return step.candidates
    if step.chains:
        nodes = {node for strand in step.chains for link in strand for node in link.nodes}
        return tuple(sorted(nodes))
    if len(step.cells) == 1 and step.placements:
        return step.placements
    named = mask_of(symbol - 1 for symbol in step.symbols)
    symbols = -1 if step.extra_cells or not named else named
    subset = mask_of(symbol - 1 for symbol in step.subset_symbols)
    found = state.removals(mask_of(step.cells), symbols)
    found += state.removals(mask_of(step.subset_cells) & ~mask_of(step.cells), subset)
    return tuple(sorted(pairs(found)))


def steps(grid: Grid, check: Check = never, guided: bool = True) -> Iterator[Step]:
    path = Path(grid, check, guided)
    while (step := path.next_step()) is not None:
        yield step
