"""The symbols that each cell can still hold according to clues and candidates.

The clues used are symbols and the parity of cells. Cages and chains are left to engines.

A mask has bit s - 1 for symbol s, as in `Grid.candidates`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sudokutools._support.bits import bits
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints


def symbols_of(mask: int) -> list[int]:
    return [bit + 1 for bit in bits(mask)]


def mask_of(symbols: Iterable[int]) -> int:
    return sum(1 << symbol - 1 for symbol in set(symbols))


def left_by_clues(grid: Grid) -> list[int]:
    """Return the mask of each cell that the clues allow; for a filled cell, its symbol."""
    geometry = grid.geometry
    every = (1 << geometry.n) - 1
    used = [0] * len(geometry.houses)
    for cell, symbol in enumerate(grid.cells):
        if symbol:
            for house in geometry.houses_of[cell]:
                used[house] |= 1 << (symbol - 1)
    masks = []
    for cell, symbol in enumerate(grid.cells):
        taken = 0
        for house in geometry.houses_of[cell]:
            taken |= used[house]
        masks.append(1 << (symbol - 1) if symbol else every & ~taken)
    if not grid.is_plain:
        _cut_by_rules(grid, masks)
    return masks


def _cut_by_rules(grid: Grid, masks: list[int]) -> None:
    geometry, cells = grid.geometry, grid.cells
    for _, pairs in geometry.unequal:
        for one, other in pairs:
            if not cells[one] and cells[other]:
                masks[one] &= ~(1 << (cells[other] - 1))
            if not cells[other] and cells[one]:
                masks[other] &= ~(1 << (cells[one] - 1))
    for one, other in geometry.apart:
        if not cells[one] and cells[other]:
            masks[one] &= ~beside(cells[other])
        if not cells[other] and cells[one]:
            masks[other] &= ~beside(cells[one])
    if grid.constraints is not None:
        for cell in (*grid.constraints.even, *grid.constraints.odd):
            if not cells[cell]:
                masks[cell] &= grid.constraints.parity_mask(cell)


def beside(symbol: int) -> int:
    """Return the mask of the symbols that differ by at most 1."""
    return 7 << symbol >> 2


def pencil_marks(grid: Grid) -> list[int]:
    """Return the mask of the symbols that each cell can still hold; 0 if it is impossible."""
    left = left_by_clues(grid)
    if grid.candidates is None:
        return left
    return [mine & mask for mine, mask in zip(left, grid.candidates, strict=True)]


def shown_masks(grid: Grid) -> list[int]:
    """Return pencil marks for output; a cell without any gets its candidates, or all symbols."""
    marks = pencil_marks(grid)
    others = grid.candidates or len(marks) * [(1 << grid.geometry.n) - 1]
    return [mark or other for mark, other in zip(marks, others, strict=True)]


def marked(
    geometry: Geometry,
    cells: bytes | Sequence[int],
    masks: Sequence[int],
    constraints: Constraints | None = None,
) -> Grid:
    """Return a grid with candidates, or a plain one if they exclude no more than the clues do.

    Symbols that the clues exclude are removed unless a cell has no others. Raises SudokuError if
    cells or masks are invalid.

    >>> marked(Geometry.of(2, 1), [1, 0, 0, 0], [0b01, 0b10, 0b11, 0b11]).candidates
    >>> marked(Geometry.of(2, 1), [1, 0, 0, 0], [0b11, 0b11, 0b11, 0b01]).candidates
    (1, 2, 2, 1)
    """
    every = (1 << geometry.n) - 1
    is_free = masks.count(every) == len(masks) == len(cells)
    if is_free or all(
        m == every or (s and m == 1 << s - 1) for s, m in zip(cells, masks, strict=True)
    ):
        return Grid(geometry, cells, None, constraints)
    grid = Grid(geometry, cells, masks, constraints)
    if grid.candidates is None:
        return grid
    left = left_by_clues(grid)
    if not any(mine & ~mask for mask, mine in zip(grid.candidates, left, strict=True)):
        return grid.with_cells(grid.cells)
    cut = [mask & mine or mask for mask, mine in zip(grid.candidates, left, strict=True)]
    return Grid(geometry, grid.cells, cut, constraints)


def excluded(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield (cell, symbol) for every symbol that only the candidates exclude."""
    if grid.candidates is None:
        return
    for cell, (mine, mask) in enumerate(zip(left_by_clues(grid), grid.candidates, strict=True)):
        yield from ((cell, symbol) for symbol in symbols_of(mine & ~mask))
