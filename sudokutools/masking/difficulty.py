"""The difficulty requested: a level, a range of ratings, a technique, or several of these."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import TYPE_CHECKING

from sudokutools._support.limits import Check, never
from sudokutools.errors import RequestError, SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS
from sudokutools.grid.grid import Grid
from sudokutools.logic.levels import (
    EASIEST,
    NAMES,
    UNSOLVED,
    has_beginner_clues,
    level_ends,
    ratings_between,
)

if TYPE_CHECKING:
    from sudokutools.logic.rating import Rating
    from sudokutools.logic.techniques import Technique


def wanted(
    n: int | None,
    level: str | tuple[str, str] | None = None,
    rating: tuple[float, float] | None = None,
    technique: str | None = None,
) -> tuple[int, int, Technique | None]:
    """Return the lowest and the highest rating requested, in tenths, and the technique.

    The arguments are as for `Difficulty`; no n: for any size.

    Raises SudokuError for an unknown level or technique, and if no puzzle can meet all of them.
    """
    tenths = None if rating is None else (_tenths(rating[0], ceil), _tenths(rating[1], floor))
    low, high = (0, UNSOLVED) if level is None else _ratings_of_levels(level, tenths)
    if tenths is not None:
        low, high = max(low, tenths[0]), min(high, tenths[1])
    if tenths is None and technique is None:
        return low, high, None  # Every level has ratings.
    from sudokutools.logic.techniques import all_techniques

    row = None if technique is None else _technique(technique, n)
    rows = all_techniques(n or MAX_SYMBOLS) if row is None else (row,)
    ratings = {rating for each in rows for rating in each.ratings(n or MAX_SYMBOLS)}
    if row is None:
        ratings.add(0)  # A complete grid needs no technique.
    if not any(low <= rating <= high for rating in ratings):
        raise SudokuError(_why_none(n, low, high, row, ratings))
    return low, high, row


def _tenths(rating: float, whole: Callable[[float], int]) -> int:
    return whole(round(10 * rating, 6))


def _ratings_of_levels(
    level: str | tuple[str, str], tenths: tuple[int, int] | None
) -> tuple[int, int]:
    first, last = level_ends(level, NAMES)
    low, high = ratings_between(first, last)
    if tenths is not None and tenths[0] > high:
        raise RequestError("level", last, f" ends at {high / 10}, below {tenths[0] / 10}")
    if tenths is not None and tenths[1] < low:
        raise RequestError("level", first, f" begins at {low / 10}, above {tenths[1] / 10}")
    return low, high


def _technique(name: str, n: int | None) -> Technique:
    from sudokutools.logic.techniques import find_technique, folded

    try:
        return find_technique(name, n)
    except SudokuError:
        from sudokutools.logic.hodoku.techniques import TABLE

        if (n or 9) != 9 or folded(name) not in {folded(each.name) for each in TABLE}:
            raise
        raise SudokuError(f"{name}: a technique of `scale` hodoku") from None


def _why_none(n: int | None, low: int, high: int, row: Technique | None, ratings: set[int]) -> str:
    span = f"{low / 10}-{high / 10}" if low < high else f"{low / 10}"
    if row is not None:
        return f"no puzzle with the hardest step {row.name} ({row.span}) is rated {span}"
    if low > max(ratings):
        size = "9x9 " if n == 9 else ""
        return f"no {size}puzzle with a rating above {max(ratings) / 10} is known"
    below = max(rating for rating in ratings if rating < low) / 10
    above = min(rating for rating in ratings if rating > high) / 10
    return f"no puzzle is rated {span}: the next ratings are {below} and {above}"


class Difficulty:
    """A difficulty requested for puzzles of n symbols.

    level      one, a range such as "medium-hard", or the lowest and the highest
    rating     a range, such as (2.6, 3.2)
    technique  the hardest one
    least      of puzzles for beginners the minimum number of clues, otherwise 0

    Raises SudokuError as `wanted` does.
    """

    def __init__(
        self,
        n: int,
        level: str | tuple[str, str] | None = None,
        rating: tuple[float, float] | None = None,
        technique: str | None = None,
        least: int = 0,
    ) -> None:
        self.least = least
        self.low, self.high, row = wanted(n, level, rating, technique)
        # The ladder solves every rating on 9x9, but not all puzzles of other sizes.
        self._is_lower_bound = n == 9 and row is None and self.high == UNSOLVED
        self.row = row
        self._names: list[str] = []
        self._number = -1
        if row is not None:
            from sudokutools.logic.techniques import TECHNIQUES, all_techniques

            self._names = [each.name for each in all_techniques(n)]
            # Techniques that the kernels lack get numbers that no puzzle reaches.
            self._number = (*TECHNIQUES, *self._names).index(row.name)
        highest = self.high if row is None else min(self.high, row.ratings(n)[-1])
        # Ratings above this one need not be distinguished.
        self._stop_above = self.low - 1 if self._is_lower_bound else highest
        self.is_easy = self.low <= EASIEST and (row is None or row.lowest <= EASIEST)

    @property
    def numbers(self) -> tuple[int, int, int, bool, int, bool, int]:
        """The same for compiled kernels, on 9x9, in the order of `_core/dig/dig.h`."""
        limits = self.low, self.high, self._stop_above, self._is_lower_bound
        return *limits, self._number, self.is_easy, self.least

    def has_clues(self, puzzle: Grid) -> bool:
        """Whether a puzzle has enough clues to be rated at all."""
        return not self.least or has_beginner_clues(puzzle)

    def is_met(self, puzzle: Grid, check: Check = never) -> bool:
        return self.has_clues(puzzle) and self.compare(self.rate(puzzle, check)) == 0

    def rate(self, puzzle: Grid, check: Check = never) -> Rating:
        """Rate a puzzle with one solution, no further than `compare` needs."""
        from sudokutools.logic.rating import rate
        from sudokutools.logic.techniques import features_of, is_nested

        found = rate(puzzle, self._stop_above, check)
        if self._is_lower_bound and not found.solved and not is_nested(features_of(puzzle)):
            # Without nested chains the ladder may not solve it at all.
            return rate(puzzle, None, check)
        return found

    def compare(self, rating: Rating) -> int:
        """Return -1 for a puzzle that is too easy, 1 for one that is too hard, else 0.

        A puzzle that the ladder does not solve is too hard for every level, as its rating is
        unknown. On 9x9 a level without an upper bound accepts every rating from its lower bound on,
        so rating may stop there.
        """
        if self._is_lower_bound:
            if rating.rating == UNSOLVED:
                return 1
            return -1 if rating.rating < self.low else 0
        if not rating.solved or rating.rating > self.high:
            return 1
        if self.row is not None:
            rank = self._names.index(rating.technique) if rating.technique else -1
            place = self._names.index(self.row.name)
            if rank != place:
                return 1 if rank > place else -1
        return -1 if rating.rating < self.low else 0
