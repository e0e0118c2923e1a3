"""Locked candidates: pointing and claiming, and their direct forms, which place a value at once.

If all places of a symbol in one house are also in a second house, it cannot be elsewhere in the
second. Pointing: the first house is a box (in variants a region); claiming: a line (in variants any
other house). A generalised intersection removes a symbol from cells that see all of its places in a
house, by whatever houses or rules of a variant.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.state import State, Watch
from sudokutools.logic.step import Finder, Step, step_of
from sudokutools.logic.tables import BOX, members
from sudokutools.logic.techniques import Technique

Meeting = tuple[int, int]  # The kinds of the two houses: an item of `Tables.meetings`.

CONFINED = "in {base}, {digits} is confined to {cover} ({places}), so {result}"
DIRECT = (
    "in {house}, {digits} is confined to {houses[1]} ({places}), so in {houses[2]}, {only_place}"
)
SEEN = "in {house}, {digits} is confined to {cells}, so {result} (in sight of all of these)"


def locked_sets(state: State, meeting: Meeting, symbol: int) -> Iterator[tuple[int, int, int]]:
    """Yield (first house, second house, places) where a symbol (from 0) is locked."""
    tables = state.tables
    first_kind, second_kind = meeting
    of_cell = tables.of_cell[second_kind]
    everywhere = state.places[symbol]
    for first in tables.of_kind[first_kind]:
        places = everywhere & tables.masks[first]
        low = places & -places
        if low == places or not tables.is_complete(first):
            continue
        for second in of_cell[low.bit_length() - 1]:
            if not places & ~tables.masks[second] and second != first:
                yield first, second, places


class Locking:
    """Pointing and claiming, in one scan: kinds of houses, then symbols, then first houses."""

    def __init__(self, pointing: Technique, claiming: Technique) -> None:
        self._pointing = pointing
        self._claiming = claiming
        self._watch = Watch()
        self._todo: dict[Meeting, int] = {}

    def __call__(self, state: State) -> Step | None:
        changed = self._watch.symbols(state)
        for meeting in state.tables.meetings:
            self._todo[meeting] = self._todo.get(meeting, 0) | changed
        for meeting, todo in self._todo.items():
            if not state.allows(self._technique(meeting).name):
                continue
            for symbol in members(todo):
                for locked in locked_sets(state, meeting, symbol):
                    step = self._step(state, meeting, symbol, *locked)
                    if step is not None:
                        return step
                self._todo[meeting] ^= 1 << symbol
        return None

    def _technique(self, meeting: Meeting) -> Technique:
        return self._pointing if meeting[0] == BOX else self._claiming

    def _step(
        self, state: State, meeting: Meeting, symbol: int, first: int, second: int, places: int
    ) -> Step | None:
        tables = state.tables
        losers = state.places[symbol] & tables.masks[second] & ~tables.masks[first]
        if not losers:
            return None
        pattern = (places, state.removals(losers, 1 << symbol), 1 << symbol, (first, second))
        return step_of(state, self._technique(meeting), CONFINED, *pattern)


class DirectLocking(Locking):
    """Pointing and claiming that leave another house of the first kind a single place."""

    def _step(
        self, state: State, meeting: Meeting, symbol: int, first: int, second: int, places: int
    ) -> Step | None:
        tables = state.tables
        cleared = tables.masks[second] & ~tables.masks[first]
        for third in tables.of_kind[meeting[0]]:
            here = state.places[symbol] & tables.masks[third]
            left = here & ~cleared
            is_single = left and not left & (left - 1) and left != here
            if is_single and third != first and tables.is_complete(third):
                pattern = (places, (), 1 << symbol, (first, second, third))
                placed = ((left.bit_length() - 1, symbol + 1),)
                return step_of(state, self._technique(meeting), DIRECT, *pattern, placements=placed)
        return None


class Intersection(Finder):
    """Cells that see all places of a symbol in a complete house: houses in order, then symbols."""

    def __call__(self, state: State) -> Step | None:
        tables = state.tables
        self.watch.todo |= self.watch.symbols(state)
        todo = members(self.watch.todo)
        for house in members(tables.complete):
            for symbol in todo:
                places = state.places[symbol] & tables.masks[house]
                if not places:
                    continue
                losers = state.places[symbol] & tables.common_peers(members(places))
                if losers:
                    bit = 1 << symbol
                    removals = state.removals(losers, bit)
                    return step_of(state, self.technique, SEEN, places, removals, bit, (house,))
        self.watch.todo = 0
        return None
