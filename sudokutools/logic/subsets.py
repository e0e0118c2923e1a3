"""Naked and hidden subsets, direct hidden subsets, which place a value at once, and wings.

Naked: k cells of a house hold k symbols, so its other cells do not hold these. Hidden: k symbols
have k places in a house, so these cells hold no other symbols. Each member must have several
candidates (places): a single within a subset blocks it.

XY-Wing and XYZ-Wing: a pivot with two (three) candidates sees two wings with two candidates each.
The cells have three symbols, one of which, z, is common to the wings (and, in an XYZ-Wing, to the
pivot). Whatever the pivot is, one of the cells with z is z, so no cell that sees all of them is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokutools.logic.state import State
from sudokutools.logic.step import Finder, HouseFinder, Step, step_of
from sudokutools.logic.tables import any_of, groups, mask_of, members
from sudokutools.logic.techniques import Technique

NAKED = "in {house}, {cells} can only hold {symbols}, so {result}"
HIDDEN = "in {house}, {digits} can only go in {cells}, so {result}"
DIRECT = "in {house}, {digits} can only go in {cells}, so {only_place}"


def naked_sets(
    state: State, house: int, size: int, vacancies: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cells and symbols of naked subsets, if there are enough `vacancies`."""
    if state.vacancies[house] < vacancies:
        return
    sets = [
        (cell, state.candidates[cell])
        for cell in state.tables.houses[house]
        if 2 <= state.candidates[cell].bit_count() <= size
    ]
    if len(sets) >= size:
        yield from groups(sets, size, size, check=state.check)


def hidden_sets(
    state: State, house: int, size: int, vacancies: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the symbols (from 0) and cells of hidden subsets, if there are more `vacancies`."""
    if state.vacancies[house] <= vacancies or not state.tables.is_complete(house):
        return
    mask = state.tables.masks[house]
    sets = [
        (symbol, places & mask)
        for symbol, places in enumerate(state.places)
        if 2 <= (places & mask).bit_count() <= size
    ]
    if len(sets) >= size:
        yield from groups(sets, size, size, check=state.check)


class NakedSubset(HouseFinder):
    """Naked pair, triple, ...; the house has at least 2 * size empty cells."""

    def look(self, state: State, house: int) -> Step | None:
        size = self.technique.size
        for cells, symbols in naked_sets(state, house, size, 2 * size):
            others = state.tables.masks[house] & state.empty & ~mask_of(cells)
            removals = state.removals(others, symbols)
            if removals:
                return step_of(state, self.technique, NAKED, cells, removals, symbols, (house,))
        return None


class HiddenSubset(HouseFinder):
    """Hidden pair, triple, ...; the house has more than 2 * size empty cells."""

    def look(self, state: State, house: int) -> Step | None:
        size = self.technique.size
        for chosen, cells in hidden_sets(state, house, size, 2 * size):
            symbols = mask_of(chosen)
            removals = state.removals(cells, state.tables.all_symbols & ~symbols)
            if removals:
                return step_of(state, self.technique, HIDDEN, cells, removals, symbols, (house,))
        return None


class DirectHiddenSubset(HouseFinder):
    """A hidden pair or triple that leaves another symbol of its house a single place."""

    def look(self, state: State, house: int) -> Step | None:
        size = self.technique.size
        for symbols, cells in hidden_sets(state, house, size, size):
            for other, places in enumerate(state.places):
                here = places & state.tables.masks[house]
                left = here & ~cells
                if not left or left & (left - 1) or left == here or other in symbols:
                    continue
                placed = ((left.bit_length() - 1, other + 1),)
                pattern = (cells, (), mask_of(symbols), (house,))
                return step_of(state, self.technique, DIRECT, *pattern, placements=placed)
        return None


class Wing(Finder):
    """XY-Wing (size 2) or XYZ-Wing (3): the first usable one."""

    def __call__(self, state: State) -> Step | None:
        return next(wings(state, self.technique), None)


def wings(state: State, technique: Technique) -> Iterator[Step]:
    """Yield usable wings: pivots of two (three) candidates in order, then first, second wings."""
    tables = state.tables
    candidates = state.candidates
    bivalue = state.bivalue()
    for pivot, mask in enumerate(candidates):
        if mask.bit_count() != technique.size:
            continue
        wings = [
            wing
            for wing in members(bivalue & tables.peers[pivot])
            if (mask | candidates[wing]).bit_count() == 3
        ]
        for first, second in combinations(wings, 2):
            if (mask | candidates[first] | candidates[second]).bit_count() != 3:
                continue
            shared = candidates[first] & candidates[second]
            if shared.bit_count() != 1 or bool(mask & shared) != (technique.size == 3):
                continue
            losers = state.places[shared.bit_length() - 1]
            losers &= tables.peers[first] & tables.peers[second] & ~(1 << pivot)
            if technique.size == 3:
                losers &= tables.peers[pivot]
            if losers:
                yield _wing(state, technique, (pivot, first, second), shared, losers)


def _wing(
    state: State,
    technique: Technique,
    cells: tuple[int, ...],
    shared: int,
    losers: int,
) -> Step:
    masks = [state.candidates[cell] for cell in cells]
    symbols = tuple(symbol + 1 for symbol in (*members(any_of(masks) ^ shared), *members(shared)))
    geometry, least = state.tables.geometry, state.tables.least
    centre, one, other = (
        f"{geometry.cell_name(cell)} ({'/'.join(str(s + least) for s in members(mask))})"
        for cell, mask in zip(cells, masks, strict=True)
    )
    which = "one of the pincers" if technique.size == 2 else "it or one of the pincers"
    pincers = f"{which} {one} and {other} is {geometry.values[symbols[-1] - 1]}"
    why = f"whichever the pivot {centre} is, {pincers}, so {{result}}"
    step = step_of(state, technique, why, cells, state.removals(losers, shared))
    return step._replace(symbols=symbols)
