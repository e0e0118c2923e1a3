"""Plain backtracking: the first empty cell, symbols in order. The reference for all other engines.

Cells are filled row by row from r1c1. A bit mask for each house, and for other cells that differ,
holds their symbols. Every other primitive must still have a filling of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.constraints.primitives import Different
from sudokutools.constraints.propagation import Network, narrowed
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.all_primitives import all_primitives

# A step takes about a microsecond.
_STEPS_BETWEEN_CHECKS = 1024


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid in ascending order; with a stream in random order."""
    if next(grid.clashes(), None):
        return
    board = _Board(grid, stream)
    if not board.is_open:
        return
    if not board.empty:
        check()
        yield grid
        return
    untried = [board.fitting(0)]
    step = 0
    while untried:
        if not step % _STEPS_BETWEEN_CHECKS:
            check()
        step += 1
        at = len(untried) - 1
        board.clear(at)
        if not untried[-1]:
            untried.pop()
            continue
        board.place(at, untried[-1].pop())
        if len(untried) == len(board.empty):
            yield grid.with_cells(board.cells[: grid.geometry.size])
            # One symbol in each auxiliary cell is enough.
            for symbols in untried[board.open_cells :]:
                symbols.clear()
        else:
            untried.append(board.fitting(len(untried)))


class _Board:
    """The cells during a search, with the symbols of each house and the masks of primitives.

    `empty` lists the cells to fill, each with the numbers of its houses, first the `open_cells` of
    the grid and then auxiliary ones.
    """

    def __init__(self, grid: Grid, stream: Stream | None) -> None:
        geometry, primitives = grid.geometry, all_primitives(grid.geometry, grid.constraints)
        self._masks = primitives.masks[:]
        for cell, mask in enumerate(grid.candidates or [1 << s >> 1 or -1 for s in grid.cells]):
            self._masks[cell] &= mask
        items = [item for item in primitives.items if not isinstance(item, Different)]
        houses = [*geometry.houses]
        houses += [item.cells for item in primitives.items if isinstance(item, Different)]
        network = Network(items, len(self._masks))
        self._others, self._items_of = network.items, network.items_of
        self.is_open = all(self._masks) and not any(
            narrowed(item, self._masks) is None for item in primitives.items
        )
        """Whether every cell has a candidate and every primitive a filling."""
        self.cells = bytearray(len(self._masks))
        self.cells[: geometry.size] = grid.cells
        self._used = [0] * len(houses)
        houses_of: list[list[int]] = [[] for _ in self.cells]
        for number, house in enumerate(houses):
            for cell in house:
                houses_of[cell].append(number)
                self._used[number] |= 1 << self.cells[cell]
        filled = enumerate(self.cells)
        self.empty = [(cell, houses_of[cell]) for cell, symbol in filled if not symbol]
        self.open_cells = grid.cells.count(0)
        self._free = self._masks[:]
        self._every = range(1, geometry.n + 1)
        self._stream = stream

    def fitting(self, at: int) -> list[int]:
        """Return the symbols that fit an empty cell, the first one to try last."""
        cell, numbers = self.empty[at]
        taken = ~self._masks[cell] << 1
        for number in numbers:
            taken |= self._used[number]
        found = [symbol for symbol in self._every if not taken >> symbol & 1]
        if self._items_of[cell]:
            found = [symbol for symbol in found if self._fits(cell, symbol)]
        if self._stream is not None:
            self._stream.shuffle(found)
        found.reverse()
        return found

    def _fits(self, cell: int, symbol: int) -> bool:
        """Whether the primitives of a cell allow a symbol together with those of filled cells."""
        masks = self._masks
        masks[cell] = 1 << symbol - 1
        items = self._items_of[cell]
        is_fitting = all(narrowed(self._others[item], masks) is not None for item in items)
        masks[cell] = self._free[cell]
        return is_fitting

    def place(self, at: int, symbol: int) -> None:
        cell, numbers = self.empty[at]
        self.cells[cell] = symbol
        self._masks[cell] = 1 << symbol - 1
        for number in numbers:
            self._used[number] ^= 1 << symbol

    def clear(self, at: int) -> None:
        cell, numbers = self.empty[at]
        symbol = self.cells[cell]
        if symbol:
            for number in numbers:
                self._used[number] ^= 1 << symbol
            self.cells[cell] = 0
            self._masks[cell] = self._free[cell]
