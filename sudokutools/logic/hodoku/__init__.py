"""The scale of HoDoKu: level and score of a 9x9 puzzle.

HoDoKu (Bernhard Hobiger, 2008-2012) tries its techniques in a fixed order, makes the first step
that one of them gives, and starts again from the top. Each step has a score; the score of a puzzle
is their sum, the level that of the hardest technique, raised when the sum is too high for it.

The order, levels and scores of the techniques are HoDoKu's defaults; the techniques are written
from their definitions. Where several steps of a technique are possible, HoDoKu's choice is not
documented, and so a path, and with it a score, can differ; the choices here are those with which
most of 196 puzzles rated by it agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

if TYPE_CHECKING:
    from sudokutools.logic.hodoku.rating import HodokuPath, HodokuRating, rate_hodoku
    from sudokutools.logic.hodoku.techniques import LEVELS, TABLE

_HOMES = {
    "LEVELS": "techniques",
    "TABLE": "techniques",
    "HodokuPath": "rating",
    "HodokuRating": "rating",
    "rate_hodoku": "rating",
}

__all__ = ["LEVELS", "TABLE", "HodokuPath", "HodokuRating", "rate_hodoku"]

__getattr__ = importer("sudokutools.logic.hodoku", _HOMES)
