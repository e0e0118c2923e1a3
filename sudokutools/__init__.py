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

_HOMES = {
    "Clash": "grid.grid",
    "Geometry": "grid.geometry",
    "Grid": "grid.grid",
    "HodokuRating": "logic.hodoku.rating",
    "Link": "logic.step",
    "MaskResult": "masking.plan",
    "PuzzleRating": "solving.human",
    "PuzzleRequest": "masking.plan",
    "RequestError": "errors",
    "Step": "logic.step",
    "Stream": "_support.streams",
    "SudokuError": "errors",
    "Tests": "checking.facts",
    "UndecidedError": "errors",
    "Verdict": "checking.facts",
    "Wishes": "masking.wishes",
    "canonical_form": "canonical.form",
    "count_solutions": "solving.solving",
    "explain": "solving.human",
    "generate": "generating.generating",
    "hint": "solving.human",
    "judge": "checking.checking",
    "mask": "masking",
    "overlapping": "grid.overlapping",
    "print_puzzles": "printing.files",
    "rate": "solving.human",
    "rate_hodoku": "solving.human",
    "read_all": "formats.reader",
    "read_grid": "formats.reader",
    "read_grids": "formats.reader",
    "solutions": "solving.solving",
    "solve": "solving.solving",
    "write": "formats.reader",
}

if TYPE_CHECKING:
    from sudokutools._support.streams import Stream as Stream
    from sudokutools.canonical.form import canonical_form as canonical_form
    from sudokutools.checking.checking import judge as judge
    from sudokutools.checking.facts import Tests as Tests
    from sudokutools.checking.facts import Verdict as Verdict
    from sudokutools.errors import RequestError as RequestError
    from sudokutools.errors import SudokuError as SudokuError
    from sudokutools.errors import UndecidedError as UndecidedError
    from sudokutools.formats.reader import read_all as read_all
    from sudokutools.formats.reader import read_grid as read_grid
    from sudokutools.formats.reader import read_grids as read_grids
    from sudokutools.formats.reader import write as write
    from sudokutools.generating.generating import generate as generate
    from sudokutools.grid.geometry import Geometry as Geometry
    from sudokutools.grid.grid import Clash as Clash
    from sudokutools.grid.grid import Grid as Grid
    from sudokutools.grid.overlapping import overlapping as overlapping
    from sudokutools.logic.hodoku.rating import HodokuRating as HodokuRating
    from sudokutools.logic.step import Link as Link
    from sudokutools.logic.step import Step as Step
    from sudokutools.masking import mask as mask
    from sudokutools.masking.plan import MaskResult as MaskResult
    from sudokutools.masking.plan import PuzzleRequest as PuzzleRequest
    from sudokutools.masking.wishes import Wishes as Wishes
    from sudokutools.printing.files import print_puzzles as print_puzzles
    from sudokutools.solving.human import PuzzleRating as PuzzleRating
    from sudokutools.solving.human import explain as explain
    from sudokutools.solving.human import hint as hint
    from sudokutools.solving.human import rate as rate
    from sudokutools.solving.human import rate_hodoku as rate_hodoku
    from sudokutools.solving.solving import count_solutions as count_solutions
    from sudokutools.solving.solving import solutions as solutions
    from sudokutools.solving.solving import solve as solve
else:
    # Type checkers shall refuse unknown names, so they must not see this function.
    __getattr__ = importer("sudokutools", _HOMES)

__all__ = [*_HOMES]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
