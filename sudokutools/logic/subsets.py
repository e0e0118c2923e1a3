"""Naked and hidden subsets, and the direct hidden subsets that place a value at once.

Naked: k cells of a house hold k symbols among them, so no other cell of it holds these. Hidden:
k symbols have k places among them in a house, so these cells hold nothing else. Each member must
have two candidates (places) or more: a single inside a subset blocks it.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.state import State, Watch, pairs
from sudokutools.logic.step import Step, losers_of, names_of
from sudokutools.logic.tables import groups, members
from sudokutools.logic.techniques import Technique
from sudokutools.logic.wording import listing


def naked_sets(state: State, house: int, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the cells and the set of symbols of each naked subset, useful or not.

    The house must have twice as many empty cells as the subset, or more.
    """
    if state.vacancies[house] < 2 * size:
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
    """Yield the symbols (from 0) and the set of cells of each hidden subset, useful or not.

    The house must be complete and have more empty cells than `vacancies`.
    """
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


class NakedSubset:
    """Naked pair, triple, quad ...: houses in order, then cells in order of increasing masks."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._size = technique.size
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        for house in members(self._watch.houses(state)):
            for cells, symbols in naked_sets(state, house, self._size):
                others = tables.masks[house] & state.empty
                for cell in cells:
                    others ^= 1 << cell
                removals = state.removals(others, symbols)
                if removals:
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell_naked,
                        cells,
                        (),
                        pairs(removals),
                        tables.geometry,
                        tuple(symbol + 1 for symbol in members(symbols)),
                        (tables.names[house],),
                    )
            self._watch.todo ^= 1 << house
        return None


class HiddenSubset:
    """Hidden pair, triple, quad ...: houses in order, then symbols in order of increasing masks.

    The house must have more than twice as many empty cells as the subset.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._size = technique.size
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        for house in members(self._watch.houses(state)):
            for symbols, cells in hidden_sets(state, house, self._size, 2 * self._size):
                others = tables.all_symbols
                for symbol in symbols:
                    others ^= 1 << symbol
                removals = state.removals(cells, others)
                if removals:
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell_hidden,
                        members(cells),
                        (),
                        pairs(removals),
                        tables.geometry,
                        tuple(symbol + 1 for symbol in symbols),
                        (tables.names[house],),
                    )
            self._watch.todo ^= 1 << house
        return None


class DirectHiddenSubset:
    """A hidden pair or triple that leaves another symbol of its house one place: it is filled.

    The other symbol (the lowest) has more than one place in the house, exactly one of them
    outside the subset. Only the placement is applied; other houses are not looked at. The house
    must have more empty cells than the subset.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._size = technique.size
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        for house in members(self._watch.houses(state)):
            for symbols, cells in hidden_sets(state, house, self._size, self._size):
                for other, places in enumerate(state.places):
                    here = places & tables.masks[house]
                    left = here & ~cells
                    if not left or left & (left - 1) or left == here or other in symbols:
                        continue
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell_direct,
                        members(cells),
                        ((left.bit_length() - 1, other + 1),),
                        (),
                        tables.geometry,
                        tuple(symbol + 1 for symbol in symbols),
                        (tables.names[house],),
                    )
            self._watch.todo ^= 1 << house
        return None


def _tell_naked(step: Step) -> str:
    return (
        f"{names_of(step, step.cells)} hold only {listing(step.symbols)},"
        f" so no other cell of {step.houses[0]} does: {losers_of(step)}"
    )


def _why_hidden(step: Step) -> str:
    cells = names_of(step, step.cells)
    return f"in {step.houses[0]} only {cells} can hold {listing(step.symbols)}"


def _tell_hidden(step: Step) -> str:
    return f"{_why_hidden(step)}, so they hold nothing else: {losers_of(step)}"


def _tell_direct(step: Step) -> str:
    ((cell, symbol),) = step.placements
    place = step.geometry.cell_name(cell)
    return f"{_why_hidden(step)}, so one place is left for {symbol}: {place}"
