"""Difficulty by the techniques of a path: on the scale of HoDoKu, or with some techniques only."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import RequestError, SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.rating import HodokuPath, level_of_score
from sudokutools.logic.hodoku.techniques import BY_NAME, TABLE
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.logic.levels import level_ends
from sudokutools.logic.scales import Ladder, techniques_named
from sudokutools.logic.techniques import TECHNIQUES, Technique, all_techniques, find_in

ANY_SCORE = 10**6  # The open end of a range of scores.

_NAMES = tuple(LEVELS)
_EXTREME = _NAMES[-1]

_LEFT = 100  # What a cell adds to the excess of a puzzle that is stuck; about the score of a step.

# Ranges of ER, in tenths, where most of the puzzles with a technique are found, each from a
# technique on; likewise from a score on, and of a level.
_BY_TECHNIQUE = {
    "Full house": (0, 23),
    "Locked pair": (17, 45),
    "Naked quad": (42, 90),
    "Uniqueness test 1": (45, 90),
    "Hidden rectangle": (67, 90),
    "Grouped nice loop": (73, 120),
    "Franken X-Wing": (84, 120),
}
_HARDLY_HARDEST = (
    *("Simple colours", "Uniqueness test 4", "Uniqueness test 5", "Uniqueness test 6"),
    *("Hidden rectangle", "Avoidable rectangle 1", "Avoidable rectangle 2"),
)
"""Techniques that others of their level nearly always exceed: these may occur beside them."""

_BY_SCORE = {0: (0, 34), 600: (17, 72), 1000: (42, 76), 1800: (67, 90), 6000: (83, 120)}
_BY_LEVEL = dict(zip(LEVELS, [(0, 23), (17, 42), (42, 76), (66, 84), (66, 120)], strict=True))


class Judged(NamedTuple):
    """How a puzzle compares with a request.

    verdict      -1: too easy, 0: as requested, 1: too hard
    excess       how much too hard, comparable for one request
    has_pattern  whether a puzzle that is too hard has the technique requested, if any
    unsolved     the cells that are empty before the first step that is too hard, as bits
    solved       those that are filled before the technique requested
    score        of the puzzle, if it is too easy, and its hardest `technique`
    """

    verdict: int
    excess: int = 0
    has_pattern: bool = True
    unsolved: int = 0
    solved: int = 0
    score: int = -1
    technique: str = ""


class HodokuDifficulty:
    """A difficulty on the scale of HoDoKu.

    level      one, a range such as "easy-hard", or the lowest and the highest
    scores     the lowest and the highest score
    technique  that of the hardest step; if it is one of _HARDLY_HARDEST, of a step, and none is of
               a higher level

    Raises SudokuError for unknown names, and if no puzzle can meet all of them.
    """

    def __init__(
        self,
        level: str | tuple[str, str] | None = None,
        scores: tuple[float, float] | None = None,
        technique: str | None = None,
    ) -> None:
        first, last = level_ends(level or (_NAMES[0], _EXTREME), _NAMES)
        self.levels = _NAMES.index(first), _NAMES.index(last)
        self.scores = scores or (0, ANY_SCORE)
        self.row = None
        if technique is not None:
            self.row = find_in(TABLE, technique, " of scale hodoku")
        name = self.row.name if self.row is not None else ""
        self._check_ranges(first, last)
        rank = None if self.row is None else _rank(self.row)
        self._limit = rank or (self.levels[1], ANY_SCORE)
        if rank is not None and name in _HARDLY_HARDEST:
            self._limit = rank[0], ANY_SCORE
        places = [k for k, row in enumerate(TABLE) if self._may_occur(row)]
        self._allowed = frozenset(row.name for row in TABLE[: places[-1] + 1])
        is_open = last == _EXTREME and self.row is None and self.scores[1] == ANY_SCORE
        self._enough = max(1801, self.scores[0]) if is_open else ANY_SCORE
        self.ratings = self._ratings(first, last)
        twin = name.replace("Uniqueness test", "Unique rectangle type")
        self.twin = twin if twin in TECHNIQUES else None

    def _check_ranges(self, first: str, last: str) -> None:
        low, high = self.scores
        top, least = LEVELS[last], min(row.score for row in TABLE)
        if high < least:
            raise RequestError("rating", high, f": no step has a score below {least}")
        if top is not None and low > top:
            raise RequestError("level", last, f" ends at a score of {top}, below {low}")
        row = self.row
        if row is not None and _NAMES.index(row.level) > self.levels[1]:
            raise SudokuError(f"{row.name} is of level {row.level}, above {last}")
        if row is not None and row.score > high:
            raise SudokuError(f"a step of {row.name} has a score of {row.score}, above {high}")

    def _may_occur(self, row: Technique) -> bool:
        return _rank(row) <= self._limit and row.score <= self.scores[1]

    def _ratings(self, first: str, last: str) -> tuple[int, int]:
        """Return a range of ER in tenths where such puzzles are likely."""
        if self.row is not None:
            return _ratings_by_technique()[self.row.name]
        if (first, last) != (_NAMES[0], _EXTREME):
            return _BY_LEVEL[first][0], _BY_LEVEL[last][1]
        return [window for least, window in _BY_SCORE.items() if least <= self.scores[0]][-1]

    def judge(self, puzzle: Grid, check: Check = never) -> Judged:
        """Compare a puzzle with one solution with the request."""
        path = HodokuPath(puzzle, check, self._allowed)
        path.board.explains = False
        used: dict[str, int] = {}
        score = excess = unsolved = solved = 0
        before = path.board.empty
        while (step := path.next_step()) is not None:
            row = BY_NAME[step.technique]
            if row is self.row and row.name not in used:
                solved = ~before
            used[row.name] = used.get(row.name, 0) + 1
            score += row.score
            if score >= self._enough:
                return Judged(0)
            if self._is_too_hard(row, used):
                excess += row.score
                unsolved = unsolved or before
            before = path.board.empty
        has_pattern = self.row is None or self.row.name in used
        if before:
            excess += _LEFT * before.bit_count()
        else:
            hardest = max((BY_NAME[name] for name in used), key=_rank, default=TABLE[0])
            level = level_of_score(score, hardest.level)
            most = round(min(self.scores[1], LEVELS[_NAMES[self.levels[1]]] or ANY_SCORE))
            excess += max(score - most, 0)
            place = _NAMES.index(level)
            is_easy = place < self.levels[0] or score < self.scores[0] or not has_pattern
            if not excess:
                return Judged(-is_easy, score=score, technique=hardest.name)
        return Judged(1, excess, has_pattern, unsolved or before or (1 << 81) - 1, solved)

    def _is_too_hard(self, row: Technique, used: dict[str, int]) -> bool:
        rank = _rank(row)
        if rank > self._limit or row.score > self.scores[1]:
            return True
        # Of techniques that are as hard the first one used is the hardest.
        is_rival = self.row is not None and rank == self._limit and row is not self.row
        return is_rival and self.row is not None and self.row.name not in used


class RestrictedDifficulty:
    """Puzzles that the techniques `only` solve, but not without each one of `needed`.

    scale   "se" or "hodoku"
    only    names and groups of techniques, separated by commas; `needed` likewise, or None

    Raises SudokuError if a name is unknown, or is needed but not allowed.
    """

    twin = None

    def __init__(self, scale: str, only: str, needed: str | None = None) -> None:
        self._scale = scale
        ranges = _ratings_by_technique()
        if self._scale == "se":
            ranges = {row.name: (row.lowest, row.ratings(9)[-1]) for row in all_techniques(9)}
        self._allowed = techniques_named(self._scale, only).intersection(ranges)
        self._needed = techniques_named(self._scale, needed) if needed else frozenset()
        outside = sorted(self._needed - self._allowed)
        if outside:
            raise RequestError("technique", outside[0], f": `only` {only} does not allow it")
        # The full ladder needs nothing harder than these techniques.
        highest = max([ranges[name][1] for name in self._allowed], default=0)
        self.ratings = min([26, *(ranges[name][0] for name in self._needed)]), highest
        if not self._needed:
            self.ratings = 0, highest

    def judge(self, puzzle: Grid, check: Check = never) -> Judged:
        """Compare a puzzle with one solution with the request."""
        left, used = self._solved(puzzle, self._allowed, check)
        if left:
            return Judged(1, left.bit_count(), self._needed <= used, left)
        if not self._needed <= used:
            return Judged(-1)
        for name in sorted(self._needed):
            if not self._solved(puzzle, self._allowed - {name}, check)[0]:
                return Judged(-1)
        return Judged(0)

    def _solved(
        self, puzzle: Grid, allowed: frozenset[str], check: Check
    ) -> tuple[int, frozenset[str]]:
        """Return the cells that some techniques leave empty, as bits, and those that were used."""
        path = Ladder(self._scale, allowed).path(puzzle, check)
        used = frozenset(step.technique for step in iter(path.next_step, None))
        return sum(1 << cell for cell, symbol in enumerate(path.values) if not symbol), used


def _ratings_by_technique() -> dict[str, tuple[int, int]]:
    """Return a range of ER in tenths where puzzles with each technique are likely."""
    found, ranges = (0, 0), {}
    for row in TABLE:
        found = _BY_TECHNIQUE.get(row.name, found)
        ranges[row.name] = found
    return ranges


def _rank(row: Technique) -> tuple[int, int]:
    return _NAMES.index(row.level), row.score
