"""Puzzles of many geometries, for engines that support large grids."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl

DATA = Path(__file__).parent.parent / "data" / "nxn.tsv"

SHAPES = [
    (1, 1), (2, 2), (3, 2), (2, 3, 2, 1), (3, 3), (3, 3, 2, 3), (3, 3, 1, 2), (5, 2),
    (2, 5, 4, 1), (7, 1), (1, 6), (4, 3), (3, 4, 2, 3), (4, 4), (4, 4, 3, 2), (5, 4, 2, 5),
]  # fmt: skip
"""Full and partial geometries, long rows and columns, latin squares."""


class Known(NamedTuple):
    """A puzzle of the data and its number of solutions, counted up to 2."""

    grid: Grid
    solutions: int


def known_puzzles() -> Iterator[Known]:
    for line in DATA.read_text().splitlines():
        if line.startswith(("#", "box")):
            continue
        box, boxes, _kind, solutions, cells = line.split("\t")
        shape = [int(number) for part in (box, boxes) for number in part.split("x")]
        grid = Grid(Geometry.of(*shape), bytes(map(int, cells.split(","))))
        yield Known(grid, int(solutions))


def random_puzzle(record: int) -> Grid:
    """Return a random puzzle with no, one or several solutions."""
    stream = Stream("test", "puzzles of all geometries", record)
    geometry = Geometry.of(*SHAPES[stream.below(len(SHAPES))])
    complete = next(cdcl.solutions(Grid.empty(geometry), stream))
    clues = 20 + stream.below(75)
    cells = [symbol if stream.below(100) < clues else 0 for symbol in complete.cells]
    if stream.below(3) == 0:
        cells[stream.below(geometry.size)] = 1 + stream.below(geometry.n)
    return Grid(geometry, cells)


def is_solution(puzzle: Grid, grid: Grid) -> bool:
    """Whether a grid is complete, valid and has the puzzle's clues."""
    has_clues = all(c in (0, s) for c, s in zip(puzzle.cells, grid.cells, strict=True))
    return grid.is_complete and has_clues and not any(grid.clashes())
