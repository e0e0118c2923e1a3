"""Singles, subsets and locked candidates.

Subsets as in `logic.subsets`, except that a naked subset removes from every house that contains it;
a locked pair or triple removes from a box and a line. Pointing: in a box a symbol has places in one
line only; claiming: in a line, in one box only.
"""

from __future__ import annotations

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import BOXES, COLUMNS, HOUSES, HOUSES_OF, MASKS, NINE, ROWS
from sudokutools.logic.locking import CONFINED
from sudokutools.logic.singles import HIDDEN, LAST_CELL, NAKED
from sudokutools.logic.state import Removal
from sudokutools.logic.step import Step, placement_of, step_of
from sudokutools.logic.subsets import HIDDEN as HIDDEN_SUBSET
from sudokutools.logic.subsets import NAKED as NAKED_SUBSET
from sudokutools.logic.subsets import hidden_sets, naked_sets
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique


def find_full_house(technique: Technique, board: Board) -> Step | None:
    for house in HOUSES:
        if board.vacancies[house] == 1:
            cell = (board.empty & MASKS[house]).bit_length() - 1
            for symbol in members(board.candidates[cell]):
                return placement_of(board, technique, LAST_CELL, cell, symbol, (house,))
    return None


def find_naked_single(technique: Technique, board: Board) -> Step | None:
    """Return the cell that was first reduced to one candidate."""
    while board.naked_singles:
        cell, symbol = board.naked_singles.popleft()
        if board.candidates[cell] == 1 << symbol:
            return placement_of(board, technique, NAKED, cell, symbol)
    return None


def find_hidden_single(technique: Technique, board: Board) -> Step | None:
    """Return the cell that was first the only place of a symbol in a house."""
    while board.hidden_singles:
        cell, symbol = board.hidden_singles.popleft()
        if board.candidates[cell] >> symbol & 1:
            alone = (
                h for h in HOUSES_OF[cell][::-1] if board.places[symbol] & MASKS[h] == 1 << cell
            )
            return placement_of(board, technique, HIDDEN, cell, symbol, (next(alone),))
    return None


SUBSET_HOUSES = (*BOXES, *ROWS, *COLUMNS)  # The houses in the order in which subsets are searched.


def find_locked_subset(technique: Technique, board: Board) -> Step | None:
    """Return naked subsets that remove from a box and a line."""
    for box in BOXES:
        for chosen, symbols in naked_sets(board, box, technique.size):
            cells = mask_of(chosen)
            houses = NINE.shared_houses(cells)
            if len(houses) < 2:
                continue
            losers = [board.empty & MASKS[house] & ~cells for house in houses]
            if all(board.removals(others, symbols) for others in losers):
                removed = board.removals(losers[0] | losers[1], symbols)
                return _naked_subset(technique, board, cells, symbols, removed)
    return None


def find_naked_subset(technique: Technique, board: Board) -> Step | None:
    for house in SUBSET_HOUSES:
        for chosen, symbols in naked_sets(board, house, technique.size):
            cells = mask_of(chosen)
            losers = any_of([MASKS[shared] for shared in NINE.shared_houses(cells)])
            removed = board.removals(losers & board.empty & ~cells, symbols)
            if removed:
                return _naked_subset(technique, board, cells, symbols, removed)
    return None


def _naked_subset(
    technique: Technique, board: Board, cells: int, symbols: int, removed: tuple[Removal, ...]
) -> Step:
    losers = mask_of(cell for cell, _ in removed)
    houses = [house for house in NINE.shared_houses(cells) if MASKS[house] & losers]
    why = NAKED_SUBSET if len(houses) == 1 else NAKED_SUBSET.replace("{house}", "{all_houses}")
    return step_of(board, technique, why, cells, removed, symbols, houses)


def find_hidden_subset(technique: Technique, board: Board) -> Step | None:
    size = technique.size
    for house in SUBSET_HOUSES:
        for chosen, cells in hidden_sets(board, house, size, size):
            symbols = mask_of(chosen)
            removed = board.removals(cells, ~symbols)
            if removed:
                return step_of(board, technique, HIDDEN_SUBSET, cells, removed, symbols, (house,))
    return None


def find_locked_candidates(technique: Technique, board: Board) -> Step | None:
    """Return pointing (boxes) or claiming (rows, columns); symbols in order."""
    for house in BOXES if technique.name == "Pointing" else (*ROWS, *COLUMNS):
        mask = MASKS[house]
        for symbol, everywhere in enumerate(board.places):
            places = everywhere & mask
            if not places & (places - 1):
                continue
            for other in NINE.shared_houses(places):
                removed = board.removals(everywhere & MASKS[other] & ~mask, 1 << symbol)
                if removed:
                    pattern = (places, removed, 1 << symbol, (house, other))
                    return step_of(board, technique, CONFINED, *pattern)
    return None
