"""Innies and outies: the rule of 45, for one house or several disjoint houses.

k complete houses add up to k (1 + 2 + ... + n). Subtracting the sums of the cages inside leaves the
sum of the innies: the inner cells of cages across the border and the cells without a cage. For a
cage across, its outies (outer cells) may be used instead of its innies:

    total - sums of cages inside - sums of cages across = innies - outies

Three equations use the inner side of each cage across, the outer, or that with fewer empty cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sudokutools.logic.cages import locked, ways_text
from sudokutools.logic.state import Removal, State, losses
from sudokutools.logic.step import Finder, Step, placement_of, step_of
from sudokutools.logic.strand import listing
from sudokutools.logic.sums import Fit, Masks, fit_groups, turned
from sudokutools.logic.tables import Tables, any_of, mask_of, members
from sudokutools.logic.techniques import Technique

MOST_HOUSES = 4
"""The maximum number of houses: four of nine rows and the other five are equivalent."""

MOST_REGIONS = 3  # The maximum number of regions, as there are many ways to join more.


class Union(NamedTuple):
    """Disjoint houses and their sum.

    rest     the sum without the cages inside
    loose    the set of cells without a cage that has a sum
    across   the cells inside, the cells outside and the sum of each cage across the border
    touched  the set of all cells of the houses and these cages
    """

    houses: tuple[int, ...]
    rest: int
    loose: int
    across: tuple[tuple[int, int, int], ...]
    touched: int


class Equation(NamedTuple):
    """The sum of the innies minus that of the outies, sets of empty cells."""

    total: int
    innies: int
    outies: int


def unions(tables: Tables) -> Iterator[tuple[int, ...]]:
    """Yield single complete houses, then runs of adjacent lines, then connected regions."""
    complete = members(tables.complete & ~tables.cage_houses)
    for house in complete:
        yield (house,)
    regions, columns, rows = tables.of_kind[:3]
    for count in range(2, MOST_HOUSES + 1):
        for lines in (columns, rows):
            for first in range(len(lines) - count + 1):
                run = tuple(lines[first : first + count])
                if not set(run) - set(complete):
                    yield run
    yield from _joined(tables, [house for house in regions if house in complete])


def _joined(tables: Tables, regions: list[int]) -> Iterator[tuple[int, ...]]:
    beside: dict[int, set[int]] = {house: set() for house in regions}
    home = {cell: house for house in regions for cell in tables.houses[house]}
    steps = [*zip(range(tables.size), range(tables.columns, tables.size), strict=False)]
    for row in range(0, tables.size, tables.columns):
        steps += pairwise(range(row, row + tables.columns))
    for one, other in steps:
        first, second = home.get(one), home.get(other)
        if first is not None and second is not None and first != second:
            beside[first].add(second)
            beside[second].add(first)
    found: set[tuple[int, ...]] = {(house,) for house in regions}
    for _ in range(2, MOST_REGIONS + 1):
        found = {
            tuple(sorted((*group, house)))
            for group in found
            for each in group
            for house in beside[each]
            if house not in group
        }
        yield from sorted(found)


def union_of(tables: Tables, houses: tuple[int, ...]) -> Union:
    inside = any_of([tables.masks[house] for house in houses])
    rest = len(houses) * tables.n * (tables.n + 1) // 2
    loose = touched = inside
    taken = 0
    across = []
    for house, total in tables.cage_sums.items():
        mask = tables.masks[house]
        if mask & inside and not mask & taken:  # Of cages that overlap only the first one counts.
            taken |= mask
            loose &= ~mask
            touched |= mask
            if mask & ~inside:
                across.append((mask & inside, mask & ~inside, total))
            else:
                rest -= total
    return Union(houses, rest, loose, tuple(across), touched)


class Sums:
    def __init__(self, tables: Tables) -> None:
        self.unions = [union_of(tables, houses) for houses in unions(tables)]
        self._kept: dict[int, tuple[int, tuple[Equation, ...]]] = {}

    def equations(self, state: State, number: int) -> tuple[Equation, ...]:
        union = self.unions[number]
        empty = state.empty & union.touched
        if number not in self._kept or self._kept[number][0] != empty:
            self._kept[number] = empty, _equations(state, union)
        return self._kept[number][1]


@lru_cache(maxsize=2)
def sums_of(state: State) -> Sums:
    return Sums(state.tables)


def _equations(state: State, union: Union) -> tuple[Equation, ...]:
    def known(cells: int) -> int:
        return sum([state.values[cell] for cell in members(cells & ~state.empty)])

    found = {}
    for choose in (
        lambda _inside, _outside: True,
        lambda _inside, _outside: False,
        lambda inside, outside: inside.bit_count() <= outside.bit_count(),
    ):
        total = union.rest - known(union.loose)
        innies, outies = union.loose & state.empty, 0
        for inside, outside, whole in union.across:
            if choose(inside & state.empty, outside & state.empty):
                innies |= inside & state.empty
                total -= known(inside)
            else:
                outies |= outside & state.empty
                total -= whole - known(outside)
        if innies | outies:
            found[innies, outies] = Equation(total, innies, outies)
    return tuple(found.values())


ONE, FEW, SEVERAL = range(1, 2), range(2, 4), range(2, 9)

REACHES = {
    1: (ONE, ONE, False),
    2: (SEVERAL, ONE, False),
    3: (ONE, FEW, False),
    4: (ONE, FEW, True),
    5: (SEVERAL, FEW, False),
    6: (range(1, 9), range(2, 7), True),
}
"""The numbers of houses and of empty cells that a technique uses, and whether on both sides.

By the size of the technique; the last one includes all others.
"""


class Innies(Finder):
    """Innies and outies of one reach: unions in order, in each its equations."""

    def __init__(self, technique: Technique) -> None:
        super().__init__(technique)
        self._houses, self._cells, self._is_mixed = REACHES[technique.size]
        self._todo: set[int] | None = None

    def __call__(self, state: State) -> Step | None:
        sums = sums_of(state)
        changed = self.watch.cells(state)
        if self._todo is None:
            self._mine = [
                (number, union.touched)
                for number, union in enumerate(sums.unions)
                if len(union.houses) in self._houses
            ]
            self._todo = {number for number, _ in self._mine}
        elif changed:
            self._todo.update(number for number, touched in self._mine if touched & changed)
        for number in sorted(self._todo):
            for equation in sums.equations(state, number):
                _, innies, outies = equation
                count = innies.bit_count() + outies.bit_count()
                if count in self._cells and (self._is_mixed or not (innies and outies)):
                    step = self._look(state, sums.unions[number], equation, count)
                    if step is not None:
                        return step
            self._todo.discard(number)
        return None

    def _look(self, state: State, union: Union, equation: Equation, count: int) -> Step | None:
        cells, n = members(equation.innies | equation.outies), state.tables.n
        if count == 1:
            value = equation.total if equation.innies else -equation.total
            if not 0 < value <= n or not state.candidates[cells[0]] >> value - 1 & 1:
                return None
            why = _explanation(state, union, equation)
            return placement_of(state, self.technique, why, cells[0], value - 1, union.houses)
        one, removals = _fitted(state, equation)
        ways = one.combinations or () if one is not None else ()
        needed = one.needed if one is not None else 0
        if equation.outies:
            ways, (needed,) = turned(ways, n), turned((needed,), n)
        symbols, must = any_of([state.candidates[cell] for cell in cells]), ""
        if not removals:
            found = locked(state, mask_of(cells), needed) if one is not None else None
            if found is None:
                return None
            symbol, _, removals = found
            symbols, must = 1 << symbol, f"{symbol + state.tables.least}"
        why = _explanation(state, union, equation, ways_text(ways, state.tables.least), must)
        return step_of(state, self.technique, why, cells, sorted(removals), symbols, union.houses)


def _fitted(state: State, equation: Equation) -> tuple[Fit | None, tuple[Removal, ...]]:
    """Return what fits the cells if all see each other, and what all cells of an equation lose."""
    n, total = state.tables.n, equation.total
    sides = equation.innies, equation.outies
    groups = [group for side in sides for group in _cliques(state.tables, side)]
    masks = [tuple(state.candidates[cell] for cell in group) for group in groups]
    for place, group in enumerate(groups):
        if equation.outies >> group[0] & 1:
            masks[place] = turned(masks[place], n)
            total += (n + 1) * len(group)
    fits = fit_groups(masks, total, n) if total > 0 else None
    removals: tuple[Removal, ...] = ()
    for place, group in enumerate(groups):
        kept: Masks = fits[place].kept if fits is not None else (0,) * len(group)
        if equation.outies >> group[0] & 1:
            kept = turned(kept, n)
        removals += losses(group, [state.candidates[cell] for cell in group], kept)
    return fits[0] if fits is not None and len(groups) == 1 else None, removals


def _cliques(tables: Tables, cells: int) -> list[tuple[int, ...]]:
    """Return disjoint groups of cells that all see each other, filled greedily."""
    found: list[list[int]] = []
    for cell in members(cells):
        for group in found:
            if all(tables.peers[cell] >> other & 1 for other in group):
                group.append(cell)
                break
        else:
            found.append([cell])
    return [tuple(group) for group in found]


def _explanation(
    state: State, union: Union, equation: Equation, ways: str = "", needed: str = ""
) -> str:
    """Return the explanation of an equation; `needed`: the value that its cells must include."""
    count, n = len(union.houses), state.tables.n
    verb, whose = ("adds", "its") if count == 1 else ("add", "their")
    tables = state.tables
    whole = tables.sum_of_values(count * n * (n + 1) // 2, count * n)
    why = f"{{all_houses}} {verb} up to {whole} and {whose} cages "
    name = state.tables.geometry.cell_name
    innies, outies = (
        listing(map(name, members(cells))) for cells in (equation.innies, equation.outies)
    )
    cells = equation.innies.bit_count() - equation.outies.bit_count()
    total = tables.sum_of_values(equation.total, cells)
    if innies and outies:
        what = "add up to" if equation.innies.bit_count() > 1 else "is"
        how = f"{abs(total)} {'more' if total > 0 else 'less'} than" if total else "as much as"
        why += f"imply that {innies} {what} {how} {outies}"
    elif innies:
        why += f"leave {total} for {innies}{ways}"
    else:
        why += f"leave {-total} for {outies} outside{ways}"
    if needed:
        why += f", which must include {needed}"
    return why + ", so {result}"
