"""Human logic: the techniques a person uses, in the order and with the ratings people quote.

>>> from sudokutools.grid import Geometry, Grid
>>> clues = "000501000090000080060000000401000000000070090000000030800000105000200400000360000"
>>> puzzle = Grid(Geometry.of(3, 3), bytes(map(int, clues)))
>>> print(next(steps(puzzle)).describe())
Hidden single: r8c5 is the only cell of box 8 that can hold 1
"""

from __future__ import annotations

from sudokutools.logic.ladder import Path, steps
from sudokutools.logic.names import TECHNIQUES, technique_names
from sudokutools.logic.rating import LEVELS, Rating, level_of, rate
from sudokutools.logic.step import Implication, Step

__all__ = [
    "LEVELS",
    "TECHNIQUES",
    "Implication",
    "Path",
    "Rating",
    "Step",
    "level_of",
    "rate",
    "steps",
    "technique_names",
]
