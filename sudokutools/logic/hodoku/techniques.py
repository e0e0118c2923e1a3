"""The techniques that HoDoKu (Bernhard Hobiger) enables by default, in order, with their scores.

Kinds of a technique that HoDoKu lists together are one technique here.
"""

from __future__ import annotations

from collections.abc import Collection

from sudokutools.logic.levels import HODOKU_LEVELS
from sudokutools.logic.techniques import Technique, read_table

TABLE = read_table("hodoku/techniques.tsv")
"""All techniques in the order in which they are tried."""

BY_NAME = {technique.name: technique for technique in TABLE}


def hardness(technique: Technique) -> tuple[int, int]:
    """Return what orders techniques: of a higher level, then of a higher score, is harder."""
    return list(HODOKU_LEVELS).index(technique.level), technique.score


def tried(
    is_narrowed: bool = False, allowed: Collection[str] | None = None
) -> tuple[Technique, ...]:
    """Return the techniques to try, of those allowed (None: all).

    Techniques that assume a unique solution are left out if candidates are missing that the clues
    allow: a corner of a rectangle may have lost a symbol because the solution is unique.
    """
    return tuple(
        technique
        for technique in TABLE
        if not (is_narrowed and technique.group == "uniqueness")
        and (allowed is None or technique.name in allowed)
    )
