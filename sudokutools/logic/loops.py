"""Unique rectangles, unique loops and BUG, the bivalue universal grave, types 1 to 4.

A loop is a closed walk through cells with the candidates a and b that visits each of its houses
with one odd and one even cell. If its cells held only a and b, exchanging these would give a second
solution, so in a puzzle with a unique solution some cell holds another symbol. The extra cells are
those with other candidates.

Each house of a cell of a loop has another cell with both symbols. Cells without such neighbours are
pruned first, which avoids nearly all walks and changes neither the loops nor their order.

A grid in which every empty cell has two candidates and every symbol has two places or none in each
house (a BUG) has no solution or several. In a puzzle with a unique solution at least one of the
extra candidates, without which the grid would be a BUG, is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.logic.state import Removal, State
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import BOX, COLUMN, EXTRA, ROW, any_of, groups, mask_of, members
from sudokutools.logic.techniques import Technique, technique_named

RECTANGLES = {kind: technique_named(f"Unique rectangle type {kind}") for kind in range(1, 5)}
LOOPS = {kind: technique_named(f"Unique loop type {kind}") for kind in range(1, 5)}
LENGTHS = {4: RECTANGLES[1].lowest, 6: LOOPS[1].lowest, 8: LOOPS[1].lowest + 1}
LONGER = LOOPS[1].highest

TWO_WAYS = "{cells} could be filled with {symbols} in two ways unless {one_extra} "
OTHER = TWO_WAYS + "holds another {digit}"
ONE_WITH = "in {house}, one of these cells together with {subset} must hold {subset_symbols}"
EXPLANATIONS = {
    1: OTHER + ", so {result}",
    2: TWO_WAYS + "is {removed}, so {result}",
    3: OTHER + "; " + ONE_WITH + ", so {result}",
    4: OTHER + "; in {house}, {subset_digits} can only go in these cells, so {result}",
}


class Loop(NamedTuple):
    """The cells in the order of the walk, the two symbols, the extra cells and symbols."""

    cells: tuple[int, ...]
    pair: int
    extra_cells: tuple[int, ...]
    extras: int

    @property
    def rating(self) -> int:
        return LENGTHS.get(len(self.cells), LONGER)

    def technique(self, kind: int) -> Technique:
        return (RECTANGLES if len(self.cells) == 4 else LOOPS)[kind]


class Deduction(NamedTuple):
    """The removals of a loop by one type; subset and house for types 3 and 4."""

    rating: int
    kind: int
    removals: tuple[Removal, ...]
    cells: tuple[int, ...] = ()
    symbols: int = 0
    house: int = -1


def find_unique_loop(state: State) -> Step | None:
    """Return the first deduction of minimum (rating, type)."""
    usable = (
        (found, loop)
        for loop in loops(state)
        for found in deductions(state, loop)
        if found.removals and state.allows(loop.technique(found.kind).name)
    )
    best = min(usable, key=lambda each: each[0][:2], default=None)
    if best is None:
        return None
    found, loop = best
    technique = loop.technique(found.kind)
    return step_of(
        state,
        technique,
        EXPLANATIONS[found.kind],
        loop.cells,
        found.removals,
        loop.pair,
        (found.house,) if found.house >= 0 else (),
        more=found.rating - technique.lowest,
        extra_cells=loop.extra_cells,
        subset_cells=found.cells,
        subset_symbols=found.symbols,
    )


def loops(state: State) -> Iterator[Loop]:
    candidates = state.candidates
    for start, pair in enumerate(candidates):
        if pair.bit_count() != 2:
            continue
        low, high = members(pair)
        usable = _prune(state, state.places[low] & state.places[high])
        if usable >> start & 1:
            yield from _walk(state, start, pair, usable)


def _prune(state: State, cells: int) -> int:
    tables, before = state.tables, 0
    while cells != before:
        before = cells
        for cell in members(cells):
            rest = cells & ~(1 << cell)
            if not all(rest & tables.masks[house] for house in tables.houses_of[cell]):
                cells = rest
    return cells


def _walk(state: State, start: int, pair: int, usable: int) -> Iterator[Loop]:
    """Yield the loops from a cell, depth first: box, row, column, extra houses."""
    tables, candidates = state.tables, state.candidates
    walk: list[int] = []
    touched = [0, 0]

    def enter(cell: int, extras: int, allowed: int, last: int) -> Iterator[Loop]:
        parity = len(walk) & 1
        houses = mask_of(tables.houses_of[cell])
        if touched[parity] & houses:
            return
        state.check()
        walk.append(cell)
        touched[parity] |= houses
        for house in tables.houses_of[cell]:
            if house == last:
                continue
            for other in members(tables.masks[house] & usable):
                if other == start and other != cell and len(walk) >= 4:
                    if touched[0] == touched[1]:
                        yield _loop(state, tuple(walk), pair)
                    continue
                if other in walk:
                    continue
                wider = extras | candidates[other] & ~pair
                is_extra = candidates[other] != pair
                if not is_extra or wider.bit_count() == 1 or allowed > 0:
                    yield from enter(other, wider, allowed - is_extra, house)
        walk.pop()
        touched[parity] ^= houses

    yield from enter(start, 0, 2, -1)


def _loop(state: State, cells: tuple[int, ...], pair: int) -> Loop:
    extras = any_of([state.candidates[cell] for cell in cells]) & ~pair
    return Loop(cells, pair, tuple(c for c in cells if state.candidates[c] != pair), extras)


def deductions(state: State, loop: Loop) -> Iterator[Deduction]:
    """Yield the deductions from a loop in the order of the reference; some remove nothing."""
    tables = state.tables
    if len(loop.extra_cells) == 1:
        cell = loop.extra_cells[0]
        yield Deduction(loop.rating, 1, ((cell, loop.pair),))
    elif loop.extras.bit_count() == 1:
        losers = tables.common_peers(loop.extra_cells)
        losers &= state.places[loop.extras.bit_length() - 1]
        yield Deduction(loop.rating, 2, state.removals(losers, loop.extras))
    elif len(loop.extra_cells) == 2:
        shared = tables.shared_houses(mask_of(loop.extra_cells))
        for house in shared:
            yield from _with_subset(state, loop, house)
        for house in shared:
            yield from _with_strong_link(state, loop, house)


def _with_subset(state: State, loop: Loop, house: int) -> Iterator[Deduction]:
    """Yield type 3: the extra cells count as one cell of a naked or hidden subset."""
    tables = state.tables
    mask = tables.masks[house]
    two = mask_of(loop.extra_cells)
    others = state.empty & mask & ~two
    marks = [(cell, state.candidates[cell]) for cell in members(others)]
    sets = [(cell, held) for cell, held in marks if held.bit_count() >= 2]
    hidden = [
        (symbol, places & mask)
        for symbol, places in enumerate(state.places)
        if places & mask and not (loop.pair | loop.extras) >> symbol & 1
    ]
    of_pair = any_of([state.places[symbol] for symbol in members(loop.pair)]) & mask & ~two
    vacancies = state.vacancies[house]
    for size in range(2, vacancies // 2 + 1):
        if size >= loop.extras.bit_count():
            for cells, union in groups(sets, size - 1, size, loop.extras, state.check):
                removals = state.removals(others & ~mask_of(cells), union)
                yield Deduction(loop.rating + size - 1, 3, removals, cells, union, house)
        if 2 * size < vacancies and tables.is_complete(house):
            for symbols, places in groups(hidden, size - 2, size - 1, of_pair, state.check):
                kept = mask_of(symbols) | loop.pair
                removals = state.removals(places, tables.all_symbols & ~kept)
                yield Deduction(loop.rating + size - 2, 3, removals, members(places), kept, house)


def _with_strong_link(state: State, loop: Loop, house: int) -> Iterator[Deduction]:
    """Yield type 4: one symbol has no other place in a house, so the other is removed."""
    tables = state.tables
    if not tables.is_complete(house):
        return
    for symbol in members(loop.pair):
        if (state.places[symbol] & tables.masks[house]).bit_count() == 2:
            gone = loop.pair ^ 1 << symbol
            removals = state.removals(mask_of(loop.extra_cells), gone)
            yield Deduction(loop.rating, 4, removals, (), 1 << symbol, house)


TYPES = {kind: technique_named(f"BUG type {kind}") for kind in range(1, 5)}

UNLESS = (
    "unless {one_cell} is {either}, every empty cell would have two candidates and every {digit}"
    " two places in each house (no unique solution)"
)
BUG = {
    1: UNLESS + ", so {result}",
    2: UNLESS + ", so {result} (in sight of all of these)",
    3: UNLESS + "; " + ONE_WITH + ", so {result}",
    4: UNLESS + "; in {house}, {subset_digits} can only go in these cells, so {result}",
}


def find_bug(state: State) -> Step | None:
    """Return the step of the first usable type: 1, 2, 4, 3."""
    extras = bug_extras(state)
    if not extras:
        return None
    cells = tuple(sorted(extras))
    every = any_of(extras.values())
    if len(cells) == 1:
        gone = state.candidates[cells[0]] & ~every
        return _step(state, 1, extras, ((cells[0], gone),) if gone else ())
    witnesses = state.tables.common_peers(cells) & state.empty
    if every.bit_count() == 1:
        return _step(state, 2, extras, state.removals(witnesses, every))
    if not witnesses:
        return None
    return _type_4(state, extras, every) or _type_3(state, extras, every)


def bug_extras(state: State) -> dict[int, int]:
    """Return the set of extra candidates of each cell that has any; {} without a BUG.

    By house, a symbol without exactly two places is extra in its only cell with three or more
    candidates left, and removed there. Without such a cell there is no BUG.
    """
    tables = state.tables
    candidates = state.candidates[:]
    places = state.places[:]
    extras: dict[int, int] = {}
    order = [house for kind in (BOX, ROW, COLUMN, EXTRA) for house in tables.of_kind[kind]]
    for house in order:
        for symbol in range(tables.n):
            here = places[symbol] & tables.masks[house]
            if here.bit_count() in (0, 2):
                continue
            rich = [cell for cell in members(here) if candidates[cell].bit_count() >= 3]
            if not rich:
                return {}
            if len(rich) == 1:
                cell = rich[0]
                extras[cell] = extras.get(cell, 0) | 1 << symbol
                candidates[cell] ^= 1 << symbol
                places[symbol] ^= 1 << cell
    if any(candidates[cell].bit_count() != 2 for cell in members(state.empty)):
        return {}
    for mask in tables.masks:
        if any((here & mask).bit_count() not in (0, 2) for here in places):
            return {}
    return extras


def _type_4(state: State, extras: dict[int, int], every: int) -> Step | None:
    if len(extras) != 2:
        return None
    first, second = sorted(extras)
    common = state.candidates[first] & state.candidates[second] & ~every
    houses = state.tables.shared_houses(1 << first | 1 << second)
    if common.bit_count() != 1 or not houses:
        return None
    removals = tuple(
        (cell, gone)
        for cell in (first, second)
        if (gone := state.candidates[cell] & ~extras[cell] & ~common)
    )
    return _step(state, 4, extras, removals, house=houses[0], symbols=common)


def _type_3(state: State, extras: dict[int, int], every: int) -> Step | None:
    """Return a naked subset, of up to max(6, n / 2), with the extra candidates as one cell."""
    tables = state.tables
    for house in tables.shared_houses(mask_of(extras)):
        others = state.empty & tables.masks[house] & ~mask_of(extras)
        sets = [(cell, state.candidates[cell]) for cell in members(others)]
        for size in range(2, max(6, tables.n // 2) + 1):
            for cells, union in groups(sets, size - 1, size, every, state.check):
                removals = state.removals(others & ~mask_of(cells), union)
                if removals:
                    return _step(state, 3, extras, removals, cells, union, house, size - 2)
    return None


def _step(
    state: State,
    kind: int,
    extras: dict[int, int],
    removals: tuple[Removal, ...],
    cells: tuple[int, ...] = (),
    symbols: int = 0,
    house: int = -1,
    more: int = 0,
) -> Step | None:
    if not removals or not state.allows(TYPES[kind].name):
        return None
    return step_of(
        state,
        TYPES[kind],
        BUG[kind],
        sorted(extras),
        removals,
        any_of(extras.values()),
        (house,) if house >= 0 else (),
        more=more,
        subset_cells=cells,
        subset_symbols=symbols,
    )
