"""The seven primitives that every constraint is made of; engines know nothing else.

A filling gives each cell a symbol, 1 to n. A set of symbols is a mask with bit s - 1 for symbol s.
Kinds state relations of values, as in the geometry; `Primitives` converts them.
Cells are numbers, row by row from 0; auxiliary cells follow the grid, which has to
determine their symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sudokutools._support.bits import bits
from sudokutools.constraints.shape import Cells, Shape


class Different(NamedTuple):
    """No symbol occurs twice."""

    cells: Cells


class Related(NamedTuple):
    """`table[s - 1]` is the set of symbols of `second` that go with symbol s of `first`."""

    first: int
    second: int
    table: tuple[int, ...]

    @property
    def cells(self) -> Cells:
        return self.first, self.second


class Total(NamedTuple):
    """The sum of weight times symbol is `total`; weights are integers, not 0."""

    cells: Cells
    weights: tuple[int, ...]
    total: int


class Sets(NamedTuple):
    """The cells hold different symbols, together one of these sets of as many symbols."""

    cells: Cells
    sets: tuple[int, ...]


class Machine(NamedTuple):
    """A finite automaton: states 0 to `starts` - 1 are initial, those in `accepts` may be the last.

    `table[state][s - 1]` is the next state after symbol s, or -1. If `more[state]` is not -1, the
    next states of that state, which is a later one, are those of `state` as well.
    """

    starts: int
    accepts: tuple[bool, ...]
    table: tuple[tuple[int, ...], ...]
    more: tuple[int, ...] = ()

    def following(self, state: int, symbols: Sequence[int]) -> list[tuple[int, int]]:
        """Return (symbol - 1, next state) for some symbols, less 1 each."""
        row = self.table[state]
        found = [(symbol, row[symbol]) for symbol in symbols if row[symbol] >= 0]
        while self.more and (state := self.more[state]) >= 0:
            row = self.table[state]
            found += [(symbol, row[symbol]) for symbol in symbols if row[symbol] >= 0]
        return found


class Automaton(NamedTuple):
    """The machine accepts the symbols of the cells in this order."""

    cells: Cells
    machine: Machine


class Connected(NamedTuple):
    """The cells that hold one of the symbols are one region by sides, or none.

    `cells` are rows of `columns` cells; `symbols` is a set, `size` how many hold them, 0: any.
    """

    cells: Cells
    columns: int
    symbols: int
    size: int


class Regions(NamedTuple):
    """Each cell of the second half holds the number of the region of one of the first half.

    The first half are rows of `columns` cells. A region is connected by sides and has each of
    `size` symbols once. Numbers above `known` are in the order of the first cells of regions.
    """

    cells: Cells
    columns: int
    known: int
    size: int


State = TypeVar("State", bound=Hashable)
Made = TypeVar("Made")

Primitive = Different | Related | Total | Sets | Automaton | Connected | Regions

MAX_KEPT = 400  # The maximum number of machines and tables that are kept for other clues.
_kept: dict[tuple[range, Hashable], Any] = {}  # Machines and tables by the values and a key.


class Primitives:
    """Collects the primitives of a grid: its constraints add theirs.

    values  of the symbols 1 to n
    guesses  whether automata may guess symbols: they exclude more, but have many states
    has_houses  whether the houses of the shape hold as well
    masks  the symbols that each cell may hold, auxiliary cells included
    items  the primitives, without the houses of the geometry
    always  the same list; of one of several alternatives, the primitives that hold anyhow
    """

    def __init__(self, shape: Shape, guesses: bool = True, size: int | None = None) -> None:
        self.shape = shape
        self.guesses = guesses
        self.has_houses = False
        self.n = shape.n
        self.values = shape.values
        self.masks = [(1 << self.n) - 1] * (shape.size if size is None else size)
        self.items: list[Primitive] = []
        self.always = self.items
        self._shared: dict[Hashable, Any] = {}

    def branch(self) -> Primitives:
        """Return an alternative: primitives on the same cells that need not hold."""
        found = Primitives(self.shape, self.guesses, len(self.masks))
        found.always = []
        return found

    def set_of(self, values: Iterable[int]) -> int:
        """Return the mask of those values that exist."""
        found, least, n = 0, self.values[0], self.n
        for value in values:
            if 0 <= value - least < n:
                found |= 1 << value - least
        return found

    def allow(self, cell: int, values: Iterable[int]) -> None:
        self.masks[cell] &= self.set_of(values)

    def variable(self, values: Iterable[int]) -> int:
        self.masks.append(self.set_of(values))
        return len(self.masks) - 1

    def groups(self, cells: Cells) -> list[list[int]]:
        """Return cells in as large groups of different ones as possible, then one by one."""
        houses = map(mask_of, self.shape.houses if self.has_houses else ())
        return [*in_houses(mask_of(cells), [*houses])]

    def different(self, cells: Sequence[int]) -> None:
        if len(cells) > 1:
            self.items.append(Different(tuple(cells)))

    def table(self, test: Callable[[int, int], bool], key: Hashable = None) -> tuple[int, ...]:
        """Return the table of a relation; one `key` shares one table."""
        pairs = [(1 << bit, value) for bit, value in enumerate(self.values)]

        def make() -> tuple[int, ...]:
            return tuple([sum([bit for bit, v in pairs if test(u, v)]) for u in self.values])

        return self._kept(key, make)

    def related(self, first: int, second: int, table: tuple[int, ...]) -> None:
        """Add a relation; of a cell to itself, it restricts the cell."""
        if first == second:
            self.masks[first] &= sum(row & 1 << at for at, row in enumerate(table))
        else:
            self.items.append(Related(first, second, table))

    def total(self, cells: Sequence[int], weights: Sequence[int], total: int) -> None:
        """Add a sum of values; the weights of cells that occur twice are added up."""
        total -= (self.values[0] - 1) * sum(weights)
        sums: dict[int, int] = {}
        for cell, weight in zip(cells, weights, strict=True):
            sums[cell] = sums.get(cell, 0) + weight
        terms = {cell: weight for cell, weight in sums.items() if weight}
        if terms or total:
            self.items.append(Total(tuple(terms), tuple(terms.values()), total))

    def sets(self, cells: Sequence[int], sets: Iterable[Iterable[int]]) -> None:
        self.items.append(Sets(tuple(cells), tuple(map(self.set_of, sets))))

    def connected(
        self, cells: Sequence[int], columns: int, values: Iterable[int], size: int
    ) -> None:
        width = min(columns, len(cells))
        self.items.append(Connected(tuple(cells), width, self.set_of(values), size))

    def regions(self, cells: Sequence[int], columns: int, known: int) -> None:
        self.items.append(Regions(tuple(cells), columns, known, self.n))

    def automaton(
        self,
        cells: Sequence[int],
        starts: Iterable[State],
        step: Callable[[State, int], State | None],
        accepts: Callable[[State], bool],
        key: Hashable = None,
    ) -> None:
        """Add an automaton whose states are any hashable values; one `key` shares them.

        `step` returns the state after a value, or None. With several states to start in, the
        automaton guesses one and checks it on the way.
        """
        made = self._kept(key, lambda: machine_of(self.values, starts, step, accepts))
        self.machine(cells, made)

    def indexed(self, place: int, cells: Sequence[int], value: int, least: int) -> None:
        """Add that a cell holds the value at a place of a line: `least` is the first place.

        The automaton reads the place, the line and the value. A state is how many cells of the line
        are to come (-1: all were read and the value fits), and the place as counted from there, or
        ~ the value that was found at it.
        """
        count = len(cells)

        def step(state: tuple[int, int], symbol: int) -> tuple[int, int] | None:
            left, place = state
            if left > count:
                return (count, symbol - least + 1) if 0 <= symbol - least < count else None
            if left > 0:
                return left - 1, ~symbol if place == 1 else place - (place > 0)
            return (-1, 0) if place == ~symbol else None

        key = "indexed", count, least
        self.automaton([place, *cells, value], [(count + 1, 0)], step, lambda s: s[0] < 0, key)

    def _kept(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result of an earlier call with this key, or make it."""
        if key is None:
            return make()
        found: Made | None = _kept.get((self.values, key))
        if found is None:
            if len(_kept) >= MAX_KEPT:
                _kept.clear()
            found = _kept[self.values, key] = make()
        return found

    def shared(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what an earlier clue of this grid got with this key, or make it."""
        found: Made | None = self._shared.get(key)
        if found is None:
            found = self._shared[key] = make()
        return found

    def machine(self, cells: Sequence[int], machine: Machine) -> None:
        """Add a machine; a cell that it reads again is read as an auxiliary one that is equal."""
        if len(cells) == 1:
            follow = machine.following
            steps = (step for at in range(machine.starts) for step in follow(at, range(self.n)))
            self.masks[cells[0]] &= sum(
                1 << s for s in {s for s, to in steps if machine.accepts[to]}
            )
            return
        read: list[int] = []
        for cell in cells:
            if cell not in read:
                read.append(cell)
                continue
            read.append(self.variable(self.values))
            self.related(cell, read[-1], tuple(1 << symbol for symbol in range(self.n)))
        self.items.append(Automaton(tuple(read), machine))


def in_houses(cells: int, houses: Sequence[int]) -> Iterator[list[int]]:
    """Yield cells in as large parts of houses as possible, then the others one by one.

    >>> list(in_houses(0b111011, [0b1111, 0b10001]))
    [[0, 1, 3], [4], [5]]
    """
    shared = [own for house in houses if (own := house & cells) & own - 1]
    while cells:
        largest = max((cells & house for house in shared), key=int.bit_count, default=0)
        group = largest if largest & largest - 1 else cells & -cells
        yield list(bits(group))
        cells &= ~group


def mask_of(cells: Iterable[int]) -> int:
    return sum([1 << cell for cell in cells])


def machine_of(
    values: range,
    starts: Iterable[State],
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
) -> Machine:
    """Return the machine that reaches its states from `starts`, in order of discovery.

    >>> machine_of(range(1, 3), [0], lambda state, value: (state + value) % 2, lambda s: not s)
    Machine(starts=1, accepts=(True, False), table=((1, 0), (0, 1)), more=())
    """
    number = {state: index for index, state in enumerate(starts)}
    initial = len(number)
    order = list(number)
    table = []
    for state in order:
        row = []
        for value in values:
            following = step(state, value)
            if following is None:
                row.append(-1)
                continue
            index = number.setdefault(following, len(order))
            if index == len(order):
                order.append(following)
            row.append(index)
        table.append(tuple(row))
    return Machine(initial, tuple(map(accepts, order)), tuple(table))
