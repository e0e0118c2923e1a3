"""Clues and rules given by primitives: candidates that they exclude.

Kinds of clue are not known here: they only add reasons (`Constraint.because`). Cages, inequalities,
parity and the older rules have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sudokutools._support.bits import bits
from sudokutools.logic.clue_parts import Masks, Part, links_beyond, parts_of
from sudokutools.logic.state import Removal, State, losses
from sudokutools.logic.step import Finder, Step, step_of
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique

LARGE = 5  # The size of techniques for parts with at least five empty cells.

REASON = "{{house}}: {}, so {{result}}"
LAST = "{house}: its other cells are filled, so {result}"
WAYS = "after trying all ways to fill {places} of {house}, {result}"
IN_SIGHT = (
    "after trying all ways to fill {places} of {house}, where cells in sight of each other differ,"
    " {result}"
)
LOCKING = "{house} cannot be filled without {symbol} in {cells}, so {result}"
NO_PLACE = "{{symbol}} in {{cells}} would, by the clues, leave {}, so {{result}}"


class PartFinder(Finder):
    """A technique that looks at each part by itself if one of its cells has changed."""

    def __init__(self, technique: Technique) -> None:
        super().__init__(technique)
        self._todo: set[int] = set()
        self._parts: tuple[Part, ...] = ()
        self._of_cell: list[list[int]] = []

    def __call__(self, state: State) -> Step | None:
        if not self._of_cell:
            self._parts = parts_of(state.tables.geometry, state.constraints)
            self._of_cell = [[] for _ in range(state.tables.size)]
            for number, part in enumerate(self._parts):
                for cell in part.cells:
                    self._of_cell[cell].append(number)
        for cell in bits(self.watch.cells(state)):
            self._todo.update(self._of_cell[cell])
        for number in sorted(self._todo):
            part = self._parts[number]
            size = (part.mask & state.empty).bit_count()
            if size and self.fits(min(size, LARGE)):
                state.check()
                step = self.look(state, part)
                if step is not None:
                    return step
            self._todo.remove(number)
        return None

    def fits(self, size: int) -> bool:
        """Whether the technique is for parts with this number of empty cells, at most LARGE."""
        return self.technique.size == size

    def look(self, state: State, part: Part) -> Step | None:
        raise NotImplementedError

    def step(self, state: State, part: Part, why: str, removals: Sequence[Removal]) -> Step:
        step = step_of(state, self.technique, why, part.mask & state.empty, removals)
        return of_part(step, part)


def of_part(step: Step, part: Part) -> Step:
    rule = part.rule.replace("{", "{{").replace("}", "}}")
    why = step.explanation.replace("{house}", "{house}" + rule)
    return step._replace(houses=(part.name,), explanation=why)


class ClueCombinations(PartFinder):
    """Candidates that no filling of a part has; with a single empty cell left, its symbol."""

    def look(self, state: State, part: Part) -> Step | None:
        masks = part.held(state)
        kept = part.narrowed(masks)
        removals = losses(part.cells, masks, kept) if kept else ()
        if not removals or kept is None:
            return None
        if self.technique.size == 1:
            ((cell, _),) = removals
            mask = kept[part.cells.index(cell)]
            if not mask & mask - 1 and len(part.cells) > 2:
                placed = ((cell, mask.bit_length()),)
                step = step_of(state, self.technique, LAST, (cell,), (), mask, placements=placed)
                return of_part(step, part)
        why, removals = self._because(state, part, masks, removals)
        return self.step(state, part, why, removals)

    def _because(
        self, state: State, part: Part, masks: Masks, removals: tuple[Removal, ...]
    ) -> tuple[str, tuple[Removal, ...]]:
        """Return the first reason, and the removals that have it."""
        geometry, filled = state.tables.geometry, part.mask & ~state.empty
        if part.rows and filled:
            cell = filled.bit_length() - 1
            why = f"{geometry.cell_name(cell)} is {geometry.values[state.values[cell] - 1]}"
            return REASON.format(why), self._around(state, part, cell)
        if self.technique.size == 1:
            return LAST if len(part.cells) > 1 else WAYS, removals
        held = dict(zip(part.cells, masks, strict=True))

        def reason(cell: int, symbol: int) -> str:
            found = (
                part.clue.because(cell, geometry.values[symbol - 1], held, geometry)
                if part.clue is not None
                else ""
            )
            if found or not part.rows:
                return found
            (other,) = set(part.cells) - {cell}
            return f"{geometry.cell_name(other)} has no candidate that fits"

        gone: dict[str, dict[int, int]] = {}
        for cell, mask in removals:
            for symbol in members(mask):
                by_cell = gone.setdefault(reason(cell, symbol + 1), {})
                by_cell[cell] = by_cell.get(cell, 0) | 1 << symbol
        why, first = next(iter(gone.items()))
        return REASON.format(why) if why else WAYS, tuple(first.items())

    def _around(self, state: State, part: Part, filled: int) -> tuple[Removal, ...]:
        found: dict[int, int] = {}
        for number in self._of_cell[filled]:
            each = self._parts[number]
            if each.name == part.name and each.rows and each.mask & state.empty:
                masks = each.held(state)
                for cell, mask in losses(each.cells, masks, each.narrowed(masks) or masks):
                    found[cell] = found.get(cell, 0) | mask
        return tuple(sorted(found.items()))


class CluePermutations(PartFinder):
    """Candidates of a part that leave it no filling, as its cells in sight lose the symbol."""

    def fits(self, size: int) -> bool:
        return size > 1 and (size == LARGE) == (self.technique.size == LARGE)

    def look(self, state: State, part: Part) -> Step | None:
        if not any(part.seen):
            return None
        masks = part.held(state)
        kept = [
            mask_of(s for s in members(mask) if part.after(masks, at, s) is not None)
            for at, mask in enumerate(masks)
        ]
        removals = losses(part.cells, masks, kept) if all(kept) else ()
        return self.step(state, part, IN_SIGHT, removals) if removals else None


class ClueLocking(PartFinder):
    """A symbol that a part includes is removed from cells that see its places there."""

    def fits(self, size: int) -> bool:
        return size > 1

    def look(self, state: State, part: Part) -> Step | None:
        tables, masks = state.tables, part.held(state)
        for symbol in members(any_of(masks)):
            places, bit = state.places[symbol] & part.mask, 1 << symbol
            if not places & places - 1 or part.without(masks, places, bit) is not None:
                continue
            by_seen: dict[int, int] = {}
            for cell in bits(state.places[symbol] & ~part.mask):
                seen = tables.peers[cell] & places
                if seen & seen - 1:
                    by_seen[seen] = by_seen.get(seen, 0) | 1 << cell
            for seen, losers in by_seen.items():
                if seen == places or part.without(masks, seen, bit) is None:
                    removals = state.removals(losers, bit)
                    step = step_of(state, self.technique, LOCKING, seen, removals, bit)
                    return of_part(step, part)
        return None


class ClueExclusion(Finder):
    """A candidate that leaves a cell no candidate, or a symbol no place in a house.

    It excludes others by clues, each by itself, and by houses.
    """

    def __call__(self, state: State) -> Step | None:
        self.watch.todo |= self.watch.cells(state)
        if not self.watch.todo:
            return None
        beyond = links_beyond(state).weak
        for cell in bits(state.empty):
            state.check()
            for symbol in members(state.candidates[cell]):
                others = beyond.get(symbol * state.tables.size + cell, ())
                lacking = _lacking(state, cell, symbol, others) if others else ""
                if lacking:
                    removals = ((cell, 1 << symbol),)
                    why = NO_PLACE.format(lacking)
                    return step_of(state, self.technique, why, (cell,), removals, 1 << symbol)
        self.watch.todo = 0
        return None


def _lacking(state: State, cell: int, symbol: int, others: Sequence[int]) -> str:
    """Name a cell or house that a candidate leaves empty with those it excludes, "" if none."""
    tables = state.tables
    seen = state.places[symbol] & tables.peers[cell]
    gone = {symbol: seen}
    for other in others:
        number, place = divmod(other, tables.size)
        gone[number] = gone.get(number, 0) | 1 << place
    for place in bits(any_of(gone.values())):
        if all(gone.get(each, 0) >> place & 1 for each in members(state.candidates[place])):
            return f"{tables.geometry.cell_name(place)} without candidates"
    for number, cells in gone.items():
        cells |= 1 << cell if number != symbol else 0
        for house in dict.fromkeys(chain.from_iterable(tables.houses_of[c] for c in bits(cells))):
            places = state.places[number] & tables.masks[house]
            if places and not places & ~cells and tables.is_complete(house):
                return f"no place for {number + 1} in {tables.names[house]}"
    return ""
