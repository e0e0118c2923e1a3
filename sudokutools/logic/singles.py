"""Full houses, hidden singles and naked singles."""

from __future__ import annotations

from collections.abc import Callable

from sudokutools.logic.state import State
from sudokutools.logic.step import Step, names_of
from sudokutools.logic.techniques import technique_named

FULL_HOUSE = technique_named("Full house")
HIDDEN_SINGLE = technique_named("Hidden single")
NAKED_SINGLE = technique_named("Naked single")


def find_hidden_single(state: State) -> Step | None:
    """Return a full house, else a hidden single: boxes, then columns, then rows; then symbols.

    A full house is the last empty cell of a complete house.
    """
    tables = state.tables
    lone = tables.complete
    for house, vacancies in enumerate(state.vacancies):
        if vacancies == 1 and lone >> house & 1:
            cell = (state.empty & tables.masks[house]).bit_length() - 1
            mask = state.candidates[cell]
            if mask:
                symbol = (mask & -mask).bit_length()
                rating = FULL_HOUSE.least
                return _in_house(state, FULL_HOUSE.name, rating, _tell_full, cell, symbol, house)
    singles = state.single_houses()
    found = 0
    for houses in singles:
        found |= houses
    if not found:
        return None
    bit = found & -found
    house = bit.bit_length() - 1
    symbol = next(symbol for symbol, houses in enumerate(singles, 1) if houses & bit)
    cell = (state.places[symbol - 1] & tables.masks[house]).bit_length() - 1
    rating = HIDDEN_SINGLE.least if bit & tables.box_houses else HIDDEN_SINGLE.highest
    return _in_house(state, HIDDEN_SINGLE.name, rating, _tell_hidden, cell, symbol, house)


def find_naked_single(state: State) -> Step | None:
    """Return the first cell with one candidate."""
    for cell, mask in enumerate(state.candidates):
        if mask and not mask & (mask - 1):
            symbol = mask.bit_length()
            return Step(
                NAKED_SINGLE.name,
                NAKED_SINGLE.least,
                _tell_naked,
                (cell,),
                ((cell, symbol),),
                (),
                state.tables.geometry,
                (symbol,),
            )
    return None


def _in_house(
    state: State,
    name: str,
    rating: int,
    teller: Callable[[Step], str],
    cell: int,
    symbol: int,
    house: int,
) -> Step:
    tables = state.tables
    return Step(
        name,
        rating,
        teller,
        (cell,),
        ((cell, symbol),),
        (),
        tables.geometry,
        (symbol,),
        (tables.names[house],),
    )


def _tell_full(step: Step) -> str:
    house, symbol = step.houses[0], step.symbols[0]
    return f"{names_of(step, step.cells)} is the only empty cell of {house}, so it is {symbol}"


def _tell_hidden(step: Step) -> str:
    house, symbol = step.houses[0], step.symbols[0]
    return f"{names_of(step, step.cells)} is the only cell of {house} that can hold {symbol}"


def _tell_naked(step: Step) -> str:
    return f"{names_of(step, step.cells)} can hold only {step.symbols[0]}"
