"""Neighbours that must not be consecutive.

A symbol in a cell excludes itself and the two next to it from the neighbours of the cell. So a cell
cannot hold a symbol that leaves a neighbour no candidate, or a symbol no place in a complete house.
"""

from __future__ import annotations

from functools import lru_cache

from sudokutools._support.bits import bits
from sudokutools.grid.candidates import beside
from sudokutools.logic.finder import MOST_PLACES, Finder, HouseFinder
from sudokutools.logic.state import State, Watch, losses
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import COLUMN, ROW, Tables, mask_of, members

ALL_EXCLUDED = ", and no neighbour may rule out all of these, so {result}"
OF_CELL = "{cells} can only be {either}" + ALL_EXCLUDED
OF_HOUSE = "in {house}, {digits} can only go in {cells}" + ALL_EXCLUDED
OF_LINE = "after trying all ways to fill {house} without consecutive neighbours, {result}"


class LockedNonconsecutive(Finder):
    """Symbols that leave a neighbour no candidate, or another symbol no place in a house."""

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: cells in order; then houses, and in each the symbols."""
        changed = self.watch.cells(state)
        step = self._of_cells(state, changed) or self._of_houses(state, changed)
        if step is not None:
            self.watch = Watch()
        return step

    def _of_cells(self, state: State, changed: int) -> Step | None:
        tables = state.tables
        for cell in members(state.empty & changed):
            mask = state.candidates[cell]
            if mask.bit_count() > 3:
                continue
            excluded = 0
            for symbol in range(tables.n):
                if not mask & ~beside(symbol + 1):
                    excluded |= 1 << symbol
            removals = state.removals(tables.apart[cell] & state.empty, excluded)
            if removals:
                return step_of(state, self.technique, OF_CELL, (cell,), removals, mask)
        return None

    def _of_houses(self, state: State, changed: int) -> Step | None:
        tables = state.tables
        for house in members(tables.complete):
            if not tables.masks[house] & changed:
                continue
            for symbol in range(tables.n):
                places = state.places[symbol] & tables.masks[house]
                if not 2 <= places.bit_count() <= 4:
                    continue
                losers = -1
                for place in bits(places):
                    losers &= tables.apart[place] | 1 << place
                others = beside(symbol + 1) & ~(1 << symbol) & tables.all_symbols
                removals = state.removals(losers & state.empty, others) if losers else ()
                if removals:
                    pattern = (places, removals, 1 << symbol, (house,))
                    return step_of(state, self.technique, OF_HOUSE, *pattern)
        return None


class NonconsecutiveLine(HouseFinder):
    """Candidates of a row or column that no way to fill it from end to end uses."""

    def houses(self, tables: Tables) -> int:
        lines = mask_of((*tables.of_kind[COLUMN], *tables.of_kind[ROW]))
        return lines & tables.complete if tables.n <= MOST_PLACES else 0

    def look(self, state: State, house: int) -> Step | None:
        cells = state.tables.houses[house]
        masks = tuple(state.held(cell) for cell in cells)
        removals = losses(cells, masks, in_line(masks))
        if not removals:
            return None
        empty = state.tables.masks[house] & state.empty
        return step_of(state, self.technique, OF_LINE, empty, removals, 0, (house,))


@lru_cache(maxsize=1 << 12)
def in_line(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the candidates that the cells of a line keep if neighbours are not consecutive.

    Dynamic programming from cell to cell, by the set of symbols used and the last symbol.

    >>> in_line((0b1111, 0b1111, 0b1111, 0b1111))
    (6, 9, 9, 6)
    """
    layers: list[dict[int, int]] = [{0: 1 << (len(masks) + 2)}]
    for mask in masks:
        following: dict[int, int] = {}
        for used, last in layers[-1].items():
            for symbol in members(mask & ~used):
                if last & ~beside(symbol + 1):
                    wider = used | 1 << symbol
                    following[wider] = following.get(wider, 0) | 1 << symbol
        layers.append(following)
    alive = layers.pop()
    kept = []
    for mask, layer in zip(reversed(masks), reversed(layers), strict=True):
        mine = 0
        before: dict[int, int] = {}
        for used, last in layer.items():
            for symbol in members(mask & ~used):
                left = last & ~beside(symbol + 1)
                if left and alive.get(used | 1 << symbol, 0) >> symbol & 1:
                    mine |= 1 << symbol
                    before[used] = before.get(used, 0) | left
        kept.append(mine)
        alive = before
    return tuple(reversed(kept))
