"""The marks of clues on a page: lines, discs and texts.

Lengths are in cells, from the top left corner of the grid. A kind yields marks in `figure`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from sudokutools.constraints.places import are_beside
from sudokutools.constraints.shape import Shape

Point = tuple[float, float]
Line = Sequence[Point]
Box = tuple[float, float, float, float]  # Left, top, right, bottom.
Colour = float | str  # A brightness from 0 (black) to 1 (white), or a name of COLOURS.

COLOURS = {
    "green": "#86d07f",
    "purple": "#c38bdb",
    "gold": "#e8c33f",
    "lavender": "#b3a5ee",
    "blue": "#86b6f2",
    "olive": "#b9bd5c",
    "peach": "#fac49a",
    "teal": "#6fcfc4",
    "steel": "#9db4cc",
    "coral": "#f29b8e",
    "turquoise": "#7fd3e6",
    "rose": "#fbdbe3",
    "mint": "#d9f3dc",
    "sky": "#dbe9fc",
    "red": "#b00020",
    "leaf": "#00662b",
    "navy": "#1a4fa0",
    "plum": "#7a2e8e",
}
"""Light enough for symbols above them; the last four are dark enough for text and lines on white.
"""

Stroke = tuple[Colour, float, Sequence[float]]
"""Colour, width, and the lengths of dashes and gaps; a dash of 0 is a dot."""

AREA, LINE, OUTLINE, SIGN = range(4)
"""The layers of marks, lowest first. Thin lines of the grid are above LINE, the borders of regions
above OUTLINE. Pencil marks make room for OUTLINE.
"""

THIN = 0.015
"""The width of thin lines of a grid. Lines of up to twice this width are wider in large print."""

MARK = 0.72  # The brightness of marks of even and odd cells, and of thermometers.
INK = 0.55  # The brightness of arrows and circles.
SMALL = 0.25  # The size of sums and other texts in a corner of a cell.
INSET = 0.085  # The distance of an outline from the sides of its cells.
_WIDTH = 0.62  # The width of a character, relative to its size.


class Path(NamedTuple):
    """Lines of one style: filled if `fill` is a colour, drawn if `stroke` is one.

    dash       the lengths of a dash and the gap after it; empty: a solid line
    is_closed  whether the last point of each line is joined to the first
    is_round   whether lines have round corners, and round ends unless they are dashed
    """

    lines: Sequence[Line]
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: Sequence[float] = ()
    is_closed: bool = False
    is_round: bool = False
    layer: int = LINE

    @property
    def has_caps(self) -> bool:
        """Whether ends are round; so are dots, the dashes without length."""
        return self.is_round and not (self.dash and self.dash[0])

    @property
    def box(self) -> Box:
        xs, ys = zip(*(point for line in self.lines for point in line), strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def transformed(self, u: float, right: float = 0.0, down: float = 0.0) -> Path:
        """Return it u times as large, then moved."""
        lines = [[(x * u + right, y * u + down) for x, y in line] for line in self.lines]
        dash = [length * u for length in self.dash]
        return self._replace(lines=lines, width=self.width * u, dash=dash)


class Disc(NamedTuple):
    """A circle: filled if `fill` is a colour, drawn if `stroke` is one."""

    x: float
    y: float
    radius: float
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    layer: int = LINE

    @property
    def box(self) -> Box:
        x, y, radius = self[:3]
        return x - radius, y - radius, x + radius, y + radius

    def transformed(self, u: float, right: float = 0.0, down: float = 0.0) -> Disc:
        x, y, radius, fill, stroke, width, layer = self
        return Disc(x * u + right, y * u + down, radius * u, fill, stroke, width * u, layer)


class Text(NamedTuple):
    """A text: its middle, or its top left corner; a halo separates it from lower marks."""

    x: float
    y: float
    size: float
    text: str
    colour: Colour = 0.0
    has_halo: bool = False
    is_corner: bool = False
    layer: int = SIGN

    @property
    def box(self) -> Box:
        wide, high = text_width(self.text, self.size) / 2, self.size / 2
        x, y = (self.x + wide, self.y + high) if self.is_corner else (self.x, self.y)
        return x - wide, y - high, x + wide, y + high

    def transformed(self, u: float, right: float = 0.0, down: float = 0.0) -> Text:
        return self._replace(x=self.x * u + right, y=self.y * u + down, size=self.size * u)


Mark = Path | Disc | Text


def text_width(text: str, size: float) -> float:
    return _WIDTH * len(text) * size


def middle(cell: int, shape: Shape) -> Point:
    row, column = divmod(cell, shape.columns)
    return column + 0.5, row + 0.5


def edge(cells: Sequence[int], shape: Shape) -> Point:
    (x, y), (right, down) = (middle(cell, shape) for cell in cells)
    return (x + right) / 2, (y + down) / 2


def line(cells: Sequence[int], shape: Shape, strokes: Sequence[Stroke]) -> Iterator[Path]:
    """Yield a line through cells, with its strokes one above the other."""
    points = [middle(cell, shape) for cell in cells]
    for colour, width, dash in strokes:
        yield Path([points], stroke=colour, width=width, dash=dash, is_round=True)


def head(tip: Point, tail: Point, size: float = 0.18) -> Line:
    """Return the head of an arrow from `tail` to `tip`."""
    x, y = tip
    right, down = x - tail[0], y - tail[1]
    length = hypot(right, down) or 1.0
    right, down = size * right / length, size * down / length
    return [(x - right - down, y - down + right), tip, (x - right + down, y - down - right)]


def square(cell: int, shape: Shape, half: float, fill: Colour) -> Path:
    x, y = middle(cell, shape)
    corners = [(x - half, y - half), (x + half, y - half)]
    corners += [(x + half, y + half), (x - half, y + half)]
    return Path([corners], fill=fill, is_closed=True, layer=AREA)


def corner(cell: int, shape: Shape, text: str) -> Text:
    x, y = middle(cell, shape)
    return Text(x - 0.44, y - 0.46, SMALL, text, has_halo=True, is_corner=True, layer=OUTLINE)


def letter(cell: int, shape: Shape, text: str) -> Text:
    x, y = middle(cell, shape)
    return Text(x + 0.36, y - 0.34, SMALL, text, INK, layer=OUTLINE)


def dot(cells: Sequence[int], shape: Shape, fill: float, text: str) -> Iterator[Mark]:
    """Yield a dot between two cells, joined by a line if they are not neighbours."""
    x, y = edge(cells, shape)
    if not are_beside(cells, shape):
        yield from line(cells, shape, [(INK, 2 * THIN, ())])
    yield Disc(x, y, 0.15 if text else 0.13, fill, 0.0, 2 * THIN, SIGN)
    if text:
        yield Text(x, y, 0.22 if len(text) == 1 else 0.18, text, 1.0 - fill)


def group(
    cells: Collection[int], shape: Shape, text: str, dash: Sequence[float] = ()
) -> Iterator[Mark]:
    """Yield an outline of cells, with a text in a gap of the outline."""
    loops = outline(cells, shape.columns, INSET)
    style = Path([], stroke=0.15, width=1.4 * THIN, dash=dash, layer=OUTLINE)
    if not text:
        yield style._replace(lines=loops, is_closed=True)
        return
    # The first outline contains the first cell and begins at its top left corner.
    outer, *inner = loops
    x, y = outer[0]
    size = min(SMALL, 0.72 / (_WIDTH * len(text) + 0.1))
    wide, high = (_WIDTH * len(text) + 0.1) * size, 0.85 * size
    yield style._replace(lines=[[(x + wide, y), *outer[1:], (x, y + high)]])
    if inner:
        yield style._replace(lines=inner, is_closed=True)
    yield Text(x - 0.02, y - 0.02, size, text, has_halo=True, is_corner=True, layer=OUTLINE)


def outline(cells: Collection[int], columns: int, inset: float = 0.0) -> list[list[Point]]:
    """Return the closed outlines of cells, clockwise, moved inwards by `inset`.

    >>> outline([0, 1], 2)
    [[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]]
    """
    places = {divmod(cell, columns) for cell in sorted(cells)}
    sides: dict[Point, list[Point]] = {}
    for row, column in sorted(places):
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):  # The outside is on the left.
            if (row - right, column + down) in places:
                continue
            x = column + 0.5 + down * (0.5 - inset)
            y = row + 0.5 - right * (0.5 - inset)
            ends = []
            for sign in (-1, 1):
                beside = row + sign * down, column + sign * right
                outer = beside[0] - right, beside[1] + down
                along = 0.5 - inset
                if beside in places:
                    along = 0.5 + inset if outer in places else 0.5
                ends.append((x + sign * along * right, y + sign * along * down))
            begin, end = ((round(at[0], 6), round(at[1], 6)) for at in ends)
            sides.setdefault(begin, []).append(end)
    return [_without_middles(loop) for loop in _loops(sides)]


def _loops(sides: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """Join sides to closed lines; consumes the sides."""
    while sides:
        first = next(iter(sides))
        loop, at = [first], sides[first].pop()
        while at != first:
            loop.append(at)
            at = sides[at].pop()
        for point in [point for point in loop if not sides.get(point, True)]:
            sides.pop(point, None)
        yield loop


def _without_middles(loop: list[Point]) -> list[Point]:
    """Reduce a closed line to its corners, starting at the same point."""
    return [
        point
        for at, point in enumerate(loop)
        if not any(loop[at - 1][i] == point[i] == loop[(at + 1) % len(loop)][i] for i in (0, 1))
    ]
