"""Regular expressions that the symbols of a line match.

    1[2-4]*(56|<12>).{2-3}     symbols, decimals in `<>`, `.`, classes, groups, repeats

Repeats are `*`, `+`, `?`, `{2}`, `{2-4}` and `{2-}`; a comma instead of the hyphen is read, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Self

from sudokutools.constraints.constraint import Constraint, symbols_text
from sudokutools.constraints.drawing import Mark, corner, text_width
from sudokutools.constraints.iss_arguments import Arguments, iss_text, names_of
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Shape
from sudokutools.errors import SudokuError

States = frozenset[int]

_PART = re.compile(r"<\d{1,3}>|\[\^?(?:[\d<>-])+\]|\{\d{1,2}(?:[-,]\d{0,2})?\}|[\d.()|*+?]")
_RANGE = re.compile(r"(<\d{1,3}>|\d)(?:-(<\d{1,3}>|\d))?")

_LETTERS = ord("A") - 10  # The letters of the symbols above 9 in ISS text begin with A.
MOST_STATES = 1 << 11  # Larger expressions are refused.

MOST_GROUPS = 100

MOST_WORK = 1 << 21
"""Expressions whose automaton takes more work, or memory, than this are refused as well."""


class Regex(Constraint):
    """Regular expressions: the symbols of the line match an expression (`text`)."""

    key = "regex"
    rule = "it matches {text}"
    form = "text:cells"
    expected = "expression and line"
    example = "[12]+3*:r1c1r1c2r1c3"
    fewest = 1
    may_repeat = True
    iss = ("Regex",)
    look = ((0.6, 0.13, (0.0, 0.2)),)

    def __init__(
        self, cells: Iterable[int] = (), number: int = 0, head: Iterable[int] = (), text: str = ""
    ) -> None:
        super().__init__(tuple(cells), number, tuple(head), text.replace(",", "-"))

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        from base64 import urlsafe_b64decode

        code = arguments.base64()
        try:
            if not re.fullmatch(r"[\w-]+", code):
                raise ValueError
            text = urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode("ascii")
        except ValueError:
            raise arguments.error(0, "a regular expression in Base64") from None
        if arguments.shape.values[-1] > 9:
            text = re.sub("[A-Z]", lambda letter: f"<{ord(letter[0]) - _LETTERS}>", text)
        yield from (cls(cells, text=text) for _, cells in arguments.groups(1))

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        from base64 import urlsafe_b64encode

        if any(int(symbol) > shape.values[-1] for symbol in re.findall(r"<(\d+)>", self.text)):
            raise SudokuError("regex with symbols of the grid only")
        plain = re.sub(r"\{(\d+)-(\d*)\}", r"{\1,\2}", self.text)
        plain = re.sub(r"<(\d+)>", lambda symbol: _letter(int(symbol[1])), plain)
        code = urlsafe_b64encode(plain.encode()).decode().rstrip("=")
        return [iss_text("Regex", code, *names_of(self.cells, shape))]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        cells = canvas.path(cls.lengths, lambda *_: True, lambda _: True) or ()
        n, values = canvas.shape.n, canvas.shape.values
        text = ""
        for symbol in canvas.held(cells):
            low = max(symbol - canvas.stream.below((n + 2) // 3), values[0])
            text += f"[<{low}>-<{min(low + (n - 1) // 3, values[-1])}>]"
        text = re.sub(r"<(\d)>", r"\1", text)
        return cls(cells, text=text) if cells else None

    def primitives(self, out: Primitives) -> None:
        made = cache(partial(_Machine, self.text, out.values))  # Only if it is not shared.
        out.automaton(
            self.cells,
            (make().start for make in [made]),
            lambda states, symbol: made().step(states, symbol),
            lambda states: made().accepts(states),
            (self.key, self.text),
        )

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        machine = _Machine(self.text, shape.values)
        states: States | None = machine.start
        for cell in self.cells:
            states = None if states is None else machine.step(states, cells[cell])
        if states is not None and machine.accepts(states):
            return ""
        return f"{symbols_text(cells[cell] for cell in self.cells)} does not match {self.text}"

    def figure(self, shape: Shape) -> Iterator[Mark]:
        """Yield the line, and the expression from its first cell on or farther left."""
        yield from super().figure(shape)
        text = corner(self.cells[0], shape, self.text)
        size = min(text.size, shape.columns / text_width(self.text, 1.0))
        yield text._replace(x=min(text.x, shape.columns - text_width(self.text, size)), size=size)


class _Machine:
    """A nondeterministic automaton by Thompson's construction; a state of it is a set of nodes.

    Ken Thompson, "Regular Expression Search Algorithm", CACM 11 (1968), 419-422.
    """

    def __init__(self, text: str, values: range) -> None:
        self._values = values
        self._text = text
        self._parts = _PART.findall(text)
        if "".join(self._parts) != text or not text:
            raise self._refused()
        if text.count("(") > MOST_GROUPS:
            raise self._too_large()
        self._free: list[list[int]] = []
        self._on: list[tuple[frozenset[int], int] | None] = []
        self._work = 0
        begin = self._node()
        self._end, rest = self._alternatives(begin, 0)
        if rest != len(self._parts):
            raise self._refused()
        self.start = self._closed([begin])

    def step(self, states: States, symbol: int) -> States | None:
        self._work += len(states)
        if self._work > MOST_WORK:
            raise self._too_large()
        edges = filter(None, (self._on[node] for node in states))
        return self._closed([end for symbols, end in edges if symbol in symbols]) or None

    def accepts(self, states: States) -> bool:
        return self._end in states

    def _refused(self) -> SudokuError:
        return SudokuError(f"regex: invalid expression {self._text[:40]!r}")

    def _too_large(self) -> SudokuError:
        return SudokuError(f"regex: {self._text[:40]!r} is too large")

    def _node(self) -> int:
        if len(self._free) >= MOST_STATES:
            raise self._too_large()
        self._free.append([])
        self._on.append(None)
        return len(self._free) - 1

    def _closed(self, nodes: Iterable[int]) -> States:
        found, todo = set(nodes), list(nodes)
        while todo:
            for other in self._free[todo.pop()]:
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def _alternatives(self, begin: int, at: int) -> tuple[int, int]:
        """Add the alternatives from a part on; return their end node and the next part."""
        end = self._node()
        while True:
            last, at = self._sequence(begin, at)
            self._free[last].append(end)
            if at == len(self._parts) or self._parts[at] != "|":
                return end, at
            at += 1

    def _sequence(self, begin: int, at: int) -> tuple[int, int]:
        last = self._node()
        self._free[begin].append(last)
        while at < len(self._parts) and self._parts[at] not in ")|":
            behind = self._behind(at)
            low, high, following = self._repeats(behind)
            for _ in range(low):
                last = self._atom(last, at)
            if high is None:
                loop = self._node()
                self._free[last].append(loop)
                self._free[self._atom(loop, at)].append(loop)
                last = loop
            else:
                end = self._node()
                for _ in range(high - low):
                    self._free[last].append(end)
                    last = self._atom(last, at)
                self._free[last].append(end)
                last = end
            at = following
        return last, at

    def _behind(self, at: int) -> int:
        """Return the part behind the atom that begins at a part."""
        depth = 0
        for place in range(at, len(self._parts)):
            depth += {"(": 1, ")": -1}.get(self._parts[place], 0)
            if not depth:
                return place + 1
        raise self._refused()

    def _repeats(self, at: int) -> tuple[int, int | None, int]:
        """Return the minimum and maximum (None: any) number of repeats, and the next part."""
        part = self._parts[at] if at < len(self._parts) else ""
        if part in ("*", "+", "?"):
            return int(part == "+"), 1 if part == "?" else None, at + 1
        if not part.startswith("{"):
            return 1, 1, at
        low, hyphen, high = part[1:-1].partition("-")
        most = int(high) if high else None if hyphen else int(low)
        if most is not None and most < int(low):
            raise self._refused()
        return int(low), most, at + 1

    def _atom(self, begin: int, at: int) -> int:
        """Add the atom of a part behind a node, and return its end node."""
        part = self._parts[at]
        if part == "(":
            end, behind = self._alternatives(begin, at + 1)
            if behind >= len(self._parts) or self._parts[behind] != ")":
                raise self._refused()
            return end
        if part in (")", "|", "*", "+", "?") or part.startswith("{"):
            raise self._refused()
        end = self._node()
        edge = self._node()
        self._free[begin].append(edge)
        self._on[edge] = frozenset(self._symbols(part)), end
        return end

    def _symbols(self, part: str) -> Iterator[int]:
        if part == ".":
            yield from self._values
            return
        inside = part.strip("[]").lstrip("^") if part.startswith("[") else part
        listed: set[int] = set()
        for low, high in _RANGE.findall(inside):
            first = int(low.strip("<>"))
            listed.update(range(first, int((high or low).strip("<>")) + 1))
        if "".join(m[0] for m in _RANGE.finditer(inside)) != inside:
            raise self._refused()
        is_other = part.startswith("[^")
        yield from (s for s in self._values if (s in listed) != is_other)


def _letter(symbol: int) -> str:
    return str(symbol) if symbol < 10 else chr(symbol + _LETTERS)
