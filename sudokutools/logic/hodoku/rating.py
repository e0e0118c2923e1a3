"""Level and score of a puzzle on the scale of HoDoKu."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.board import Board, Move
from sudokutools.logic.hodoku.techniques import BY_NAME, tried
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.logic.levels import Uses
from sudokutools.logic.step import Step


class HodokuRating(NamedTuple):
    """The difficulty of a puzzle on the scale of HoDoKu.

    level       the highest level of the techniques used, raised if the score is too high for it
    score       the sum of the scores of all steps
    technique   the hardest: highest level, then highest score, then first used; "" if complete
    techniques  the number of steps of each technique, in the order of the table
    """

    level: str
    score: int
    technique: str
    techniques: Uses


class HodokuPath:
    """The path of a 9x9 puzzle with a unique solution, one move or step at a time.

    `board` is the position before each move, `values` and `candidates` are as in `ladder.Path`.
    With `allowed`, only techniques with these names are tried.

    Raises SudokuError if the grid is not a classic 9x9 grid.
    """

    def __init__(
        self, grid: Grid, check: Check = never, allowed: Collection[str] | None = None
    ) -> None:
        if not grid.is_classic:
            raise SudokuError("the scale of HoDoKu is for 9x9 grids only")
        self.grid = grid
        self.board = Board(grid, check)
        self.values = self.board.values
        self.candidates = self.board.candidates
        self._techniques = tried(self.board.is_narrowed, allowed)
        self._used = Uses()

    @property
    def is_solved(self) -> bool:
        return not self.board.empty

    def next_move(self) -> Move | None:
        move = self._find()
        if move is not None:
            self._make(move)
        return move

    def next_step(self) -> Step | None:
        """Find, make and return the next move as a step, with its explanation."""
        from sudokutools.logic.hodoku.explained import explained

        move = self._find()
        if move is None:
            return None
        step = explained(self.board, move)
        self._make(move)
        return step

    def _find(self) -> Move | None:
        if not self.board.empty:
            return None
        for technique in self._techniques:
            self.board.check()
            move = technique.find(self.board)
            if move is not None:
                return move
        return None

    def _make(self, move: Move) -> None:
        for cell, symbol in move.placements:
            self.board.place(cell, symbol)
        if move.removals:
            self.board.remove(move.removals)
        self._used.add(move.technique)

    def rating(self) -> HodokuRating:
        """Return the rating of the moves so far; the highest level if the grid is not complete."""
        techniques = self._used.ordered(BY_NAME)
        score = sum(BY_NAME[name].score * number for name, number in techniques.items())
        levels = list(LEVELS)
        hardest = max(
            (BY_NAME[name] for name in self._used),
            key=lambda technique: (levels.index(technique.level), technique.score),
            default=None,
        )
        if hardest is None:
            return HodokuRating(levels[0], score, "", techniques)
        level = level_of_score(score, hardest.level) if self.is_solved else levels[-1]
        return HodokuRating(level, score, hardest.name, techniques)


def rate_hodoku(grid: Grid, check: Check = never) -> HodokuRating:
    """Rate a 9x9 puzzle with exactly one solution on the scale of HoDoKu.

    grid   a plain 9x9 puzzle
    check  called between steps; exceptions that it raises end the work

    Techniques are tried in order; the first that removes or places something makes its move, and
    the search starts again from the top. Returns `level`; `score`, the sum of the scores of all
    steps; `technique` of the hardest step; and `techniques`, the number of steps of each technique.

    Raises SudokuError if the grid is not a plain 9x9 grid.

    >>> from sudokutools import rate_hodoku, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate_hodoku(read_grid(line))
    >>> rating.level, rating.score, rating.technique
    ('medium', 800, 'Naked triple')
    """
    path = HodokuPath(grid, check)
    while path.next_move() is not None:
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
