"""Naked and hidden subsets, and locked candidates: what the first levels are made of.

Naked: k cells of a house hold k symbols among them, so no other cell of it does. When the cells
lie in a second house, too (a box and a line), the same holds there; a pair or triple that
removes something from both is called locked. Hidden: k symbols have k places in a house, so
these cells hold nothing else. Locked candidates 1 (pointing): in a box a symbol has places in one
line only, so it is nowhere else in that line; 2 (claiming): the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.hodoku.board import BOXES, COLUMNS, MASKS, NINE, ROWS, Board
from sudokutools.logic.hodoku.move import Finder, Move, removal_of
from sudokutools.logic.tables import groups, mask_of

HOUSES = (*BOXES, *ROWS, *COLUMNS)
"""The houses in the order in which subsets are looked for."""


def _naked_sets(board: Board, house: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the cells and the symbols of each naked subset of a house, useful or not."""
    sets = [
        (cell, board.candidates[cell])
        for cell in NINE.houses[house]
        if 1 < board.candidates[cell].bit_count() <= size
    ]
    if len(sets) >= size:
        for cells, symbols in groups(sets, size, size):
            yield mask_of(cells), symbols


def locked_subset(size: int, technique: str) -> Finder:
    """Return what finds a naked subset that removes something from a box and from a line."""

    def find(board: Board) -> Move | None:
        for box in BOXES:
            for cells, symbols in _naked_sets(board, box, size):
                houses = NINE.shared_houses(cells)
                if len(houses) < 2:
                    continue
                losers = [board.empty & MASKS[house] & ~cells for house in houses]
                if all(board.removals(others, symbols) for others in losers):
                    removed = board.removals(losers[0] | losers[1], symbols)
                    return Move(technique, cells, (), removed)
        return None

    return find


def naked_subset(size: int, technique: str) -> Finder:
    """Return what finds a naked subset of a size."""

    def find(board: Board) -> Move | None:
        for house in HOUSES:
            for cells, symbols in _naked_sets(board, house, size):
                losers = 0
                for shared in NINE.shared_houses(cells):
                    losers |= MASKS[shared]
                removed = board.removals(losers & board.empty & ~cells, symbols)
                if removed:
                    return Move(technique, cells, (), removed)
        return None

    return find


def hidden_subset(size: int, technique: str) -> Finder:
    """Return what finds a hidden subset of a size."""

    def find(board: Board) -> Move | None:
        for house in HOUSES:
            if board.vacancies[house] <= size:
                continue
            mask = MASKS[house]
            sets = [
                (symbol, places & mask)
                for symbol, places in enumerate(board.places)
                if 1 < (places & mask).bit_count() <= size
            ]
            if len(sets) < size:
                continue
            for symbols, cells in groups(sets, size, size):
                removed = board.removals(cells, NINE.all_symbols & ~mask_of(symbols))
                if removed:
                    return Move(technique, cells, (), removed)
        return None

    return find


def find_pointing(board: Board) -> Move | None:
    """Return locked candidates of type 1: boxes in order, then symbols."""
    return _find_locked(board, BOXES, "Pointing")


def find_claiming(board: Board) -> Move | None:
    """Return locked candidates of type 2: rows and columns in order, then symbols."""
    return _find_locked(board, (*ROWS, *COLUMNS), "Claiming")


def _find_locked(board: Board, houses: tuple[int, ...], technique: str) -> Move | None:
    for house in houses:
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
