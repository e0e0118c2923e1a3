"""Nishio, cell, region and dynamic forcing chains, including those with nested hints."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.conclusions import ForcingHint, ForcingSearch
from sudokutools.logic.links import length_bonus
from sudokutools.logic.nested import dynamic_search
from sudokutools.logic.propagation import Branch, Mode, Position, Propagation
from sudokutools.logic.state import State
from sudokutools.logic.static import XY, Sweep
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Implication
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
    """The forcing chains of one rung of the ladder."""

    def __init__(self, *techniques: Technique) -> None:
        self.level = techniques[0].size
        self.techniques = {technique.conclusion: technique for technique in techniques}

    def __call__(self, state: State) -> Step | None:
        """Return the shortest chains."""
        return _least(self.search(Position(state)))

    def retrace(self, state: State, found: Found) -> Step | None:
        """Return a known step without a search, None if it does not exist in this position."""
        search = self.search(Position(state))
        for kind, technique in self.techniques.items():
            if technique.name == found.technique:
                for hint in search.hints_of(found.source, kind):
                    if (hint.complexity, hint.node) == (found.complexity, found.node):
                        return step_of_hint(search, hint)
        return None

    def search(self, position: Position) -> ForcingSearch:
        """Return the search for these techniques on a position."""
        raise NotImplementedError


class NishioChains(ForcingChains):
    """Contradictions by the links of one symbol."""

    def search(self, position: Position) -> ForcingSearch:
        return ForcingSearch(position, self.techniques, Mode(use_y=False, is_dynamic=True))


class MultipleChains(ForcingChains):
    """Cell and region forcing chains."""

    def __call__(self, state: State) -> Step | None:
        """Return the shortest chains.

        The position has no static chains, so no propagation has a contradiction (its
        contrapositive would be a static chain), and a propagation derives exactly the sets of the
        search for static chains. Groups of candidates without common conclusions are skipped.
        """
        search = self.search(Position(state))
        sweep = Sweep(search.position.links, XY)
        reach = sweep.reach(search.position.total)
        off: dict[int, int] = {}

        def shared(group: list[int]) -> bool:
            on_nodes = off_nodes = -1
            for node in group:
                on_nodes &= reach[node]
                if node not in off:
                    off[node] = 0
                    for other in bits(reach[node]):
                        off[node] |= sweep.weak[other]
                off_nodes &= off[node]
            return bool(on_nodes or off_nodes)

        search.shared = shared
        return _least(search)

    def search(self, position: Position) -> ForcingSearch:
        return ForcingSearch(position, self.techniques, Mode(use_y=True, is_dynamic=False))


class DynamicChains(ForcingChains):
    """Dynamic forcing chains of a level of nesting."""

    def search(self, position: Position) -> ForcingSearch:
        return dynamic_search(position, self.level)


def _least(search: ForcingSearch) -> Step | None:
    best: ForcingHint | None = None
    allows = search.position.state.allows
    for hint in search.hints():
        if (best is None or hint[:2] < best[:2]) and allows(search.techniques[hint.kind].name):
            best = hint
    return None if best is None else step_of_hint(search, best)


def step_of_hint(search: ForcingSearch, hint: ForcingHint) -> Step:
    position = search.position
    technique = search.techniques[hint.kind]
    tables = position.state.tables
    candidate, is_on = divmod(hint.node, 2)
    symbol, cell = divmod(candidate, position.size)
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
    tables = found.position.state.tables
    chosen = [
        branch
        for node, branch in found.branches.items()
        if target.closure >> node & 1 and node != target.node
    ]
    chosen.append(target)
    number = {branch.node: at for at, branch in enumerate(chosen)}
    links = []
    for branch in chosen:
        candidate, is_on = divmod(branch.node, 2)
        symbol, cell = divmod(candidate, found.position.size)
        reason = tables.names[branch.house] if branch.house >= 0 else ""
        if branch.nested >= 0:
            reason = found.nested[branch.nested].text
        causes = tuple(sorted(number[parent] for parent in branch.parents))
        links.append(Implication(cell, symbol + 1, bool(is_on), causes, reason))
    return tuple(links)
