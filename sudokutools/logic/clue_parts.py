"""The parts of clues and rules that are given by primitives, and the pairs of candidates excluded.

A part is one primitive of a clue, with the cells that are known to differ. The primitives of a
clue with auxiliary cells are one part.

Weak links beyond houses come from cages (no combination contains both candidates), inequalities,
neighbours that must not be consecutive, and parts (no filling contains both).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations

from sudokutools.constraints import variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.primitives import Different, Primitives, Related
from sudokutools.constraints.propagation import Item, Network, compiled
from sudokutools.grid.candidates import beside
from sudokutools.grid.geometry import Geometry
from sudokutools.logic.cages import open_part
from sudokutools.logic.state import Beyond, State, losses
from sudokutools.logic.sums import fit
from sudokutools.logic.tables import Tables, mask_of, members, tables_of

Masks = tuple[int, ...]

KEPT = 1 << 14  # The maximum number of results that a part keeps.


class Part:
    """A part of a clue, `None` for a rule; `name` in words, and its rule in brackets.

    cells, mask  the cells of the grid
    seen[k]      the set of these cells that see cell k of them
    rows[cell]   of two related cells: for each symbol the set of symbols that go with it
    most         the maximum number of candidates of a cell that can exclude one of another
    """

    def __init__(
        self, clue: Constraint | None, name: str, items: Sequence[Item], masks: Sequence[int],
        tables: Tables,
    ) -> None:  # fmt: skip
        self.clue, self.name = clue, name
        rule = clue.rule.format(number=clue.number, text=clue.text) if clue is not None else ""
        self.rule = f" ({rule})" if rule else ""
        cells = dict.fromkeys(chain.from_iterable(item.cells for item in items))
        self.cells = tuple(sorted(cell for cell in cells if cell < tables.size))
        self.mask = mask_of(self.cells)
        self._masks = list(masks)
        self._network = Network(items, len(masks))
        self.rows = _rows(items[0]) if isinstance(items[0], Related) and len(items) == 1 else {}
        lacking = [tables.n - row.bit_count() for rows in self.rows.values() for row in rows]
        self.most = max(lacking, default=tables.n)
        self._kept: dict[Masks, Masks | None] = {}
        self.seen = tuple([tables.peers[cell] & self.mask for cell in self.cells])

    def held(self, state: State) -> Masks:
        return tuple([state.held(cell) for cell in self.cells])

    def narrowed(self, masks: Masks) -> Masks | None:
        """Return the candidates that some filling has, by this part alone; None: no filling."""
        if all(mask.bit_count() > self.most for mask in masks):
            return masks
        if masks not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[masks] = self._narrowed(masks)
        return self._kept[masks]

    def _narrowed(self, masks: Masks) -> Masks | None:
        left = self._masks[:]
        for cell, mask in zip(self.cells, masks, strict=True):
            left[cell] &= mask
        if not all(left[cell] for cell in self.cells) or self._network.settle(left) is not None:
            return None
        return tuple([left[cell] for cell in self.cells])

    def after(self, masks: Masks, at: int, symbol: int) -> Masks | None:
        """Return the candidates if one cell holds a symbol (from 0), which others in sight lose."""
        bit = 1 << symbol
        return self.without((*masks[:at], bit, *masks[at + 1 :]), self.seen[at], bit)

    def without(self, masks: Masks, cells: int, bit: int) -> Masks | None:
        """Return the candidates if a set of cells loses a symbol, given as a set."""
        both = zip(self.cells, masks, strict=True)
        return self.narrowed(tuple([mask & ~bit if cells >> c & 1 else mask for c, mask in both]))


def _rows(related: Related) -> dict[int, Masks]:
    first, second, table = related
    turned = [mask_of(u for u, row in enumerate(table) if row >> v & 1) for v in range(len(table))]
    return {first: table, second: tuple(turned)}


@lru_cache(maxsize=8)
def parts_of(
    geometry: Geometry, constraints: Constraints | None, has_all: bool = False
) -> tuple[Part, ...]:
    """Return the parts of clues without techniques of their own, or of all; then of the rules."""
    tables = tables_of(geometry, constraints)
    found: list[Part] = []
    clues = constraints.others if constraints is not None else ()
    if constraints is not None and has_all:
        clues = constraints.items
    for clue in clues:
        out = Primitives(geometry)
        clue.primitives(out)
        found += _split(clue, clue.label(geometry), out, tables)
    for rule in geometry.rules:
        out = Primitives(geometry)
        variant_rules.primitives(rule, out)
        found += _split(None, rule, out, tables)
    return tuple(found)


def _split(clue: Constraint | None, name: str, out: Primitives, tables: Tables) -> Iterator[Part]:
    items = compiled(out.items, out.masks, [members(mask) for mask in tables.peers])
    related = {cell for item in items for cell in item.cells}
    for cell, mask in enumerate(out.masks[: tables.size]):
        if mask != tables.all_symbols and cell not in related:
            yield Part(clue, name, [Different((cell,))], out.masks, tables)
    if len(out.masks) > tables.size:
        yield Part(clue, name, items, out.masks, tables)
        return
    for item in items:
        yield Part(clue, name, [item], out.masks, tables)


MOST_CELLS = 5
"""The maximum number of empty cells of a cage or part: larger ones exclude hardly any pairs."""


def links_beyond(state: State) -> Beyond:
    if state.beyond is None or state.beyond.step != state.steps_taken:
        found: dict[int, list[int]] = {}
        for cell, symbol, other, excluded in _excluded(state):
            seen = state.tables.peers[cell] >> other & 1
            for each in members(excluded & ~(seen << symbol)):
                found.setdefault(symbol * state.tables.size + cell, []).append(
                    each * state.tables.size + other
                )
        weak = {node: tuple(dict.fromkeys(others)) for node, others in found.items()}
        state.beyond = Beyond(state.steps_taken, weak, dict(_needed(state)))
    return state.beyond


def _excluded(state: State) -> Iterator[tuple[int, int, int, int]]:
    """Yield (cell, symbol, other cell, symbols excluded there)."""
    candidates, tables = state.candidates, state.tables
    for house in tables.cage_sums:
        if 2 <= state.vacancies[house] <= MOST_CELLS:
            yield from _in_cage(state, house)
    for low, high in state.less:
        for symbol in members(candidates[low]):
            yield low, symbol, high, candidates[high] & ((2 << symbol) - 1)
        for symbol in members(candidates[high]):
            yield high, symbol, low, candidates[low] & -1 << symbol
    for cell, neighbours in enumerate(tables.apart):
        for symbol in members(candidates[cell]):
            for other in members(neighbours & state.empty):
                yield cell, symbol, other, candidates[other] & beside(symbol + 1)
    for part in parts_of(tables.geometry, state.constraints):
        if 2 <= (part.mask & state.empty).bit_count() <= MOST_CELLS:
            yield from _in_part(state, part)


def _in_part(state: State, part: Part) -> Iterator[tuple[int, int, int, int]]:
    candidates = state.candidates
    if part.rows:
        for cell, other in permutations(part.cells):
            for symbol in members(candidates[cell]):
                yield cell, symbol, other, candidates[other] & ~part.rows[cell][symbol]
        return
    masks = part.held(state)
    for at, cell in enumerate(part.cells):
        for symbol in members(candidates[cell]):
            for other, gone in losses(part.cells, masks, part.after(masks, at, symbol) or masks):
                if other != cell:
                    yield cell, symbol, other, gone


def _in_cage(state: State, house: int) -> Iterator[tuple[int, int, int, int]]:
    rest, cells, masks = open_part(state, house)
    for place, cell in enumerate(cells):
        others = cells[:place] + cells[place + 1 :]
        for symbol in members(masks[place]):
            cut = tuple(mask & ~(1 << symbol) for mask in masks[:place] + masks[place + 1 :])
            kept = fit(cut, 1 << max(0, rest - symbol - 1), state.tables.n).kept
            for other, left in zip(others, kept, strict=True):
                gone = state.candidates[other] & ~left
                if gone:
                    yield cell, symbol, other, gone


def _needed(state: State) -> Iterator[tuple[int, int]]:
    for house in state.tables.cage_sums:
        if state.vacancies[house] >= 2:
            rest, _, masks = open_part(state, house)
            needed = fit(masks, 1 << max(0, rest), state.tables.n).needed
            if needed:
                yield house, needed
