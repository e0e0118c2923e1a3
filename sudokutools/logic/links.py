"""Links between candidates.

Candidates are numbered `symbol * size + cell` (symbols from 0), so that the shifted places of a
symbol are a set of candidates. A weak link leads from on (true) to off: to the other candidates of
the cell (Y), then to the symbol in the cells seen: box, row, column, extra houses, pairs (X). A
strong one leads from off to on: to the other candidate of a bivalue cell (Y), then to the other
place in a complete house with two (X). Their order decides between chains of equal length.
"""

from __future__ import annotations

from sudokutools.logic.state import State
from sudokutools.logic.tables import BOX, COLUMN, EXTRA, ROW, mask_of, members

INSIDE = -1  # The house of a strong link inside a cell.


class Links:
    def __init__(self, state: State) -> None:
        tables = state.tables
        self.state, self.tables = state, tables
        self.check = state.check
        self.size = tables.size
        self.total = tables.size * tables.n  # The number of candidates, whether removed or not.
        self.candidates = state.candidates
        self.places = state.places
        self.sources = [
            symbol * self.size + cell
            for cell, mask in enumerate(state.candidates)
            for symbol in members(mask)
        ]
        self.strong_y: dict[int, list[tuple[int, int]]] = {}
        for cell, mask in enumerate(state.candidates):
            if mask.bit_count() == 2:
                low, high = (symbol * self.size + cell for symbol in members(mask))
                self.strong_y[low] = [(high, INSIDE)]
                self.strong_y[high] = [(low, INSIDE)]
        self.strong_x: dict[int, list[tuple[int, int]]] = {}
        houses = [
            (house, tables.masks[house])
            for kind in (BOX, ROW, COLUMN, EXTRA)
            for house in tables.of_kind[kind]
            if tables.is_complete(house)
        ]
        for symbol, places in enumerate(state.places):
            offset = symbol * self.size
            for house, mask in houses:
                here = places & mask
                rest = here & (here - 1)
                if rest and not rest & (rest - 1):
                    self._join(offset, (here ^ rest).bit_length() - 1, rest.bit_length() - 1, house)
        self._beyond: dict[int, tuple[int, ...]] = {}
        if state.has_beyond:
            self._add_clues(state)
        self._weak_x: dict[int, list[int]] = {}
        self._weak_y: dict[int, list[int]] = {}

    def _add_clues(self, state: State) -> None:
        from sudokutools.logic.clue_parts import links_beyond

        _, self._beyond, needed = links_beyond(state)
        for house, symbols in needed.items():
            for symbol in members(symbols):
                here = self.places[symbol] & self.tables.masks[house]
                if here.bit_count() == 2:
                    low, high = members(here)
                    self._join(symbol * self.size, low, high, house)

    def _join(self, offset: int, low: int, high: int, house: int) -> None:
        self.strong_x.setdefault(offset + low, []).append((offset + high, house))
        self.strong_x.setdefault(offset + high, []).append((offset + low, house))

    def _seen_beyond(self, node: int) -> list[int]:
        others = self._beyond.get(node, ())
        return [
            other for other in others if self.places[other // self.size] >> other % self.size & 1
        ]

    def strong(self, node: int, use_x: bool, use_y: bool) -> list[tuple[int, int]]:
        """Return the (candidate, house) turned on when this one is off."""
        if not use_x:
            return self.strong_y.get(node, [])
        if not use_y:
            return self.strong_x.get(node, [])
        return self.strong_y.get(node, []) + self.strong_x.get(node, [])

    def weak(self, node: int, use_y: bool) -> list[int]:
        """Return the candidates turned off when this one is on."""
        kept = self._weak_y if use_y else self._weak_x
        found = kept.get(node)
        if found is None:
            symbol, cell = divmod(node, self.size)
            places = self.places[symbol]
            offset = symbol * self.size
            found = kept[node] = [
                offset + peer for peer in self.tables.chain_peers[cell] if places >> peer & 1
            ]
            if use_y:
                found[:0] = [
                    other * self.size + cell
                    for other in members(self.candidates[cell])
                    if other != symbol
                ]
                found += self._seen_beyond(node)
        return found

    def weak_set(self, node: int, use_y: bool) -> int:
        symbol, cell = divmod(node, self.size)
        found = (self.places[symbol] & self.tables.peers[cell]) << symbol * self.size
        return found | self.rivals(node) | mask_of(self._seen_beyond(node)) if use_y else found

    def rivals(self, node: int) -> int:
        symbol, cell = divmod(node, self.size)
        others = members(self.candidates[cell] & ~(1 << symbol))
        return mask_of(other * self.size + cell for other in others)


def length_bonus(length: int) -> int:
    """Return the tenths that a chain of this length (complexity - 2) adds to its rating.

    One tenth for each of the thresholds 4, 6, 8, 12, 16, 24, ... that it exceeds.

    >>> [length_bonus(length) for length in (4, 5, 8, 9, 16, 17, 512)]
    [0, 1, 2, 3, 4, 5, 14]
    """
    bonus = 0
    threshold = 4
    while length > threshold:
        threshold = threshold * 4 // 3 if bonus % 2 else threshold * 3 // 2
        bonus += 1
    return bonus
