"""Locked candidates: pointing and claiming, and the direct forms that place a value at once.

A symbol whose places in one house all lie in a second house as well cannot be elsewhere in the
second. Pointing goes from a box to a line, claiming from a line to a box; in variants pointing goes
from a region to any house, claiming from any other house. There, cells that see all places of a
symbol in a house may share no house with them: a generalised intersection.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.state import State, Watch, pairs
from sudokutools.logic.step import Step, losers_of, names_of
from sudokutools.logic.tables import BOX, members
from sudokutools.logic.techniques import Technique

Meeting = tuple[int, int]
"""The kinds of the two houses of a locked set: a row of `Tables.meetings`."""


def locked_sets(state: State, meeting: Meeting, symbol: int) -> Iterator[tuple[int, int, int]]:
    """Yield (first house, second house, places): a symbol locked in where two houses meet.

    The symbol (from 0) has two or more places in the first house, all of them in the second.
    First houses are taken in order, complete ones only, and so are second houses.
    """
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
        """Return the first usable step."""
        changed = self._watch.symbols(state)
        for meeting in state.tables.meetings:
            self._todo[meeting] = self._todo.get(meeting, 0) | changed
        for meeting, todo in self._todo.items():
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
        technique = self._technique(meeting)
        return Step(
            technique.name,
            technique.least,
            _tell,
            members(places),
            (),
            pairs(state.removals(losers, 1 << symbol)),
            tables.geometry,
            (symbol + 1,),
            (tables.names[first], tables.names[second]),
        )


class DirectLocking(Locking):
    """Pointing and claiming that leave a parallel house one place: that place is filled.

    The third house is of the first one's kind, complete, crosses the second, and has more than one
    place for the symbol, exactly one of them outside the second (or in the first, where further
    houses cross each other). Only the placement is applied.
    """

    def _step(
        self, state: State, meeting: Meeting, symbol: int, first: int, second: int, places: int
    ) -> Step | None:
        tables = state.tables
        cleared = tables.masks[second] & ~tables.masks[first]
        for third in tables.of_kind[meeting[0]]:
            here = state.places[symbol] & tables.masks[third]
            left = here & ~cleared
            if (
                third == first
                or not left
                or left & (left - 1)
                or left == here
                or not tables.is_complete(third)
            ):
                continue
            cell = left.bit_length() - 1
            technique = self._technique(meeting)
            return Step(
                technique.name,
                technique.least,
                _tell_direct,
                members(places),
                ((cell, symbol + 1),),
                (),
                tables.geometry,
                (symbol + 1,),
                (tables.names[first], tables.names[second], tables.names[third]),
            )
        return None


class Intersection:
    """Cells that see all places of a symbol in a complete house: houses in order, then symbols."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        self._watch.todo |= self._watch.symbols(state)
        todo = members(self._watch.todo)
        for house in members(tables.complete):
            for symbol in todo:
                places = state.places[symbol] & tables.masks[house]
                if not places:
                    continue
                losers = state.places[symbol]
                for cell in members(places):
                    losers &= tables.peers[cell]
                if losers:
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell_seen,
                        members(places),
                        (),
                        pairs(state.removals(losers, 1 << symbol)),
                        tables.geometry,
                        (symbol + 1,),
                        (tables.names[house],),
                    )
        self._watch.todo = 0
        return None


def _why(step: Step) -> str:
    first, second = step.houses[:2]
    cells = names_of(step, step.cells)
    return f"in {first} only {cells} can hold {step.symbols[0]}, all in {second}"


def _tell(step: Step) -> str:
    return f"{_why(step)}, so no other cell of {step.houses[1]} does: {losers_of(step)}"


def _tell_direct(step: Step) -> str:
    ((cell, symbol),) = step.placements
    place = step.geometry.cell_name(cell)
    return f"{_why(step)}, so in {step.houses[2]} one place is left: {place} is {symbol}"


def _tell_seen(step: Step) -> str:
    cells = names_of(step, step.cells)
    return (
        f"in {step.houses[0]} only {cells} can hold {step.symbols[0]},"
        f" so no cell that sees them all does: {losers_of(step)}"
    )
