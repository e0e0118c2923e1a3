"""The state of a grid that is solved by hand: values, pencil marks and changes.

Pencil marks are kept by cell, `candidates[cell]`, and by symbol, `places[symbol - 1]`, the set of
cells that can still hold it. Placing a value clears the cell and removes the symbol from its peers,
nothing more: the singles that result are steps of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.grid.candidates import beside, pencil_marks
from sudokutools.grid.grid import Grid
from sudokutools.logic.tables import CAGE, Tables, any_of, mask_of, members, tables_of
from sudokutools.logic.techniques import CLUES, features_of

Removal = tuple[int, int]  # A cell and the set of symbols to remove from it.


class Beyond(NamedTuple):
    """The links of a position that come from clues and rules; `step` is the number of the step.

    `weak` lists for each candidate those in other cells that it excludes; `needed` has for each
    cage the symbols that it must hold, so that two places for one are strongly linked.
    """

    step: int
    weak: dict[int, tuple[int, ...]]
    needed: dict[int, int]


class State:
    """A grid with its pencil marks; symbols count from 0 inside.

    The clues must not clash. Candidates of the grid restrict the pencil marks. Long searches call
    `check`. `allowed` are the names of the techniques to use; None: all. Steps that only count need
    no pattern: `explains` is False then.
    """

    allowed: Collection[str] | None = None
    explains = True

    def __init__(self, grid: Grid, check: Check = never) -> None:
        self.check = check
        tables = tables_of(grid.geometry, grid.constraints)
        self.tables: Tables = tables
        self.constraints = grid.constraints
        self.values = list(grid.cells)
        self.empty = 0
        self.placed = [0] * tables.n
        self.vacancies = [0] * len(tables.houses)
        self.candidates = [0] * tables.size
        self.places = [0] * tables.n
        masks = pencil_marks(grid)
        _cut_by_cages(tables, grid.cells, masks)
        for cell, (value, mask) in enumerate(zip(self.values, masks, strict=True)):
            if value:
                self.placed[value - 1] += 1
                continue
            bit = 1 << cell
            self.empty |= bit
            for house in tables.houses_of[cell]:
                self.vacancies[house] += 1
            self.candidates[cell] = mask
            for symbol in members(mask):
                self.places[symbol] |= bit
        self.beyond: Beyond | None = None
        self.less = grid.constraints.steps if grid.constraints is not None else ()
        self.has_beyond = bool(
            tables.apart or tables.cage_sums or self.less or CLUES in features_of(grid)
        )
        self.changed_cells = [self.empty]
        self.changed_symbols = [tables.all_symbols]
        self._stale = tables.all_symbols
        self._single = [0] * tables.n
        self._complete = tuple(
            (1 << house, tables.masks[house]) for house in members(tables.complete)
        )

    def allows(self, technique: str) -> bool:
        """Whether a technique may be used: asked where a finder searches for several."""
        return self.allowed is None or technique in self.allowed

    def with_marks(self, candidates: list[int], places: list[int]) -> State:
        """Return a copy with other pencil marks, which must not be changed."""
        other = copy(self)
        other.candidates = candidates
        other.places = places
        return other

    @property
    def steps_taken(self) -> int:
        return len(self.changed_cells) - 1

    def place(self, cell: int, symbol: int) -> None:
        """Fill an empty cell with a symbol (from 0)."""
        tables = self.tables
        bit = 1 << cell
        gone = self.candidates[cell] | 1 << symbol
        keep = ~bit
        for other in members(gone):
            self.places[other] &= keep
        losers = self.places[symbol] & tables.peers[cell]
        self.places[symbol] ^= losers
        self.values[cell] = symbol + 1
        self.empty &= keep
        self.placed[symbol] += 1
        self.candidates[cell] = 0
        for house in tables.houses_of[cell]:
            self.vacancies[house] -= 1
        self.changed_cells.append(losers | bit)
        self.changed_symbols.append(gone)
        self._stale |= gone
        keep = ~(1 << symbol)
        while losers:
            low = losers & -losers
            self.candidates[low.bit_length() - 1] &= keep
            losers ^= low
        if tables.apart:
            self._part(tables.apart[cell], beside(symbol + 1) & tables.all_symbols & keep)

    def _part(self, neighbours: int, symbols: int) -> None:
        removals = self.removals(neighbours, symbols)
        if removals:
            self.remove(removals)
            self.changed_cells[-2:] = [self.changed_cells[-2] | self.changed_cells[-1]]
            self.changed_symbols[-2:] = [self.changed_symbols[-2] | self.changed_symbols[-1]]

    def remove(self, removals: Sequence[Removal]) -> None:
        """Remove candidates that are there."""
        cells = gone = 0
        for cell, symbols in removals:
            bit = 1 << cell
            self.candidates[cell] &= ~symbols
            for symbol in members(symbols):
                self.places[symbol] &= ~bit
            cells |= bit
            gone |= symbols
        self.changed_cells.append(cells)
        self.changed_symbols.append(gone)
        self._stale |= gone

    def single_houses(self) -> list[int]:
        """Return for each symbol the set of complete houses with exactly one place for it."""
        if self._stale:
            for symbol in members(self._stale):
                places = self.places[symbol]
                found = 0
                for house, mask in self._complete:
                    here = places & mask
                    if here and not here & (here - 1):
                        found |= house
                self._single[symbol] = found
            self._stale = 0
        return self._single

    def held(self, cell: int) -> int:
        value = self.values[cell]
        return 1 << (value - 1) if value else self.candidates[cell]

    def removals(self, cells: int, symbols: int) -> tuple[Removal, ...]:
        """Return the candidates among a set of cells and a set of symbols, by cell."""
        found = []
        while cells:
            low = cells & -cells
            cell = low.bit_length() - 1
            gone = self.candidates[cell] & symbols
            if gone:
                found.append((cell, gone))
            cells ^= low
        return tuple(found)

    def bivalue(self) -> int:
        return mask_of(cell for cell, mask in enumerate(self.candidates) if mask.bit_count() == 2)


def _cut_by_cages(tables: Tables, values: Sequence[int], masks: list[int]) -> None:
    for house in tables.of_kind[CAGE]:
        cells = tables.houses[house]
        held = mask_of(values[cell] - 1 for cell in cells if values[cell])
        for cell in (cell for cell in cells if not values[cell]):
            masks[cell] &= ~held


class Watch:
    """The changes of a state since the last call.

    Houses and symbols that have not changed since nothing was found there are skipped.
    """

    __slots__ = ("_seen", "todo")

    def __init__(self, todo: int = 0) -> None:
        self._seen = 0
        self.todo = todo

    def cells(self, state: State) -> int:
        changed = any_of(state.changed_cells[self._seen :])
        self._seen = len(state.changed_cells)
        return changed

    def symbols(self, state: State) -> int:
        changed = any_of(state.changed_symbols[self._seen :])
        self._seen = len(state.changed_symbols)
        return changed

    def houses(self, state: State) -> int:
        """Add houses with a changed cell to the set `todo`, and return it."""
        changed = self.cells(state)
        if changed:
            bit = 1
            for mask in state.tables.masks:
                if changed & mask:
                    self.todo |= bit
                bit <<= 1
        return self.todo


def pairs(removals: Sequence[Removal]) -> tuple[tuple[int, int], ...]:
    """Return removals as (cell, symbol) pairs, symbols from 1.

    >>> pairs([(7, 0b101), (9, 0b10)])
    ((7, 1), (7, 3), (9, 2))
    """
    return tuple((cell, symbol + 1) for cell, mask in removals for symbol in members(mask))


def losses(cells: Sequence[int], masks: Sequence[int], kept: Sequence[int]) -> tuple[Removal, ...]:
    """Return the removals that leave cells with no more than the candidates kept."""
    return tuple(
        (cell, mask & ~left)
        for cell, mask, left in zip(cells, masks, kept, strict=True)
        if mask & ~left
    )
