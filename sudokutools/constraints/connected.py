"""Cells of some values that form one region by their sides.

connected=1.2.3         the cells with 1, 2 or 3 in the whole grid
connected=1.2:10        there are ten of them
connected=1x3:0:r10c1r10c2r10c3r10c4r10c5r10c6     in six extra cells, rows of three
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Self

from sudokutools.constraints.connectivity import beside, parts_of
from sudokutools.constraints.constraint import Constraint, cell_names, parse_cells
from sudokutools.constraints.drawing import Mark, group
from sudokutools.constraints.iss_arguments import Arguments, iss_text, name_of, names_of, text_of
from sudokutools.constraints.primitives import Automaton, Primitives, Regions
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Region(Constraint):
    """Connected values: the cells with some symbols (`text`) are one region by sides, if any.

    `cells` are rows, all of the grid if there are none; `number` is how many hold the values, 0:
    any; `text` has the values, and after `x` how many cells a row has if not as in the grid.
    """

    key = "connected"
    rule = "all cells with {text} are connected by sides"
    form = "text:number:cells"
    expected = "values"
    example = "1.2.3"
    pattern = r"[0-9]{1,3}(\.[0-9]{1,3})*(x[1-9][0-9]{0,3})?"
    fewest = 0
    covers = False
    iss = ("ConnectedValues",)

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        values, *more = text.split(":")
        size, cells = [*more, "", ""][:2]
        if len(more) > 2 or not re.fullmatch(r"[0-9]{0,5}", size):
            raise cls.malformed(text)
        held = parse_cells(cls.key, cells, shape) if cells else ()
        clue = cls(held, int(size or 0), text=values)
        clue.check(shape)
        return clue

    def value(self, shape: Shape) -> str:
        size = f":{self.number}" if self.number or self.cells else ""
        return f"{self.text}{size}{':' if self.cells else ''}{cell_names(self.cells, shape)}"

    @property
    def values(self) -> frozenset[int]:
        return frozenset(map(int, self.text.partition("x")[0].split(".")))

    def rows(self, shape: Shape) -> tuple[Cells, int]:
        """Return all of its cells, and how many a row has."""
        columns = self.text.partition("x")[2]
        cells = self.cells or tuple(range(shape.rows * shape.columns))
        return cells, int(columns or shape.columns)

    def scope(self, shape: Shape) -> Cells:
        return self.rows(shape)[0]

    def primitives(self, out: Primitives) -> None:
        cells, columns = self.rows(out.shape)
        out.connected(cells, columns, self.values, self.number)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        own, columns = self.rows(shape)
        inside = [at for at, cell in enumerate(own) if cells[cell] in self.values]
        if self.number and len(inside) != self.number:
            return f"{len(inside)} cells, not {self.number}"
        reached = inside[:1]
        for at in reached:
            near = beside(at, len(own), columns)
            reached += [other for other in near if other in inside and other not in reached]
        lost = next((at for at in inside if at not in reached), None)
        if lost is None:
            return ""
        names = (shape.cell_name(own[at]) for at in (inside[0], lost))
        return "{} and {} are not connected".format(*names)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        n = canvas.shape.n
        tries = (canvas.shuffled(canvas.shape.values) for _ in range(20))
        few = (sorted(values[: canvas.within(n // 2, n - 1)]) for values in tries)
        texts = (".".join(map(str, held)) for held in sorted(filter(None, few), key=len))
        return cls.first_true(canvas, (cls(text=text) for text in texts))

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        """Read group, values and size, then how many cells are in a row, and the cells."""
        group, values, size, columns, *cells = [*arguments.parts, "", "", ""][
            : max(4, len(arguments.parts))
        ]
        if group or not re.fullmatch(r"\d+(_\d+)*", values) or not re.fullmatch(r"\d{0,5}", size):
            raise arguments.error(0, "values")
        held = tuple(arguments.cell(at) for at in range(4, 4 + len(cells)))
        text = values.replace("_", ".") + (f"x{columns}" if columns else "")
        yield cls(held, int(size or 0), text=text)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        cells, columns = self.rows(shape)
        size = shape.rows * shape.columns
        places = range(size, shape.size)
        prefix = [""] * size + [name_of(at, shape).rstrip("0123456789") for at in places]
        name = prefix[cells[0]]
        is_group = [*cells] == [at for at, other in enumerate(prefix) if other == name]
        if not is_group or (not name and columns != shape.columns):
            raise SudokuError(f"{self.key} of all cells or a group only")
        values = self.text.partition("x")[0].replace(".", "_")
        return [iss_text("ConnectedValues", name, values, *[str(self.number)] * bool(self.number))]

    def label(self, shape: Shape) -> str:
        return f"{self.key} {self.text}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return group(self.cells, shape, self.key) if self.cells else iter(())

    def caption(self, shape: Shape) -> str:
        return self.label(shape)


class Chaos(Constraint):
    """Chaos construction: regions to be found, connected by sides, with each value once.

    The first half of the cells are rows of `number` cells; each cell of the second half holds the
    number of the region of one of them: 0 or 1, and so on. The first `text` regions are known by a
    cell; the others are numbered in the order of their first cells.
    """

    key = "chaos"
    rule = "regions, which other cells number, are connected by sides and hold each value once"
    form = "number:text:cells"
    expected = "columns, known regions, cells and their numbers"
    example = "9:1:r1c1r1c2r1c3r1c4r1c5r1c6r1c7r1c8r1c9r1c8r2c4r3c1r4c6r5c9r6c2r7c3r8c5r9c7"
    may_repeat = True
    covers = False
    iss = ("ChaosConstruction",)

    def check(self, shape: Shape) -> None:
        regions, rest = divmod(len(self.cells), 2 * shape.n)
        if not re.fullmatch("[1-9][0-9]?", self.text) or not 0 < self.number <= len(self.cells):
            raise self.malformed(f"{self.number}:{self.text}")
        if rest or not int(self.text) <= regions <= shape.n:
            expected = f"expected 2 for each of regions of {shape.n}"
            raise SudokuError(f"{self.key}: {len(self.cells)} cells, {expected}")
        super().check(shape)

    def check_values(self, shape: Shape) -> None:
        """Some filling meets the clue, whatever its cells."""

    def primitives(self, out: Primitives) -> None:
        known = int(self.text)
        if out.guesses:
            out.regions(self.cells, self.number, known)
        else:
            out.items += parts_of(Regions(self.cells, self.number, known, out.n))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        half, least = len(self.cells) // 2, shape.values[0]
        own, numbers = self.cells[:half], self.cells[half:]
        most = least + int(self.text) - 1
        for cell, number in zip(own, numbers, strict=True):
            if cells[number] > most + 1:
                return f"region {cells[number]} at {shape.cell_name(cell)} comes before {most + 1}"
            most = max(most, cells[number])
        for region in range(least, least + half // shape.n):
            inside = [cell for cell, at in zip(own, numbers, strict=True) if cells[at] == region]
            if sorted(cells[cell] for cell in inside) != [*shape.values]:
                return f"region {region} does not hold each value once"
            reached = Region(numbers, text=f"{region}x{self.number}").violation(cells, shape)
            if reached:
                return f"region {region}: {reached}"
        return ""

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw one region: a row, and cells that hold the minimum."""
        shape, values = canvas.shape, canvas.values
        ones = [cell for cell in range(shape.size) if values[cell] == shape.values[0]]
        row = shape.row_cells[canvas.within(0, shape.rows - 1)]
        is_region = len(row) == len(ones) == shape.n
        return cls([*row, *ones], shape.columns, text="1") if is_region else None

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        columns, known = map(arguments.number, (0, 1))
        yield cls(arguments.cells(2), columns, text=str(known))

    def regions(self, shape: Shape) -> list[Region]:
        """Return the regions that its numbers are, as connected values."""
        half = len(self.cells) // 2
        first, numbers = shape.values[0], self.cells[half:]
        names = (f"{first + at}x{self.number}" for at in range(half // shape.n))
        return [Region(numbers, shape.n, text=name) for name in names]

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        parts = parts_of(Regions(self.cells, self.number, int(self.text), shape.n))
        texts = [text for region in self.regions(shape) for text in region.to_iss(shape, clues)]
        return texts + [
            iss_text("NFA", text_of(part.machine), *names_of(part.cells, shape))
            for part in parts
            if isinstance(part, Automaton)
        ]
