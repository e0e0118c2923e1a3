"""Hints for a game, in three stages: the technique and its place, its cells, the whole step."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import NamedTuple

from sudokutools._support.limits import Check
from sudokutools.checking.checking import clash_text
from sudokutools.cli.play.entries import Board, Changes
from sudokutools.cli.run.worker import Deadline
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.logic.scales import Ladder
from sudokutools.logic.step import Step
from sudokutools.solving import solving

PATIENCE = 5.0  # The seconds to find the solution; without it only rules are checked.


class Hint(NamedTuple):
    """A hint to display: its text, its cells and, at the last stage, its step."""

    text: str
    cells: Collection[int] = ()
    step: Step | None = None


class Hints:
    """The solution of a puzzle, mistakes on its board, and hints.

    solution  the solution, None if it is not the only one or was not found in time
    absence   the reason for a missing solution, otherwise empty
    given     the number of steps for which hints were given
    played    the hint whose step was played last
    """

    def __init__(self, board: Board, ladder: Ladder) -> None:
        self._board, self._ladder = board, ladder
        self.given, self.played = 0, Hint("")
        self._stage = 0
        self._position: object = None
        self._mistakes: list[int] = []
        self._step: Step | None = None
        self.solution, self.absence = _solved(board.puzzle)

    def clashes(self) -> tuple[set[int], list[str]]:
        """Return the cells that break a rule, and the broken rules in words."""
        grid = self._board.grid
        found = list(grid.clashes())
        cells = {cell for clash in found for cell in clash.cells}
        return cells, [clash_text(grid.geometry, clash) for clash in found]

    def mistakes(self) -> list[int]:
        """Return the cells whose symbols are wrong, or whose candidates lack the right one."""
        if self.solution is None:
            return sorted(self.clashes()[0])
        cells = enumerate(zip(self._board.cells, self.solution.cells, strict=True))
        return [
            at
            for at, (cell, symbol) in cells
            if (cell.value or symbol) != symbol
            or (not cell.value and cell.centre and not cell.centre >> symbol - 1 & 1)
        ]

    def next(self, check: Check) -> Hint:
        """Return the next stage of the hint for the current board.

        Raises SudokuError if no hint is possible; errors of `check` are passed on.
        """
        self._look(check)
        self._stage = min(self._stage + 1, 3)
        return self._shown()

    def _shown(self) -> Hint:
        """Return the hint at its stage."""
        if self._mistakes:
            names = " ".join(map(self._board.puzzle.geometry.cell_name, self._mistakes))
            if self._stage == 1:
                return Hint("there is a mistake")
            return Hint(f"mistakes: {names}", self._mistakes)
        step = self._step
        assert step is not None
        technique, _, cells = step.hint().rpartition(": ")
        if self._stage == 1:
            return Hint(technique)
        if self._stage == 2:
            return Hint(f"{technique}: {cells}", step.cells)
        return Hint(step.describe(), step.cells, step)

    def play(self, check: Check) -> Hint:
        """Play the step and return its explanation; of mistakes, erase them."""
        self._look(check)
        self._stage = 3
        self.played = self._shown()
        self._board.change(self._changes())
        return self.played

    def _look(self, check: Check) -> None:
        if self._position == self._board.cells:
            return
        self._stage, self._position = 0, None
        if self._board.is_complete and not self.mistakes():
            raise SudokuError("the puzzle is solved")
        if self.absence:
            raise SudokuError(f"no hints: {self.absence}")
        self._mistakes, self._step = self.mistakes(), None
        if not self._mistakes:
            grid = self._board.grid
            position = Grid(grid.geometry, grid.cells, self._board.masks(), grid.constraints)
            self._step = self._ladder.path(position, check).next_step()
            if self._step is None:
                raise SudokuError("no technique applies")
        self.given += 1
        self._position = list(self._board.cells)

    def _changes(self) -> Changes:
        """Return the changes of the step; candidates are written first where they are removed."""
        cells = self._board.cells
        if self._mistakes:
            wrong = (cells[at] for at in self._mistakes)
            fixed = (cell._replace(value=0, centre=0) for cell in wrong)
            return dict(zip(self._mistakes, fixed, strict=True))
        step = self._step
        assert step is not None
        made = {at: cells[at]._replace(value=symbol) for at, symbol in step.placements}
        if step.eliminations:
            masks = self._board.masks()
            made |= {at: cells[at]._replace(centre=masks[at]) for at in self._board.empty()}
        for at, symbol in step.eliminations:
            made[at] = made[at]._replace(centre=made[at].centre & ~(1 << symbol - 1))
        return made


def _solved(puzzle: Grid) -> tuple[Grid | None, str]:
    try:
        found = list(islice(solving.solutions(puzzle, check=Deadline(PATIENCE)), 2))
    except UndecidedError:
        return None, f"the solution was not found in {PATIENCE:g} s"
    if len(found) == 1:
        return found[0], ""
    return None, "the puzzle has several solutions" if found else "the puzzle has no solution"
