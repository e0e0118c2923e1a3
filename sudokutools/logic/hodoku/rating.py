"""Level and score of a puzzle on the scale of HoDoKu."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.compiled import finish, uses_of
from sudokutools.logic.hodoku.techniques import BY_NAME, hardness, tried
from sudokutools.logic.ladder import Path, Producer
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.logic.levels import Uses
from sudokutools.logic.step import Step


class HodokuRating(NamedTuple):
    """The difficulty of a puzzle on the scale of HoDoKu.

    level       the highest level of the techniques used, raised if the score is too high for it
    score       the sum of the scores of all steps
    technique   the hardest: highest level, then highest score, then first used; "" if complete
    techniques  the number of steps of each technique, in the order of the table

    >>> from sudokutools import rate_hodoku, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> found = rate_hodoku(read_grid(line))
    >>> found.level, found.techniques["Naked triple"]
    ('medium', 1)
    """

    level: str
    score: int
    technique: str
    techniques: Uses


class HodokuPath(Path):
    """The path of a 9x9 puzzle with a unique solution on the scale of HoDoKu.

    `board` is the position before each step. Raises SudokuError if the grid is not a plain 9x9
    grid.
    """

    board: Board

    def __init__(
        self, grid: Grid, check: Check = never, allowed: Collection[str] | None = None
    ) -> None:
        if not grid.is_classic:
            raise SudokuError("the scale of HoDoKu is for 9x9 grids only")
        super().__init__(grid, check, allowed=allowed)
        self.used = Uses()

    def make_state(self, grid: Grid, check: Check) -> Board:
        self.board = Board(grid, check)
        return self.board

    def ladder(self) -> Iterator[tuple[int, Producer]]:
        for technique in tried(self.board.is_narrowed, self.board.allowed):
            yield 0, partial(technique.load(), technique)

    def next_step(self, stop_above: int | None = None) -> Step | None:
        step = super().next_step()
        if step is not None:
            self.used.add(step.technique)
        return step

    def rating(self) -> HodokuRating:
        """Return the rating of the moves so far; the highest level if the grid is not complete."""
        return rating_of(self.used, self.is_solved)


def rating_of(used: Uses, is_solved: bool) -> HodokuRating:
    """Return the rating of steps by techniques in the order of their first use."""
    score = sum(BY_NAME[name].score * number for name, number in used.items())
    hardest = max((BY_NAME[name] for name in used), key=hardness, default=None)
    techniques = used.ordered(BY_NAME)
    if hardest is None:
        return HodokuRating(next(iter(LEVELS)), score, "", techniques)
    level = level_of_score(score, hardest.level) if is_solved else list(LEVELS)[-1]
    return HodokuRating(level, score, hardest.name, techniques)


def rate_hodoku(grid: Grid, check: Check = never) -> HodokuRating:
    """Rate a puzzle as `solving.human.rate_hodoku` does; it must have exactly one solution."""
    if core.native() is None or not grid.is_classic or grid.candidates is not None:
        return rate_in_python(grid, check)
    return rating_of(*uses_of(finish(grid, check)))


def rate_in_python(grid: Grid, check: Check = never) -> HodokuRating:
    path = HodokuPath(grid, check)
    path.board.explains = False
    while path.next_step() is not None:
        pass
    return path.rating()


def level_of_score(score: int, level: str) -> str:
    """Raise a level while a score exceeds its limit.

    >>> level_of_score(1000, "easy"), level_of_score(1801, "hard"), level_of_score(9, "extreme")
    ('medium', 'extreme', 'extreme')
    """
    names = list(LEVELS)
    limits = ((name, LEVELS[name]) for name in names[names.index(level) :])
    return next(name for name, limit in limits if limit is None or score <= limit)
