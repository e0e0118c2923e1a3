"""Hints that dynamic chains use beyond links: locking, pairs, X-Wings, and nested chains.

When the queues of a propagation are empty, the techniques of its level (`Search.techniques`) are
tried in order on its working pencil marks; the first with a result supplies all of its results. A
result must depend on candidates that the working marks have lost: its parents are the off-nodes of
the lost candidates that would invalidate it. Other results hold in the grid itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

Deduction = tuple[Iterable[tuple[int, int]], str, int, Sequence[tuple[int, int]]]
"""What one pattern removes in the working marks.

(symbol, set of cells) where lost candidates would invalidate it; its text and its complexity;
(cell, set of symbols) that it removes.
"""


INNER = {4: (0,), 5: (0, 2)}
"""By level: the levels of the dynamic chains that are nested in dynamic chains."""


class ChainHint(NamedTuple):
    """A nested chain: its key, its eliminations, and the (candidate, house) of its on-nodes."""

    rating: int
    complexity: int
    kind: int
    technique: str
    removed: int
    on_nodes: tuple[tuple[int, int], ...]


def supply(original: State, level: int) -> Supply:
    def more(working: State, found: Propagation) -> list[Result]:
        search = Search(original, working, found)
        for results in search.techniques(level):
            if results:
                return results
        return []

    return more


class Search:
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
        yield self._results(self._locking())
        yield self._results(self._hidden_pairs())
        yield self._results(self._naked_pairs())
        yield self._results(self._x_wings())
        if level in (2, 3):
            yield self._results(self._chains(static_hints(self.working)))
        if level == 3:
            mode = Mode(use_y=True, is_dynamic=False)
            multiple = ForcingSearch(self.working, by_conclusion("forcing.MultipleChains"), mode)
            yield self._results(self._chains(forcing_hints(multiple)))
        for inner in INNER.get(level, ()):
            yield self._results(self._chains(forcing_hints(dynamic_search(self.working, inner))))

    def _results(self, found: Iterable[Deduction]) -> list[Result]:
        """Return what deductions remove that depend on lost candidates."""
        size = self.tables.size
        results: list[Result] = []
        for wanted, text, complexity, removed in found:
            parents = tuple(
                dict.fromkeys(
                    2 * (symbol * size + cell)
                    for symbol, cells in wanted
                    for cell in bits(self.lost[symbol] & cells)
                )
            )
            if parents:
                nested = Nested(text, complexity)
                results += [
                    (symbol * size + cell, parents, nested)
                    for cell, symbols in removed
                    for symbol in members(symbols)
                ]
        return results

    def _lost_in_cell(self, cell: int) -> list[tuple[int, int]]:
        gone = self.original.candidates[cell] & ~self.working.candidates[cell]
        return [(symbol, 1 << cell) for symbol in members(gone)]

    def _locking(self) -> Iterator[Deduction]:
        masks, names = self.tables.masks, self.tables.names
        for meeting in self.tables.meetings:
            name = "pointing" if meeting[0] == BOX else "claiming"
            for symbol in self.symbols:
                for first, second, _ in locked_sets(self.working, meeting, symbol):
                    losers = self.working.places[symbol] & masks[second] & ~masks[first]
                    if losers:
                        wanted = [(symbol, masks[first] & ~masks[second])]
                        text = f"{name}, {names[first]} and {names[second]}"
                        yield wanted, text, 0, [(cell, 1 << symbol) for cell in bits(losers)]

    def _hidden_pairs(self) -> Iterator[Deduction]:
        for house in self.houses:
            for symbols, cells in hidden_sets(self.working, house, 2, 4):
                wanted = [(symbol, self.tables.masks[house] & ~cells) for symbol in symbols]
                others = self.tables.all_symbols & ~mask_of(symbols)
                removed = self.working.removals(cells, others)
                yield wanted, f"hidden pair in {self.tables.names[house]}", 0, removed

    def _naked_pairs(self) -> Iterator[Deduction]:
        for house in self.houses:
            for cells, symbols in naked_sets(self.working, house, 2, 4):
                wanted = [lost for cell in cells for lost in self._lost_in_cell(cell)]
                others = self.tables.masks[house] & ~mask_of(cells)
                removed = self.working.removals(others, symbols)
                yield wanted, f"naked pair in {self.tables.names[house]}", 0, removed

    def _x_wings(self) -> Iterator[Deduction]:
        """Yield X-Wings with their eliminations by cover line."""
        masks, of_kind = self.tables.masks, self.tables.of_kind
        for kind in BASE_KINDS:
            fish = sorted(
                (mask_of(base), symbol, base, cover, losers)
                for symbol in self.symbols
                for base, cover, losers in fish_of_symbol(self.working, kind, symbol, 2)
            )
            for _, symbol, base, cover, losers in fish:
                covers = [masks[of_kind[ROW + COLUMN - kind][line]] for line in bits(cover)]
                lines = any_of([masks[of_kind[kind][line]] for line in base])
                wanted = [(symbol, lines & ~any_of(covers))]
                removed = [(cell, 1 << symbol) for mask in covers for cell in bits(losers & mask)]
                yield wanted, f"X-Wing on {symbol + self.tables.least}", 0, removed

    def _chains(self, hints: list[ChainHint]) -> Iterator[Deduction]:
        """Yield chains, sorted by key, the first for each set of eliminations."""
        seen = set()
        size = self.tables.size
        for hint in sorted(hints, key=lambda hint: hint[:3]):
            if hint.removed not in seen:
                seen.add(hint.removed)
                removed = sorted((node % size, 1 << node // size) for node in bits(hint.removed))
                yield self._behind(hint), hint.technique, hint.complexity, removed

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
        rounds = links.size * state.tables.n
        has_cycles = sweep.disproves_any(rounds)
        if kind.chain is None and not has_cycles:
            continue
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


def dynamic_search(state: State, level: int) -> ForcingSearch:
    """Return the search for dynamic forcing chains with nested hints of a level, 0 for none."""
    more = supply(state, level) if level else None
    mode = Mode(use_y=True, is_dynamic=True)
    return ForcingSearch(state, by_conclusion("forcing.DynamicChains", level), mode, more)


def forcing_hints(search: ForcingSearch) -> list[ChainHint]:
    return [_chain_hint(search, hint) for hint in search.hints()]


def _chain_hint(search: ForcingSearch, hint: ForcingHint) -> ChainHint:
    technique = search.techniques[hint.kind]
    candidate, is_on = divmod(hint.node, 2)
    removed = 1 << candidate
    if is_on:
        removed = search.links.rivals(candidate)
    on_nodes: dict[tuple[int, int], None] = {}
    nodes = (1 << 2 * search.links.total) - 1
    for found, branch in hint.branches:
        for node in bits(branch.closure & nodes):
            if node & 1:
                step = branch if node == branch.node else found.branches[node]
                if step.parents:
                    on_nodes[node >> 1, step.house] = None
    rating = technique.lowest + length_bonus(hint.complexity - 2)
    return ChainHint(rating, hint.complexity, hint.kind, technique.name, removed, tuple(on_nodes))
