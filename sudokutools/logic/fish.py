"""X-Wing, Swordfish, Jellyfish and larger fish without fins.

If all places of a symbol in k parallel lines (the base) are in k crossing lines (the cover), it
cannot be elsewhere in the cover.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools._support.bits import bits
from sudokutools.logic.locking import CONFINED
from sudokutools.logic.state import State
from sudokutools.logic.step import Finder, Step, step_of
from sudokutools.logic.tables import COLUMN, ROW, any_of, groups, mask_of, members
from sudokutools.logic.techniques import Technique

BASE_KINDS = (COLUMN, ROW)


def fish_of_symbol(
    state: State, kind: int, symbol: int, size: int
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield (base lines, set of cover lines, set of cells that lose the symbol) of usable fish.

    Lines are numbered within their kind. At least 2 * size lines must lack the symbol.
    """
    tables = state.tables
    base_houses = tables.of_kind[kind]
    cover_houses = tables.of_kind[ROW + COLUMN - kind]
    if state.placed[symbol] + 2 * size > len(base_houses):
        return
    if not tables.is_complete(base_houses[0]):
        return
    columns = tables.columns
    places = [0] * len(base_houses)
    for cell in bits(state.places[symbol]):
        row, column = divmod(cell, columns)
        if kind == ROW:
            places[row] |= 1 << column
        else:
            places[column] |= 1 << row
    sets = [(line, mask) for line, mask in enumerate(places) if 2 <= mask.bit_count() <= size]
    for base, cover in groups(sets, size, size, check=state.check):
        losers = any_of([tables.masks[cover_houses[line]] for line in bits(cover)])
        for line in base:
            losers &= ~tables.masks[base_houses[line]]
        losers &= state.places[symbol]
        if losers:
            yield base, cover, losers


class Fish(Finder):
    """A fish of one size: base columns, then base rows; combinations of lines, then symbols."""

    def __init__(self, technique: Technique) -> None:
        super().__init__(technique)
        self._todo = [0, 0]

    def __call__(self, state: State) -> Step | None:
        changed = self.watch.symbols(state)
        self._todo[0] |= changed
        self._todo[1] |= changed
        for index, kind in enumerate(BASE_KINDS):
            best: tuple[int, int, tuple[int, ...], int, int] | None = None
            for symbol in members(self._todo[index]):
                fish = next(fish_of_symbol(state, kind, symbol, self.technique.size), None)
                if fish is None:
                    self._todo[index] ^= 1 << symbol
                    continue
                key = mask_of(fish[0])
                if best is None or key < best[0]:
                    best = (key, symbol, *fish)
            if best is not None:
                return self._step(state, kind, *best[1:])
        return None

    def _step(
        self, state: State, kind: int, symbol: int, base: tuple[int, ...], cover: int, losers: int
    ) -> Step:
        tables = state.tables
        base_houses = [tables.of_kind[kind][line] for line in base]
        cover_houses = [tables.of_kind[ROW + COLUMN - kind][line] for line in members(cover)]
        cells = state.places[symbol] & any_of([tables.masks[house] for house in base_houses])
        removals = state.removals(losers, 1 << symbol)
        houses = base_houses + cover_houses
        return step_of(state, self.technique, CONFINED, cells, removals, 1 << symbol, houses)
