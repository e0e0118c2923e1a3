"""BUG, the bivalue universal grave, types 1 to 4.

A grid in which every empty cell has two candidates and every symbol has two places or none in each
house has no solution or several. In a puzzle with a unique solution at least one of the extra
candidates, without which the grid would be a BUG, is true.
"""

from __future__ import annotations

from sudokutools.logic.loops import ONE_WITH
from sudokutools.logic.state import Removal, State
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import BOX, COLUMN, EXTRA, ROW, any_of, groups, mask_of, members
from sudokutools.logic.techniques import technique_named

TYPES = {kind: technique_named(f"BUG type {kind}") for kind in range(1, 5)}

UNLESS = (
    "unless {one_cell} is {either}, every empty cell would have two candidates and every {digit}"
    " two places in each house (no unique solution)"
)
EXPLANATIONS = {
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

    For boxes, rows, columns, extra houses, and in each for every symbol without exactly two places:
    if one of its places is in a cell with three or more candidates left, the symbol is extra there
    and removed. Without such a cell there is no BUG; with several, another house may decide.
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
    """Return a naked subset in which the extra candidates count as one cell.

    Sizes go up to six, as on 9x9, or to half of the symbols.
    """
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
        EXPLANATIONS[kind],
        sorted(extras),
        removals,
        any_of(extras.values()),
        (house,) if house >= 0 else (),
        more=more,
        subset_cells=cells,
        subset_symbols=symbols,
    )
