"""Full rank: rows and columns, read in both directions as numbers, in ascending order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from sudokutools.constraints.constraint import Constraint, ImpossibleError
from sudokutools.constraints.iss_arguments import iss_text
from sudokutools.constraints.outside import Outside
from sudokutools.constraints.places import readings
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

LESS, NOT_LESS = 1, 2  # What auxiliary cells hold about lines that begin with the same symbol.
FREE = -2  # The state in which nothing is required any more.


class FullRank(Outside):
    """Full rank: the place of a line among the rows and columns as numbers; it ties with none."""

    key = "fullrank"
    rule = "it is number {number} of all rows and columns, read in both directions"
    example = "17:r1"
    iss = ("FullRank",)
    frame = (-0.4, 0.0), (0.0, -0.36), (0.4, 0.0), (0.0, 0.36)
    may_tie: ClassVar[bool] = False

    def scope(self, shape: Shape) -> Cells:
        return tuple(range(shape.size))

    def check_values(self, shape: Shape) -> None:
        if not 1 <= self.number <= 4 * shape.n:
            raise ImpossibleError(f"{self.key}: impossible: {self.value(shape)}")

    @property
    def first(self) -> int:
        """The first symbol: on each side one line begins with it."""
        return (self.number - 1) // 4 + 1

    def primitives(self, out: Primitives) -> None:
        """Count the lines on other sides that begin with the same symbol and are less."""
        out.allow(self.cells[0], [self.first])
        copies = {}  # Of its cells, for lines that cross it.
        for cell in self.cells[1:]:
            copies[cell] = out.variable(range(1, out.n + 1))
            out.related(cell, copies[cell], tuple(1 << symbol for symbol in range(out.n)))
        found = []
        for side in readings(out.shape):
            if self.cells not in side:
                found.append(out.variable([LESS, NOT_LESS]))
                for line in side:
                    if line != self.cells[::-1]:
                        self._compare(out, found[-1], [copies.get(cell, cell) for cell in line])
        less = (self.number - 1) % 4
        out.total(found, [1] * len(found), less * LESS + (len(found) - less) * NOT_LESS)

    def _compare(self, out: Primitives, is_less: int, line: Sequence[int]) -> None:
        """Add an automaton: it reads an auxiliary cell, the first of a line, then both in turn.

        A state is the symbol of that cell, and a symbol to compare with, 0 if that is next;
        -1 before the first cell of the line.
        """

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            wanted, own = state
            if FREE in state:
                return state
            if not wanted or not own:
                return (wanted, symbol) if wanted else (symbol, -1)
            if own < 0:
                return (wanted, 0 if symbol == self.first else FREE)
            is_right = wanted == (LESS if symbol < own else NOT_LESS)
            return (wanted, 0) if symbol == own else (wanted, FREE) if is_right else None

        ends = {FREE, 0} if self.may_tie else {FREE}
        cells = [is_less, line[0]]
        for own, other in zip(self.cells[1:], line[1:], strict=True):
            cells += own, other
        out.automaton(
            cells,
            [(0, -1)],
            step,
            lambda state: state[1] == FREE or (state[1] in ends and state[0] == NOT_LESS),
            (self.key, self.first),
        )

    def violation(self, cells: bytes, shape: Shape) -> str:
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
    """Full rank, where other lines may be equal: one more than how many are less."""

    key = "tiedrank"
    rule = "it is number {number} of all rows and columns, which may be equal"
    iss = ("FullRank~any",)
    may_tie = True

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if any(type(clue) is FullRank for clue in clues):
            raise SudokuError("fullrank and tiedrank in one grid")
        (text,) = FullRank(self.cells, self.number).to_iss(shape, clues)
        return [text, iss_text("FullRankTies", "any")]
