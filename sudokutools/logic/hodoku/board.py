"""The pencil marks of a 9x9 grid and its waiting singles."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import copy

from sudokutools._support.limits import Check, never
from sudokutools.grid.candidates import excluded
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.nine import HOUSES, HOUSES_OF, MASKS, PEERS
from sudokutools.logic.state import Removal, State
from sudokutools.logic.tables import any_of, mask_of, members

_EQUAL = [bytes(48 + (byte == value) for byte in range(256)) for value in range(1, 10)]
"""For each value the digits 1 and 0 for cells that hold it and others."""


class Board(State):
    """A state with queues of singles, first come first served.

    The first single decides how many hidden ones remain, which cost 10 points more than naked ones.
    So their order of appearance, from the placement of the clues on, is part of the scale.

    `givens` is the set of cells with clues; `filled[symbol]` that of cells with a symbol;
    `is_narrowed` is True if candidates are missing that the clues allow.
    """

    def __init__(self, grid: Grid, check: Check = never) -> None:
        super().__init__(Grid.empty(grid.geometry), check)
        self.naked_singles: deque[tuple[int, int]] = deque()
        self.hidden_singles: deque[tuple[int, int]] = deque()
        self.filled = [0] * 9
        self.givens = mask_of(cell for cell, value in enumerate(grid.cells) if value)
        for cell in members(self.givens):
            self.place(cell, grid.cells[cell] - 1)
        self.is_narrowed = grid.candidates is not None
        for cell, symbol in excluded(grid):
            self.remove([(cell, 1 << (symbol - 1))])

    def branch(self) -> Board:
        """Return a copy that can be changed."""
        other = copy(self)
        own = {name: value[:] for name, value in vars(self).items() if isinstance(value, list)}
        vars(other).update(own)
        other.naked_singles = self.naked_singles.copy()
        other.hidden_singles = self.hidden_singles.copy()
        return other

    def at(
        self, cells: bytes, candidates: list[int], places: list[int], givens: int, check: Check
    ) -> Board:
        """Return a copy at another position, which has no singles."""
        board = self.branch()
        board.check, board.givens = check, givens
        board.values, board.candidates, board.places = [*cells], candidates, places
        board.filled = [int(cells[::-1].translate(table), 2) for table in _EQUAL]
        board.placed = [filled.bit_count() for filled in board.filled]
        board.empty &= ~any_of(board.filled)
        board.vacancies = [(board.empty & mask).bit_count() for mask in MASKS]
        return board

    def settle(self) -> bool:
        """Place all singles; False if a cell then has no candidate, or a house no place for one."""
        while waiting := self.naked_singles or self.hidden_singles:
            cell, symbol = waiting.popleft()
            if self.candidates[cell] >> symbol & 1:
                self.place(cell, symbol)
            elif self.values[cell] != symbol + 1:
                return False
        everywhere = [
            places | filled for places, filled in zip(self.places, self.filled, strict=True)
        ]
        return all(self.candidates[cell] for cell in members(self.empty)) and all(
            places & MASKS[house] for places in everywhere for house in HOUSES
        )

    def place(self, cell: int, symbol: int) -> None:
        bit = 1 << cell
        losers = self.places[symbol] & PEERS[cell]
        for loser in members(losers):
            self._drop(loser, symbol)
        gone = self.candidates[cell] | 1 << symbol
        self.values[cell] = symbol + 1
        self.empty &= ~bit
        self.placed[symbol] += 1
        self.filled[symbol] |= bit
        self.candidates[cell] = 0
        for house in self.tables.houses_of[cell]:
            self.vacancies[house] -= 1
        for other in members(gone):
            self.places[other] &= ~bit
            if other != symbol:
                self._look_for_hidden(cell, other)
        self._note(losers | bit, gone)

    def remove(self, removals: Sequence[Removal]) -> None:
        cells = gone = 0
        for cell, symbols in removals:
            for symbol in members(symbols):
                self._drop(cell, symbol)
            cells |= 1 << cell
            gone |= symbols
        self._note(cells, gone)

    def _drop(self, cell: int, symbol: int) -> None:
        left = self.candidates[cell] & ~(1 << symbol)
        self.candidates[cell] = left
        self.places[symbol] &= ~(1 << cell)
        self._look_for_hidden(cell, symbol)
        if not left & (left - 1) and left:
            self.naked_singles.append((cell, left.bit_length() - 1))

    def _look_for_hidden(self, cell: int, symbol: int) -> None:
        places = self.places[symbol]
        for house in HOUSES_OF[cell]:
            left = places & MASKS[house]
            if not left & (left - 1) and left:
                self.hidden_singles.append((left.bit_length() - 1, symbol))

    def _note(self, cells: int, symbols: int) -> None:
        self.changed_cells.append(cells)
        self.changed_symbols.append(symbols)
        self._stale |= symbols
