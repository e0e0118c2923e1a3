"""The search of `propagate` for grids that are not plain: regions, extra houses, pairs, cages.

It is defined to the letter, so that another implementation finds the same solutions in the same
order with the same number of steps. A cell sees the cells that it shares a house or a cage with,
and those that a rule of unequal pairs parts it from. A full house is one of n cells.

1. Take candidates away by these rules until none of them applies; their order does not matter:
   - a symbol that is the only candidate of a cell goes from all cells that the cell sees;
   - a symbol with only one cell in a full house is the only candidate of that cell;
   - a symbol goes from a cell that sees all places of the symbol in a full house;
   - neighbours that are to be apart: a symbol goes from a cell where its neighbour has none that
     is further than 1 away; and if the places of a symbol in a full house are among a cell and its
     neighbours, the symbols beside it go from the cell;
   - less: what is not below the highest of the greater, and not above the lowest of the lesser;
   - cages that have a sum, and hidden cages: with up to MATCHED open cells a candidate goes that
     is in no choice of different symbols for these cells that makes up the sum, with more cells
     one that is in no set of symbols with the sum that is within the candidates and meets each
     cell; with more than TABLED symbols what the least or the most of the other cells excludes.
   A cell without a candidate, or a full house without a cell for a symbol, ends this branch.
2. If every cell is filled, this is a solution.
3. Else branch on the cell, or the symbol in a full house, that is not settled and has the fewest
   options. Among equals a cell comes first, the lowest one; then the lowest symbol, and its first
   house in the order of `Geometry.houses`.
4. Its options are tried in ascending order (of symbols in a cell, of cells in a house); with a
   random stream in the order that `Stream.shuffle` gives to the ascending list; where a solution
   is known, its option before the others. Each option that is tried is one step.

Hidden cages are found once by the rule of 45 (`hidden_cages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from sudokutools.engines.planes import bits
from sudokutools.errors import UndecidedError
from sudokutools.grid import Geometry, Grid
from sudokutools.limits import Check, never
from sudokutools.relations import Relations
from sudokutools.streams import Stream

MATCHED = 6
"""The most open cells of a cage whose symbols are matched to cells."""

TABLED = 16
"""The most symbols for which all sets are listed by size and sum."""

HIDDEN = 5
"""The most cells of a hidden cage."""

State = list[int]
"""The candidates: for each symbol, from 1 on, the set of its cells as a mask."""


@lru_cache(maxsize=8)
def sets_by_sum(n: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the sets of symbols 1 to n as masks, by how many they are and by their sum.

    >>> [bin(mask) for mask in sets_by_sum(4)[2, 5]]
    ['0b110', '0b1001']
    """
    found: dict[tuple[int, int], list[int]] = {}
    for mask in range(1 << n):
        total = sum(index + 1 for index in bits(mask))
        found.setdefault((mask.bit_count(), total), []).append(mask)
    return {key: tuple(masks) for key, masks in found.items()}


class Problem:
    """The rules of a geometry and the clues of a grid, as masks of cells."""

    def __init__(self, geometry: Geometry, relations: Relations | None) -> None:
        self.n, self.size = geometry.n, geometry.size
        self.every = (1 << geometry.size) - 1
        self.houses = [_mask(house) for house in geometry.houses if len(house) == geometry.n]
        self.seen = [_mask(cells) for cells in geometry.peers]
        self.apart: list[list[int]] = [[] for _ in self.seen if geometry.apart]
        for one, other in geometry.apart:
            self.apart[one].append(other)
            self.apart[other].append(one)
        self.close = [_mask((cell, *others)) for cell, others in enumerate(self.apart)]
        self.less: tuple[tuple[int, int], ...] = ()
        self.cages: list[tuple[int, tuple[int, ...]]] = []
        self.start = [self.every] * self.n
        if relations is not None:
            self._add(relations, geometry)

    def _add(self, relations: Relations, geometry: Geometry) -> None:
        self.less = relations.steps
        for parity, cells in enumerate((relations.odd, relations.even)):
            for symbol in range(self.n):
                if symbol % 2 != parity:
                    self.start[symbol] &= ~_mask(cells)
        for cage in relations.cages:
            held = _mask(cage.cells)
            for cell in cage.cells:
                self.seen[cell] |= held & ~(1 << cell)
        self.cages = [(cage.sum, cage.cells) for cage in relations.cages if cage.sum]
        if self.cages:
            self.cages += hidden_cages(geometry, self.seen, self.cages)

    def state(self, cells: Sequence[int], candidates: Sequence[int] | None = None) -> State:
        """Return the candidates of a grid: its symbols alone, or what its candidates leave."""
        state = list(self.start)
        masks = candidates or [1 << symbol >> 1 for symbol in cells]
        for cell, mask in enumerate(masks):
            if mask:
                for symbol in range(self.n):
                    if not mask >> symbol & 1:
                        state[symbol] &= ~(1 << cell)
        return state

    def settle(self, state: State) -> bool:
        """Take candidates away until no rule applies. Return whether the branch goes on."""
        self._done = 0
        while True:
            before = list(state)
            if not self._singles(state):
                return False
            if state == before:
                self._pairs(state)
                if not self._sums(state):
                    return False
            if state == before and not self._places(state):
                return False
            if state == before:
                return True

    def _singles(self, state: State) -> bool:
        once = twice = 0
        for plane in state:
            twice |= once & plane
            once |= plane
        if once != self.every:
            return False
        single = self.every & ~twice
        for symbol, plane in enumerate(state):
            for cell in bits(plane & single & ~self._done):
                state[symbol] &= ~self.seen[cell]
        self._done |= single
        for symbol in range(self.n):
            plane = state[symbol]
            for house in self.houses:
                places = plane & house
                if not places & (places - 1):
                    if not places:
                        return False
                    if places & ~single:
                        single |= places
                        for other in range(self.n):
                            if other != symbol:
                                state[other] &= ~places
        return True

    def _pairs(self, state: State) -> None:
        """Apply what the candidates of a cell say of a neighbour, and of a greater or lesser."""
        if self.apart:
            for cell, others in enumerate(self.apart):
                mask = candidates_of(state, cell)
                low, high = (mask & -mask).bit_length(), mask.bit_length()
                cut = _mask(others)
                for symbol in range(max(high - 1, 1), min(low + 1, self.n) + 1):
                    state[symbol - 1] &= ~cut
        for lesser, greater in self.less:
            most = candidates_of(state, greater).bit_length()
            mask = candidates_of(state, lesser)
            least = (mask & -mask).bit_length()
            for symbol in range(max(most, 1), self.n + 1):
                state[symbol - 1] &= ~(1 << lesser)
            for symbol in range(1, least + 1):
                state[symbol - 1] &= ~(1 << greater)

    def _sums(self, state: State) -> bool:
        for total, cells in self.cages:
            masks = [candidates_of(state, cell) for cell in cells]
            if not all(masks):
                return False
            left = within_sum(masks, total, self.n)
            for cell, mask, kept in zip(cells, masks, left, strict=True):
                if not kept:
                    return False
                for symbol in bits(mask & ~kept):
                    state[symbol] &= ~(1 << cell)
        return True

    def _places(self, state: State) -> bool:
        """Apply what the places of a symbol in a full house say of all cells."""
        for symbol in range(self.n):
            for house in self.houses:
                places = state[symbol] & house
                if not places:
                    return False
                seen = close = self.every
                for cell in bits(places):
                    seen &= self.seen[cell]
                    close &= self.close[cell] if self.close else 0
                    if not seen | close:
                        break
                state[symbol] &= ~seen
                for beside in (symbol - 1, symbol + 1) if close else ():
                    if 0 <= beside < self.n:
                        state[beside] &= ~close
        return True

    def options(self, state: State) -> list[tuple[int, int]]:
        """Return the options, (symbol from 0, cell), of the place that has the fewest."""
        at_least = [self.every] + [0] * (self.n + 1)
        for plane in state:
            for count in range(self.n, 0, -1):
                at_least[count] |= at_least[count - 1] & plane
        fewest = next(k for k in range(2, self.n + 1) if at_least[k] & ~at_least[k + 1])
        first = at_least[fewest] & ~at_least[fewest + 1]
        cell = (first & -first).bit_length() - 1
        found = [(symbol, cell) for symbol in bits(candidates_of(state, cell))]
        for symbol, plane in enumerate(state):
            for house in self.houses:
                if 1 < (plane & house).bit_count() < fewest:
                    fewest = (plane & house).bit_count()
                    found = [(symbol, place) for place in bits(plane & house)]
        return found


def _mask(cells: Iterable[int]) -> int:
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def candidates_of(state: State, cell: int) -> int:
    """Return the mask of the candidates of a cell, bit s - 1 for symbol s."""
    found = 0
    for symbol, plane in enumerate(state):
        found |= (plane >> cell & 1) << symbol
    return found


def within_sum(masks: Sequence[int], total: int, n: int) -> list[int]:
    """Return what a sum of different symbols leaves of the candidates of cells.

    A mask of 0: there is no such sum.

    >>> within_sum([0b11, 0b1111, 0b1111], 6, 4)
    [3, 7, 7]
    """
    is_open = [mask & (mask - 1) != 0 for mask in masks]
    rest = total - sum(mask.bit_length() for mask, o in zip(masks, is_open, strict=True) if not o)
    cells = [mask for mask, o in zip(masks, is_open, strict=True) if o]
    if not cells:
        return list(masks) if not rest else [0] * len(masks)
    left = iter(_within_tables(cells, rest, n) if n <= TABLED else _within_bounds(cells, rest))
    return [next(left) if o else mask for mask, o in zip(masks, is_open, strict=True)]


def _within_tables(cells: list[int], rest: int, n: int) -> list[int]:
    left = [0] * len(cells)
    union = 0
    for mask in cells:
        union |= mask
    for symbols in sets_by_sum(n).get((len(cells), rest), ()):
        if symbols & ~union or not all(mask & symbols for mask in cells):
            continue
        cut = [mask & symbols for mask in cells]
        if len(cells) <= MATCHED:
            cut = _matched(cut, list(bits(symbols)))
        left = [one | other for one, other in zip(left, cut, strict=True)]
    return left


def _matched(cells: list[int], symbols: list[int]) -> list[int]:
    """Return what is left of the candidates of cells that hold each of the symbols once.

    `before[i]` is the set of all subsets of the symbols that the first i cells can hold, `after`
    that of those before which the cells from i on can hold the rest; a subset is a bit.
    """
    without = [
        _mask(s for s in range(1 << len(cells)) if not s >> j & 1) for j in range(len(cells))
    ]
    before, after = [1], [1 << (1 << len(cells)) - 1]
    for mask in cells:
        steps = [
            (before[-1] & w) << (1 << j) for j, w in enumerate(without) if mask >> symbols[j] & 1
        ]
        before.append(_union(steps))
    for mask in reversed(cells):
        steps = [after[-1] >> (1 << j) & w for j, w in enumerate(without) if mask >> symbols[j] & 1]
        after.append(_union(steps))
    after.reverse()
    return [
        _mask(
            symbols[j]
            for j, w in enumerate(without)
            if mask >> symbols[j] & 1 and (before[i] & w) << (1 << j) & after[i + 1]
        )
        for i, mask in enumerate(cells)
    ]


def _union(parts: Iterable[int]) -> int:
    found = 0
    for part in parts:
        found |= part
    return found


def _within_bounds(cells: list[int], rest: int) -> list[int]:
    least = [(mask & -mask).bit_length() for mask in cells]
    most = [mask.bit_length() for mask in cells]
    left = []
    for mask, low, high in zip(cells, least, most, strict=True):
        lowest, highest = max(rest - sum(most) + high, 1), rest - sum(least) + low
        left.append(mask & (1 << highest) - (1 << lowest - 1) if lowest <= highest else 0)
    return left


def hidden_cages(
    geometry: Geometry, seen: Sequence[int], cages: Sequence[tuple[int, tuple[int, ...]]]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return cages that the rule of 45 finds: sums of cells that all see each other.

    A full house, or some rows or columns beside each other, has a known sum. That of the cages
    within it leaves a sum for its other cells; that of the cages which cover it, for what they
    have outside. Those of more than HIDDEN cells are left out, and those that are cages.
    """
    n = geometry.n
    held = [(total, _mask(cells)) for total, cells in cages]
    known = {mask for _, mask in held}
    found: list[tuple[int, tuple[int, ...]]] = []
    for area, count in _areas(geometry):
        inside = outside = 0
        rest = over = count * n * (n + 1) // 2
        for total, mask in held:
            if mask & area:
                outside |= mask
                over -= total
                if not mask & ~area:
                    inside |= mask
                    rest -= total
        for cells, total in ((area & ~inside, rest), (outside & ~area, -over)):
            if cells == area or (area & ~outside and cells & ~area) or cells in known:
                continue
            if 1 <= cells.bit_count() <= HIDDEN and _all_differ(cells, seen):
                known.add(cells)
                found.append((total, tuple(bits(cells))))
    return found


def _areas(geometry: Geometry) -> Iterator[tuple[int, int]]:
    """Yield full houses, then rows and columns beside each other, and how many they are."""
    for house in geometry.houses:
        if len(house) == geometry.n:
            yield _mask(house), 1
    for lines in (geometry.row_cells, geometry.column_cells):
        if len(lines[0]) == geometry.n:
            for first, last in combinations(range(len(lines)), 2):
                yield _union(map(_mask, lines[first : last + 1])), last - first + 1


def _all_differ(cells: int, seen: Sequence[int]) -> bool:
    return all(not cells & ~seen[cell] & ~(1 << cell) for cell in bits(cells))


def search(
    problem: Problem,
    state: State,
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int | None = None,
    near: bytes = b"",
) -> Iterator[bytes]:
    """Yield the cells of every solution of a state; those much like `near` come soon.

    UndecidedError: more than `max_steps` steps were needed.
    """
    branches: list[tuple[State, list[tuple[int, int]]]] = []
    steps = 0
    while True:
        check()
        if problem.settle(state):
            if sum(plane.bit_count() for plane in state) == problem.size:
                yield _cells(state, problem.size)
            else:
                options = problem.options(state)
                if stream is not None:
                    stream.shuffle(options)
                if near:
                    options.sort(key=lambda option: near[option[1]] != option[0] + 1)
                branches.append((state, options[::-1]))
        if not branches:
            return
        if steps == max_steps:
            raise UndecidedError(f"not decided in {steps} steps")
        steps += 1
        state, options = branches[-1]
        symbol, cell = options.pop()
        if not options:
            branches.pop()
        state = [plane & ~(1 << cell) for plane in state]
        state[symbol] |= 1 << cell


def _cells(state: State, size: int) -> bytes:
    cells = bytearray(size)
    for symbol, plane in enumerate(state, 1):
        for cell in bits(plane):
            cells[cell] = symbol
    return bytes(cells)


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order that this module defines."""
    problem = Problem(grid.geometry, grid.relations)
    state = problem.state(grid.cells, grid.candidates)
    for cells in search(problem, state, stream, check):
        yield grid.with_cells(cells)


def is_forced(
    grid: Grid, cell: int, solution: Grid, check: Check = never, max_steps: int | None = None
) -> bool:
    """Return whether an empty cell is filled alike in all solutions of a grid; one is given.

    UndecidedError: `max_steps` steps were not enough.
    """
    problem = Problem(grid.geometry, grid.relations)
    state = problem.state(grid.cells, grid.candidates)
    return _is_forced(problem, state, cell, solution.cells, check, max_steps)


def _is_forced(
    problem: Problem,
    state: State,
    cell: int,
    solution: bytes,
    check: Check,
    max_steps: int | None = None,
) -> bool:
    state[solution[cell] - 1] &= ~(1 << cell)
    return next(search(problem, state, None, check, max_steps, solution), None) is None


def fill(
    geometry: Geometry, stream: Stream, check: Check = never, max_steps: int | None = None
) -> Grid | None:
    """Return a random complete grid; None: there is none.

    UndecidedError: `max_steps` steps were not enough; what was drawn for them is gone.
    """
    problem = Problem(geometry, None)
    state = problem.state(bytes(geometry.size))
    cells = next(search(problem, state, stream, check, max_steps), None)
    return None if cells is None else Grid(geometry, cells)


def dig(solution: Grid, orbits: Iterable[Sequence[int]], check: Check = never) -> bytes:
    """Return the cells of a complete grid with orbits emptied as long as it is the only solution.

    The orbits are tried in the order given, the cells of each one after the other; if one of them
    can have another symbol then, the whole orbit keeps its clues.
    """
    problem = Problem(solution.geometry, solution.relations)
    cells = bytearray(solution.cells)
    for orbit in orbits:
        for number, cell in enumerate(orbit, 1):
            cells[cell] = 0
            if not _is_forced(problem, problem.state(cells), cell, solution.cells, check):
                for other in orbit[:number]:
                    cells[other] = solution.cells[other]
                break
    return bytes(cells)
