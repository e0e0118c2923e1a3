"""Locked candidates: pointing and claiming, and the direct forms that place a value at once.

A symbol whose places in one house all lie in a second house as well cannot be elsewhere in the
second. Pointing goes from a box to a line, claiming from a line to a box.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.state import State, Watch, pairs
from sudokutools.logic.step import Step, losers_of, names_of
from sudokutools.logic.tables import BOX, COLUMN, ROW, members
from sudokutools.logic.techniques import Technique

DIRECTIONS = ((BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX))


def locked_sets(state: State, direction: int, symbol: int) -> Iterator[tuple[int, int, int]]:
    """Yield (first house, second house, places): a symbol locked in where two houses meet.

    The symbol (from 0) has two or more places in the first house, all of them in the second.
    First houses are taken in order, complete ones only.
    """
    tables = state.tables
    first_kind, second_kind = DIRECTIONS[direction]
    house_of = tables.house_of[second_kind]
    everywhere = state.places[symbol]
    for first in tables.of_kind[first_kind]:
        places = everywhere & tables.masks[first]
        low = places & -places
        if low == places or not tables.is_complete(first):
            continue
        second = house_of[low.bit_length() - 1]
        if not places & ~tables.masks[second]:
            yield first, second, places


class Locking:
    """Pointing and claiming, in one scan: directions, then symbols, then first houses."""

    def __init__(self, pointing: Technique, claiming: Technique) -> None:
        self._pointing = pointing
        self._claiming = claiming
        self._watch = Watch()
        self._todo = [0, 0, 0, 0]

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        changed = self._watch.symbols(state)
        for direction in range(4):
            self._todo[direction] |= changed
        for direction in range(4):
            for symbol in members(self._todo[direction]):
                for locked in locked_sets(state, direction, symbol):
                    step = self._step(state, direction, symbol, *locked)
                    if step is not None:
                        return step
                self._todo[direction] ^= 1 << symbol
        return None

    def _technique(self, direction: int) -> Technique:
        return self._pointing if DIRECTIONS[direction][0] == BOX else self._claiming

    def _step(
        self, state: State, direction: int, symbol: int, first: int, second: int, places: int
    ) -> Step | None:
        tables = state.tables
        losers = state.places[symbol] & tables.masks[second] & ~tables.masks[first]
        if not losers:
            return None
        technique = self._technique(direction)
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

    The third house is of the first one's kind, crosses the second, and has more than one place
    for the symbol, exactly one of them outside the second. Only the placement is applied.
    """

    def _step(
        self, state: State, direction: int, symbol: int, first: int, second: int, places: int
    ) -> Step | None:
        tables = state.tables
        second_mask = tables.masks[second]
        first_kind = DIRECTIONS[direction][0]
        for third in tables.of_kind[first_kind]:
            here = state.places[symbol] & tables.masks[third]
            left = here & ~second_mask
            if (
                third == first
                or not left
                or left & (left - 1)
                or left == here
                or not tables.masks[third] & second_mask
            ):
                continue
            cell = left.bit_length() - 1
            technique = self._technique(direction)
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
