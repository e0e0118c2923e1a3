"""How hard a puzzle shall be: a level, a range of ratings, a technique, or several of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools.errors import SudokuError
from sudokutools.grid import Grid
from sudokutools.limits import Check, never
from sudokutools.logic.levels import LEVELS, UNSOLVED

if TYPE_CHECKING:
    from sudokutools.logic import Rating


class Difficulty:
    """What the logic of people shall say about a puzzle of n symbols.

    `rating` is a range in tenths, `technique` that of the hardest step, in upper or lower case.
    What is given holds together. `is_easy`: it takes hidden singles in boxes, all that a grid which
    lacks few cells needs. SudokuError: there is no such level or technique.
    """

    def __init__(
        self,
        n: int,
        level: str | tuple[str, str] | None = None,
        rating: tuple[int, int] | None = None,
        technique: str | None = None,
    ) -> None:
        from sudokutools.logic.techniques import technique_named, techniques

        self.low, self.high = 0, UNSOLVED
        if level is not None:
            lowest, highest_level = (level, level) if isinstance(level, str) else level
            for name in (lowest, highest_level):
                if name not in LEVELS:
                    raise SudokuError(f"no level {name!r}; there are {', '.join(LEVELS)}")
            self.low, self.high = LEVELS[lowest][0], LEVELS[highest_level][1]
        if rating is not None:
            self.low, self.high = max(self.low, rating[0]), min(self.high, rating[1])
        if self.low > self.high:
            raise SudokuError(f"no rating is at least {self.low / 10} and at most {self.high / 10}")
        # The ladder ends above every rating on 9x9, and not on all puzzles of other sizes.
        self._is_lower_bound = n == 9 and technique is None and self.high == UNSOLVED
        rows = techniques(n)
        self._names = [row.name for row in rows]
        self._technique: int | None = None
        highest = self.high
        if technique is not None:
            folded = [name.casefold() for name in self._names]
            if technique.casefold() not in folded:
                raise SudokuError(
                    f"no technique {technique!r} for {n} symbols;"
                    f" there are {', '.join(self._names)}"
                )
            self._technique = folded.index(technique.casefold())
            highest = min(highest, rows[self._technique].highest)
        # Above this rating no puzzle need be told from another.
        self._stop_above = self.low - 1 if self._is_lower_bound else highest
        easiest = technique_named("Hidden single")
        self.is_easy = self.low <= easiest.least and (
            self._technique is None or rows[self._technique].least <= easiest.least
        )

    @property
    def numbers(self) -> tuple[int, int, int, bool, int, bool]:
        """The same for compiled kernels, on 9x9: what `_core/dig/dig.h` says, in its order."""
        technique = -1 if self._technique is None else self._technique
        limits = self.low, self.high, self._stop_above, self._is_lower_bound
        return *limits, technique, self.is_easy

    def rate(self, puzzle: Grid, check: Check = never) -> Rating:
        """Rate a puzzle with one solution, no further than `compare` needs."""
        from sudokutools.logic import rate

        return rate(puzzle, self._stop_above, check)

    def compare(self, rating: Rating) -> int:
        """Return -1 for a puzzle that is too easy, 1 for one that is too hard, else 0.

        A puzzle that the ladder does not solve is too hard for every level: what it would take
        is not known. On 9x9 a level without an upper end takes every rating from its lower end
        up, and so a rating that was given up there.
        """
        if self._is_lower_bound:
            return -1 if rating.rating < self.low else 0
        if not rating.solved or rating.rating > self.high:
            return 1
        if self._technique is not None:
            rank = self._names.index(rating.technique) if rating.technique else -1
            if rank != self._technique:
                return 1 if rank > self._technique else -1
        return -1 if rating.rating < self.low else 0
