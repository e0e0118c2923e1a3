"""The links between candidates, and groups of candidates, of a position.

Nodes are candidates, and groups: two or three places of one symbol where a box and a line meet.
A node is true when one of its places is. Two nodes that cannot both be true are weakly linked:
they see each other, or are symbols of one cell. Two that cannot both be false are strongly linked:
they are all places of a symbol in a house, or all symbols of a cell.

Candidates are numbered 9 * cell + symbol, groups from 729; a set of nodes is a mask.
"""

from __future__ import annotations

from functools import cache

from sudokutools.logic.hodoku.board import (
    BIT,
    BOXES,
    COLUMNS,
    HOUSES,
    MASKS,
    NINE,
    PEERS,
    ROWS,
    Board,
)
from sudokutools.logic.tables import mask_of, members

FIRST_GROUP = 729
CANDIDATES = (1 << FIRST_GROUP) - 1


@cache
def spread(cells: int) -> int:
    """Return the candidates of symbol 0 in a set of cells."""
    return mask_of(9 * cell for cell in members(cells))


class Graph:
    """The nodes of a position, each with its cells, and the sets that it is linked to.

    `linked` is the set of nodes with a strong link.
    """

    def __init__(self, board: Board, has_groups: bool) -> None:
        self.cells: dict[int, int] = {}
        self.weak: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        self._add_candidates(board)
        if has_groups:
            self._add_groups(board)
        self.linked = mask_of(self.strong)

    def _join(self, first: int, second: int) -> None:
        self.strong[first] = self.strong.get(first, 0) | 1 << second
        self.strong[second] = self.strong.get(second, 0) | 1 << first

    def _add_candidates(self, board: Board) -> None:
        everywhere = [spread(places) << symbol for symbol, places in enumerate(board.places)]
        for cell in members(board.empty):
            mask = board.candidates[cell]
            in_cell = mask << 9 * cell
            seen = spread(PEERS[cell])
            for symbol in members(mask):
                node = 9 * cell + symbol
                self.cells[node] = BIT[cell]
                self.weak[node] = in_cell ^ 1 << node | everywhere[symbol] & seen << symbol
            if mask.bit_count() == 2:
                first, second = members(mask)
                self._join(9 * cell + first, 9 * cell + second)
        for symbol, places in enumerate(board.places):
            for house in HOUSES:
                here = places & MASKS[house]
                if here.bit_count() == 2:
                    one, other = members(here)
                    self._join(9 * one + symbol, 9 * other + symbol)

    def _add_groups(self, board: Board) -> None:
        node = FIRST_GROUP
        for symbol, places in enumerate(board.places):
            groups: dict[int, int] = {}
            for box in BOXES:
                for line in (*ROWS, *COLUMNS):
                    here = places & MASKS[box] & MASKS[line]
                    if here & (here - 1):
                        groups[here] = node
                        node += 1
            for cells, group in groups.items():
                self._add_group(symbol, places, cells, group, groups)

    def _add_group(
        self, symbol: int, places: int, cells: int, group: int, groups: dict[int, int]
    ) -> None:
        """Link a group to the candidates of its symbol and to its groups, given by their cells."""
        self.cells[group] = cells
        seen = places & NINE.common_peers(members(cells))
        self.weak[group] = spread(seen) << symbol
        for cell in members(seen):
            self.weak[9 * cell + symbol] |= 1 << group
        for others, other in groups.items():
            if not others & ~seen:
                self.weak[group] |= 1 << other
        for house in NINE.shared_houses(cells):
            rest = places & MASKS[house] & ~cells
            if rest and not rest & (rest - 1):
                self._join(group, 9 * (rest.bit_length() - 1) + symbol)
            elif rest in groups:
                self._join(group, groups[rest])
