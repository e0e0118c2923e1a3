"""Skyscrapers: how many symbols are greater than all before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from sudokutools.constraints.outside import Outside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Shape


class Skyscraper(Outside):
    """A row or column as seen from the clue."""

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
        seen = self.number_of([cells[cell] for cell in self.cells])
        return "" if seen == self.number else f"{seen} visible, not {self.number}"

    def because(self, cell: int, symbol: int, masks: Mapping[int, int], shape: Shape) -> str:
        place = self.cells.index(cell) + 1
        is_early = symbol - place > shape.n - self.number
        return f"{self.number} must be visible" if is_early else ""
