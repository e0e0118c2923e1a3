"""Propagation: the consequences of one candidate being on or off; and what several have in common.

On-nodes are processed before off-nodes, and the links of each in order. Deriving the opposite of a
derived node is a contradiction and ends the propagation. In dynamic mode each off-node, once
processed, is removed from a working copy of the pencil marks, which creates new strong links; an
on-node derived over one also depends on the off-nodes of the lost candidates. When both queues are
empty, `more` may supply off-nodes (see `nested`).

Conclusions: the opposite of what leads to a contradiction; what follows from a candidate on and off
(double), from a symbol on at every place in a house (region), from every candidate of a cell on.
The complexity of a hint is the sum over its branches, which share nothing. The first hint of
minimum (rating, complexity, kind) is used, collected by cell, candidate, then kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.links import INSIDE, Links
from sudokutools.logic.state import State
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import CELL, CONTRADICTION, DOUBLE, REGION, TABLE, Technique

OFF, ON = 1, 2


class Mode(NamedTuple):
    use_y: bool
    is_dynamic: bool


class Nested(NamedTuple):
    """The justification of off-nodes beyond links: a text, and the complexity that it adds.

    Those that refute a node that is on are a contradiction.
    """

    text: str
    complexity: int
    refutes: bool = False


class Branch(NamedTuple):
    """A node of a propagation with its ancestors.

    node     2 * candidate + is_on
    closure  the set of ancestor nodes and itself; nested hints are bits from 2 * candidates up
    house    the house of the strong link, INSIDE for one inside a cell
    nested   the number of the nested hint, or -1
    """

    node: int
    parents: tuple[int, ...]
    closure: int
    house: int = INSIDE
    nested: int = -1


Supply = Callable[[State, "Propagation"], list[tuple[int, tuple[int, ...], Nested]]]
"""Returns (candidate to put off, parent nodes, justification) for a working position."""


class Propagation:
    """The consequences of one assumption.

    `branches` are the derived nodes in order; `on` and `off` the sets of candidates derived on and
    off; `contradiction` the on-node and the off-node of one candidate, if both were derived.
    """

    __slots__ = ("_status", "branches", "contradiction", "links", "nested", "off", "on")

    def __init__(
        self, links: Links, candidate: int, is_on: bool, mode: Mode, more: Supply | None
    ) -> None:
        self.links = links
        self.branches: dict[int, Branch] = {}
        self.contradiction: tuple[Branch, Branch] | None = None
        self.nested: list[Nested] = []
        self.on = 0
        self.off = 0
        self._status = bytearray(links.total)
        self._enter(Branch(2 * candidate + is_on, (), 1 << 2 * candidate + is_on))
        self._run(candidate, is_on, mode, more)

    def _enter(self, branch: Branch) -> None:
        candidate, is_on = divmod(branch.node, 2)
        self.branches[branch.node] = branch
        self._status[candidate] |= ON if is_on else OFF
        if is_on:
            self.on |= 1 << candidate
        else:
            self.off |= 1 << candidate

    def _run(self, candidate: int, is_on: bool, mode: Mode, more: Supply | None) -> None:
        state = self.links.state
        candidates = state.candidates[:] if mode.is_dynamic else state.candidates
        places = state.places[:] if mode.is_dynamic else state.places
        on_queue = [candidate] if is_on else []
        off_queue = [] if is_on else [candidate]
        next_on = next_off = 0
        while self.contradiction is None:
            if next_on < len(on_queue):
                self._from_on(on_queue[next_on], mode.use_y, off_queue, candidates)
                next_on += 1
            elif next_off < len(off_queue):
                node = off_queue[next_off]
                next_off += 1
                if mode.is_dynamic:
                    self._from_off(node, mode.use_y, on_queue, candidates, places)
                    symbol, cell = divmod(node, self.links.size)
                    candidates[cell] &= ~(1 << symbol)
                    places[symbol] &= ~(1 << cell)
                else:
                    for other, house in self.links.strong(node, True, True):
                        if not self._derive_on(node, other, house, (), on_queue):
                            break
            else:
                found = more(state.with_marks(candidates, places), self) if more else []
                if not self._supplied(found, off_queue):
                    return

    def _from_on(self, node: int, use_y: bool, off_queue: list[int], candidates: list[int]) -> None:
        source = 2 * node + 1
        closure = self.branches[source].closure
        status = self._status
        parents = (source,)
        for off in self.links.weak(node, use_y):
            known = status[off]
            if known & ON:
                symbol, cell = divmod(off, self.links.size)
                if known & OFF and not candidates[cell] >> symbol & 1:
                    continue
                met = Branch(2 * off, parents, closure | 1 << 2 * off)
                self.contradiction = (self.branches[2 * off + 1], met)
                return
            if not known:
                status[off] = OFF
                self.off |= 1 << off
                self.branches[2 * off] = Branch(2 * off, parents, closure | 1 << 2 * off)
                off_queue.append(off)

    def _from_off(
        self, node: int, use_y: bool, on_queue: list[int], candidates: list[int], places: list[int]
    ) -> None:
        size = self.links.size
        state = self.links.state
        symbol, cell = divmod(node, size)
        if use_y:
            left = candidates[cell]
            if left.bit_count() == 2:
                other = (left ^ 1 << symbol).bit_length() - 1
                lost = tuple(gone * size + cell for gone in members(state.candidates[cell] & ~left))
                if not self._derive_on(node, other * size + cell, INSIDE, lost, on_queue):
                    return
        offset = symbol * size
        here = places[symbol]
        for house, mask in self.links.tables.complete_of[cell]:
            left = here & mask
            rest = left & (left - 1)
            if not rest or rest & (rest - 1):
                continue
            other = (left ^ 1 << cell).bit_length() - 1
            lost = tuple(offset + gone for gone in bits(state.places[symbol] & ~here & mask))
            if not self._derive_on(node, offset + other, house, lost, on_queue):
                return

    def _derive_on(
        self, node: int, other: int, house: int, lost: tuple[int, ...], on_queue: list[int]
    ) -> bool:
        """Derive an on-node from an off-node and lost candidates; False on a contradiction."""
        known = self._status[other]
        if known == ON:
            return True
        branches = self.branches
        closure = branches[2 * node].closure | 1 << (2 * other + 1)
        for gone in lost:
            closure |= branches[2 * gone].closure
        parents = (2 * node, *(2 * gone for gone in lost))
        branch = Branch(2 * other + 1, parents, closure, house)
        if known & OFF:
            self.contradiction = (branch, branches[2 * other])
            return False
        self._enter(branch)
        on_queue.append(other)
        return True

    def _supplied(
        self, found: list[tuple[int, tuple[int, ...], Nested]], off_queue: list[int]
    ) -> bool:
        """Enter off-nodes from other techniques; most without a test for contradictions."""
        anything = False
        kept: dict[int, tuple[int, int]] = {}
        for candidate, parents, nested in found:
            if self._status[candidate] & OFF:
                continue
            number, closure = kept.get(id(nested), (-1, 0))
            if number < 0:
                number = len(self.nested)
                self.nested.append(nested)
                closure = 1 << (2 * self.links.total + number)
                for parent in parents:
                    closure |= self.branches[parent].closure
                kept[id(nested)] = number, closure
            branch = Branch(2 * candidate, parents, closure | 1 << 2 * candidate, INSIDE, number)
            if nested.refutes and self._status[candidate] & ON:
                self.contradiction = self.branches[2 * candidate + 1], branch
                return False
            self._enter(branch)
            off_queue.append(candidate)
            anything = True
        return anything

    def complexity(self, *closures: int) -> int:
        """Return the total size of closures, counting each nested hint once."""
        if not self.nested:
            return sum(closure.bit_count() for closure in closures)
        split = 2 * self.links.total
        nodes = (1 << split) - 1
        together = 0
        count = 0
        for closure in closures:
            count += (closure & nodes).bit_count()
            together |= closure >> split
        return count + sum(self.nested[number].complexity for number in bits(together))


@lru_cache(maxsize=16)
def by_conclusion(finder: str, level: int = 0) -> dict[int, Technique]:
    return {row.conclusion: row for row in TABLE if (row.finder, row.size) == (finder, level)}


class ForcingHint(NamedTuple):
    """A conclusion: the node that holds, and the branches that prove it (or contradict)."""

    complexity: int
    kind: int
    node: int
    branches: tuple[tuple[Propagation, Branch], ...]
    house: int = -1


def refutation(found: Propagation, node: int) -> ForcingHint | None:
    """Return the proof of a node by a contradiction of its opposite, None without one."""
    if found.contradiction is None:
        return None
    on, off = found.contradiction
    complexity = found.complexity(on.closure, off.closure)
    return ForcingHint(complexity, CONTRADICTION, node, ((found, on), (found, off)))


class ForcingSearch:
    """The search of one class of forcing chains on one position.

    `techniques` are indexed by conclusion; `more` supplies off-nodes beyond links; `shared` is
    False for groups of candidates without a common conclusion.
    """

    def __init__(
        self,
        state: State,
        techniques: Mapping[int, Technique],
        mode: Mode,
        more: Supply | None = None,
    ) -> None:
        self.techniques, self.mode, self.more = techniques, mode, more
        self.links = Links(state)
        self.shared: Callable[[list[int]], bool] | None = None
        self._kept: dict[int, Propagation] = {}

    def propagation(self, candidate: int, is_on: bool) -> Propagation:
        node = 2 * candidate + is_on
        if node not in self._kept:
            self.links.state.check()
            found = Propagation(self.links, candidate, is_on, self.mode, self.more)
            self._kept[node] = found
        return self._kept[node]

    def hints(self) -> Iterator[ForcingHint]:
        fewest = 2 if self.mode.is_dynamic else 3
        for cell, mask in enumerate(self.links.state.candidates):
            if mask.bit_count() < fewest:
                continue
            for symbol in members(mask):
                candidate = symbol * self.links.size + cell
                for kind in (CONTRADICTION, DOUBLE, REGION):
                    yield from self.hints_of(candidate, kind)
            yield from self.hints_of(cell, CELL)

    def hints_of(self, candidate: int, kind: int) -> Iterator[ForcingHint]:
        """Yield the hints of a kind that are collected at a candidate, or at its cell."""
        is_dynamic, use_y = self.mode.is_dynamic, self.mode.use_y
        state, size = self.links.state, self.links.size
        symbol, cell = divmod(candidate, size)
        mask = state.candidates[cell]
        if kind == CONTRADICTION and is_dynamic:
            for is_on in (True, False):
                found = self.propagation(candidate, is_on)
                hint = refutation(found, 2 * candidate + (not is_on))
                if hint is not None:
                    yield hint
        elif kind == DOUBLE and is_dynamic and use_y and mask.bit_count() >= 3:
            both = [self.propagation(candidate, is_on) for is_on in (True, False)]
            yield from self._meeting(DOUBLE, both)
        elif kind == REGION and use_y:  # At the first place for the symbol in a house.
            for house, cells in self.links.tables.complete_of[cell]:
                here = state.places[symbol] & cells
                if here & (here - 1) and (here & -here) == 1 << cell:
                    yield from self._common(
                        REGION, [symbol * size + place for place in bits(here)], house
                    )
        elif kind == CELL and use_y:
            yield from self._common(CELL, [symbol * size + cell for symbol in members(mask)])

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
