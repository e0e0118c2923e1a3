"""Full rank: rows and columns, read in both directions as numbers, in ascending order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from sudokutools.constraints.constraint import Constraint, ImpossibleError, check_full
from sudokutools.constraints.iss_arguments import iss_text
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.places import readings
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

OPEN, FIRST, FREE = -1, -2, -3  # States: before a value, before the first one, nothing required.


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

        An auxiliary cell for each side holds the least value if its line is less, or the greatest.
        """
        out.allow(self.cells[0], [self.first(out.values)])
        copies = {}  # Of its cells, for lines that cross it.
        for cell in self.cells[1:]:
            copies[cell] = out.variable(out.values)
            out.related(cell, copies[cell], tuple(1 << symbol for symbol in range(out.n)))
        found, ends = [], (out.values[0], out.values[-1])
        for side in readings(out.shape):
            if self.cells not in side:
                found.append(out.variable(ends))
                for line in side:
                    if line != self.cells[::-1]:
                        self._compare(out, found[-1], [copies.get(cell, cell) for cell in line])
        less = (self.number - 1) % 4
        out.total(found, [1] * len(found), less * ends[0] + (len(found) - less) * ends[1])

    def _compare(self, out: Primitives, is_less: int, line: Sequence[int]) -> None:
        """Add an automaton: it reads an auxiliary cell, the first of a line, then both in turn.

        A state is the value of that cell, OPEN before it, and a value to compare with, OPEN if that
        is next, FIRST before the first cell of the line.
        """
        first, least = self.first(out.values), out.values[0]

        def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
            wanted, own = state
            if own == FREE:
                return state
            if wanted == OPEN:
                return (value, FIRST)
            if own == FIRST:
                return (wanted, OPEN if value == first else FREE)
            if own == OPEN:
                return (wanted, value)
            is_right = (wanted == least) == (value < own)
            return (wanted, OPEN) if value == own else (wanted, FREE) if is_right else None

        cells = [is_less, line[0]]
        for own, other in zip(self.cells[1:], line[1:], strict=True):
            cells += own, other
        out.automaton(
            cells,
            [(OPEN, OPEN)],
            step,
            lambda state: (
                state[1] == FREE or (self.may_tie and state[1] == OPEN != state[0] != least)
            ),
            (self.key, first),
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
