"""Lines with equal sums of parts, among them arrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations, groupby, pairwise, product
from math import dist, isqrt
from typing import Any, ClassVar, Self

from sudokutools.constraints.constraint import (
    Constraint,
    ImpossibleError,
    bounds,
    equation,
    lettered,
    symbols_text,
)
from sudokutools.constraints.drawing import INK, THIN, Disc, Mark, Path, corner, edge, head, middle
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Arrow(Constraint):
    """Arrows: the shaft adds up to the circle; several cells in a pill are one number.

    The cells are those of the shaft, without the circle or pill (`head`). A pill of two or more
    cells holds the digits of a decimal number in the order given.
    """

    key = "arrow"
    rule = "the shaft adds up to the circle"
    form = "head:cells"
    expected = "circle and shaft"
    example = "r1c1:r1c2r1c3"
    fewest = 1
    may_repeat = True
    lengths = (3, 5)
    fpuzzles = "arrow"
    iss = ("Arrow", "PillArrow")

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        head = entry.cells()
        for first, *shaft in filter(None, entry.lines()):
            if first not in head:
                raise SudokuError("arrow: the line does not begin in its circle")
            if shaft:  # A circle without a shaft has no effect.
                yield cls(shaft, head=head)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        near = min(self.head, key=lambda cell: _distance(cell, self.cells[0], shape))
        lines = [entry_names((near, *self.cells), shape)]
        return [{"lines": lines, "cells": entry_names(self.head, shape)}]

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        is_pill = arguments.name == "PillArrow"
        length = arguments.number() if is_pill else 1
        cells = arguments.cells(int(is_pill))
        yield cls(cells[length:], head=sorted(cells[:length]))  # In reading order.

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        steps = (1, shape.columns, shape.columns + 1)
        if any(b - a not in steps or _distance(a, b, shape) > 1 for a, b in pairwise(self.head)):
            raise SudokuError("pills of neighbours in reading order only")
        start = ["PillArrow", str(len(self.head))] if self.head[1:] else ["Arrow"]
        return [iss_text(*start, *names_of(self.head + self.cells, shape))]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        symbols = canvas.values

        def begins(cells: list[int], length: int) -> bool:  # noqa: ARG001
            return sum(canvas.held(cells[1:])) <= symbols[cells[0]]

        def holds(cells: list[int]) -> bool:
            return sum(canvas.held(cells[1:])) == symbols[cells[0]]

        cells = canvas.path(cls.lengths, begins, holds)
        return None if cells is None else cls(cells[1:], 0, cells[:1])

    def primitives(self, out: Primitives) -> None:
        places = [-(10**place) for place in reversed(range(len(self.head)))]
        out.total(self.cells + self.head, [1] * len(self.cells) + places, 0)
        for cell in self.head[1:]:
            out.allow(cell, range(10))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        shaft = [cells[cell] for cell in self.cells]
        pill = [cells[cell] for cell in self.head]
        held = int("".join(map(str, pill)))
        if sum(shaft) == held and max(pill[1:], default=0) <= 9:
            return ""
        return f"{equation(shaft)}, the {'pill' if pill[1:] else 'circle'} holds {held}"

    def because(self, cell: int, value: int, masks: Mapping[int, int], shape: Shape) -> str:
        if len(self.head) > 1:
            return ""
        low, high = bounds(self.cells, masks, cell, value, shape)
        least, most = bounds(self.head, masks, cell, value, shape)
        if cell in self.head:
            reason = f"the shaft adds up to at least {low}" if low > value else ""
            return f"the shaft adds up to at most {high}" if high < value else reason
        reason = f"the circle would be above {most}" if low > most else ""
        return f"the circle would be below {least}" if high < least else reason

    def spoken(self, shape: Shape) -> dict[int, str]:
        return dict.fromkeys(self.head, "arrow circle") | super().spoken(shape)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        shaft = [middle(cell, shape) for cell in self.cells]
        circle = [middle(cell, shape) for cell in self.head]
        points = [min(circle, key=lambda point: dist(point, shaft[0])), *shaft]
        lines = [points, head(points[-1], points[-2])]
        yield Path(lines, stroke=INK, width=0.06, is_round=True)
        if len(circle) == 1:
            yield Disc(*circle[0], 0.37, 1.0, INK, 0.06)
        else:
            yield Path([circle], stroke=INK, width=0.8, is_round=True)
            yield Path([circle], stroke=1.0, width=0.68, is_round=True)


def _distance(first: int, second: int, shape: Shape) -> int:
    """Return how many moves of a king lie between two cells."""
    (row, column), (below, beside) = (divmod(cell, shape.columns) for cell in (first, second))
    return max(abs(row - below), abs(column - beside))


MOST_ISS = 30  # The maximum sum of pieces in the Interactive Sudoku Solver.


MOST_PIECES = 8
"""The sums of more pieces are compared with the next ones only."""


class DoubleArrow(Constraint):
    """Double arrows: the two ends add up to the sum of the cells between them."""

    key = "doublearrow"
    rule = "the ends add up to the other cells"
    example = "r1c1r1c2r1c3"
    fewest = 3
    lengths = (3, 5)
    fpuzzles = "doublearrow"
    iss = ("DoubleArrow",)
    look = ((INK, 0.06, ()),)

    def primitives(self, out: Primitives) -> None:
        out.total(self.cells, [1, *[-1] * (len(self.cells) - 2), 1], 0)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        first, *inner, last = self.held(cells)
        if sum(inner) == first + last:
            return ""
        return f"{equation(inner)}, the ends {equation([first, last])}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        for cell in (self.cells[0], self.cells[-1]):
            yield Disc(*middle(cell, shape), 0.37, 1.0, INK, 0.06)


class Pieces(Constraint):
    """A line whose pieces have one sum; `piece` is the word for one."""

    piece: ClassVar[str] = "piece"

    def pieces(self, shape: Shape) -> Sequence[Cells]:
        raise NotImplementedError

    def primitives(self, out: Primitives) -> None:
        pieces = self.pieces(out.shape)
        pairs = combinations(pieces, 2) if len(pieces) <= MOST_PIECES else pairwise(pieces)
        for one, other in pairs:
            out.total(one + other, [1] * len(one) + [-1] * len(other), 0)

    def has_filling(self, alone: Primitives) -> bool:
        pieces = self.pieces(alone.shape)
        if len({*self.cells}) < sum(map(len, pieces)):  # They share cells.
            return super().has_filling(alone)
        least, most = alone.values[0], alone.values[-1]
        return max(least * len(piece) for piece in pieces) <= min(
            most * len(piece) for piece in pieces
        )

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        sums = [sum(cells[cell] for cell in piece) for piece in self.pieces(shape)]
        return (
            "" if len(set(sums)) == 1 else f"the {self.piece}s have the sums {symbols_text(sums)}"
        )


class Zipper(Pieces):
    """Zipper lines: pairs equally far from the middle have one sum, which a middle cell holds.

    If their number is odd, the middle cell holds it.
    """

    key = "zipper"
    rule = "cells equally far from the middle have the same sum"
    example = "r1c1r1c2r1c3"
    lengths = (3, 6)
    fpuzzles = "zipperline"
    iss = ("Zipper",)
    look = (("lavender", 0.2, (0.16, 0.06)),)

    def pieces(self, shape: Shape) -> list[Cells]:
        """Return the pairs from the ends to the middle, then the middle cell."""
        half, rest = divmod(len(self.cells), 2)
        pairs: list[Cells] = list(zip(self.cells[:half], self.cells[::-1], strict=False))
        return [*pairs, self.cells[half : half + 1]] if rest else pairs

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        middle, partner = length // 2, length - len(symbols)
        if partner >= middle:
            return True
        total = symbols[middle] + (0 if length % 2 else symbols[middle - 1])
        return symbols[partner] + symbols[-1] == total

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        first, *others = ([cells[cell] for cell in piece] for piece in self.pieces(shape))
        for other in others:
            if sum(other) != sum(first):
                return f"{equation(first)}, {equation(other)}"
        return ""

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        count = len(self.cells)
        x, y = edge((self.cells[(count - 1) // 2], self.cells[count // 2]), shape)
        yield Disc(x, y, 0.17, self.look[0][0], INK, 2 * THIN)


class RegionSum(Pieces):
    """Region sum lines: the pieces in the regions have equal sums."""

    key = "regionsum"
    rule = "its parts in regions have the same sum"
    example = "r1c3r1c4"
    may_repeat = True
    fpuzzles = "regionsumline"
    iss = ("RegionSumLine",)
    look = (("blue", 0.22, ()), (1.0, 0.06, (0.12, 0.1)))

    def pieces(self, shape: Shape) -> list[Cells]:
        return [tuple(piece) for _, piece in groupby(self.cells, shape.region_of)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        found = super().drawn(canvas)
        return found if found and len(found.pieces(canvas.shape)) > 1 else None


class EqualSum(Pieces):
    """Equal sums: the sets of cells have one sum. `text` joins their numbers of cells by points."""

    key = "equalsum"
    rule = "its {text} cells have the same sum"
    form = "text:cells"
    expected = "sizes and cells of sets"
    example = "2.1:r1c1r1c2r2c3"
    pattern = r"[1-9][0-9]{0,3}(\.[1-9][0-9]{0,3})*"
    may_repeat = True
    piece = "set"
    tag = "\N{GREEK CAPITAL LETTER SIGMA}"
    iss = ("EqualSum",)
    figures = classmethod(lettered)

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        for sets in arguments.segments():
            if sets[1:]:  # One alone allows everything.
                sizes = ".".join(str(len(cells)) for cells in sets)
                yield cls([cell for cells in sets for cell in cells], text=sizes)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        sets = ("~".join(names_of(cells, shape)) for cells in self.pieces(shape))
        return [iss_text(self.iss[0], "~-~".join(sets))]

    def pieces(self, shape: Shape) -> list[Cells]:
        ends = accumulate(map(int, self.text.split(".")), initial=0)
        return [self.cells[first:end] for first, end in pairwise(ends)]

    def misfit(self, shape: Shape) -> str:
        count = len(self.cells)
        is_whole = sum(map(int, self.text.split("."))) == count
        return "" if is_whole else f"{count} cells in sets of other sizes"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a cell next to two others with the same sum."""
        cells = canvas.path((3, 3), lambda *_: True, lambda _: True)
        return None if cells is None else cls.first_true(canvas, [cls(cells, text="2.1")])


class MagicSquare(Pieces):
    """Magic squares: rows, columns and both diagonals of the square have one sum.

    The cells are listed row by row; symbols may repeat as houses allow.
    """

    key = "magicsquare"
    rule = "its rows, columns and diagonals have the same sum"
    expected = "the cells of a square, row by row"
    example = "r1c1r1c2r1c3r2c1r2c2r2c3r3c1r3c2r3c3"
    fewest = 4
    piece = "line"
    tag = "magic"

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        lines = self.pieces(shape)
        sizes = ".".join([str(len(lines[0]))] * len(lines))
        return EqualSum([*chain.from_iterable(lines)], text=sizes).to_iss(shape, clues)

    def pieces(self, shape: Shape) -> list[Cells]:
        cells, side = self.cells, isqrt(len(self.cells))
        ways = [range(at * side, at * side + side) for at in range(side)]
        ways += [range(at, len(cells), side) for at in range(side)]
        ways += [range(0, len(cells), side + 1), range(side - 1, len(cells) - 1, side - 1)]
        return [tuple(cells[at] for at in way) for way in ways]

    def misfit(self, shape: Shape) -> str:
        count = len(self.cells)
        return "" if isqrt(count) ** 2 == count else f"{count} cells are no square"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a magic square of three or more rows; few grids have one."""
        rows, columns = canvas.shape.rows, canvas.shape.columns
        squares = (
            cls([y * columns + x for y, x in product(range(y, y + side), range(x, x + side))])
            for side in range(3, min(rows, columns) + 1)
            for y, x in product(range(rows - side + 1), range(columns - side + 1))
        )
        return cls.first_true(canvas, canvas.shuffled(squares))


class SumLine(Constraint):
    """Sum lines: the line can be cut into pieces that each add up to `number`.

    A line that ends in its first cell is closed: that cell counts once, and a piece may contain it
    and cells from both ends.
    """

    key = "sumline"
    rule = "it can be cut into sums of {number}"
    form = "number:cells"
    expected = "sum and line"
    example = "10:r1c1r1c2r1c3"
    may_repeat = True
    iss = ("SumLine",)
    look = (("olive", 0.16, (0.3, 0.08)),)

    @property
    def _once(self) -> Cells:
        """The cells, each once where the line is closed."""
        is_closed = len(self.cells) > 2 and self.cells[0] == self.cells[-1]
        return self.cells[:-1] if is_closed else self.cells

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        is_closed = arguments.parts[-1:] == ["LOOP"]
        parts = arguments.parts[: -1 if is_closed else None]
        for clue in super().from_iss(Arguments(arguments.name, parts, arguments.shape)):
            if is_closed:
                yield cls((*clue.cells, clue.cells[0]), clue.number)
            elif clue.cells[0] == clue.cells[-1]:
                raise arguments.error(len(parts) - 1, "LOOP in place of the first cell")
            else:
                yield clue

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if self.number > MOST_ISS:
            raise SudokuError(f"sumline with a sum of at most {MOST_ISS}")
        names = names_of(self._once, shape)
        loop = ["LOOP"] * (len(names) < len(self.cells))
        return [iss_text(self.iss[0], str(self.number), *names, *loop)]

    def check_values(self, shape: Shape) -> None:
        if not self.number:
            raise self.malformed(self.value(shape))
        if self.number > shape.values[-1] * len(self.cells):  # Its automaton would be large.
            raise ImpossibleError(f"{self.key}: impossible: {self.value(shape)[:40]}")
        super().check_values(shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        return cls.drawn_line(canvas, canvas.shape.n + 1)

    def primitives(self, out: Primitives) -> None:
        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            """Return the sum of the first piece at the other end, and of the open piece."""
            total = state[1] + symbol
            return (state[0], total % self.number) if total <= self.number else None

        is_closed = self._once != self.cells
        starts = [(before, before) for before in range(self.number if is_closed else 1)]
        key = self.key, self.number, is_closed
        out.automaton(self._once, starts, step, lambda state: state[0] == state[1], key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = [cells[cell] for cell in self._once]
        for before in range(self.number if self._once != self.cells else 1):
            sums = [before, *accumulate(symbols, initial=before)]
            wanted = range(-(-before // self.number) * self.number, sums[-1], self.number)
            if sums[-1] % self.number == before and {*wanted} <= {*sums}:
                return ""
        return f"{symbols_text(symbols)} cannot be cut into sums of {self.number}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        yield corner(self.cells[0], shape, str(self.number))
