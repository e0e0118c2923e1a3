"""Full houses, hidden singles and naked singles."""

from __future__ import annotations

from sudokutools.logic.state import State
from sudokutools.logic.step import Step

FULL_HOUSE = 10
HIDDEN_SINGLE_BOX = 12
HIDDEN_SINGLE_LINE = 15
NAKED_SINGLE = 23


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
                return _placement(state, "Full house", FULL_HOUSE, cell, symbol, house)
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
    rating = HIDDEN_SINGLE_BOX if bit & tables.box_houses else HIDDEN_SINGLE_LINE
    return _placement(state, "Hidden single", rating, cell, symbol, house)


def find_naked_single(state: State) -> Step | None:
    """Return the first cell with one candidate."""
    for cell, mask in enumerate(state.candidates):
        if mask and not mask & (mask - 1):
            symbol = mask.bit_length()
            geometry = state.tables.geometry
            return Step(
                "Naked single", NAKED_SINGLE, (cell,), ((cell, symbol),), (), geometry, (symbol,)
            )
    return None


def _placement(
    state: State, technique: str, rating: int, cell: int, symbol: int, house: int
) -> Step:
    tables = state.tables
    return Step(
        technique,
        rating,
        (cell,),
        ((cell, symbol),),
        (),
        tables.geometry,
        (symbol,),
        (tables.names[house],),
    )
