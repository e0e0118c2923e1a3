"""Tables of pairs of symbols and automata, as ISS text writes them.

A table has a bit for each pair of symbols, six in a sign: see `iss_arguments.key_of`.

An automaton is Base64 of bits. Each number has the highest bit first: 2 bits for the form (0 plain,
1 packed), 4 for the width w of a state less 1, 4 for the number of symbols k less 1, w for the
number of first states, w for that of other accepting states, a bit for each first state that is
accepting, the last one first, and in the plain form 4 for the width t of a count. First states come
first, then the accepting ones, then all others. Each state has, packed, k bits for its symbols, the
last one first, and the next state for each of these; plain, a count and as many pairs of a symbol
and the next state.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from binascii import Error
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, count, pairwise
from typing import ClassVar, NamedTuple, Self

from sudokutools.constraints.constraint import Constraint, symbol_at, symbols_text
from sudokutools.constraints.drawing import Stroke
from sudokutools.constraints.iss_arguments import Arguments, iss_text, key_of, names_of, table_of
from sudokutools.constraints.primitives import Machine, Primitives, machine_of
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

MOST_STATES = 1 << 16  # The maximum number of states of an automaton.
MANY = 100  # Sets of states that are this many more than states are not used.


class Pair(Constraint):
    """Related pairs: neighbours on the line are related by a table (`text`)."""

    key = "pair"
    rule = "neighbours are in the table {text}"
    form = "text:cells"
    expected = "table and line"
    example = "9X_1f9X_1f9X_F:r1c1r1c2r1c3"
    may_repeat = True
    iss: ClassVar[Sequence[str]] = ("Pair",)
    look: ClassVar[Sequence[Stroke]] = ((0.6, 0.1, (0.0, 0.16)),)

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        key = arguments.parts[0] if arguments.parts else ""
        yield from (cls(cells, text=key) for _, cells in arguments.groups(1) if cells[1:])

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        return [iss_text(self.iss[0], self.text, *names_of(self.cells, shape))]

    def pairs(self) -> Iterable[tuple[int, int]]:
        return pairwise(self.cells)

    def check_values(self, shape: Shape) -> None:
        table_of(self.text, shape.n)  # Raises SudokuError.
        super().check_values(shape)

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a line whose neighbours differ by at least a third of the symbols."""
        n = canvas.shape.n
        every = range(n)
        far = tuple(sum(1 << b for b in every if 3 * abs(a - b) >= n) for a in every)
        held = canvas.values

        def holds(cells: list[int]) -> bool:
            return cls(cells, text=key_of(far)).is_true(held, canvas.shape)

        cells = canvas.path((2, 4), lambda cells, _: holds(cells), holds)
        return None if cells is None else cls(cells, text=key_of(far))

    def primitives(self, out: Primitives) -> None:
        table = table_of(self.text, out.n)
        for first, second in self.pairs():
            out.related(first, second, table)

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        table = table_of(self.text, shape.n)
        for first, second in self.pairs():
            a, b = cells[first], cells[second]
            if not table[shape.values.index(a)] >> shape.values.index(b) & 1:
                return f"{symbol_at(cells, first, shape)}, {symbol_at(cells, second, shape)}"
        return ""


class PairX(Pair):
    """Related cells: any two of the cells are related by a symmetric table (`text`)."""

    key = "pairx"
    rule = "any two cells are in the table {text}"
    iss = ("PairX",)
    look = ()

    def pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(self.cells, 2)

    def check_values(self, shape: Shape) -> None:
        table = table_of(self.text, shape.n)
        every = range(shape.n)
        if any((table[a] >> b ^ table[b] >> a) & 1 for a, b in combinations(every, 2)):
            raise SudokuError(f"{self.key}: {self.text[:20]!r} is not symmetric")
        super().check_values(shape)


class Nfa(Constraint):
    """Automata: an automaton accepts the symbols of the line (`text`).

    A text may end in the lengths of parts of the line, `.2.3`: the automaton reads an additional
    symbol, n + 1, between two parts.
    """

    key = "nfa"
    rule = "an automaton accepts it"
    form = "text:cells"
    expected = "automaton and line"
    example = "Qi_-q_9VAA:r1c1r1c2"
    pattern = r"[\w-]*(\.(0|[1-9][0-9]{0,3}))*"
    fewest = 1
    may_repeat = True
    iss = ("NFA",)
    look = ((0.6, 0.12, (0.3, 0.06, 0.06, 0.06)),)

    @classmethod
    def from_iss(cls, arguments: Arguments) -> Iterator[Constraint]:
        code = arguments.base64()
        for group in arguments.segments(1, may_be_empty=True):
            lengths = "".join(f".{len(part)}" for part in group) if group[1:] else ""
            yield cls([cell for part in group for cell in part], text=code + lengths)

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        code, parts = self._parts()
        names = [name for part in parts for name in ("-", *names_of(part, shape))]
        return [iss_text(self.iss[0], code, *names[1:])]

    def _parts(self) -> tuple[str, list[Cells]]:
        """Return the automaton and the parts of the line."""
        code, *lengths = self.text.split(".")
        ends = [*accumulate(map(int, lengths))] or [len(self.cells)]
        return code, [self.cells[a:b] for a, b in pairwise([0, *ends])]

    def misfit(self, shape: Shape) -> str:
        count = len(self.cells)
        is_whole = sum(map(len, self._parts()[1])) == count
        return "" if is_whole else f"{count} cells in parts of other lengths"

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw a line that the automaton of the example accepts."""
        code = cls.example.partition(":")[0]
        cells = canvas.path((2, 4), lambda *_: True, lambda _: True)
        return None if cells is None else cls.first_true(canvas, [cls(cells, text=code)])

    def primitives(self, out: Primitives) -> None:
        code, parts = self._parts()
        lengths = tuple(map(len, parts)) if parts[1:] else ()
        out.machine(self.cells, _machine(code, out.n, lengths, out.guesses))

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        code, parts = self._parts()
        found = automaton(code)
        states = frozenset(range(found.starts))
        for number, part in enumerate(parts):
            symbols = [shape.n] * bool(number) + [shape.values.index(cells[cell]) for cell in part]
            for symbol in symbols:
                states = found.after(states, symbol)
        if not states.isdisjoint(found.accepting):
            return ""
        return f"{symbols_text(self.held(cells))} is not accepted"


class States(NamedTuple):
    """An automaton: its number of first states, accepting states, and next states by symbol - 1."""

    starts: int
    accepting: frozenset[int]
    following: tuple[Mapping[int, tuple[int, ...]], ...]

    @property
    def is_deterministic(self) -> bool:
        return self.starts == 1 and all(
            len(states) == 1 for row in self.following for states in row.values()
        )

    def after(self, states: Iterable[int], symbol: int) -> frozenset[int]:
        """Return the states after a symbol less 1."""
        rows = (self.following[state].get(symbol, ()) for state in states)
        return frozenset(chain.from_iterable(rows))


class _Bits:
    """The bits of a text; those behind its end are an error."""

    def __init__(self, code: str) -> None:
        try:
            content = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        except Error:
            raise SudokuError(f"nfa: {code[:20]!r}: invalid Base64") from None
        self._bits, self.left = "".join(f"{byte:08b}" for byte in content), 8 * len(content)

    def take(self, count: int) -> int:
        at = len(self._bits) - self.left
        self.left -= count
        if self.left < 0:
            raise SudokuError("nfa: automaton is cut off")
        return int(self._bits[at : at + count] or "0", 2)


@lru_cache(maxsize=64)
def automaton(code: str) -> States:
    """Return the automaton of a text. Raises SudokuError."""
    if not code:
        return States(1, frozenset(), ({},))
    bits = _Bits(code)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    starts, others = bits.take(width), bits.take(width)
    accepted = bits.take(starts)
    accepting = {state for state in range(starts) if accepted >> state & 1}
    accepting |= {*range(starts, starts + others)}
    if form > 1:
        raise SudokuError("nfa: automaton of an unknown form")
    counted = bits.take(4) if form == 0 else 0
    least = symbols if form else counted
    rows: list[dict[int, tuple[int, ...]]] = []
    while least and bits.left >= least and len(rows) <= MOST_STATES:
        if form:
            mask = bits.take(symbols)
            rows.append({s: (bits.take(width),) for s in range(symbols) if mask >> s & 1})
            continue
        row: dict[int, tuple[int, ...]] = {}
        for _ in range(bits.take(counted)):
            symbol = bits.take((symbols - 1).bit_length())
            row[symbol] = (*row.get(symbol, ()), bits.take(width))
        rows.append(row)
    targets = [state for row in rows for states in row.values() for state in states]
    count = max([*targets, starts + others - 1, len(rows) - 1, 0]) + 1
    if count > MOST_STATES:
        raise SudokuError(f"nfa: more than {MOST_STATES} states")
    rows += [{} for _ in range(count - len(rows))]
    return States(starts, frozenset(accepting), tuple(rows))


class _TooLargeError(Exception):
    """Raised if there are too many sets of states."""


Sets = tuple[frozenset[int], int]  # States, and the number of cells before them if it matters.


@lru_cache(maxsize=64)
def _machine(code: str, n: int, lengths: Cells, may_guess: bool) -> Machine:
    """Return an automaton for n symbols, which reads parts of these lengths if there are several.

    A deterministic one, whose states are sets of states, unless it has many more of them.
    """
    found = automaton(code)
    if found.is_deterministic and not lengths:
        rows = [[row[s][0] if s in row else -1 for s in range(n)] for row in found.following]
        accepts = tuple(state in found.accepting for state in range(len(rows)))
        return Machine(1, accepts, tuple(map(tuple, rows)))
    breaks, size = Counter(accumulate(lengths[:-1])), sum(lengths)
    most = (len(found.following) * (size + 1) + MANY) * n

    def beyond(states: frozenset[int], place: int) -> Sets:
        for _ in range(breaks[place]):
            states = found.after(states, n)
        return states, place

    def step(held: Sets, symbol: int) -> Sets | None:
        states, place = held
        if lengths and place == size:
            return None
        following = beyond(found.after(states, symbol), place + bool(lengths))
        return following if following[0] else None

    steps = count()

    def counted(held: Sets, symbol: int) -> Sets | None:
        if may_guess and next(steps) > most:
            raise _TooLargeError
        return step(held, symbol)

    start = beyond(frozenset(range(found.starts)), 0)
    try:
        ends = found.accepting
        return machine_of(range(n), [start], counted, lambda held: not held[0].isdisjoint(ends))
    except _TooLargeError:
        return _guessing(n, start, step, found.accepting)


def _guessing(
    n: int, start: Sets, step: Callable[[Sets, int], Sets | None], ends: frozenset[int]
) -> Machine:
    """Return the machine whose states are single ones: a symbol may have several next states."""
    order = [(state, start[1]) for state in start[0]]
    number = {state: at for at, state in enumerate(order)}
    found: list[list[list[int]]] = []  # Of each state the next ones by symbol.
    for state, place in order:
        found.append([])
        for symbol in range(n):
            states, after = step((frozenset([state]), place), symbol) or ((), 0)
            for each in states:
                if number.setdefault((each, after), len(order)) == len(order):
                    order.append((each, after))
            found[-1].append([number[each, after] for each in states])
    table = [[each[0] if each else -1 for each in row] for row in found]
    more = [-1] * len(table)
    for last, row in enumerate(found):
        for k in range(1, max(map(len, row))):
            more[last] = last = len(table)
            table.append([each[k] if k < len(each) else -1 for each in row])
            more.append(-1)
    accepts = [state in ends for state, _ in order] + [False] * (len(table) - len(order))
    return Machine(len(start[0]), tuple(accepts), tuple(map(tuple, table)), tuple(more))
