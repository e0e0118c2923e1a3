"""Killer cages: what their sums leave to their cells, and to the cells that see them.

A cage is a house of its own (`Tables.cages`): its cells see each other. What is said here of a cage
is said of its open cells, which have the rest of the sum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sudokutools.logic.state import Removal, State, Watch, pairs
from sudokutools.logic.step import Step, names_of, removals_of
from sudokutools.logic.sums import (
    MAX_EXACT_SYMBOLS,
    Masks,
    combinations,
    fit,
    within_bounds,
)
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.techniques import Technique, technique_named
from sudokutools.logic.wording import an, listing

LARGE = 5
"""The size of the technique for cages of five cells and more."""

LAST_CELL = technique_named("Last cell of a cage")

Open = tuple[int, tuple[int, ...], Masks]
"""The rest of the sum of a cage, its empty cells and what they can hold."""


def open_part(state: State, house: int) -> Open:
    """Return what is open of the cage that is a house, which has a sum."""
    rest = state.tables.cage_sums[house]
    cells = []
    for cell in state.tables.houses[house]:
        value = state.values[cell]
        if value:
            rest -= value
        else:
            cells.append(cell)
    return rest, tuple(cells), tuple([state.candidates[cell] for cell in cells])


def find_last_cell(state: State) -> Step | None:
    """Return the first cage with one empty cell: it holds what is left of the sum."""
    tables = state.tables
    for house in tables.cage_sums:
        if state.vacancies[house] == 1:
            rest, (cell,), (mask,) = open_part(state, house)
            if 0 < rest <= tables.n and mask >> (rest - 1) & 1:
                return Step(
                    LAST_CELL.name,
                    LAST_CELL.least,
                    _tell_last,
                    (cell,),
                    ((cell, rest),),
                    (),
                    tables.geometry,
                    (rest,),
                    (tables.names[house],),
                )
    return None


def losses(cells: tuple[int, ...], masks: Masks, kept: Masks) -> tuple[Removal, ...]:
    """Return what cells lose if they keep no more than this."""
    return tuple(
        (cell, mask & ~left)
        for cell, mask, left in zip(cells, masks, kept, strict=True)
        if mask & ~left
    )


class CageTechnique:
    """A technique that looks at one cage after the other, where something changed."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: cages in the order of their first cells."""
        for house in members(self._watch.houses(state) & state.tables.cage_houses):
            if state.vacancies[house] >= 2 and house in state.tables.cage_sums:
                step = self._look(state, house)
                if step is not None:
                    return step
            self._watch.todo ^= 1 << house
        return None

    def _look(self, state: State, house: int) -> Step | None:
        """Return the step of one cage, None: there is none."""
        raise NotImplementedError

    def _step(
        self,
        state: State,
        house: int,
        teller: Callable[[Step], str],
        cells: tuple[int, ...],
        symbols: int,
        removals: tuple[tuple[int, int], ...],
    ) -> Step:
        tables = state.tables
        return Step(
            self._technique.name,
            self._technique.least,
            teller,
            cells,
            (),
            pairs(removals),
            tables.geometry,
            tuple(symbol + 1 for symbol in members(symbols)),
            (tables.names[house],),
        )


class SingleCombination(CageTechnique):
    """A cage whose sum is made of one set of symbols alone: its cells hold these.

    No cell that sees the whole cage holds one of them. The pencil marks are not needed for it.
    """

    def _look(self, state: State, house: int) -> Step | None:
        tables = state.tables
        rest, cells, masks = open_part(state, house)
        if tables.n > MAX_EXACT_SYMBOLS:
            return None
        found = combinations(tables.n, len(masks), rest)
        if len(found) != 1:
            return None
        removals = state.removals(mask_of(cells), ~found[0])
        removals += state.removals(tables.common_peers(cells), found[0])
        if not removals:
            return None
        return self._step(state, house, _tell_single, cells, found[0], tuple(sorted(removals)))


class CageBounds(CageTechnique):
    """The least and the greatest sums of all other cells of a cage bound each cell of it."""

    def _look(self, state: State, house: int) -> Step | None:
        rest, cells, masks = open_part(state, house)
        found, last = masks, None
        while found != last:
            found, last = within_bounds(found, 1 << max(0, rest), state.tables.n), found
        removals = losses(cells, masks, found)
        if not removals:
            return None
        teller = partial(_tell_bounds, rest)
        return self._step(state, house, teller, cells, 0, removals)


class CageCombinations(CageTechnique):
    """The combinations of a cage that its cells allow: what is in none of them goes.

    A combination is allowed if each of its symbols can have a cell of its own. The size is that of
    the cage, LARGE for all others. Of two cells each is looked at, too, as by `CagePermutations`.
    """

    def _look(self, state: State, house: int) -> Step | None:
        rest, cells, masks = open_part(state, house)
        if len(cells) != self._technique.size and not len(cells) > self._technique.size == LARGE:
            return None
        found = fit(masks, 1 << max(0, rest), state.tables.n)
        kept = found.kept
        if found.combinations is not None and len(cells) > 2:
            together = 0
            for combination in found.combinations:
                together |= combination
            kept = len(cells) * (together,)
        removals = losses(cells, masks, kept)
        if not removals:
            return None
        teller = partial(_tell_combinations, found.combinations, rest)
        return self._step(state, house, teller, cells, 0, removals)


class CagePermutations(CageTechnique):
    """What a cell can hold in none of the ways to fill its cage."""

    def _look(self, state: State, house: int) -> Step | None:
        rest, cells, masks = open_part(state, house)
        found = fit(masks, 1 << max(0, rest), state.tables.n)
        removals = losses(cells, masks, found.kept)
        if not removals:
            return None
        teller = partial(_tell_permutations, rest)
        return self._step(state, house, teller, cells, 0, removals)


class CageLocking(CageTechnique):
    """A symbol that every combination of a cage needs leaves what sees its places there."""

    def _look(self, state: State, house: int) -> Step | None:
        rest, cells, masks = open_part(state, house)
        if rest <= 0:
            return None
        needed = fit(masks, 1 << rest, state.tables.n).needed
        found = locked(state, mask_of(cells), needed)
        if found is None:
            return None
        symbol, places, removals = found
        return self._step(state, house, _tell_locking, members(places), 1 << symbol, removals)


def locked(
    state: State, cells: int, needed: int
) -> tuple[int, int, tuple[tuple[int, int], ...]] | None:
    """Return the first symbol (from 0) that cells need, its places there, and what sees them all.

    None: no cell outside loses anything.
    """
    for symbol in members(needed):
        places = state.places[symbol] & cells
        losers = state.places[symbol] & ~cells & state.tables.common_peers(members(places))
        if losers:
            return symbol, places, state.removals(losers, 1 << symbol)
    return None


def sum_text(combination: int) -> str:
    """Write a set of symbols as a sum: `1+3+7`."""
    return "+".join(str(symbol + 1) for symbol in members(combination))


def ways_text(found: Masks | None, rest: int) -> str:
    """Say how cells add up: `as 1+9 or 2+8 only`."""
    if found is None:
        return f"to {rest} within these bounds only"
    if len(found) > 4:
        return f"to {rest} in {len(found)} ways"
    return f"to {rest} as {listing(map(sum_text, sorted(found, key=members)), 'or')} only"


def _tell_last(step: Step) -> str:
    return (
        f"{names_of(step, step.cells)} is the last empty cell of {step.houses[0]},"
        f" so it is {step.symbols[0]}"
    )


def _tell_single(step: Step) -> str:
    total = sum(step.symbols)
    symbols = "+".join(map(str, step.symbols))
    return (
        f"{names_of(step, step.cells)} of {step.houses[0]} add up to {total} as {symbols} only:"
        f" {removals_of(step)}"
    )


def _tell_combinations(found: Masks | None, rest: int, step: Step) -> str:
    cells = names_of(step, step.cells)
    return f"{cells} of {step.houses[0]} add up {ways_text(found, rest)}: {removals_of(step)}"


def _tell_bounds(rest: int, step: Step) -> str:
    cells = names_of(step, step.cells)
    where = f"{cells} of {step.houses[0]} add up to {rest}"
    return f"{where}, which bounds each of them: {removals_of(step)}"


def _tell_permutations(rest: int, step: Step) -> str:
    return (
        f"in no way to fill {names_of(step, step.cells)} of {step.houses[0]} to the sum {rest}:"
        f" {removals_of(step)}"
    )


def _tell_locking(step: Step) -> str:
    symbol = step.symbols[0]
    cells = names_of(step, step.cells)
    where = f"only {cells} can hold it" if len(step.cells) > 1 else f"it can be in {cells} only"
    return f"{step.houses[0]} needs {an(symbol)}, and there {where}: {removals_of(step)}"
