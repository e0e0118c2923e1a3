"""What each cell of a grid can still hold: what its clues leave, cut by its candidates.

A mask has bit s - 1 for symbol s, as in `Grid.candidates`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokutools.grid import Geometry, Grid


def left_by_clues(grid: Grid) -> list[int]:
    """Return the mask of each cell that the clues leave; of a filled cell that of its symbol.

    >>> left_by_clues(Grid(Geometry.of(2, 2), [1, 0, 2, 0, *bytes(12)]))[:4]
    [1, 12, 2, 12]
    """
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
    return masks


def pencil_marks(grid: Grid) -> list[int]:
    """Return the mask of what each cell can still hold; 0 where nothing is left.

    >>> pencil_marks(Grid(Geometry.of(2, 2), [1, *bytes(15)], [1, 7, *14 * [15]]))[:3]
    [1, 6, 14]
    """
    left = left_by_clues(grid)
    if grid.candidates is None:
        return left
    return [mine & mask for mine, mask in zip(left, grid.candidates, strict=True)]


def shown_masks(grid: Grid) -> list[int]:
    """Return the masks as they are written: as `pencil_marks`, but none of them is empty.

    A cell that can hold nothing has the candidates that its clues exclude, or all symbols; as
    nothing else is left, `marked` takes them for what they are.
    """
    marks = pencil_marks(grid)
    others = grid.candidates or len(marks) * [(1 << grid.geometry.n) - 1]
    return [mark or other for mark, other in zip(marks, others, strict=True)]


def marked(geometry: Geometry, cells: bytes | Sequence[int], masks: Sequence[int]) -> Grid:
    """Return a grid with candidates, a plain one where they exclude no more than the clues do.

    What the clues exclude is no candidate, but where nothing else is left. SudokuError: the cells
    or the masks are no grid.

    >>> marked(Geometry.of(2, 1), [1, 0, 0, 0], [0b01, 0b10, 0b11, 0b11]).candidates
    >>> marked(Geometry.of(2, 1), [1, 0, 0, 0], [0b11, 0b11, 0b11, 0b01]).candidates
    (1, 2, 2, 1)
    """
    grid = Grid(geometry, cells, masks)
    if grid.candidates is None:
        return grid
    left = left_by_clues(grid)
    if not any(mine & ~mask for mask, mine in zip(grid.candidates, left, strict=True)):
        return Grid(geometry, grid.cells)
    cut = [mask & mine or mask for mask, mine in zip(grid.candidates, left, strict=True)]
    return Grid(geometry, grid.cells, cut)


def excluded(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield (cell, symbol) for all that the candidates exclude and the clues do not.

    >>> list(excluded(marked(Geometry.of(2, 1), [0, 0, 0, 0], [0b11, 0b01, 0b11, 0b11])))
    [(1, 2)]
    """
    if grid.candidates is None:
        return
    for cell, (mine, mask) in enumerate(zip(left_by_clues(grid), grid.candidates, strict=True)):
        gone = mine & ~mask
        while gone:
            low = gone & -gone
            yield cell, low.bit_length()
            gone ^= low
