"""The drawing of a variant: shapes from the lowest to the uppermost.

Irregular regions, tinted houses, diagonals, dashed cages with sums, grey squares for even and discs
for odd cells, inequality signs, thermometers. Lengths are in points, from the top left corner of
the grid; `u` is the side of a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.design import Design

Point = tuple[float, float]
Line = Sequence[Point]

TINTS = 0.87, 0.79, 0.94
"""The brightness of extra houses; adjacent houses get different ones."""

SHADES = 1.0, 0.92, 0.85, 0.96
"""The brightness of irregular regions if alternate ones are grey."""

MARK = 0.72
"""The brightness of the marks of even and odd cells, and of thermometers."""

DIAGONAL = 0.6
INSET = 0.085
"""The distance of a cage from the sides of its cells, in cells."""

CAPTIONED = ("disjoint", "antiknight", "antiking", "nonconsecutive")
"""The rules that a drawing does not show."""


class Shape(NamedTuple):
    """Lines of one style: filled if `fill` is a brightness, drawn if `stroke` is one.

    dash       the lengths of a dash and the gap after it; empty: a solid line is_closed  whether
    the last point of each line is joined to the first is_round   whether lines have round ends and
    corners
    """

    lines: Sequence[Line]
    fill: float | None = None
    stroke: float | None = None
    width: float = 0.0
    dash: Sequence[float] = ()
    is_closed: bool = False
    is_round: bool = False


class Disc(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: float


class Sum(NamedTuple):
    """The sum of a cage: the position and size of its text."""

    x: float
    y: float
    size: float
    text: str


Drawn = Shape | Disc | Sum


def needs_figure(grid: Grid) -> bool:
    """Whether a grid is drawn by shapes; plain grids have lines from edge to edge."""
    return not grid.is_plain


def has_sums(grid: Grid) -> bool:
    """Whether a grid has cages, whose sums take room from pencil marks."""
    return grid.relations is not None and bool(grid.relations.cages)


def caption(grid: Grid) -> str:
    """Name the rules that a drawing does not show.

    >>> caption(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])))
    'antiking'
    """
    return ", ".join(rule for rule in grid.geometry.rules if rule in CAPTIONED)


def figure(grid: Grid, u: float, design: Design, is_solution: bool = False) -> Iterator[Drawn]:
    """Yield everything below the symbols of a grid; solutions are drawn without clues."""
    geometry = grid.geometry
    relations = None if is_solution else grid.relations
    if design.has_shade:
        yield from _shades(geometry, u)
    has_lines = "x" in geometry.rules and not has_sums(grid)  # Lines would cross sums.
    yield from _tints(geometry, u, ("diagonal", "disjoint") if has_lines else ("disjoint",))
    if relations is not None:
        yield from _parity(grid, u)
        yield from _thermometers(grid, u)
    if has_lines:
        width, height = u * geometry.columns, u * geometry.rows
        crossed = [[(0.0, 0.0), (width, height)], [(0.0, height), (width, 0.0)]]
        yield Shape(crossed, stroke=DIAGONAL, width=2 * layout.thin_width(u, design.is_large))
    yield from _grid_lines(geometry, u, design)
    if relations is not None:
        for cage in relations.cages:
            yield from _cage(geometry, cage.sum, cage.cells, u, design)
    yield _region_lines(geometry, u, design)
    if relations is not None:
        yield from _signs(grid, u)


def outline(cells: Collection[int], columns: int, inset: float = 0.0) -> list[list[Point]]:
    """Return the closed outlines of cells, clockwise and in cells, moved inwards by `inset`.

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


def _scaled(lines: Sequence[Line], u: float) -> list[list[Point]]:
    return [[(x * u, y * u) for x, y in line] for line in lines]


def _middle(geometry: Geometry, cell: int, u: float) -> Point:
    return (geometry.column_of(cell) + 0.5) * u, (geometry.row_of(cell) + 0.5) * u


def _colours(houses: Sequence[Collection[int]], columns: int) -> list[int]:
    """Number the houses so that houses that meet have different numbers (greedily)."""
    around = [
        {cell + step for cell in house for step in (0, 1, -1, columns, -columns)}
        for house in houses
    ]
    found: list[int] = []
    for at, house in enumerate(houses):
        near = {found[other] for other in range(at) if not around[other].isdisjoint(house)}
        found.append(next(colour for colour in range(at + 1) if colour not in near))
    return found


def _tints(geometry: Geometry, u: float, others: tuple[str, ...]) -> Iterator[Shape]:
    """Yield the extra houses, except those whose names begin with one of `others`."""
    houses = [extra.cells for extra in geometry.extras if not extra.name.startswith(others)]
    colours = _colours(houses, geometry.columns)
    for colour, cells in sorted(zip(colours, houses, strict=True)):
        tint = TINTS[colour % len(TINTS)]
        yield Shape(_scaled(outline(cells, geometry.columns), u), fill=tint, is_closed=True)


def _shades(geometry: Geometry, u: float) -> Iterator[Shape]:
    """Yield alternate boxes, or regions in several greys so that adjacent ones differ."""
    if geometry.has_boxes:
        colours = [
            (at // geometry.boxes_across + at % geometry.boxes_across) % 2
            for at in range(len(geometry.region_cells))
        ]
    else:
        colours = _colours(geometry.region_cells, geometry.columns)
    for colour, cells in zip(colours, geometry.region_cells, strict=True):
        if colour:
            shade = SHADES[colour % len(SHADES)]
            yield Shape(_scaled(outline(cells, geometry.columns), u), fill=shade, is_closed=True)


def _parity(grid: Grid, u: float) -> Iterator[Drawn]:
    """Yield the squares of even and the discs of odd cells."""
    assert grid.relations is not None
    half = 0.36 * u
    for cell in grid.relations.even:
        x, y = _middle(grid.geometry, cell, u)
        corners = [(x - half, y - half), (x + half, y - half)]
        corners += [(x + half, y + half), (x - half, y + half)]
        yield Shape([corners], fill=MARK, is_closed=True)
    for cell in grid.relations.odd:
        yield Disc(*_middle(grid.geometry, cell, u), 0.39 * u, MARK)


def _is_sign(geometry: Geometry, run: Sequence[int]) -> bool:
    """Whether a chain is an inequality between neighbours rather than a thermometer."""
    if len(run) > 2:
        return False
    first, last = min(run), max(run)
    return last - first == geometry.columns or (
        last - first == 1 and geometry.row_of(first) == geometry.row_of(last)
    )


def _thermometers(grid: Grid, u: float) -> Iterator[Drawn]:
    """Yield the thermometers."""
    geometry = grid.geometry
    assert grid.relations is not None
    for run in grid.relations.less:
        if not _is_sign(geometry, run):
            line = [_middle(geometry, cell, u) for cell in run]
            yield Disc(*line[0], 0.36 * u, MARK)
            yield Shape([line], stroke=MARK, width=0.24 * u, is_round=True)


def _signs(grid: Grid, u: float) -> Iterator[Drawn]:
    """Yield the inequality signs, pointing at the smaller cell."""
    geometry = grid.geometry
    assert grid.relations is not None
    pairs = [run for run in grid.relations.less if _is_sign(geometry, run)]
    strokes = []
    for low, high in pairs:
        (x, y), (right, down) = _middle(geometry, low, u), _middle(geometry, high, u)
        along = (right - x) / u, (down - y) / u
        x, y = (x + right) / 2, (y + down) / 2
        yield Disc(x, y, 0.12 * u, 1.0)
        long, wide = 0.065 * u, 0.11 * u
        strokes.append(
            [
                (x + long * along[0] + sign * wide * along[1],
                 y + long * along[1] + sign * wide * along[0])
                for sign in (-1, 1)
            ]
        )  # fmt: skip
        strokes[-1].insert(1, (x - long * along[0], y - long * along[1]))
    if strokes:
        yield Shape(strokes, stroke=0.0, width=max(0.035 * u, 0.6), is_round=True)


def _cage(
    geometry: Geometry, total: int, cells: Sequence[int], u: float, design: Design
) -> Iterator[Drawn]:
    """Yield the dashed outline of a cage, and its sum in a gap of the outline."""
    loops = _scaled(outline(cells, geometry.columns, INSET), u)
    width, dash = 1.4 * layout.thin_width(u, design.is_large), (0.07 * u, 0.05 * u)
    dashed = partial(Shape, stroke=0.15, width=width, dash=dash)
    if not total:
        yield dashed(loops, is_closed=True)
        return
    # The first outline contains the first cell and begins at its top left corner.
    outer, *inner = loops
    (x, y), size = outer[0], layout.SUM * u
    text = str(total)
    wide, high = (0.62 * len(text) + 0.1) * size, 0.85 * size
    opened = [(x + wide, y), *outer[1:], (x, y + high)]
    yield dashed([opened])
    if inner:
        yield dashed(inner, is_closed=True)
    yield Sum(x - 0.02 * u, y - 0.02 * u + 0.73 * size, size, text)


def _grid_lines(geometry: Geometry, u: float, design: Design) -> Iterator[Shape]:
    width, height = u * geometry.columns, u * geometry.rows
    lines = [[(x * u, 0.0), (x * u, height)] for x in range(1, geometry.columns)]
    lines += [[(0.0, y * u), (width, y * u)] for y in range(1, geometry.rows)]
    yield Shape(lines, stroke=layout.GREY, width=layout.thin_width(u, design.is_large))


def _region_lines(geometry: Geometry, u: float, design: Design) -> Shape:
    """Return the thick lines around regions and the frame."""
    loops = [
        loop for cells in _drawn_regions(geometry) for loop in outline(cells, geometry.columns)
    ]
    width = layout.thick_width(u, design.is_large)
    return Shape(_scaled(loops, u), stroke=0.0, width=width, is_closed=True)


def _drawn_regions(geometry: Geometry) -> Sequence[Sequence[int]]:
    """Return the regions to outline; boxes one cell wide or high have no lines."""
    if geometry.has_boxes and 1 in (geometry.box_width, geometry.box_height):
        return [range(geometry.size)]
    return geometry.region_cells
