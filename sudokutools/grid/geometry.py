"""Geometry: which cells share a row, a column or a box.

Cells are numbered row by row from 0; rows, columns and boxes from 0; people read `r1c1`. Symbols
are the numbers 1 to n, and 0 is an empty cell. People see values, which `values` lists by symbol:
the symbols themselves unless a geometry has others, such as 0 to 8, or more than a row has cells. A
3x2 box in a full 6x6 grid:

          stack 0   stack 1
         c1 c2 c3 | c4 c5 c6
    r1    0  1  2 |  3  4  5     box_width 3, box_height 2, n = 6 symbols
    r2    6  7  8 |  9 10 11     boxes_across 2, boxes_down 3
         ---------+---------     band 0 above the line, band 1 below
    r3   12 13 14 | 15 16 17

Variants add rules, or replace the boxes by regions of any shape; `variant_rules` has the houses
and pairs that a rule adds, and is imported only for variants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import isqrt
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.variant_rules import Extra

MAX_SYMBOLS = 100
NO_REGION = 255  # In the place of the number of a region.


class Geometry:
    """The shape of a grid: the size of its boxes and their number across and down.

    Geometries are made by `Geometry.of` (size of boxes), `Geometry.of_size` (number of rows) and
    `Geometry.of_variant` (additional rules, or regions instead of boxes), which return one object
    for each geometry, so that its tables are built once. A partial geometry has fewer boxes than
    the full one with boxes of that size. With a range of values (`with_values`) there may be more
    symbols than a box, row or column has cells, and more boxes; boxes of one cell are no regions.

    `n` is the number of symbols, `values` has that of each; `rows`, `columns` and `size` (cells)
    are dimensions; `is_full` is true if each row and column holds every symbol. Cells, houses
    and boxes count from 0, row by row. A samurai and other overlapping squares
    (`overlapping`) have a `layout`, and places without a cell, `absent`.

    >>> from sudokutools import Geometry
    >>> geometry = Geometry.of(3, 2)
    >>> geometry, geometry.n, geometry.rows, geometry.columns, geometry.is_full
    (Geometry.of(3, 2, 2, 3), 6, 6, 6, True)
    >>> geometry.houses[0], geometry.cell_name(35)
    ((0, 1, 2, 3, 4, 5), 'r6c6')
    """

    is_plain = True
    """Whether rows, columns and boxes are the only rules and symbols the values: plain engines rely
    on it."""
    has_lines = True  # Whether rows and columns are houses, see `variant_rules.RAW`.
    has_boxes = True  # Otherwise the attributes of boxes raise SudokuError.
    rules: tuple[str, ...] = ()  # Names from `variant_rules.NAMES`, in that order.
    regions: bytes | None = None  # That of each cell, by first appearance; None: the boxes.
    extra_houses: tuple[tuple[int, ...], ...] = ()  # Houses without the name of a rule.
    extras: tuple[Extra, ...] = ()  # All other houses, without duplicates.
    layout = ""  # The name of overlapping squares, or their corners, see `overlapping`.
    absent: frozenset[int] = frozenset()  # The places of the rectangle without a cell.

    unequal: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    """Rules about pairs of cells with different symbols, and their pairs."""

    apart: tuple[tuple[int, int], ...] = ()  # Pairs of cells whose symbols differ by more than 1.

    def __init__(
        self,
        box_width: int,
        box_height: int,
        boxes_across: int,
        boxes_down: int,
        values: range | None = None,
    ) -> None:
        self.box_width = box_width
        self.box_height = box_height
        self.boxes_across = boxes_across
        self.boxes_down = boxes_down
        self.values = values or range(1, box_width * box_height + 1)
        self.is_plain = values is None
        self.n = len(self.values)
        self.columns = box_width * boxes_across
        self.rows = box_height * boxes_down
        self.size = self.rows * self.columns
        self.is_full = self.n == self.rows == self.columns

    @staticmethod
    def of(
        box_width: int,
        box_height: int,
        boxes_across: int | None = None,
        boxes_down: int | None = None,
        *,
        values: range | None = None,
    ) -> Geometry:
        """Return a geometry by the width and height of its boxes; by default a full one.

        Raises SudokuError unless it has 1 to 100 symbols and at most as many boxes as a full one.

        >>> Geometry.of(3, 3).size, Geometry.of(3, 3, 2, 3).size
        (81, 54)
        """
        return _geometry(
            box_width,
            box_height,
            box_height if boxes_across is None else boxes_across,
            box_width if boxes_down is None else boxes_down,
            values,
        )

    def with_values(self, values: range) -> Geometry:
        """Return the geometry with these values, one for each symbol.

        They begin at 0 or more, and are at least as many as a box or line has cells, unless it is
        raw. Raises SudokuError.

        >>> Geometry.of(3, 3).with_values(range(9)), Geometry.of(3, 3).with_values(range(1, 10))
        (Geometry.of(3, 3, 3, 3).with_values(range(0, 9)), Geometry.of(3, 3, 3, 3))
        """
        return _geometry(*self.shape, values)

    @staticmethod
    def of_rectangle(rows: int, columns: int, region: int | None = None) -> Geometry:
        """Return the geometry of this size whose boxes have `region` cells, as square as possible.

        By default as many as the longer side; of one cell, or if none fit, there are none. Raises
        SudokuError.

        >>> [str(Geometry.of_rectangle(*size)) for size in ((6, 9), (6, 8), (5, 10), (7, 7))]
        ['3x3 boxes 3x2', '4x2 boxes 2x3', '2x5 boxes 5x1', '7x1']
        """
        n = max(rows, columns)
        if not 1 <= min(rows, columns) <= n <= MAX_SYMBOLS:
            raise SudokuError(f"invalid size {rows}x{columns}, expected 1x1 to 100x100")
        cells = region or n
        sides = [side for side in range(isqrt(cells), 1, -1) if cells % side == 0]
        boxes = (box for side in sides for box in ((cells // side, side), (side, cells // side)))
        fits = (box for box in boxes if columns % box[0] == 0 and rows % box[1] == 0)
        width, height = next(fits, (n, 1) if rows == columns and cells > 1 else (1, 1))
        values = None if width * height == n else range(1, n + 1)
        return _geometry(width, height, columns // width, rows // height, values)

    @staticmethod
    def of_variant(
        base: Geometry,
        regions: Sequence[int] | None = None,
        rules: Sequence[str] = (),
        houses: Iterable[Iterable[int]] = (),
    ) -> Geometry:
        """Return a geometry with other regions or additional rules.

        `regions` has a number for each cell, NO_REGION for none, `rules` are names from
        `variant_rules.NAMES`, `houses` are sets of cells: n cells hold every symbol, fewer none
        twice. The result is a plain
        geometry if nothing differs from one. Raises SudokuError if it is impossible.

        >>> Geometry.of_variant(Geometry.of(3, 3), rules=["x"])
        Geometry.of_variant(Geometry.of(3, 3, 3, 3), None, ('x',), ())
        >>> Geometry.of_variant(Geometry.of_size(6), bytes(36))
        Traceback (most recent call last):
        sudokutools.errors.SudokuError: regions: A has 36 cells, expected 6
        """
        return base.varied(regions, rules, houses)

    def varied(
        self, regions: Sequence[int] | None, rules: Sequence[str], houses: Iterable[Iterable[int]]
    ) -> Geometry:
        """Return a variant with this base, see `of_variant`."""
        return _variant(self, regions, rules, houses)

    @staticmethod
    def of_size(size: int) -> Geometry:
        """Return the full geometry of `size` rows with the most square boxes, wider than high.

        >>> [str(Geometry.of_size(size)) for size in (7, 9, 12, 20)]
        ['7x1', '3x3', '4x3', '5x4']
        """
        if not 1 <= size <= MAX_SYMBOLS:
            raise SudokuError(f"invalid size {size}, expected 1 to {MAX_SYMBOLS}")
        height = max(h for h in range(1, 11) if size % h == 0 and h * h <= size)
        return Geometry.of(size // height, height)

    def __repr__(self) -> str:
        values = "" if self.is_plain else f".with_values({self.values})"
        return f"Geometry.of{self.shape}{values}"

    def __str__(self) -> str:
        """Write the shape as options and comments do: `3x3`, or `3x3 boxes 2x3 values 0-8`."""
        box = f"{self.box_width}x{self.box_height}"
        if not self.has_usual_number:
            box += f" boxes {self.boxes_across}x{self.boxes_down}"
        return box if self.is_plain else f"{box} values {values_text(self.values)}"

    @property
    def has_usual_number(self) -> bool:
        """Whether there are as many boxes across and down as a full geometry has."""
        return self.boxes_across == self.box_height and self.boxes_down == self.box_width

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Width and height of a box, boxes across and down."""
        return self.box_width, self.box_height, self.boxes_across, self.boxes_down

    def __reduce__(self) -> tuple[object, ...]:
        return _geometry, (*self.shape, None if self.is_plain else self.values)

    @property
    def base(self) -> Geometry:
        """That of a variant without rules; with irregular regions, the usual one of its size."""
        return self

    def row_of(self, cell: int) -> int:
        return cell // self.columns

    def column_of(self, cell: int) -> int:
        return cell % self.columns

    def box_of(self, cell: int) -> int:
        """Return the box of a cell; boxes are numbered row by row."""
        row, column = divmod(cell, self.columns)
        return row // self.box_height * self.boxes_across + column // self.box_width

    def cell_name(self, cell: int) -> str:
        """Return the name for people.

        >>> Geometry.of(3, 3).cell_name(10)
        'r2c2'
        """
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    @property
    def widths(self) -> Iterable[int]:
        """The numbers of cells that a row may be written with."""
        return (self.columns,)

    @cached_property
    def row_cells(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(range(row * self.columns, (row + 1) * self.columns)) for row in range(self.rows)
        )

    @cached_property
    def column_cells(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(range(column, self.size, self.columns)) for column in range(self.columns)
        )

    @cached_property
    def box_cells(self) -> tuple[tuple[int, ...], ...]:
        boxes: list[list[int]] = [[] for _ in range(self.boxes_across * self.boxes_down)]
        for cell in range(self.size):
            boxes[self.box_of(cell)].append(cell)
        return tuple(map(tuple, boxes))

    def region_of(self, cell: int) -> int:
        """Return the region of a cell, NO_REGION for none."""
        if self.regions is not None:
            return self.regions[cell]
        return self.box_of(cell) if self.region_cells else NO_REGION

    @cached_property
    def region_names(self) -> tuple[str, ...]:
        """Names of the regions for people, such as `box 2`."""
        word = "box" if self.has_boxes else "region"
        return tuple(f"{word} {number + 1}" for number, _ in enumerate(self.region_cells))

    @cached_property
    def region_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each region, ascending."""
        if self.regions is None:
            is_none = self.box_width == self.box_height == 1 < self.n
            return () if is_none else self.box_cells
        found: dict[int, list[int]] = {}
        for cell, region in enumerate(self.regions):
            found.setdefault(region, []).append(cell)
        return tuple(tuple(found[number]) for number in sorted(found) if number != NO_REGION)

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The rows and columns, which hold no symbol twice; none in a raw geometry."""
        return self.row_cells + self.column_cells if self.has_lines else ()

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house without duplicates: rows, columns, regions, extras."""
        extras = tuple(extra.cells for extra in self.extras)
        return tuple(dict.fromkeys(self.lines + self.region_cells + extras))

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices of its houses in `houses`."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for index, house in enumerate(self.houses):
            for cell in house:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, ascending, the other cells that cannot hold its symbol."""
        seen = [
            {peer for house in self.houses_of[cell] for peer in self.houses[house]} - {cell}
            for cell in range(self.size)
        ]
        for _, pairs in self.unequal:
            for one, other in pairs:
                seen[one].add(other)
                seen[other].add(one)
        return tuple(tuple(sorted(cells)) for cells in seen)


@lru_cache(maxsize=256)
def _geometry(
    box_width: int,
    box_height: int,
    boxes_across: int,
    boxes_down: int,
    values: range | None = None,
) -> Geometry:
    if box_width < 1 or box_height < 1:
        raise SudokuError(f"box {box_width}x{box_height}: both numbers must be at least 1")
    cells = box_width * box_height
    if cells > MAX_SYMBOLS:
        raise SudokuError(
            f"box {box_width}x{box_height} needs {cells} symbols, more than {MAX_SYMBOLS}"
        )
    if boxes_across < 1 or boxes_down < 1:
        raise SudokuError(f"boxes {boxes_across}x{boxes_down}: both numbers must be at least 1")
    if values is None:
        _check_boxes(box_width, box_height, boxes_across, boxes_down)
    else:
        longest = max(boxes_across * box_width, boxes_down * box_height)
        if not 1 <= len(values) <= MAX_SYMBOLS >= longest:
            raise SudokuError(f"values {values_text(values)}: expected 1 to {MAX_SYMBOLS} of them")
        if values[0] < 0 or values[-1] > MAX_SYMBOLS:
            raise SudokuError(f"values {values_text(values)}: expected numbers up to {MAX_SYMBOLS}")
        is_plain = boxes_across <= box_height and boxes_down <= box_width
        values = None if is_plain and values == range(1, cells + 1) else values
    # The cache forgets, so that no input fills the memory with tables; but as long as anybody has
    # a geometry, it stays the only one of its shape.
    key = (box_width, box_height, boxes_across, boxes_down, values)
    return _known.setdefault(key, Geometry(*key))


def _check_boxes(box_width: int, box_height: int, boxes_across: int, boxes_down: int) -> None:
    if boxes_across > box_height or boxes_down > box_width:
        symbols = box_width * box_height
        line, cells = (
            ("row", boxes_across * box_width)
            if boxes_across > box_height
            else ("column", boxes_down * box_height)
        )
        raise SudokuError(
            f"boxes {boxes_across}x{boxes_down} of {box_width}x{box_height} are impossible:"
            f" a {line} of {cells} cells cannot hold {symbols} symbols without repeating one"
            f" (at most {box_height}x{box_width} boxes)"
        )


def values_text(values: range) -> str:
    """Return a range of values as a spec writes it, such as `0-8`."""
    return f"{values[0]}-{values[-1]}" if values else "none"


_known: WeakValueDictionary[tuple[int, int, int, int, range | None], Geometry] = (
    WeakValueDictionary()
)


class _Variant(Geometry):
    """A geometry with more rules or irregular regions, which has no boxes for plain engines to
    misuse.
    """

    def __init__(
        self,
        base: Geometry,
        regions: bytes | None,
        rules: tuple[str, ...],
        houses: tuple[tuple[int, ...], ...],
    ) -> None:
        super().__init__(*base.shape, base.values)
        self.is_plain = False
        if regions is not None:
            self.has_boxes = False
            del self.box_width, self.box_height, self.boxes_across, self.boxes_down
        self._base = base
        self.regions = regions
        self.rules = rules
        self.extra_houses = houses

    def __getattr__(self, name: str) -> int:
        if name in ("box_width", "box_height", "boxes_across", "boxes_down"):
            raise SudokuError("plain grids only: irregular regions are not boxes")
        raise AttributeError(name)

    def __repr__(self) -> str:
        regions = None if self.regions is None else list(self.regions)
        return f"Geometry.of_variant({self.base!r}, {regions}, {self.rules}, {self.extra_houses})"

    def __str__(self) -> str:
        """Name the shape and the rules for messages; see `spec.spec_of` for all of them."""
        shape = str(self.base) if self.has_boxes else f"{self.rows}x{self.columns} with regions"
        rules = [*self.rules, *["houses"] * bool(self.extra_houses)]
        return f"{shape} {'+'.join(rules)}".rstrip()

    @property
    def base(self) -> Geometry:
        return self._base

    @property
    def shape(self) -> tuple[int, int, int, int]:
        raise SudokuError("plain grids only")

    def __reduce__(self) -> tuple[object, ...]:
        return _variant, (self.base, self.regions, self.rules, self.extra_houses)

    @property
    def _box(self) -> tuple[int, int] | None:
        return (self.box_width, self.box_height) if self.has_boxes else None

    @cached_property
    def extras(self) -> tuple[Extra, ...]:  # type: ignore[override]
        from sudokutools.constraints.variant_rules import Extra, extra_houses

        named = list(extra_houses(self.rules, self.rows, self.columns, self._box))
        named += [Extra(f"house {i}", cells) for i, cells in enumerate(self.extra_houses, 1)]
        known = set(self.lines + self.region_cells)
        return tuple(
            extra
            for extra in {extra.cells: extra for extra in reversed(named)}.values()
            if extra.cells not in known
        )[::-1]

    @cached_property
    def unequal(self) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:  # type: ignore[override]
        from sudokutools.constraints.variant_rules import UNEQUAL_RULES, unequal_pairs

        return tuple(
            (rule, unequal_pairs(rule, self.rows, self.columns))
            for rule in self.rules
            if rule in UNEQUAL_RULES
        )

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        from sudokutools.constraints.variant_rules import NONCONSECUTIVE, neighbours

        return neighbours(self.rows, self.columns) if NONCONSECUTIVE in self.rules else ()


def _variant(
    base: Geometry,
    regions: Sequence[int] | None,
    rules: Sequence[str],
    houses: Iterable[Iterable[int]],
) -> Geometry:
    from sudokutools.constraints.variant_rules import RAW, check, ordered

    names = ordered(rules)
    shapes = tuple(sorted({tuple(sorted(set(house))) for house in houses} - {()}))
    if base is not base.base:
        raise SudokuError("the base of a variant must have no rules")
    numbers = None
    if regions is not None:
        base, numbers = _regions(base, regions)
    check(names, base, None if numbers is not None else (base.box_width, base.box_height))
    longest = [*base.region_cells] if numbers is None else []
    longest += [] if RAW in names else [base.row_cells[0], base.column_cells[0]]
    most = max(map(len, longest), default=0)
    if most > base.n:
        raise SudokuError(f"{base.n} values: too few for {most} cells in a house")
    for shape in shapes:
        if shape[0] < 0 or shape[-1] >= base.size:
            raise SudokuError("houses: cell outside the grid")
        if len(shape) > base.n:
            raise SudokuError(f"houses: {len(shape)} cells in a house, expected at most {base.n}")
    if numbers is None and not names and not shapes:
        return base
    key = base, numbers, names, shapes
    variant = _known_variants.setdefault(key, _Variant(*key))
    if RAW in names:
        variant.has_lines = variant.is_full = False
    return variant


def _regions(base: Geometry, regions: Sequence[int]) -> tuple[Geometry, bytes | None]:
    """Return geometry and numbers of the regions; None if they are boxes. Raises SudokuError.

    Each has n cells, or at most n with another range of values.
    """
    size = base.size
    if len(regions) != size:
        raise SudokuError(f"regions: {len(regions)} cells, expected {size}")
    numbers = _numbered(base, regions)
    # The first region is a box only if its first row is one: no other shape need be tried.
    usual = Geometry.of_rectangle(base.rows, base.columns).with_values(base.values)
    width = next((at for at in range(base.columns) if numbers[at]), base.columns)
    height, rest = divmod(numbers.count(0), width) if width else (0, 0)
    if height and not (rest or base.rows % height or base.columns % width):
        boxes = _geometry(width, height, base.columns // width, base.rows // height, base.values)
        if all(boxes.box_of(cell) == numbers[cell] for cell in range(size)):
            return boxes, None
    return usual, numbers


def _numbered(base: Geometry, regions: Sequence[int]) -> bytes:
    """Return regions by first appearance. Raises SudokuError if one has too many cells."""
    n = base.n
    found = [region for region in dict.fromkeys(regions) if region != NO_REGION]
    number = {region: at for at, region in enumerate(found)}
    is_usual = base.is_plain and base.is_full and NO_REGION not in regions
    counts = {region: list(regions).count(region) for region in found}
    wrong = [r for r, count in counts.items() if count > n or (is_usual and count != n)]
    if wrong or len(found) > MAX_SYMBOLS:
        from sudokutools.constraints.variant_rules import region_sign

        region = (wrong or found)[0]
        cells = f"{counts[region]} cell{'s' * (counts[region] != 1)}"
        raise SudokuError(f"regions: {region_sign(number[region])} has {cells}, expected {n}")
    return bytes(number.get(region, NO_REGION) for region in regions)


_known_variants: WeakValueDictionary[object, Geometry] = WeakValueDictionary()
