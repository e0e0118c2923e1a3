"""Counting circles: a symbol v in a circle occurs in exactly v circles of the set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import INK, THIN, Disc, Mark, middle
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape


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
        """Draw symbols up to a number of circles, then their cells."""
        most = canvas.within(canvas.shape.n // 2, 2 * canvas.shape.n)
        cells: list[int] = []
        for symbol in canvas.shuffled(range(1, canvas.shape.n + 1)):
            held = [cell for cell in canvas.free if canvas.symbols[cell] == symbol]
            if symbol <= min(most, len(held)):
                cells += canvas.shuffled(held)[:symbol]
                most -= symbol
        return cls(cells) if cells else None

    def primitives(self, out: Primitives) -> None:
        """Add a cell for each symbol: 2 if it occurs in the circles, 1 if not."""
        count, n = len(self.cells), out.n
        used = []
        for symbol in range(1, n + 1):
            is_used = out.variable([1, 2] if symbol <= count else [1])
            used.append(is_used)

            def step(state: State, held: int, symbol: int = symbol) -> State | None:
                if len(state) == 1:  # The first cell decides whether there are any.
                    return (0, symbol if held == 2 else 0)
                found = state[0] + (held == symbol)
                return (found, state[1]) if found <= state[1] else None

            cells = (is_used, *self.cells)
            out.automaton(cells, [_START], step, _is_complete, (self.key, symbol))
        out.total(used, range(1, n + 1), count + n * (n + 1) // 2)

    def violation(self, cells: bytes, shape: Shape) -> str:
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
                    yield Disc(*middle(cell, shape), 0.44 - 0.06 * ring, None, INK, 2 * THIN)


State = tuple[int, ...]
_START: State = (0,)


def _is_complete(state: State) -> bool:
    return len(state) == 2 and state[0] == state[1]
