"""Numbers outside the grid, about a row or column as seen from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations
from typing import ClassVar, Self

from sudokutools.constraints.cell_sums import TABLED
from sudokutools.constraints.constraint import Constraint, check_full, equation
from sudokutools.constraints.drawing import SIGN, THIN, Mark, Path, Point, Text, middle, text_width
from sudokutools.constraints.iss_arguments import iss_text, line_name
from sudokutools.constraints.places import seen_from, side_name
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

State = tuple[frozenset[int], int, int]


class Outside(Constraint):
    """`frame` has the corners around the number, from its middle, in cells."""

    form = "number:side"
    expected = "number and side"
    example = "15:r3"
    covers = False
    fewest = 1
    frame: ClassVar[Sequence[Point]] = ()

    def check_values(self, shape: Shape) -> None:
        if self.cells != seen_from(side_name(self.cells, shape), shape):
            raise SudokuError(f"{self.key}: expected the cells of a row or column")
        super().check_values(shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.one_of([*canvas.shape.row_cells, *canvas.shape.column_cells])
        cells = cells[:: 1 - 2 * canvas.stream.below(2)]
        number = max(cls.number_of(canvas.held(cells)), 0)
        return cls.first_true(canvas, [cls(cells, number)])

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        """Return the number that is true of a row or column as seen from the clue."""
        raise NotImplementedError

    def label(self, shape: Shape) -> str:
        return f"{self.key} {side_name(self.cells, shape)}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        x, y = middle(self.cells[0], shape)
        right, down = middle(self.cells[-1], shape)
        x, y = x - (right > x) + (right < x), y - (down > y) + (down < y)
        if self.frame:
            lines = [[(x + right, y + down) for right, down in self.frame]]
            yield Path(lines, 1.0, 0.0, 2 * THIN, is_closed=True, layer=SIGN)
        text = str(self.number)
        yield Text(x, y, min(0.38, 0.6 / text_width(text, 1.0)), text)


class Sandwich(Outside):
    """Sandwiches: between its lowest and highest symbol, the line adds up to the number."""

    key = "sandwich"
    rule = "{number} lies between the lowest and the highest symbol"
    is_set = True  # Both sides are alike.
    fpuzzles = "sandwichsum"
    iss = ("Sandwich",)

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text("Sandwich", str(self.number), line_name(self.cells, shape))]

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return sum(_inside(symbols))

    def primitives(self, out: Primitives) -> None:
        """Guess the symbols inside, then check them.

        A state is the guess, the end that was read, -1 if none, and the number of inner cells to
        come, -1 after the second end.
        """
        values = out.values
        if out.n > TABLED or not out.guesses:
            self._plain(out)
            return

        def step(state: State, symbol: int) -> State | None:
            inside, end, left = state
            is_end = symbol in (values[0], values[-1])
            if left < 0 or end < 0:
                following = (inside, symbol, left) if is_end else state
                return None if symbol in inside or (is_end and left < 0) else following
            if not left:
                return (inside, end, -1) if is_end and symbol != end else None
            return (inside, end, left - 1) if symbol in inside else None

        inner = values[1:-1]
        guesses = [guess for size in range(out.n - 1) for guess in combinations(inner, size)]
        starts = [(frozenset(s), -1, len(s)) for s in guesses if sum(s) == self.number]
        key = self.key, self.number
        out.automaton(self.cells, starts, step, lambda state: state[2] < 0, key)

    def _plain(self, out: Primitives) -> None:
        """Add up. A state is the end that was read (-2: none, -1: both) and the sum."""

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            end, total = state
            if symbol in (out.values[0], out.values[-1]):
                is_second = end >= 0 and total == self.number and symbol != end
                return (symbol, 0) if end == -2 else (-1, 0) if is_second else None
            if end < 0:
                return state
            return (end, total + symbol) if total + symbol <= self.number else None

        key = self.key, self.number, "plain"
        out.automaton(self.cells, [(-2, 0)], step, lambda state: state[0] == -1, key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = self.held(cells)
        ends = {shape.values[0], shape.values[-1]}
        if not ends <= {*symbols}:
            return f"{min(ends)} or {max(ends)} missing"
        inside = _inside(symbols)
        return "" if sum(inside) == self.number else f"{equation(inside)}, not {self.number}"


def _inside(symbols: Sequence[int]) -> Sequence[int]:
    """Return the symbols between the least and the greatest."""
    first, last = sorted(symbols.index(end(symbols)) for end in (min, max))
    return symbols[first + 1 : last]


class XSum(Outside):
    """X-sums: the first X symbols seen from the number add up to it; X is the first one."""

    key = "xsum"
    rule = "the first X add up to {number}, X being the first"
    example = "20:r3"
    fpuzzles = "xsum"
    iss = ("XSum",)
    frame = (-0.42, 0.0), (-0.3, -0.25), (0.3, -0.25), (0.42, 0.0), (0.3, 0.25), (-0.3, 0.25)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return sum(symbols[: symbols[0]])

    def primitives(self, out: Primitives) -> None:
        """Guess the first X symbols, then check them.

        A state is the guess, how many of it are to come, and X until it was read.
        """
        if out.n > TABLED or not out.guesses or not out.shape.has_lines:
            self._plain(out)
            return

        def step(state: State, symbol: int) -> State | None:
            guess, left, first = state
            if first:
                return (guess - {first}, left - 1, 0) if symbol == first else None
            if left:
                return (guess, left - 1, 0) if symbol in guess else None
            return None if symbol in guess else state

        starts = [
            (frozenset(guess), first, first)
            for first in range(1, len(self.cells) + 1)
            for guess in combinations(out.values, first)
            if first in guess and sum(guess) == self.number
        ]
        key = self.key, self.number, len(self.cells)
        out.automaton(self.cells, starts, step, lambda state: not state[1], key)

    def _plain(self, out: Primitives) -> None:
        """Add up. A state is how many symbols are to come (-1: X), and their sum."""
        values = out.values
        sums = [(sum(values[:count]), sum(values[-count:])) for count in range(1, out.n + 1)]
        if not out.shape.has_lines:
            sums = [(at * values[0], at * values[-1]) for at in range(1, len(self.cells) + 1)]
        sums = [(0, 0), *sums][: len(self.cells)]

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            left, rest = state
            if not left:
                return state
            left, rest = (symbol if left < 0 else left) - 1, rest - symbol
            is_near = 0 <= left < len(sums) and sums[left][0] <= rest <= sums[left][1]
            return (left, rest) if is_near else None

        key = self.key, self.number, "plain", *sums
        out.automaton(self.cells, [(-1, self.number)], step, lambda state: not state[0], key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = self.held(cells)
        seen = symbols[: symbols[0]]
        if not 0 < symbols[0] <= len(symbols):
            return f"the first is {symbols[0]}"
        return "" if sum(seen) == self.number else f"{equation(seen)}, not {self.number}"


class Skyscraper(Outside):
    """Skyscrapers: the number counts symbols seen that are greater than 0 and all before them."""

    key = "skyscraper"
    rule = "{number} are greater than all before them"
    example = "4:r3"
    fpuzzles = "skyscraper"
    iss = ("Skyscraper",)
    frame = (-0.28, 0.25), (-0.28, -0.2), (0.0, -0.4), (0.28, -0.2), (0.28, 0.25)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return len({*accumulate(symbols, max)} - {0})

    def primitives(self, out: Primitives) -> None:
        most = out.values[-1]
        has_most = out.shape.has_lines and out.n == len(self.cells)

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            """Return the greatest symbol so far and how many were visible."""
            top, seen = max(state[0], symbol), state[1] + (symbol > state[0])
            return (top, seen) if seen <= self.number <= seen + most - top else None

        def accepts(state: tuple[int, int]) -> bool:
            return state[1] == self.number and (state[0] == most or not has_most)

        key = self.key, self.number, has_most
        out.automaton(self.cells, [(0, 0)], step, accepts, key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        seen = self.number_of(self.held(cells))
        return "" if seen == self.number else f"{seen} visible, not {self.number}"

    def because(self, cell: int, value: int, masks: Mapping[int, int], shape: Shape) -> str:
        place = self.cells.index(cell) + shape.values[0]
        is_early = shape.n == len(self.cells) and value - place > shape.n - self.number
        return f"{self.number} must be visible" if is_early else ""


class HiddenSkyscraper(Outside):
    """Hidden skyscrapers: the number is the first symbol seen that is less than one before it."""

    key = "hiddenskyscraper"
    rule = "{number} is the first that is less than one before it"
    example = "4:r3"
    iss = ("HiddenSkyscraper",)
    frame = (-0.28, 0.25), (-0.28, -0.4), (0.0, -0.4), (0.0, -0.28), (0.28, -0.28), (0.28, 0.25)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        """Return the value, -1 if none is less."""
        hidden = (s for s, top in zip(symbols, accumulate(symbols, max), strict=True) if s < top)
        return next(hidden, -1)

    def primitives(self, out: Primitives) -> None:
        may_repeat = not out.shape.has_lines

        def step(top: int, value: int) -> int | None:
            """Return the greatest value so far (-1: none), -2 after the first hidden one."""
            if value > top:
                return top if top == -2 else value
            if value == top:
                return top if may_repeat else None
            return -2 if value == self.number else None

        key = self.key, self.number, may_repeat
        out.automaton(self.cells, [-1], step, lambda top: top == -2, key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        found = self.number_of(self.held(cells))
        if found == self.number:
            return ""
        return f"{found if found >= 0 else 'no one'} is hidden, not {self.number}"


class Room(Outside):
    """Numbered rooms: the number is at place X as seen from it; X is the first symbol seen."""

    key = "room"
    rule = "{number} is at place X, the first symbol seen"
    example = "6:c1"
    iss = ("NumberedRoom",)
    frame = (-0.27, -0.27), (0.27, -0.27), (0.27, 0.27), (-0.27, 0.27)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        """Return the symbol, -1 if there is no such place."""
        return symbols[symbols[0] - 1] if 0 < symbols[0] <= len(symbols) else -1

    def primitives(self, out: Primitives) -> None:
        first, *others = self.cells
        own, rest = out.set_of([self.number]), out.set_of(out.values)
        rest ^= own * out.shape.has_lines
        for place, cell in enumerate(others, 2):
            table = tuple(own if value == place else rest for value in out.values)
            out.related(first, cell, table)
        # Place 1 holds the first symbol itself.
        every = range(1, len(self.cells) + 1)
        out.allow(first, (p for p in every if (p == 1) == (p == self.number)))

    def check_values(self, shape: Shape) -> None:
        if self.number not in shape.values:
            raise self.malformed(self.value(shape))
        super().check_values(shape)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = self.held(cells)
        found = self.number_of(symbols)
        return "" if found == self.number else f"place {symbols[0]} holds {found}"
