"""Alternatives: at least one of several groups of clues holds.

    or={less=r1c1r1c2}{even=r1c3,odd=r2c3}     r1c1 < r1c2, or r1c3 is even and r2c3 odd

`either` expresses the alternatives by other primitives: an automaton that guesses one of them and
checks it while it reads their cells, or, if that has too many states, an auxiliary cell that holds
the number of one, and an automaton for each of their primitives that first reads this cell.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count, product
from typing import Any, NamedTuple, Self

from sudokutools.constraints import kind
from sudokutools.constraints.constraint import Constraint, ImpossibleError
from sudokutools.constraints.iss_arguments import iss_text
from sudokutools.constraints.places import split_outside
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Machine,
    Primitive,
    Primitives,
    Regions,
    Related,
    Sets,
    Total,
    machine_of,
)
from sudokutools.constraints.propagation import possible, renumbered
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

MOST_NESTED = 4  # The maximum depth of alternatives in alternatives.
MOST_BRANCHES = 1000
MOST_STATES = 2000  # The maximum number of states of an automaton that guesses an alternative.
MOST_STEPS = 2_000_000  # The maximum number of its steps with few symbols, as below.
FEW_SYMBOLS = 2  # With this few symbols, no auxiliary cell can hold the number of an alternative.

OUTSIDE, INSIDE = 0b01, 0b10  # The symbols of auxiliary cells that are not in a region, and are.

Branch = tuple[Constraint, ...]
Masks = tuple[tuple[int, int], ...]  # Of cells that may not hold every symbol.
_Conditions = tuple[tuple[Primitive, ...], Masks]  # All of one alternative.


class Or(Constraint):
    """Alternatives: at least one group of clues holds. `text` has the groups.

    `cells` are those of all clues.
    """

    key = "or"
    rule = "at least one of {text} holds"
    form = "text"
    expected = "alternatives"
    example = "{less=r1c1r1c2}{even=r1c3}"
    fewest = 1
    is_set = True
    _branches: tuple[Shape, tuple[Branch, ...]] | None = None  # Of one shape.

    @classmethod
    def parse(cls, text: str, shape: Shape) -> Self:
        return cls.of(parse_branches(text, shape, 0), shape)

    @classmethod
    def of(cls, branches: Iterable[Iterable[Constraint]], shape: Shape) -> Self:
        """Return a clue that requires all clues of one branch. Raises SudokuError."""
        groups = tuple(map(tuple, branches))
        if not groups or not all(groups):
            raise SudokuError("or: an alternative without clues")
        scope = {cell for group in groups for clue in group for cell in clue.scope(shape)}
        words = (",".join(clue.spec(shape) for clue in group) for group in groups)
        found = cls(sorted(scope), text="".join(f"{{{spec}}}" for spec in words))
        found._branches = shape, groups
        found.check(shape)
        return found

    def branches(self, shape: Shape) -> tuple[Branch, ...]:
        if self._branches is None or self._branches[0] != shape:
            self._branches = shape, parse_branches(self.text, shape, 0)
        return self._branches[1]

    def check_values(self, shape: Shape) -> None:
        """Raise SudokuError if no alternative alone has a filling: its automaton is large."""
        branches = [Primitives(shape) for _ in self.branches(shape)]
        for branch, group in zip(branches, self.branches(shape), strict=True):
            _meaning(group)(branch)
            if any(isinstance(item, Regions) for item in branch.items):
                raise SudokuError("or: regions to be found in an alternative")
        if not any(map(possible, branches)):
            raise ImpossibleError(f"{self.key}: impossible: {self.value(shape)[:40]}")

    def primitives(self, out: Primitives) -> None:
        either(out, [_meaning(group) for group in self.branches(out.shape)])

    def violation(self, cells: Sequence[int], shape: Shape) -> str:
        for group in self.branches(shape):
            if all(clue.is_true(cells, shape) for clue in group):
                return ""
        return "none of the alternatives holds"

    def to_iss(self, shape: Shape, clues: Sequence[Constraint]) -> list[str]:
        texts = [iss_text("Or")]
        for group in self.branches(shape):
            inner = [text for clue in group for text in clue.to_iss(shape, group)]
            if any(text.startswith(".Connected") for text in inner):
                raise SudokuError("no connected cells in alternatives")
            texts += inner if len(inner) == 1 else [iss_text("And"), *inner, iss_text("End")]
        return ["".join([*texts, iss_text("End")])]

    @classmethod
    def drawn(cls, canvas: Canvas) -> Self | None:
        """Draw two neighbours that are consecutive or in the ratio 2."""
        dots = (("difference", 1), ("ratio", 2))
        pairs = ([[kind(key)(pair, number)] for key, number in dots] for pair in canvas.pairs())
        return cls.first_true(canvas, (cls.of(pair, canvas.shape) for pair in pairs))


@lru_cache(maxsize=256)
def parse_branches(text: str, shape: Shape, depth: int) -> tuple[Branch, ...]:
    """Read alternatives. Raises SudokuError."""
    groups = split_outside(text.replace("}{", "}/{"), "/")
    if depth > MOST_NESTED or len(groups) > MOST_BRANCHES:
        raise SudokuError("or: too many alternatives")
    branches = []
    for group in groups:
        if not (group.startswith("{") and group.endswith("}")):
            raise Or.malformed(text)
        branches.append(tuple(_clues(group[1:-1], shape, depth)))
    return tuple(branches)


def _clues(text: str, shape: Shape, depth: int) -> Iterator[Constraint]:
    for part in split_outside(text, ",;"):
        key, _, value = part.partition("=")
        if kind(key).is_extended:
            raise SudokuError(f"{key} among other clues in braces")
        if key == Or.key:
            yield Or.of(parse_branches(value, shape, depth + 1), shape)
        else:
            yield from (kind(key).parse(each, shape) for each in split_outside(value, "/"))


def _meaning(clues: Branch) -> Callable[[Primitives], None]:
    def add(out: Primitives) -> None:
        for clue in clues:
            clue.primitives(out)

    return add


class _Reader(NamedTuple):
    """A primitive as an automaton whose steps know the place of the cell that they read."""

    cells: Cells
    starts: tuple[Hashable, ...]
    step: Callable[[Any, int, int], Hashable]  # State, place, symbol: the next state, or None.
    accepts: Callable[[Any], bool]


def either(out: Primitives, meanings: Iterable[Callable[[Primitives], None]]) -> None:
    """Add that one of several groups of primitives holds; each is added by a function.

    Their auxiliary cells are free where a group does not hold.
    """
    branches = []
    copies: list[list[int]] = []  # The auxiliary cells of regions in each.
    for add in meanings:
        branch = out.branch()
        add(branch)
        if possible(branch):
            branches.append(_taken(out, branch))
            parts = [_without_region(out, item) for item in branch.items]
            branch.items[:] = chain.from_iterable(items for items, _ in parts)
            copies.append([cell for _, cells in parts for cell in cells])
    if len(branches) == 1:
        for cell, mask in enumerate(branches[0].masks):
            out.masks[cell] &= mask
        out.items += branches[0].items
    elif not branches:
        out.masks[0] = 0
    else:
        _choose(out, [_conditions(branch) for branch in branches], copies)


def _choose(out: Primitives, held: list[_Conditions], copies: Sequence[Sequence[int]]) -> None:
    """Add that one of several groups of conditions holds, each with auxiliary cells of regions."""
    if not all(items or masks for items, masks in held):
        return
    for at, own in enumerate(copies):  # They are outside where another one is chosen.
        others = chain.from_iterable(cells for cells in copies if cells is not own)
        held[at] = held[at][0], (*held[at][1], *((cell, OUTSIDE) for cell in others))
    order = dict.fromkeys(c for items, _ in held for item in items for c in item.cells)
    order |= dict.fromkeys(cell for _, masks in held for cell, _ in masks)
    place = {cell: at for at, cell in enumerate(order)}
    local = tuple(_renumbered(each, place) for each in held)
    found = None if any(copies) else _guess(local, out.n)
    if found is None:
        _select(out, [_readers(*each, out.n) for each in held])
    else:
        cells = list(order)
        out.machine([cells[at] for at in found[0]], found[1])


def _taken(out: Primitives, branch: Primitives) -> Primitives:
    """Take over the auxiliary cells of an alternative, and what holds anyhow; return the rest."""
    size = len(out.masks)
    out.masks += branch.masks[size:]
    out.always += branch.always
    branch.masks = branch.masks[:size]
    return branch


def _without_region(out: Primitives, item: Primitive) -> tuple[Sequence[Primitive], Cells]:
    """Return an item; of a region, what ties it to auxiliary cells that are one, and these."""
    if not isinstance(item, Connected):
        return (item,), ()
    out.masks += [OUTSIDE | INSIDE] * len(item.cells)
    copies = tuple(range(len(out.masks) - len(item.cells), len(out.masks)))
    out.always.append(Connected(copies, item.columns, INSIDE, 0))
    table = tuple(INSIDE if item.symbols >> symbol & 1 else OUTSIDE for symbol in range(out.n))
    tied: list[Primitive] = [Related(*pair, table) for pair in zip(item.cells, copies, strict=True)]
    if item.size:
        tied.append(Total(copies, (1,) * len(copies), len(copies) + item.size))
    return tied, copies


def _conditions(branch: Primitives) -> _Conditions:
    full = (1 << branch.n) - 1
    masks = ((cell, mask) for cell, mask in enumerate(branch.masks) if mask != full)
    return tuple(branch.items), tuple(masks)


def _renumbered(held: _Conditions, place: Mapping[int, int]) -> _Conditions:
    items, masks = held
    moved = (renumbered(item, place) for item in items)
    return tuple(moved), tuple((place[cell], mask) for cell, mask in masks)


def _readers(items: Iterable[Primitive], masks: Masks, n: int) -> list[_Reader]:
    found = [_reader(item, n) for item in items]
    for cell, mask in masks:
        allowed = frozenset(s for s in range(1, n + 1) if mask >> s - 1 & 1)
        found.append(_Reader((cell,), (0,), _member_of(allowed), bool))
    return found


def _member_of(symbols: frozenset[int]) -> Callable[[int, int, int], int | None]:
    return lambda _, __, symbol: 1 if symbol in symbols else None


def _reader(item: Primitive, n: int) -> _Reader:
    match item:
        case Related(first, second, table):
            return _Reader((first, second), (0,), _table_steps(table, n), (n + 1).__eq__)
        case Different(cells):
            return _Reader(cells, (0,), _next_set, lambda _: True)
        case Sets(cells, sets):
            return _Reader(cells, (0,), _next_set, frozenset(sets).__contains__)
        case Total(cells, weights, total):
            return _Reader(cells, (0,), sum_steps(weights, total, n), total.__eq__)
        case Automaton(cells, machine):
            starts, accepts = range(machine.starts), machine.accepts.__getitem__
            if not machine.more:
                return _Reader(cells, tuple(starts), _machine_steps(machine), accepts)
            one = (frozenset(starts),)
            return _Reader(cells, one, _set_steps(machine), lambda held: any(map(accepts, held)))
    raise AssertionError("connected cells are replaced by _without_regions")


def _table_steps(table: Sequence[int], n: int) -> Callable[[int, int, int], int | None]:
    """Return steps whose state is the first symbol, then n + 1."""

    def step(state: int, _: int, symbol: int) -> int | None:
        if not state:
            return symbol
        return n + 1 if table[state - 1] >> symbol - 1 & 1 else None

    return step


def _machine_steps(machine: Machine) -> Callable[[int, int, int], int | None]:
    def step(state: int, _: int, symbol: int) -> int | None:
        following = machine.table[state][symbol - 1]
        return following if following >= 0 else None

    return step


def _set_steps(machine: Machine) -> Callable[[frozenset[int], int, int], frozenset[int] | None]:
    """Return steps from one set of states to the next."""

    def step(states: frozenset[int], _: int, symbol: int) -> frozenset[int] | None:
        found = chain.from_iterable(machine.following(state, (symbol - 1,)) for state in states)
        return frozenset(then for _, then in found) or None

    return step


def _next_set(state: int, _: int, symbol: int) -> int | None:
    return None if state >> symbol - 1 & 1 else state | 1 << symbol - 1


def sum_steps(weights: Sequence[int], total: int, n: int) -> Callable[[int, int, int], int | None]:
    """Return the steps of a sum, without totals that the next cells cannot complete."""
    low = [*accumulate((min(w, w * n) for w in reversed(weights)), initial=0)][::-1]
    high = [*accumulate((max(w, w * n) for w in reversed(weights)), initial=0)][::-1]

    def step(state: int, place: int, symbol: int) -> int | None:
        reached = state + weights[place] * symbol
        is_near = low[place + 1] <= total - reached <= high[place + 1]
        return reached if is_near else None

    return step


class _TooLargeError(Exception):
    """Raised if an automaton has too many states."""


@lru_cache(maxsize=64)
def _guess(held: tuple[_Conditions, ...], n: int) -> tuple[Cells, Machine] | None:
    """Return an automaton that guesses a branch, and its cells; None if it would be too large."""
    branches = [_readers(*each, n) for each in held]
    cells = _reading_order(branches)
    if cells is None:
        return None
    # The action of the readers of each branch at each cell: reader, place in its cells, step.
    reads = [
        [
            [(k, r.cells.index(cell), r.step) for k, r in enumerate(branch) if cell in r.cells]
            for cell in cells
        ]
        for branch in branches
    ]
    steps = count()
    most = MOST_STATES * n if n > FEW_SYMBOLS else MOST_STEPS

    def step(state: tuple[int, int, tuple[Any, ...]], symbol: int) -> Any:
        number, at, held = state
        if at == len(cells):
            return None
        following = list(held)
        for reader, place, take in reads[number][at]:
            following[reader] = take(held[reader], place, symbol)
            if following[reader] is None:
                return None
        if next(steps) >= most:
            raise _TooLargeError
        return number, at + 1, tuple(following)

    def accepts(state: tuple[int, int, tuple[Any, ...]]) -> bool:
        number, at, held = state
        pairs = zip(branches[number], held, strict=True)
        return at == len(cells) and all(reader.accepts(value) for reader, value in pairs)

    starts = [
        (number, 0, held)
        for number, branch in enumerate(branches)
        for held in product(*(reader.starts for reader in branch))
    ]
    try:
        return cells, machine_of(range(1, n + 1), starts, step, accepts)
    except _TooLargeError:
        return None


def _reading_order(branches: Iterable[Iterable[_Reader]]) -> Cells | None:
    """Return all cells, each once, in an order that suits every automaton; None: not found."""
    readers = sorted(chain.from_iterable(branches), key=lambda reader: -len(reader.cells))
    place = {cell: at for at, cell in enumerate(dict.fromkeys(c for r in readers for c in r.cells))}
    for reader in readers:
        read = [place[cell] for cell in reader.cells]
        if read != sorted(set(read)):
            return None
    return tuple(place)


def _select(out: Primitives, branches: Sequence[Sequence[_Reader]]) -> None:
    """Add an auxiliary cell that holds the number of a branch, and its primitives if it does.

    In an alternative it may hold one more number, for no branch. So its value does not matter
    to other alternatives, and when the grid is full the cells left to fill are a tree, in which
    each candidate is part of a filling: no combinations need be tried.
    """
    is_nested = out.always is not out.items
    most = out.n - is_nested
    if len(branches) > most:
        size = -(-len(branches) // most)
        branches = [_grouped(out, branches[at : at + size]) for at in range(0, len(branches), size)]
    numbers = range(1, len(branches) + 1)
    out.masks.append((1 << len(branches)) - 1 | is_nested << out.n - 1)
    chosen = len(out.masks) - 1
    if is_nested:
        out.items.append(Sets((chosen,), tuple(1 << number - 1 for number in numbers)))
    for number, branch in zip(numbers, branches, strict=True):
        for reader in branch:
            out.always.append(_conditional(out.n, chosen, number, reader))


def _grouped(out: Primitives, branches: Sequence[Sequence[_Reader]]) -> Sequence[_Reader]:
    """Return alternatives as one."""
    if len(branches) == 1:
        return branches[0]
    group = out.branch()
    _select(group, branches)
    return _readers(*_conditions(_taken(out, group)), out.n)


def _conditional(n: int, chosen: int, number: int, reader: _Reader) -> Automaton:
    """Return a primitive that holds if an auxiliary cell holds a number."""
    free = "free"  # The state in which nothing is required any more.

    def step(state: Any, symbol: int) -> Any:
        if state == free:
            return free
        at, start, held = state
        if at == len(reader.cells):
            return None
        if at < 0:
            return (0, start, held) if symbol == number else free
        following = reader.step(held, at, symbol)
        return None if following is None else (at + 1, start, following)

    def accepts(state: Any) -> bool:
        return bool(state == free or reader.accepts(state[2]))

    starts = [(-1, at, start) for at, start in enumerate(reader.starts)]
    return Automaton((chosen, *reader.cells), machine_of(range(1, n + 1), starts, step, accepts))
