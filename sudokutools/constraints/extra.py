"""Extra cells outside the grid: unknowns with its symbols, and the clues about them.

    extracells=2{sum=9:r1c1r10c1,less=r10c1r10c2}     two cells below a grid of 9 columns

They are named like cells of further rows below the grid, and have no rule of their own. A solution
is a filling of the grid and of the extra cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Self

from sudokutools.constraints import order
from sudokutools.constraints.alternatives import parse_branches
from sudokutools.constraints.connected import Chaos, Region
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.drawing import Mark
from sudokutools.constraints.iss_arguments import iss_text
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.propagation import Network, compiled, renumbered
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import MOST_EXTRA, Cells, Shape, extended
from sudokutools.errors import SudokuError


class ExtraCells(Constraint):
    """Extra cells outside the grid hold symbols of it, and clues are about them (`text`)."""

    key = "extracells"
    rule = "extra cells: {text}"
    form = "text"
    expected = "a number of cells and clues"
    example = "1{sum=9:r1c1r10c1}"
    fewest = 0
    is_set = True
    is_extended = True
    tag = "extra"
    _parts: tuple[Shape, tuple[int, Sequence[Constraint]]] | None = None  # Of one shape.

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        number, clues = _parts(text, shape)
        return cls.of(number, clues, shape)

    @classmethod
    def of(cls, number: int, clues: Iterable[Constraint], shape: Shape) -> Self:
        """Return as many extra cells with these clues. Raises SudokuError."""
        whole = extended(shape, number)
        clues = sorted(clues, key=lambda clue: (order(clue.key), clue.spec(whole)))
        for clue in clues:
            clue.check(whole)
        scope = {cell for clue in clues for cell in clue.scope(whole) if cell < shape.size}
        specs = ",".join(clue.spec(whole) for clue in clues)
        found = cls(sorted(scope), text=f"{number}{{{specs}}}")
        found._parts = shape, (number, clues)
        found.check(shape)
        return found

    def parts(self, shape: Shape) -> tuple[int, Sequence[Constraint]]:
        """Return the number of extra cells, and the clues about them in the `extended` shape."""
        if self._parts is None or self._parts[0] != shape:
            self._parts = shape, _parts(self.text, shape)
        return self._parts[1]

    def primitives(self, out: Primitives) -> None:
        number, clues = self.parts(out.shape)
        inner = Primitives(extended(out.shape, number), out.guesses)
        for clue in clues:
            clue.primitives(inner)
        size, more = out.shape.size, len(out.masks) - out.shape.size
        place = {cell: cell + more * (cell >= size) for cell in range(len(inner.masks))}
        for cell in range(size):
            out.masks[cell] &= inner.masks[cell]
        out.masks += inner.masks[size:]
        out.items += [renumbered(item, place) for item in inner.items]

    def fillings(self, cells: Sequence[int], shape: Shape) -> Iterator[Cells]:
        """Yield the values of the extra cells that meet all clues, given a full grid."""
        number, _ = self.parts(shape)
        found = Primitives(shape)
        self.primitives(found)
        masks = found.masks
        least = shape.values[0]
        for cell, value in enumerate(cells):
            masks[cell] &= 1 << value - least if value >= 0 else -1
        if not all(masks):
            return
        network = Network(compiled(found.items, masks), len(masks))
        extra = range(shape.size, shape.size + number)
        untried = [masks] if network.settle(masks) is None else []
        while untried:
            masks = untried.pop()
            others = range(shape.size, len(masks))  # One filling of auxiliary cells is enough.
            open_cell = next((cell for cell in others if masks[cell] & masks[cell] - 1), None)
            if open_cell is None:
                held = [masks[cell] for cell in extra]
                yield tuple(mask.bit_length() + least - 1 for mask in held)
                untried = [each for each in untried if [each[cell] for cell in extra] != held]
                continue
            for symbol in reversed(range(shape.n)):
                tried = masks[:]
                tried[open_cell] &= 1 << symbol
                if tried[open_cell] and network.settle(tried, [open_cell]) is None:
                    untried.append(tried)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        is_met = next(self.fillings(cells, shape), None) is not None
        return "" if is_met else "no symbols of the extra cells meet the clues"

    def scope(self, shape: Shape) -> Cells:
        return self.cells or (0,)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return super().figure(shape) if self.cells else iter(())

    def caption(self, shape: Shape) -> str:
        return "" if self.cells else self.value(shape)[:60]

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if any(isinstance(clue, ExtraCells) and clue is not self for clue in clues):
            raise SudokuError("one clue of extra cells only")
        number, inner = self.parts(shape)
        columns = {0: shape.columns, number: 0}  # Of groups by their first cells.
        chaos = (clue.regions(shape) for clue in inner if isinstance(clue, Chaos))
        for clue in chain(inner, *chaos):
            if isinstance(clue, Region) and clue.cells and clue.cells[0] >= shape.size:
                first, count = clue.cells[0] - shape.size, len(clue.cells)
                columns[first] = clue.rows(shape)[1]
                columns.setdefault(first + count, shape.columns)
        texts, names = list[str](), list[str]()
        for at, (first, end) in enumerate(pairwise(sorted(columns))):
            prefix = "A" * (at // 26) + chr(ord("A") + at % 26)
            count, width = end - first, columns[first]
            names += (f"V{prefix}{k if count > 1 else ''}" for k in range(1, count + 1))
            rows = "" if width == shape.columns else f"{-(-count // width)}x"
            texts.append(iss_text("Var", prefix, "", f"{rows}{width if rows else count}"))
        whole = extended(shape, number, 1, names)
        return texts + [text for clue in inner for text in clue.to_iss(whole, inner)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw one extra cell that is the sum of two neighbours."""
        shape = canvas.shape
        name = extended(shape, 1).cell_name(shape.size)
        pairs = (pair for pair in canvas.pairs() if sum(canvas.held(pair)) in shape.values)
        for first, second in pairs:
            cells = shape.cell_name(first) + shape.cell_name(second)
            return cls.parse(f"1{{weighted=0:1.1.-1:{cells}{name}}}", shape)
        return None


def _parts(text: str, shape: Shape) -> tuple[int, Sequence[Constraint]]:
    match = re.fullmatch(r"([0-9]{1,4})(\{.*\})", text)
    if match is None or not 1 <= int(match[1]) <= MOST_EXTRA:
        raise ExtraCells.malformed(text)
    number = int(match[1])
    if match[2] == "{}":
        return number, ()
    (clues,) = parse_branches(match[2], extended(shape, number), 0)
    return number, clues


def fillings(clues: Iterable[Constraint], cells: Sequence[int], shape: Shape) -> Iterator[Cells]:
    """Yield the values of all extra cells that meet these clues, given a full grid."""
    extra = [clue for clue in clues if isinstance(clue, ExtraCells)]
    if not extra:
        yield ()
        return
    for first in extra[0].fillings(cells, shape):
        for others in fillings(extra[1:], cells, shape):
            yield first + others
