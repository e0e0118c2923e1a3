"""Cages of different symbols without a sum, or with the sum of some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from typing import Self

from sudokutools.constraints.cell_sums import TABLED
from sudokutools.constraints.constraint import Constraint, equation, symbols_text
from sudokutools.constraints.drawing import Mark, group
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

State = tuple[int, int, frozenset[int], int, int]


class _Cage(Constraint):
    """Cells with different symbols; a kind overrides `fault`."""

    is_set = True
    form = "number:cells"
    expected = "number and cells"
    example = "6:r1c1r1c2r1c3"

    @classmethod
    def fault(cls, symbols: Sequence[int], number: int, values: range) -> str:
        """Return in words why the cage cannot hold these different symbols, "" if it can."""
        raise NotImplementedError

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        if shape.n > TABLED:
            raise SudokuError(f"{cls.key}: requires at most {TABLED} symbols")

    def primitives(self, out: Primitives) -> None:
        out.sets(self.cells, _sets(self.fault, self.number, out.values, len(self.cells)))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = self.held(cells)
        twice = next((symbol for symbol in held if held.count(symbol) > 1), None)
        if twice is not None:
            return f"{twice} occurs twice"
        return self.fault(held, self.number, shape.values)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.group(canvas.within(2, 4), canvas.free, canvas.one_of(canvas.free))
        numbers = canvas.shuffled(range(1, 2 * canvas.shape.n)) if "number" in cls.form else [0]
        return cls.first_true(canvas, (cls(cells, number) for number in numbers[:9]))

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return group(self.cells, shape, self.tagged, (0.07, 0.05))


@lru_cache(maxsize=1 << 8)
def _sets(
    fault: Callable[[Sequence[int], int, range], str], number: int, values: range, size: int
) -> tuple[tuple[int, ...], ...]:
    found = combinations(values, size)
    return tuple(symbols for symbols in found if not fault(symbols, number, values))


class Rellik(_Cage):
    """Rellik cages: different symbols, of which neither one nor several add up to `number`."""

    key = "rellik"
    rule = "the symbols differ, and none of them add up to {number}"
    fewest = 1
    tag = "no {number}"
    iss = ("RellikCage",)

    @classmethod
    def fault(cls, symbols: Sequence[int], number: int, values: range) -> str:
        *_, sums = accumulate(symbols, lambda sums, symbol: sums | sums << symbol, initial=1)
        return f"some of {symbols_text(symbols)} add up to {number}" if sums >> number & 1 else ""


class Equality(_Cage):
    """Equality cages: different symbols, as many even as odd and as many low as high ones."""

    key = "equality"
    rule = "the symbols differ, as many are even as odd, and as many low as high"
    form = "cells"
    expected = "cells"
    example = "r1c1r1c2r1c3r1c4"
    tag = "="
    iss = ("EqualityCage",)

    @classmethod
    def fault(cls, symbols: Sequence[int], number: int, values: range) -> str:
        half = len(values) // 2
        counts = {
            "even": sum(symbol % 2 == 0 for symbol in symbols),
            "low": sum(symbol in values[:half] for symbol in symbols),
            "high": sum(symbol in values[-half:] for symbol in symbols),
        }
        for name, count in counts.items():
            if 2 * count != len(symbols):
                return f"{count} of {symbols_text(symbols)} are {name}"
        return ""


class Lunchbox(_Cage):
    """Lunchboxes: different symbols; between the lowest and the highest is the sum `number`."""

    key = "lunchbox"
    rule = "the symbols differ, and {number} lies between the lowest and the highest of them"
    example = "10:r1c1r1c2r1c3r1c4"
    is_set = False
    tag = "{number}"
    iss = ("Lunchbox",)

    @classmethod
    def fault(cls, symbols: Sequence[int], number: int, values: range) -> str:
        inside = _between(symbols)
        return "" if sum(inside) == number else f"{equation(inside)}, not {number}"

    def primitives(self, out: Primitives) -> None:
        """Guess both ends and the symbols inside, then check them.

        A state is the guess, the end that was read, -1 if none, and the number of inner cells to
        come, -1 after the second end.
        """
        count = len(self.cells)

        def step(state: State, symbol: int) -> State | None:
            low, high, inside, end, left = state
            if left < 0 or end < 0:
                if symbol in inside or not low <= symbol <= high:
                    return None
                is_end = symbol in (low, high)
                following = (low, high, inside, symbol, left) if is_end else state
                return None if is_end and left < 0 else following
            if not left:
                return (low, high, inside, end, -1) if symbol == low + high - end else None
            return (low, high, inside, end, left - 1) if symbol in inside else None

        starts = [
            (low, high, frozenset(inside), -1, size)
            for low, high in combinations(out.values, 2)
            for size in range(min(count, high - low + 1) - 1)
            for inside in combinations(range(low + 1, high), size)
            if sum(inside) == self.number and count <= high - low + 1
        ]
        out.different(self.cells)
        key = self.key, self.number, count
        out.automaton(self.cells, starts, step, lambda state: state[-1] < 0, key)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.path((3, 6), lambda *_: True, lambda _: True) or ()
        held = canvas.held(cells)
        return cls(cells, sum(_between(held))) if 1 < len(held) == len(set(held)) else None


def _between(symbols: Sequence[int]) -> Sequence[int]:
    """Return the symbols between the lowest and the highest."""
    first, last = sorted((symbols.index(min(symbols)), symbols.index(max(symbols))))
    return symbols[first + 1 : last]
