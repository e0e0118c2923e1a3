"""Cells of some values that form one region by their sides.

connected=1.2.3         the cells with 1, 2 or 3 in the whole grid
connected=1.2:10        there are ten of them
connected=1x3:0:r10c1r10c2r10c3r10c4r10c5r10c6     in six extra cells, rows of three
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Self

from sudokutools.constraints.connectivity import beside
from sudokutools.constraints.constraint import Constraint, cell_names, parse_cells
from sudokutools.constraints.drawing import Mark, group
from sudokutools.constraints.iss_arguments import Arguments, iss_text, name_of
from sudokutools.constraints.primitives import Primitives
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

    def check(self, shape: Shape) -> None:
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})*(x[1-9][0-9]{0,3})?", self.text):
            raise self.malformed(self.text)
        super().check(shape)

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
            raise SudokuError(f"{self.key} of some cells")
        values = self.text.partition("x")[0].replace(".", "_")
        return [iss_text("ConnectedValues", name, values, *[str(self.number)] * bool(self.number))]

    def label(self, shape: Shape) -> str:
        return f"{self.key} {self.text}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return group(self.cells, shape, self.key) if self.cells else iter(())

    def caption(self, shape: Shape) -> str:
        return self.label(shape)
