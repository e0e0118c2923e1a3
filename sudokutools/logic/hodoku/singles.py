"""Full house, naked single and hidden single."""

from __future__ import annotations

from sudokutools.logic.hodoku.board import BIT, HOUSES, MASKS, Board
from sudokutools.logic.hodoku.move import Move


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
    """Return the cell that was the first to have one candidate left."""
    while board.naked_singles:
        cell, symbol = board.naked_singles.popleft()
        if board.candidates[cell] == 1 << symbol:
            return Move("Naked single", BIT[cell], ((cell, symbol),))
    return None


def find_hidden_single(board: Board) -> Move | None:
    """Return the cell that was the first to be the only place of a symbol in a house."""
    while board.hidden_singles:
        cell, symbol = board.hidden_singles.popleft()
        if board.candidates[cell] >> symbol & 1:
            return Move("Hidden single", BIT[cell], ((cell, symbol),))
    return None
