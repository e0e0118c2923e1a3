"""Geometry and grids: the one place that knows which cells share a row, a column or a box.

Cells are numbered row by row from 0; rows, columns and boxes from 0; people read `r1c1`. Symbols
are the numbers 1 to n, and 0 is an empty cell. A 3x2 box in a full 6x6 grid:

          stack 0   stack 1
         c1 c2 c3 | c4 c5 c6
    r1    0  1  2 |  3  4  5     box_width 3, box_height 2, n = 6 symbols
    r2    6  7  8 |  9 10 11     boxes_across 2, boxes_down 3
         ---------+---------     band 0 above the line, band 1 below
    r3   12 13 14 | 15 16 17

Variants have further rules, and regions of any shape in the place of boxes: what a rule adds is in
`rules`, the clues that are no symbols in `relations`. Their modules are imported when they are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.grid.relations import Relations
    from sudokutools.grid.variant_rules import Extra

MAX_SYMBOLS = 100


class Geometry:
    """The shape of a grid: how large its boxes are, and how many there are across and down.

    Use `Geometry.of`: it keeps one object a shape, so that the tables of cells are made once.
    `Geometry.of_variant` adds rules to a shape, or has regions in the place of its boxes.

    >>> Geometry.of(3, 2)
    Geometry.of(3, 2, 2, 3)
    >>> Geometry.of(3, 2).rows, Geometry.of(3, 2).columns, Geometry.of(3, 2).is_full
    (6, 6, True)
    """

    is_plain = True
    """Whether rows, columns and boxes are all the rules: what plain engines take for granted."""

    has_boxes = True
    """Whether the regions are boxes; without them whoever asks for a box gets a SudokuError."""

    rules: tuple[str, ...] = ()
    """The names of the rules of `rules.NAMES`, in that order."""

    regions: bytes | None = None
    """The number of the region of each cell, by first appearance; None: they are the boxes."""

    extra_houses: tuple[tuple[int, ...], ...] = ()
    """Houses that no rule has a name for."""

    extras: tuple[Extra, ...] = ()
    """All houses beside rows, columns and regions, with their names; none of them twice."""

    unequal: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    """The rules by which pairs of cells differ that share no house by name, and their pairs."""

    apart: tuple[tuple[int, int], ...] = ()
    """The pairs of cells whose symbols differ by more than 1."""

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
        """Return the geometry; without numbers of boxes the full one. SudokuError: impossible."""
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
        """Return a plain full geometry with regions in the place of its boxes, and further rules.

        `regions` has a number for each cell, `rules` are names of `rules.NAMES`, `houses` sets of
        cells: those of n cells hold every symbol, shorter ones none twice. Where nothing is left
        of all this, it is a plain geometry. SudokuError: that is no variant.

        >>> Geometry.of_variant(Geometry.of(3, 3), rules=["x"])
        Geometry.of_variant(Geometry.of(3, 3, 3, 3), None, ('x',), ())
        >>> Geometry.of_variant(Geometry.of_size(6), bytes(36))
        Traceback (most recent call last):
        sudokutools.errors.SudokuError: regions: A has 36 cells, expected 6
        """
        return _variant(base, regions, rules, houses)

    @staticmethod
    def of_size(size: int) -> Geometry:
        """Return the full geometry of `size` rows; the box is the most square one, wide side first.

        >>> [str(Geometry.of_size(size)) for size in (7, 9, 12, 20)]
        ['7x1', '3x3', '4x3', '5x4']
        """
        if not 1 <= size <= MAX_SYMBOLS:
            raise SudokuError(f"size {size} is not from 1 to {MAX_SYMBOLS}")
        height = max(h for h in range(1, 11) if size % h == 0 and h * h <= size)
        return Geometry.of(size // height, height)

    def __repr__(self) -> str:
        return (
            f"Geometry.of({self.box_width}, {self.box_height},"
            f" {self.boxes_across}, {self.boxes_down})"
        )

    def __str__(self) -> str:
        """Write the shape as the options and comments do: `3x3`, or `3x3 boxes 2x3`."""
        box = f"{self.box_width}x{self.box_height}"
        return box if self.is_full else f"{box} boxes {self.boxes_across}x{self.boxes_down}"

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The four numbers that make a geometry: width and height of a box, boxes across, down."""
        return self.box_width, self.box_height, self.boxes_across, self.boxes_down

    def __reduce__(self) -> tuple[object, ...]:
        return _geometry, self.shape

    @property
    def base(self) -> Geometry:
        """The plain geometry that a variant was made of; of regions that are no boxes, its size."""
        return self

    def row_of(self, cell: int) -> int:
        """Return the row of a cell."""
        return cell // self.columns

    def column_of(self, cell: int) -> int:
        """Return the column of a cell."""
        return cell % self.columns

    def box_of(self, cell: int) -> int:
        """Return the box of a cell; boxes are numbered row by row as well."""
        row, column = divmod(cell, self.columns)
        return row // self.box_height * self.boxes_across + column // self.box_width

    def cell_name(self, cell: int) -> str:
        """Return the name people use.

        >>> Geometry.of(3, 3).cell_name(10)
        'r2c2'
        """
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    @cached_property
    def row_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row, left to right."""
        return tuple(
            tuple(range(row * self.columns, (row + 1) * self.columns)) for row in range(self.rows)
        )

    @cached_property
    def column_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each column, top to bottom."""
        return tuple(
            tuple(range(column, self.size, self.columns)) for column in range(self.columns)
        )

    @cached_property
    def box_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each box, row by row."""
        boxes: list[list[int]] = [[] for _ in range(self.boxes_across * self.boxes_down)]
        for cell in range(self.size):
            boxes[self.box_of(cell)].append(cell)
        return tuple(map(tuple, boxes))

    def region_of(self, cell: int) -> int:
        """Return the region of a cell: its box, where there are boxes."""
        return self.box_of(cell) if self.regions is None else self.regions[cell]

    @cached_property
    def region_cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each region, ascending: those of each box, where there are boxes."""
        if self.regions is None:
            return self.box_cells
        return tuple(
            tuple(cell for cell, region in enumerate(self.regions) if region == number)
            for number in range(self.n)
        )

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each house: rows, columns, regions, extras; equal ones once.

        A house of `n` cells holds every symbol; a shorter one (partial geometries have them)
        holds no symbol twice.
        """
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
        """For each cell the other cells that never hold its symbol, ascending."""
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
    """A geometry with further rules, or with regions that are no boxes.

    An irregular one has no boxes: whoever takes them for granted is told, and gives no wrong
    answer. What plain engines ask for, the `shape`, no variant has.
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
            raise SudokuError("plain grids only: irregular regions are no boxes")
        raise AttributeError(name)

    def __repr__(self) -> str:
        regions = None if self.regions is None else list(self.regions)
        return f"Geometry.of_variant({self.base!r}, {regions}, {self.rules}, {self.extra_houses})"

    def __str__(self) -> str:
        """Name the shape and the rules for messages; `spec.spec_of` says all of them."""
        shape = str(self.base) if self.has_boxes else f"{self.n}x{self.n} with regions"
        rules = [*self.rules, *["houses"] * bool(self.extra_houses)]
        return f"{shape} {'+'.join(rules)}".rstrip()

    @property
    def base(self) -> Geometry:
        """The plain geometry that it was made of; of regions that are no boxes, its size."""
        return self._base

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Raise SudokuError: the four numbers are not all of a variant."""
        raise SudokuError("plain grids only")

    def __reduce__(self) -> tuple[object, ...]:
        return _variant, (self.base, self.regions, self.rules, self.extra_houses)

    @property
    def _box(self) -> tuple[int, int] | None:
        return (self.box_width, self.box_height) if self.has_boxes else None

    @cached_property
    def extras(self) -> tuple[Extra, ...]:  # type: ignore[override]
        """All houses beside rows, columns and regions, with their names; none of them twice."""
        from sudokutools.grid.variant_rules import Extra, extra_houses

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
        """The rules by which pairs of cells differ, and their pairs."""
        from sudokutools.grid.variant_rules import UNEQUAL_RULES, unequal_pairs

        return tuple(
            (rule, unequal_pairs(rule, self.n)) for rule in self.rules if rule in UNEQUAL_RULES
        )

    @cached_property
    def apart(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        """The pairs of cells whose symbols differ by more than 1."""
        from sudokutools.grid.variant_rules import NONCONSECUTIVE, neighbours

        return neighbours(self.n) if NONCONSECUTIVE in self.rules else ()


def _variant(
    base: Geometry,
    regions: Sequence[int] | None,
    rules: Sequence[str],
    houses: Iterable[Iterable[int]],
) -> Geometry:
    """Return what `Geometry.of_variant` does."""
    from sudokutools.grid.variant_rules import check, ordered

    names = ordered(rules)
    shapes = tuple(sorted({tuple(sorted(set(house))) for house in houses} - {()}))
    if not base.is_plain:
        raise SudokuError("a variant is made of a plain geometry")
    if not (base.is_full or (regions is None and not names and not shapes)):
        raise SudokuError("variants are full grids")
    numbers = None
    if regions is not None:
        base, numbers = _regions(base, regions)
    box = None if numbers is not None else (base.box_width, base.box_height)
    check(names, base.n, box)
    for shape in shapes:
        if shape[0] < 0 or shape[-1] >= base.size:
            raise SudokuError("houses: a cell is not in the grid")
        if len(shape) > base.n:
            raise SudokuError(f"houses: {len(shape)} cells cannot hold {base.n} symbols, each once")
    if numbers is None and not names and not shapes:
        return base
    key = base, numbers, names, shapes
    return _known_variants.setdefault(key, _Variant(*key))


def _regions(base: Geometry, regions: Sequence[int]) -> tuple[Geometry, bytes | None]:
    """Return the geometry and the numbers of the regions; None where they are its boxes.

    SudokuError: they are no regions.
    """
    n, size = base.n, base.size
    if len(regions) != size:
        raise SudokuError(f"regions: {len(regions)} signs, expected {size}")
    number = {region: index for index, region in enumerate(dict.fromkeys(regions))}
    numbers = bytes(map(number.__getitem__, regions)) if len(number) == n else b""
    if not numbers or any(numbers.count(region) != n for region in range(n)):
        from sudokutools.grid.variant_rules import region_sign

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


_ALL_BYTES = bytes(range(256))


def exceeds(cells: bytes, most: int) -> bool:
    """Return whether a cell has a higher value; many times as fast as `max`.

    >>> exceeds(b"\\x01\\x09", 9), exceeds(b"\\x01\\x09", 8), exceeds(b"", 0)
    (False, True, False)
    """
    return bool(cells.translate(None, _ALL_BYTES[: most + 1]))


class Clash(NamedTuple):
    """What breaks a rule: mostly a symbol that a house holds more than once, houses from 0.

    `kind` is row, column, box or region, house, a rule of unequal pairs (knight, king),
    nonconsecutive, cage, less, even or odd. `told` says all of it where that is more than kind,
    house, symbol and cells; `symbol` is 0 where none is held twice.
    """

    kind: str
    house: int
    symbol: int
    cells: tuple[int, ...]
    told: str = ""


class Grid:
    """An immutable grid: a geometry and its cells, one byte each, 0 for an empty one.

    >>> grid = Grid(Geometry.of(2, 2), bytes([1, 2, 3, 4] + 12 * [0]))
    >>> grid.clue_count, grid[3], grid.is_complete
    (4, 4, False)

    A grid may carry candidates: a mask a cell, bit s - 1 for symbol s, which is that of its symbol
    alone where the cell is filled. None says that nothing is known beside the cells. It may carry
    relations: clues that are no symbols, such as killer cages.
    """

    __slots__ = ("candidates", "cells", "geometry", "relations")

    geometry: Geometry
    cells: bytes
    candidates: tuple[int, ...] | None
    relations: Relations | None

    def __init__(
        self,
        geometry: Geometry,
        cells: bytes | Sequence[int],
        candidates: Sequence[int] | None = None,
        relations: Relations | None = None,
    ) -> None:
        content = bytes(cells)
        if len(content) != geometry.size:
            raise SudokuError(f"{len(content)} cells, expected {geometry.size}")
        if exceeds(content, geometry.n):
            raise SudokuError(f"symbol {max(content)} is not from 1 to {geometry.n}")
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "cells", content)
        masks = None if candidates is None else _check_candidates(geometry, content, candidates)
        object.__setattr__(self, "candidates", masks)
        if relations is not None and relations.shape != (
            geometry.n,
            geometry.columns,
            geometry.size,
        ):
            raise SudokuError("the relations are those of another grid")
        object.__setattr__(self, "relations", relations)

    @classmethod
    def empty(cls, geometry: Geometry) -> Grid:
        """Return the grid without clues."""
        return cls(geometry, bytes(geometry.size))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a grid does not change; make another one")

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (self.geometry, self.cells, self.candidates, self.relations)

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (
            self.geometry is other.geometry
            and self.cells == other.cells
            and self.candidates == other.candidates
            and self.relations == other.relations
        )

    def __hash__(self) -> int:
        return hash((self.geometry, self.cells))  # Candidates seldom tell grids apart.

    def __str__(self) -> str:
        """Draw the grid for people."""
        return format_grid(self)

    def __repr__(self) -> str:
        return f"<Grid {self.geometry} {format_line(self)}>"

    @property
    def is_plain(self) -> bool:
        """Whether the grid has no rules and no clues but those of plain ones (`Geometry.is_plain`).

        Candidates do not matter.
        """
        return self.geometry.is_plain and self.relations is None

    @property
    def is_classic(self) -> bool:
        """Whether the grid is a plain 9x9 one: what compiled kernels of one geometry take."""
        return self.geometry is Geometry.of(3, 3) and self.relations is None

    def with_cells(self, cells: bytes | Sequence[int]) -> Grid:
        """Return a grid of other cells and the same rules and relations; without candidates."""
        return Grid(self.geometry, cells, None, self.relations)

    @property
    def clue_count(self) -> int:
        """The number of cells that are not empty."""
        return len(self.cells) - self.cells.count(0)

    def without_candidates(self) -> Grid:
        """Return the grid as its cells show it: a cell with a single candidate is filled.

        >>> marked = Grid(Geometry.of(2, 1), bytes(4), [0b01, 0b11, 0b11, 0b10])
        >>> list(marked.without_candidates().cells)
        [1, 0, 0, 2]
        """
        if self.candidates is None:
            return self
        single = [0 if mask & (mask - 1) else mask.bit_length() for mask in self.candidates]
        return self.with_cells(single)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty. The rules may be broken: see `clashes`."""
        return 0 not in self.cells

    def clashes(self) -> Iterator[Clash]:
        """Yield every symbol that stands twice or more in a house, and what else breaks a rule."""
        if not self.is_plain:
            yield from _variant_clashes(self)
            return
        geometry, cells = self.geometry, self.cells
        width, height, columns = geometry.box_width, geometry.box_height, geometry.columns
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        boxes = [
            b"".join([row[left : left + width] for row in rows[top : top + height]])
            for top in range(0, geometry.rows, height)
            for left in range(0, columns, width)
        ]
        for kind, houses in (
            ("row", rows),
            ("column", [cells[column::columns] for column in range(columns)]),
            ("box", boxes),
        ):
            for number, content in enumerate(houses):
                symbols = content.replace(b"\0", b"")
                if len(set(symbols)) == len(symbols):
                    continue
                house = getattr(geometry, f"{kind}_cells")[number]
                for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
                    yield Clash(
                        kind, number, symbol, tuple(cell for cell in house if cells[cell] == symbol)
                    )


def _variant_clashes(grid: Grid) -> Iterator[Clash]:
    """Yield the clashes of a grid that is not plain."""
    geometry, cells = grid.geometry, grid.cells
    region = "box" if geometry.has_boxes else "region"
    houses = [("row", number, house) for number, house in enumerate(geometry.row_cells)]
    houses += [("column", number, house) for number, house in enumerate(geometry.column_cells)]
    houses += [(region, number, house) for number, house in enumerate(geometry.region_cells)]
    for kind, number, house in houses:
        for symbol, held in _repeated(cells, house):
            yield Clash(kind, number, symbol, held)
    for number, extra in enumerate(geometry.extras):
        for symbol, held in _repeated(cells, extra.cells):
            told = f"{extra.name}: {_told(geometry, symbol, held)}"
            yield Clash("house", number, symbol, held, told)
    for rule, pairs in geometry.unequal:
        kind = rule.removeprefix("anti")
        for one, other in pairs:
            if cells[one] and cells[one] == cells[other]:
                told = f"{kind}: {_told(geometry, cells[one], (one, other))}"
                yield Clash(kind, 0, cells[one], (one, other), told)
    for one, other in geometry.apart:
        if cells[one] and cells[other] and abs(cells[one] - cells[other]) < 2:
            held = (one, other)
            told = " ".join(_told(geometry, cells[cell], (cell,)) for cell in held)
            yield Clash("nonconsecutive", 0, 0, held, f"nonconsecutive: {told}")
    if grid.relations is not None:
        for clash in grid.relations.clashes(cells):
            yield Clash(*clash)


def _repeated(cells: bytes, house: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each symbol that a house holds more than once, and where."""
    symbols = [cells[cell] for cell in house if cells[cell]]
    if len(set(symbols)) < len(symbols):
        for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
            yield symbol, tuple(cell for cell in house if cells[cell] == symbol)


def _told(geometry: Geometry, symbol: int, cells: tuple[int, ...]) -> str:
    return f"{symbol_text(geometry, symbol)} at {' '.join(map(geometry.cell_name, cells))}"


def _check_candidates(
    geometry: Geometry, cells: bytes, candidates: Sequence[int]
) -> tuple[int, ...] | None:
    """Return the masks of all cells, None if they exclude nothing; SudokuError: one is wrong."""
    if len(candidates) != len(cells):
        raise SudokuError(f"candidates of {len(candidates)} cells, expected {len(cells)}")
    every = (1 << geometry.n) - 1
    masks = list(candidates)
    for cell, (symbol, mask) in enumerate(zip(cells, candidates, strict=True)):
        own = 1 << (symbol - 1) if symbol else mask
        if not 0 < mask <= every or not mask & own:
            raise SudokuError(
                f"{geometry.cell_name(cell)}: its clue is not among its candidates"
                if symbol
                else f"{geometry.cell_name(cell)}: no candidates from 1 to {geometry.n}"
            )
        masks[cell] = own
    is_free = all(symbol or mask == every for symbol, mask in zip(cells, masks, strict=True))
    return None if is_free else tuple(masks)


# Text of one grid. `reading` cuts a stream into these pieces, `writing` joins them to records.

SYMBOL_CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols 1 to 35 as characters; grids of more symbols are written in decimals."""

EMPTY_SIGNS = ".0_*?"
"""What an empty cell is read as; `-` is one as well where it cannot be a border."""

MAX_CHARACTER_SYMBOLS = len(SYMBOL_CHARACTERS)

MIN_LINE_CELLS = 16
"""A shorter line is a row of a drawn grid, unless something says that it is a whole one."""

NO_CELL = 255
"""The value of a character that is no cell, in the tables below."""


def _character_values(dash: int) -> bytes:
    table = bytearray([NO_CELL] * 256)
    for value, character in enumerate(SYMBOL_CHARACTERS, 1):
        table[ord(character)] = table[ord(character.lower())] = value
    for sign in EMPTY_SIGNS:
        table[ord(sign)] = 0
    table[ord("-")] = dash
    return bytes(table)


CHARACTER_VALUES = _character_values(dash=0)
"""For `bytes.translate`: the value of each character of a line, NO_CELL where it is no cell."""

LINE_CHARACTERS = {
    sign: sign.encode() + SYMBOL_CHARACTERS.encode() + bytes(256 - 1 - MAX_CHARACTER_SYMBOLS)
    for sign in ".0_"
}
"""For `bytes.translate`: the character of each value in a line, by the sign for empty cells."""

_CELL_TEXTS = {sign: [sign, *map(str, range(1, MAX_SYMBOLS + 1))] for sign in ".0_"}

TOKEN_VALUES = (
    dict.fromkeys((*EMPTY_SIGNS, "-", ""), 0)
    | {character: value for value, character in enumerate(SYMBOL_CHARACTERS, 1)}
    | {character.lower(): value for value, character in enumerate(SYMBOL_CHARACTERS, 1)}
    | {str(value): value for value in range(1, MAX_SYMBOLS + 1)}
    | {f"{value:02}": value for value in range(10)}
)
"""The value of each text of a cell that stands alone: a decimal, a single letter, an empty sign."""


def parse_cells(text: bytes) -> bytes:
    """Return the cells of an unbroken run of characters, NO_CELL for what is none.

    >>> list(parse_cells(b"1.a-z!"))
    [1, 0, 10, 0, 35, 255]
    """
    return text.translate(CHARACTER_VALUES)


def parse_fields(text: str) -> bytes:
    """Return the cells of comma-separated fields, NO_CELL for what is none.

    >>> list(parse_fields("1, 12,,0,x,101"))
    [1, 12, 0, 0, 33, 255]
    """
    return token_values((text.replace(" ", "") if " " in text else text).split(","))


def token_values(tokens: Sequence[str]) -> bytes:
    """Return the cells of texts that stand alone, NO_CELL for what is none.

    >>> list(token_values(["1", "12", "101"]))
    [1, 12, 255]
    """
    try:
        return bytes(map(TOKEN_VALUES.__getitem__, tokens))  # Twice as fast as `get`.
    except KeyError:
        return bytes(TOKEN_VALUES.get(token, NO_CELL) for token in tokens)


def symbol_text(geometry: Geometry, symbol: int) -> str:
    """Write a symbol as the `line` of its geometry does.

    >>> symbol_text(Geometry.of(4, 4), 12), symbol_text(Geometry.of(6, 6), 12)
    ('C', '12')
    """
    return SYMBOL_CHARACTERS[symbol - 1] if geometry.n <= MAX_CHARACTER_SYMBOLS else str(symbol)


def format_line(grid: Grid, empty: str = ".") -> str:
    """Write a grid as one line: a character a cell up to 35 symbols, else decimals and commas.

    >>> format_line(Grid(Geometry.of(2, 2), bytes([1, 2, 3, 4] + 12 * [0])))
    '1234............'
    """
    if grid.geometry.n <= MAX_CHARACTER_SYMBOLS:
        return grid.cells.translate(LINE_CHARACTERS[empty]).decode("ascii")
    texts = _CELL_TEXTS[empty]
    return ",".join([texts[cell] for cell in grid.cells])


def format_fields(grid: Grid, empty: str = "0") -> str:
    """Write a grid as comma-separated decimals, one a cell.

    >>> format_fields(Grid(Geometry.of(2, 1), [1, 0, 0, 2]))
    '1,0,0,2'
    """
    texts = _CELL_TEXTS[empty]
    return ",".join([texts[cell] for cell in grid.cells])


def format_grid(grid: Grid, empty: str = ".") -> str:
    """Draw a grid for people, with boxes, a row a line.

    >>> print(format_grid(Grid.empty(Geometry.of(2, 2))), end="")
    . . | . .
    . . | . .
    ----+----
    . . | . .
    . . | . .
    """
    geometry = grid.geometry
    if not geometry.has_boxes:
        geometry = Geometry.of(geometry.n, 1)  # Irregular regions are not drawn here.
    width = len(str(geometry.n)) if geometry.n > 9 else 1
    texts = [text.rjust(width) for text in _CELL_TEXTS[empty]]
    # Boxes one cell wide or high are not drawn: a line around every cell would say nothing.
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    dashes = "-" * (box_width * (width + 1))
    border = "-+-".join([dashes[1:]] * (geometry.columns // box_width)) + "\n"
    lines = []
    for row in range(geometry.rows):
        if row and row % box_height == 0:
            lines.append(border)
        start = row * geometry.columns
        cells = [texts[cell] for cell in grid.cells[start : start + geometry.columns]]
        boxes = [
            " ".join(cells[left : left + box_width])
            for left in range(0, geometry.columns, box_width)
        ]
        lines.append(" | ".join(boxes) + "\n")
    return "".join(lines)


def grid_needs_comment(geometry: Geometry) -> bool:
    """Tell whether a drawn grid does not show its own geometry (it needs a comment above).

    >>> [grid_needs_comment(Geometry.of(*box)) for box in ((3, 2), (7, 1), (9, 1), (3, 3, 1, 1))]
    [False, False, True, True]
    """
    if not geometry.has_boxes:
        return False  # The comment with the regions says it.
    if not geometry.is_full:
        return True
    hidden = geometry.box_width == 1 or geometry.box_height == 1
    return hidden and geometry is not Geometry.of_size(geometry.n)
