"""Rules about the order of symbols: inequality signs, non-consecutive neighbours and parity.

A sign bounds its two cells, signs together the ranks in a house. A symbol in a cell excludes itself
and, without consecutive neighbours, the two next to it from the neighbours of the cell. A complete
house holds a fixed number of even and of odd symbols.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import and_

from sudokutools._support.bits import bits
from sudokutools.grid.candidates import beside
from sudokutools.logic.state import State, Watch, losses
from sudokutools.logic.step import MOST_PLACES, Finder, HouseFinder, Step, step_of
from sudokutools.logic.sums import raised, turned
from sudokutools.logic.tables import COLUMN, ROW, Tables, any_of, mask_of, members

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
    below, before = [0] * size, None
    for low, high in less:
        below[high] |= 1 << low
    while below != before:
        before = below
        below = [any_of([lower, *(below[cell] for cell in members(lower))]) for lower in below]
    return tuple(below)


class Ranks(Finder):
    """Cells of a house that are smaller (greater) than a cell all differ, which bounds the cell."""

    def __call__(self, state: State) -> Step | None:
        tables = state.tables
        below = below_of(tables.size, state.less)
        above = below_of(tables.size, tuple((high, low) for low, high in state.less))
        changed = self.watch.cells(state)
        for house, mask in enumerate(tables.masks):
            if not changed & mask:
                continue
            for cell in members(state.empty):
                lower, higher = below[cell] & mask, above[cell] & mask
                if not lower & (lower - 1) and not higher & (higher - 1):
                    continue
                low = [0, *raised([state.held(other) for other in members(lower)])][-1]
                greater = turned(tuple([state.held(each) for each in members(higher)]), tables.n)
                high = tables.n + 1 - [0, *raised(greater)][-1]
                allowed = -1 << low & (1 << max(0, high - 1)) - 1
                gone = state.candidates[cell] & ~allowed
                if gone:
                    self.watch = Watch()
                    pattern = ((cell,), ((cell, gone),), 0, (house,))
                    why = _rank(lower.bit_count(), higher.bit_count())
                    others = members(lower | higher)
                    return step_of(state, self.technique, why, *pattern, subset_cells=others)
        return None


class HouseOrder(HouseFinder):
    def houses(self, tables: Tables) -> int:
        return tables.complete if tables.n <= MOST_PLACES else 0

    def look(self, state: State, house: int) -> Step | None:
        tables = state.tables
        below = below_of(tables.size, state.less)
        mask, cells = tables.masks[house], tables.houses[house]
        if state.vacancies[house] < 2 or not any(below[cell] & mask for cell in cells):
            return None
        lower = tuple(
            mask_of(place for place, other in enumerate(cells) if below[cell] >> other & 1)
            for cell in cells
        )
        masks = tuple(state.held(cell) for cell in cells)
        removals = losses(cells, masks, in_order(masks, lower))
        if not removals:
            return None
        empty = mask & state.empty
        return step_of(state, self.technique, ORDER, empty, removals, 0, (house,))


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
    bounds = [
        f"{word} than {count} other {'cells' if count > 1 else 'cell'}"
        for count, word in ((lower, "greater"), (higher, "less"))
        if count
    ]
    return f"in {{house}}, the signs make {{cells}} {' and '.join(bounds)}, so {{result}}"


ALL_EXCLUDED = ", and no neighbour may rule out all of these, so {result}"
OF_CELL = "{cells} can only be {either}" + ALL_EXCLUDED
OF_HOUSE = "in {house}, {digits} can only go in {cells}" + ALL_EXCLUDED
OF_LINE = "after trying all ways to fill {house} without consecutive neighbours, {result}"


class LockedNonconsecutive(Finder):
    """Symbols that leave a neighbour no candidate, or another symbol no place in a house."""

    def __call__(self, state: State) -> Step | None:
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
            excluded = mask_of(s for s in range(tables.n) if not mask & ~beside(s + 1))
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
                losers = reduce(and_, [tables.apart[place] | 1 << place for place in bits(places)])
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


class ParityCount(HouseFinder):
    """A complete house with all of its even (odd) cells known: the other cells are odd (even)."""

    def houses(self, tables: Tables) -> int:
        return tables.complete

    def look(self, state: State, house: int) -> Step | None:
        tables = state.tables
        odd = mask_of(range(0, tables.n, 2))
        even = tables.all_symbols & ~odd
        words = ("even", "odd") if tables.least % 2 else ("odd", "even")
        for word, mine, others in zip(words, (even, odd), (odd, even), strict=True):
            known = [cell for cell in tables.houses[house] if not state.held(cell) & others]
            if len(known) < mine.bit_count():
                continue
            rest = tables.masks[house] & state.empty & ~mask_of(known)
            removals = state.removals(rest, mine)
            if removals:
                cells = [cell for cell in known if not state.values[cell]]
                why = f"{{house}} already has its {mine.bit_count()} {word} cells, so {{result}}"
                return step_of(state, self.technique, why, cells, removals, mine, (house,))
        return None
