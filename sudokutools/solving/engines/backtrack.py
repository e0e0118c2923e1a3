"""Plain backtracking: the first empty cell, symbols in order. The reference for all other engines.

Cells are filled row by row from r1c1. A bit mask for each house holds its symbols. The rules of a
variant are tested symbol by symbol, against filled cells only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.grid.relations import Cage

# A step takes about a microsecond.
_STEPS_BETWEEN_CHECKS = 1024


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid in ascending order; with a stream in random order."""
    geometry = grid.geometry
    if next(grid.clashes(), None):
        return
    cells = bytearray(grid.cells)
    used = [0] * len(geometry.houses)
    for cell, symbol in enumerate(cells):
        if symbol:
            for house in geometry.houses_of[cell]:
                used[house] |= 1 << symbol
    empty = [(cell, geometry.houses_of[cell]) for cell, symbol in enumerate(cells) if not symbol]
    excluded = len(empty) * [0]
    if grid.candidates is not None:
        excluded = [~grid.candidates[cell] << 1 for cell, _ in empty]
    if not empty:
        check()
        yield grid
        return
    every = list(range(1, geometry.n + 1))
    rules = None if grid.is_plain else _Rules(grid)

    def fitting(at: int) -> list[int]:
        """Return the symbols that fit an empty cell, the first one to try last."""
        (cell, houses), taken = empty[at], excluded[at]
        for house in houses:
            taken |= used[house]
        found = [symbol for symbol in every if not taken >> symbol & 1]
        if rules is not None:
            found = [symbol for symbol in found if rules.fits(cells, cell, symbol)]
        if stream is not None:
            stream.shuffle(found)
        found.reverse()
        return found

    untried = [fitting(0)]
    step = 0
    while untried:
        if not step % _STEPS_BETWEEN_CHECKS:
            check()
        step += 1
        cell, houses = empty[len(untried) - 1]
        if cells[cell]:
            for house in houses:
                used[house] ^= 1 << cells[cell]
            cells[cell] = 0
        if not untried[-1]:
            untried.pop()
            continue
        symbol = untried[-1].pop()
        cells[cell] = symbol
        for house in houses:
            used[house] ^= 1 << symbol
        if len(untried) == len(empty):
            yield grid.with_cells(cells)
        else:
            untried.append(fitting(len(untried)))


class _Rules:
    """The rules of a variant apart from houses: for each cell the cells to compare it with."""

    def __init__(self, grid: Grid) -> None:
        geometry = grid.geometry
        cells = range(geometry.size)
        self.unequal = _partners(geometry.size, [p for _, pairs in geometry.unequal for p in pairs])
        self.apart = _partners(geometry.size, geometry.apart)
        self.lesser: list[list[int]] = [[] for _ in cells]
        self.greater: list[list[int]] = [[] for _ in cells]
        self.cage: dict[int, Cage] = {}
        self.parity: dict[int, int] = {}
        if grid.relations is not None:
            for low, high in grid.relations.steps:
                self.lesser[high].append(low)
                self.greater[low].append(high)
            for cage in grid.relations.cages:
                self.cage |= dict.fromkeys(cage.cells, cage)
            for rest, marked in enumerate((grid.relations.even, grid.relations.odd)):
                self.parity |= dict.fromkeys(marked, rest)

    def fits(self, cells: bytearray, cell: int, symbol: int) -> bool:
        """Whether a symbol in a cell agrees with the filled cells."""
        return (
            self.parity.get(cell, symbol % 2) == symbol % 2
            and all(cells[other] != symbol for other in self.unequal[cell])
            and all(not cells[o] or abs(cells[o] - symbol) > 1 for o in self.apart[cell])
            and all(cells[other] < symbol for other in self.lesser[cell])
            and all(not cells[other] or symbol < cells[other] for other in self.greater[cell])
            and (cell not in self.cage or _fits_cage(cells, self.cage[cell], symbol))
        )


def _partners(size: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(size)]
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return found


def _fits_cage(cells: bytearray, cage: Cage, symbol: int) -> bool:
    """Whether a cage can still have its sum with another cell filled."""
    held = [cells[cell] for cell in cage.cells if cells[cell]]
    total, left = sum(held) + symbol, len(cage.cells) - len(held) - 1
    is_fitting = not cage.sum or (total < cage.sum if left else total == cage.sum)
    return is_fitting and symbol not in held
