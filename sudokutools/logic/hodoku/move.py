"""A move: one application of a technique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.state import Removal, pairs
from sudokutools.logic.tables import bits, members


class Move(NamedTuple):
    """The name of a technique, the set of cells of its pattern, and what it does.

    Symbols count from 0: `placements` are (cell, symbol) pairs, `removals` pairs of a cell and the
    set of symbols that it loses, by cell.
    """

    technique: str
    cells: int
    placements: tuple[tuple[int, int], ...] = ()
    removals: tuple[Removal, ...] = ()

    def eliminations(self) -> tuple[tuple[int, int], ...]:
        """Return the (cell, symbol) pairs that go, symbols from 1 and in ascending order.

        >>> Move("Naked pair", 0b11, removals=((2, 0b101), (3, 0b100))).eliminations()
        ((2, 1), (2, 3), (3, 3))
        """
        return pairs(self.removals)


Finder = Callable[[Board], Move | None]
"""A technique: it returns the move that it makes, or None."""


def removal_of(technique: str, symbol: int, cells: int, losers: int) -> Move:
    """Return the move that removes a symbol from a set of cells."""
    bit = 1 << symbol
    return Move(technique, cells, (), tuple((cell, bit) for cell in members(losers)))


def removals_of(technique: str, cells: int, removed: Mapping[int, int]) -> Move:
    """Return the move that removes a set of symbols from each cell of a mapping."""
    return Move(technique, cells, (), tuple(sorted(removed.items())))


def join(removed: dict[int, int], more: Iterable[Removal]) -> None:
    """Add removals to a mapping from cells to sets of symbols."""
    for cell, symbols in more:
        removed[cell] = removed.get(cell, 0) | symbols


def by_cell(nodes: int) -> dict[int, int]:
    """Return a set of candidates, numbered 9 * cell + symbol, as a set of symbols by cell.

    >>> by_cell(1 << 9 | 1 << 11 | 1 << 20)
    {1: 5, 2: 4}
    """
    removed: dict[int, int] = {}
    for node in bits(nodes):
        removed[node // 9] = removed.get(node // 9, 0) | 1 << node % 9
    return removed


def count(move: Move) -> int:
    """Return how many candidates a move removes."""
    return sum(symbols.bit_count() for _, symbols in move.removals)


def best(moves: Iterable[Move]) -> Move | None:
    """Return the move that removes most; of equals the first."""
    return max(moves, key=count, default=None)
