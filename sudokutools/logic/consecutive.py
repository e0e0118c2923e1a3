"""Neighbours that must not be consecutive: what a cell, or a house, would be left without.

A symbol in a cell removes itself and the two beside it from the neighbours of the cell. So a cell
cannot hold a symbol that would leave a neighbour nothing; nor one that would leave some symbol no
place in a complete house.
"""

from __future__ import annotations

from functools import lru_cache

from sudokutools.grid.candidates import beside
from sudokutools.logic.cages import losses
from sudokutools.logic.order import MOST_PLACES, held
from sudokutools.logic.state import State, Watch, pairs
from sudokutools.logic.step import Step, names_of, removals_of
from sudokutools.logic.tables import COLUMN, ROW, bits, mask_of, members
from sudokutools.logic.techniques import Technique
from sudokutools.logic.wording import listing


class LockedNonconsecutive:
    """Cells that would leave a neighbour nothing, then those that would leave a symbol no place.

    First cells in order; then houses in order, and in each the symbols.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        changed = self._watch.cells(state)
        step = self._of_cells(state, changed) or self._of_houses(state, changed)
        if step is not None:
            self._watch = Watch()
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
                return Step(
                    self._technique.name,
                    self._technique.least,
                    _tell_cell,
                    (cell,),
                    (),
                    pairs(removals),
                    tables.geometry,
                    tuple(symbol + 1 for symbol in members(mask)),
                )
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
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell_house,
                        members(places),
                        (),
                        pairs(removals),
                        tables.geometry,
                        (symbol + 1,),
                        (tables.names[house],),
                    )
        return None


class NonconsecutiveLine:
    """What a cell of a row or column can hold in no way to fill it from end to end."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: columns, then rows."""
        tables = state.tables
        if tables.n > MOST_PLACES:
            return None
        lines = mask_of((*tables.of_kind[COLUMN], *tables.of_kind[ROW]))
        for house in members(self._watch.houses(state) & lines & tables.complete):
            cells = tables.houses[house]
            masks = tuple(held(state, cell) for cell in cells)
            removals = losses(cells, masks, in_line(masks))
            if removals:
                return Step(
                    self._technique.name,
                    self._technique.least,
                    _tell_line,
                    members(tables.masks[house] & state.empty),
                    (),
                    pairs(removals),
                    tables.geometry,
                    houses=(tables.names[house],),
                )
            self._watch.todo ^= 1 << house
        return None


@lru_cache(maxsize=1 << 12)
def in_line(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the cells of a line can hold that all differ, neighbours by more than 1.

    From cell to cell, the sets of symbols used so far are kept, and what the last cell holds then.

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


def _tell_line(step: Step) -> str:
    return f"in no way to fill {step.houses[0]} without neighbours in sequence: {removals_of(step)}"


def _tell_cell(step: Step) -> str:
    cell = names_of(step, step.cells)
    return (
        f"{cell} is {listing(step.symbols, 'or')}, and would be left nothing: {removals_of(step)}"
    )


def _tell_house(step: Step) -> str:
    cells = names_of(step, step.cells)
    return (
        f"in {step.houses[0]} only {cells} can hold {step.symbols[0]}, and none of them could:"
        f" {removals_of(step)}"
    )
