"""Inequality signs: bounds of two cells, ranks in a house, and the order of a whole house."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sudokutools.logic.finder import MOST_PLACES, Finder, HouseFinder
from sudokutools.logic.state import State, Watch, losses
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.sums import turned
from sudokutools.logic.tables import Tables, mask_of, members

Pair = tuple[int, int]

LESS = "{names[0]} must be less than {names[1]}, so {result}"
ORDER = "after trying all ways to fill {house} under its inequalities, {result}"


class LessThan(Finder):
    """The bounds that the two cells of a sign give each other; signs in the order of the spec."""

    def __call__(self, state: State) -> Step | None:
        changed = self.watch.cells(state)
        for low, high in state.less:
            if not changed & (1 << low | 1 << high):
                continue
            less, greater = state.held(low), state.held(high)
            below = (1 << max(0, greater.bit_length() - 1)) - 1
            above = -(less & -less) << 1
            removals = losses((low, high), (less, greater), (below, above))
            removals = tuple(each for each in removals if not state.values[each[0]])
            if removals:
                self.watch = Watch()
                return step_of(state, self.technique, LESS, (low, high), sorted(removals))
        return None


@lru_cache(maxsize=4)
def below_of(size: int, less: tuple[Pair, ...]) -> tuple[int, ...]:
    """Return for each cell the set of smaller cells, by any number of signs.

    >>> below_of(3, ((0, 1), (1, 2)))
    (0, 1, 3)
    """
    below = [0] * size
    for low, high in less:
        below[high] |= 1 << low
    again = True
    while again:
        again = False
        for cell in range(size):
            wider = below[cell]
            for lower in members(below[cell]):
                wider |= below[lower]
            if wider != below[cell]:
                below[cell] = wider
                again = True
    return tuple(below)


class Ranks(Finder):
    """Cells of a house that are smaller (greater) than a cell all differ, which bounds the cell."""

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: houses in order, then cells."""
        tables = state.tables
        below = below_of(tables.size, state.less)
        above = _turned_round(below)
        changed = self.watch.cells(state)
        for house, mask in enumerate(tables.masks):
            if not changed & mask:
                continue
            for cell in members(state.empty):
                lower, higher = below[cell] & mask, above[cell] & mask
                if not lower & (lower - 1) and not higher & (higher - 1):
                    continue
                low = _last([state.held(other) for other in members(lower)])
                greater = tuple([state.held(other) for other in members(higher)])
                high = tables.n + 1 - _last(turned(greater, tables.n))
                allowed = -1 << low & (1 << max(0, high - 1)) - 1
                gone = state.candidates[cell] & ~allowed
                if gone:
                    self.watch = Watch()
                    pattern = ((cell,), ((cell, gone),), 0, (house,))
                    why = _rank(lower.bit_count(), higher.bit_count())
                    others = members(lower | higher)
                    return step_of(state, self.technique, why, *pattern, subset_cells=others)
        return None


def _turned_round(below: tuple[int, ...]) -> tuple[int, ...]:
    above = [0] * len(below)
    for cell, lower in enumerate(below):
        for other in members(lower):
            above[other] |= 1 << cell
    return tuple(above)


def _last(masks: Iterable[int]) -> int:
    """Return the smallest possible maximum of cells that all differ."""
    last = 0
    for low in sorted((mask & -mask).bit_length() for mask in masks):
        last = max(low, last + 1)
    return last


class HouseOrder(HouseFinder):
    """Candidates of a complete house that no way to fill it by its signs uses.

    Symbols are placed in ascending order: the next one may go to a cell whose smaller cells are all
    filled. So the state of the search is the set of filled cells.
    """

    def houses(self, tables: Tables) -> int:
        return tables.complete if tables.n <= MOST_PLACES else 0

    def look(self, state: State, house: int) -> Step | None:
        tables = state.tables
        below = below_of(tables.size, state.less)
        mask, cells = tables.masks[house], tables.houses[house]
        if state.vacancies[house] < 2 or not any(below[cell] & mask for cell in cells):
            return None
        lower = tuple(_inside(tables, house, below[cell]) for cell in cells)
        masks = tuple(state.held(cell) for cell in cells)
        removals = losses(cells, masks, in_order(masks, lower))
        if not removals:
            return None
        empty = mask & state.empty
        return step_of(state, self.technique, ORDER, empty, removals, 0, (house,))


def _inside(tables: Tables, house: int, cells: int) -> int:
    """Return a set of cells as places in a house."""
    return mask_of(place for place, cell in enumerate(tables.houses[house]) if cells >> cell & 1)


@lru_cache(maxsize=1 << 12)
def in_order(masks: tuple[int, ...], lower: tuple[int, ...]) -> tuple[int, ...]:
    """Return the candidates that the cells of a house keep; `lower`: the smaller places of each.

    >>> in_order((0b11, 0b111, 0b111), (0, 0b1, 0b1))
    (1, 6, 6)
    """
    fitting = [
        mask_of(place for place, mask in enumerate(masks) if mask >> symbol & 1)
        for symbol in range(len(masks))
    ]
    layers: list[set[int]] = [{0}]
    for places in fitting:
        layers.append(
            {
                filled | 1 << place
                for filled in layers[-1]
                for place in members(places & ~filled)
                if not lower[place] & ~filled
            }
        )
    kept = [0] * len(masks)
    alive = layers[-1]
    for symbol in reversed(range(len(masks))):
        before = set()
        for filled in layers[symbol]:
            for place in members(fitting[symbol] & ~filled):
                if not lower[place] & ~filled and filled | 1 << place in alive:
                    kept[place] |= 1 << symbol
                    before.add(filled)
        alive = before
    return tuple(kept)


def _rank(lower: int, higher: int) -> str:
    """Return why a cell with this many smaller and greater cells in a house is bounded."""
    bounds = [
        f"{word} than {count} other {'cells' if count > 1 else 'cell'}"
        for count, word in ((lower, "greater"), (higher, "less"))
        if count
    ]
    return f"in {{house}}, the signs make {{cells}} {' and '.join(bounds)}, so {{result}}"
