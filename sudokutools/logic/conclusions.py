"""Conclusions from several propagations: the hints of forcing chains.

Every candidate is assumed to be on, and off where needed. The conclusions are:

    contradiction   the assumption leads to a contradiction, so its opposite is true
    double          a node follows from a candidate on and from the candidate off
    region          a node follows from a symbol on at every place in a house
    cell            a node follows from every candidate of a cell on

The key of a hint is (rating, complexity, kind); the complexity is the sum over the branches, which
share nothing. The first hint of minimum key is used, collected by cell, candidate, then kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.propagation import Branch, Mode, Position, Propagation, Supply
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import CELL, CONTRADICTION, DOUBLE, REGION, TABLE, Technique


@lru_cache(maxsize=16)
def by_conclusion(finder: str, level: int = 0) -> dict[int, Technique]:
    """Return the techniques of a finder by their conclusions."""
    return {row.conclusion: row for row in TABLE if (row.finder, row.size) == (finder, level)}


class ForcingHint(NamedTuple):
    """A conclusion: the node that holds, and the branches that prove it (or contradict)."""

    complexity: int
    kind: int
    node: int
    branches: tuple[tuple[Propagation, Branch], ...]
    house: int = -1


class ForcingSearch:
    """The search of one class of forcing chains on one position.

    `techniques` are indexed by conclusion; `more` supplies off-nodes beyond links; `shared` is
    False for groups of candidates without a common conclusion.
    """

    def __init__(
        self,
        position: Position,
        techniques: Mapping[int, Technique],
        mode: Mode,
        more: Supply | None = None,
    ) -> None:
        self.position = position
        self.techniques = techniques
        self.mode = mode
        self.more = more
        self.shared: Callable[[list[int]], bool] | None = None
        self._kept: dict[int, Propagation] = {}

    def propagation(self, candidate: int, is_on: bool) -> Propagation:
        """Return the propagation of a node (cached)."""
        node = 2 * candidate + is_on
        found = self._kept.get(node)
        if found is None:
            self.position.state.check()
            found = Propagation(self.position, candidate, is_on, self.mode, self.more)
            self._kept[node] = found
        return found

    def hints(self) -> Iterator[ForcingHint]:
        """Yield all hints in the order of collection."""
        fewest = 2 if self.mode.is_dynamic else 3
        for cell, mask in enumerate(self.position.state.candidates):
            if mask.bit_count() < fewest:
                continue
            for symbol in members(mask):
                candidate = symbol * self.position.size + cell
                for kind in (CONTRADICTION, DOUBLE, REGION):
                    yield from self.hints_of(candidate, kind)
            yield from self.hints_of(cell, CELL)

    def hints_of(self, candidate: int, kind: int) -> Iterator[ForcingHint]:
        """Yield the hints of a kind that are collected at a candidate, or at its cell."""
        mode = self.mode
        cell = candidate % self.position.size
        mask = self.position.state.candidates[cell]
        if kind == CONTRADICTION and mode.is_dynamic:
            yield from self._contradictions(candidate)
        elif kind == DOUBLE and mode.is_dynamic and mode.use_y and mask.bit_count() >= 3:
            yield from self._double(candidate)
        elif kind == REGION and mode.use_y:
            yield from self._regions(candidate)
        elif kind == CELL and mode.use_y:
            on = [symbol * self.position.size + cell for symbol in members(mask)]
            yield from self._common(CELL, on)

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
        if self.shared is None or self.shared(on):
            yield from self._meeting(kind, [self.propagation(node, True) for node in on], house)

    def _meeting(
        self, kind: int, found: list[Propagation], house: int = -1
    ) -> Iterator[ForcingHint]:
        """Yield the common nodes of propagations: on-nodes, then off-nodes, as in the first one."""
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
