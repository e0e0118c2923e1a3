"""How often symbols occur in cells, and cells that count others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import prod
from typing import ClassVar, Self

from sudokutools.constraints import kind
from sudokutools.constraints.constraint import Constraint, lettered, symbols_text
from sudokutools.constraints.drawing import Mark, letter
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

MOST_STATES = 512  # The maximum number of states of an automaton that counts several symbols.


class Contains(Constraint):
    """Cells with a list hold each symbol at least as often as listed. The list is `text`."""

    key = "containatleast"
    rule = "they hold at least {text}"
    form = "text:cells"
    expected = "symbols and cells"
    example = "1.2:r1c1r1c2r1c3"
    fewest = 1
    is_set = True
    may_repeat = True
    tag = "{text}+"
    iss: ClassVar[Sequence[str]] = ("ContainAtLeast",)
    pattern = r"[0-9]{1,3}(\.[0-9]{1,3})*"
    has_limit: ClassVar[bool] = False  # Whether symbols may not occur more often.

    @cached_property
    def counts(self) -> dict[int, int]:
        """How often each symbol is listed, ascending."""
        return dict(sorted(Counter(map(int, self.text.split("."))).items()))

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        listed = arguments.parts[0] if arguments.parts else ""
        yield cls(arguments.cells(1), text=listed.replace("_", "."))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        names = names_of(self.cells, shape)
        return [iss_text(self.iss[0], self.text.replace(".", "_"), *names)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.group(4, canvas.free, canvas.one_of(canvas.free))
        listed = sorted(canvas.shuffled(canvas.held(cells))[:2])
        found = cls(cells, text=cls.listing(Counter(listed)))
        return cls.first_true(canvas, [found])

    @staticmethod
    def listing(counts: Counter[int]) -> str:
        return ".".join(map(str, sorted(counts.elements())))

    def primitives(self, out: Primitives) -> None:
        states = prod(count + 1 for count in self.counts.values())
        parts = [self.counts]
        if states > MOST_STATES:
            parts = [{symbol: count} for symbol, count in self.counts.items()]
        for counts in parts:
            self._count(out, counts)

    def _count(self, out: Primitives, counts: dict[int, int]) -> None:
        """Add an automaton whose states are how often each symbol is still to come."""
        symbols = list(counts)

        def step(left: Cells, symbol: int) -> Cells | None:
            at = symbols.index(symbol) if symbol in counts else -1
            if at < 0 or not left[at]:
                return left if at < 0 or not self.has_limit else None
            return (*left[:at], left[at] - 1, *left[at + 1 :])

        key = self.key, tuple(counts.items())
        start = tuple(counts.values())
        out.automaton(self.cells, [start], step, lambda left: not any(left), key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = Counter(self.held(cells))
        for symbol, count in self.counts.items():
            found = held[symbol]
            if found < count or (self.has_limit and found > count):
                return f"{found} times {symbol}, not {count}"
        return ""


class ContainsExactly(Contains):
    """Cells with a list hold each symbol exactly as often as listed. The list is `text`."""

    key = "containexact"
    rule = "of the symbols in {text}, they hold exactly these"
    tag = "={text}"
    iss = ("ContainExact",)
    has_limit = True


class LookAndSay(ContainsExactly):
    """Look and say: the cells hold symbols as often as pairs of a count and a symbol say.

    `12.23`: one 2 and two 3.
    """

    key = "lookandsay"
    rule = "they hold what {text} says"
    expected = "pairs of count and symbol, and cells"
    example = "12.23:r1c1r1c2r1c3r1c4"
    tag = "{text}"
    iss = ("LookAndSay",)
    pattern = r"[0-9]{2,3}(\.[0-9]{2,3})*"

    @cached_property
    def counts(self) -> dict[int, int]:
        pairs = [(int(pair[1:]), int(pair[0])) for pair in self.text.split(".")]
        return dict(sorted(pairs))

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        code = arguments.parts[0] if arguments.parts else ""
        yield cls(arguments.cells(1), text=".".join(re.findall(".{1,2}", code)))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if shape.n > 9:
            raise SudokuError(f"{self.key} with 9 symbols at most")
        names = names_of(self.cells, shape)
        return [iss_text(self.iss[0], self.text.replace(".", ""), *names)]

    def check(self, shape: Shape) -> None:
        super().check(shape)
        if len(self.counts) < len(self.text.split(".")):
            raise SudokuError(f"{self.key}: {self.text[:20]} counts a symbol twice")

    @staticmethod
    def listing(counts: Counter[int]) -> str:
        return ".".join(f"{count}{symbol}" for symbol, count in sorted(counts.items()))


class CountDistinct(Constraint):
    """Counters: a cell holds the number of different symbols in others. It is `head`."""

    key = "countdistinct"
    rule = "the first cell counts the different symbols of the others"
    form = "head:cells"
    expected = "a cell and others"
    example = "r1c1:r1c2r1c3"
    fewest = 1
    is_set = True
    may_repeat = True
    tag = "#"
    iss = ("CountDistinct",)

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        yield cls(arguments.cells(1), head=[arguments.cell(0)])

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text(self.iss[0], *names_of(self.head + self.cells, shape))]

    def misfit(self, shape: Shape) -> str:
        count = len(self.head)
        return "" if count == 1 else f"{count} cells with the number, expected one"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.group(5, canvas.free, canvas.one_of(canvas.free))
        return cls.first_true(canvas, (cls([*{*cells} - {cell}], head=[cell]) for cell in cells))

    def primitives(self, out: Primitives) -> None:
        """Add a cell for each symbol: the second value if it occurs, or the first."""
        used, no = [], out.values[0]
        for symbol in out.values:
            is_used = out.variable([no, no + 1])
            used.append(is_used)

            def step(state: int, held: int, symbol: int = symbol) -> int | None:
                """Return 1 after an unused symbol, 2 if it is to come, 3 if it was found."""
                if not state:
                    return held - no + 1 if held <= no + 1 else None
                if held == symbol:
                    return None if state == 1 else 3
                return state

            cells = (is_used, *dict.fromkeys(self.cells))
            out.automaton(cells, [0], step, lambda state: state in (1, 3), (self.key, symbol))
        out.total((*used, *self.head), [*[1] * out.n, -1], no * out.n)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        found, stated = len(set(self.held(cells))), cells[self.head[0]]
        return "" if found == stated else f"{found} different symbols, not {stated}"


class SameValues(Constraint):
    """Same values: the `number` sets of cells hold the same symbols, as often."""

    key = "samevalues"
    rule = "its {number} parts hold the same symbols"
    form = "number:cells"
    expected = "number of sets and cells"
    example = "2:r1c1r1c2r2c4r2c5"
    may_repeat = True
    tag = "="
    iss = ("SameValues",)

    @classmethod
    def usual(cls, n: int) -> int:
        return 2

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        number, cells = arguments.number(), arguments.cells(1)
        is_clone = number == len(cells) == 2
        yield kind("clone")(cells[1:], head=cells[:1]) if is_clone else cls(cells, number)

    def misfit(self, shape: Shape) -> str:
        is_whole = self.number and len(self.cells) % self.number == 0
        return "" if is_whole else f"{len(self.cells)} cells in {self.number} equal sets"

    def pieces(self, shape: Shape) -> list[Cells]:
        size = len(self.cells) // self.number
        return [self.cells[at : at + size] for at in range(0, len(self.cells), size)]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw two pairs of cells."""
        pairs = canvas.pairs()
        by_symbols: dict[tuple[int, ...], Cells] = {}
        for pair in pairs:
            other = by_symbols.setdefault(tuple(sorted(canvas.held(pair))), pair)
            if not {*other} & {*pair}:
                return cls((*other, *pair), 2)
        return None

    def primitives(self, out: Primitives) -> None:
        for one, other in pairwise(self.pieces(out.shape)):
            if len(one) == 1:
                out.related(one[0], other[0], out.table(lambda a, b: a == b))
            for symbol in out.values if len(one) > 1 else ():
                self._balance(out, symbol, one, other)

    def _balance(self, out: Primitives, symbol: int, one: Cells, other: Cells) -> None:
        """Add that a symbol occurs as often in both sets, whose cells are read in turn.

        A state is how much more often it occurred in the first set, and whether that is next.
        """

        limit = len(one)

        def step(state: tuple[int, bool], held: int) -> tuple[int, bool] | None:
            more = state[0] + (held == symbol) * (1 if state[1] else -1)
            return (more, not state[1]) if abs(more) <= limit else None

        cells = [cell for pair in zip(one, other, strict=True) for cell in pair]
        key = self.key, symbol, limit
        out.automaton(cells, [(0, True)], step, lambda state: not state[0], key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        first, *others = (sorted(cells[cell] for cell in part) for part in self.pieces(shape))
        for other in others:
            if other != first:
                return f"{symbols_text(first)} and {symbols_text(other)}"
        return ""

    figures = classmethod(lettered)


class ValueIndexing(Constraint):
    """Value indexing: one cell holds what is at a place of the line, which another one tells."""

    key = "valueindexing"
    rule = "the first cell is at the place in the line that the second tells"
    form = "head:cells"
    expected = "two cells and a line"
    example = "r1c1r2c1:r3c1r4c1r5c1"
    fewest = 1
    may_repeat = True
    iss = ("ValueIndexing",)
    look = (("steel", 0.12, (0.1, 0.1)),)

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        cells = arguments.cells()
        yield cls(cells[2:], head=cells[:2])

    to_iss = CountDistinct.to_iss

    def misfit(self, shape: Shape) -> str:
        count = len(self.head)
        return "" if count == 2 else f"{count} cells before the line, expected two"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a line, then a place in it and a cell with the symbol there."""
        line = canvas.path((3, 5), lambda *_: True, lambda _: True) or ()
        rest = canvas.shuffled({*canvas.free} - {*line})
        for place, symbol in enumerate(canvas.held(line), 1):
            places = [cell for cell in rest if canvas.values[cell] == place]
            values = [cell for cell in rest if canvas.values[cell] == symbol]
            if places and values and places[0] != values[0]:
                return cls(line, head=[values[0], places[0]])
        return None

    def primitives(self, out: Primitives) -> None:
        value, place = self.head
        out.indexed(place, self.cells, value, 1)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        value, place = (cells[cell] for cell in self.head)
        if not 0 < place <= len(self.cells):
            return f"no place {place} in {len(self.cells)} cells"
        held = cells[self.cells[place - 1]]
        return "" if held == value else f"place {place} holds {held}, not {value}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        yield letter(self.head[1], shape, "#")
