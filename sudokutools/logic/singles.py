"""Full houses, hidden singles and naked singles."""

from __future__ import annotations

from sudokutools.logic.state import State
from sudokutools.logic.step import Step, placement_of
from sudokutools.logic.tables import any_of, members
from sudokutools.logic.techniques import technique_named

FULL_HOUSE = technique_named("Full house")
HIDDEN_SINGLE = technique_named("Hidden single")
NAKED_SINGLE = technique_named("Naked single")

LAST_CELL = "{cells} is the last empty cell of {house}, so it is {symbol}"
HIDDEN = "in {house}, {digits} can only go in {cells}"
NAKED = "{cells} can only be {symbol}, its last candidate"


def find_hidden_single(state: State) -> Step | None:
    """Return a full house, else a hidden single: boxes, columns, rows; then symbols."""
    tables = state.tables
    for house, vacancies in enumerate(state.vacancies):
        if vacancies == 1 and tables.is_complete(house) and state.allows(FULL_HOUSE.name):
            cell = (state.empty & tables.masks[house]).bit_length() - 1
            for symbol in members(state.candidates[cell]):
                return placement_of(state, FULL_HOUSE, LAST_CELL, cell, symbol, (house,))
    singles = state.single_houses()
    found = any_of(singles)
    if not found or not state.allows(HIDDEN_SINGLE.name):
        return None
    bit = found & -found
    house = bit.bit_length() - 1
    symbol = next(symbol for symbol, houses in enumerate(singles) if houses & bit)
    cell = (state.places[symbol] & tables.masks[house]).bit_length() - 1
    more = 0 if bit & tables.box_houses else HIDDEN_SINGLE.stride
    return placement_of(state, HIDDEN_SINGLE, HIDDEN, cell, symbol, (house,), more)


def find_naked_single(state: State) -> Step | None:
    for cell, mask in enumerate(state.candidates):
        if mask and not mask & (mask - 1):
            return placement_of(state, NAKED_SINGLE, NAKED, cell, mask.bit_length() - 1)
    return None
