"""The arguments of `mask`, and the request that they make for a geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from sudokutools.grid.geometry import Geometry
from sudokutools.masking.plan import PRINTED, PuzzleRequest


class Wishes(TypedDict, total=False):
    """The puzzles that `mask` makes. All wishes are optional, and named as the options.

    Difficulty:

    level         a name such as "hard", or a range such as "medium-hard" or "hard-"
    rating        one such as 2.6, or the lowest and the highest: (2.6, 3.2)
    technique     that of the hardest step, such as "X-Wing"
    only          the techniques that suffice: names and groups, as in "singles,x-wing"; then
                  `technique` is a list as well, and each of these is necessary
    scale         that of these: "se" (Sudoku Explainer, the default), or "hodoku", where ratings
                  are scores

    At most one of these about the number of clues:

    clues         the number of clues
    blanks        the number of empty cells
    row_blanks    the number of empty cells of every row, or the least and the most: (5, 6)
    minimal       True: no clue is redundant
    orbit_minimal  True: no set of symmetric clues is redundant
    pattern       the cells of the clues, or a drawing of them, with `.` for the others

    Others:

    symmetry      "rotate180", "rotate90", "mirror", "flip", "diagonal", "antidiagonal" or "full"
    keep          cells whose clues stay: numbers, or names as in "r1c1r5c5"
    unique        False: do not require a unique solution; five ninths are emptied by default
    tries         the most attempts; by default 500, of 9x9 grids 10,000 for a level and 1,000,000
                  for a rating or technique
    weights       True: with `minimal`, `weight` says how many minimal puzzles this one stands for
    cages         True: cages as in printed killers; or the least and the most cells: (2, 4), and
                  optionally the least percentage of cages of three or more cells
    less          the percentage of the adjacent cells in a region that get a sign of inequality
    parity        the percentage of the cells that are marked even or odd
    add           other kinds of clues of sudoku-variants(7), and how many: {"arrow": 4}

    >>> from sudokutools import Wishes, generate, mask
    >>> wishes: Wishes = {"clues": 30, "symmetry": "rotate180"}
    >>> mask(generate(), **wishes).puzzle.clue_count
    30
    """

    clues: int
    blanks: int
    row_blanks: int | tuple[int, int]
    minimal: bool
    weights: bool
    orbit_minimal: bool
    pattern: str | Iterable[int]
    symmetry: str
    level: str | tuple[str, str]
    rating: float | tuple[float, float]
    technique: str
    only: str
    scale: str
    unique: bool
    tries: int
    cages: bool | tuple[int, int] | tuple[int, int, int]
    less: int
    parity: int
    add: Mapping[str, int]
    keep: str | Iterable[int]


def request_of(geometry: Geometry, wishes: Wishes) -> PuzzleRequest:
    """Return the request for a puzzle of a geometry. Raises SudokuError for invalid cells."""
    values: dict[str, Any] = {**wishes}
    for name in ("row_blanks", "rating"):
        if isinstance(value := values.get(name), int | float):
            values[name] = value, value
    if isinstance(pattern := values.get("pattern"), str):
        from sudokutools.formats.reading.pattern import read_pattern

        values["pattern"] = read_pattern(pattern, geometry)
    if isinstance(keep := values.get("keep"), str):
        from sudokutools.constraints.constraint import parse_cells

        values["keep"] = parse_cells("keep", keep, geometry)
    for name in ("pattern", "keep"):
        if values.get(name) is not None:
            values[name] = frozenset(values[name])
    if values.get("cages") is True:
        values["cages"] = PRINTED
    values["add"] = tuple(values.get("add", {}).items())
    return PuzzleRequest(**values)
