"""Ratings: what the steps of a path say about a puzzle."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.logic.compiled_ladder import (
    ABOVE,
    NO_LIMIT,
    SOLVED,
    STOPPED,
    STUCK,
    Compiled,
    compiled,
)
from sudokutools.logic.levels import UNSOLVED, level_of


class Rating(NamedTuple):
    """How hard a puzzle is, on the scale of Sudoku Explainer; ratings are in tenths.

    `rating` (ER) is that of the hardest step, `pearl` (EP) of the hardest up to the first
    placement, `diamond` (ED) of the first step. `technique` is the hardest step's (the first of
    them), "" for a complete grid. `techniques` counts the steps of each. When `solved` is False
    the ladder ended before the grid was complete (`rating` 20.0), or the search was given up:
    then `rating` is the least that it can be, and `technique` may be "".
    """

    rating: int
    pearl: int
    diamond: int
    technique: str
    level: str
    techniques: dict[str, int]
    solved: bool


def rate(grid: Grid, stop_above: int | None = None, check: Check = never) -> Rating:
    """Rate a puzzle with exactly one solution.

    With `stop_above` (tenths) the search is given up, unsolved, at the first step that exceeds
    it; what cannot be found below the limit is not searched. 9x9 puzzles go to the compiled
    ladders where there are any; they call no `check`, but keep to the seconds that a check with an
    attribute `seconds` allows. UndecidedError: they were not enough.
    """
    ladder = compiled(grid)
    if ladder is not None:
        found = _rate_compiled(ladder, grid, stop_above, getattr(check, "seconds", None))
        if found is not None:
            return found
    return rate_in_python(grid, stop_above, check)


def _rate_compiled(
    ladder: Compiled, grid: Grid, stop_above: int | None, seconds: float | None
) -> Rating | None:
    """Rate a 9x9 puzzle by a kernel; None: it takes no such grid."""
    from struct import unpack

    limit = NO_LIMIT if stop_above is None else stop_above
    answer = ladder.block(ladder.rater, grid.cells, limit, seconds or 0.0, True, ladder.candidates)
    status, rating, pearl, diamond, hardest, _, *counts = unpack(f"={len(answer) // 2}h", answer)
    if status == STOPPED:
        raise UndecidedError("the time is over")
    if status not in (SOLVED, ABOVE, STUCK):
        return None
    technique = ladder.techniques[hardest].name if hardest >= 0 else ""
    used = zip(ladder.techniques, counts, strict=True)
    techniques = {row.name: number for row, number in used if number}
    solved = status == SOLVED
    return Rating(rating, pearl, diamond, technique, level_of(rating), techniques, solved)


def rate_in_python(grid: Grid, stop_above: int | None = None, check: Check = never) -> Rating:
    """Rate a puzzle of any geometry by the readable ladder, the twin of the compiled one."""
    from sudokutools.logic.ladder import Path

    path = Path(grid, check, guided=False)
    rating = pearl = diamond = 0
    technique = ""
    techniques: dict[str, int] = {}
    placed = False
    while (step := path.next_step(stop_above)) is not None:
        techniques[step.technique] = techniques.get(step.technique, 0) + 1
        if step.rating > rating:
            rating = step.rating
            technique = step.technique
        diamond = diamond or step.rating
        if not placed:
            pearl = rating
            placed = bool(step.placements)
        if stop_above is not None and rating > stop_above:
            break
    solved = path.is_solved
    if not solved and (stop_above is None or rating <= stop_above):
        rating = path.rating_bound or UNSOLVED
        technique = ""
        diamond = diamond or rating
        pearl = pearl if placed else rating
    return Rating(rating, pearl, diamond, technique, level_of(rating), techniques, solved)
