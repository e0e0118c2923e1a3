"""Grids and variants as boolean variables and constraints.

A variable is a candidate, "this cell holds this symbol", or describes the sum of a cage. Exact
cover (`dlx`) and clause learning (`cdcl`, `sat`) use the same model:

    exactly   lists of which one variable is true: the candidates of a cell, the places of a symbol
              in a house of n cells, given or implied
    at most   lists of which at most one variable is true: the places of a symbol in a shorter house
              or in two cells that differ; other pairs of candidates that exclude each other
    clauses   literals of which one or more are true: 2v means that variable v is true, 2v + 1 that
              it is false

In two cells whose symbols differ by more than 1, only one holds s or s + 1, once. If one cell is
less than another, not both hold: it is t or more, and the other one is t or less. Lists express
both; additional clauses for speed state the symbols of one cell that allow a symbol in the other.

A cage has a variable for each set of symbols with its sum: one of them is true, and for each symbol
one of the sets without it or one of its places in the cage. If there are too many sets, it has
variables for the sums of its first two, three and more cells instead.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from sudokutools._support.limits import Check, never
from sudokutools.errors import UndecidedError
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.relations import Cage
from sudokutools.solving.engines.planes import bits

# Cages with more sets of symbols than this use sums of their first cells instead.
MAX_SETS = 1000

# The limit of sets tried is this many times higher, as cells exclude some of them.
TRIES = 20

# The maximum number of literals, which take some hundred megabytes.
MAX_LITERALS = 10_000_000


class Model:
    """The variables of a grid and their constraints; candidates come first, cell by cell.

    `variables` is their number. If clues clash, the model has an empty clause.
    """

    def __init__(self, grid: Grid, check: Check = never) -> None:
        self.grid = grid
        self._check = check
        self._literals = 0
        self.exactly: list[list[int]] = []
        self.at_most: list[list[int]] = []
        self.clauses: list[list[int]] = []
        self._masks = possible(grid, check)
        self.number: dict[tuple[int, int], int] = {}
        for cell, mask in enumerate(self._masks):
            check()
            for bit in bits(mask) if not grid[cell] else ():
                self.number[cell, bit + 1] = len(self.number)
        self.candidates = list(self.number)
        self.variables = len(self.candidates)
        self._add_houses()
        self._add_rules()
        self._add_clues()
        if next(grid.clashes(), None) is not None:
            self.clauses.append([])

    def excluded(self) -> list[list[int]]:
        """Return, for each variable, the others of the lists `at_most` that it is in, ascending."""
        found: list[set[int]] = [set() for _ in range(self.variables)]
        for variables in self.at_most:
            self._check()
            for variable in variables:
                found[variable].update(variables)
        for variables in self.exactly[: self._cells]:
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
        if self._literals > MAX_LITERALS:
            raise UndecidedError("the grid has too many candidates and clues for this method")

    def _new(self, count: int) -> list[int]:
        first, self.variables = self.variables, self.variables + count
        return list(range(first, self.variables))

    def _of(self, cell: int, symbols: Sequence[int]) -> list[int]:
        """Return the variables of these symbols in a cell."""
        number = self.number
        return [number[cell, symbol] for symbol in symbols if (cell, symbol) in number]

    def _places(self, symbol: int, cells: Sequence[int]) -> list[int]:
        """Return the variables of a symbol in these cells."""
        number = self.number
        return [number[cell, symbol] for cell in cells if (cell, symbol) in number]

    def _add_houses(self) -> None:
        grid, geometry = self.grid, self.grid.geometry
        symbols = range(1, geometry.n + 1)
        for cell in range(geometry.size):
            if not grid[cell]:
                self._check()
                self._add(self.exactly, self._of(cell, symbols))
        self._cells = len(self.exactly)
        for house in (*geometry.houses, *implied_houses(geometry)):
            self._check()
            present = {grid[cell] for cell in house}
            for symbol in symbols:
                if symbol not in present:
                    places = self._places(symbol, house)
                    if len(house) == geometry.n:
                        self._add(self.exactly, places)
                    elif len(places) > 1:
                        self._add(self.at_most, places)

    def _add_rules(self) -> None:
        geometry = self.grid.geometry
        symbols = range(1, geometry.n + 1)
        for _, pairs in geometry.unequal:
            for one, other in pairs:
                self._check()
                if set(geometry.houses_of[one]).isdisjoint(geometry.houses_of[other]):
                    self._differ((one, other))
        for pair in geometry.apart:
            self._check()
            self._exclude(*(self._of(cell, (s, s + 1)) for s in symbols[:-1] for cell in pair))
            for one, other in (pair, pair[::-1]):
                for symbol in symbols:
                    left = [s for s in symbols if abs(s - symbol) > 1]
                    self._support(one, symbol, other, left)

    def _differ(self, cells: Sequence[int]) -> None:
        """Require different symbols in cells."""
        for symbol in range(1, self.grid.geometry.n + 1):
            places = self._places(symbol, cells)
            if len(places) > 1:
                self._add(self.at_most, places)

    def _exclude(self, *sides: list[int]) -> None:
        """Allow at most one variable of two cells; their lists alternate."""
        for one, other in zip(sides[::2], sides[1::2], strict=True):
            if one and other:
                self._add(self.at_most, one + other)

    def _support(self, cell: int, symbol: int, other: int, left: Sequence[int]) -> None:
        """Add a clause: a symbol in a cell implies one of these symbols in another."""
        candidate = self.number.get((cell, symbol))
        if candidate is not None and not self.grid[other]:
            self._add(self.clauses, [2 * candidate + 1, *(2 * v for v in self._of(other, left))])

    def _add_clues(self) -> None:
        relations = self.grid.relations
        if relations is None:
            return
        symbols = range(1, self.grid.geometry.n + 1)
        for low, high in relations.steps:
            for t in symbols:
                self._check()
                self._exclude(self._of(high, symbols[:t]), self._of(low, symbols[t - 1 :]))
                self._support(high, t, low, symbols[: t - 1])
                self._support(low, t, high, symbols[t:])
        for cage in relations.cages:
            self._check()
            self._add_cage(cage)

    def _add_cage(self, cage: Cage) -> None:
        grid = self.grid
        cells = [cell for cell in cage.cells if not grid[cell]]
        total = cage.sum - sum(grid[cell] for cell in cage.cells)
        if not cells:
            return
        if not cage.sum:
            self._differ(cells)
            return
        sets = symbol_sets([self._masks[cell] for cell in cells], total, MAX_SETS)
        if sets is None:
            self._differ(cells)
            self._add_sums(cells, total)
        else:
            self._add_sets(cells, sets)

    def _add_sets(self, cells: Sequence[int], sets: Sequence[int]) -> None:
        """Require the symbols of cells to be one of these sets."""
        chosen = self._new(len(sets))
        self._add(self.exactly, chosen)
        for symbol in range(1, self.grid.geometry.n + 1):
            places = self._places(symbol, cells)
            without = [
                v for v, mask in zip(chosen, sets, strict=True) if not mask >> symbol - 1 & 1
            ]
            if places:
                self._add(self.exactly, places + without)

    def _add_sums(self, cells: Sequence[int], total: int) -> None:
        """Require cells to have a sum, with a variable for each sum of the first cells."""
        symbols = range(1, self.grid.geometry.n + 1)
        before = {s: v for s in symbols for v in self._of(cells[0], (s,))}
        for at, cell in enumerate(cells[1:], 1):
            self._check()
            own = {s: v for s in symbols for v in self._of(cell, (s,))}
            rest = [self._masks[other] for other in cells[at + 1 :]]
            lowest = total - sum(mask.bit_length() for mask in rest)
            highest = total - sum((mask & -mask).bit_length() for mask in rest)
            sums = sorted({t + s for t in before for s in own if lowest <= t + s <= highest})
            after = dict(zip(sums, self._new(len(sums)), strict=True))
            self._add(self.exactly, list(after.values()))
            for t, v in before.items():
                for s, w in own.items():
                    then = [2 * after[t + s]] if t + s in after else []
                    self._add(self.clauses, [2 * v + 1, 2 * w + 1, *then])
            before = after
        for t, v in before.items():
            if t != total:
                self._add(self.clauses, [2 * v + 1])


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


def possible(grid: Grid, check: Check = never) -> list[int]:
    """Return the mask of the possible symbols of each cell.

    In addition to `pencil_marks` this uses chains of inequalities and the filled cells of cages.

    >>> from sudokutools.grid.spec import parse_spec
    >>> from sudokutools.grid.geometry import Geometry
    >>> geometry = Geometry.of(2, 2)
    >>> relations = parse_spec("less=r1c1r1c2r1c3").relations(geometry)
    >>> possible(Grid(geometry, bytes(16), None, relations))[:4]
    [3, 6, 12, 15]
    """
    masks = pencil_marks(grid)
    if grid.relations is None:
        return masks
    for cage in grid.relations.cages:
        held = 0
        for cell in cage.cells:
            held |= 1 << grid[cell] >> 1
        for cell in cage.cells:
            if not grid[cell]:
                masks[cell] &= ~held
    before: list[int] = []
    while before != masks:
        before = masks[:]
        check()
        for low, high in grid.relations.steps:
            least, most = masks[low], masks[high]
            masks[high] &= -2 * (least & -least)
            masks[low] &= (1 << most.bit_length() >> 1) - 1
    return masks


def symbol_sets(masks: Sequence[int], total: int, limit: int) -> list[int] | None:
    """Return the sets of different symbols, one from each mask, with a sum; None: above `limit`.

    Sets are masks as well, in ascending order of their symbols. Each symbol of a set is in one of
    the masks, but they need not match one to one.

    >>> [f"{mask:b}" for mask in symbol_sets([15, 15], 5, 10)]
    ['1001', '110']
    """
    union = 0
    for mask in masks:
        union |= mask
    found: list[int] = []
    for tried, chosen in enumerate(_subsets([bit + 1 for bit in bits(union)], len(masks), total)):
        if tried >= TRIES * limit or len(found) > limit:
            return None
        if all(chosen & mask for mask in masks):
            found.append(chosen)
    return found if len(found) <= limit else None


def _subsets(symbols: Sequence[int], count: int, total: int) -> Iterator[int]:
    """Yield the masks of `count` of these symbols, ascending, that have a sum."""
    if count == 1:
        if total in symbols:
            yield 1 << total - 1
        return
    for at in range(len(symbols) - count + 1):
        first, rest = symbols[at], symbols[at + 1 :]
        if first + sum(rest[: count - 1]) > total:
            return
        if first + sum(rest[1 - count :]) >= total:
            for others in _subsets(rest, count - 1, total - first):
                yield 1 << first - 1 | others
