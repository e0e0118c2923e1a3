"""The marks of a step on its board, in cells.

Colour only repeats what shape says:

    pattern      cells tinted, houses outlined, candidates on discs
    chain        true candidates on discs, false ones in rings; arrows, solid for a strong link (at
                 least one is true), dashed for a weak one (at most one is true)
    elimination  struck out in red
    placement    a green digit in a green frame
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, product
from math import dist, hypot
from typing import NamedTuple

from sudokutools.constraints import drawing
from sudokutools.constraints.drawing import Line, Mark, Path, Point, Text, middle, square
from sudokutools.grid.grid import Grid
from sudokutools.logic.step import Link, Step
from sudokutools.logic.tables import tables_of
from sudokutools.printing import layout
from sudokutools.printing.figure import room
from sudokutools.printing.puzzle import Overlay

HALF = 0.47  # Half the side of a tinted cell.
BEND = 0.12  # How far links are bent that would hide under others: along lines, and inside cells.
HEAD = 0.08  # The size of the head of an arrow.
RING = 0.018  # The width of a ring.
GRAIN = 50  # Places are multiples of 1 / GRAIN, which makes drawings shorter.


FILLS = (("green", False), ("gold", True), ("green", False), ("blue", True), ("peach", False))
"""The discs of a pattern, its fins and its colours: their colours, and whether they have rings."""

Node = tuple[tuple[int, int], ...]
"""The (cell, symbol) pairs of a node of a chain, several of a group."""


class Shown(NamedTuple):
    """A step to show: its name in a list, its explanation, and the board before it.

    The board has values and sets of candidates, as in a `Path`. Of a hint (`is_nudge`) only the
    cells and houses are drawn, without a step only the board.
    """

    name: str
    text: str
    step: Step | None
    values: Sequence[int]
    candidates: Sequence[int]
    is_nudge: bool = False


def overlay(grid: Grid, shown: Shown) -> Overlay:
    """Return the marks of a step of the solution of a grid."""
    step, board = shown.step, _Drawing(grid)
    found = bytes(
        0 if clue else value for clue, value in zip(grid.cells, shown.values, strict=True)
    )
    masks = list(shown.candidates)
    if step is None:
        return Overlay(found, masks, (), (), ())
    tints = [square(cell, grid.geometry, HALF, "sky") for cell in sorted(_cells(step))]
    houses = list(board.houses(step.houses))
    if shown.is_nudge:
        return Overlay(found, masks, tints, houses, ())
    for cell, _ in step.placements:
        masks[cell] = 0
        tints.append(square(cell, grid.geometry, HALF, "mint"))
    below = [*houses, *board.eliminated(step), *board.chains(step)]
    if not step.chains:
        below += board.pattern(step)
    above = [*board.strikes(step), *board.placed(step)]
    return Overlay(found, masks, tints, below, above)


def _cells(step: Step) -> set[int]:
    """Return the cells to tint: those of the pattern, but not all cells of a chain."""
    pattern = set() if step.chains else {cell for cell, _ in step.candidates}
    return pattern | {*step.cells, *step.extra_cells, *step.subset_cells}


class _Drawing:
    def __init__(self, grid: Grid) -> None:
        self._grid, self._geometry = grid, grid.geometry
        is_narrow = room(grid).is_narrow
        self._centres = layout.mark_centres(grid.geometry, is_narrow)
        size = layout.mark_size(1.0, grid.geometry, is_narrow=is_narrow)
        wide = layout.DIGIT_WIDTH * layout.characters(grid.geometry)
        apart = min((dist(self._centres[0], each) for each in self._centres[1:]), default=1.0)
        self._radius = round(min(max(0.6, 0.65 * wide) * size, 0.5 * apart), 3)

    def _place(self, cell: int, symbol: int) -> Point:
        row, column = divmod(cell, self._geometry.columns)
        x, y = self._centres[symbol - 1]
        return column + x, row + y

    def houses(self, names: Iterable[str]) -> Iterator[Mark]:
        tables = tables_of(self._geometry, self._grid.constraints)
        cells = dict(zip(tables.names, tables.houses, strict=True))
        loops = [
            loop
            for name in dict.fromkeys(names)
            for loop in drawing.outline(cells.get(name, ()), self._geometry.columns, 0.04)
        ]
        if loops:
            yield Path(loops, stroke="navy", width=4 * drawing.THIN, is_closed=True)

    def pattern(self, step: Step) -> Iterator[Mark]:
        """Yield the discs below candidates; fins and every other colour have rings."""
        others = {each for colour in step.colours for each in colour}
        rest = {*step.candidates} - {*step.placements, *step.eliminations, *step.fins} - others
        sets = [rest, {*step.fins}, *map(set, step.colours)]
        for candidates, (fill, has_ring) in zip(sets, cycle(FILLS)):
            nodes = [(each,) for each in candidates]
            if has_ring:
                yield from self._dots(nodes, 0.35)
            yield from self._dots(nodes, fill, RING)

    def _dots(
        self, nodes: Iterable[Node], fill: drawing.Colour, less: float = 0.0
    ) -> Iterator[Mark]:
        """Yield discs as one path, of lines with round ends: without length, or along a group."""
        places = [[_snapped(self._place(*each)) for each in node] for node in sorted(nodes)]
        dots = [place * 2 if len(place) == 1 else place for place in places]
        if dots:
            yield Path(dots, stroke=fill, width=2 * (self._radius - less), is_round=True)

    def eliminated(self, step: Step) -> Iterator[Mark]:
        half = self._radius
        squares = [
            [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            for x, y in (self._place(*each) for each in step.eliminations)
        ]
        if squares:
            yield Path(squares, fill="rose", is_closed=True)

    def strikes(self, step: Step) -> Iterator[Mark]:
        reach = 1.2 * self._radius
        lines = [
            [(x - reach, y + reach), (x + reach, y - reach)]
            for x, y in (self._place(*each) for each in step.eliminations)
        ]
        if lines:
            yield Path(lines, stroke="red", width=3 * drawing.THIN)

    def placed(self, step: Step) -> Iterator[Mark]:
        size = layout.digit_size(1.0, self._geometry)
        texts = layout.symbol_texts(self._geometry)
        for cell, symbol in step.placements:
            frame = square(cell, self._geometry, 0.44, 1.0)
            yield frame._replace(fill=None, stroke="leaf", width=4 * drawing.THIN)
            yield Text(*middle(cell, self._geometry), size, texts[symbol], "leaf")

    def chains(self, step: Step) -> Iterator[Mark]:
        """Yield the arrows of chains, strong links and weak ones, and the nodes above them."""
        for is_strong, colour, dash in ((False, "plum", (0.07, 0.05)), (True, "navy", ())):
            links = [link for link in step.links if link.is_strong is is_strong]
            lines = [self._arrow(link) for link in links]
            if lines:
                heads = [
                    [_snapped(point) for point in drawing.head(line[-1], line[-2], HEAD)]
                    for line in lines
                ]
                yield Path(lines, stroke=colour, width=2.2 * drawing.THIN, dash=dash)
                yield Path(heads, fill=colour, is_closed=True)
        true, false = (
            {node.nodes for chain in step.chains for node in chain if node.is_on is is_on}
            for is_on in (True, False)
        )
        removed = {(each,) for each in step.eliminations}
        yield from self._dots(false, 0.35)
        yield from self._dots(false - true - removed, 1.0, RING)
        yield from self._dots(false & removed, "rose", RING)
        yield from self._dots(true, "green", RING)

    def _arrow(self, link: Link) -> Line:
        """Return a line between two candidates, of groups the nearest ones, from edge to edge."""
        starts, ends = ([self._place(*each) for each in node] for node in (link.start, link.end))
        start, end = min(product(starts, ends), key=lambda pair: dist(*pair))
        (x, y), (right, down) = start, end
        across, along = right - x, down - y
        length = hypot(across, along)
        is_hidden = min(abs(across), abs(along)) < 0.01 and length > 1.01
        if length > 1 and not is_hidden:
            bends = []
        else:
            bend = min(BEND, 0.3 * length) / length if length else 0.0
            bends = [((x + right) / 2 + bend * along, (y + down) / 2 - bend * across)]
        points = [start, *bends, end]
        points[0] = _towards(start, points[1], self._radius)
        points[-1] = _towards(end, points[-2], self._radius)
        return [_snapped(point) for point in points]


def _snapped(point: Point) -> Point:
    return round(point[0] * GRAIN) / GRAIN, round(point[1] * GRAIN) / GRAIN


def _towards(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a distance from `start` on the way to `end`."""
    across, down = end[0] - start[0], end[1] - start[1]
    share = distance / max(hypot(across, down), distance, 1e-9)
    return start[0] + share * across, start[1] + share * down
