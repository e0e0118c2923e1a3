"""Where things stand on a page: numbers only.

Lengths are in points, from the upper left corner of the page to the right and down; `u` is the side
of a cell.

     width
    +--------------------------------+
    |            margin              |
    |   +------------------------+   |
    |   | head                   |   |   `room`: between the margins, under the head
    |   | +---------++---------+ |   |
    |   | | place   || place   | |   |   a place holds a label and, under it, a grid
    |   | +---------++---------+ |   |
    |   | strip (solutions below)|   |
    |   +------------------------+   |
    |             foot               |
    +--------------------------------+
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import MAX_CHARACTER_SYMBOLS, symbol_text

UNITS = {"mm": 72 / 25.4, "in": 72.0, "pt": 1.0}
"""Points of a unit of length."""

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""Sheets of paper: width and height in millimetres."""

LIMITS = 36.0, 14400.0
"""The shortest and the longest side of a sheet; more than the latter no PDF can have."""

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""Places across and down on an upright page, by their number."""

MOST_PLACES = 100
"""So many places across and down a page may have."""

GAP = 8 * UNITS["mm"]
"""Between two places at least."""

TITLE = 15.0
"""The size of the letters of a title; `HEAD` is what it takes of the page, `FOOT` the number's."""

HEAD = 2.2 * TITLE
NUMBER = 9.0
FOOT = 9 * UNITS["mm"]

SMALL, LEAST = 6.0, 4.0
"""Digits below the first size are hard to read, below the second nobody can."""

LARGE = 16.0
"""Digits of large print have this size at least, where nobody asks for more of them."""

SMALL_MARK, LEAST_MARK = 5.0, 3.0
"""The same of pencil marks."""

SUM = 0.22
"""The size of the sum of a cage, in cells; the sizes of pencil marks are small for it, too."""

SMALL_BELOW, LEAST_BELOW = 3.5, 2.5
"""The same of solutions at the foot of a page: a glance at them is enough."""

BASELINE = 0.36
"""How far below its middle a digit stands, in parts of its size: half the height of a capital."""

DIGIT_WIDTH = 0.7
"""The width of a bold digit in parts of its size."""

BELOW = 0.3
"""The side of a solution at the foot of a page, in parts of the puzzle's."""

GREY = 0.45
"""The brightness of thin lines, from black to white; `SHADE` is that of every other box,
`MARK_GREY` of pencil marks."""

SHADE = 0.92
MARK_GREY = 0.25


class Area(NamedTuple):
    """A rectangle by its upper left corner, its width and its height."""

    x: float
    y: float
    width: float
    height: float

    def mirrored(self, width: float) -> Area:
        """Return where it is on the back of a page so wide that is turned on its long edge."""
        return self._replace(x=width - self.x - self.width)


class Fit(NamedTuple):
    """A grid in its place: the upper left corner of its frame, and the side of a cell."""

    x: float
    y: float
    u: float


def read_length(text: str) -> float:
    """Read a length such as 15mm, 0.5in or 36pt. SudokuError: it is none.

    >>> read_length("0.5in"), read_length("36pt")
    (36.0, 36.0)
    """
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(mm|in|pt)", text)
    if match is None:
        raise SudokuError(f"{text[:20]!r} is no length such as 15mm, 0.6in or 42pt")
    return float(match[1]) * UNITS[match[2]]


def read_paper(text: str) -> tuple[float, float]:
    """Read the name of a paper, or its width and height. SudokuError: it is neither.

    >>> read_paper("6x9in")
    (432.0, 648.0)
    """
    if text.lower() in PAPERS:
        width, height = PAPERS[text.lower()]
        return width * UNITS["mm"], height * UNITS["mm"]
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)[xX](\d{1,6}(?:\.\d{1,6})?)(mm|in|pt)", text)
    if match is None:
        raise SudokuError(f"{text[:20]!r}: expected {', '.join(PAPERS)}, WxHmm or WxHin")
    sides = float(match[1]) * UNITS[match[3]], float(match[2]) * UNITS[match[3]]
    if not LIMITS[0] <= min(sides) <= max(sides) <= LIMITS[1]:
        raise SudokuError(f"{text[:20]!r}: a side is from 12.7mm to 5080mm")
    return sides


def read_places(text: str) -> int | tuple[int, int]:
    """Read a number of places on a page, or how many across and down. SudokuError: it is neither.

    >>> read_places("6"), read_places("3x5")
    (6, (3, 5))
    """
    match = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", text)
    if match is not None:
        across, down = int(match[1]), int(match[2])
        if 1 <= min(across, down) <= max(across, down) <= MOST_PLACES:
            return across, down
    elif text.isdecimal() and len(text) < 4 and int(text) in PER_PAGE:
        return int(text)
    numbers = ", ".join(map(str, PER_PAGE))
    raise SudokuError(f"{text[:20]!r}: expected {numbers}, or two numbers such as 2x3")


def across_and_down(places: int | tuple[int, int], is_wide: bool) -> tuple[int, int]:
    """Return how many places stand across a page and down; a wide page turns the usual ones.

    >>> across_and_down(6, False), across_and_down(6, True), across_and_down((2, 3), True)
    ((2, 3), (3, 2), (2, 3))
    """
    if isinstance(places, tuple):
        return places
    across, down = PER_PAGE[places]
    return (down, across) if is_wide else (across, down)


def usual_places(geometry: Geometry) -> int:
    """Return how many grids stand on a page where nobody says it.

    >>> [usual_places(Geometry.of_size(size)) for size in (9, 16, 25)]
    [4, 2, 1]
    """
    return 4 if geometry.n <= 9 else 2 if geometry.n <= 16 else 1


def places(area: Area, across: int, down: int) -> list[Area]:
    """Part an area into places, row by row, with gaps between them."""
    gap_x = min(GAP, area.width / (4 * across))
    gap_y = min(GAP, area.height / (4 * down))
    width = (area.width - (across - 1) * gap_x) / across
    height = (area.height - (down - 1) * gap_y) / down
    return [
        Area(area.x + column * (width + gap_x), area.y + row * (height + gap_y), width, height)
        for row in range(down)
        for column in range(across)
    ]


def label_size(place: Area) -> float:
    """Return the size of the letters of labels, which is that of the largest grid of a place.

    >>> label_size(Area(0, 0, 240, 400)), label_size(Area(0, 0, 100, 90))
    (10.0, 7.0)
    """
    return min(max(min(place.width, place.height) / 24, 7.0), 16.0)


def label_height(place: Area) -> float:
    """Return what a label takes of a place; its baseline is half its size above the grid."""
    return 1.6 * label_size(place)


def fit(place: Area, geometry: Geometry) -> Fit:
    """Return where a grid stands: as large as it can be under its label, in the middle of both."""
    label = label_height(place)
    room = max(place.height - label, 0.0)
    u = min(place.width / geometry.columns, room / geometry.rows)
    x = place.x + (place.width - u * geometry.columns) / 2
    y = place.y + (place.height - label - u * geometry.rows) / 2 + label
    return Fit(x, y, u)


def thin_width(u: float, is_large: bool = False) -> float:
    """Return the width of the lines between cells."""
    return max(0.015 * u, 0.25) * (2 if is_large else 1)


def thick_width(u: float, is_large: bool = False) -> float:
    """Return the width of the frame and of the lines between boxes."""
    return max(0.06 * u, 1.2 if u > LEAST else 0.3 * u) * (2 if is_large else 1)


def symbol_texts(geometry: Geometry, has_letters: bool = False) -> list[str]:
    """Return what is printed for each symbol from 0, an empty cell.

    >>> symbol_texts(Geometry.of(4, 3))[10:], symbol_texts(Geometry.of(4, 3), True)[10:]
    (['10', '11', '12'], ['A', 'B', 'C'])
    """
    symbols = range(1, geometry.n + 1)
    if has_letters and geometry.n <= MAX_CHARACTER_SYMBOLS:
        return ["", *(symbol_text(geometry, symbol) for symbol in symbols)]
    return ["", *map(str, symbols)]


def _characters(geometry: Geometry, has_letters: bool) -> int:
    return 1 if has_letters else len(str(geometry.n))


def digit_size(u: float, characters: int = 1, is_large: bool = False) -> float:
    """Return the size of symbols of so many characters: all of a grid have one size.

    >>> round(digit_size(10.0), 2), round(digit_size(10.0, 3), 2)
    (6.2, 3.9)
    """
    return min((0.72 if is_large else 0.62) * u, 0.82 * u / (DIGIT_WIDTH * characters))


def size_of_digits(
    fitted: Fit, geometry: Geometry, has_letters: bool = False, is_large: bool = False
) -> float:
    """Return the size of the symbols of a grid in its place."""
    return digit_size(fitted.u, _characters(geometry, has_letters), is_large)


def mark_size(
    u: float, geometry: Geometry, has_letters: bool = False, has_sums: bool = False
) -> float:
    """Return the size of pencil marks, which stand in a cell as the cells of a box do.

    The lines and sums of cages take some of it.
    """
    across, down = mark_places(geometry)
    width = DIGIT_WIDTH * _characters(geometry, has_letters) * across
    if has_sums:
        return min(0.22 * u, 0.78 * u / width, 0.57 * u / (0.75 * down))
    return min(0.22 * u, 0.9 * u / width, 0.8 * u / (0.75 * down))


def mark_places(geometry: Geometry) -> tuple[int, int]:
    """Return how many pencil marks stand across a cell and down: as in a box, or nearly square."""
    if geometry.has_boxes and geometry.box_width > 1 and geometry.box_height > 1:
        return geometry.box_width, geometry.box_height
    across = next(side for side in range(1, 11) if side * side >= geometry.n)
    return across, -(-geometry.n // across)


@lru_cache(maxsize=16)
def mark_centres(geometry: Geometry, has_sums: bool = False) -> Sequence[tuple[float, float]]:
    """Return the middle of the mark of each symbol from 1, in cells from the corner of its cell.

    Between the lines of cages, and below their sums, they are nearer to each other.
    """
    across, down = mark_places(geometry)
    left, width, top, height = (0.13, 0.74, 0.26, 0.64) if has_sums else (0.07, 0.86, 0.05, 0.9)
    return [
        (
            left + width * (index % across + 0.5) / across,
            top + height * (index // across + 0.5) / down,
        )
        for index in range(geometry.n)
    ]


Written = tuple[float, float, int]
"""The middle of a symbol and what it stands on, from the corner of its grid, and the symbol."""


def symbols(geometry: Geometry, cells: bytes, u: float, size: float) -> Iterator[Written]:
    """Yield where the symbols of a grid are written.

    >>> list(symbols(Geometry.of(2, 1), bytes([0, 2, 0, 0]), 10.0, 5.0))
    [(15.0, 6.8, 2)]
    """
    for cell, symbol in enumerate(cells):
        if symbol:
            row, column = divmod(cell, geometry.columns)
            yield (column + 0.5) * u, (row + 0.5) * u + BASELINE * size, symbol


def marks(
    geometry: Geometry,
    cells: bytes,
    masks: Sequence[int],
    u: float,
    size: float,
    has_sums: bool = False,
) -> Iterator[Written]:
    """Yield where the pencil marks of the empty cells are written."""
    centres = mark_centres(geometry, has_sums)
    for cell, mask in enumerate(masks):
        if cells[cell]:
            continue
        row, column = divmod(cell, geometry.columns)
        for index, (across, down) in enumerate(centres):
            if mask >> index & 1:
                yield (column + across) * u, (row + down) * u + BASELINE * size, index + 1


class Lines(NamedTuple):
    """The lines inside a grid, in cells from its corner: down at some x, across at some y."""

    xs: Sequence[int]
    ys: Sequence[int]


@lru_cache(maxsize=16)
def lines(geometry: Geometry) -> tuple[Lines, Lines]:
    """Return the thin and the thick lines of a grid, its frame left out.

    Boxes one cell wide or high have no lines of their own: around every cell they say nothing.

    >>> lines(Geometry.of(3, 2))
    (Lines(xs=[1, 2, 4, 5], ys=[1, 3, 5]), Lines(xs=[3], ys=[2, 4]))
    """
    width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    xs, ys = range(1, geometry.columns), range(1, geometry.rows)
    thin = Lines([x for x in xs if x % width], [y for y in ys if y % height])
    return thin, Lines([x for x in xs if x % width == 0], [y for y in ys if y % height == 0])


@lru_cache(maxsize=16)
def shaded(geometry: Geometry) -> Sequence[tuple[int, int, int, int]]:
    """Return every other box in cells: left, top, width, height.

    >>> shaded(Geometry.of(2, 2))
    [(2, 0, 2, 2), (0, 2, 2, 2)]
    """
    width, height = geometry.box_width, geometry.box_height
    return [
        (across * width, down * height, width, height)
        for down in range(geometry.boxes_down)
        for across in range(geometry.boxes_across)
        if (across + down) % 2
    ]


def booklet(pages: int) -> list[tuple[int, int]]:
    """Return the pages of each side of the folded sheets of a booklet, left and right, from 0.

    Two pages stand on a side; the sheets lie in each other and are stitched in the fold. There may
    be up to three pages more than `pages`: these are empty.

    >>> booklet(8), booklet(5) == booklet(8)
    ([(7, 0), (1, 6), (5, 2), (3, 4)], True)
    """
    total = -(-pages // 4) * 4
    return [
        (total - 1 - side, side) if side % 2 == 0 else (side, total - 1 - side)
        for side in range(total // 2)
    ]


def with_strip(room: Area, across: int, down: int) -> tuple[list[Area], list[Area]]:
    """Return the places of a page and as many at its foot, for solutions upside down.

    Those at the foot come in the order of the places for who has turned the page: from the right.
    """
    count = across * down
    rest = room
    for _ in range(2):  # The first time the strip is a little larger than it has to be.
        place = places(rest, across, down)[0]
        side = BELOW * min(place.width, max(place.height - label_height(place), 0.0))
        side = min(side, room.width / count * 0.9)
        height = side + label_height(Area(0, 0, side, side))
        rest = room._replace(height=room.height - height - GAP)
    top, width = room.y + room.height - height, room.width / count
    centres = [room.x + width * (count - index - 0.5) for index in range(count)]
    foot = [Area(centre - side / 2, top, side, height) for centre in centres]
    return places(rest, across, down), foot
