"""Human logic: the techniques a person uses, in the order and with the ratings people quote.

>>> from sudokutools.grid.geometry import Geometry
>>> from sudokutools.grid.grid import Grid
>>> from sudokutools.logic import steps
>>> clues = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
>>> puzzle = Grid(Geometry.of(3, 3), bytes(map(int, clues)))
>>> print(next(steps(puzzle)).describe())
Hidden single: in box 6, digit 1 can only go in r5c9
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

if TYPE_CHECKING:
    from sudokutools.logic.ladder import Path, steps
    from sudokutools.logic.levels import LEVELS, level_of
    from sudokutools.logic.rating import Rating, rate
    from sudokutools.logic.step import Step
    from sudokutools.logic.strand import Implication
    from sudokutools.logic.techniques import TECHNIQUES, technique_names

_HOMES = {
    "LEVELS": "levels",
    "TECHNIQUES": "techniques",
    "Implication": "strand",
    "Path": "ladder",
    "Rating": "rating",
    "Step": "step",
    "level_of": "levels",
    "rate": "rating",
    "steps": "ladder",
    "technique_names": "techniques",
}

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

__getattr__ = importer("sudokutools.logic", _HOMES)
