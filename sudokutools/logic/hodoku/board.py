"""The pencil marks of a 9x9 grid, and the singles in the order in which they arose."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from sudokutools._support.limits import Check, never
from sudokutools.grid.candidates import excluded
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.state import Removal, State
from sudokutools.logic.tables import BOX, COLUMN, ROW, members, tables_of

NINE = tables_of(Geometry.of(3, 3))
"""The houses of a 9x9 grid as masks: the scale is defined for no other geometry."""

PEERS = NINE.peers
MASKS = NINE.masks
BOXES, COLUMNS, ROWS = (tuple(NINE.of_kind[kind]) for kind in (BOX, COLUMN, ROW))
HOUSES = (*ROWS, *COLUMNS, *BOXES)
"""The numbers of the houses in the order in which the techniques look at them."""

HOUSES_OF = tuple((row, column, box) for box, row, column in NINE.houses_of)
BIT = tuple(1 << cell for cell in range(81))


class Board(State):
    """A state that remembers which singles arose, first come first served.

    Which single is taken first decides how many hidden ones are left to be found, and each of
    them costs 10 points more than a naked one. So the order is part of the scale: singles wait
    in the order in which they arose, while the clues were placed one by one and ever after.

    `givens` is the set of cells with clues; `filled[symbol]` that of the cells with a symbol;
    `is_narrowed` tells whether candidates are missing that the clues allow.
    """

    def __init__(self, grid: Grid, check: Check = never) -> None:
        """Place the clues of a 9x9 grid, which must not clash; drop what its candidates exclude."""
        super().__init__(Grid.empty(grid.geometry), check)
        self.naked_singles: deque[tuple[int, int]] = deque()
        self.hidden_singles: deque[tuple[int, int]] = deque()
        self.filled = [0] * 9
        self.givens = 0
        for cell, value in enumerate(grid.cells):
            if value:
                self.place(cell, value - 1)
                self.givens |= BIT[cell]
        self.is_narrowed = grid.candidates is not None
        for cell, symbol in excluded(grid):
            self.remove([(cell, 1 << (symbol - 1))])

    def place(self, cell: int, symbol: int) -> None:
        """Fill an empty cell, and remove the symbol from its peers. Symbols from 0."""
        tables = self.tables
        bit = BIT[cell]
        losers = self.places[symbol] & PEERS[cell]
        for loser in members(losers):
            self._drop(loser, symbol)
        gone = self.candidates[cell] | 1 << symbol
        self.values[cell] = symbol + 1
        self.empty &= ~bit
        self.placed[symbol] += 1
        self.filled[symbol] |= bit
        self.candidates[cell] = 0
        for house in tables.houses_of[cell]:
            self.vacancies[house] -= 1
        for other in members(gone):
            self.places[other] &= ~bit
            if other != symbol:
                self._look_for_hidden(cell, other)
        self._note(losers | bit, gone)

    def remove(self, removals: Sequence[Removal]) -> None:
        """Remove candidates; they must still be there."""
        cells = 0
        gone = 0
        for cell, symbols in removals:
            for symbol in members(symbols):
                self._drop(cell, symbol)
            cells |= BIT[cell]
            gone |= symbols
        self._note(cells, gone)

    def _drop(self, cell: int, symbol: int) -> None:
        left = self.candidates[cell] & ~(1 << symbol)
        self.candidates[cell] = left
        self.places[symbol] &= ~BIT[cell]
        self._look_for_hidden(cell, symbol)
        if not left & (left - 1) and left:
            self.naked_singles.append((cell, left.bit_length() - 1))

    def _look_for_hidden(self, cell: int, symbol: int) -> None:
        """Note where a symbol that just left a cell has one place left."""
        places = self.places[symbol]
        for house in HOUSES_OF[cell]:
            left = places & MASKS[house]
            if not left & (left - 1) and left:
                self.hidden_singles.append((left.bit_length() - 1, symbol))

    def _note(self, cells: int, symbols: int) -> None:
        """Tell what watches the state that it changed."""
        self.changed_cells.append(cells)
        self.changed_symbols.append(symbols)
        self._stale |= symbols
