"""Doublers: cells that count twice in sums, and are to be found.

doubler={cages=12:r1c1r1c2,arrow=r2c1:r2c2r2c3}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Self

from sudokutools.constraints import kind
from sudokutools.constraints.alternatives import parse_branches, sum_steps
from sudokutools.constraints.constraint import Constraint, check_full
from sudokutools.constraints.drawing import Mark
from sudokutools.constraints.encoded import Nfa
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.iss_arguments import text_of
from sudokutools.constraints.primitives import Primitives, Total, machine_of
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape, extended
from sudokutools.errors import SudokuError

State = tuple[int, int, int]


class Doubler(ExtraCells):
    """Doublers: a cell of each row, column and region, of each symbol one, counts twice in sums.

    Each symbol is doubled once. An extra cell for each cell of the grid holds 2 if it is doubled
    and 1 if not.
    """

    key = "doubler"
    rule = "a cell of each row, column and region counts twice in its sums"
    expected = "sums in braces"
    example = "{sum=12:r1c1r1c2}"
    covers = False

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        specs = ",".join(clue.spec(shape) for clue in _sums(text, shape))
        found = cls(range(shape.size), text=f"{{{specs}}}")
        found.check(shape)
        return found

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        check_full(cls.key, shape)
        if shape.values[0] != 1 or not shape.region_cells:
            raise SudokuError(f"{cls.key}: requires regions and values from 1")

    def parts(self, shape: Shape) -> tuple[int, Sequence[Constraint]]:
        return shape.size, _parts(self.text, shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw doublers, then sums of small groups of cells that determine them."""
        shape, factors, doubled = canvas.shape, [1] * canvas.shape.size, _chosen(canvas, ())
        if not doubled:
            return None
        for cell in doubled:
            factors[cell] = 2
        left, sums = {*range(shape.size)}, list[str]()
        while left:
            cells = canvas.group(3, left, canvas.one_of(sorted(left)))
            total = sum(factors[cell] * canvas.values[cell] for cell in cells)
            sums.append(kind("sum")(cells, total).spec(shape))
            left -= {*cells}
        found = cls.parse(f"{{{','.join(sums)}}}", shape)
        return found if len([*islice(found.fillings(canvas.values, shape), 2)]) == 1 else None

    def figure(self, shape: Shape) -> Iterator[Mark]:
        for clue in _sums(self.text, shape):
            yield from clue.figure(shape)

    def caption(self, shape: Shape) -> str:
        return f"{self.key}s"


def _chosen(canvas: Canvas, before: tuple[int, ...]) -> tuple[int, ...]:
    """Return a doubler for each row; empty if none can follow these of the first rows."""
    shape, row = canvas.shape, len(before)
    if row == shape.rows:
        return before
    for cell in canvas.shuffled(shape.row_cells[row]):
        facts = [
            (at % shape.columns, shape.region_of(at), canvas.values[at]) for at in (cell, *before)
        ]
        if all(len({*each}) == row + 1 for each in zip(*facts, strict=True)):
            found = _chosen(canvas, (*before, cell))
            if found:
                return found
    return ()


def _sums(text: str, shape: Shape) -> Iterator[Constraint]:
    """Yield the clues in braces; their sums may be twice as high. Raises SudokuError."""
    return chain.from_iterable(parse_branches(text, extended(shape, 0, 2), 0))


@lru_cache(maxsize=64)
def _parts(text: str, shape: Shape) -> tuple[Constraint, ...]:
    """Return the clues about the grid and as many extra cells, each 1 or 2. Raises SudokuError."""
    size, regex = shape.size, kind("regex")
    pairs = [cell for at in range(size) for cell in (size + at, at)]
    houses = (*shape.row_cells, *shape.column_cells, *shape.region_cells)
    found = [regex([size + cell for cell in house], text="1*21*") for house in houses]
    for value in shape.values:
        sign = str(value) if value < 10 else f"<{value}>"
        found.append(regex(pairs, text=f"(1.|2[^{sign}])*2{sign}(1.|2[^{sign}])*"))
    for clue in _sums(text, shape):
        if clue.key == "cages":
            found.append(kind("cages")(clue.cells))
            clue = kind("sum")(clue.cells, clue.number)
        out = Primitives(shape)
        clue.primitives(out)
        for item in out.items:
            if not isinstance(item, Total):
                raise SudokuError(f"doubler: {clue.key} is no sum")
            cells = [cell for at in item.cells for cell in (size + at, at)]
            found.append(Nfa(cells, text=_sum_of(item, shape)))
    return tuple(found)


def _sum_of(item: Total, shape: Shape) -> str:
    """Return an automaton that reads the factor of each cell, 1 or 2, and the cell."""
    take = sum_steps(item.weights, item.total, 2 * shape.n)

    def step(state: State, value: int) -> State | None:
        """Return the sum, the number of cells that were read, and the factor of the next."""
        found, place, factor = state
        if not factor:
            return (found, place, value) if value < 3 and place < len(item.cells) else None
        following = take(found, place, factor * value)
        return None if following is None else (following, place + 1, 0)

    return text_of(machine_of(shape.values, [(0, 0, 0)], step, lambda s: s[1] == len(item.cells)))
