"""A game of one puzzle: its board, hints and time, and its saved state."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple

from sudokutools.checking.checking import examine
from sudokutools.checking.facts import Tests
from sudokutools.cli.play.entries import Board
from sudokutools.cli.play.hints import Hints
from sudokutools.cli.play.history import History, clock
from sudokutools.cli.run.worker import Deadline
from sudokutools.formats.format import Record, Style
from sudokutools.grid.grid import Grid
from sudokutools.logic.scales import Ladder

PATIENCE = 10.0  # The seconds to rate a solved puzzle.


class Puzzle(NamedTuple):
    """A puzzle to play, its name, and the record with its style if it was read."""

    grid: Grid
    name: str = ""
    record: Record | None = None
    style: Style | None = None


class Game:
    """A game, continued if it was saved; a solved puzzle has `facts`."""

    def __init__(self, puzzle: Puzzle, ladder: Ladder, is_kept: bool) -> None:
        self.puzzle, self._scale = puzzle, ladder.scale
        self.board = Board(puzzle.grid)
        self.seconds = 0.0
        self.facts: dict[str, Any] = {}
        self.history = History(puzzle.grid) if is_kept else None
        self.hints = Hints(self.board, ladder)
        kept = self.history.game if self.history else {}
        with suppress(ValueError, TypeError, KeyError):
            self.board.restore(kept["cells"])
            self.seconds, self.hints.given = float(kept["seconds"]), int(kept["hints"])
            names = ("solved", "rating", "level", "technique")
            self.facts = {name: kept[name] for name in names if name in kept}

    @property
    def is_solved(self) -> bool:
        return self.board.is_complete and not self.hints.mistakes() and not self.hints.clashes()[0]

    def keep(self) -> None:
        """Write the game to its file, if it is kept. Raises OSError."""
        if self.history is not None:
            numbers = {"seconds": round(self.seconds), "hints": self.hints.given}
            self.history.keep({"cells": self.board.kept()} | numbers | self.facts)

    def finish(self) -> None:
        """Find the facts of the puzzle when it is solved."""
        self.facts = {"solved": date.today().isoformat()}
        tests = Tests(rate=True, scale=self._scale)
        found = examine(self.puzzle.grid, tests, Deadline(PATIENCE))
        number: float
        if found.hodoku is not None:
            level, number, technique, _ = found.hodoku
        elif (rated := found.rating) is not None:
            level, number, technique = rated.level, rated.rating / 10, rated.technique
        else:
            return
        self.facts |= {"rating": number, "level": level, "technique": technique}

    def ending(self) -> str:
        """Return the report of a solved puzzle."""
        count, facts = self.hints.given, self.facts
        text = f"Solved in {clock(self.seconds)} with {count or 'no'} hint{'s' * (count != 1)}."
        if "rating" in facts:
            text += f" Rating {facts['rating']}, {facts['level']}."
        return text + (f" Hardest technique: {name}." if (name := facts.get("technique")) else "")
