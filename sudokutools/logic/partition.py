"""A house as its cages share it: combinations that leave the rest of the house none are impossible.

The cages that lie in a complete house, and each of its other empty cells, take disjoint sets of
symbols, and all of them together. They are taken one after the other, with the symbols used so far
as the state.
"""

from __future__ import annotations

from functools import lru_cache

from sudokutools.logic.cages import losses, open_part
from sudokutools.logic.order import MOST_PLACES
from sudokutools.logic.state import State, Watch, pairs
from sudokutools.logic.step import Step, removals_of
from sudokutools.logic.sums import Masks, fit
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import Technique

Part = tuple[int, Masks]
"""The sum and the masks of the open cells of a cage; 0 and the mask of a cell of no such cage."""


class HousePartition:
    """What cells of a house can hold in no way to share it among its cages: houses in order."""

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        if tables.n > MOST_PLACES:
            return None
        houses = tables.complete & ~tables.cage_houses
        for house in members(self._watch.houses(state) & houses):
            cells, parts = _parts(state, house)
            if any(total for total, _ in parts):
                masks = tuple(state.candidates[cell] for cell in cells)
                removals = losses(cells, masks, shared(parts))
                if removals:
                    return Step(
                        self._technique.name,
                        self._technique.least,
                        _tell,
                        members(tables.masks[house] & state.empty),
                        (),
                        pairs(tuple(sorted(removals))),
                        tables.geometry,
                        houses=(tables.names[house],),
                    )
            self._watch.todo ^= 1 << house
        return None


def _parts(state: State, house: int) -> tuple[tuple[int, ...], tuple[Part, ...]]:
    """Return the empty cells of a house in the order of its parts, and these."""
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
    """Return what the cells of all parts can hold, each symbol in one of them.

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
    """Return the sets of symbols that a part can take."""
    total, masks = part
    if not total:
        return tuple(1 << symbol for symbol in members(masks[0]))
    return fit(masks, 1 << total, MOST_PLACES).combinations or ()


def _tell(step: Step) -> str:
    return f"in no way to share {step.houses[0]} among its cages: {removals_of(step)}"
