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

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def check_values(self, shape: Shape) -> None:
        if self.cells != seen_from(side_name(self.cells, shape), shape):
            raise SudokuError(f"{self.key}: expected the cells of a row or column")
        super().check_values(shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.one_of([*canvas.shape.row_cells, *canvas.shape.column_cells])
        cells = cells[:: 1 - 2 * canvas.stream.below(2)]
        return cls(cells, cls.number_of(canvas.held(cells)))

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
    """Sandwiches: the sum of the symbols between 1 and n in a row or column, from either side."""

    key = "sandwich"
    rule = "{number} lies between the lowest and the highest symbol"
    is_set = True  # Both sides are alike.
    fpuzzles = "sandwichsum"
    iss = ("Sandwich",)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text("Sandwich", str(self.number), line_name(self.cells, shape))]

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return sum(_inside(symbols))

    def primitives(self, out: Primitives) -> None:
        """Guess the symbols inside, then check them.

        A state is the guess, the end that was read, 0 if none, and the number of inner cells to
        come, -1 after the second end.
        """
        n = out.n
        if n > TABLED or not out.guesses:
            self._plain(out)
            return

        def step(state: State, symbol: int) -> State | None:
            inside, end, left = state
            is_end = symbol in (1, n)
            if left < 0 or not end:
                following = (inside, symbol, left) if is_end else state
                return None if symbol in inside or (is_end and left < 0) else following
            if not left:
                return (inside, end, -1) if symbol == n + 1 - end else None
            return (inside, end, left - 1) if symbol in inside else None

        guesses = [guess for size in range(n - 1) for guess in combinations(range(2, n), size)]
        starts = [(frozenset(s), 0, len(s)) for s in guesses if sum(s) == self.number]
        key = self.key, self.number
        out.automaton(self.cells, starts, step, lambda state: state[2] < 0, key)

    def _plain(self, out: Primitives) -> None:
        """Add up. A state is the end that was read (0: none, -1: both) and the sum."""

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            end, total = state
            if symbol in (1, out.n):
                is_second = end > 0 and total == self.number and symbol != end
                return (symbol, 0) if not end else (-1, 0) if is_second else None
            if end <= 0:
                return state
            return (end, total + symbol) if total + symbol <= self.number else None

        key = self.key, self.number, "plain"
        out.automaton(self.cells, [(0, 0)], step, lambda state: state[0] < 0, key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = self.held(cells)
        if not {1, shape.n} <= set(symbols):
            return f"1 or {shape.n} missing"
        inside = _inside(symbols)
        return "" if sum(inside) == self.number else f"{equation(inside)}, not {self.number}"


def _inside(symbols: Sequence[int]) -> Sequence[int]:
    """Return the symbols between 1 and the greatest."""
    first, last = sorted((symbols.index(1), symbols.index(len(symbols))))
    return symbols[first + 1 : last]


class XSum(Outside):
    """X-sums: the first X symbols seen add up to a number, X the first of them."""

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
        if out.n > TABLED or not out.guesses:
            self._plain(out)
            return

        def step(state: State, symbol: int) -> State | None:
            guess, left, first = state
            if first:
                return (guess - {first}, left - 1, 0) if symbol == first else None
            if left:
                return (guess, left - 1, 0) if symbol in guess else None
            return None if symbol in guess else state

        every = range(1, out.n + 1)
        starts = [
            (frozenset(guess), first, first)
            for first in every
            for guess in combinations(every, first)
            if first in guess and sum(guess) == self.number
        ]
        key = self.key, self.number
        out.automaton(self.cells, starts, step, lambda state: not state[1], key)

    def _plain(self, out: Primitives) -> None:
        """Add up. A state is how many symbols are to come (-1: X), and their sum."""

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            left, rest = state
            if not left:
                return state
            left, rest = (symbol if left < 0 else left) - 1, rest - symbol
            least = left * (left + 1) // 2
            return (left, rest) if least <= rest <= left * (out.n + 1) - least else None

        key = self.key, self.number, "plain"
        out.automaton(self.cells, [(-1, self.number)], step, lambda state: not state[0], key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = self.held(cells)
        seen = symbols[: symbols[0]]
        return "" if sum(seen) == self.number else f"{equation(seen)}, not {self.number}"


class Skyscraper(Outside):
    """Skyscrapers: how many symbols are greater than all before them."""

    key = "skyscraper"
    rule = "{number} are greater than all before them"
    example = "4:r3"
    fpuzzles = "skyscraper"
    iss = ("Skyscraper",)
    frame = (-0.28, 0.25), (-0.28, -0.2), (0.0, -0.4), (0.28, -0.2), (0.28, 0.25)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return len(set(accumulate(symbols, max)))

    def primitives(self, out: Primitives) -> None:
        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            """Return the greatest symbol so far and how many were visible."""
            top, seen = max(state[0], symbol), state[1] + (symbol > state[0])
            return (top, seen) if seen <= self.number <= seen + out.n - top else None

        key = self.key, self.number
        out.automaton(self.cells, [(0, 0)], step, lambda s: s == (out.n, self.number), key)

    def violation(self, cells: bytes, shape: Shape) -> str:
        seen = self.number_of(self.held(cells))
        return "" if seen == self.number else f"{seen} visible, not {self.number}"

    def because(self, cell: int, symbol: int, masks: Mapping[int, int], shape: Shape) -> str:
        is_early = symbol - self.cells.index(cell) - 1 > shape.n - self.number
        return f"{self.number} must be visible" if is_early else ""


class HiddenSkyscraper(Outside):
    """Hidden skyscrapers: the first symbol that is less than one before it."""

    key = "hiddenskyscraper"
    rule = "{number} is the first that is less than one before it"
    example = "4:r3"
    iss = ("HiddenSkyscraper",)
    frame = (-0.28, 0.25), (-0.28, -0.4), (0.0, -0.4), (0.0, -0.28), (0.28, -0.28), (0.28, 0.25)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        hidden = (s for s, top in zip(symbols, accumulate(symbols, max), strict=True) if s < top)
        return next(hidden, 0)

    def primitives(self, out: Primitives) -> None:
        def step(top: int, symbol: int) -> int | None:
            """Return the greatest symbol so far, -1 after the first hidden one."""
            if top < 0 or symbol > top:
                return -1 if top < 0 else symbol
            return -1 if symbol == self.number else None

        out.automaton(self.cells, [0], step, lambda top: top < 0, (self.key, self.number))

    def violation(self, cells: bytes, shape: Shape) -> str:
        found = self.number_of(self.held(cells))
        return "" if found == self.number else f"{found or 'no one'} is hidden, not {self.number}"


class Room(Outside):
    """Numbered rooms: the symbol at place X, X the first symbol seen."""

    key = "room"
    rule = "{number} is at place X, the first symbol seen"
    example = "6:c1"
    iss = ("NumberedRoom",)
    frame = (-0.27, -0.27), (0.27, -0.27), (0.27, 0.27), (-0.27, 0.27)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return symbols[symbols[0] - 1]

    def primitives(self, out: Primitives) -> None:
        first, *others = self.cells
        for place, cell in enumerate(others, 2):
            table = out.table(lambda a, b, p=place: (a == p) == (b == self.number))  # type: ignore[misc]
            out.related(first, cell, table)
        # Place 1 holds the first symbol itself.
        out.allow(first, (p for p in range(1, out.n + 1) if (p == 1) == (p == self.number)))

    def check_values(self, shape: Shape) -> None:
        if not 1 <= self.number <= shape.n:
            raise self.malformed(self.value(shape))
        super().check_values(shape)

    def violation(self, cells: bytes, shape: Shape) -> str:
        symbols = self.held(cells)
        found = self.number_of(symbols)
        return "" if found == self.number else f"place {symbols[0]} holds {found}"
