"""Ratings of puzzles."""

from __future__ import annotations

from collections.abc import Collection
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
    uses_of,
)
from sudokutools.logic.levels import UNSOLVED, Uses, level_of


class Rating(NamedTuple):
    """The difficulty of a puzzle on the scale of Sudoku Explainer; ratings are in tenths.

    rating      of the hardest step (ER)
    pearl       of the hardest step up to the first placement (EP)
    diamond     of the first step (ED)
    technique   of the (first) hardest step, "" for a complete grid
    techniques  the number of steps of each technique, in the order of the ladder
    solved      False if the ladder ended early (`rating` is 200) or the search was given up
                (`rating` is a lower bound, and `technique` may be "")
    """

    rating: int
    pearl: int
    diamond: int
    technique: str
    level: str
    techniques: Uses
    solved: bool


def rate(
    grid: Grid,
    stop_above: int | None = None,
    check: Check = never,
    allowed: Collection[str] | None = None,
) -> Rating:
    """Rate a puzzle with exactly one solution on the scale of Sudoku Explainer 1.2.1.

    As `solving.human.rate`, with `stop_above` in tenths; `allowed` are the names of the techniques
    to use, without compiled ladders (None: all).

    >>> from sudokutools import read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate(read_grid(line))
    >>> rating.rating, rating.level, rating.technique
    (23, 'medium', 'Naked single')
    """
    ladder = compiled(grid) if allowed is None else None
    if ladder is not None:
        found = _rate_compiled(ladder, grid, stop_above, getattr(check, "seconds", None))
        if found is not None:
            return found
    return rate_in_python(grid, stop_above, check, allowed)


def _rate_compiled(
    ladder: Compiled, grid: Grid, stop_above: int | None, seconds: float | None
) -> Rating | None:
    from struct import unpack

    limit = NO_LIMIT if stop_above is None else stop_above
    answer = ladder.block(ladder.rater, grid.cells, limit, seconds or 0.0, True, ladder.candidates)
    status, er, ep, ed, hardest, _, *counts = unpack(f"={len(answer) // 2}h", answer)
    if status == STOPPED:
        raise UndecidedError("timed out")
    if status not in (SOLVED, ABOVE, STUCK):
        return None
    names = [row.name for row in ladder.techniques]
    technique = names[hardest] if hardest >= 0 else ""
    return Rating(er, ep, ed, technique, level_of(er), uses_of(counts, names), status == SOLVED)


def rate_in_python(
    grid: Grid,
    stop_above: int | None = None,
    check: Check = never,
    allowed: Collection[str] | None = None,
) -> Rating:
    """Rate a puzzle of any geometry by the Python ladder, the twin of the compiled one."""
    from sudokutools.logic.ladder import Path
    from sudokutools.logic.techniques import features_of, techniques

    path = Path(grid, check, guided=False, allowed=allowed)
    path.state.explains = False
    rating = pearl = diamond = 0
    technique = ""
    uses = Uses()
    placed = False
    while (step := path.next_step(stop_above)) is not None:
        uses.add(step.technique)
        if step.points > rating:
            rating = step.points
            technique = step.technique
        diamond = diamond or step.points
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
    uses = uses.ordered(row.name for row in techniques(grid.geometry.n, features_of(grid)))
    return Rating(rating, pearl, diamond, technique, level_of(rating), uses, solved)
