"""Geometry: which cells share a row, a column or a box.

Cells are numbered row by row from 0; rows, columns and boxes from 0; people read `r1c1`. Symbols
are the numbers 1 to n, and 0 is an empty cell. A 3x2 box in a full 6x6 grid:

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
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.variant_rules import Extra

MAX_SYMBOLS = 100


class Geometry:
    """The shape of a grid: the size of its boxes and their number across and down.

    Geometries are made by `Geometry.of` (size of boxes), `Geometry.of_size` (number of rows) and
    `Geometry.of_variant` (additional rules, or regions instead of boxes), which return one object
    for each geometry, so that its tables are built once. A partial geometry has fewer boxes than
    the full one with boxes of that size.

    `n` is the number of symbols, `rows`, `columns` and `size` (cells) are dimensions; `is_full` is
    False for partial geometries. Cells, houses and boxes count from 0, row by row.

    >>> from sudokutools import Geometry
    >>> geometry = Geometry.of(3, 2)
    >>> geometry, geometry.n, geometry.rows, geometry.columns, geometry.is_full
    (Geometry.of(3, 2, 2, 3), 6, 6, 6, True)
    >>> geometry.houses[0], geometry.cell_name(35)
    ((0, 1, 2, 3, 4, 5), 'r6c6')
    """

    is_plain = True  # Whether rows, columns and boxes are the only rules: plain engines rely on it.
    has_boxes = True  # Otherwise the attributes of boxes raise SudokuError.
    rules: tuple[str, ...] = ()  # Names from `variant_rules.NAMES`, in that order.
    regions: bytes | None = None  # That of each cell, by first appearance; None: the boxes.
    extra_houses: tuple[tuple[int, ...], ...] = ()  # Houses without the name of a rule.
    extras: tuple[Extra, ...] = ()  # All other houses, without duplicates.

    unequal: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    """Rules about pairs of cells with different symbols, and their pairs."""

    apart: tuple[tuple[int, int], ...] = ()  # Pairs of cells whose symbols differ by more than 1.

    def __init__(self, box_width: int, box_height: int, boxes_across: int, boxes_down: int) -> None:
        self.box_width = box_width
        self.box_height = box_height
        self.boxes_across = boxes_across
        self.boxes_down = boxes_down
        self.n = box_width * box_height
        self.columns = box_width * boxes_across
        self.rows = box_height * boxes_down
        self.size = self.rows * self.columns
        self.is_full = boxes_across == box_height and boxes_down == box_width

    @staticmethod
    def of(
        box_width: int,
        box_height: int,
        boxes_across: int | None = None,
        boxes_down: int | None = None,
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
        )

    @staticmethod
    def of_variant(
        base: Geometry,
        regions: Sequence[int] | None = None,
        rules: Sequence[str] = (),
        houses: Iterable[Iterable[int]] = (),
    ) -> Geometry:
        """Return a plain full geometry with other regions or additional rules.

        `regions` has a number for each cell, `rules` are names from `variant_rules.NAMES`, `houses`
        are sets of cells: n cells hold every symbol, fewer hold none twice. The result is a plain
        geometry if nothing differs from one. Raises SudokuError if it is impossible.

        >>> Geometry.of_variant(Geometry.of(3, 3), rules=["x"])
        Geometry.of_variant(Geometry.of(3, 3, 3, 3), None, ('x',), ())
        >>> Geometry.of_variant(Geometry.of_size(6), bytes(36))
        Traceback (most recent call last):
        sudokutools.errors.SudokuError: regions: A has 36 cells, expected 6
        """
        return _variant(base, regions, rules, houses)

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
        return (
            f"Geometry.of({self.box_width}, {self.box_height},"
            f" {self.boxes_across}, {self.boxes_down})"
        )

    def __str__(self) -> str:
        """Write the shape as options and comments do: `3x3`, or `3x3 boxes 2x3`."""
        box = f"{self.box_width}x{self.box_height}"
        return box if self.is_full else f"{box} boxes {self.boxes_across}x{self.boxes_down}"

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Width and height of a box, boxes across and down."""
        return self.box_width, self.box_height, self.boxes_across, self.boxes_down

    def __reduce__(self) -> tuple[object, ...]:
        return _geometry, self.shape

    @property
    def base(self) -> Geometry:
        """The plain geometry of a variant; with irregular regions, the usual one of its size."""
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
        return self.box_of(cell) if self.regions is None else self.regions[cell]

    @cached_property
    def region_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each region, ascending."""
        if self.regions is None:
            return self.box_cells
        return tuple(
            tuple(cell for cell, region in enumerate(self.regions) if region == number)
            for number in range(self.n)
        )

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house without duplicates: rows, columns, regions, extras."""
        extras = tuple(extra.cells for extra in self.extras)
        lines = self.row_cells + self.column_cells
        return tuple(dict.fromkeys(lines + self.region_cells + extras))

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
def _geometry(box_width: int, box_height: int, boxes_across: int, boxes_down: int) -> Geometry:
    if box_width < 1 or box_height < 1:
        raise SudokuError(f"box {box_width}x{box_height}: both numbers must be at least 1")
    if box_width * box_height > MAX_SYMBOLS:
        raise SudokuError(
            f"box {box_width}x{box_height} needs {box_width * box_height} symbols,"
            f" more than {MAX_SYMBOLS}"
        )
    if boxes_across < 1 or boxes_down < 1:
        raise SudokuError(f"boxes {boxes_across}x{boxes_down}: both numbers must be at least 1")
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
    # The cache forgets, so that no input fills the memory with tables; but as long as anybody has
    # a geometry, it stays the only one of its shape.
    shape = (box_width, box_height, boxes_across, boxes_down)
    return _known.setdefault(shape, Geometry(*shape))


_known: WeakValueDictionary[tuple[int, int, int, int], Geometry] = WeakValueDictionary()


class _Variant(Geometry):
    """A geometry with more rules or irregular regions, which has no boxes for plain engines to
    misuse.
    """

    is_plain = False

    def __init__(
        self,
        base: Geometry,
        regions: bytes | None,
        rules: tuple[str, ...],
        houses: tuple[tuple[int, ...], ...],
    ) -> None:
        if regions is None:
            super().__init__(*base.shape)
        else:
            self.n = self.rows = self.columns = base.n
            self.size = base.size
            self.is_full = True
            self.has_boxes = False
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
        shape = str(self.base) if self.has_boxes else f"{self.n}x{self.n} with regions"
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

        named = list(extra_houses(self.rules, self.n, self._box))
        named += [Extra(f"house {i}", cells) for i, cells in enumerate(self.extra_houses, 1)]
        known = set(self.row_cells + self.column_cells + self.region_cells)
        return tuple(
            extra
            for extra in {extra.cells: extra for extra in reversed(named)}.values()
            if extra.cells not in known
        )[::-1]

    @cached_property
    def unequal(self) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:  # type: ignore[override]
        from sudokutools.constraints.variant_rules import UNEQUAL_RULES, unequal_pairs

        return tuple(
            (rule, unequal_pairs(rule, self.n)) for rule in self.rules if rule in UNEQUAL_RULES
        )

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        from sudokutools.constraints.variant_rules import NONCONSECUTIVE, neighbours

        return neighbours(self.n) if NONCONSECUTIVE in self.rules else ()


def _variant(
    base: Geometry,
    regions: Sequence[int] | None,
    rules: Sequence[str],
    houses: Iterable[Iterable[int]],
) -> Geometry:
    from sudokutools.constraints.variant_rules import check, ordered

    names = ordered(rules)
    shapes = tuple(sorted({tuple(sorted(set(house))) for house in houses} - {()}))
    if not base.is_plain:
        raise SudokuError("the base of a variant must be a plain geometry")
    if not (base.is_full or (regions is None and not names and not shapes)):
        raise SudokuError("variants require full grids")
    numbers = None
    if regions is not None:
        base, numbers = _regions(base, regions)
    box = None if numbers is not None else (base.box_width, base.box_height)
    check(names, base.n, box)
    for shape in shapes:
        if shape[0] < 0 or shape[-1] >= base.size:
            raise SudokuError("houses: cell outside the grid")
        if len(shape) > base.n:
            raise SudokuError(f"houses: {len(shape)} cells in a house, expected at most {base.n}")
    if numbers is None and not names and not shapes:
        return base
    key = base, numbers, names, shapes
    return _known_variants.setdefault(key, _Variant(*key))


def _regions(base: Geometry, regions: Sequence[int]) -> tuple[Geometry, bytes | None]:
    """Return geometry and numbers of the regions; None if they are boxes. Raises SudokuError."""
    n, size = base.n, base.size
    if len(regions) != size:
        raise SudokuError(f"regions: {len(regions)} cells, expected {size}")
    number = {region: index for index, region in enumerate(dict.fromkeys(regions))}
    numbers = bytes(map(number.__getitem__, regions)) if len(number) == n else b""
    if not numbers or any(numbers.count(region) != n for region in range(n)):
        from sudokutools.constraints.variant_rules import region_sign

        counts = [(region_sign(i), list(regions).count(region)) for region, i in number.items()]
        sign, count = next(counted for counted in counts if counted[1] != n)
        cells = f"{count} cell{'s' * (count != 1)}"
        raise SudokuError(f"regions: {sign} has {cells}, expected {n}")
    # The first region is a box only if its first row is one: no other shape need be tried.
    width = next((cell for cell in range(n) if numbers[cell]), n)
    if n % width == 0:
        boxes = Geometry.of(width, n // width)
        if all(boxes.box_of(cell) == numbers[cell] for cell in range(size)):
            return boxes, None
    return Geometry.of_size(n), numbers


_known_variants: WeakValueDictionary[object, Geometry] = WeakValueDictionary()
