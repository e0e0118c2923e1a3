"""The highest rating that a technique can have: a search for it ends above."""

from __future__ import annotations

from functools import lru_cache

from sudokutools.logic import bug, exclusion, fish, locking, loops, singles, subsets, wings
from sudokutools.logic.names import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE, fish_name
from sudokutools.logic.names import hidden_name as hidden
from sudokutools.logic.names import naked_name as naked


@lru_cache(maxsize=4)
def highest_ratings(n: int) -> dict[str, int]:
    """Return the highest ratings, in tenths, of techniques for n symbols.

    What is missing is rated by a size or length that may be anything: BUG and loops of type 3,
    which draw on large subsets, and chains.

    >>> highest_ratings(9)["Swordfish"], "Forcing chain" in highest_ratings(9)
    (38, False)
    """
    sizes = range(2, n // 2 + 1)
    loop_types = (1, 2, 4)
    return (
        {
            FULL_HOUSE: singles.FULL_HOUSE,
            HIDDEN_SINGLE: singles.HIDDEN_SINGLE_LINE,
            NAKED_SINGLE: singles.NAKED_SINGLE,
            "Direct pointing": locking.DIRECT_POINTING,
            "Direct claiming": locking.DIRECT_CLAIMING,
            "Pointing": locking.POINTING,
            "Claiming": locking.CLAIMING,
            "XY-Wing": wings.XY_WING,
            "XYZ-Wing": wings.XYZ_WING,
        }
        | {hidden(size, direct=True): subsets.DIRECT_HIDDEN[size] for size in sizes[:2]}
        | {naked(size): subsets.rating_of(subsets.NAKED, size) for size in sizes}
        | {hidden(size): subsets.rating_of(subsets.HIDDEN, size) for size in sizes}
        | {fish_name(size): subsets.rating_of(fish.FISH, size) for size in sizes}
        | {f"Unique rectangle type {kind}": loops.LENGTHS[4] for kind in loop_types}
        | {f"Unique loop type {kind}": loops.LONGER for kind in loop_types}
        | {f"BUG type {kind}": bug.OTHER_TYPES for kind in loop_types}
        | {exclusion.TECHNIQUES[size]: rating for size, rating in exclusion.RATINGS.items()}
    )
