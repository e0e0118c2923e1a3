"""Nishio, cell and region forcing chains, dynamic forcing chains, and those with nested hints.

Every candidate is assumed to be on, and off where that is needed. A conclusion holds when

    contradiction   the assumption leads to one: the opposite is true
    double          a node follows from a candidate on and from it off
    region          a node follows from a symbol on at every place in a house
    cell            a node follows from every candidate of a cell on

Key of a hint: (rating, complexity, kind). The complexity adds up what each branch needs; nothing
is shared. The least key is used, of equal ones that collected first: cells in order, in each the
candidates in order, then kinds in the order above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sudokutools.logic import names
from sudokutools.logic.links import length_bonus
from sudokutools.logic.names import NISHIO, dynamic_name, multiple_name
from sudokutools.logic.propagation import Branch, Mode, Position, Propagation, Supply
from sudokutools.logic.state import State
from sudokutools.logic.static import XY, Sweep
from sudokutools.logic.step import Implication, Step
from sudokutools.logic.tables import bits, members

DOUBLE, CELL_CHAINS, REGION, CONTRADICTION = 1, 5, 6, 7
KIND_NAMES = {
    DOUBLE: names.DOUBLE,
    CELL_CHAINS: names.CELL,
    REGION: names.REGION,
    CONTRADICTION: names.CONTRADICTION,
}
NISHIO_RATING, MULTIPLE_RATING = 75, 80
LEVEL_RATINGS = (85, 90, 95, 100, 105, 110)
_TECHNIQUES = (
    {(NISHIO_RATING, CONTRADICTION): NISHIO}
    | {(MULTIPLE_RATING, kind): multiple_name(KIND_NAMES[kind]) for kind in (CELL_CHAINS, REGION)}
    | {
        (base, kind): dynamic_name(name, level)
        for level, base in enumerate(LEVEL_RATINGS)
        for kind, name in KIND_NAMES.items()
    }
)
FAMILIES = {technique: place for place, technique in _TECHNIQUES.items()}
"""The base of ratings and the kind of conclusion of every technique."""


class ForcingHint(NamedTuple):
    """A conclusion: the node that holds, and the branches that lead to it (or clash)."""

    complexity: int
    kind: int
    node: int
    branches: tuple[tuple[Propagation, Branch], ...]
    house: int = -1


class ForcingSearch:
    """The search of one class of forcing chains on one position."""

    def __init__(
        self,
        position: Position,
        mode: Mode,
        more: Supply | None = None,
        shared: Callable[[list[int]], bool] | None = None,
    ) -> None:
        self.position = position
        self.mode = mode
        self._more = more
        self._shared = shared
        self._kept: dict[int, Propagation] = {}

    def propagation(self, candidate: int, is_on: bool) -> Propagation:
        """Return what follows from a node; each is computed once."""
        node = 2 * candidate + is_on
        found = self._kept.get(node)
        if found is None:
            self.position.state.check()
            found = Propagation(self.position, candidate, is_on, self.mode, self._more)
            self._kept[node] = found
        return found

    def hints(self) -> Iterator[ForcingHint]:
        """Yield every hint in the order of collection."""
        fewest = 2 if self.mode.is_dynamic else 3
        for cell, mask in enumerate(self.position.state.candidates):
            if mask.bit_count() < fewest:
                continue
            for symbol in members(mask):
                candidate = symbol * self.position.size + cell
                for kind in (CONTRADICTION, DOUBLE, REGION):
                    yield from self.hints_of(candidate, kind)
            yield from self.hints_of(cell, CELL_CHAINS)

    def hints_of(self, candidate: int, kind: int) -> Iterator[ForcingHint]:
        """Yield the hints of a kind that are collected at a candidate, or at its cell, in order."""
        mode = self.mode
        cell = candidate % self.position.size
        mask = self.position.state.candidates[cell]
        if kind == CONTRADICTION and mode.is_dynamic:
            yield from self._contradictions(candidate)
        elif kind == DOUBLE and mode.is_dynamic and mode.use_y and mask.bit_count() >= 3:
            yield from self._double(candidate)
        elif kind == REGION and mode.use_y:
            yield from self._regions(candidate)
        elif kind == CELL_CHAINS and mode.use_y:
            on = [symbol * self.position.size + cell for symbol in members(mask)]
            yield from self._common(CELL_CHAINS, on)

    def _contradictions(self, candidate: int) -> Iterator[ForcingHint]:
        for is_on in (True, False):
            found = self.propagation(candidate, is_on)
            if found.contradiction is not None:
                on, off = found.contradiction
                complexity = found.complexity(on.closure, off.closure)
                conclusion = 2 * candidate + (not is_on)
                both = ((found, on), (found, off))
                yield ForcingHint(complexity, CONTRADICTION, conclusion, both)

    def _double(self, candidate: int) -> Iterator[ForcingHint]:
        on, off = self.propagation(candidate, True), self.propagation(candidate, False)
        yield from self._meeting(DOUBLE, [on, off])

    def _regions(self, candidate: int) -> Iterator[ForcingHint]:
        """Yield region chains of the houses whose first place for the symbol this is."""
        symbol, cell = divmod(candidate, self.position.size)
        for house, mask in self.position.houses[cell]:
            here = self.position.state.places[symbol] & mask
            if here & (here - 1) and (here & -here) == 1 << cell:
                offset = symbol * self.position.size
                yield from self._common(REGION, [offset + place for place in bits(here)], house)

    def _common(self, kind: int, on: list[int], house: int = -1) -> Iterator[ForcingHint]:
        if self._shared is None or self._shared(on):
            yield from self._meeting(kind, [self.propagation(node, True) for node in on], house)

    def _meeting(
        self, kind: int, found: list[Propagation], house: int = -1
    ) -> Iterator[ForcingHint]:
        """Yield what all propagations derived: on-nodes, then off-nodes, as the first one did."""
        on, off = found[0].on, found[0].off
        for other in found[1:]:
            on &= other.on
            off &= other.off
        for is_on, common in ((1, on), (0, off)):
            if not common:
                continue
            for node in found[0].branches:
                if node & 1 == is_on and common >> (node >> 1) & 1:
                    branches = tuple((each, each.branches[node]) for each in found)
                    complexity = sum(each.complexity(branch.closure) for each, branch in branches)
                    yield ForcingHint(complexity, kind, node, branches, house)


def find_nishio(state: State) -> Step | None:
    """Return the least Nishio forcing chains: contradictions by the links of one symbol."""
    return _least(_search(Position(state), NISHIO_RATING), NISHIO_RATING)


def find_multiple(state: State) -> Step | None:
    """Return the least cell or region forcing chains.

    There is no static chain where this is tried, so none of the propagations meets a
    contradiction (its contrapositive would be a static chain), and the sets that the search for
    static chains grew are all that they derive. Groups without a common member are skipped.
    """
    position = Position(state)
    sweep = Sweep(position.links, XY)
    reach = sweep.reach(position.total)
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

    search = ForcingSearch(position, Mode(use_y=True, is_dynamic=False), shared=shared)
    return _least(search, MULTIPLE_RATING)


def find_dynamic(level: int) -> Callable[[State], Step | None]:
    """Return the search for dynamic forcing chains with nested hints of a level, 0 for none."""

    def find(state: State) -> Step | None:
        return _least(dynamic_search(Position(state), level), LEVEL_RATINGS[level])

    return find


def dynamic_search(position: Position, level: int) -> ForcingSearch:
    """Return the search for dynamic forcing chains of a level."""
    more = None
    if level:
        from sudokutools.logic.nested import supply

        more = supply(position.state, level)
    return ForcingSearch(position, Mode(use_y=True, is_dynamic=True, level=level), more)


def _search(position: Position, base: int) -> ForcingSearch:
    """Return the search for the techniques with this base of ratings."""
    if base == NISHIO_RATING:
        return ForcingSearch(position, Mode(use_y=False, is_dynamic=True))
    if base == MULTIPLE_RATING:
        return ForcingSearch(position, Mode(use_y=True, is_dynamic=False))
    return dynamic_search(position, LEVEL_RATINGS.index(base))


class Found(NamedTuple):
    """What is known of a step before it is searched: its chains exist, and where they are met.

    `node` is what holds (2 * candidate + is_on), `source` the candidate at which the chains are
    collected.
    """

    technique: str
    complexity: int
    node: int
    source: int


def retrace(state: State, found: Found) -> Step | None:
    """Return the step that the search for a technique finds, following its own chains only.

    None: it is not there, so what is known does not belong to this position.
    """
    position = Position(state)
    base, kind = FAMILIES[found.technique]
    for hint in _search(position, base).hints_of(found.source, kind):
        if (hint.complexity, hint.node) == (found.complexity, found.node):
            return _step(position, hint, found.technique, base)
    return None


def _least(search: ForcingSearch, base: int) -> Step | None:
    best: ForcingHint | None = None
    for hint in search.hints():
        if best is None or hint[:2] < best[:2]:
            best = hint
    if best is None:
        return None
    return _step(search.position, best, _TECHNIQUES[base, best.kind], base)


def _step(position: Position, hint: ForcingHint, technique: str, base: int) -> Step:
    tables = position.state.tables
    candidate, is_on = divmod(hint.node, 2)
    symbol, cell = divmod(candidate, position.size)
    target = ((cell, symbol + 1),)
    strands = tuple(strand(found, branch) for found, branch in hint.branches)
    assumptions = [links[0] for links in strands]
    return Step(
        technique,
        base + length_bonus(hint.complexity - 2),
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
    """Return the ancestors of a node and itself in order of derivation, the assumption first."""
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
