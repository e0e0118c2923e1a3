"""The scales of difficulty: each has its techniques, their order, and steps that are rated.

`se` is the scale of Sudoku Explainer (`sudokutools.logic`), `hodoku` that of HoDoKu. Paths may use
only some techniques, given by name and by group.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    from sudokutools.logic.step import Step


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


def explain(
    grid: Grid,
    scale: str = "se",
    only: str | None = None,
    without: str | None = None,
    check: Check = never,
) -> Iterator[Step]:
    """Explain how a person solves a puzzle with exactly one solution: yield the steps.

    grid     the puzzle, of any geometry or variant; on the scale of HoDoKu a plain 9x9 puzzle
    scale    "se", the ladder of Sudoku Explainer, or "hodoku"
    only     the techniques to use: names and groups, as in "singles,x-wing"; None: all
    without  techniques not to use
    check    called between steps; exceptions that it raises end the work

    A step is a named tuple, and its text as a str. Pairs are (cell, symbol) pairs:

    technique     the name
    rating        in tenths on scale "se", the score on scale "hodoku"
    placements    pairs
    eliminations  pairs
    pattern       the pairs of the pattern, among them `fins`
    colours       pairs of each colour, of colouring
    links         of chains: named tuples of `start`, `end` (pairs, several for a group) and
                  `is_strong`
    text          the pattern, its place and its effect, in one line
    data()        all of this for JSON, with names of cells

    Raises SudokuError for unknown techniques and scales, for grids that the scale does not
    support, and after the last step if the techniques do not solve the puzzle.

    >>> from sudokutools import explain, read_grid
    >>> next(explain(read_grid("1234341221434..."))).text
    'Full house: r4c2 is the last empty cell of box 3, so it is 3'
    """
    return _steps(Ladder(scale, allowed_techniques(scale, only, without)).path(grid, check))


def _steps(path: Path) -> Iterator[Step]:
    number = 0
    while (step := path.next_step()) is not None:
        number += 1
        yield step
    if not path.is_solved:
        raise SudokuError(f"{stuck_after(number)}: no technique applies")


def stuck_after(number: int) -> str:
    """Say after how many steps no technique applies.

    >>> stuck_after(1), stuck_after(43)
    ('stuck after 1 step', 'stuck after 43 steps')
    """
    return f"stuck after {number} step{'s' * (number != 1)}"


def hint(
    grid: Grid,
    scale: str = "se",
    only: str | None = None,
    without: str | None = None,
    check: Check = never,
) -> str | None:
    """Name the technique and the cells of the next step, None without a step.

    The parameters are as in `explain`.

    >>> from sudokutools import hint, read_grid
    >>> hint(read_grid("1234341221434..."))
    'Full house in box 3: r4c2'
    """
    path = Ladder(scale, allowed_techniques(scale, only, without)).path(grid, check)
    step = path.next_step()
    return None if step is None else step.hint()


class PuzzleRating(NamedTuple):
    """The difficulty of a puzzle, as `rating.Rating`, but in units: 1.2 for 12 tenths."""

    rating: float
    pearl: float
    diamond: float
    technique: str
    level: str
    techniques: dict[str, int]
    solved: bool


def rate(grid: Grid, stop_above: float | None = None, check: Check = never) -> PuzzleRating:
    """Rate a puzzle with exactly one solution on the scale of Sudoku Explainer 1.2.1.

    grid        the puzzle, of any geometry or variant
    stop_above  give up at the first step above this rating
    check       called between steps; exceptions that it raises end the work; compiled ladders do
                not call it, but stop after `check.seconds` if that attribute exists

    Returns a named tuple: `rating`, `pearl` and `diamond` (ER, EP and ED), such as 1.2; `technique`
    of the hardest step; `level`; `techniques`, the number of steps of each technique; and `solved`,
    False if the techniques do not solve the puzzle or the search was given up.

    Raises UndecidedError on a time-out.

    >>> from sudokutools import rate, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate(read_grid(line))
    >>> rating.rating, rating.level, rating.technique
    (2.3, 'medium', 'Naked single')
    """
    from sudokutools.logic import rating

    limit = None if stop_above is None else round(stop_above * 10)
    found = rating.rate(grid, limit, check)
    return PuzzleRating(found.rating / 10, found.pearl / 10, found.diamond / 10, *found[3:])
