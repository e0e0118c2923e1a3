"""The pencil marks of a 9x9 grid, its waiting singles, and moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools.grid.candidates import excluded
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.state import Removal, State, pairs
from sudokutools.logic.tables import BOX, COLUMN, ROW, members, tables_of

NINE = tables_of(Geometry.of(3, 3))  # The houses of a 9x9 grid.

PEERS = NINE.peers
MASKS = NINE.masks
BOXES, COLUMNS, ROWS = (tuple(NINE.of_kind[kind]) for kind in (BOX, COLUMN, ROW))
HOUSES = (*ROWS, *COLUMNS, *BOXES)  # The houses in the order in which techniques search them.

HOUSES_OF = tuple((row, column, box) for box, row, column in NINE.houses_of)
BIT = tuple(1 << cell for cell in range(81))


class Board(State):
    """A state with queues of singles, first come first served.

    The first single decides how many hidden ones remain, which cost 10 points more than naked ones.
    So their order of appearance, from the placement of the clues on, is part of the scale.

    `givens` is the set of cells with clues; `filled[symbol]` that of cells with a symbol;
    `is_narrowed` is True if candidates are missing that the clues allow.
    """

    def __init__(self, grid: Grid, check: Check = never) -> None:
        """Place the clues of a 9x9 grid, which must not clash."""
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
        """Fill an empty cell, and remove the symbol (from 0) from its peers."""
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
        for house in self.tables.houses_of[cell]:
            self.vacancies[house] -= 1
        for other in members(gone):
            self.places[other] &= ~bit
            if other != symbol:
                self._look_for_hidden(cell, other)
        self._note(losers | bit, gone)

    def remove(self, removals: Sequence[Removal]) -> None:
        """Remove candidates; they must still be there."""
        cells = gone = 0
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
        places = self.places[symbol]
        for house in HOUSES_OF[cell]:
            left = places & MASKS[house]
            if not left & (left - 1) and left:
                self.hidden_singles.append((left.bit_length() - 1, symbol))

    def _note(self, cells: int, symbols: int) -> None:
        self.changed_cells.append(cells)
        self.changed_symbols.append(symbols)
        self._stale |= symbols


class Move(NamedTuple):
    """The name of a technique, the set of cells of its pattern, and its effect.

    Symbols count from 0: `placements` are (cell, symbol), `removals` (cell, set of symbols) pairs.
    `found` is what else the finder knows of the pattern: the explanation starts from it.
    """

    technique: str
    cells: int
    placements: tuple[tuple[int, int], ...] = ()
    removals: tuple[Removal, ...] = ()
    found: Any = None

    def eliminations(self) -> tuple[tuple[int, int], ...]:
        """Return the (cell, symbol) pairs that are removed, symbols from 1, ascending.

        >>> Move("Naked pair", 0b11, removals=((2, 0b101), (3, 0b100))).eliminations()
        ((2, 1), (2, 3), (3, 3))
        """
        return pairs(self.removals)


def removal_of(technique: str, symbol: int, cells: int, losers: int, found: Any = None) -> Move:
    """Return the removal of a symbol from a set of cells."""
    bit = 1 << symbol
    return Move(technique, cells, (), tuple((cell, bit) for cell in members(losers)), found)


def removals_of(technique: str, cells: int, removed: Mapping[int, int], found: Any = None) -> Move:
    """Return the removal of a set of symbols from each cell of a mapping."""
    return Move(technique, cells, (), tuple(sorted(removed.items())), found)


def join(removed: dict[int, int], more: Iterable[Removal]) -> None:
    """Add removals to a mapping from cells to sets of symbols."""
    for cell, symbols in more:
        removed[cell] = removed.get(cell, 0) | symbols


def by_cell(nodes: int) -> dict[int, int]:
    """Return a set of candidates, numbered 9 * cell + symbol, as sets of symbols by cell.

    >>> by_cell(1 << 9 | 1 << 11 | 1 << 20)
    {1: 5, 2: 4}
    """
    removed: dict[int, int] = {}
    for node in bits(nodes):
        removed[node // 9] = removed.get(node // 9, 0) | 1 << node % 9
    return removed


def count(move: Move) -> int:
    """Return the number of candidates that a move removes."""
    return sum(symbols.bit_count() for _, symbols in move.removals)


def best(moves: Iterable[Move]) -> Move | None:
    """Return the (first) move that removes most."""
    return max(moves, key=count, default=None)
