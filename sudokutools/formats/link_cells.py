"""Cells in links and codes of SudokuWiki.

    https://example.org/?s=53..7....        81 digits or points, anywhere in a link
    sudokuwiki.org/sudoku.htm?bd=S9B05...   two digits of base 36 a cell: a clue, 9 and an entered
                                            symbol, or 18 and the mask of candidates; 0: nothing
    X9B05...                                with diagonals; W9B: windoku

Entered symbols are read as clues. Source: https://www.sudokuwiki.org/Sudoku_String_Definitions
"""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import refuse_unknown
from sudokutools.formats.reading.cells import agreed
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, parse_cells

CODE_LENGTH = 2 * 81
ALL = (1 << 9) - 1
RULES: dict[str, list[str]] = {"S": [], "X": ["x"], "W": ["windoku"]}
"""The rules of the codes that are read."""

_RUN = re.compile(r"(?<!\d)\d{81}(?!\d)|(?<![\d.])[\d.]{81}(?![\d.])", re.ASCII)
_CODE = re.compile(r"(?<![0-9A-Za-z])([A-Z])9B([0-9A-Za-z]+)")
_OLD_CODE = re.compile(r"(?<![0-9A-Za-z])[0-9a-v]{162}(?![0-9A-Za-z])")
_VARIANT = re.compile(
    "sudokux|windoku|jigsaw|killer|kendoku|kenken|str8ts|futoshiki", re.IGNORECASE
)


_DRAWINGS = re.compile(r"penpa-edit|sudokumaker", re.IGNORECASE)
"""Sites whose links contain drawings: rules of variants are only lines and words there."""


def grid_of_link(link: str, geometry: Geometry | None) -> Grid:
    """Return the grid in a link; `geometry` is required. Raises SudokuError if there is none."""
    nine = Geometry.of(3, 3)
    code = _CODE.search(link)
    if code is not None:
        agreed(nine, "the link", geometry)
        return _decoded(code[1], code[2], nine)
    if _OLD_CODE.search(link):
        refuse_unknown("old SudokuWiki code")
    site = _DRAWINGS.search(link.partition("?")[0].partition("#")[0])
    if site is not None:
        raise SudokuError(f"links of {site[0].lower()} are not supported")
    runs = set(_RUN.findall(link))
    if not runs:
        raise SudokuError("the link does not contain the puzzle; it would need the network")
    if len(runs) > 1:
        raise SudokuError(f"{len(runs)} grids in the link, expected one")
    variant = _VARIANT.search(link)
    refuse_unknown(*([variant[0]] if variant else []))
    return Grid(agreed(nine, "the link", geometry), parse_cells(runs.pop().encode()))


def _decoded(kind: str, digits: str, nine: Geometry) -> Grid:
    if kind not in RULES:
        refuse_unknown(f"{kind}9B of SudokuWiki")
    if len(digits) != CODE_LENGTH:
        raise SudokuError(f"{len(digits)} characters after {kind}9B, expected {CODE_LENGTH}")
    numbers = [int(digits[at : at + 2], 36) for at in range(0, CODE_LENGTH, 2)]
    if max(numbers) > 18 + ALL:
        raise SudokuError(f"invalid code after {kind}9B")
    cells = [(number - 1) % 9 + 1 if 0 < number <= 18 else 0 for number in numbers]
    masks = [number - 18 if number > 18 else ALL for number in numbers]
    geometry = Geometry.of_variant(nine, None, RULES[kind]) if RULES[kind] else nine
    return marked(geometry, cells, masks)
