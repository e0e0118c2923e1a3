"""The path of a puzzle on a scale, with all or only some of its techniques."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.ladder import Path
from sudokutools.logic.scales.allowed import allowed_techniques
from sudokutools.logic.step import Step


class Ladder(NamedTuple):
    """A scale, and the techniques of it to use (None: all)."""

    scale: str = "er"
    allowed: frozenset[str] | None = None

    def path(self, grid: Grid, check: Check = never) -> Path | HodokuPath:
        """Return the path of a puzzle. Raises SudokuError if the scale does not support it."""
        if self.scale == "hodoku":
            return HodokuPath(grid, check, self.allowed)
        return Path(grid, check, allowed=self.allowed)


def explain(
    grid: Grid,
    scale: str = "er",
    only: str | None = None,
    without: str | None = None,
    check: Check = never,
) -> Iterator[Step]:
    """Explain how a person solves a puzzle with exactly one solution: yield the steps.

    grid     the puzzle, of any geometry or variant; on the scale of HoDoKu a plain 9x9 puzzle
    scale    "er", the ladder of Sudoku Explainer, or "hodoku"
    only     the techniques to use: names and groups, as in "singles,x-wing"; None: all
    without  techniques not to use
    check    called between steps; exceptions that it raises end the work

    A step is a named tuple, and its text as a str. Pairs are (cell, symbol) pairs:

    technique     the name
    rating        in tenths on scale "er", the score on scale "hodoku"
    placements    pairs
    eliminations  pairs
    pattern       the pairs of the pattern, among them `fins`
    colours       pairs of each colour, of colouring
    links         of chains: named tuples of `start`, `end` (pairs, several for a group) and
                  `is_strong`
    text          the pattern, its place and its effect, in one line
    data()        all of this for JSON, with names of cells

    Raises SudokuError for unknown techniques and scales, for grids that the scale does not
    support, and after the last step if the techniques do not solve the puzzle.

    >>> from sudokutools import explain, read_grid
    >>> next(explain(read_grid("1234341221434..."))).text
    'Full house: r4c2 is the last empty cell of box 3, so it is 3'
    """
    return _steps(Ladder(scale, allowed_techniques(scale, only, without)).path(grid, check))


def _steps(path: Path | HodokuPath) -> Iterator[Step]:
    number = 0
    while (step := path.next_step()) is not None:
        number += 1
        yield step
    if not path.is_solved:
        raise SudokuError(f"{stuck_after(number)}: no technique applies")


def stuck_after(number: int) -> str:
    """Say after how many steps no technique applies.

    >>> stuck_after(1), stuck_after(43)
    ('stuck after 1 step', 'stuck after 43 steps')
    """
    return f"stuck after {number} step{'s' * (number != 1)}"


def hint(
    grid: Grid,
    scale: str = "er",
    only: str | None = None,
    without: str | None = None,
    check: Check = never,
) -> str | None:
    """Name the technique and the cells of the next step, None without a step.

    The parameters are as in `explain`.

    >>> from sudokutools import hint, read_grid
    >>> hint(read_grid("1234341221434..."))
    'Full house in box 3: r4c2'
    """
    path = Ladder(scale, allowed_techniques(scale, only, without)).path(grid, check)
    step = path.next_step()
    return None if step is None else step.hint()
