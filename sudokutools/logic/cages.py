"""Killer cages: candidates that their sums exclude.

A cage is a house, whose cells see each other. Finders work on its empty cells and the rest of its
sum.
"""

from __future__ import annotations

from functools import lru_cache

from sudokutools.logic import singles
from sudokutools.logic.state import State, losses
from sudokutools.logic.step import MOST_PLACES, HouseFinder, Step, placement_of, step_of
from sudokutools.logic.strand import listing
from sudokutools.logic.sums import MAX_EXACT_SYMBOLS, Masks, combinations, fit, within_bounds
from sudokutools.logic.tables import Tables, any_of, mask_of, members
from sudokutools.logic.techniques import technique_named

LARGE = 5  # The size of the technique for cages of at least five cells.

LAST_CELL = technique_named("Last cell of a cage")

MOST_WAYS = 8  # The maximum number of combinations that an explanation lists.

SINGLE = "{house}: {cells} can only be {sum}, so {result}"

Open = tuple[int, tuple[int, ...], Masks]
"""The rest of the sum of a cage, its empty cells and their candidates."""

Part = tuple[int, Masks]
"""The rest of the sum and the masks of a cage; 0 and the mask of a cell outside such cages."""


def open_part(state: State, house: int) -> Open:
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
    tables = state.tables
    for house in tables.cage_sums:
        if state.vacancies[house] == 1:
            rest, (cell,), (mask,) = open_part(state, house)
            if 0 < rest <= tables.n and mask >> (rest - 1) & 1:
                return placement_of(state, LAST_CELL, singles.LAST_CELL, cell, rest - 1, (house,))
    return None


class CageFinder(HouseFinder):
    def houses(self, tables: Tables) -> int:
        return tables.cage_houses

    def look(self, state: State, house: int) -> Step | None:
        if state.vacancies[house] < 2 or house not in state.tables.cage_sums:
            return None
        return self.look_in(state, house, open_part(state, house))

    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        raise NotImplementedError

    def step(
        self, state: State, house: int, part: Open, kept: Masks, how: str, names_never: bool = False
    ) -> Step | None:
        """Return the step that leaves the cells these candidates, None if they have no others."""
        rest, cells, masks = part
        removals = losses(cells, masks, kept)
        if not removals:
            return None
        gone = any_of([mask for _, mask in removals]) if names_never else 0
        tables = state.tables
        found = fit(masks, 1 << max(0, rest), tables.n).combinations
        total, ways = tables.sum_of_values(rest, len(cells)), ways_text(found, tables.least, gone)
        why = f"{{house}}: {{cells}} must add up to {total}{ways}{how} {{result}}"
        return step_of(state, self.technique, why, cells, removals, 0, (house,))


class SingleCombination(CageFinder):
    """A cage whose sum has one combination: no cells that see the whole cage hold its symbols."""

    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        rest, cells, masks = part
        tables = state.tables
        if tables.n > MAX_EXACT_SYMBOLS:
            return None
        found = combinations(tables.n, len(masks), rest)
        if len(found) != 1:
            return None
        removals = state.removals(mask_of(cells), ~found[0])
        removals += state.removals(tables.common_peers(cells), found[0])
        if not removals:
            return None
        removed = sorted(removals)
        return step_of(state, self.technique, SINGLE, cells, removed, found[0], (house,))


class CageBounds(CageFinder):
    """The sums that the other cells of a cage can have bound each cell."""

    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        rest, _, masks = part
        found, last = masks, None
        while found != last:
            found, last = within_bounds(found, 1 << max(0, rest), state.tables.n), found
        return self.step(state, house, part, found, ", which bounds each of them, so")


class CageCombinations(CageFinder):
    """Symbols in no possible combination of a cage; LARGE is the size of all larger cages.

    Cages of two cells are searched as by `CagePermutations`.
    """

    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        rest, cells, masks = part
        size = self.technique.size
        if len(cells) != size and not len(cells) > size == LARGE:
            return None
        found = fit(masks, 1 << max(0, rest), state.tables.n)
        kept = found.kept
        if found.combinations is not None and len(cells) > 2:
            kept = len(cells) * (any_of(found.combinations),)
        return self.step(state, house, part, kept, ", so", names_never=True)


class CagePermutations(CageFinder):
    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        rest, _, masks = part
        kept = fit(masks, 1 << max(0, rest), state.tables.n).kept
        return self.step(state, house, part, kept, "; after trying all orders,")


class CageLocking(CageFinder):
    """A symbol in every combination of a cage is removed from cells that see its places there."""

    def look_in(self, state: State, house: int, part: Open) -> Step | None:
        rest, cells, masks = part
        if rest <= 0:
            return None
        fitting = fit(masks, 1 << rest, state.tables.n)
        found = locked(state, mask_of(cells), fitting.needed)
        if found is None:
            return None
        symbol, places, removals = found
        all_ways = (
            f"all combinations of {{house}}{ways_text(fitting.combinations, state.tables.least)}"
        )
        why = f"{all_ways} include {{symbol}}, which can only go in {{cells}}, so {{result}}"
        return step_of(state, self.technique, why, places, removals, 1 << symbol, (house,))


def locked(
    state: State, cells: int, needed: int
) -> tuple[int, int, tuple[tuple[int, int], ...]] | None:
    """Return the first needed symbol (from 0) to be removed elsewhere, its places, the removals."""
    for symbol in members(needed):
        places = state.places[symbol] & cells
        losers = state.places[symbol] & ~cells & state.tables.common_peers(members(places))
        if losers:
            return symbol, places, state.removals(losers, 1 << symbol)
    return None


class HousePartition(HouseFinder):
    """Candidates of a house that no way to divide its symbols among its cages uses."""

    def houses(self, tables: Tables) -> int:
        return tables.complete & ~tables.cage_houses if tables.n <= MOST_PLACES else 0

    def look(self, state: State, house: int) -> Step | None:
        cells, parts = _parts(state, house)
        if not any(total for total, _ in parts):
            return None
        masks = tuple(state.candidates[cell] for cell in cells)
        removals = losses(cells, masks, shared(parts))
        if not removals:
            return None
        empty = state.tables.masks[house] & state.empty
        least, total_of = state.tables.least, state.tables.sum_of_values
        sums = [
            f"{total_of(part[0], len(part[1]))}{ways_text(_options(part), least)}"
            for part in parts
            if part[0]
        ]
        all_ways = f"all ways to divide {{house}} among its cages, {listing(sums)}"
        why = f"after trying {all_ways}, {{result}}"
        return step_of(state, self.technique, why, empty, sorted(removals), 0, (house,))


def _parts(state: State, house: int) -> tuple[tuple[int, ...], tuple[Part, ...]]:
    tables = state.tables
    left = tables.masks[house] & state.empty
    cells: list[int] = []
    parts: list[Part] = []
    for cage in tables.cage_sums:
        mask = tables.masks[cage] & state.empty
        if mask & (mask - 1) and not mask & ~left:
            rest, mine, masks = open_part(state, cage)
            parts.append((max(1, rest), masks))
            cells += mine
            left &= ~mask
    for cell in members(left):
        parts.append((0, (state.candidates[cell],)))
        cells.append(cell)
    return tuple(cells), tuple(parts)


@lru_cache(maxsize=1 << 12)
def shared(parts: tuple[Part, ...]) -> Masks:
    """Return the candidates that the cells of all parts keep if each symbol is in one part.

    >>> shared(((5, (0b1111, 0b1111)), (0, (0b101,)), (0, (0b111,))))
    (9, 9, 4, 2)
    """
    options = [_options(part) for part in parts]
    layers: list[set[int]] = [{0}]
    for mine in options:
        layers.append({used | each for used in layers[-1] for each in mine if not used & each})
    alive = layers[-1]
    kept: list[int] = []
    for (total, masks), mine, layer in zip(
        reversed(parts), reversed(options), reversed(layers[:-1]), strict=True
    ):
        held = [0] * len(masks)
        before: set[int] = set()
        for each in mine:
            found = {used for used in layer if not used & each and used | each in alive}
            if found:
                before |= found
                cut = tuple(mask & each for mask in masks)
                ways = fit(cut, 1 << total, MOST_PLACES).kept if total else cut
                held = [one | other for one, other in zip(held, ways, strict=True)]
        kept[:0] = held
        alive = before
    return tuple(kept)


def _options(part: Part) -> Masks:
    total, masks = part
    if not total:
        return tuple(1 << symbol for symbol in members(masks[0]))
    return fit(masks, 1 << total, MOST_PLACES).combinations or ()


def ways_text(found: Masks | None, least: int, gone: int = 0) -> str:
    """Return the combinations, or their number if there are many, and which of `gone` are in none.

    `least` is the least value.

    >>> ways_text((0b10000010, 0b100000001), 1, 0b101)
    ' (1+9 or 2+8; never 3)'
    """
    if not found:
        return ""
    ways = f"{len(found)} combinations"
    if len(found) <= MOST_WAYS:
        sums = (
            "+".join(str(s + least) for s in members(each)) for each in sorted(found, key=members)
        )
        ways = listing(sums, "or")
    never = [symbol + least for symbol in members(gone & ~any_of(found))]
    return f" ({ways}{'; never ' if never else ''}{listing(never, 'or')})"
