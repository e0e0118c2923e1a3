"""`sudokuwiki`: links to the solvers of SudokuWiki, their codes, and links with 81 digits.

    https://example.org/?s=53..7....        81 digits or points, anywhere in a link
    sudokuwiki.org/sudoku.htm?bd=S9B05...   two digits of base 36 a cell: a clue, 9 and an entered
                                            symbol, or 18 and the mask of candidates; 0: nothing
    sudokuwiki.org/SudokuX.aspx?bd=X9B05... with diagonals; W9B: windoku
    sudokuwiki.org/Jigsaw.aspx?bd=J9B0ep... three digits a cell, with 1024 times its region, from 0
    ...?shape=33&bd=0034...&jigmap=1122...  81 digits, and the region of each cell

Entered symbols are read as clues. Source: https://www.sudokuwiki.org/Sudoku_String_Definitions
"""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import (
    ForeignLine,
    Found,
    geometry_of_regions,
    refuse_unknown,
    unescaped,
)
from sudokutools.formats.format import NINE, SINGLE, Content, Style
from sudokutools.formats.reading.cells import agreed
from sudokutools.grid.candidates import marked, shown_masks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells

ALL = (1 << 9) - 1
ENTERED, CANDIDATES, REGION = 9, 18, 1024  # Added to the values of cells.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
RULES: dict[str, list[str]] = {"S": [], "X": ["x"], "W": ["windoku"], "J": []}
"""The rules of the codes that are read, by their letters; J has regions."""
PAGES = {"S": "sudoku.htm", "X": "SudokuX.aspx", "W": "Windoku.aspx", "J": "Jigsaw.aspx"}

_RUN = re.compile(r"(?<!\d)\d{81}(?!\d)|(?<![\d.])[\d.]{81}(?![\d.])", re.ASCII)
_CODE = re.compile(r"(?<![0-9A-Za-z])([A-Z])9B([0-9A-Za-z]+)")
_OLD_CODE = re.compile(r"(?<![0-9A-Za-z])[0-9a-v]{162}(?![0-9A-Za-z])")
_REGIONS = re.compile(r"[?&]jigmap=([1-9]{81})(?!\d)")
_RULE = re.compile(r"sudokuwiki\.org/(?:sudoku)?(x|windoku)\b", re.IGNORECASE)
_VARIANT = re.compile(
    "sudokux|windoku|jigsaw|killer|kendoku|kenken|str8ts|futoshiki", re.IGNORECASE
)


_DRAWINGS = re.compile(r"penpa-edit|sudokumaker", re.IGNORECASE)
"""Sites whose links contain drawings: rules of variants are only lines and words there."""


class SudokuWikiFormat(ForeignLine):
    """A link a line, with digits, or with a code if there are candidates or regions."""

    limits = (NINE, SINGLE)
    has_comments = False
    has_notes = False
    has_candidates = True

    def parse(self, text: bytes, geometry: Geometry | None) -> Found:
        return Found(grid_of_link(text, geometry))

    def refuses(self, content: Content) -> str:
        known = "plain grids, diagonals, windoku and jigsaws only"
        return super().refuses(content) or (
            "" if _letter(content.grid) else f"{self.name} supports {known}"
        )

    def write(self, content: Content, style: Style) -> str:
        grid = content.grid
        letter, regions = _letter(grid), grid.geometry.regions
        text = format_line(grid, "0")
        if grid.candidates is not None or regions is not None:
            masks = shown_masks(grid) if grid.candidates is not None else 81 * [ALL]
            cells = zip(grid.cells, masks, regions or bytes(81), strict=True)
            numbers = [REGION * region + (s or CANDIDATES + mask) for s, mask, region in cells]
            text = f"{letter}9B{''.join(_digits(n, _width(letter)) for n in numbers)}"
        return f"https://www.sudokuwiki.org/{PAGES[letter]}?bd={text}\n"


def _letter(grid: Grid) -> str:
    """Return the letter of the codes of a grid; "" if no solver of SudokuWiki has its rules."""
    geometry = grid.geometry
    if grid.constraints is not None or geometry.extra_houses:
        return ""
    if geometry.regions is not None:
        return "" if geometry.rules else "J"
    return next((key for key, rules in RULES.items() if rules == list(geometry.rules)), "")


def _width(letter: str) -> int:
    return 3 if letter == "J" else 2


def _digits(number: int, width: int) -> str:
    return "".join(DIGITS[number // 36**place % 36] for place in range(width - 1, -1, -1))


def grid_of_link(text: bytes, geometry: Geometry | None) -> Grid:
    """Return the grid in a link; `geometry` is required. Raises SudokuError if there is none."""
    link = unescaped(text)
    nine = agreed(Geometry.of(3, 3), "the link", geometry)
    code = _CODE.search(link)
    if code is not None:
        return _decoded(code[1], code[2], nine)
    if _OLD_CODE.search(link):
        refuse_unknown("old SudokuWiki code")
    site = _DRAWINGS.search(link.partition("?")[0].partition("#")[0])
    if site is not None:
        raise SudokuError(f"links of {site[0].lower()} are not supported")
    regions, rule, variant = _REGIONS.search(link), _RULE.search(link), _VARIANT.search(link)
    runs = set(_RUN.findall(_REGIONS.sub("", link)))
    if not runs:
        raise SudokuError("the link does not contain the puzzle; it would need the network")
    if len(runs) > 1:
        raise SudokuError(f"{len(runs)} grids in the link, expected one")
    if regions is not None:
        nine = geometry_of_regions(list(regions[1]), 9, geometry) or nine
    elif rule is not None:
        nine = Geometry.of_variant(nine, None, [rule[1].lower()])
    elif variant is not None:
        refuse_unknown(variant[0])
    return Grid(nine, parse_cells(runs.pop().encode()))


def _decoded(letter: str, digits: str, nine: Geometry) -> Grid:
    if letter not in RULES:
        refuse_unknown(f"{letter}9B of SudokuWiki")
    width = _width(letter)
    if len(digits) != 81 * width:
        raise SudokuError(f"{len(digits)} characters after {letter}9B, expected {81 * width}")
    fields = [int(digits[at : at + width], 36) for at in range(0, len(digits), width)]
    numbers = [field % REGION for field in fields]
    if max(numbers) > CANDIDATES + ALL or max(fields) >= 9 * REGION:
        raise SudokuError(f"invalid code after {letter}9B")
    cells = [(n - 1) % ENTERED + 1 if 0 < n <= CANDIDATES else 0 for n in numbers]
    masks = [n - CANDIDATES if n > CANDIDATES else ALL for n in numbers]
    regions = [field // REGION for field in fields] if letter == "J" else None
    geometry = Geometry.of_variant(nine, regions, RULES[letter])
    return marked(geometry, cells, masks)


FORMAT = SudokuWikiFormat()
