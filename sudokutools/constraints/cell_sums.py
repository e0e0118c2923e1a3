"""Sums of cells: killer cages, X and V, diagonals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod
from typing import Any, ClassVar, Self

from sudokutools.constraints.constraint import (
    Constraint,
    ImpossibleError,
    bounds,
    cell_names,
    equation,
)
from sudokutools.constraints.drawing import SIGN, THIN, Mark, Path, Text, edge, group, head, middle
from sudokutools.constraints.fpuzzles_entry import Entry
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.places import are_beside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

TABLED = 16  # The maximum number of symbols for which the sets of a sum are listed.


class Cage(Constraint):
    """Killer cages: different symbols, which add up to the number if there is one."""

    key = "cages"
    form = "number:cells"
    expected = "sum and cells"
    example = "10:r1c1r1c2"
    fewest = 1
    is_set = True
    tag = "{number}"
    fpuzzles = "killercage"
    iss = ("Cage",)

    @property
    def sum(self) -> int:
        return self.number

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        """Read cages; a cell that is listed twice counts twice."""
        for clue in super().from_iss(arguments):
            alone = dict.fromkeys(clue.cells)
            is_sum = len(alone) < len(clue.cells) and clue.number
            yield cls(tuple(alone), 0 if is_sum else clue.number)
            if is_sum:
                yield Sum(clue.cells, clue.number)

    def check_values(self, shape: Shape) -> None:
        count, n = len(self.cells), shape.n
        if count > n:
            raise SudokuError(f"cages: {count} cells in a cage, expected at most {n}")
        low, high = sum(shape.values[:count]), sum(shape.values[n - count :])
        if self.sum and not low <= self.sum <= high:
            counted = f"{count} cell{'s' * (count > 1)} of {shape.values[0]} to {shape.values[-1]}"
            names = " ".join(map(shape.cell_name, self.cells))
            raise ImpossibleError(f"cages: impossible sum {self.sum} of {counted} ({names})")

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        count = canvas.within(2, 4)
        cells = canvas.group(count, canvas.free, canvas.one_of(canvas.free))
        held = canvas.held(cells)
        is_cage = 1 < len(held) == len(set(held))
        return cls(cells, sum(held)) if is_cage else None

    def primitives(self, out: Primitives) -> None:
        if self.sum and out.n <= TABLED:
            out.sets(self.cells, sets_of_sum(out.values, self.sum, len(self.cells)))
            return
        out.different(self.cells)
        if self.sum:
            out.total(self.cells, [1] * len(self.cells), self.sum)

    def clashes(self, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        symbols = [cells[cell] for cell in self.cells if cells[cell] >= 0]
        name = self.label(shape)
        for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
            held = tuple(cell for cell in self.cells if cells[cell] == symbol)
            places = " ".join(map(shape.cell_name, held))
            yield symbol, held, f"{name}: {symbol} at {places}"
        total, is_open = sum(symbols), len(symbols) < len(self.cells)
        if self.sum and (total + shape.values[0] > self.sum if is_open else total != self.sum):
            yield -1, self.cells, f"{name}: sum {total}"

    def label(self, shape: Shape) -> str:
        name = f"cage {self.sum} at" if self.sum else "cage at"
        return f"{name} {shape.cell_name(self.cells[0])}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return group(self.cells, shape, self.tagged if self.sum else "", (0.07, 0.05))


@lru_cache(maxsize=1 << 10)
def sets_of_sum(values: range, total: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of `size` values with a sum.

    >>> sets_of_sum(range(1, 5), 5, 2)
    ((1, 4), (2, 3))
    """
    return tuple(found for found in combinations(values, size) if sum(found) == total)


SIGNS = {5: "\N{ROMAN NUMERAL FIVE}", 10: "\N{ROMAN NUMERAL TEN}"}
"""The signs of sums; other characters than letters, which may be symbols."""

STEPS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}
"""Directions of diagonals in f-puzzles, as steps of row and column."""


class Sum(Constraint):
    """Sums: the cells add up to the number (X: 10, V: 5), and symbols may repeat."""

    key = "sum"
    rule = "it adds up to {number}"
    form = "number:cells"
    expected = "sum and cells"
    example = "10:r1c1r1c2"
    fewest = 1
    is_set = True
    may_repeat = True
    fpuzzles = "xv"
    iss: ClassVar[Sequence[str]] = ("Sum",)
    signs: ClassVar[Mapping[int, str]] = {10: "X", 5: "V"}

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterable[Constraint]:
        if arguments.name == "Sum" and arguments.parts and "_" in arguments.parts[0]:
            return [WeightedSum.weighted(arguments)]
        return super().from_iss(arguments)

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        sign = str(entry.get("value") or "").upper()
        if sign:
            numbers = [number for number, name in Sum.signs.items() if name == sign]
            if not numbers:
                raise SudokuError(f"xv with {sign[:20]!r} is not supported")
            yield cls(entry.cells(), numbers[0])

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        if self.number not in self.signs:
            raise SudokuError(f"no sum of {self.number}, only X and V")
        sign = {"value": self.signs[self.number]}
        return [entry | sign for entry in super().to_fpuzzles(shape, clues)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw an X or V: 10 or 5 with nine symbols."""
        return cls.drawn_pair(canvas, [canvas.shape.n + 1, (canvas.shape.n + 1) // 2])

    @property
    def sign(self) -> str:
        return SIGNS.get(self.number, "")

    def primitives(self, out: Primitives) -> None:
        out.total(self.cells, [1] * len(self.cells), self.number)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = self.held(cells)
        return "" if sum(symbols) == self.number else f"{equation(symbols)}, not {self.number}"

    def because(self, cell: int, value: int, masks: Mapping[int, int], shape: Shape) -> str:
        low, high = bounds(self.cells, masks, cell, value, shape)
        reason = f"the sum would be below {self.number}" if high < self.number else ""
        return f"the sum would be above {self.number}" if low > self.number else reason

    def figure(self, shape: Shape) -> Iterator[Mark]:
        if are_beside(self.cells, shape):
            text = self.signs.get(self.number, str(self.number))
            yield Text(*edge(self.cells, shape), 0.3, text, has_halo=True)
        else:
            yield from group(self.cells, shape, str(self.number))


class Product(Sum):
    """Products: the product of the cells is `number`, and symbols may repeat."""

    key = "product"
    rule = "the product is {number}"
    expected = "product and cells"
    example = "24:r1c1r1c2r1c3"
    tag = "{number}\N{MULTIPLICATION SIGN}"
    fpuzzles = ""
    iss = ()
    signs: ClassVar[Mapping[int, str]] = {}
    because = Constraint.because

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.group(canvas.within(2, 3), canvas.free, canvas.one_of(canvas.free))
        return cls(cells, prod(canvas.held(cells)))

    def primitives(self, out: Primitives) -> None:
        def step(found: int, symbol: int) -> int | None:
            """Return a divisor of the product; of 0, whether there was none."""
            found *= symbol
            if not self.number:
                return int(found > 0)
            return None if not found or self.number % found else found

        key = self.key, self.number
        out.automaton(self.cells, [1], step, self.number.__eq__, key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = self.held(cells)
        found = prod(symbols)
        terms = "\N{MULTIPLICATION SIGN}".join(map(str, symbols))
        return "" if found == self.number else f"{terms} = {found}, not {self.number}"

    figure = Constraint.figure


class WeightedSum(Constraint):
    """Weighted sums: the cells times their factors (`text`: `1.-2`) add up to `number`."""

    key = "weighted"
    rule = "the cells times {text} add up to {number}"
    form = "number:text:cells"
    expected = "sum, a factor for each cell, and cells"
    example = "0:1.1.-1:r1c1r1c2r1c3"
    pattern = r"-?[0-9]{1,3}(\.-?[0-9]{1,3})*"
    fewest = 1
    may_repeat = True
    tag = "{text}={number}"

    @classmethod
    def weighted(cls, arguments: Arguments) -> Constraint:
        """Read a sum such as `10_=_1_-2` and its cells."""
        match = re.fullmatch(r"(-?\d{1,5})_=((?:_-?\d{1,3})+)", arguments.parts[0])
        if match is None:
            raise arguments.error(0, "a sum and factors such as 10_=_1_-2")
        total, weights = int(match[1]), [int(weight) for weight in match[2][1:].split("_")]
        if total < 0:
            total, weights = -total, [-weight for weight in weights]
        return cls(arguments.cells(1), total, text=".".join(map(str, weights)))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        words = "_".join([str(self.number), "=", *map(str, self.weights)])
        return [iss_text("Sum", words, *names_of(self.cells, shape))]

    @property
    def weights(self) -> list[int]:
        return [int(weight) for weight in self.text.split(".")]

    def misfit(self, shape: Shape) -> str:
        factors, cells = len(self.weights), len(self.cells)
        return "" if factors == cells else f"{factors} factors of {cells} cells, expected as many"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a cell that is the sum of two neighbours, or differs by a small number."""
        cells = canvas.path((3, 3), lambda *_: True, lambda _: True)
        if cells is None:
            return None
        first, second, third = canvas.held(cells)
        total = first + second - third
        return cls(cells, total, text="1.1.-1") if total >= 0 else None

    def primitives(self, out: Primitives) -> None:
        out.total(self.cells, self.weights, self.number)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        terms = zip(self.weights, self.held(cells), strict=True)
        total = sum(weight * symbol for weight, symbol in terms)
        return "" if total == self.number else f"{total}, not {self.number}"


class LittleKiller(Sum):
    """Little killers: the diagonal of the arrow adds up to the number, and symbols may repeat."""

    key = "littlekiller"
    rule = "the diagonal adds up to {number}"
    example = "20:r1c7r2c8r3c9"
    fewest = 1
    is_set = False
    may_repeat = False
    most = 100
    covers = False
    fpuzzles = "littlekillersum"
    iss = ("LittleKiller",)
    signs: ClassVar[Mapping[int, str]] = {}

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        row, column = entry.place(entry.get("cell"))
        step = STEPS.get(str(entry.get("direction")))
        if step is None:
            raise SudokuError("littlekillersum: expected a direction such as DR")
        shape, number = entry.shape, entry.number()
        if not (0 < row <= shape.rows and 0 < column <= shape.columns):
            row, column = row + step[0], column + step[1]
        if number:
            yield cls(_diagonal(row - 1, column - 1, step, shape), number)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        name = self._direction(shape)
        row, column = divmod(self.cells[0], shape.columns)
        cell = f"R{row + 1 - STEPS[name][0]}C{column + 1 - STEPS[name][1]}"
        return [{"cell": cell, "direction": name, "value": str(self.number)}]

    def _direction(self, shape: Shape) -> str:
        """Return the direction of a diagonal from its first cell, "" if it is not a whole one."""
        row, column = divmod(self.cells[0], shape.columns)
        for name, (down, right) in STEPS.items():
            if self.cells[1:] and self.cells[1] - self.cells[0] != down * shape.columns + right:
                continue
            begins = not _diagonal(row - down, column - right, (down, right), shape)
            if begins and _diagonal(row, column, (down, right), shape) == self.cells:
                return name
        return ""

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        cells = _canonical(arguments.cell(1), arguments.shape)
        if len(cells) < 2:
            raise arguments.error(1, "the first cell of a diagonal")
        yield cls(cells, arguments.number())

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        for cells in (self.cells, self.cells[::-1]):
            if len(cells) > 1 and _canonical(cells[0], shape) == cells:
                return [iss_text("LittleKiller", str(self.number), *names_of(cells[:1], shape))]
        raise SudokuError("littlekiller of two or more cells only")

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        rows, columns = canvas.shape.rows, canvas.shape.columns
        down, right = 2 * canvas.stream.below(2) - 1, 2 * canvas.stream.below(2) - 1
        first = canvas.stream.below(canvas.shape.size)
        row, column = divmod(first, columns)
        if 0 <= row - down < rows and 0 <= column - right < columns:
            return None
        cells = _diagonal(row, column, (down, right), canvas.shape)
        return cls(cells, sum(canvas.held(cells))) if len(cells) > 2 else None

    def misfit(self, shape: Shape) -> str:
        if self.cells and self._direction(shape):
            return ""
        return f"{cell_names(self.cells, shape)[:40]} is not a diagonal from edge to edge"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        down, right = STEPS[self._direction(shape)]
        x, y = middle(self.cells[0], shape)
        x, y = x - right, y - down
        tail, tip = ((x + at * right, y + at * down) for at in (0.2, 0.46))
        lines = [[tail, tip], head(tip, tail, 0.13)]
        yield Path(lines, stroke=0.0, width=2 * THIN, is_round=True, layer=SIGN)
        yield Text(x - 0.16 * right, y - 0.08 * down, 0.32, str(self.number))


def _diagonal(row: int, column: int, step: tuple[int, int], shape: Shape) -> Cells:
    """Return the cells from one, counted from 0, to the edge; empty outside the grid."""
    (down, right), rows, columns = step, shape.rows, shape.columns
    if not (0 <= row < rows and 0 <= column < columns):
        return ()
    count = min(rows - row if down > 0 else row + 1, columns - column if right > 0 else column + 1)
    first, move = row * columns + column, down * columns + right
    return tuple([first + at * move for at in range(count)])


def _canonical(cell: int, shape: Shape) -> Cells:
    """Return the diagonal that begins at a cell in ISS text; empty without one."""
    row, column = divmod(cell, shape.columns)
    if column and row and row + 1 < shape.rows and column + 1 < shape.columns:
        return ()
    down = 1 if column == 0 or row == 0 else -1
    right = 1 if column == 0 or row + 1 == shape.rows else -1
    return _diagonal(row, column, (down, right), shape)
