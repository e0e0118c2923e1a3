"""The drawing of a variant, or of any board of a step: marks from the lowest to the uppermost.

Irregular regions, tinted houses, diagonals, and the marks of clues, which their kinds yield. Marks
are in cells here; `figure` scales them to points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from sudokutools.constraints import drawing
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.drawing import Box, Line, Mark, Path, Text, outline
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.shape import Cells
from sudokutools.constraints.variant_rules import RAW, WITH_PRIMITIVES
from sudokutools.grid.geometry import Geometry, values_text
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.design import Design
from sudokutools.printing.layout import Room

TINTS = 0.87, 0.79, 0.94  # The brightness of extra houses; adjacent houses get different ones.
SHADES = 1.0, 0.92, 0.85, 0.96  # The brightness of irregular regions if alternate ones are grey.

UNTINTED = ("disjoint", "row", "column", "box")  # The first words of names of houses.
DIAGONAL = 0.6
CAPTIONED = ("disjoint", "antiknight", "antiking", "nonconsecutive", *WITH_PRIMITIVES, RAW)
"""The rules that a drawing does not show."""

HAIR = 0.6  # The minimum width in points of lines that are not thin lines.
AWAY = 0.7  # The distance between two numbers outside, one behind the other.
SIGN_SIZE = 0.25  # The maximum height of dots between cells that leave pencil marks as they are.
PAD = 0.08  # The distance of marks outside from the end of their room.


def caption(grid: Grid) -> str:
    """Name the values, rules and clues that a drawing does not show.

    >>> caption(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])))
    'antiking'
    >>> caption(Grid.empty(Geometry.of(3, 3).with_values(range(9))))
    'values 0-8'
    """
    geometry = grid.geometry
    most = geometry.n if geometry.layout else max(geometry.rows, geometry.columns)
    is_usual = geometry.base.is_plain or geometry.values == range(1, most + 1)
    rules = [] if is_usual else [f"values {values_text(geometry.values)}"]
    rules += [rule for rule in geometry.rules if rule in CAPTIONED]
    clues = grid.constraints.items if grid.constraints is not None else ()
    return ", ".join([*rules, *filter(None, (clue.caption(geometry) for clue in clues))])


def room(grid: Grid) -> Room:
    """Return the room that the clues of a grid need."""
    geometry = grid.geometry
    found = marks(grid.constraints, geometry)
    frame: Box = 0.0, 0.0, geometry.columns, geometry.rows
    lefts, tops, rights, bottoms = zip(frame, *(mark.box for mark in found), strict=True)
    beyond = -min(lefts), -min(tops), max(rights) - geometry.columns, max(bottoms) - geometry.rows
    left, top, right, bottom = (side + PAD if side > 0 else 0.0 for side in beyond)
    is_narrow = any(mark.layer == drawing.OUTLINE or _is_wide(mark, frame) for mark in found)
    text = min((mark.size for mark in found if isinstance(mark, Text)), default=0.0)
    return Room(left, top, right, bottom, is_narrow, text)


def _is_wide(mark: Mark, frame: Box) -> bool:
    if mark.layer != drawing.SIGN or isinstance(mark, Path):
        return False
    return mark.box[3] - mark.box[1] > SIGN_SIZE and _overlap(mark.box, frame)


@lru_cache(maxsize=16)
def marks(constraints: Constraints | None, geometry: Geometry) -> Sequence[Mark]:
    """Return the marks of all clues, numbers outside one behind the other."""
    if constraints is None:
        return ()
    found: list[Mark] = []
    outside: list[Outside] = []
    for _, group in groupby(constraints.items, type):
        clues: list[Any] = list(group)
        if isinstance(clues[0], Outside):
            outside += clues
        else:
            found += clues[0].figures(clues, geometry)
    inner, taken = tuple(found), dict[Cells, int]()
    for clue in outside:
        drawn = list(clue.figure(geometry))
        x, y, *_ = drawn[-1].box
        right = AWAY * ((x > geometry.columns) - (x < 0))
        down = AWAY * ((y > geometry.rows) - (y < 0))
        if clue.cells not in taken:
            taken[clue.cells] = any(_overlap(drawn[-1].box, mark.box) for mark in inner)
        depth = taken[clue.cells]
        taken[clue.cells] += 1
        found += [mark.transformed(1.0, right * depth, down * depth) for mark in drawn]
    return found


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def figure(
    grid: Grid, u: float, design: Design, is_solution: bool = False, tints: Iterable[Mark] = ()
) -> Iterator[Mark]:
    """Yield everything below the symbols in points; of solutions without clues.

    `u` is the side of a cell; `tints` are marks in cells, drawn below all lines.
    """
    below, above = halves(grid, u, design, is_solution)
    yield from below
    yield from scaled(tints, u, design)
    yield from above


def halves(
    grid: Grid, u: float, design: Design, is_solution: bool = False
) -> tuple[Iterator[Mark], Iterator[Mark]]:
    clues = () if is_solution else marks(grid.constraints, grid.geometry)
    areas, lines = _areas(grid, clues, design), _lines(grid, u, design, clues)
    return scaled(areas, u, design), scaled(lines, u, design)


def scaled(marks: Iterable[Mark], u: float, design: Design) -> Iterator[Mark]:
    """Yield marks in points, with lines that are wide enough."""
    for mark in marks:
        if isinstance(mark, Text) or not mark.width:
            yield mark.transformed(u)
        else:
            yield mark.transformed(u)._replace(width=_width(mark.width, u, design.is_large))


def _width(width: float, u: float, is_large: bool) -> float:
    if width > 2 * drawing.THIN:
        return max(width * u, HAIR)
    return layout.thin_width(u, is_large) * (width / drawing.THIN)


def _has_diagonals(grid: Grid) -> bool:
    """Whether diagonals are lines; these would cross sums."""
    has_outlines = any(
        mark.layer == drawing.OUTLINE for mark in marks(grid.constraints, grid.geometry)
    )
    return "x" in grid.geometry.rules and not has_outlines and not grid.geometry.layout


def _areas(grid: Grid, clues: Sequence[Mark], design: Design) -> Iterator[Mark]:
    geometry = grid.geometry
    if design.has_shade:
        yield from _shades(geometry)
    yield from _tints(geometry, _has_diagonals(grid))
    yield from (mark for mark in clues if mark.layer == drawing.AREA)


def _lines(grid: Grid, u: float, design: Design, clues: Sequence[Mark]) -> Iterator[Mark]:
    geometry = grid.geometry
    yield from (mark for mark in clues if mark.layer == drawing.LINE)
    width, height = float(geometry.columns), float(geometry.rows)
    if _has_diagonals(grid):
        crossed = [[(0.0, 0.0), (width, height)], [(0.0, height), (width, 0.0)]]
        yield Path(crossed, stroke=DIAGONAL, width=2 * drawing.THIN)
    if geometry.layout:
        cells = [cell for cell in range(geometry.size) if cell not in geometry.absent]
        lines: list[Line] = [loop for cell in cells for loop in outline([cell], geometry.columns)]
    else:
        lines = [[(x, 0.0), (x, height)] for x in range(1, geometry.columns)]
        lines += [[(0.0, y), (width, y)] for y in range(1, geometry.rows)]
    yield Path(lines, stroke=layout.GREY, width=drawing.THIN, is_closed=bool(geometry.layout))
    yield from (mark for mark in clues if mark.layer == drawing.OUTLINE)
    yield _region_lines(geometry, layout.thick_width(u, design.is_large) / max(u, 1e-9))
    yield from (mark for mark in clues if mark.layer == drawing.SIGN)


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


def _tints(geometry: Geometry, has_lines: bool) -> Iterator[Mark]:
    extras = [extra for extra in geometry.extras if extra.name.split()[0] not in UNTINTED]
    houses = [extra.cells for extra in extras if not extra.name.startswith("diagonal")]
    diagonals = {cell for e in extras if e.name.startswith("diagonal") for cell in e.cells}
    if diagonals and not has_lines:
        houses.insert(0, tuple(sorted(diagonals)))
    colours = _colours(houses, geometry.columns)
    for colour, cells in sorted(zip(colours, houses, strict=True)):
        tint = TINTS[colour % len(TINTS)]
        yield Path(outline(cells, geometry.columns), fill=tint, is_closed=True)


def _shades(geometry: Geometry) -> Iterator[Mark]:
    """Yield alternate boxes, or regions in several greys so that adjacent ones differ."""
    if geometry.regions is None:
        colours = [
            (at // geometry.boxes_across + at % geometry.boxes_across) % 2
            for at in range(len(geometry.region_cells))
        ]
    else:
        colours = _colours(geometry.region_cells, geometry.columns)
    for colour, cells in zip(colours, geometry.region_cells, strict=True):
        if colour:
            shade = SHADES[colour % len(SHADES)]
            yield Path(outline(cells, geometry.columns), fill=shade, is_closed=True)


def _region_lines(geometry: Geometry, width: float) -> Path:
    """Return the thick lines around regions; boxes one cell wide or high have none."""
    regions: Sequence[Sequence[int]] = geometry.region_cells
    if geometry.regions is None and 1 in (geometry.box_width, geometry.box_height):
        regions = [range(geometry.size)]
    loops = [loop for cells in regions for loop in outline(cells, geometry.columns)]
    return Path(loops, stroke=0.0, width=width, is_closed=True)
