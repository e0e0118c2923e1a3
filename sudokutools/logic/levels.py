"""Levels: names for ranges of Sudoku Explainer ratings, in tenths; counts of steps by technique."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid

UNSOLVED = 200  # The rating of puzzles that the ladder does not solve.
EASIEST = 12  # The rating of the easiest puzzles: a hidden single in a box.
HARDEST = 119  # The highest known rating of a 9x9 puzzle: Golden Nugget and others.

LEVELS = {
    "easy": (0, 15),
    "medium": (16, 25),
    "hard": (26, 44),
    "expert": (45, 69),
    "extreme": (70, UNSOLVED),
}
"""The lowest and the highest rating of each level."""

HODOKU_LEVELS = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800, "extreme": None}
"""The highest score of each level of HoDoKu."""

SINGLES = (
    *("Full house", "Hidden single", "Naked single"),
    *("Last cell of a cage", "Last cell of a clue"),
)
"""The techniques of steps that are not hard, on every scale."""


class Uses(dict[str, int]):
    """The number of steps of each technique.

    first_hard  the number and the technique of the first step that is not a single, if any

    >>> uses = Uses()
    >>> for technique in "Pointing", "Full house", "Pointing":
    ...     uses.add(technique)
    >>> uses.ordered(["Full house", "Pointing"]), uses.hard, uses.first_hard
    ({'Full house': 1, 'Pointing': 2}, 2, (1, 'Pointing'))
    """

    first_hard: tuple[int, str] | None = None

    def add(self, technique: str) -> None:
        self[technique] = self.get(technique, 0) + 1
        if self.first_hard is None and technique not in SINGLES:
            self.first_hard = sum(self.values()), technique

    def ordered(self, names: Iterable[str]) -> Uses:
        found = Uses((name, self[name]) for name in names if name in self)
        found.first_hard = self.first_hard
        return found

    @property
    def hard(self) -> int:
        """The number of steps that are not singles."""
        return sum(number for name, number in self.items() if name not in SINGLES)


BEGINNER = "beginner"
"""The puzzles of level easy that are also suited for beginners, as most newspapers print them: they
have a rating of at most `EASIEST`, `beginner_clues` or more, and a clue in each region."""

NAMES = (BEGINNER, *LEVELS)  # The levels that can be requested, in ascending order.


def level_ends(level: str | tuple[str, str], names: Sequence[str]) -> tuple[str, str]:
    """Return the lowest and the highest of a level or range of levels. SudokuError: unknown ones.

    >>> level_ends("hard", NAMES), level_ends("medium-hard", NAMES), level_ends("hard-", NAMES)
    (('hard', 'hard'), ('medium', 'hard'), ('hard', 'extreme'))
    """
    ends = level
    if isinstance(ends, str):
        first, hyphen, last = ends.lower().partition("-")
        ends = first or names[0], last or (names[-1] if hyphen else first)
    for name in ends:
        if name not in names:
            raise SudokuError(f"unknown level {name!r}: expected {', '.join(names)}")
    if names.index(ends[0]) > names.index(ends[1]):
        raise SudokuError(f"level {'-'.join(ends)}: the lower end must come first")
    return ends


def level_names(scale: str) -> list[str]:
    return list(HODOKU_LEVELS if scale == "hodoku" else NAMES)


def ratings_between(first: str, last: str) -> tuple[int, int]:
    """Return the lowest and the highest rating of a range of NAMES.

    >>> ratings_between("beginner", "beginner"), ratings_between("beginner", "medium")
    ((0, 12), (0, 25))
    """
    low = 0 if first == BEGINNER else LEVELS[first][0]
    return low, EASIEST if last == BEGINNER else LEVELS[last][1]


def beginner_clues(size: int) -> int:
    """Return the minimum number of clues for beginners on a grid of this many cells: 36 of 81.

    >>> beginner_clues(81), beginner_clues(16)
    (36, 8)
    """
    return -(-36 * size // 81)


def has_beginner_clues(grid: Grid) -> bool:
    """Whether a puzzle has clues enough for beginners, and one in each region."""
    shape = grid.geometry
    is_open = all(any(grid.cells[cell] for cell in region) for region in shape.region_cells)
    return is_open and grid.clue_count >= beginner_clues(shape.size - len(shape.absent))


def level_of(rating: int) -> str:
    """Return the level of a rating in tenths.

    >>> level_of(15), level_of(16), level_of(69), level_of(70)
    ('easy', 'medium', 'expert', 'extreme')
    """
    return next(level for level, (_, high) in LEVELS.items() if rating <= high)
