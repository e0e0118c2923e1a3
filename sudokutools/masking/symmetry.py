"""Symmetries of the pattern of clues: which cells are emptied together.

A symmetry is made of maps from cells to cells. The cells that its maps carry into each other are
an orbit: it keeps all of its clues or none. Only the places of clues are symmetric, not symbols.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry

Orbit = tuple[int, ...]

# Which of the three maps that all others are products of generate a symmetry, in order:
# m mirrors left and right, f flips top and bottom, t transposes.
_GENERATORS = {
    "none": (),
    "rotate180": ("mf",),
    "rotate90": ("tm",),
    "mirror": ("m",),
    "flip": ("f",),
    "diagonal": ("t",),
    "antidiagonal": ("mft",),
    "full": ("m", "t"),
}

SYMMETRIES = tuple(_GENERATORS)  # The names of the symmetries.


@lru_cache(maxsize=64)
def orbits(geometry: Geometry, symmetry: str) -> tuple[Orbit, ...]:
    """Return the orbits of the cells, each ascending, in the order of their first cells.

    Raises SudokuError for an unknown symmetry, or one that the shape of the grid does not have.
    """
    rows, columns = geometry.rows, geometry.columns
    if symmetry not in SYMMETRIES:
        raise SudokuError(f"unknown symmetry {symmetry!r}: expected {', '.join(SYMMETRIES)}")
    generators = _GENERATORS[symmetry]
    if rows != columns and any("t" in moves for moves in generators):
        raise SudokuError(
            f"symmetry {symmetry} requires as many rows as columns;"
            f" the grid has {rows} rows and {columns} columns"
        )
    orbit_of: dict[int, list[int]] = {}
    for cell in range(rows * columns):
        if cell in orbit_of:
            continue
        orbit = orbit_of[cell] = [cell]
        for member in orbit:
            for moves in generators:
                image = _image(rows, columns, member, moves)
                if image not in orbit_of:
                    orbit_of[image] = orbit
                    orbit.append(image)
    found = dict.fromkeys(tuple(sorted(orbit)) for orbit in orbit_of.values())
    without = [orbit for orbit in found if geometry.absent.isdisjoint(orbit)]
    if sum(map(len, without)) + len(geometry.absent) < geometry.size:
        raise SudokuError(f"symmetry {symmetry}: the grid does not have it")
    return tuple(without)


def _image(rows: int, columns: int, cell: int, moves: str) -> int:
    """Return the image of a cell under moves, one after the other."""
    row, column = divmod(cell, columns)
    for move in moves:
        if move == "m":
            column = columns - 1 - column
        elif move == "f":
            row = rows - 1 - row
        else:
            row, column = column, row
    return row * columns + column


def sums_of_sizes(sizes: Iterable[int]) -> int:
    """Return all sums of some of the sizes, number k as bit k."""
    sums = 1
    for size in sizes:
        sums |= sums << size
    return sums
