"""Regions and cages of game ids of Solo: the lines between neighbours, in a row.

First the lines right of the cells, row by row, then those below them, column by column: 2n(n-1)
places. Each sign counts the places without a line before one with a line: `_` none, `a` one ...
`y` 25; `z` is 25 without a line after them. The last place counts as a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import refused_clues
from sudokutools.grid.grid import Grid

MAX_SUM = 250  # The maximum sum that is read; that of 9 cells is 45.

_SIGNS = re.compile(rb"[_a-z]*")


def _pairs(n: int) -> list[tuple[int, int]]:
    """Return the two neighbours of each place, in the order of the places."""
    right = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    below = [(r * n + c, r * n + n + c) for c in range(n) for r in range(n - 1)]
    return right + below


def groups_of_map(n: int, text: bytes) -> list[int]:
    """Return the group of each cell, numbered by first appearance. Raises SudokuError.

    >>> groups_of_map(2, b"b__")
    [0, 0, 1, 1]
    """
    if not _SIGNS.fullmatch(text):
        raise SudokuError("game ID: invalid map of regions, expected a to z and _")
    pairs = _pairs(n)
    lines: list[bool] = []
    for sign in text:
        if len(lines) > len(pairs) + 1:
            break
        run = 0 if sign == ord("_") else sign - ord("a") + 1
        lines += [False] * min(run, 25) + [True] * (sign != ord("z"))
    if len(lines) != len(pairs) + 1 or not lines[-1]:
        raise SudokuError(f"game ID: map of {len(lines)} edges, expected {len(pairs) + 1}")
    open_to: list[list[int]] = [[] for _ in range(n * n)]
    for (one, other), is_line in zip(pairs, lines, strict=False):
        if not is_line:
            open_to[one].append(other)
            open_to[other].append(one)
    groups = [-1] * (n * n)
    count = 0
    for cell in range(n * n):
        if groups[cell] >= 0:
            continue
        reached = [cell]
        groups[cell] = count
        for here in reached:
            for there in open_to[here]:
                if groups[there] < 0:
                    groups[there] = count
                    reached.append(there)
        count += 1
    return groups


def map_text(n: int, groups: Sequence[int]) -> str:
    """Return the map of connected groups of cells.

    >>> map_text(2, [0, 0, 1, 1])
    'b__'
    """
    pieces = []
    run = 0
    for is_line in (*(groups[one] != groups[other] for one, other in _pairs(n)), True):
        if is_line:
            pieces.append(chr(ord("a") + run - 1) if run else "_")
            run = 0
            continue
        run += 1
        if run == 25:
            pieces.append("z")
            run = 0
    return "".join(pieces)


def groups_of_cages(grid: Grid) -> tuple[list[int], list[int]]:
    """Return the cage of each cell, and the sums, each at the first cell."""
    groups, sums = [-1] * grid.geometry.size, [0] * grid.geometry.size
    for number, cage in enumerate(grid.constraints.cages if grid.constraints else ()):
        sums[cage.cells[0]] = cage.sum
        for cell in cage.cells:
            groups[cell] = number
    return groups, sums


def refused_variant(grid: Grid, most: int) -> str:
    """Return why Solo cannot hold the regions and clues of a grid, or "".

    `most` is the maximum number of symbols in killers.
    """
    geometry, constraints = grid.geometry, grid.constraints
    if geometry.regions and not _are_connected(geometry.n, list(geometry.regions)):
        return "solo supports connected regions only"
    if constraints is None:
        return ""
    refused = refused_clues(grid, "solo")
    if refused:
        return refused
    groups, _ = groups_of_cages(grid)
    if geometry.n > most:
        return f"solo supports killers of at most {most} symbols"
    sizes = [len(cage.cells) for cage in constraints.cages]
    if -1 in groups or min(sizes) < 2 or not all(cage.sum for cage in constraints.cages):
        return "solo supports only cages of two or more cells with sums that cover the grid"
    return "" if _are_connected(geometry.n, groups) else "solo supports connected cages only"


def _are_connected(n: int, groups: Sequence[int]) -> bool:
    return len(set(groups_of_map(n, map_text(n, groups).encode()))) == len(set(groups))
