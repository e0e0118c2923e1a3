"""How a person solves a puzzle with exactly one solution: its steps, hints and ratings.

The functions of `logic` take grids for granted that have one solution; these refuse others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.logic.scales import Ladder, allowed_techniques, stuck_after
from sudokutools.solving.solving import only_solution

if TYPE_CHECKING:
    from sudokutools.logic.hodoku.rating import HodokuRating
    from sudokutools.logic.ladder import Path
    from sudokutools.logic.step import Step


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
    rating        such as 4.2 on scale "se", the score on scale "hodoku"
    placements    pairs
    eliminations  pairs
    pattern       the pairs of the pattern, among them `fins`
    colours       pairs of each colour, of colouring
    links         of chains: named tuples of `start`, `end` (pairs, several for a group) and
                  `is_strong`
    text          the pattern, its place and its effect, in one line
    data()        all of this for JSON, with names of cells

    Raises SudokuError at once for a grid without exactly one solution or that the scale does not
    support, and for unknown techniques and scales; after the last step if the techniques do not
    solve the puzzle.

    >>> from sudokutools import explain, read_grid
    >>> next(explain(read_grid("1234341221434..."))).text
    'Full house: r4c2 is the last empty cell of box 3, so it is 3'
    """
    return _steps(_path(grid, scale, only, without, check))


def _path(grid: Grid, scale: str, only: str | None, without: str | None, check: Check) -> Path:
    path = Ladder(scale, allowed_techniques(scale, only, without)).path(grid, check)
    only_solution(grid, check)
    return path


def _steps(path: Path) -> Iterator[Step]:
    number = 0
    while (step := path.next_step()) is not None:
        number += 1
        yield step
    if not path.is_solved:
        raise SudokuError(f"{stuck_after(number)}: no technique applies")


def hint(
    grid: Grid,
    scale: str = "se",
    only: str | None = None,
    without: str | None = None,
    check: Check = never,
) -> str | None:
    """Name the technique and the cells of the next step, None without a step.

    Parameters and errors are as in `explain`.

    >>> from sudokutools import hint, read_grid
    >>> hint(read_grid("1234341221434..."))
    'Full house in box 3: r4c2'
    """
    step = _path(grid, scale, only, without, check).next_step()
    return None if step is None else step.hint()


class PuzzleRating(NamedTuple):
    """The difficulty of a puzzle on the scale of Sudoku Explainer.

    rating      of the hardest step (ER), such as 2.6
    pearl       of the hardest step up to the first placement (EP)
    diamond     of the first step (ED)
    technique   of the (first) hardest step, "" for a complete grid
    level       "easy", "medium", "hard", "expert" or "extreme"
    techniques  the number of steps of each technique, in the order of the ladder
    solved      False if the techniques do not solve the puzzle or the search was given up

    >>> from sudokutools import rate, read_grid
    >>> found = rate(read_grid("1234341221434..."))
    >>> found.rating, found.pearl, found.diamond, found.techniques
    (1.0, 1.0, 1.0, {'Full house': 3})
    """

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

    Raises SudokuError at once for a grid without exactly one solution, and UndecidedError on a
    time-out.

    >>> from sudokutools import rate, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate(read_grid(line))
    >>> rating.rating, rating.level, rating.technique
    (2.3, 'medium', 'Naked single')
    """
    from sudokutools.logic import rating

    only_solution(grid, check)
    limit = None if stop_above is None else round(stop_above * 10)
    found = rating.rate(grid, limit, check)
    return PuzzleRating(found.rating / 10, found.pearl / 10, found.diamond / 10, *found[3:])


def rate_hodoku(grid: Grid, check: Check = never) -> HodokuRating:
    """Rate a 9x9 puzzle with exactly one solution on the scale of HoDoKu.

    grid   a plain 9x9 puzzle
    check  called between steps; exceptions that it raises end the work

    Techniques are tried in order; the first that removes or places something makes its move, and
    the search starts again from the top. Returns `level`; `score`, the sum of the scores of all
    steps; `technique` of the hardest step; and `techniques`, the number of steps of each technique.

    Raises SudokuError at once for a grid that is not plain 9x9 or without exactly one solution.

    >>> from sudokutools import rate_hodoku, read_grid
    >>> line = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
    >>> rating = rate_hodoku(read_grid(line))
    >>> rating.level, rating.score, rating.technique
    ('medium', 800, 'Naked triple')
    """
    from sudokutools.logic.hodoku import rating

    Ladder("hodoku").path(grid, check)  # Other geometries have a message of their own.
    only_solution(grid, check)
    return rating.rate_hodoku(grid, check)
