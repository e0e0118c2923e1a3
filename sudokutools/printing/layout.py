"""The measures of a page.

Lengths are in points, from the top left corner of the page; `u` is the side of a cell.

     width
    +--------------------------------+
    |            margin              |
    |   +------------------------+   |
    |   | head                   |   |   `room`: between the margins, below the head
    |   | +---------++---------+ |   |
    |   | | place   || place   | |   |   a place holds a label and a grid below it
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

from sudokutools.constraints.drawing import THIN
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import is_short, symbol_text

UNITS = {"mm": 72 / 25.4, "in": 72.0, "pt": 1.0}  # Points per unit of length.

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "b5": (176.0, 250.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
"""Paper sizes: width and height in millimetres."""

LIMITS = 36.0, 14400.0  # The minimum and maximum side of a sheet; the maximum is a limit of PDF.

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""Columns and rows of places on an upright page, by the number of places."""

MOST_PLACES = 100  # The maximum number of columns or rows of places.
GAP = 8 * UNITS["mm"]  # The minimum gap between two places.

COVER_TITLES = 44.0, 36.0, 30.0, 25.0, 21.0, 18.0
"""The font sizes of the title of a cover: the largest with which it fits."""

TITLE = 15.0
"""The font size of titles; `HEAD` and `FOOT` are the heights reserved for title and page number."""

HEAD = 2.2 * TITLE
NUMBER = 9.0
FOOT = 9 * UNITS["mm"]

SMALL, LEAST = 6.0, 4.0
"""Font sizes of digits: below SMALL they are hard to read, below LEAST unreadable."""

LARGE = 16.0  # The minimum font size of large print, unless more grids per page are requested.
SMALL_MARK, LEAST_MARK = 5.0, 3.0  # The same for pencil marks.
BASELINE = 0.36  # The distance from the middle of a digit to its baseline, relative to its size.
DIGIT_WIDTH = 0.7  # The width of a bold digit, relative to its size.
CORNER = 0.73  # The distance from the top of a text to its baseline, relative to its size.
LEAST_LINES = 6  # The minimum number of lines of a text below a grid; RULE_LINES of usual rules.
RULE_LINES = 3
HALO = 0.4  # The width of the white outline of a text, relative to its size.
BELOW = 0.65  # The maximum side of a solution at the foot of a page, relative to the puzzle.
CLEAR = 90.0  # The side from which a 9x9 solution is easy to read.

GREY, MARK_GREY = 0.45, 0.25  # The brightness of thin lines and of pencil marks.


class Area(NamedTuple):
    """A rectangle: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def mirrored(self, width: float) -> Area:
        """Return its position on the back of a page of this width, turned on its long edge."""
        return self._replace(x=width - self.x - self.width)


class Room(NamedTuple):
    """The room that the clues of a variant need around the grid, in cells.

    is_narrow  whether outlines, their sums or signs take room from pencil marks
    text       the smallest font size in cells, 0 without text
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    is_narrow: bool = False
    text: float = 0.0


NO_ROOM = Room()


class Fit(NamedTuple):
    """A grid in its place: the top left corner of its frame, and the side of a cell."""

    x: float
    y: float
    u: float


def read_length(text: str) -> float:
    """Read a length such as 15mm, 0.5in or 36pt. Raises SudokuError if it is invalid.

    >>> read_length("0.5in"), read_length("36pt")
    (36.0, 36.0)
    """
    match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(mm|in|pt)", text)
    if match is None:
        raise SudokuError(f"{text[:20]!r}: expected a length such as 15mm, 0.6in or 42pt")
    return float(match[1]) * UNITS[match[2]]


def read_paper(text: str) -> tuple[float, float]:
    """Read a paper name, or a width and height. Raises SudokuError if it is invalid.

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
        raise SudokuError(f"{text[:20]!r}: sides must be 12.7mm to 5080mm")
    return sides


AUTO = 0  # In place of a number of places: as many as are easy to read.
CLEAR_DIGITS = 12.0  # The minimum font size of digits that are easy to read.


def read_places(text: str) -> int | tuple[int, int]:
    """Read `auto`, a number of places, or columns x rows. Raises SudokuError if it is invalid.

    >>> read_places("6"), read_places("3x5"), read_places("auto")
    (6, (3, 5), 0)
    """
    if text.lower() == "auto":
        return AUTO
    match = re.fullmatch(r"(\d{1,3})[xX](\d{1,3})", text)
    if match is not None:
        across, down = int(match[1]), int(match[2])
        if 1 <= min(across, down) <= max(across, down) <= MOST_PLACES:
            return across, down
    elif text.isdecimal() and len(text) < 4 and int(text) in PER_PAGE:
        return int(text)
    numbers = ", ".join(map(str, PER_PAGE))
    raise SudokuError(f"{text[:20]!r}: expected {numbers}, two numbers such as 2x3, or auto")


def across_and_down(places: int | tuple[int, int], is_wide: bool) -> tuple[int, int]:
    """Return columns and rows of places; standard arrangements are turned on a wide page.

    >>> across_and_down(6, False), across_and_down(6, True), across_and_down((2, 3), True)
    ((2, 3), (3, 2), (2, 3))
    """
    if isinstance(places, tuple):
        return places
    across, down = PER_PAGE[places]
    return (down, across) if is_wide else (across, down)


def places(area: Area, across: int, down: int) -> list[Area]:
    """Divide an area into places, row by row, with gaps between them."""
    gap_x = min(GAP, area.width / (4 * across))
    gap_y = min(GAP, area.height / (4 * down))
    width = (area.width - (across - 1) * gap_x) / across
    height = (area.height - (down - 1) * gap_y) / down
    return [
        Area(area.x + column * (width + gap_x), area.y + row * (height + gap_y), width, height)
        for row in range(down)
        for column in range(across)
    ]


def closer(places: Sequence[Area], across: int, aspect: float, above: float) -> list[Area]:
    """Move the rows of places together as far as grids of a height for their width need no more.

    `above` is the part of the room that becomes free above the places.
    """
    first, last = places[0], places[-1]
    height = min(label_height(first) + first.width * aspect, first.height)
    gap = places[across].y - first.y - first.height if len(places) > across else 0.0
    down = len(places) // across
    free = last.y + last.height - first.y - down * height - (down - 1) * gap
    top = first.y + above * free
    return [
        place._replace(y=top + at // across * (height + gap), height=height)
        for at, place in enumerate(places)
    ]


def label_size(place: Area) -> float:
    """Return the font size of labels, which depends on the largest grid of a place.

    >>> label_size(Area(0, 0, 240, 400)), label_size(Area(0, 0, 100, 90))
    (10.0, 7.0)
    """
    return min(max(min(place.width, place.height) / 24, 7.0), 16.0)


def label_height(place: Area) -> float:
    return 1.6 * label_size(place)


def fit(place: Area, geometry: Geometry, room: Room = NO_ROOM) -> Fit:
    """Fit a grid and its room into its place: as large as possible, with its label above, centred.

    >>> fit(Area(0, 0, 60, 61.2), Geometry.of(2, 2), Room(left=1)).u
    12.0
    """
    label = label_height(place)
    columns = geometry.columns + room.left + room.right
    rows = geometry.rows + room.top + room.bottom
    u = min(place.width / columns, max(place.height - label, 0.0) / rows)
    x = place.x + (place.width - u * columns) / 2 + u * room.left
    y = place.y + (place.height - label - u * rows) / 2 + label + u * room.top
    return Fit(x, y, u)


def above_text(place: Area, geometry: Geometry, room: Room, lines: int = LEAST_LINES) -> Area:
    columns = geometry.columns + room.left + room.right
    rows = geometry.rows + room.top + room.bottom
    wanted = label_height(place) + place.width * rows / columns
    least = lines * line_height(place)
    return place._replace(height=min(wanted, max(place.height - least, 0.0)))


def line_height(place: Area) -> float:
    """Return the height of a line of text below a grid; its font size is that of labels."""
    return 1.25 * label_size(place)


def thin_width(u: float, is_large: bool = False) -> float:
    return max(THIN * u, 0.25) * (2 if is_large else 1)


def thick_width(u: float, is_large: bool = False) -> float:
    """Return the width of the frame and of box borders.

    >>> thick_width(20.0), thick_width(2.0)
    (1.2, 0.6)
    """
    return max(0.06 * u, 1.2 if u > LEAST else 0.3 * u) * (2 if is_large else 1)


def symbol_texts(geometry: Geometry, has_letters: bool = False) -> list[str]:
    """Return the printed text of each symbol from 0, the empty cell.

    >>> symbol_texts(Geometry.of(4, 3))[10:], symbol_texts(Geometry.of(4, 3), True)[10:]
    (['10', '11', '12'], ['A', 'B', 'C'])
    """
    if has_letters and is_short(geometry):
        return ["", *(symbol_text(geometry, symbol) for symbol in range(1, geometry.n + 1))]
    return ["", *map(str, geometry.values)]


def characters(geometry: Geometry, has_letters: bool = False) -> int:
    return 1 if has_letters else len(str(geometry.values[-1]))


def digit_size(
    u: float, geometry: Geometry, has_letters: bool = False, is_large: bool = False
) -> float:
    """Return the font size of the symbols of a grid.

    >>> [round(digit_size(10.0, Geometry.of_size(size)), 2) for size in (9, 100)]
    [6.2, 3.9]
    """
    width = DIGIT_WIDTH * characters(geometry, has_letters)
    return min((0.72 if is_large else 0.62) * u, 0.82 * u / width)


def mark_size(
    u: float, geometry: Geometry, has_letters: bool = False, is_narrow: bool = False
) -> float:
    """Return the font size of pencil marks; outlines, their sums and signs reduce it."""
    across, down = mark_places(geometry)
    width = DIGIT_WIDTH * characters(geometry, has_letters) * across
    if is_narrow:
        return min(0.22 * u, 0.78 * u / width, 0.57 * u / (0.75 * down))
    return min(0.22 * u, 0.9 * u / width, 0.8 * u / (0.75 * down))


def mark_places(geometry: Geometry) -> tuple[int, int]:
    """Return the columns and rows of pencil marks in a cell: as in a box, or nearly square."""
    if geometry.has_boxes and geometry.box_width > 1 and geometry.box_height > 1:
        return geometry.box_width, geometry.box_height
    across = next(side for side in range(1, 11) if side * side >= geometry.n)
    return across, -(-geometry.n // across)


@lru_cache(maxsize=16)
def mark_centres(geometry: Geometry, is_narrow: bool = False) -> Sequence[tuple[float, float]]:
    """Return the centre of the mark of each symbol in its cell, in cells."""
    across, down = mark_places(geometry)
    left, width, top, height = (0.13, 0.74, 0.26, 0.64) if is_narrow else (0.07, 0.86, 0.05, 0.9)
    return [
        (
            left + width * (index % across + 0.5) / across,
            top + height * (index // across + 0.5) / down,
        )
        for index in range(geometry.n)
    ]


Written = tuple[float, float, int]
"""The middle of a symbol and its baseline, from the corner of its grid, and the symbol."""


def symbols(geometry: Geometry, cells: bytes, u: float, size: float) -> Iterator[Written]:
    """Yield the positions of the symbols of a grid.

    >>> list(symbols(Geometry.of(2, 1), bytes([0, 2, 0, 0]), 10.0, 5.0))
    [(15.0, 6.8, 2)]
    """
    for cell, symbol in enumerate(cells):
        if symbol and cell not in geometry.absent:
            row, column = divmod(cell, geometry.columns)
            yield (column + 0.5) * u, (row + 0.5) * u + BASELINE * size, symbol


def marks(
    geometry: Geometry,
    cells: bytes,
    masks: Sequence[int],
    u: float,
    size: float,
    is_narrow: bool = False,
) -> Iterator[Written]:
    centres = mark_centres(geometry, is_narrow)
    for cell, mask in enumerate(masks):
        if cells[cell]:
            continue
        row, column = divmod(cell, geometry.columns)
        for index, (across, down) in enumerate(centres):
            if mask >> index & 1:
                yield (column + across) * u, (row + down) * u + BASELINE * size, index + 1


def booklet(pages: int) -> list[tuple[int, int]]:
    """Return the pages on each side of the sheets of a booklet, left and right, from 0.

    The sheets are nested; up to three pages beyond `pages` are empty.

    >>> booklet(8), booklet(5) == booklet(8)
    ([(7, 0), (1, 6), (5, 2), (3, 4)], True)
    """
    total = -(-pages // 4) * 4
    return [
        (total - 1 - side, side) if side % 2 == 0 else (side, total - 1 - side)
        for side in range(total // 2)
    ]


def with_strip(room: Area, across: int, down: int) -> tuple[list[Area], list[Area]]:
    """Return the places of a page and as many at its foot, for upside-down solutions.

    These are in reading order for a reader who turns the page, in as few rows as make them CLEAR
    or nearly as large as possible.
    """
    count = across * down
    found: tuple[list[Area], list[Area]] = [], []
    largest = 0.0
    for rows in range(1, down + 1):
        columns = -(-count // rows)
        rest, width = room, room.width / columns
        for _ in range(4):  # The first strips are slightly larger than necessary.
            place = places(rest, across, down)[0]
            side = BELOW * min(place.width, max(place.height - label_height(place), 0.0))
            side = min(side, width * 0.9)
            height = side + label_height(Area(0, 0, side, side))
            rest = room._replace(height=room.height - rows * height - GAP)
        if largest >= CLEAR or side <= 1.05 * largest:
            continue
        largest = side
        right, bottom = room.x + room.width, room.y + room.height
        corners = [divmod(index, columns) for index in range(count)]
        foot = [
            Area(right - width * (x + 0.5) - side / 2, bottom - height * (y + 1), side, height)
            for y, x in corners
        ]
        found = places(rest, across, down), foot
    return found
