"""The scales of difficulty: each has its techniques, their order, and steps that are rated.

`er` is the scale of Sudoku Explainer (`sudokutools.logic`), `hodoku` that of HoDoKu.
"""

from __future__ import annotations

from sudokutools.logic.levels import NAMES


def level_names(scale: str) -> list[str]:
    """Return the levels of a scale, "se" or "hodoku", in ascending order."""
    if scale == "hodoku":
        from sudokutools.logic.hodoku import LEVELS as HODOKU_LEVELS

        return list(HODOKU_LEVELS)
    return list(NAMES)
