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
    geometry = grid.geometry
    if next(grid.clashes(), None):
        return
    items = all_primitives(geometry, grid.constraints).items
    masks = all_primitives(geometry, grid.constraints).masks[:]
    for cell, mask in enumerate(grid.candidates or [1 << s >> 1 or -1 for s in grid.cells]):
        masks[cell] &= mask
    houses = [*geometry.houses, *(i.cells for i in items if isinstance(i, Different))]
    network = Network((i for i in items if not isinstance(i, Different)), len(masks))
    others, items_of = network.items, network.items_of
    if not all(masks) or any(narrowed(item, masks) is None for item in items):
        return
    cells = bytearray(len(masks))
    cells[: geometry.size] = grid.cells
    used = [0] * len(houses)
    houses_of: list[list[int]] = [[] for _ in cells]
    for number, house in enumerate(houses):
        for cell in house:
            houses_of[cell].append(number)
            used[number] |= 1 << cells[cell]
    empty = [(cell, houses_of[cell]) for cell, symbol in enumerate(cells) if not symbol]
    open_cells = grid.cells.count(0)
    free = masks[:]
    if not empty:
        check()
        yield grid
        return
    every = list(range(1, geometry.n + 1))

    def fitting(at: int) -> list[int]:
        """Return the symbols that fit an empty cell, the first one to try last."""
        cell, numbers = empty[at]
        taken = ~masks[cell] << 1
        for number in numbers:
            taken |= used[number]
        found = [symbol for symbol in every if not taken >> symbol & 1]
        if items_of[cell]:
            found = [symbol for symbol in found if fits(cell, symbol)]
        if stream is not None:
            stream.shuffle(found)
        found.reverse()
        return found

    def fits(cell: int, symbol: int) -> bool:
        """Whether the primitives of a cell allow a symbol together with those of filled cells."""
        masks[cell] = 1 << symbol - 1
        is_fitting = all(narrowed(others[item], masks) is not None for item in items_of[cell])
        masks[cell] = free[cell]
        return is_fitting

    untried = [fitting(0)]
    step = 0
    while untried:
        if not step % _STEPS_BETWEEN_CHECKS:
            check()
        step += 1
        cell, numbers = empty[len(untried) - 1]
        if cells[cell]:
            for number in numbers:
                used[number] ^= 1 << cells[cell]
            cells[cell] = 0
            masks[cell] = free[cell]
        if not untried[-1]:
            untried.pop()
            continue
        symbol = untried[-1].pop()
        cells[cell] = symbol
        masks[cell] = 1 << symbol - 1
        for number in numbers:
            used[number] ^= 1 << symbol
        if len(untried) == len(empty):
            yield grid.with_cells(cells[: geometry.size])
            # One symbol in each auxiliary cell is enough.
            for symbols in untried[open_cells:]:
                symbols.clear()
        else:
            untried.append(fitting(len(untried)))
