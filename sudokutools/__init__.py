"""Sudoku of any size and blackjack: the library behind the command line tools.

>>> from sudokutools import read_grid, solve
>>> puzzle = read_grid("...4..1..14..3..")
>>> print(solve(puzzle), end="")
1 2 | 3 4
3 4 | 1 2
----+----
2 1 | 4 3
4 3 | 2 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream as Stream
    from sudokutools.canonical.form import canonical_form as canonical_form
    from sudokutools.checking.checking import judge as judge
    from sudokutools.errors import SudokuError as SudokuError
    from sudokutools.errors import UndecidedError as UndecidedError
    from sudokutools.formats.reader import read_all as read_all
    from sudokutools.formats.reader import read_grid as read_grid
    from sudokutools.formats.reader import read_grids as read_grids
    from sudokutools.formats.reader import write as write
    from sudokutools.generating.generating import generate as generate
    from sudokutools.grid.geometry import Geometry as Geometry
    from sudokutools.grid.grid import Grid as Grid
    from sudokutools.masking import mask as mask
    from sudokutools.solving.human import explain as explain
    from sudokutools.solving.human import hint as hint
    from sudokutools.solving.human import rate as rate
    from sudokutools.solving.human import rate_hodoku as rate_hodoku
    from sudokutools.solving.solving import count_solutions as count_solutions
    from sudokutools.solving.solving import solutions as solutions
    from sudokutools.solving.solving import solve as solve

_HOMES = {
    "Geometry": "grid.geometry",
    "Grid": "grid.grid",
    "Stream": "_support.streams",
    "SudokuError": "errors",
    "UndecidedError": "errors",
    "canonical_form": "canonical.form",
    "count_solutions": "solving.solving",
    "explain": "solving.human",
    "generate": "generating.generating",
    "hint": "solving.human",
    "judge": "checking.checking",
    "mask": "masking",
    "rate": "solving.human",
    "rate_hodoku": "solving.human",
    "read_all": "formats.reader",
    "read_grid": "formats.reader",
    "read_grids": "formats.reader",
    "solutions": "solving.solving",
    "solve": "solving.solving",
    "write": "formats.reader",
}

__all__ = [*_HOMES]

__getattr__ = importer("sudokutools", _HOMES)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
