"""Signs of less and greater: bounds of two cells, ranks in a house, and whole houses in order."""

from __future__ import annotations

from functools import lru_cache, partial

from sudokutools.logic.cages import losses
from sudokutools.logic.state import Removal, State, Watch, pairs
from sudokutools.logic.step import Step, names_of, removals_of
from sudokutools.logic.tables import Tables, mask_of, members
from sudokutools.logic.techniques import Technique

Pair = tuple[int, int]

MOST_PLACES = 10
"""The most cells of a house that is filled in all ways: each doubles the sets of filled cells."""


class LessThan:
    """A cell less than another is less than the most that this can hold, and the other way round.

    Pairs are taken in the order in which they are said.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        changed = self._watch.cells(state)
        for low, high in state.less:
            if not changed & (1 << low | 1 << high):
                continue
            less = held(state, low)
            greater = held(state, high)
            below = (1 << max(0, greater.bit_length() - 1)) - 1
            above = -(less & -less) << 1
            removals = losses((low, high), (less, greater), (below, above))
            removals = tuple(each for each in removals if not state.values[each[0]])
            if removals:
                self._watch = Watch()
                return Step(
                    self._technique.name,
                    self._technique.least,
                    _tell_less,
                    (low, high),
                    (),
                    pairs(tuple(sorted(removals))),
                    state.tables.geometry,
                )
        return None


def held(state: State, cell: int) -> int:
    """Return what a cell holds, or can hold."""
    value = state.values[cell]
    return 1 << (value - 1) if value else state.candidates[cell]


@lru_cache(maxsize=4)
def below_of(size: int, less: tuple[Pair, ...]) -> tuple[int, ...]:
    """Return for each cell the set of those that are less than it, over any number of signs.

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


class Ranks:
    """Cells of one house that are all less than a cell: their symbols differ, and bound it.

    So do those that are all greater. Houses in order, then cells.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        below = below_of(tables.size, state.less)
        above = _turned_round(below)
        changed = self._watch.cells(state)
        for house, mask in enumerate(tables.masks):
            if not changed & mask:
                continue
            for cell in members(state.empty):
                lower, higher = below[cell] & mask, above[cell] & mask
                if not lower & (lower - 1) and not higher & (higher - 1):
                    continue
                least = _last([held(state, other) for other in members(lower)])
                turned = [_turn(held(state, other), tables.n) for other in members(higher)]
                most = tables.n + 1 - _last(turned)
                allowed = -1 << least & (1 << max(0, most - 1)) - 1
                gone = state.candidates[cell] & ~allowed
                if gone:
                    self._watch = Watch()
                    return self._step(state, house, cell, gone, lower, higher)
        return None

    def _step(
        self, state: State, house: int, cell: int, gone: int, lower: int, higher: int
    ) -> Step:
        return Step(
            self._technique.name,
            self._technique.least,
            partial(_tell_rank, lower.bit_count(), higher.bit_count()),
            (cell,),
            (),
            pairs(((cell, gone),)),
            state.tables.geometry,
            houses=(state.tables.names[house],),
            subset_cells=members(lower | higher),
        )


def _turned_round(below: tuple[int, ...]) -> tuple[int, ...]:
    above = [0] * len(below)
    for cell, lower in enumerate(below):
        for other in members(lower):
            above[other] |= 1 << cell
    return tuple(above)


def _turn(mask: int, n: int) -> int:
    """Return a mask with n + 1 - s in the place of symbol s."""
    return int(f"{mask:0{n}b}"[::-1], 2)


def _last(masks: list[int]) -> int:
    """Return the least that the greatest of cells that differ can be."""
    last = 0
    for low in sorted((mask & -mask).bit_length() for mask in masks):
        last = max(low, last + 1)
    return last


class HouseOrder:
    """What a cell of a complete house can hold in no way to fill the house by its signs.

    The symbols are placed in order: the next one may go to a cell when all cells less than it are
    filled. So a set of filled cells is all that has to be known of what lies behind.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        if tables.n > MOST_PLACES:
            return None
        below = below_of(tables.size, state.less)
        for house in members(self._watch.houses(state) & tables.complete):
            mask = tables.masks[house]
            cells = tables.houses[house]
            if state.vacancies[house] > 1 and any(below[cell] & mask for cell in cells):
                lower = tuple(_inside(tables, house, below[cell]) for cell in cells)
                masks = tuple(held(state, cell) for cell in cells)
                removals = losses(cells, masks, in_order(masks, lower))
                if removals:
                    return self._step(state, house, removals)
            self._watch.todo ^= 1 << house
        return None

    def _step(self, state: State, house: int, removals: tuple[Removal, ...]) -> Step:
        return Step(
            self._technique.name,
            self._technique.least,
            _tell_order,
            members(state.tables.masks[house] & state.empty),
            (),
            pairs(removals),
            state.tables.geometry,
            houses=(state.tables.names[house],),
        )


def _inside(tables: Tables, house: int, cells: int) -> int:
    """Return a set of cells as places in a house."""
    return mask_of(place for place, cell in enumerate(tables.houses[house]) if cells >> cell & 1)


@lru_cache(maxsize=1 << 12)
def in_order(masks: tuple[int, ...], lower: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the cells of a complete house can hold; `lower` are the places less than each.

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


def _tell_less(step: Step) -> str:
    low, high = (step.geometry.cell_name(cell) for cell in step.cells)
    return f"{low} is less than {high}: {removals_of(step)}"


def _tell_rank(lower: int, higher: int, step: Step) -> str:
    cell = names_of(step, step.cells)
    told = [
        f"{count} cells {word} than it"
        for count, word in ((lower, "less"), (higher, "greater"))
        if count
    ]
    return (
        f"{step.houses[0]} has {' and '.join(told)}, all different, so {cell}: {removals_of(step)}"
    )


def _tell_order(step: Step) -> str:
    return f"in no way to fill {step.houses[0]} by its signs: {removals_of(step)}"
