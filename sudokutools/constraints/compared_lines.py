"""Lines whose symbols are compared with each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, ClassVar, Self

from sudokutools.constraints import drawing
from sudokutools.constraints.cell_sums import TABLED
from sudokutools.constraints.constraint import Constraint, Pairs, bounds, symbol_at, symbols_text
from sudokutools.constraints.drawing import Disc, Mark, Path, line, middle
from sudokutools.constraints.fpuzzles_entry import entry_names
from sudokutools.constraints.primitives import Primitives, Sets
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

States = tuple[int, ...]
_START: States = ()


class Slow(Pairs):
    """Slow thermometers: from the bulb, no symbol is greater than the next."""

    key = "slow"
    rule = "none is less than the one before"
    example = "r1c1r1c2r1c3"
    fpuzzles = "slowthermometer"
    window = 2
    broken = "{one} is greater than {other}"

    def holds(self, first: int, second: int) -> bool:
        return first <= second

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from line(self.cells, shape, [(drawing.MARK, 0.24, (0.22, 0.1))])
        yield Disc(*middle(self.cells[0], shape), 0.33, 1.0, drawing.MARK, 0.08)


class Whisper(Pairs):
    """Whispers: neighbours on the line differ by at least `number`."""

    key = "whisper"
    rule = "neighbours differ by {number} or more"
    form = "number:cells"
    expected = "difference and line"
    example = "5:r1c1r1c2r1c3"
    window = 2
    may_repeat = True
    fpuzzles = "whispers"
    iss = ("Whisper",)
    broken = "{one} and {other} differ by {gap}"
    look = (("green", 0.3, ()),)

    @classmethod
    def usual(cls, n: int) -> int:
        return (n + 1) // 2

    def holds(self, first: int, second: int) -> bool:
        return abs(first - second) >= self.number

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the line, and its number unless it is the usual one, half of the symbols."""
        yield from super().figure(shape)
        if self.number != self.usual(shape.n):
            yield drawing.corner(self.cells[0], shape, str(self.number))


class Palindrome(Pairs):
    """Palindromes: the line reads the same from both ends. It may pass a cell twice."""

    key = "palindrome"
    rule = "it reads the same from both ends"
    example = "r1c1r1c2r1c3"
    may_repeat = True
    fpuzzles = "palindrome"
    iss = ("Palindrome",)
    look = ((0.65, 0.14, ()),)

    def pairs(self, shape: Shape) -> list[tuple[int, int]]:
        half = len(self.cells) // 2
        return list(zip(self.cells[:half], self.cells[::-1], strict=False))

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        partner = length - len(symbols)
        return partner >= len(symbols) or symbols[partner] == symbols[-1]

    def holds(self, first: int, second: int) -> bool:
        return first == second


class Renban(Constraint):
    """Renban lines: different, consecutive symbols in any order."""

    key = "renban"
    rule = "consecutive symbols in any order"
    example = "r1c1r1c2r1c3"
    lengths = (3, 6)
    fpuzzles = "renban"
    iss = ("Renban",)
    look = (("purple", 0.3, ()), (1.0, 0.05, ()))

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        return len(set(symbols)) == len(symbols) and max(symbols) - min(symbols) < length

    def primitives(self, out: Primitives) -> None:
        count = len(self.cells)
        out.sets(self.cells, (range(s, s + count) for s in out.values[: out.n - count + 1]))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        symbols = sorted(self.held(cells))
        if all(b - a == 1 for a, b in pairwise(symbols)):
            return ""
        return f"{symbols_text(symbols)} are not consecutive"

    def because(self, cell: int, value: int, masks: Mapping[int, int], shape: Shape) -> str:
        far = len(self.cells)
        for other in self.cells:
            low, high = bounds((other,), masks, cell, value, shape)
            if low >= value + far or high <= value - far:
                bound = f"least {low}" if low > value else f"most {high}"
                return f"{shape.cell_name(other)} is at {bound}"
        return ""


class Nabner(Pairs):
    """Nabner lines: no two symbols on the line are equal or consecutive."""

    key = "nabner"
    rule = "no two are equal or consecutive"
    example = "r1c1r1c2r1c3"
    lengths = (3, 5)
    fpuzzles = "nabner"
    look = (("gold", 0.3, (0.3, 0.1)),)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return self.tables(shape, Sets)

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        return all(abs(symbols[-1] - symbol) > 1 for symbol in symbols[:-1])

    def pairs(self, shape: Shape) -> Iterator[tuple[int, int]]:
        return combinations(self.cells, 2)

    def holds(self, first: int, second: int) -> bool:
        return abs(first - second) > 1

    def primitives(self, out: Primitives) -> None:
        super().primitives(out)
        if out.n <= TABLED:
            chosen = combinations(out.values, len(self.cells))
            out.sets(self.cells, (s for s in chosen if all(b - a > 1 for a, b in pairwise(s))))


class Entropic(Constraint):
    """Entropic lines: any three cells in a row are from different thirds of the symbols.

    So are the two cells of a short line.
    """

    key = "entropic"
    rule = "any three in a row are low, middle and high"
    may_repeat = True
    example = "r1c1r1c2r1c3"
    fpuzzles = "entropicline"
    iss = ("Entropic",)
    look: ClassVar[Sequence[drawing.Stroke]] = (("peach", 0.36, ()), (1.0, 0.07, (0.0, 0.16)))
    window = 3

    @classmethod
    def check_shape(cls, shape: Shape) -> None:
        if shape.n % 3:
            raise SudokuError(f"{cls.key}: {shape.n} symbols have no thirds")

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if shape.values != range(1, 10) and self.iss == Entropic.iss:
            raise SudokuError("entropic with 9 symbols only")
        return super().to_iss(shape, clues)

    @property
    def classes(self) -> int:
        return 3

    def class_of(self, value: int, values: range) -> int:
        """Return the third of a value: 0 low, 1 middle, 2 high."""
        return values.index(value) * 3 // len(values)

    def words(self, found: int) -> str:
        return f"both {('low', 'middle', 'high')[found]}"

    def primitives(self, out: Primitives) -> None:
        def step(last: States, symbol: int) -> States | None:
            found = self.class_of(symbol, out.values)
            return None if found in last else (*last, found)[-self.classes + 1 :]

        key = self.key, self.classes
        out.automaton(self.cells, [_START], step, lambda last: True, key)  # noqa: ARG005

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        for at, cell in enumerate(self.cells):
            for other in self.cells[max(at - self.classes + 1, 0) : at]:
                one, same = (self.class_of(cells[each], shape.values) for each in (other, cell))
                if one == same:
                    both = f"{symbol_at(cells, other, shape)} and {symbol_at(cells, cell, shape)}"
                    return f"{both} are {self.words(same)}"
        return ""


class ParityLine(Entropic):
    """Parity lines: even and odd symbols in turn."""

    key = "parityline"
    rule = "even and odd symbols in turn"
    fpuzzles = ""
    iss = ("Modular~2",)
    look = (("coral", 0.22, (0.22, 0.16)),)
    window = 2

    check_shape = Constraint.check_shape  # Any number of symbols has even and odd ones.

    @property
    def classes(self) -> int:
        return 2

    def class_of(self, value: int, values: range) -> int:
        return value % 2

    def words(self, found: int) -> str:
        return f"both {('even', 'odd')[found]}"


class SameDifference(Constraint):
    """Same difference lines: all neighbours on the line differ by the same number."""

    key = "samedifference"
    rule = "all neighbours differ by the same number"
    example = "r1c1r1c2r1c3"
    may_repeat = True
    look = (("turquoise", 0.2, (0.4, 0.14)),)

    @classmethod
    def begins(cls, symbols: Sequence[int], length: int) -> bool:
        return len({abs(a - b) for a, b in pairwise(symbols)}) < 2

    def primitives(self, out: Primitives) -> None:
        def step(state: States, symbol: int) -> States | None:
            """Return the last symbol, and the difference after two."""
            gap = tuple(abs(symbol - last) for last in state[:1])
            return (symbol, *gap) if len(state) < 2 or gap == state[1:] else None

        out.automaton(self.cells, [_START], step, lambda state: True, self.key)  # noqa: ARG005

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        held = self.held(cells)
        gaps = {abs(a - b) for a, b in pairwise(held)}
        return (
            f"{symbols_text(held)} differ by {symbols_text(sorted(gaps))}" if len(gaps) > 1 else ""
        )


class Modular(Entropic):
    """Modular lines: any `number` cells in a row have different remainders modulo `number`.

    The number is 3 in a value without one.
    """

    key = "modular"
    rule = "any {number} in a row differ modulo {number}"
    form = "number:cells"
    fpuzzles = "modularline"
    iss = ("Modular",)
    look = (("teal", 0.24, (0.5, 0.08, 0.1, 0.08)),)
    window = 0
    few = 4  # The greatest number whose automaton is small.

    check_shape = Constraint.check_shape  # Any number of symbols has remainders.

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        return super().parse(text if ":" in text else f"{cls.usual(shape.n)}:{text}", shape)

    def value(self, shape: Shape) -> str:
        text = super().value(shape)
        return text.removeprefix(f"{self.usual(shape.n)}:")

    @classmethod
    def usual(cls, n: int) -> int:
        return 3

    def to_fpuzzles(self, shape: Shape, clues: Sequence[Constraint]) -> list[Any]:
        if self.number != self.usual(shape.n):
            raise SudokuError(f"no modular {self.number}")
        return [{"lines": [entry_names(self.cells, shape)]}]

    def check_values(self, shape: Shape) -> None:
        if not 1 <= self.number <= shape.n:
            raise self.malformed(self.value(shape))
        super().check_values(shape)

    @property
    def classes(self) -> int:
        return self.number

    def class_of(self, value: int, values: range) -> int:
        return value % self.number

    def words(self, found: int) -> str:
        return f"both {found} modulo {self.number}"

    def primitives(self, out: Primitives) -> None:
        if self.number == 1:
            return
        if self.number <= self.few:
            super().primitives(out)
            return
        table = out.table(lambda a, b: a % self.number != b % self.number)
        for at, cell in enumerate(self.cells):
            for other in self.cells[max(at - self.classes + 1, 0) : at]:
                out.related(other, cell, table)


class Between(Constraint):
    """Between lines: inner cells lie strictly between the two ends."""

    key = "between"
    rule = "inner cells lie between the ends"
    example = "r1c1r1c2r1c3"
    fpuzzles = "betweenline"
    iss = ("Between",)
    gap: ClassVar[int] = 2
    lengths = (3, 6)
    look: ClassVar[Sequence[drawing.Stroke]] = ((0.65, 0.1, ()),)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        if len(self.cells) == 2 and self.gap == 2:
            raise SudokuError("between with inner cells only")
        return super().to_iss(shape, clues)

    @staticmethod
    def holds(low: int, high: int, symbol: int) -> bool:
        return low < symbol < high

    def primitives(self, out: Primitives) -> None:
        """The automaton reads both ends, then the inner cells."""
        first, *inner, last = self.cells

        def step(state: States, symbol: int) -> States | None:
            if len(state) == 2:
                return state if self.holds(state[0], state[1], symbol) else None
            ends = tuple(sorted((*state, symbol)))
            return None if len(ends) == 2 and ends[1] - ends[0] < self.gap else ends

        if inner or self.gap > 2:
            cells = (first, last, *inner)
            out.automaton(cells, [_START], step, lambda state: len(state) == 2, self.key)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        low, high = sorted((cells[self.cells[0]], cells[self.cells[-1]]))
        for cell in self.cells[1:-1]:
            if not self.holds(low, high, cells[cell]):
                return f"{symbol_at(cells, cell, shape)}, the ends hold {low} and {high}"
        return ""

    @staticmethod
    def end(x: float, y: float) -> Mark:
        return Disc(x, y, 0.36, 0.9, drawing.INK, 0.04)

    def figure(self, shape: Shape) -> Iterator[Mark]:
        yield from super().figure(shape)
        for cell in (self.cells[0], self.cells[-1]):
            yield self.end(*middle(cell, shape))


class Lockout(Between):
    """Lockout lines: inner cells lie outside the range of the ends, which differ by at least 4."""

    key = "lockout"
    rule = "the ends differ by 4 or more, and inner cells lie outside"
    fpuzzles = "lockout"
    iss = ("Lockout~4",)
    gap = 4
    look = (("steel", 0.18, ()), (1.0, 0.06, ()))

    @staticmethod
    def holds(low: int, high: int, symbol: int) -> bool:
        return not low <= symbol <= high

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        first, last = cells[self.cells[0]], cells[self.cells[-1]]
        if abs(first - last) < self.gap:
            return f"the ends {first} and {last} differ by less than {self.gap}"
        return super().violation(cells, shape)

    @staticmethod
    def end(x: float, y: float) -> Mark:
        corners = [(x - 0.43, y), (x, y - 0.43), (x + 0.43, y), (x, y + 0.43)]
        return Path([corners], fill=0.94, stroke=drawing.INK, width=0.04, is_closed=True)
