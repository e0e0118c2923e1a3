"""Grids, and the text of one grid: symbols, lines and plain drawings.

Constraints, the clues that are not symbols, are in `constraints`, which is imported only for
variants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints
    from sudokutools.constraints.constraint import Constraint

_ALL_BYTES = bytes(range(256))
_CLASSIC = Geometry.of(3, 3)


def exceeds(cells: bytes, most: int) -> bool:
    """Return whether a cell has a higher value; much faster than `max`."""
    return bool(cells.translate(None, _ALL_BYTES[: most + 1]))


class Clash(NamedTuple):
    """A violation of a rule: mostly a symbol that a house holds more than once, houses from 0.

    `kind` is row, column, box or region, house, a rule about pairs (knight, king), another rule, or
    the key of a constraint. `message` is the whole message if the other fields are not enough;
    `symbol` is 0 if no symbol is repeated.

    >>> from sudokutools import read_grid
    >>> next(read_grid("11..............").clashes())
    Clash(kind='row', house=0, symbol=1, cells=(0, 1), message='')
    """

    kind: str
    house: int
    symbol: int
    cells: tuple[int, ...]
    message: str = ""


class Grid:
    """An immutable grid, complete or a puzzle, with its geometry.

    geometry    the geometry, which includes the rules of a variant
    cells       the symbols row by row, from 1 to `geometry.n`; 0 for an empty cell
    candidates  a mask for each cell, with bit s - 1 for symbol s, only that of its symbol in a
                filled cell; None: unknown
    constraints   clues other than symbols, such as killer cages; None: plain

    `grid[cell]` is a symbol, cells counted from 0; `str(grid)` draws the grid. Grids are equal if
    all four parts are. Symbols may clash: see `clashes`.

    Raises SudokuError if the number of cells is wrong, or if symbols, candidates or constraints are
    impossible for the geometry.

    >>> from sudokutools import Geometry, Grid
    >>> grid = Grid(Geometry.of(2, 2), [1, 2, 3, 4] + 12 * [0])
    >>> grid.clue_count, grid[3], grid.is_complete
    (4, 4, False)
    >>> print(grid, end="")
    1 2 | 3 4
    . . | . .
    ----+----
    . . | . .
    . . | . .
    """

    __slots__ = ("candidates", "cells", "constraints", "geometry")

    geometry: Geometry
    cells: bytes
    candidates: tuple[int, ...] | None
    constraints: Constraints | None

    def __init__(
        self,
        geometry: Geometry,
        cells: bytes | Sequence[int],
        candidates: Sequence[int] | None = None,
        constraints: Constraints | None = None,
    ) -> None:
        content = bytes(cells)
        if len(content) != geometry.size:
            raise SudokuError(f"{len(content)} cells, expected {geometry.size}")
        if exceeds(content, geometry.n):
            raise SudokuError(f"invalid symbol {max(content)}, expected 1 to {geometry.n}")
        if geometry.absent:
            content = bytes([cell in geometry.absent or s for cell, s in enumerate(content)])
        object.__setattr__(self, "geometry", geometry)
        object.__setattr__(self, "cells", content)
        masks = None if candidates is None else _check_candidates(geometry, content, candidates)
        object.__setattr__(self, "candidates", masks)
        if constraints is not None and constraints.shape != (
            geometry.values,
            geometry.columns,
            geometry.size,
        ):
            raise SudokuError("constraints of another geometry")
        object.__setattr__(self, "constraints", constraints)

    @classmethod
    def empty(cls, geometry: Geometry) -> Grid:
        """Return a grid without clues."""
        return cls(geometry, bytes(geometry.size))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a grid does not change; make another one")

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (self.geometry, self.cells, self.candidates, self.constraints)

    def __getitem__(self, cell: int) -> int:
        return self.cells[cell]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (
            self.geometry is other.geometry
            and self.cells == other.cells
            and self.candidates == other.candidates
            and self.constraints == other.constraints
        )

    def __hash__(self) -> int:
        return hash((self.geometry, self.cells))  # Grids seldom differ in candidates only.

    def __str__(self) -> str:
        return format_grid(self)

    def _repr_html_(self) -> str:
        """Return the grid as a table, for notebooks."""
        from sudokutools._support.bits import bits
        from sudokutools.grid.notebook import html_of

        signs = [symbol_text(self.geometry, at) for at in range(1, self.geometry.n + 1)]
        texts = texts_of(self, ["", *signs], "")
        for cell, mask in enumerate(self.candidates or ()):
            marks = " ".join(symbol_text(self.geometry, place + 1) for place in bits(mask))
            texts[cell] = texts[cell] or marks
        return html_of(self.geometry, texts, self.constraints)

    def __repr__(self) -> str:
        return f"<Grid {self.geometry} {format_line(self)}>"

    @property
    def is_plain(self) -> bool:
        """Whether the geometry is plain, without constraints; candidates are allowed."""
        return self.geometry.is_plain and self.constraints is None

    @property
    def is_classic(self) -> bool:
        """Whether this is a plain 9x9 grid, as compiled kernels of one geometry require."""
        return self.geometry is _CLASSIC and self.constraints is None

    def with_cells(self, cells: bytes | Sequence[int]) -> Grid:
        """Return a grid with other cells, the same rules and constraints, and no candidates."""
        return Grid(self.geometry, cells, None, self.constraints)

    def with_constraints(self, *clues: Constraint | str) -> Grid:
        """Return a grid with more constraints: objects of `sudokutools.constraints`, or texts of a
        spec, such as `whisper=5:r1c1r1c2`.

        Raises SudokuError if one is impossible or they contradict each other.

        >>> grid = Grid.empty(Geometry.of(3, 3)).with_constraints("arrow=r1c1:r1c2r1c3")
        >>> grid.constraints.items
        (Arrow((1, 2), head=(0,)),)
        """
        from sudokutools.constraints.collection import Constraints
        from sudokutools.grid.spec import parse_clues

        own = self.constraints.items if self.constraints is not None else ()
        more = [
            clue
            for each in clues
            for clue in (parse_clues(each, self.geometry) if isinstance(each, str) else [each])
        ]
        constraints = Constraints.of(self.geometry, (*own, *more))
        return Grid(self.geometry, self.cells, self.candidates, constraints)

    @property
    def clue_count(self) -> int:
        return len(self.cells) - self.cells.count(0) - len(self.geometry.absent)

    def without_candidates(self) -> Grid:
        """Return the grid without candidates.

        A grid of nothing but candidates, such as a sukaku, gets a clue for each single one.

        >>> marked = Grid(Geometry.of(2, 1), bytes(4), [0b01, 0b11, 0b11, 0b10])
        >>> list(marked.without_candidates().cells)
        [1, 0, 0, 2]
        """
        if self.candidates is None:
            return self
        if any(self.cells):
            return self.with_cells(self.cells)
        single = [0 if mask & (mask - 1) else mask.bit_length() for mask in self.candidates]
        return self.with_cells(single)

    @property
    def is_complete(self) -> bool:
        """Whether no cell is empty; rules may be violated, see `clashes`."""
        return 0 not in self.cells

    def clashes(self) -> Iterator[Clash]:
        """Yield every symbol that is repeated in a house, and violations of other rules."""
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
    geometry, cells = grid.geometry, grid.cells
    houses = [("row", number, house) for number, house in enumerate(geometry.row_cells)]
    houses += [("column", number, house) for number, house in enumerate(geometry.column_cells)]
    houses *= bool(geometry.lines)
    for kind, number, house in houses:
        for symbol, held in _repeated(cells, house):
            yield Clash(kind, number, symbol, held)
    regions = [*zip(geometry.region_names, geometry.region_cells, strict=True)]
    others = [(extra.name, extra.cells) for extra in geometry.extras]
    for kind, named in (("box" if geometry.has_boxes else "region", regions), ("house", others)):
        for number, (name, house) in enumerate(named):
            for symbol, held in _repeated(cells, house):
                message = f"{name}: {_where(geometry, symbol, held)}"
                yield Clash(kind, number, symbol, held, message)
    yield from _pair_clashes(geometry, cells)
    if geometry.rules:
        from sudokutools.constraints import variant_rules
        from sudokutools.constraints.shape import values_of

        values = values_of(cells, geometry)
        for rule in geometry.rules:
            for value, held, message in variant_rules.clashes(rule, values, geometry):
                symbol = geometry.values.index(value) + 1 if value in geometry.values else 0
                yield Clash(rule, 0, symbol, held, message)
    if grid.constraints is not None:
        for clash in grid.constraints.clashes(cells, geometry):
            yield Clash(*clash)


def _pair_clashes(geometry: Geometry, cells: bytes) -> Iterator[Clash]:
    for rule, pairs in geometry.unequal:
        kind = rule.removeprefix("anti")
        for one, other in pairs:
            if cells[one] and cells[one] == cells[other]:
                message = f"{kind}: {_where(geometry, cells[one], (one, other))}"
                yield Clash(kind, 0, cells[one], (one, other), message)
    for one, other in geometry.apart:
        if cells[one] and cells[other] and abs(cells[one] - cells[other]) < 2:
            held = (one, other)
            message = " ".join(_where(geometry, cells[cell], (cell,)) for cell in held)
            yield Clash("nonconsecutive", 0, 0, held, f"nonconsecutive: {message}")


def _repeated(cells: bytes, house: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    symbols = [cells[cell] for cell in house if cells[cell]]
    if len(set(symbols)) < len(symbols):
        for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
            yield symbol, tuple(cell for cell in house if cells[cell] == symbol)


def _where(geometry: Geometry, symbol: int, cells: tuple[int, ...]) -> str:
    return f"{symbol_text(geometry, symbol)} at {' '.join(map(geometry.cell_name, cells))}"


def _check_candidates(
    geometry: Geometry, cells: bytes, candidates: Sequence[int]
) -> tuple[int, ...] | None:
    if len(candidates) != len(cells):
        raise SudokuError(f"candidates of {len(candidates)} cells, expected {len(cells)}")
    every = (1 << geometry.n) - 1
    masks = list(candidates)
    for cell, (symbol, mask) in enumerate(zip(cells, candidates, strict=True)):
        own = 1 << (symbol - 1) if symbol else mask
        if not 0 <= mask <= every or (symbol and not mask & own):
            raise SudokuError(
                f"{geometry.cell_name(cell)}: clue missing from the candidates"
                if symbol
                else f"{geometry.cell_name(cell)}: invalid candidates, expected 1 to {geometry.n}"
            )
        masks[cell] = own
    is_free = all(symbol or mask == every for symbol, mask in zip(cells, masks, strict=True))
    return None if is_free else tuple(masks)


# Text of one grid. `formats` cuts a stream into these pieces and joins them to records.

SYMBOL_CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols 1 to 35 as characters; grids of more symbols are written in decimals."""

EMPTY_SIGNS = ".0_*?"  # Signs of an empty cell; so is `-` unless it can be a border.
MAX_CHARACTER_SYMBOLS = len(SYMBOL_CHARACTERS)

MIN_LINE_CELLS = 16
"""A shorter line is a row of a drawn grid, unless an option, comment or note states a geometry."""

NO_CELL = 255  # The value of an invalid character in the tables below.


def _character_values(dash: int) -> bytes:
    table = bytearray([NO_CELL] * 256)
    for value, character in enumerate(SYMBOL_CHARACTERS, 1):
        table[ord(character)] = table[ord(character.lower())] = value
    for sign in EMPTY_SIGNS:
        table[ord(sign)] = 0
    table[ord("-")] = dash
    return bytes(table)


CHARACTER_VALUES = _character_values(dash=0)
"""For `bytes.translate`: the value of each character of a line."""

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
"""The value of each token of a cell: a decimal, a single letter, an empty sign."""


def parse_cells(text: bytes) -> bytes:
    """Return the cells of an unbroken run of characters, NO_CELL for invalid ones."""
    return text.translate(CHARACTER_VALUES)


def parse_fields(text: str) -> bytes:
    """Return the cells of comma-separated fields, NO_CELL for invalid ones."""
    return token_values((text.replace(" ", "") if " " in text else text).split(","))


def token_values(tokens: Sequence[str]) -> bytes:
    try:
        return bytes(map(TOKEN_VALUES.__getitem__, tokens))  # Twice as fast as `get`.
    except KeyError:
        return bytes(TOKEN_VALUES.get(token, NO_CELL) for token in tokens)


def symbol_text(geometry: Geometry, symbol: int) -> str:
    """Write a symbol as the `line` of its geometry does."""
    value = geometry.values[symbol - 1]
    return f"0{SYMBOL_CHARACTERS}"[value] if is_short(geometry) else str(value)


def is_short(geometry: Geometry) -> bool:
    """Return whether a character is enough for each value."""
    return geometry.values[-1] <= MAX_CHARACTER_SYMBOLS


def cell_texts(geometry: Geometry, empty: str) -> list[str]:
    """Return the texts of an empty cell and of all symbols, as decimals."""
    return [empty if empty != "0" or geometry.values[0] else ".", *map(str, geometry.values)]


def cells_of_values(texts: Sequence[str], geometry: Geometry) -> bytes:
    """Return the symbols of texts that stand for values, so that 0 is one; NO_CELL for invalid."""
    is_zero = geometry.values[0] == 0
    values: dict[str, int | None] = {**TOKEN_VALUES}
    values |= dict.fromkeys(("", "-", *EMPTY_SIGNS.replace("0", "" if is_zero else "0")))
    return symbols_of_values(geometry, [values.get(text, -1) for text in texts])


def symbols_of_values(geometry: Geometry, values: Sequence[int | None]) -> bytes:
    """Return the symbols of values, 0 of None and NO_CELL of others."""
    symbols: dict[int | None, int] = {value: at for at, value in enumerate(geometry.values, 1)}
    return bytes(symbols.get(value, NO_CELL if value is not None else 0) for value in values)


def format_line(grid: Grid, empty: str = ".") -> str:
    """Write a grid as one line: a character a cell up to 35 symbols, else decimals and commas."""
    if grid.geometry.values[0] == 1 and is_short(grid.geometry) and not grid.geometry.absent:
        return grid.cells.translate(LINE_CHARACTERS[empty]).decode("ascii")
    texts = cell_texts(grid.geometry, empty)
    if is_short(grid.geometry):
        every = range(1, grid.geometry.n + 1)
        signs = [texts[0], *(symbol_text(grid.geometry, symbol) for symbol in every)]
        return "".join(texts_of(grid, signs, "_"))
    return ",".join(texts_of(grid, texts, "_"))


def format_fields(grid: Grid, empty: str = "0") -> str:
    """Write a grid as comma-separated decimals, one a cell."""
    is_usual = grid.geometry.values[0] == 1
    texts = _CELL_TEXTS[empty] if is_usual else cell_texts(grid.geometry, empty)
    return ",".join(texts_of(grid, texts, "_"))


def texts_of(grid: Grid, texts: Sequence[str], absent: str) -> list[str]:
    """Return the text of each cell by its symbol, `absent` in places without a cell."""
    found = [texts[symbol] for symbol in grid.cells]
    for place in grid.geometry.absent:
        found[place] = absent
    return found


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
    if geometry.layout and not any(extra.name[:4] == "box " for extra in geometry.extras):
        return _format_overlapping(grid, empty)
    if geometry.layout or not geometry.has_boxes:  # Irregular regions are not drawn here.
        geometry = Geometry.of_rectangle(geometry.rows, geometry.columns, 1)
    width = len(str(grid.geometry.values[-1]))
    texts = [text.rjust(width) for text in cell_texts(grid.geometry, empty)]
    # Boxes one cell wide or high are not drawn: a line around every cell is useless.
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    dashes = "-" * (box_width * (width + 1))
    border = "-+-".join([dashes[1:]] * (geometry.columns // box_width)) + "\n"
    lines = []
    shown = texts_of(grid, texts, " " * width)
    for row in range(geometry.rows):
        if row and row % box_height == 0:
            lines.append(border)
        start = row * geometry.columns
        cells = shown[start : start + geometry.columns]
        boxes = [
            " ".join(cells[left : left + box_width])
            for left in range(0, geometry.columns, box_width)
        ]
        lines.append(" | ".join(boxes) + "\n")
    return "".join(lines)


def _format_overlapping(grid: Grid, empty: str) -> str:
    """Draw overlapping squares, with borders around boxes that are there."""
    geometry = grid.geometry
    width = len(str(geometry.values[-1]))
    texts = [text.rjust(width) for text in cell_texts(geometry, empty)]
    shown = texts_of(grid, texts, " " * width)
    lines: list[str] = []
    before: list[str] = []
    for row, cells in enumerate(geometry.row_cells):
        starts = range(0, geometry.columns, geometry.box_width)
        parts = [cells[start : start + geometry.box_width] for start in starts]
        boxes = [" ".join([shown[cell] for cell in part]) for part in parts]
        if row and row % geometry.box_height == 0:
            pairs = zip(before, boxes, strict=True)
            lines.append(_joined([("-" if (a + b).strip() else " ") * len(b) for a, b in pairs]))
        lines.append(_joined(boxes))
        before = boxes
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _joined(boxes: Sequence[str]) -> str:
    """Join the boxes of a row, or the lines above them; there is no border between blank ones."""
    text = boxes[0]
    for left, right in pairwise(boxes):
        is_border = "-" in (left[:1], right[:1]) and not (left + right).strip(" -")
        has_any = (left + right).strip()
        bar = " " if not has_any else "+" if is_border else "|"
        sides = [side[:1] if is_border else " " for side in (left, right)]
        text += bar.join(sides) + right
    return text


def grid_needs_comment(geometry: Geometry) -> bool:
    """Return whether the drawing of a geometry needs a comment above that states it."""
    if not geometry.has_boxes:
        return False  # The comment with the regions implies it.
    if not (geometry.is_full and geometry.is_plain):
        return True
    hidden = geometry.box_width == 1 or geometry.box_height == 1
    return hidden and geometry is not Geometry.of_size(geometry.n)
