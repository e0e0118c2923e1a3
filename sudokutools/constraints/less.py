"""Thermometers and signs of inequality: each symbol is less than the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Self

from sudokutools.constraints.constraint import Constraint, Pairs
from sudokutools.constraints.drawing import MARK, SIGN, Disc, Mark, Path, edge, line, middle
from sudokutools.constraints.iss_arguments import Arguments
from sudokutools.constraints.places import are_beside
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Less(Pairs):
    """Thermometers and signs of inequality: each symbol is less than the next."""

    key = "less"
    may_repeat = True  # A cycle has a message of its own.
    window = 2
    lengths = (3, 6)
    fpuzzles = "thermometer"
    iss = ("Thermo", "GreaterThan")
    broken = "{one} is not less than {other}"

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterable[Constraint]:
        if arguments.name == "Thermo":
            return super().from_iss(arguments)
        return [cls(pair[::-1]) for pair in arguments.neighbours()]

    def check(self, shape: Shape) -> None:
        if len(self.cells) < 2:
            raise SudokuError("less: a chain requires at least two cells")
        super().check(shape)

    def check_values(self, shape: Shape) -> None:
        """Leave it to the collection, which knows all chains."""

    def holds(self, first: int, second: int) -> bool:
        return first < second

    def primitives(self, out: Primitives) -> None:
        for distance in range(1, len(self.cells)):
            table = out.table(partial(_ascends, distance))
            for low, high in zip(self.cells, self.cells[distance:], strict=False):
                out.related(low, high, table)

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        for pair, told in self.broken_pairs(cells, shape):
            yield 0, pair, f"less: {told}"

    def spoken(self, shape: Shape) -> dict[int, str]:
        cells, names = self.cells, [shape.cell_name(cell) for cell in self.cells]
        if are_beside(cells, shape):
            return {cells[0]: f"less than {names[1]}", cells[1]: f"greater than {names[0]}"}
        places = [f"{at} of {len(cells)}" for at in range(2, len(cells) + 1)]
        words = (f"thermometer {place}" for place in ["bulb", *places])
        return dict(zip(cells, words, strict=True))

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        """Yield thermometers, and signs between neighbours that point at the smaller one."""
        signs = []
        for clue in clues:
            if are_beside(clue.cells, shape):
                (x, y), low = edge(clue.cells, shape), middle(clue.cells[0], shape)
                right, down = x - low[0], y - low[1]
                yield Disc(x, y, 0.12, 1.0, layer=SIGN)
                signs.append([
                    (x + 0.13 * right - 0.22 * down, y + 0.13 * down - 0.22 * right),
                    (x - 0.13 * right, y - 0.13 * down),
                    (x + 0.13 * right + 0.22 * down, y + 0.13 * down + 0.22 * right),
                ])  # fmt: skip
            else:
                yield Disc(*middle(clue.cells[0], shape), 0.36, MARK)
                yield from line(clue.cells, shape, [(MARK, 0.24, ())])
        if signs:
            yield Path(signs, stroke=0.0, width=0.035, is_round=True, layer=SIGN)


def _ascends(distance: int, low: int, high: int) -> bool:
    return high - low >= distance
