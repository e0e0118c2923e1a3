"""Overlapping grids: squares of one geometry that share cells, such as a samurai.

    r1c1 . . . . . r1c9       r1c13 ...      five 9x9 squares in 21 rows and columns;
     .                .        .             the one in the middle begins at r7c7
     .             r7c7 . . . . . .

Cells are numbered row by row in the rectangle around all squares. The places of it that are in no
square are `absent`: grids hold the symbol 1 there, which no rule sees and nobody is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from weakref import WeakValueDictionary

from sudokutools.constraints.variant_rules import LAYOUTS, RAW, WITH_PRIMITIVES, Extra
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, NO_REGION, Geometry

Corners = tuple[tuple[int, int], ...]  # Rows and columns of upper left cells, from 0.


class Overlapping(Geometry):
    """Squares of one full geometry, perhaps with rules, at several corners; use `overlapping`."""

    is_plain = is_full = has_lines = False
    has_usual_number = True  # The number of boxes is implied.

    def __init__(self, square: Geometry, corners: Corners) -> None:
        self.square = square
        self.corners = corners
        self.n = square.n
        self.values = square.values
        self.rules = square.rules
        self.rows, self.columns = (max(places) + self.n for places in zip(*corners, strict=True))
        self.size = self.rows * self.columns
        self.box_width, self.box_height = square.box_width, square.box_height
        self.boxes_across = self.columns // self.box_width
        self.boxes_down = self.rows // self.box_height
        present = {cell for cells in self._everywhere(range(square.size)) for cell in cells}
        self.absent = frozenset(range(self.size)) - present
        named = (name for name in LAYOUTS if corners_of(name, square) == corners)
        self.layout = next(named, "".join(f"r{row + 1}c{column + 1}" for row, column in corners))
        self._set_regions()

    def _everywhere(self, cells: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield cells of the square for each corner."""
        for top, left in self.corners:
            yield tuple(
                (top + cell // self.n) * self.columns + left + cell % self.n for cell in cells
            )

    def _set_regions(self) -> None:
        """Boxes without a common cell are regions, all other houses are extras."""
        square, regions = self.square, bytearray([NO_REGION]) * self.size
        kinds = (
            ("box", square.region_cells),
            ("row", square.row_cells),
            ("column", square.column_cells),
            *((extra.name, [extra.cells]) for extra in square.extras),
        )
        names: dict[tuple[int, ...], str] = {}
        for kind, houses in kinds:
            for number, house in enumerate(houses, 1):
                name = f"{kind} {number}" if len(houses) > 1 else kind
                for grid, cells in enumerate(self._everywhere(house), 1):
                    names.setdefault(cells, f"{name} of grid {grid}")
        found = list[str]()
        for cells in sorted(cells for cells, name in names.items() if name[:3] == "box"):
            if len(found) < NO_REGION and all(regions[cell] == NO_REGION for cell in cells):
                for cell in cells:
                    regions[cell] = len(found)
                found.append(names.pop(cells))
        self.region_names = tuple(found)
        self.regions = bytes(regions)
        self.extras = tuple(Extra(name, cells) for cells, name in names.items())

    @cached_property
    def widths(self) -> Iterable[int]:
        return {self.columns, *(len({*cells} - self.absent) for cells in self.row_cells)}

    @cached_property
    def unequal(self) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:  # type: ignore[override]
        return tuple((rule, self._pairs(pairs)) for rule, pairs in self.square.unequal)

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        return self._pairs(self.square.apart)

    def _pairs(self, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        every = {(cells[0], cells[1]) for pair in pairs for cells in self._everywhere(pair)}
        return tuple(sorted(every))

    @property
    def base(self) -> Geometry:
        return overlapping(self.square.base, self.corners)

    def with_values(self, values: range) -> Geometry:
        return overlapping(self.square.with_values(values), self.corners)

    def varied(
        self, regions: Sequence[int] | None, rules: Sequence[str], houses: Iterable[Iterable[int]]
    ) -> Geometry:
        """Return the geometry whose squares all have these rules."""
        if regions is not None or any(houses):
            raise SudokuError("regions and houses are not supported on overlapping grids")
        other = next((rule for rule in rules if rule in (*WITH_PRIMITIVES, RAW)), None)
        if other is not None:
            raise SudokuError(f"variant {other} is not supported on overlapping grids")
        return overlapping(Geometry.of_variant(self.square, None, rules), self.corners)

    def __repr__(self) -> str:
        return f"overlapping({self.square!r}, {self.corners})"

    def __str__(self) -> str:
        return f"{self.square.base} grids {self.layout} {'+'.join(self.rules)}".rstrip()

    def __reduce__(self) -> tuple[object, ...]:
        return overlapping, (self.square, self.corners)


def corners_of(name: str, square: Geometry) -> Corners:
    """Return the corners of a layout of LAYOUTS."""
    down, right = square.n - square.box_height, square.n - square.box_width
    return tuple((row * down, column * right) for row, column in LAYOUTS[name])


@lru_cache(maxsize=64)
def overlapping(square: Geometry, corners: Corners) -> Geometry:
    """Return squares of a full geometry with these upper left cells: rows and columns from 0.

    Raises SudokuError unless each square shares cells with another, and one begins in the first row
    and one in the first column.

    >>> from sudokutools.grid.geometry import Geometry
    >>> twins = overlapping(Geometry.of(2, 2), ((0, 0), (2, 2)))
    >>> twins.rows, len(twins.houses), sorted(twins.absent)
    (6, 23, [4, 5, 10, 11, 24, 25, 30, 31])
    """
    places = tuple(sorted(set(corners)))
    is_full = square.n == square.rows == square.columns and square.has_boxes
    if not is_full or 1 in (square.box_width, square.box_height):
        raise SudokuError(f"grids: requires full squares with boxes, not {square}")
    if len(places) > MAX_SYMBOLS or max(map(max, places)) + square.n > MAX_SYMBOLS:
        raise SudokuError(f"grids: more than {MAX_SYMBOLS} rows, columns or squares")
    linked = list(places[:1])
    for row, column in linked:
        linked += [
            (other, beside)
            for other, beside in places
            if abs(other - row) < square.n > abs(beside - column) and (other, beside) not in linked
        ]
    if len(places) < 2 or len(linked) < len(places):
        raise SudokuError("grids: expected two or more squares, each of which overlaps another")
    if any(min(line) != 0 for line in zip(*places, strict=True)):
        raise SudokuError("grids: one must begin in row 1, and one in column 1")
    return _known.setdefault((square, places), Overlapping(square, places))


_known: WeakValueDictionary[tuple[Geometry, Corners], Geometry] = WeakValueDictionary()
