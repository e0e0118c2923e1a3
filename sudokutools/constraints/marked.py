"""Kinds of marked cells: parities, extremes, indexers, circles, quadruples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, ClassVar, Self

from sudokutools.constraints import drawing
from sudokutools.constraints.constraint import (
    Constraint,
    Pairs,
    symbol_at,
    symbols_text,
)
from sudokutools.constraints.drawing import Disc, Mark, Path, Text, head, letter, middle, square
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.places import neighbours
from sudokutools.constraints.primitives import Machine, Primitives, machine_of
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

State = tuple[int, ...]  # Of an automaton.

SPARE = 3  # The maximum of groups of circles without a symbol for which these are looked at.


class Marked(Constraint):
    fewest = 1
    is_set = True
    is_joined = True

    def label(self, shape: Shape) -> str:
        return f"{self.key} cells"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        return cls.first_true(canvas, (cls([cell]) for cell in canvas.shuffled(canvas.free)))


class Even(Marked):
    """Even cells, marked by squares, hold an even symbol."""

    key = "even"
    fpuzzles = "even"
    rest: ClassVar[int] = 0

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        symbols = "".join(f"_{v}" for v in shape.values if v % 2 == self.rest)
        if shape.n < 4:
            raise SudokuError(f"{self.key} with four or more symbols only")
        return [iss_text("", *(name + symbols for name in names_of(self.cells, shape)))]

    def primitives(self, out: Primitives) -> None:
        for cell in self.cells:
            out.allow(cell, (value for value in out.values if value % 2 == self.rest))

    def clashes(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            if cells[cell] >= 0 and cells[cell] % 2 != self.rest:
                yield -1, (cell,), f"{self.key}: {symbol_at(cells, cell, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield square(cell, shape, 0.36, drawing.MARK)


class Odd(Even):
    """Odd cells, marked by circles, hold an odd symbol."""

    key = "odd"
    fpuzzles = "odd"
    rest = 1

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield Disc(*middle(cell, shape), 0.39, drawing.MARK, layer=drawing.AREA)


class Minimum(Marked, Pairs):
    """Minimum cells: the symbol is less than each orthogonal neighbour that is not marked."""

    key = "minimum"
    rule = "each is less than its neighbours"
    fpuzzles = "minimum"
    is_single = True
    broken = "{one} is not less than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first < second

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        marked = set(self.cells)
        around = ((cell, other) for cell in self.cells for other in neighbours(cell, shape))
        return [pair for pair in around if pair[1] not in marked]

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield square(cell, shape, 0.5, 0.9)
        lines = []
        for cell, other in self.pairs(shape):
            (x, y), (right, down) = middle(cell, shape), middle(other, shape)
            inner, outer = (
                (x + part * (right - x), y + part * (down - y)) for part in (0.38, 0.46)
            )
            ends = (inner, outer) if self.holds(1, 2) else (outer, inner)
            lines.append(head(*ends, 0.08))
        yield Path(lines, stroke=drawing.INK, width=2 * drawing.THIN, is_round=True)


class Maximum(Minimum):
    """Maximum cells: the symbol is greater than each orthogonal neighbour that is not marked."""

    key = "maximum"
    rule = "each is greater than its neighbours"
    fpuzzles = "maximum"
    broken = "{one} is not greater than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first > second


class ColumnIndex(Marked):
    """Column indexers: symbol v in column c means that c is in column v of that row.

    The 159 rule marks columns 1, 5 and 9.
    """

    key = "columnindex"
    in_grid = True
    rule = "column c of a row holds v: column v holds c"
    fpuzzles = "columnindexer"
    iss: ClassVar[Sequence[str]] = ("Indexing~C",)
    tint: ClassVar[str] = "rose"

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        return [{"cells": entry_names(self.cells, shape)}]

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        if not shape.has_lines:
            raise SudokuError(f"{cls.key}: requires rows and columns")

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.row_cells[cell // shape.columns]

    def primitives(self, out: Primitives) -> None:
        every = out.set_of(out.values)
        for cell in self.cells:
            line = self.line(cell, out.shape)
            own = out.set_of([line.index(cell) + 1]) if line else 0
            out.allow(cell, range(1, len(line) + 1))
            for index, other in enumerate(line, 1):
                if other != cell:
                    table = tuple(own if value == index else every ^ own for value in out.values)
                    out.related(cell, other, table)

    def clashes(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for cell in self.cells:
            line = self.line(cell, shape)
            place, index = line.index(cell) + 1 if line else 0, cells[cell]
            if index > len(line) or index == 0:
                yield -1, (cell,), f"{self.key}: {symbol_at(cells, cell, shape)} is no place"
            elif index > 0 and cells[line[index - 1]] not in (-1, place):
                other = line[index - 1]
                both = f"{symbol_at(cells, cell, shape)}, but {symbol_at(cells, other, shape)}"
                yield -1, (cell, other), f"{self.key}: {both} is not {place}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for cell in self.cells:
            yield square(cell, shape, 0.5, self.tint)
            yield letter(cell, shape, self.key[0].upper())


class RowIndex(ColumnIndex):
    """Row indexers: symbol v in row r means that r is in row v of that column."""

    key = "rowindex"
    in_grid = True
    rule = "row r of a column holds v: row v holds r"
    fpuzzles = "rowindexer"
    iss = ("Indexing~R",)
    tint = "mint"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        return shape.column_cells[cell % shape.columns]


class BoxIndex(ColumnIndex):
    """Box indexers: symbol v at place p of a box means that p is at place v.

    Places count in reading order of the box or region.
    """

    key = "boxindex"
    in_grid = True
    rule = "place p of a box holds v: place v holds p"
    fpuzzles = "boxindexer"
    iss = ()
    tint = "sky"

    @staticmethod
    def line(cell: int, shape: Shape) -> Cells:
        """Return the cells of its box, none of a cell in no region."""
        return next((box for box in shape.region_cells if cell in box), ())


class Circles(Constraint):
    """Counting circles: a symbol v in a circle occurs in exactly v circles of the set."""

    key = "circles"
    rule = "a symbol v in a circle is in v circles"
    example = "r1c1r1c2r1c3"
    fewest = 1
    is_set = True
    iss = ("CountingCircles",)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        most = canvas.within(canvas.shape.n // 2, 2 * canvas.shape.n)
        cells: list[int] = []
        for symbol in canvas.shuffled(canvas.shape.values):
            held = [cell for cell in canvas.free if canvas.values[cell] == symbol]
            if 0 < symbol <= min(most, len(held)):
                cells += canvas.shuffled(held)[:symbol]
                most -= symbol
        return cls(cells) if cells else None

    def primitives(self, out: Primitives) -> None:
        """Add a cell for each symbol: the second value if it is in the circles, or the first."""
        count, no = len(self.cells), out.values[0]
        groups = out.groups(self.cells)
        used = []
        for symbol in out.values:
            is_used = out.variable([no, no + 1] if 0 < symbol <= len(groups) else [no])
            used.append(is_used)
            sizes: State = ()
            cells = self.cells
            if len(groups) < min(count, symbol + SPARE):
                sizes, cells = tuple(map(len, groups)), tuple(chain(*groups))
            out.machine((is_used, *cells), _circled(symbol, no, out.n, sizes))
        out.total(used, out.values, count + no * sum(out.values))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = [cells[cell] for cell in self.cells]
        for symbol in sorted(set(held)):
            times = held.count(symbol)
            if times != symbol:
                return f"{symbol} occurs {times} time{'s' * (times != 1)}"
        return ""

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        """Yield circles: of the first set single, of the next double, and so on up to four."""
        for at, clue in enumerate(clues):
            for cell in clue.cells:
                for ring in range(at % 4 + 1):
                    yield Disc(
                        *middle(cell, shape),
                        0.44 - 0.06 * ring,
                        None,
                        drawing.INK,
                        2 * drawing.THIN,
                    )


@lru_cache(maxsize=64)
def _circled(symbol: int, least: int, n: int, sizes: State) -> Machine:
    """Return an automaton that reads whether a symbol is in circles, then these.

    They are in groups of these sizes that have it once at most; without sizes, in no groups. A
    state is how many more have it, then the place and whether this group has it.
    """
    ends = {*accumulate(sizes)}
    left = [len([end for end in ends if end > at]) for at in range(sum(sizes) + 1)]

    def step(state: State, is_it: int) -> State | None:
        """Read 1 for the symbol, first for that it is used."""
        if not state:
            return symbol * is_it, 0, 0
        more, at, has_it = state
        if is_it and (has_it or not more):
            return None
        more -= is_it
        if not sizes:
            return more, 0, 0
        if at == len(left) - 1 or more > left[at] - (has_it | is_it):
            return None
        return more, at + 1, 0 if at + 1 in ends else has_it | is_it

    start: State = ()
    made = machine_of(range(2), [start], step, lambda state: state[:1] == (0,))
    (unused, used), *rows = made.table
    at = symbol - least
    table = [(*[other] * at, own, *[other] * (n - 1 - at)) for other, own in rows]
    return made._replace(table=((unused, *[used] * (n - 1)), *table))


class Quadruple(Constraint):
    """Quadruples: the four cells around a corner hold each symbol at least as often as listed.

    The corner is the lower right one of the cell; `text` joins symbols by points.
    """

    key = "quadruple"
    in_grid = True
    rule = "its four cells hold {text}"
    form = "text:cells"
    expected = "symbols and a cell"
    example = "1.2.3:r1c1"
    pattern = r"[0-9]{1,3}(\.[0-9]{1,3})*"
    fewest = most = 1
    fpuzzles = "quadruple"
    iss = ("Quad",)

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        cells, values = entry.cells(), entry.get("values") or []
        clue = cls(cells[:1] and (min(cells),), text=".".join(map(str, values)))
        if values:
            if sorted(cells) != list(clue.scope(entry.shape)):
                raise SudokuError("quadruple: expected the four cells around a corner")
            yield clue

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        return [{"cells": entry_names(self.scope(shape), shape), "values": list(self.listed)}]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        symbols = map(arguments.number, range(1, len(arguments.parts)))
        yield cls([arguments.cell(0)], text=".".join(map(str, symbols)))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text("Quad", *names_of(self.cells, shape), *map(str, self.listed))]

    @property
    def listed(self) -> State:
        return tuple(map(int, self.text.split(".")))

    @property
    def symbols(self) -> State:
        return tuple(sorted(self.listed))

    def check_values(self, shape: Shape) -> None:
        row, column = divmod(self.cells[0], shape.columns)
        if row + 1 == shape.rows or column + 1 == shape.columns:
            name = shape.cell_name(self.cells[0])
            raise SudokuError(f"quadruple: {name} has no lower right corner inside the grid")
        super().check_values(shape)

    def scope(self, shape: Shape) -> Cells:
        (cell,) = self.cells
        return cell, cell + 1, cell + shape.columns, cell + shape.columns + 1

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        shape, count = canvas.shape, canvas.within(1, 4)
        if min(shape.rows, shape.columns) < 2:
            return None
        row, column = canvas.within(1, shape.rows - 1), canvas.within(1, shape.columns - 1)
        cell = (row - 1) * shape.columns + column - 1
        held = canvas.held(canvas.shuffled(cls([cell]).scope(shape)))
        return cls([cell], text=".".join(map(str, sorted(held[:count]))))

    def primitives(self, out: Primitives) -> None:
        def step(left: State, symbol: int) -> State:
            at = left.index(symbol) if symbol in left else len(left)
            return left[:at] + left[at + 1 :]

        key = self.key, self.symbols
        out.automaton(self.scope(out.shape), [self.symbols], step, lambda left: not left, key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = [cells[cell] for cell in self.scope(shape)]
        symbols = self.symbols
        missing = [s for s in sorted(set(symbols)) if held.count(s) < symbols.count(s)]
        return f"{symbols_text(missing)} missing" if missing else ""

    def spoken(self, shape: Shape) -> dict[int, str]:
        return dict.fromkeys(self.scope(shape), f"quadruple {self.text.replace('.', ' ')}")

    def figure(self, shape: Shape) -> Iterator[Mark]:
        x, y = middle(self.cells[0], shape)
        symbols = self.text.split(".")
        half = len(symbols) if len(symbols) < 3 else 2
        rows = [" ".join(row) for row in (symbols[:half], symbols[half:]) if row]
        yield Disc(x + 0.5, y + 0.5, 0.26, 1.0, 0.0, 2 * drawing.THIN, drawing.SIGN)
        size = min(0.22, 0.46 / drawing.text_width(max(rows, key=len), 1.0))
        for at, row in enumerate(rows):
            yield Text(x + 0.5, y + 0.5 + 0.2 * (at - (len(rows) - 1) / 2), size, row)
