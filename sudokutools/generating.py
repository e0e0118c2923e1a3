"""Complete grids of every geometry."""

from __future__ import annotations

from sudokutools.engines import Check, never
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid import Geometry, Grid
from sudokutools.streams import Stream

METHODS = ("auto", "search", "shift")
"""The methods that `generate` takes."""


CLAIMS = {
    "search": "every grid can come, but not all equally often",
    "shift": "only grids that are a shifted first row",
}


# Larger empty grids take many restarts: 36x36 took from 7 s to over 20 s in pure Python.
_LARGEST_SEARCH = 30


def choose(geometry: Geometry, method: str) -> str:
    """Return the method that `auto` stands for on a geometry; any other is itself.

    >>> choose(Geometry.of(3, 3), "auto"), choose(Geometry.of(10, 10), "auto")
    ('search', 'shift')
    """
    if method != "auto":
        return method
    return "search" if geometry.n <= _LARGEST_SEARCH else "shift"


def claim(geometry: Geometry, method: str) -> str:  # noqa: ARG001
    """Say in one line which grids a method draws, and how often, on a geometry."""
    return CLAIMS[method]


def generate(
    geometry: Geometry, method: str = "auto", stream: Stream | None = None, check: Check = never
) -> Grid:
    """Return a random complete grid; without a stream, always the same one.

    SudokuError: there is no such method. What `check` raises ends the work.

    >>> generate(Geometry.of(3, 3), "shift").clue_count
    81
    """
    if method not in METHODS:
        raise SudokuError(f"no method {method!r}; there are {', '.join(METHODS)}")
    if stream is None:
        stream = Stream("sudoku-gen", "", 0)
    if choose(geometry, method) == "shift":
        return shift(geometry, stream)
    return search(geometry, stream, check)


def shift(geometry: Geometry, stream: Stream) -> Grid:
    """Draw the first row of the full grid, shift it for the other rows, and cut the grid out.

    Row k of band b (both from 0) is the first row, k box widths and b cells further left. So
    the rows of a band show every box another stretch of the first row, and no two rows are
    shifted alike. A partial geometry gets the leading boxes of the full grid.
    """
    n, width, height = geometry.n, geometry.box_width, geometry.box_height
    first = list(range(1, n + 1))
    stream.shuffle(first)
    cells = bytearray()
    for row in range(geometry.rows):
        band, k = divmod(row, height)
        start = k * width + band
        cells.extend(first[(start + column) % n] for column in range(geometry.columns))
    return Grid(geometry, cells)


def search(geometry: Geometry, stream: Stream, check: Check = never) -> Grid:
    """Solve the empty grid in random order (`engines.propagate`), with restarts.

    A search that has tried twice as many options as there are cells went wrong early, and more
    of it would hardly help (Carla Gomes, Bart Selman and Henry Kautz, "Boosting combinatorial
    search through randomization", AAAI 1998): another one begins, with the numbers that follow.
    """
    from sudokutools.engines.planes import planes
    from sudokutools.engines.propagate import search as solutions

    tables = planes(geometry)
    while True:
        try:
            start = (tables.full, 0)
            placed = next(solutions(tables, start, stream, check, 2 * geometry.size))
        except UndecidedError:
            continue
        return Grid(geometry, tables.cells(placed))
