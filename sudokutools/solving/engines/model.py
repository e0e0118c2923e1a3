"""Grids and variants as boolean variables and constraints.

A variable is a candidate, "this cell holds this symbol", or describes a primitive. Exact cover
(`dlx`) and clause learning (`cdcl`, `sat`) use the same model:

    exactly   lists of which one variable is true: the candidates of a cell, the places of a symbol
              in a house of n cells, given or implied
    at most   lists of which at most one variable is true: the places of a symbol in a shorter house
              or in cells that differ; candidates of two related cells that exclude each other
    clauses   literals of which one or more are true: 2v means that variable v is true, 2v + 1 that
              it is false

Related cells also have clauses for speed: a symbol of one implies one of some symbols of the other.

`Sets` have a variable for each set: one of them is true, and for each symbol one of the sets
without it or one of its places. An automaton has a variable for each state that it can be in
between two cells; a sum, unless it becomes Sets, is an automaton whose states are the sums of its
first cells. Two solutions differ in the cells of the grid.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import TypeVar

from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools.constraints import primitives
from sudokutools.constraints.connectivity import beside, parts_of
from sudokutools.constraints.propagation import Item, Network, compiled
from sudokutools.constraints.sweeps import Follow, sweep
from sudokutools.errors import UndecidedError
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.all_primitives import all_primitives

# The maximum number of literals, which take some hundred megabytes.
MAX_LITERALS = 10_000_000

# Lists of the compiled search have fewer literals.
NEVER_UNIT = 1 << 11

# The maximum number of steps of automata, which take some seconds.
MAX_STEPS = 5_000_000

State = TypeVar("State")


class Model:
    """The variables of a grid, candidates first, and their constraints.

    A list may be empty if the grid has no solution.
    """

    def __init__(self, grid: Grid, check: Check = never) -> None:
        self.grid = grid
        self._check = check
        self._literals = 0
        self._steps = 0
        self.exactly: list[list[int]] = []
        self.at_most: list[list[int]] = []
        self.clauses: list[list[int]] = []
        given = all_primitives(grid.geometry, grid.constraints)
        self._masks = masks = given.masks[:]
        for cell, mask in enumerate(pencil_marks(grid)):
            masks[cell] &= mask
        items = compiled(given.items, masks, grid.geometry.peers)
        network = Network(items, len(masks), check)
        is_possible = network.settle(masks) is None and all(masks) and not any(grid.clashes())
        self.number: dict[tuple[int, int], int] = {}
        self._open = [
            cell for cell in range(len(masks)) if cell >= len(grid.cells) or not grid[cell]
        ]
        for cell in self._open:
            check()
            for bit in bits(masks[cell]):
                self.number[cell, bit + 1] = len(self.number)
        self.candidates = [key for key in self.number if key[0] < len(grid.cells)]
        self.variables = len(self.number)
        self._add_houses()
        if is_possible:
            for item in network.items:
                check()
                self._add_item(item)
        else:
            self.exactly.append([])

    def excluded(self) -> list[list[int]]:
        """Return, for each variable, the others of the lists `at_most` that it is in, ascending."""
        found: list[set[int]] = [set() for _ in range(self.variables)]
        for variables in self.at_most:
            self._check()
            for variable in variables:
                found[variable].update(variables)
        for variables in self.exactly[: len(self._open)]:
            for variable in variables:
                found[variable].difference_update(variables)
        for variable, others in enumerate(found):
            others.discard(variable)
        return [sorted(others) for others in found]

    def packed(self) -> bytes:
        """Return the model as the kernel reads it (`_core/cdcl/model.c`)."""
        numbers = array("i", [len(self.candidates), self.variables])
        numbers.extend((len(self.exactly), len(self.clauses)))
        for candidate in self.candidates:
            numbers.extend(candidate)
        for lists in (self.exactly, self.excluded(), self.clauses):
            for members in lists:
                self._check()
                numbers.append(len(members))
                numbers.extend(members)
        return numbers.tobytes()

    def _add(self, lists: list[list[int]], members: list[int]) -> None:
        """Append a list. Raises UndecidedError if there are too many."""
        lists.append(members)
        self._literals += len(members)
        self._limit(self._literals, MAX_LITERALS)
        self._limit(len(members), NEVER_UNIT - 1)

    def _limit(self, number: int, most: int) -> None:
        if number > most:
            raise UndecidedError("the grid has too many candidates and clues for this method")

    def _new(self, count: int) -> list[int]:
        first, self.variables = self.variables, self.variables + count
        return list(range(first, self.variables))

    def _of(self, cell: int, mask: int) -> list[int]:
        """Return the variables of these symbols in a cell, none if it is filled."""
        keys = [(cell, bit + 1) for bit in bits(mask & self._masks[cell])]
        return [self.number[key] for key in keys if key in self.number]

    def _add_houses(self) -> None:
        geometry = self.grid.geometry
        for cell in self._open:
            self._check()
            self._add(self.exactly, self._of(cell, -1))
        for house in (*geometry.houses, *implied_houses(geometry)):
            self._check()
            self._differ(house)

    def _differ(self, cells: Sequence[int]) -> None:
        """Require different symbols in cells; in n cells, every symbol."""
        grid, number = self.grid, self.number
        cells = sorted(cells)
        present = {grid[cell] for cell in cells if cell < len(grid.cells)}
        for symbol in range(1, grid.geometry.n + 1):
            places = [number[cell, symbol] for cell in cells if (cell, symbol) in number]
            if len(cells) != grid.geometry.n:
                if len(places) > 1:
                    self._add(self.at_most, places)
            elif symbol not in present:
                self._add(self.exactly, places)

    def _add_item(self, item: Item) -> None:
        if isinstance(item, primitives.Different):
            known = self.grid.geometry.houses_of
            houses = [set(known[c]) if c < len(known) else set[int]() for c in item.cells]
            if not set.intersection(*houses):
                self._differ(item.cells)
        elif isinstance(item, primitives.Related):
            self._relate(*item)
        elif isinstance(item, primitives.Sets):
            self._add_sets(item)
        elif isinstance(item, primitives.Automaton):
            machine = item.machine
            accepts = machine.accepts.__getitem__
            self._add_automaton(item.cells, range(machine.starts), machine.following, accepts)
        elif isinstance(item, primitives.Connected):
            self._add_region(item)
        elif isinstance(item, primitives.Regions):
            for part in parts_of(item):
                self._add_item(part)
        elif isinstance(item, primitives.Total):
            self._add_sum(zip(item.cells, item.weights, strict=True), item.total)
        else:
            groups = zip(item.groups, item.weights, strict=True)
            terms = [(item.cells[at], weight) for group, weight in groups for at in group]
            self._add_sum(terms, item.total)

    def _add_region(self, item: primitives.Connected) -> None:
        """Give each cell of a region its distance from the first one, by some way inside it."""
        symbols, cells, inside = item.symbols, item.cells, list[list[int]]()
        most = item.size or len(cells)
        outside = [self._of(cell, ~symbols) for cell in cells]
        for cell, others in zip(cells, outside, strict=True):
            self._check()
            can, is_open = self._masks[cell] & symbols, len(self._of(cell, -1)) > 0
            inside.append(self._new(most) if can else [])
            if can:
                self._add(self.exactly, [*others, *inside[-1]] if is_open else inside[-1])
        for at, distances in enumerate(inside):
            near = list(beside(at, len(cells), item.columns))
            for distance, variable in enumerate(distances):
                self._check()
                if distance:
                    before = [2 * inside[k][distance - 1] for k in near if inside[k]]
                    self._add(self.clauses, [2 * variable + 1, *before])
                    continue
                for earlier in range(at):
                    if inside[earlier]:
                        free = [2 * v for v in outside[earlier]]
                        self._add(self.clauses, [2 * variable + 1, *free])
        if item.size:
            self._count_inside(item)

    def _count_inside(self, item: primitives.Connected) -> None:
        def follow(count: int, symbols: Sequence[int]) -> list[tuple[int, int]]:
            return [(s, count + (item.symbols >> s & 1)) for s in symbols]

        self._add_automaton(item.cells, [0], follow, lambda count: count == item.size)

    def _relate(self, first: int, second: int, table: Sequence[int]) -> None:
        symbols = range(self.grid.geometry.n)
        back = [sum((row >> t & 1) << s for s, row in enumerate(table)) for t in symbols]
        for symbol in symbols:
            self._check()
            for one, other, rows in ((first, second, table), (second, first, back)):
                variable = self.number.get((one, symbol + 1))
                excluded = [] if variable is None else self._of(other, ~rows[symbol])
                if variable is None or not excluded:
                    continue
                if one == first:
                    self._add(self.at_most, [variable, *excluded])
                left = self._of(other, rows[symbol])
                self._add(self.clauses, [2 * variable + 1, *(2 * v for v in left)])

    def _add_sets(self, item: primitives.Sets) -> None:
        masks = [self._masks[cell] for cell in item.cells]
        held = union = 0
        for cell, mask in zip(item.cells, masks, strict=True):
            union |= mask
            held |= 0 if self._of(cell, -1) else mask
        sets = [
            found
            for found in item.sets
            if not (held & ~found or found & ~union) and all(mask & found for mask in masks)
        ]
        chosen = self._new(len(sets))
        self._add(self.exactly, chosen)
        for symbol in bits(union & ~held):
            places = [v for cell in sorted(item.cells) for v in self._of(cell, 1 << symbol)]
            without = [v for v, s in zip(chosen, sets, strict=True) if not s >> symbol & 1]
            self._add(self.exactly, places + without)

    def _add_sum(self, terms: Iterable[tuple[int, int]], total: int) -> None:
        """Require a sum of cells and their weights."""
        left = []
        for cell, weight in terms:
            mask = self._masks[cell]
            if mask & mask - 1:
                left.append((abs(weight), cell, weight))
            else:
                total -= weight * mask.bit_length()
        cells = [cell for _, cell, _ in sorted(left)]
        weights = [weight for _, _, weight in sorted(left)]

        def follow(
            state: tuple[int, int], symbols: Sequence[int]
        ) -> list[tuple[int, tuple[int, int]]]:
            at, reached = state
            return [(s, (at + 1, reached + weights[at] * (s + 1))) for s in symbols]

        if cells:
            self._add_automaton(cells, [(0, 0)], follow, lambda state: state[1] == total)

    def _add_automaton(
        self,
        cells: Sequence[int],
        starts: Iterable[State],
        follow: Follow[State],
        accepts: Callable[[State], bool],
    ) -> None:
        """Require that an automaton accepts the symbols of cells, see `propagation.sweep`."""

        def counted(state: State, symbols: Sequence[int]) -> Iterable[tuple[int, State]]:
            self._steps += len(symbols)
            self._limit(self._steps, MAX_STEPS)
            return follow(state, symbols)

        masks = [self._masks[cell] for cell in cells]
        swept = sweep(masks, starts, counted, accepts, self._check)
        assert swept is not None
        first, *others = swept[1]
        before = self._variables_of(first)
        for at, (cell, mask, states) in enumerate(zip(cells, masks, others, strict=True), 1):
            steps = [
                (state, symbol, then)
                for state in before
                for symbol, then in follow(state, list(bits(mask)))
                if then in states
            ]
            if at == len(cells):
                after: dict[State, int | None] = dict.fromkeys(states)
            elif len(before) == 1 and (
                len(states) == len(steps) == len({symbol for _, symbol, _ in steps})
                and len(steps) == len(self._of(cell, -1))
            ):
                # Each symbol leads to a state of its own.
                before = {then: self.number[cell, symbol + 1] for _, symbol, then in steps}
                continue
            else:
                after = self._variables_of(states)
            self._add_steps(cell, before, after, steps)
            before = after

    def _variables_of(self, states: set[State]) -> dict[State, int | None]:
        """Return a new variable for each state, of which one is true; None: always true."""
        if len(states) == 1:
            return dict.fromkeys(states)
        variables = self._new(len(states))
        self._add(self.exactly, variables)
        return dict(zip(states, variables, strict=True))

    def _add_steps(
        self,
        cell: int,
        before: dict[State, int | None],
        after: dict[State, int | None],
        steps: list[tuple[State, int, State]],
    ) -> None:
        """Add clauses: which symbols of a cell lead from a state before it to one after it."""
        every_symbol = bits(self._masks[cell])  # A sum may leave some that no filling has.
        symbols = {symbol: self.number.get((cell, symbol + 1)) for symbol in every_symbol}
        following: dict[tuple[State, int], list[int | None]] = {}
        for state, symbol, then in steps:
            following.setdefault((state, symbol), []).append(after[then])
        for state, variable in before.items():
            for symbol, candidate in symbols.items():
                clause = [2 * v + 1 for v in (variable, candidate) if v is not None]
                thens = following.get((state, symbol), [])
                if None not in thens:
                    self._add(self.clauses, [*clause, *(2 * v for v in thens if v is not None)])
        # Each of the three has a partner of the other two kinds.
        triples = [(before[state], symbols[symbol], after[then]) for state, symbol, then in steps]
        for kind, other in permutations(range(3), 2):
            every = {triple[other]: None for triple in triples}
            partners: dict[int | None, dict[int | None, None]] = {}
            for triple in triples:
                partners.setdefault(triple[kind], {})[triple[other]] = None
            for one, found in partners.items():
                if one is not None and len(found) < len(every):
                    others = [2 * v for v in found if v is not None]
                    if len(others) == len(found):
                        self._add(self.clauses, [2 * one + 1, *others])


def implied_houses(geometry: Geometry) -> list[tuple[int, ...]]:
    """Return sets of n cells that hold every symbol because other houses do; ascending cells.

    k rows hold every symbol k times, and so do k columns: k - 1 disjoint houses in them leave
    another house. In windoku the windows leave such houses, and these another one.

    >>> windoku = Geometry.of_variant(Geometry.of(3, 3), rules=["windoku"])
    >>> [house[:4] for house in implied_houses(windoku)]
    [(9, 13, 17, 18), (45, 49, 53, 54), (1, 2, 3, 37), (5, 6, 7, 41), (0, 4, 8, 36)]
    """
    if geometry.is_plain or not geometry.extras:
        return []
    known = dict.fromkeys(house for house in geometry.houses if len(house) == geometry.n)
    found: list[tuple[int, ...]] = []
    before = -1
    while before < len(found):
        before = len(found)
        for lines in (geometry.row_cells, geometry.column_cells):
            if len(lines[0]) != geometry.n or not geometry.lines:
                continue
            for left in _left_over(geometry, lines, known):
                if left not in known:
                    known[left] = None
                    found.append(left)
    return found


def _left_over(
    geometry: Geometry, lines: Sequence[tuple[int, ...]], houses: Iterable[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Yield the cells that k - 1 houses leave in k lines, each of which they all cross."""
    line_of = {cell: number for number, line in enumerate(lines) for cell in line}
    groups: dict[frozenset[int], list[tuple[int, ...]]] = {}
    for house in houses:
        groups.setdefault(frozenset(map(line_of.__getitem__, house)), []).append(house)
    for numbers, group in groups.items():
        taken = frozenset().union(*group)
        if len(group) == len(numbers) - 1 and len(taken) == len(group) * geometry.n:
            yield tuple(sorted({c for number in numbers for c in lines[number]} - taken))
