"""Hints that dynamic chains use beyond links: locking, pairs, X-Wings, and nested chains.

When the queues of a propagation are empty, the techniques of its level are tried in order on its
working pencil marks; the first with a result supplies all of its results:

    level 1   pointing and claiming, hidden pairs, naked pairs, X-Wings
    level 2   level 1, then cycles and static forcing chains
    level 3   level 2, then cell and region forcing chains
    level 4   level 1, then dynamic forcing chains
    level 5   level 4, then dynamic forcing chains of level 2

A result must depend on candidates that the working marks have lost: its parents are the off-nodes
of the lost candidates that would invalidate it. Other results hold in the grid itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.fish import BASE_KINDS, fish_of_symbol
from sudokutools.logic.links import INSIDE, Links, length_bonus
from sudokutools.logic.locking import locked_sets
from sudokutools.logic.propagation import (
    ForcingHint,
    ForcingSearch,
    Mode,
    Nested,
    Position,
    Propagation,
    Supply,
    by_conclusion,
)
from sudokutools.logic.state import State
from sudokutools.logic.static import KINDS, StaticHint, Sweep, chain, chain_hint, cycle_hint, cycles
from sudokutools.logic.subsets import hidden_sets, naked_sets
from sudokutools.logic.tables import BOX, COLUMN, ROW, any_of, mask_of, members

Result = tuple[int, tuple[int, ...], Nested]
"""A candidate (`symbol * size + cell`) to put off, its parent nodes, and its justification."""


class ChainHint(NamedTuple):
    """A nested chain: its key, its eliminations, and the (candidate, house) of its on-nodes."""

    rating: int
    complexity: int
    kind: int
    technique: str
    removed: int
    on_nodes: tuple[tuple[int, int], ...]


def supply(original: State, level: int) -> Supply:
    """Return the function that supplies a propagation from `original` with off-nodes."""

    def more(working: State, found: Propagation) -> list[Result]:
        search = Search(original, working, found)
        for results in search.techniques(level):
            if results:
                return results
        return []

    return more


class Search:
    """One search of the techniques of a level."""

    def __init__(self, original: State, working: State, found: Propagation) -> None:
        self.original = original
        self.working = working
        self.tables = original.tables
        self.found = found
        self.lost = [
            before & ~after for before, after in zip(original.places, working.places, strict=True)
        ]
        everywhere = any_of(self.lost)
        self.houses = [house for house, mask in enumerate(self.tables.masks) if mask & everywhere]
        self.symbols = [symbol for symbol, cells in enumerate(self.lost) if cells]

    def techniques(self, level: int) -> Iterator[list[Result]]:
        """Yield the results of each technique."""
        yield self._locking()
        yield self._hidden_pairs()
        yield self._naked_pairs()
        yield self._x_wings()
        if level in (2, 3):
            yield self._chains(static_hints(self.working))
        if level == 3:
            yield self._chains(multiple_hints(self.working))
        if level >= 4:
            yield self._chains(dynamic_hints(self.working, 0))
        if level >= 5:
            yield self._chains(dynamic_hints(self.working, 2))

    def _parents(self, wanted: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        size = self.tables.size
        nodes = [
            2 * (symbol * size + cell)
            for symbol, cells in wanted
            for cell in bits(self.lost[symbol] & cells)
        ]
        return tuple(dict.fromkeys(nodes))

    def _lost_in_cell(self, cell: int) -> list[tuple[int, int]]:
        gone = self.original.candidates[cell] & ~self.working.candidates[cell]
        return [(symbol, 1 << cell) for symbol in members(gone)]

    def _results(
        self, removed: Iterable[tuple[int, int]], parents: tuple[int, ...], nested: Nested
    ) -> Iterator[Result]:
        for cell, symbols in removed:
            for symbol in members(symbols):
                yield symbol * self.tables.size + cell, parents, nested

    def _locking(self) -> list[Result]:
        results: list[Result] = []
        masks, names = self.tables.masks, self.tables.names
        for meeting in self.tables.meetings:
            for symbol in self.symbols:
                for first, second, _ in locked_sets(self.working, meeting, symbol):
                    losers = self.working.places[symbol] & masks[second] & ~masks[first]
                    if not losers:
                        continue
                    parents = self._parents([(symbol, masks[first] & ~masks[second])])
                    if parents:
                        name = "pointing" if meeting[0] == BOX else "claiming"
                        nested = Nested(f"{name}, {names[first]} and {names[second]}", 0)
                        removed = [(cell, 1 << symbol) for cell in bits(losers)]
                        results += self._results(removed, parents, nested)
        return results

    def _hidden_pairs(self) -> list[Result]:
        results: list[Result] = []
        for house in self.houses:
            for symbols, cells in hidden_sets(self.working, house, 2, 4):
                outside = self.tables.masks[house] & ~cells
                parents = self._parents((symbol, outside) for symbol in symbols)
                others = self.tables.all_symbols & ~mask_of(symbols)
                removed = self.working.removals(cells, others)
                if parents:
                    nested = Nested(f"hidden pair in {self.tables.names[house]}", 0)
                    results += self._results(removed, parents, nested)
        return results

    def _naked_pairs(self) -> list[Result]:
        results: list[Result] = []
        for house in self.houses:
            for cells, symbols in naked_sets(self.working, house, 2, 4):
                others = self.tables.masks[house] & ~mask_of(cells)
                removed = self.working.removals(others, symbols)
                parents = self._parents(lost for cell in cells for lost in self._lost_in_cell(cell))
                if parents:
                    nested = Nested(f"naked pair in {self.tables.names[house]}", 0)
                    results += self._results(removed, parents, nested)
        return results

    def _x_wings(self) -> list[Result]:
        results: list[Result] = []
        masks = self.tables.masks
        for kind in BASE_KINDS:
            cover_houses = self.tables.of_kind[ROW + COLUMN - kind]
            fish = sorted(
                (mask_of(base), symbol, base, cover, losers)
                for symbol in self.symbols
                for base, cover, losers in fish_of_symbol(self.working, kind, symbol, 2)
            )
            for _, symbol, base, cover, losers in fish:
                inside = any_of([masks[cover_houses[line]] for line in bits(cover)])
                lines = any_of([masks[self.tables.of_kind[kind][line]] for line in base])
                parents = self._parents([(symbol, lines & ~inside)])
                if parents:
                    nested = Nested(f"X-Wing on {symbol + 1}", 0)
                    removed = [
                        (cell, 1 << symbol)
                        for line in bits(cover)
                        for cell in bits(losers & masks[cover_houses[line]])
                    ]
                    results += self._results(removed, parents, nested)
        return results

    def _chains(self, hints: list[ChainHint]) -> list[Result]:
        """Return the results of chains: sorted by key, the first for each set of eliminations."""
        results: list[Result] = []
        seen = set()
        size = self.tables.size
        for hint in sorted(hints, key=lambda hint: hint[:3]):
            if hint.removed in seen:
                continue
            seen.add(hint.removed)
            parents = self._parents(self._behind(hint))
            if parents:
                nested = Nested(hint.technique, hint.complexity)
                removed = sorted((node % size, 1 << node // size) for node in bits(hint.removed))
                results += self._results(removed, parents, nested)
        return results

    def _behind(self, hint: ChainHint) -> Iterator[tuple[int, int]]:
        """Yield where a lost candidate would invalidate a strong link of a chain."""
        for node, house in hint.on_nodes:
            symbol, cell = divmod(node, self.tables.size)
            if house == INSIDE:
                yield from self._lost_in_cell(cell)
            else:
                yield symbol, self.tables.masks[house]


def static_hints(state: State) -> list[ChainHint]:
    """Return all cycles and static forcing chains in the order of collection."""
    found: list[ChainHint] = []
    links = Links(state)
    for kind in KINDS:
        sweep = Sweep(links, kind)
        rounds = sweep.links.size * state.tables.n
        if kind.chain is None and not sweep.disproves_any(rounds):
            continue
        has_cycles = sweep.disproves_any(rounds)
        for node in links.sources:
            state.check()
            count = state.candidates[node % links.size].bit_count()
            if count < 2 or (not kind.use_x and count > 2):
                continue
            if has_cycles:
                for path in cycles(sweep, node):
                    hint = cycle_hint(sweep, path)
                    if hint is not None:
                        found.append(_static(hint))
            if kind.chain is None:
                continue
            for is_on, search in ((True, sweep.disproves), (False, sweep.proves)):
                if search(node, rounds):
                    way = chain(sweep, node, is_on)
                    assert way is not None
                    found.append(_static(chain_hint(sweep, way)))
    return found


def _static(hint: StaticHint) -> ChainHint:
    on_nodes = tuple((node, house) for node, is_on, house in hint.path[1:] if is_on)
    return ChainHint(*hint.key, hint.technique, hint.removed, on_nodes)


def multiple_hints(state: State) -> list[ChainHint]:
    """Return all cell and region forcing chains in the order of collection."""
    techniques = by_conclusion("forcing.MultipleChains")
    mode = Mode(use_y=True, is_dynamic=False)
    return _forcing(ForcingSearch(Position(state), techniques, mode))


def dynamic_search(position: Position, level: int) -> ForcingSearch:
    """Return the search for dynamic forcing chains with nested hints of a level, 0 for none.

    At the highest levels nested hints include dynamic forcing chains of lower levels: this is the
    recursion of the ladder.
    """
    techniques = by_conclusion("forcing.DynamicChains", level)
    mode = Mode(use_y=True, is_dynamic=True, level=level)
    more = supply(position.state, level) if level else None
    return ForcingSearch(position, techniques, mode, more)


def dynamic_hints(state: State, level: int) -> list[ChainHint]:
    """Return all dynamic forcing chains of a level in the order of collection."""
    return _forcing(dynamic_search(Position(state), level))


def _forcing(search: ForcingSearch) -> list[ChainHint]:
    return [_chain_hint(search, hint) for hint in search.hints()]


def _chain_hint(search: ForcingSearch, hint: ForcingHint) -> ChainHint:
    technique = search.techniques[hint.kind]
    size = search.position.size
    candidate, is_on = divmod(hint.node, 2)
    removed = 1 << candidate
    if is_on:
        symbol, cell = divmod(candidate, size)
        others = members(search.position.state.candidates[cell] & ~(1 << symbol))
        removed = mask_of(other * size + cell for other in others)
    on_nodes: dict[tuple[int, int], None] = {}
    nodes = (1 << 2 * search.position.total) - 1
    for found, branch in hint.branches:
        for node in bits(branch.closure & nodes):
            if node & 1:
                step = branch if node == branch.node else found.branches[node]
                if step.parents:
                    on_nodes[node >> 1, step.house] = None
    rating = technique.lowest + length_bonus(hint.complexity - 2)
    return ChainHint(rating, hint.complexity, hint.kind, technique.name, removed, tuple(on_nodes))
