"""Singles, subsets and locked candidates.

Subsets as in `logic.subsets`, except that a naked subset removes from every house that contains it;
a locked pair or triple removes from a box and a line. Pointing: in a box a symbol has places in one
line only; claiming: in a line, in one box only.
"""

from __future__ import annotations

from sudokutools.logic.hodoku.board import (
    BIT,
    BOXES,
    COLUMNS,
    HOUSES,
    MASKS,
    NINE,
    ROWS,
    Board,
    Move,
    removal_of,
)
from sudokutools.logic.subsets import hidden_sets, naked_sets
from sudokutools.logic.tables import any_of, mask_of


def find_full_house(board: Board) -> Move | None:
    """Return the last empty cell of a house."""
    for house in HOUSES:
        if board.vacancies[house] == 1:
            bit = board.empty & MASKS[house]
            cell = bit.bit_length() - 1
            symbols = board.candidates[cell]
            if symbols:
                return Move("Full house", bit, ((cell, symbols.bit_length() - 1),))
    return None


def find_naked_single(board: Board) -> Move | None:
    """Return the cell that was first reduced to one candidate."""
    while board.naked_singles:
        cell, symbol = board.naked_singles.popleft()
        if board.candidates[cell] == 1 << symbol:
            return Move("Naked single", BIT[cell], ((cell, symbol),))
    return None


def find_hidden_single(board: Board) -> Move | None:
    """Return the cell that was first the only place of a symbol in a house."""
    while board.hidden_singles:
        cell, symbol = board.hidden_singles.popleft()
        if board.candidates[cell] >> symbol & 1:
            return Move("Hidden single", BIT[cell], ((cell, symbol),))
    return None


SUBSET_HOUSES = (*BOXES, *ROWS, *COLUMNS)  # The houses in the order in which subsets are searched.


def find_locked_subset(size: int, technique: str, board: Board) -> Move | None:
    """Return naked subsets that remove from a box and a line."""
    for box in BOXES:
        for chosen, symbols in naked_sets(board, box, size):
            cells = mask_of(chosen)
            houses = NINE.shared_houses(cells)
            if len(houses) < 2:
                continue
            losers = [board.empty & MASKS[house] & ~cells for house in houses]
            if all(board.removals(others, symbols) for others in losers):
                removed = board.removals(losers[0] | losers[1], symbols)
                return Move(technique, cells, (), removed)
    return None


def find_naked_subset(size: int, technique: str, board: Board) -> Move | None:
    """Return naked subsets of a size."""
    for house in SUBSET_HOUSES:
        for chosen, symbols in naked_sets(board, house, size):
            cells = mask_of(chosen)
            losers = any_of([MASKS[shared] for shared in NINE.shared_houses(cells)])
            removed = board.removals(losers & board.empty & ~cells, symbols)
            if removed:
                return Move(technique, cells, (), removed)
    return None


def find_hidden_subset(size: int, technique: str, board: Board) -> Move | None:
    """Return hidden subsets of a size."""
    for house in SUBSET_HOUSES:
        for symbols, cells in hidden_sets(board, house, size, size):
            removed = board.removals(cells, NINE.all_symbols & ~mask_of(symbols))
            if removed:
                return Move(technique, cells, (), removed)
    return None


def find_locked_candidates(is_claiming: int, technique: str, board: Board) -> Move | None:
    """Return pointing (boxes) or claiming (rows, columns); symbols in order."""
    for house in (*ROWS, *COLUMNS) if is_claiming else BOXES:
        mask = MASKS[house]
        for symbol, everywhere in enumerate(board.places):
            places = everywhere & mask
            if not places & (places - 1):
                continue
            for other in NINE.shared_houses(places):
                losers = everywhere & MASKS[other] & ~mask
                if losers:
                    return removal_of(technique, symbol, places, losers)
    return None
