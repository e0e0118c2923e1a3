"""Almost locked sets: ALS-XZ, ALS-XY-Wing and ALS-XY-Chain.

An almost locked set is k cells of a house with k + 1 symbols among them: take one symbol away, and
each of the others has its cell there. Two sets without a common cell have a restricted common
symbol x when all places of x in the one see all places of x in the other: x is then missing in one
of them at least, and that one holds all its other symbols.

Of all moves of a technique the one that removes most is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sudokutools.logic.hodoku.board import BIT, HOUSES, MASKS, NINE, Board
from sudokutools.logic.hodoku.move import Move, best, join, removal_of, removals_of
from sudokutools.logic.tables import bits, members

MOST_SETS = 6
"""How many sets a chain may have."""


class AlmostLockedSet(NamedTuple):
    """The cells and symbols of a set; for each symbol its places, and the places that see them."""

    cells: int
    symbols: int
    places: tuple[int, ...]
    seen: tuple[int, ...]


def almost_locked_sets(board: Board) -> list[AlmostLockedSet]:
    """Return the almost locked sets of a position, single cells among them."""
    found: dict[int, int] = {}
    for house in HOUSES:
        subsets = [(0, 0, -1)]
        for cell in members(board.empty & MASKS[house]):
            mask = board.candidates[cell]
            bit = BIT[cell]
            subsets += [(cells | bit, union | mask, size + 1) for cells, union, size in subsets]
        for cells, union, size in subsets:
            if union.bit_count() == size + 2 and cells:
                found[cells] = union
    sets = []
    for cells, union in found.items():
        places = tuple(everywhere & cells for everywhere in board.places)
        seen = tuple(
            NINE.common_peers(members(here)) & everywhere if here else 0
            for here, everywhere in zip(places, board.places, strict=True)
        )
        sets.append(AlmostLockedSet(cells, union, places, seen))
    return sets


class Restricted:
    """The almost locked sets of a position, and which symbols are restricted common to which.

    `common[first][second]` is the set of symbols of two sets, both ways round.
    """

    def __init__(self, board: Board) -> None:
        self.sets = almost_locked_sets(board)
        self.common: list[dict[int, int]] = [{} for _ in self.sets]
        for first, (cells, symbols, _, seen) in enumerate(self.sets):
            for second in range(first):
                other = self.sets[second]
                if cells & other.cells or not symbols & other.symbols:
                    continue
                restricted = 0
                for symbol in members(symbols & other.symbols):
                    if not other.places[symbol] & ~seen[symbol]:
                        restricted |= 1 << symbol
                if restricted:
                    self.common[first][second] = restricted
                    self.common[second][first] = restricted


_LATEST: WeakKeyDictionary[Board, tuple[list[int], Restricted]] = WeakKeyDictionary()
"""The sets of boards as they stood when they were looked at: the three techniques share them."""


def _restricted(board: Board) -> Restricted:
    candidates, found = _LATEST.get(board, ([], None))
    if found is None or candidates != board.candidates:
        found = Restricted(board)
        _LATEST[board] = board.candidates[:], found
    return found


def find_xz(board: Board) -> Move | None:
    """Return two sets with a restricted common symbol x and another common symbol z.

    One of them holds z, so what sees all its places in both does not. With a second restricted
    common symbol one set holds the first of the two, the other the second, and each all its
    other symbols: what sees all places of one of these is not it, nor is it x when it sees
    the places of x in both.
    """
    return best(_xz_moves(_restricted(board)))


def find_xy_wing(board: Board) -> Move | None:
    """Return two sets with a common symbol z, both joined to a third by symbols x and y.

    The third set holds x, so the first does not, or y, so the second does not: one of these
    holds z, and what sees all its places in both does not.
    """
    return best(_wing_moves(_restricted(board)))


def find_xy_chain(board: Board) -> Move | None:
    """Return a chain of four sets or more, each joined to the next by another symbol.

    The first set holds z, or the symbol that joins it to the second; then the second does not
    hold that, but the one that joins it to the third, and so on to the last, which holds z.
    What sees all places of z in the first and in the last is not z.
    """
    return best(_chain_moves(_restricted(board), board))


def _shared(one: AlmostLockedSet, other: AlmostLockedSet, symbols: int) -> dict[int, int]:
    """Return what sees all places in both sets of one of some symbols."""
    removed: dict[int, int] = {}
    for symbol in members(symbols & one.symbols & other.symbols):
        losers = one.seen[symbol] & other.seen[symbol]
        join(removed, ((cell, 1 << symbol) for cell in members(losers)))
    return removed


def _xz_moves(restricted: Restricted) -> Iterator[Move]:
    for first, others in enumerate(restricted.common):
        one = restricted.sets[first]
        for second, symbols in others.items():
            if second > first:
                continue
            other = restricted.sets[second]
            if symbols & (symbols - 1):
                removed = _shared(one, other, -1)
                for this in (one, other):
                    for symbol in members(this.symbols & ~symbols):
                        join(removed, ((cell, 1 << symbol) for cell in members(this.seen[symbol])))
            else:
                removed = _shared(one, other, ~symbols)
            if removed:
                yield removals_of("ALS-XZ", one.cells | other.cells, removed)


def _wing_moves(restricted: Restricted) -> Iterator[Move]:
    for pivot, others in enumerate(restricted.common):
        ends = list(others.items())
        for at, (first, x_symbols) in enumerate(ends):
            one = restricted.sets[first]
            for second, y_symbols in ends[:at]:
                other = restricted.sets[second]
                if one.cells & other.cells or not one.symbols & other.symbols:
                    continue
                removed: dict[int, int] = {}
                for x in members(x_symbols):
                    for y in members(y_symbols):
                        if x != y:
                            join(removed, _shared(one, other, ~(1 << x | 1 << y)).items())
                if removed:
                    cells = one.cells | other.cells | restricted.sets[pivot].cells
                    yield removals_of("ALS-XY-Wing", cells, removed)


def _chain_moves(restricted: Restricted, board: Board) -> Iterator[Move]:
    """Yield the moves of all chains, shorter ones first from each set and symbol.

    A state is a set and the symbol that it does not hold; it leads to the neighbours by all its
    other symbols. Sets of states are masks.
    """
    states = _States(restricted)
    for first, one in enumerate(restricted.sets):
        board.check()
        for symbol in members(one.symbols):
            new = states.after(first, symbol)
            reached = new
            for length in range(2, MOST_SETS + 1):
                if length > 3 and one.seen[symbol]:
                    for at, without in states.members(new):
                        other = restricted.sets[at]
                        losers = one.seen[symbol] & other.seen[symbol]
                        if losers and without != symbol and not one.cells & other.cells:
                            cells = one.cells | other.cells
                            yield removal_of("ALS-XY-Chain", symbol, cells, losers)
                following = 0
                for at, without in states.members(new):
                    following |= states.after(at, without)
                new = following & ~reached
                reached |= new


class _States:
    """The states of the chains: a set, and the symbol that it does not hold."""

    def __init__(self, restricted: Restricted) -> None:
        self._names: list[tuple[int, int]] = []
        numbers: dict[tuple[int, int], int] = {}
        self._by_symbol: list[dict[int, int]] = []
        for others in restricted.common:
            leads: dict[int, int] = {}
            for other, symbols in others.items():
                for symbol in members(symbols):
                    name = (other, symbol)
                    if name not in numbers:
                        numbers[name] = len(self._names)
                        self._names.append(name)
                    leads[symbol] = leads.get(symbol, 0) | 1 << numbers[name]
            self._by_symbol.append(leads)
        self._after: dict[tuple[int, int], int] = {}

    def after(self, at: int, without: int) -> int:
        """Return the states that follow from a set not holding a symbol."""
        name = (at, without)
        if name not in self._after:
            following = 0
            for symbol, states in self._by_symbol[at].items():
                if symbol != without:
                    following |= states
            self._after[name] = following
        return self._after[name]

    def members(self, states: int) -> list[tuple[int, int]]:
        """Return the sets and symbols of a set of states."""
        return [self._names[number] for number in bits(states)]
