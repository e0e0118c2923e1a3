"""Full rank: rows and columns, read in both directions as numbers, in ascending order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Self

from sudokutools.constraints.constraint import Constraint, ImpossibleError, check_full
from sudokutools.constraints.iss_arguments import iss_text
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.places import readings
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

OPEN, FREE = -1, -2  # States: before a value, nothing required.


class FullRank(Outside):
    """Full rank: the place of the line among all rows and columns, read both ways, none equal."""

    key = "fullrank"
    rule = "it is number {number} of all rows and columns, read in both directions"
    example = "17:r1"
    iss = ("FullRank",)
    frame = (-0.4, 0.0), (0.0, -0.36), (0.4, 0.0), (0.0, 0.36)
    may_tie: ClassVar[bool] = False

    def scope(self, shape: Shape) -> Cells:
        return tuple(range(shape.size))

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)

    def check_values(self, shape: Shape) -> None:
        if not 1 <= self.number <= 4 * shape.n:
            raise ImpossibleError(f"{self.key}: impossible: {self.value(shape)}")

    def first(self, values: range) -> int:
        """Return the first value: on each side one line begins with it."""
        return values[(self.number - 1) // 4]

    def primitives(self, out: Primitives) -> None:
        """Count the lines on other sides that begin with the same symbol and are less.

        An auxiliary cell for each side holds the minimum if its line is less, else the maximum.
        """
        first, ends = self.first(out.values), (out.values[0], out.values[-1])
        out.allow(self.cells[0], [first])
        is_less: dict[int, int] = {}
        for at, side in enumerate(readings(out.shape)):
            if self.cells in side:
                own = at
                continue
            is_less[at] = out.variable(ends)
            self._compare(out, is_less[at], _beginning(out, at, first))
        less = (self.number - 1) % 4
        total = less * ends[0] + (len(is_less) - less) * ends[1]
        out.total([*is_less.values()], [1] * len(is_less), total)
        clued: list[tuple[int, int, dict[int, int]]] = out.shared(("rank", first), list)
        for at, number, theirs in clued:
            if at != own:
                out.allow(is_less[at], [ends[number >= self.number]])
                out.allow(theirs[own], [ends[number <= self.number]])
        clued.append((own, self.number, is_less))

    def _compare(self, out: Primitives, is_less: int, line: Sequence[int]) -> None:
        """Add an automaton: it reads an auxiliary cell, then a line and another in turn.

        A state is the value of that cell, OPEN before it, and a value to compare with, OPEN if that
        is next.
        """
        least = out.values[0]

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            wanted, own = state
            if own == FREE:
                return state
            if wanted == OPEN:
                return (value, OPEN)
            if own == OPEN:
                return (wanted, value)
            is_right = (wanted == least) == (value < own)
            return (wanted, OPEN) if value == own else (wanted, FREE) if is_right else None

        cells = [is_less, *chain.from_iterable(zip(self.cells[1:], line, strict=True))]
        out.automaton(
            cells,
            [(OPEN, OPEN)],
            step,
            lambda state: (
                state[1] == FREE or (self.may_tie and state[1] == OPEN != state[0] != least)
            ),
            self.key,
        )

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = self.held(cells)
        lines = [line for side in readings(shape) for line in side if line != self.cells]
        numbers = [[cells[cell] for cell in line] for line in lines]
        found = 1 + sum(number < held for number in numbers)
        if found != self.number:
            return f"it is number {found}, not {self.number}"
        is_tied = held in numbers and not self.may_tie
        return "another is equal" if is_tied else ""

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        line = canvas.one_of([line for side in readings(canvas.shape) for line in side])
        found = (cls(line, number) for number in range(1, 4 * canvas.shape.n + 1))
        return cls.first_true(canvas, found)


class TiedRank(FullRank):
    """Rank with ties: one more than how many rows and columns, read both ways, are less."""

    key = "tiedrank"
    rule = "it is number {number} of all rows and columns, which may be equal"
    iss = ("FullRank~any",)
    may_tie = True

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if any(type(clue) is FullRank for clue in clues):
            raise SudokuError("fullrank and tiedrank in one grid")
        (text,) = FullRank(self.cells, self.number).to_iss(shape, clues)
        return [text, iss_text("FullRankTies", "any")]


def _beginning(out: Primitives, side: int, first: int) -> list[int]:
    """Return auxiliary cells that hold the rest of the line of a side that begins with a value.

    Another one holds the number of that line, as the value with this index.
    """

    def make() -> list[int]:
        lines = readings(out.shape)[side]
        number = out.variable(out.values)
        for line, value in zip(lines, out.values, strict=True):
            symbol, each = 1 << value - out.values[0], (1 << out.n) - 1
            table = [each ^ symbol] * out.n
            table[out.values.index(first)] = symbol
            out.related(line[0], number, tuple(table))
        found = [out.variable(set(out.values) - {first}) for _ in lines[1:]]
        for cell, across in zip(found, [*zip(*lines, strict=True)][1:], strict=True):
            out.indexed(number, across, cell, out.values[0])
        out.different(found)
        return found

    return out.shared(("beginning", side, first), make)
