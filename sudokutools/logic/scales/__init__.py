"""The scales of difficulty: each has its techniques, their order, and steps that are rated.

`se` is the scale of Sudoku Explainer (`sudokutools.logic`), `hodoku` that of HoDoKu. Paths may use
only some techniques, given by name and by group.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError, UnknownTechniqueError
from sudokutools.grid.geometry import MAX_SYMBOLS
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import SCALES
from sudokutools.logic.hodoku import techniques as hodoku
from sudokutools.logic.techniques import all_techniques, folded, nearest

if TYPE_CHECKING:
    from sudokutools.logic.ladder import Path


@lru_cache(maxsize=2)
def groups_on(scale: str) -> dict[str, str]:
    """Return the group of each technique on a scale, in order; of any number of symbols.

    >>> groups_on("se")["Swordfish"], groups_on("hodoku")["Skyscraper"]
    ('fish', 'single-digit')
    """
    if scale not in SCALES:
        raise SudokuError(f"unknown scale {scale!r}: expected {' or '.join(SCALES)}")
    rows = all_techniques(MAX_SYMBOLS) if scale == "se" else hodoku.TABLE
    return {row.name: row.group for row in rows}


def techniques_named(scale: str, text: str) -> frozenset[str]:
    """Return the techniques of a list of names and groups, separated by commas.

    Names are read as `find_technique` reads them. Raises SudokuError, with the closest names, if
    one is unknown or empty.

    >>> sorted(techniques_named("hodoku", "wings, full-house"))
    ['Full house', 'W-Wing', 'XY-Wing', 'XYZ-Wing']
    """
    groups = groups_on(scale)
    known: dict[str, set[str]] = {}
    for technique, group in groups.items():
        known.setdefault(folded(group), set()).add(technique)
        known[folded(technique)] = {technique}
    found: set[str] = set()
    for name in text.split(","):
        if not name.strip():
            raise SudokuError(f"{text!r}: expected names of techniques or groups: singles,x-wing")
        if folded(name) not in known:
            raise _unknown(scale, name.strip())
        found |= known[folded(name)]
    return frozenset(found)


def _unknown(scale: str, name: str) -> SudokuError:
    groups = groups_on(scale)
    (other,) = {*SCALES} - {scale}
    if folded(name) in map(folded, [*groups_on(other), *groups_on(other).values()]):
        return SudokuError(f"{name!r} is of scale {other}, not {scale}")
    near = nearest(name, [*dict.fromkeys(groups.values()), *groups])
    return UnknownTechniqueError(f"technique or group {name!r}", near)


def allowed_techniques(
    scale: str = "se", only: str | None = None, without: str | None = None
) -> frozenset[str] | None:
    """Return the techniques that a path on a scale may use, None if all.

    only     a list as for `techniques_named`; None: all techniques
    without  a list of those to leave out

    Raises SudokuError as `techniques_named` does, or if no technique is left.

    >>> sorted(allowed_techniques("hodoku", "singles,wings", "xyz-wing,naked single"))
    ['Full house', 'Hidden single', 'W-Wing', 'XY-Wing']
    """
    groups = groups_on(scale)
    if only is None and without is None:
        return None
    found = frozenset(groups) if only is None else techniques_named(scale, only)
    if without is not None:
        found -= techniques_named(scale, without)
    if not found:
        raise SudokuError(f"no technique is left: {only or 'all'} without {without}")
    return found


class Ladder(NamedTuple):
    """A scale, and the techniques of it to use (None: all)."""

    scale: str = "se"
    allowed: frozenset[str] | None = None

    def path(self, grid: Grid, check: Check = never) -> Path:
        """Return the path of a puzzle. Raises SudokuError if the scale does not support it."""
        if self.scale == "hodoku":
            from sudokutools.logic.hodoku.rating import HodokuPath

            return HodokuPath(grid, check, self.allowed)
        from sudokutools.logic.ladder import Path

        return Path(grid, check, allowed=self.allowed)


def stuck_after(number: int) -> str:
    """Say after how many steps no technique applies.

    >>> stuck_after(1), stuck_after(43)
    ('stuck after 1 step', 'stuck after 43 steps')
    """
    return f"stuck after {number} step{'s' * (number != 1)}"
