"""Levels: names for ranges of Sudoku Explainer ratings, in tenths."""

from __future__ import annotations

UNSOLVED = 200
"""The rating of puzzles that the ladder does not solve."""

EASIEST = 12
"""The rating of the easiest puzzles: a hidden single in a box."""

HARDEST = 119
"""The highest known rating of a 9x9 puzzle: Golden Nugget and others."""

LEVELS = {
    "easy": (0, 15),
    "medium": (16, 25),
    "hard": (26, 44),
    "expert": (45, 69),
    "extreme": (70, UNSOLVED),
}
"""The lowest and the highest rating of each level."""


def level_of(rating: int) -> str:
    """Return the level of a rating in tenths.

    >>> level_of(15), level_of(16), level_of(69), level_of(70)
    ('easy', 'medium', 'expert', 'extreme')
    """
    return next(level for level, (_, high) in LEVELS.items() if rating <= high)
