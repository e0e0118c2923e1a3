"""Rules and clues as masks, and what they take away: the twin of `variant/settle.c`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.relations import Relations
from sudokutools.solving.engines.planes import bits
from sudokutools.solving.engines.variant_twin.hidden import hidden_cages
from sudokutools.solving.engines.variant_twin.masks import mask_of
from sudokutools.solving.engines.variant_twin.sums import within_sum

State = list[int]
"""The candidates: for each symbol, from 1 on, the set of its cells as a mask."""

Option = tuple[int, int]
"""A symbol, from 0, and a cell."""


class Problem:
    """The rules of a geometry and the clues of a grid, as masks of cells."""

    def __init__(self, geometry: Geometry, relations: Relations | None) -> None:
        self.n, self.size = geometry.n, geometry.size
        self.every = (1 << geometry.size) - 1
        self.houses = [mask_of(house) for house in geometry.houses if len(house) == geometry.n]
        self.seen = [mask_of(cells) for cells in geometry.peers]
        self.apart: list[list[int]] = [[] for _ in self.seen if geometry.apart]
        for one, other in geometry.apart:
            self.apart[one].append(other)
            self.apart[other].append(one)
        self.close = [mask_of((cell, *others)) for cell, others in enumerate(self.apart)]
        self.less: tuple[tuple[int, int], ...] = ()
        self.cages: list[tuple[int, tuple[int, ...]]] = []
        self.start = [self.every] * self.n
        if relations is not None:
            self._add(relations, geometry)

    def _add(self, relations: Relations, geometry: Geometry) -> None:
        self.less = relations.steps
        for parity, cells in enumerate((relations.odd, relations.even)):
            for symbol in range(self.n):
                if symbol % 2 != parity:
                    self.start[symbol] &= ~mask_of(cells)
        for cage in relations.cages:
            held = mask_of(cage.cells)
            for cell in cage.cells:
                self.seen[cell] |= held & ~(1 << cell)
        self.cages = [(cage.sum, cage.cells) for cage in relations.cages if cage.sum]
        if self.cages:
            self.cages += hidden_cages(geometry, self.seen, self.cages)

    def state(self, cells: Sequence[int], candidates: Sequence[int] | None = None) -> State:
        """Return the candidates of a grid: its symbols alone, or what its candidates leave."""
        state = list(self.start)
        masks = candidates or [1 << symbol >> 1 for symbol in cells]
        for cell, mask in enumerate(masks):
            if mask:
                for symbol in range(self.n):
                    if not mask >> symbol & 1:
                        state[symbol] &= ~(1 << cell)
        return state

    def settle(self, state: State) -> bool:
        """Take candidates away until no rule applies. Return whether the branch goes on."""
        self._done = 0
        while True:
            before = list(state)
            if not self._singles(state):
                return False
            if state == before:
                self._pairs(state)
                if not self._sums(state):
                    return False
            if state == before and not self._places(state):
                return False
            if state == before:
                return True

    def _singles(self, state: State) -> bool:
        once = twice = 0
        for plane in state:
            twice |= once & plane
            once |= plane
        if once != self.every:
            return False
        single = self.every & ~twice
        for symbol, plane in enumerate(state):
            for cell in bits(plane & single & ~self._done):
                state[symbol] &= ~self.seen[cell]
        self._done |= single
        for symbol in range(self.n):
            plane = state[symbol]
            for house in self.houses:
                places = plane & house
                if not places & (places - 1):
                    if not places:
                        return False
                    if places & ~single:
                        single |= places
                        for other in range(self.n):
                            if other != symbol:
                                state[other] &= ~places
        return True

    def _pairs(self, state: State) -> None:
        """Apply what the candidates of a cell say of a neighbour, and of a greater or lesser."""
        if self.apart:
            for cell, others in enumerate(self.apart):
                mask = candidates_of(state, cell)
                low, high = (mask & -mask).bit_length(), mask.bit_length()
                cut = mask_of(others)
                for symbol in range(max(high - 1, 1), min(low + 1, self.n) + 1):
                    state[symbol - 1] &= ~cut
        for lesser, greater in self.less:
            most = candidates_of(state, greater).bit_length()
            mask = candidates_of(state, lesser)
            least = (mask & -mask).bit_length()
            for symbol in range(max(most, 1), self.n + 1):
                state[symbol - 1] &= ~(1 << lesser)
            for symbol in range(1, least + 1):
                state[symbol - 1] &= ~(1 << greater)

    def _sums(self, state: State) -> bool:
        for total, cells in self.cages:
            masks = [candidates_of(state, cell) for cell in cells]
            if not all(masks):
                return False
            left = within_sum(masks, total, self.n)
            for cell, mask, kept in zip(cells, masks, left, strict=True):
                if not kept:
                    return False
                for symbol in bits(mask & ~kept):
                    state[symbol] &= ~(1 << cell)
        return True

    def _places(self, state: State) -> bool:
        """Apply what the places of a symbol in a full house say of all cells."""
        for symbol in range(self.n):
            for house in self.houses:
                places = state[symbol] & house
                if not places:
                    return False
                seen = close = self.every
                for cell in bits(places):
                    seen &= self.seen[cell]
                    close &= self.close[cell] if self.close else 0
                    if not seen | close:
                        break
                state[symbol] &= ~seen
                for beside in (symbol - 1, symbol + 1) if close else ():
                    if 0 <= beside < self.n:
                        state[beside] &= ~close
        return True

    def options(self, state: State, failures: dict[Option, int]) -> list[Option]:
        """Return the options of the place that has the fewest, or failed most among equals."""
        cells = [candidates_of(state, cell) for cell in range(self.size)]
        places = [[(symbol, cell) for symbol in bits(mask)] for cell, mask in enumerate(cells)]
        places += [
            [(symbol, cell) for cell in bits(plane & house)]
            for house in self.houses
            for symbol, plane in enumerate(state)
        ]
        open_places = [options for options in places if len(options) > 1]
        return min(open_places, key=lambda o: (len(o), -sum(failures.get(each, 0) for each in o)))


def candidates_of(state: State, cell: int) -> int:
    """Return the mask of the candidates of a cell, bit s - 1 for symbol s."""
    found = 0
    for symbol, plane in enumerate(state):
        found |= (plane >> cell & 1) << symbol
    return found
