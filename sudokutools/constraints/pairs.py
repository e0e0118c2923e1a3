"""Relations of two cells: signs of inequality, dots, clones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, ClassVar, Self

from sudokutools.constraints import drawing
from sudokutools.constraints.constraint import Constraint, Pairs
from sudokutools.constraints.drawing import Disc, Mark, Path, dot, letter, line, middle, square
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.iss_arguments import Arguments, iss_text
from sudokutools.constraints.places import are_beside, neighbours
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError


class Less(Pairs):
    """Thermometers: symbols increase from the bulb; inequality signs point to the smaller one."""

    key = "less"
    may_repeat = True  # A cycle has a message of its own.
    window = 2
    lengths = (3, 6)
    fpuzzles = "thermometer"
    iss = ("Thermo", "GreaterThan")
    broken = "{one} is not less than {other}"
    is_single = True

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterable[Constraint]:
        if arguments.name == "Thermo":
            return super().from_iss(arguments)
        return [cls(pair[::-1]) for pair in arguments.neighbours()]

    def misfit(self, shape: Shape) -> str:
        return "a chain requires at least two cells" if len(self.cells) < 2 else ""

    def check_values(self, shape: Shape) -> None:
        """Nothing: the collection, which knows all chains, checks them."""

    def holds(self, first: int, second: int) -> bool:
        return first < second

    def primitives(self, out: Primitives) -> None:
        for distance in range(1, len(self.cells)):
            table = out.table(lambda low, high, d=distance: high - low >= d, ("less", distance))  # type: ignore[misc]
            for low, high in zip(self.cells, self.cells[distance:], strict=False):
                out.related(low, high, table)

    def spoken(self, shape: Shape) -> dict[int, str]:
        cells, names = self.cells, [shape.cell_name(cell) for cell in self.cells]
        if are_beside(cells, shape):
            return {cells[0]: f"less than {names[1]}", cells[1]: f"greater than {names[0]}"}
        places = [f"{at} of {len(cells)}" for at in range(2, len(cells) + 1)]
        words = (f"thermometer {place}" for place in ["bulb", *places])
        return dict(zip(cells, words, strict=True))

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        signs = []
        for clue in clues:
            if are_beside(clue.cells, shape):
                (x, y), low = drawing.edge(clue.cells, shape), middle(clue.cells[0], shape)
                right, down = x - low[0], y - low[1]
                yield Disc(x, y, 0.12, 1.0, layer=drawing.SIGN)
                signs.append([
                    (x + 0.13 * right - 0.22 * down, y + 0.13 * down - 0.22 * right),
                    (x - 0.13 * right, y - 0.13 * down),
                    (x + 0.13 * right + 0.22 * down, y + 0.13 * down + 0.22 * right),
                ])  # fmt: skip
            else:
                yield Disc(*middle(clue.cells[0], shape), 0.36, drawing.MARK)
                yield from line(clue.cells, shape, [(drawing.MARK, 0.24, ())])
        if signs:
            yield Path(signs, stroke=0.0, width=0.035, is_round=True, layer=drawing.SIGN)


RELATIONS: dict[str, Callable[[int, int, int], bool]] = {
    "difference": lambda number, a, b: abs(a - b) == number,
    "ratio": lambda number, a, b: a == number * b or b == number * a,
    "sum": lambda number, a, b: a + b == number,
}

STRICT = {
    "StrictKropki": (("difference", 1), ("ratio", 2)),
    "StrictXV": (("sum", 5), ("sum", 10)),
}
"""The negatives of types in ISS text."""

FPUZZLES = {"ratio": (("ratio", 2),), "xv": STRICT["StrictXV"]}
"""The negatives of names in f-puzzles."""


class Difference(Pairs):
    """White dots: the two symbols differ by `number`."""

    key = "difference"
    rule = "they differ by {number}"
    form = "number:cells"
    expected = "difference and two cells"
    example = "1:r1c1r1c2"
    most = 2
    fpuzzles = "difference"
    signs: ClassVar[Mapping[int, str]] = {1: "WhiteDot"}
    broken = "{a} and {b} differ by {gap}"
    dots: ClassVar[str] = "○" + "".join(map(chr, range(0x2461, 0x2474)))
    """The signs of the numbers from 1."""
    brightness: ClassVar[float] = 1.0

    @classmethod
    def usual(cls, n: int) -> int:
        (number,) = cls.signs
        return number

    @property
    def sign(self) -> str:
        return self.dots[self.number - 1 : self.number]

    def holds(self, first: int, second: int) -> bool:
        return RELATIONS[self.key](self.number, first, second)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        text = "" if self.number in self.signs else str(self.number)
        return dot(self.cells, shape, self.brightness, text)


class Ratio(Difference):
    """Black dots: one symbol is `number` times the other."""

    key = "ratio"
    rule = "one is {number} times the other"
    expected = "ratio and two cells"
    example = "2:r1c1r1c2"
    fpuzzles = "ratio"
    signs: ClassVar[Mapping[int, str]] = {2: "BlackDot"}
    broken = "{a} and {b} are not in the ratio {number}"
    dots = "\u2776●" + "".join(map(chr, range(0x2778, 0x2780)))
    brightness = 0.0


class Negative(Pairs):
    """Negative constraints: neighbours without a dot or sign of the kind are not so related.

    Of orthogonal neighbours, as `text` and `number` say. A clue `difference` or `ratio` frees a
    pair from both of these negatives, a clue `sum` of two cells from negative sums. `head` has the
    free pairs, one after the other: see `bound`.
    """

    key = "negative"
    form = "text:number"
    expected = "difference, ratio or sum and a number"
    example = "ratio:2"
    fewest = 0
    is_single = True
    fpuzzles = "negative"
    iss = ("StrictKropki", "StrictXV")

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        if entry.fields not in list(FPUZZLES):
            raise SudokuError(f"negative {str(entry.fields)[:20]!r} is not supported")
        for text, number in FPUZZLES[entry.fields]:
            yield cls((), number, text=text)

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        for name, negatives in FPUZZLES.items():
            if self._is_among(negatives, clues):
                return [name]
        raise SudokuError(f"no {self.label(shape)}")

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        for text, number in STRICT[arguments.name]:
            yield cls((), number, text=text)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        for name, strict in STRICT.items():
            if self._is_among(strict, clues):
                keys = [key for key, _ in strict]
                dots = [c for c in clues if c.key in keys and len(c.cells) == 2]
                if all(are_beside(c.cells, shape) and c.number in c.signs for c in dots):
                    return [iss_text(name)]
        return self.tables(shape)

    def _is_among(self, negatives: Sequence[tuple[str, int]], clues: Sequence[Constraint]) -> bool:
        """Whether it is one of these negatives, and all of them are among the clues."""
        found = {(clue.text, clue.number) for clue in clues if isinstance(clue, Negative)}
        return (self.text, self.number) in negatives and found.issuperset(negatives)

    def check(self, shape: Shape) -> None:
        if self.text not in RELATIONS:
            raise self.malformed(self.value(shape))

    def bound(self, clues: Sequence[Constraint]) -> Negative:
        keys = ("sum",) if self.text == "sum" else ("difference", "ratio")
        pairs = {c.cells for c in clues if c.key in keys and len(c.cells) == 2}
        free = chain.from_iterable(sorted(tuple(sorted(pair)) for pair in pairs))
        return Negative((), self.number, tuple(free), self.text)

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        free = set(zip(self.head[::2], self.head[1::2], strict=True))
        pairs = ((cell, other) for cell in range(shape.size) for other in neighbours(cell, shape))
        return [pair for pair in pairs if pair[0] < pair[1] and pair not in free]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a relation that no neighbours of the grid have, though others could."""
        every = canvas.shape.values
        relations = canvas.shuffled(
            (text, number)
            for text, test in RELATIONS.items()
            for number in range(1, 2 * canvas.shape.values[-1] + 1)
            if any(test(number, a, b) for a, b in combinations(every, 2))
        )
        found = (cls((), number, (), text) for text, number in relations)
        return cls.first_true(canvas, found)

    def holds(self, first: int, second: int) -> bool:
        return not RELATIONS[self.text](self.number, first, second)

    def scope(self, shape: Shape) -> Cells:
        return tuple(range(shape.size))

    def label(self, shape: Shape) -> str:
        return f"negative {self.text} {self.number}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return iter(())

    def caption(self, shape: Shape) -> str:
        return self.label(shape)


class Clone(Pairs):
    """Clones: both groups hold the same symbols, cell by cell. They are `head` and `cells`."""

    key = "clone"
    rule = "both groups hold the same"
    form = "head:cells"
    expected = "two groups of cells"
    example = "r1c1r1c2:r5c5r5c6"
    fewest = 1
    fpuzzles = "clone"

    @classmethod
    def from_fpuzzles(cls, entry: Entry) -> Iterator[Constraint]:
        yield cls(entry.cells("cloneCells"), head=entry.cells())

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        parts = {"cells": self.head, "cloneCells": self.cells}
        return [{name: entry_names(cells, shape) for name, cells in parts.items()}]

    def misfit(self, shape: Shape) -> str:
        one, other = len(self.head), len(self.cells)
        counts = f"groups of {one} and {other} cells"
        return "" if one == other else f"{counts}, expected the same number"

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        return [pair for pair in zip(self.head, self.cells, strict=True) if pair[0] != pair[1]]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a shift, then connected cells that hold the same as the shifted ones."""
        columns, symbols, free = canvas.shape.columns, canvas.values, set(canvas.free)
        down = canvas.within(0, canvas.shape.rows - 1)
        right = canvas.within(1 - columns, columns - 1)
        shift = down * columns + right
        same = [
            cell
            for cell in canvas.free
            if 0 <= cell % columns + right < columns
            and cell + shift in free
            and symbols[cell] == symbols[cell + shift]
        ]
        if shift <= 0 or not same:
            return None
        cells = canvas.group(5, same, canvas.one_of(same))
        others = tuple(cell + shift for cell in cells)
        is_clone = len(cells) > 1 and not set(cells) & set(others)
        return cls(others, head=cells) if is_clone else None

    def holds(self, first: int, second: int) -> bool:
        return first == second

    def spoken(self, shape: Shape) -> dict[int, str]:
        both = [*self.pairs(shape), *(pair[::-1] for pair in self.pairs(shape))]
        return {cell: f"clone of {shape.cell_name(other)}" for cell, other in both}

    @classmethod
    def figures(cls, clues: Sequence[Self], shape: Shape) -> Iterator[Mark]:
        number = 0
        for at, clue in enumerate(clues):
            for pair in clue.pairs(shape):
                name, number = chr(ord("a") + number % 26) * (number // 26 + 1), number + 1
                for cell in pair:
                    yield square(cell, shape, 0.5, (0.9, 0.82)[at % 2])
                    yield letter(cell, shape, name)
