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
    from sudokutools._support.streams import Stream
    from sudokutools.canonical.form import canonical_form
    from sudokutools.checking.checking import judge
    from sudokutools.errors import SudokuError, UndecidedError
    from sudokutools.formats.reader import read_all, read_grid, read_grids, write
    from sudokutools.generating.generating import generate
    from sudokutools.grid.geometry import Geometry
    from sudokutools.grid.grid import Grid
    from sudokutools.logic.hodoku.rating import rate_hodoku
    from sudokutools.logic.public import rate
    from sudokutools.logic.scales import explain, hint
    from sudokutools.masking import mask
    from sudokutools.solving.solving import count_solutions, solutions, solve

_HOMES = {
    "Geometry": "grid.geometry",
    "Grid": "grid.grid",
    "Stream": "_support.streams",
    "SudokuError": "errors",
    "UndecidedError": "errors",
    "canonical_form": "canonical.form",
    "count_solutions": "solving.solving",
    "explain": "logic.scales",
    "generate": "generating.generating",
    "hint": "logic.scales",
    "judge": "checking.checking",
    "mask": "masking",
    "rate": "logic.public",
    "rate_hodoku": "logic.hodoku.rating",
    "read_all": "formats.reader",
    "read_grid": "formats.reader",
    "read_grids": "formats.reader",
    "solutions": "solving.solving",
    "solve": "solving.solving",
    "write": "formats.reader",
}

__all__ = [
    "Geometry",
    "Grid",
    "Stream",
    "SudokuError",
    "UndecidedError",
    "canonical_form",
    "count_solutions",
    "explain",
    "generate",
    "hint",
    "judge",
    "mask",
    "rate",
    "rate_hodoku",
    "read_all",
    "read_grid",
    "read_grids",
    "solutions",
    "solve",
    "write",
]

__getattr__ = importer("sudokutools", _HOMES)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
