"""Ratings on the usual scale for callers of the library."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.grid.grid import Grid
from sudokutools.logic import rating


class PuzzleRating(NamedTuple):
    """The difficulty of a puzzle, as `rating.Rating`, but in units: 1.2 for 12 tenths."""

    rating: float
    pearl: float
    diamond: float
    technique: str
    level: str
    techniques: dict[str, int]
    solved: bool


def rate(grid: Grid, stop_above: float | None = None, check: Check = never) -> PuzzleRating:
    """Rate a puzzle with exactly one solution on the scale of Sudoku Explainer 1.2.1.

    grid        the puzzle, of any geometry or variant
    stop_above  give up at the first step above this rating
    check       called between steps; exceptions that it raises end the work; compiled ladders do
                not call it, but stop after `check.seconds` if that attribute exists

    Returns a named tuple: `rating`, `pearl` and `diamond` (ER, EP and ED), such as 1.2; `technique`
    of the hardest step; `level`; `techniques`, the number of steps of each technique; and `solved`,
    False if the techniques do not solve the puzzle or the search was given up.

    Raises UndecidedError on a time-out.

    >>> from sudokutools import rate, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate(read_grid(line))
    >>> rating.rating, rating.level, rating.technique
    (2.3, 'medium', 'Naked single')
    """
    limit = None if stop_above is None else round(stop_above * 10)
    found = rating.rate(grid, limit, check)
    return PuzzleRating(found.rating / 10, found.pearl / 10, found.diamond / 10, *found[3:])
