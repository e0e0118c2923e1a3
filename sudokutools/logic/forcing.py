"""Nishio, cell, region and dynamic forcing chains, including those with nested hints.

Python needs seconds a step to find the shortest chains at nested levels, minutes at the deepest.
The compiled ladder takes the same steps much faster, but keeps only their conclusions. So as a
guide it gives the candidate at which the chains of each step are collected, and only these are
followed in Python. AI Escargot (ER 10.5) is explained in 1.2 s instead of 19 s.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.logic.compiled_ladder import NO_LIMIT, SOLVED, STOPPED, STUCK, compiled
from sudokutools.logic.links import length_bonus
from sudokutools.logic.nested import dynamic_search
from sudokutools.logic.propagation import Branch, ForcingHint, ForcingSearch, Mode, Propagation
from sudokutools.logic.state import State
from sudokutools.logic.static import XY, Sweep
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Implication
from sudokutools.logic.tables import any_of
from sudokutools.logic.techniques import CELL, CONTRADICTION, DOUBLE, REGION, Technique

EXPLANATIONS = {
    CONTRADICTION: "if {start}, then {ends}, a contradiction, so {result}: {chains}",
    DOUBLE: "whether {start} or not, the conclusion is the same, so {result}: {chains}",
    REGION: "all places of {symbol} in {house} lead to the same conclusion, so {result}: {chains}",
    CELL: "all candidates of {cells} lead to the same conclusion, so {result}: {chains}",
}


class Found(NamedTuple):
    """A step of the compiled ladder: `node` is 2 * candidate + is_on, `source` a candidate."""

    technique: str
    complexity: int
    node: int
    source: int


class ForcingChains:
    """The forcing chains of one rung of the ladder, of one mode."""

    mode = Mode(use_y=True, is_dynamic=False)

    def __init__(self, *techniques: Technique) -> None:
        self.level = techniques[0].size
        self.techniques = {technique.conclusion: technique for technique in techniques}

    def __call__(self, state: State) -> Step | None:
        return _least(self.search(state))

    def retrace(self, state: State, found: Found) -> Step | None:
        """Return a known step without a search, None if it does not exist in this position."""
        search = self.search(state)
        for kind, technique in self.techniques.items():
            if technique.name == found.technique:
                for hint in search.hints_of(found.source, kind):
                    if (hint.complexity, hint.node) == (found.complexity, found.node):
                        return step_of_hint(search, hint)
        return None

    def search(self, state: State) -> ForcingSearch:
        return ForcingSearch(state, self.techniques, self.mode)


class NishioChains(ForcingChains):
    mode = Mode(use_y=False, is_dynamic=True)


class MultipleChains(ForcingChains):
    def __call__(self, state: State) -> Step | None:
        """Skip groups of candidates without common conclusions.

        The position has no static chains, so no propagation has a contradiction (its
        contrapositive would be a static chain), and a propagation derives exactly the sets of the
        search for static chains.
        """
        search = self.search(state)
        sweep = Sweep(search.links, XY)
        reach = sweep.reach(search.links.total)
        off: dict[int, int] = {}

        def shared(group: list[int]) -> bool:
            on_nodes = off_nodes = -1
            for node in group:
                on_nodes &= reach[node]
                if node not in off:
                    off[node] = any_of([sweep.weak[other] for other in bits(reach[node])])
                off_nodes &= off[node]
            return bool(on_nodes or off_nodes)

        search.shared = shared
        return _least(search)


class DynamicChains(ForcingChains):
    def search(self, state: State) -> ForcingSearch:
        return dynamic_search(state, self.level)


def _least(search: ForcingSearch) -> Step | None:
    best: ForcingHint | None = None
    allows = search.links.state.allows
    for hint in search.hints():
        if (best is None or hint[:2] < best[:2]) and allows(search.techniques[hint.kind].name):
            best = hint
    return None if best is None else step_of_hint(search, best)


def step_of_hint(search: ForcingSearch, hint: ForcingHint) -> Step:
    technique = search.techniques[hint.kind]
    tables = search.links.state.tables
    candidate, is_on = divmod(hint.node, 2)
    symbol, cell = divmod(candidate, tables.size)
    target = ((cell, symbol + 1),)
    strands = tuple(strand(found, branch) for found, branch in hint.branches)
    assumptions = [links[0] for links in strands]
    return Step(
        technique.name,
        technique.lowest + length_bonus(hint.complexity - 2),
        EXPLANATIONS[hint.kind],
        tuple(dict.fromkeys(link.cell for link in assumptions)),
        target if is_on else (),
        () if is_on else target,
        tables.geometry,
        tuple(sorted({link.symbol for link in assumptions})),
        (tables.names[hint.house],) if hint.house >= 0 else (),
        chains=strands,
        complexity=hint.complexity,
    )


def strand(found: Propagation, target: Branch) -> tuple[Implication, ...]:
    """Return the ancestors of a node and the node in order of derivation."""
    tables = found.links.tables
    nodes = [node for node in found.branches if target.closure >> node & 1 and node != target.node]
    chosen = [*map(found.branches.__getitem__, nodes), target]
    number = {branch.node: at for at, branch in enumerate(chosen)}
    links = []
    for branch in chosen:
        candidate, is_on = divmod(branch.node, 2)
        symbol, cell = divmod(candidate, tables.size)
        reason = tables.names[branch.house] if branch.house >= 0 else ""
        if branch.nested >= 0:
            reason = found.nested[branch.nested].text
        causes = tuple(sorted(number[parent] for parent in branch.parents))
        links.append(Implication(cell, symbol + 1, bool(is_on), causes, reason))
    return tuple(links)


NOTHING = Found("", 0, 0, 0)
"""A step unknown to the compiled ladder, as it ended before the grid was complete."""


class Guide:
    """The path of one puzzle by the compiled ladder, rated on first use within `check.seconds`."""

    def __init__(self, grid: Grid, check: Check) -> None:
        self._grid = grid
        self._seconds: float = getattr(check, "seconds", None) or 0.0

    def step(self, chains: ForcingChains, state: State) -> Step | None:
        """Return the shortest of these chains, searching only if nothing is known."""
        number = state.steps_taken
        found = self._path[number] if number < len(self._path) else None
        if found is None:
            return chains(state)
        if all(technique.name != found.technique for technique in chains.techniques.values()):
            return None
        return chains.retrace(state, found) or chains(state)

    @cached_property
    def _path(self) -> list[Found | None]:
        ladder = compiled(self._grid)
        geometry = self._grid.geometry
        if ladder is None:
            return []
        (status, *_), steps = ladder.steps(
            ladder.rater, self._grid.cells, NO_LIMIT, self._seconds, ladder.candidates
        )
        if status == STOPPED:
            raise UndecidedError("timed out")
        if status not in (SOLVED, STUCK):
            return []
        path: list[Found | None] = []
        for number, _, complexity, placements, eliminations, source in steps:
            found = None
            technique = ladder.techniques[number]
            if technique.conclusion:
                cell, symbol = (placements or eliminations)[0]
                node = 2 * ((symbol - 1) * geometry.size + cell) + bool(placements)
                cell, symbol = divmod(source, geometry.n)
                found = Found(technique.name, complexity, node, symbol * geometry.size + cell)
            path.append(found)
        return path if status == SOLVED else [*path, NOTHING]
