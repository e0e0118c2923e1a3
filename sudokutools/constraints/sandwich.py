"""Sandwiches: the sum of the symbols between 1 and n in a row or column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from sudokutools.constraints.cage import TABLED
from sudokutools.constraints.constraint import Constraint, equation
from sudokutools.constraints.iss_arguments import iss_text, line_name
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape

State = tuple[frozenset[int], int, int]


class Sandwich(Outside):
    """A row or column, which has the same clue from both sides."""

    key = "sandwich"
    rule = "{number} lies between the lowest and the highest symbol"
    fpuzzles = "sandwichsum"
    iss = ("Sandwich",)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text("Sandwich", str(self.number), line_name(self.cells, shape))]

    def __init__(
        self, cells: Sequence[int] = (), number: int = 0, head: Sequence[int] = (), text: str = ""
    ) -> None:
        super().__init__(sorted(cells), number, head, text)

    @staticmethod
    def number_of(symbols: Sequence[int]) -> int:
        return sum(_inside(symbols))

    def primitives(self, out: Primitives) -> None:
        """Add an automaton that guesses the symbols inside, then checks them.

        A state is the guess, the end that was read (0: neither), and the number of inner cells to
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

        inner = range(2, n)
        guesses = [set_ for size in range(n - 1) for set_ in combinations(inner, size)]
        starts = [(frozenset(s), 0, len(s)) for s in guesses if sum(s) == self.number]
        key = self.key, self.number
        out.automaton(self.cells, starts, step, lambda state: state[2] < 0, key)

    def _plain(self, out: Primitives) -> None:
        """Add an automaton that adds up: the first end (0: none, -1: past both) and the sum."""

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
        symbols = [cells[cell] for cell in self.cells]
        if not {1, shape.n} <= set(symbols):
            return f"1 or {shape.n} missing"
        inside = _inside(symbols)
        return "" if sum(inside) == self.number else f"{equation(inside)}, not {self.number}"


def _inside(symbols: Sequence[int]) -> Sequence[int]:
    """Return the symbols between 1 and the greatest."""
    first, last = sorted((symbols.index(1), symbols.index(len(symbols))))
    return symbols[first + 1 : last]
