"""Saved games: a file for each class of puzzles in the state folder of the user."""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from sudokutools.canonical.class_name import class_of
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import state_folder
from sudokutools.cli.run.worker import Deadline
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.spec import spec_of

PATIENCE = 0.5  # The seconds to find the class of a puzzle.
LARGEST = 1 << 20  # The maximum size of a file.


def folder() -> Path:
    return Path(state_folder()) / "play"


class History:
    """The games of puzzles of one class, each under its line and spec."""

    def __init__(self, puzzle: Grid) -> None:
        self._line = format_line(puzzle)
        if not puzzle.is_plain or not puzzle.geometry.is_full:
            self._line += f" {spec_of(puzzle.geometry, puzzle.constraints)}"
        try:
            name = class_of(puzzle, Deadline(PATIENCE)).hex()
        except SudokuError:  # Few variants have classes; or it takes too long.
            name = sha256(self._line.encode()).hexdigest()[:16]
        self._path = folder() / f"{name}.json"
        self.games = _read(self._path)

    @property
    def game(self) -> dict[str, Any]:
        """The saved game of this puzzle, empty at first."""
        found = self.games.get(self._line)
        return found if isinstance(found, dict) else {}

    @property
    def is_known(self) -> bool:
        """Whether an equivalent puzzle was solved before."""
        return any(isinstance(game, dict) and game.get("solved") for game in self.games.values())

    def keep(self, game: dict[str, Any]) -> None:
        """Keep a game. Raises OSError."""
        self.games = _read(self._path) | {self._line: game}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(self._path), json.dumps(self.games))


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST:
            return {}
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def clock(seconds: float) -> str:
    """Write a time.

    >>> clock(65), clock(3605)
    ('1:05', '1:00:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def report() -> str:
    """Return a table of all games by level: how many, and of the solved ones times and hints."""
    from sudokutools.logic.levels import NAMES

    solved = defaultdict[str, list[dict[str, Any]]](list)
    files = [_read(path) for path in sorted(folder().glob("*.json"))]
    games = [game for file in files for game in file.values() if isinstance(game, dict)]
    for game in (game for game in games if game.get("solved")):
        solved[str(game.get("level") or "unrated")].append(game)
    lines = ["level     solved   average      best  hints"]
    places = {name: place for place, name in enumerate([*NAMES, "unfair", "unrated"])}
    for level in sorted(solved, key=lambda name: places.get(name, len(places))):
        times = [_number(game.get("seconds")) for game in solved[level]]
        hints = sum(_number(game.get("hints")) for game in solved[level])
        average, best = clock(sum(times) / len(times)), clock(min(times))
        lines.append(f"{level[:9]:9} {len(times):6} {average:>9} {best:>9} {hints:6.0f}")
    begun = len(games) - sum(map(len, solved.values()))
    return "\n".join([*lines, f"{begun} begun"]) + "\n"


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and 0 <= value < 10**9 else 0.0
