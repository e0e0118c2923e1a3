"""X-sums: the first X symbols seen add up to a number, X the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from sudokutools.constraints.cage import TABLED
from sudokutools.constraints.constraint import equation
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape

State = tuple[frozenset[int], int, int]


class XSum(Outside):
    """A row or column as seen from the clue."""

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
        """Add an automaton that guesses the first X symbols, then checks them.

        A state is the symbols of the guess, how many of them are to come, and X until it was read.
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
        """Add an automaton that adds up: how many symbols are to come (-1: X), and their sum."""

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
        symbols = [cells[cell] for cell in self.cells]
        seen = symbols[: symbols[0]]
        return "" if sum(seen) == self.number else f"{equation(seen)}, not {self.number}"
