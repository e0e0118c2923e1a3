"""Relations of two cells by dots, and that neighbours without a dot or sign are not so related."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, ClassVar, Self

from sudokutools.constraints.constraint import Constraint, Pairs
from sudokutools.constraints.drawing import Mark, dot
from sudokutools.constraints.fpuzzles_entry import Entry
from sudokutools.constraints.iss_arguments import Arguments, iss_text
from sudokutools.constraints.places import are_beside, neighbours
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

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
    """White dots: two symbols with a given difference."""

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
    """Black dots: one symbol is a multiple of the other."""

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
    """Negative constraints: neighbours without a dot or sign are not so related.

    Of orthogonal neighbours, as `text` and `number` say. A clue `difference` or `ratio` frees a
    pair from both of these negatives, a clue `sum` of two cells from negative sums. `head` has the
    free pairs, one after the other: see `bound`.
    """

    key = "negative"
    form = "text:number"
    expected = "difference, ratio or sum and a number"
    example = "ratio:2"
    fewest = 0
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
        every = range(1, canvas.shape.n + 1)
        relations = canvas.shuffled(
            (text, number)
            for text, test in RELATIONS.items()
            for number in range(1, 2 * canvas.shape.n)
            if any(test(number, a, b) for a, b in combinations(every, 2))
        )
        found = (cls((), number, (), text) for text, number in relations)
        return cls.first_true(canvas, found)

    def holds(self, first: int, second: int) -> bool:
        return not RELATIONS[self.text](self.number, first, second)

    def scope(self, shape: Shape) -> Cells:
        return tuple(range(shape.size))

    def clashes(self, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
        return self.told_pairs(cells, shape, self.label(shape))

    def label(self, shape: Shape) -> str:
        return f"negative {self.text} {self.number}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        return iter(())

    def caption(self, shape: Shape) -> str:
        return self.label(shape)
