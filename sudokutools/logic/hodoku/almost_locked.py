"""Almost locked sets: ALS-XZ, ALS-XY-Wing, ALS-XY-Chain and Sue de Coq.

An almost locked set is k cells of a house with k + 1 symbols: if one symbol is removed, each of the
others has its cell. A symbol x is restricted common to two disjoint sets if all of its places in
one see all of its places in the other: then at least one set lacks x and holds all its other
symbols. The move that removes most is made, of Sue de Coq the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sudokutools._support.bits import bits
from sudokutools.logic.hodoku.board import (
    BIT,
    BOXES,
    COLUMNS,
    HOUSES,
    MASKS,
    NINE,
    ROWS,
    Board,
    Move,
    best,
    join,
    removal_of,
    removals_of,
)
from sudokutools.logic.tables import any_of, mask_of, members

MOST_SETS = 6  # The maximum number of sets in a chain.


class AlmostLockedSet(NamedTuple):
    """The cells and symbols of a set; for each symbol its places, and the places that see these."""

    cells: int
    symbols: int
    places: tuple[int, ...]
    seen: tuple[int, ...]


def almost_locked_sets(board: Board) -> list[AlmostLockedSet]:
    """Return the almost locked sets of a position, including single cells."""
    found: dict[int, int] = {}
    for house in HOUSES:
        subsets = [(0, 0, -1)]
        for cell in members(board.empty & MASKS[house]):
            mask, bit = board.candidates[cell], BIT[cell]
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
    """The almost locked sets of a position, and the restricted common symbols of any two."""

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
                    self.common[first][second] = self.common[second][first] = restricted


_LATEST: WeakKeyDictionary[Board, tuple[list[int], Restricted]] = WeakKeyDictionary()
"""The candidates and the sets of boards: the three techniques share them."""


def _restricted(board: Board) -> Restricted:
    candidates, found = _LATEST.get(board, ([], None))
    if found is None or candidates != board.candidates:
        found = Restricted(board)
        _LATEST[board] = board.candidates[:], found
    return found


def find_xz(board: Board) -> Move | None:
    """Return two sets with a restricted common symbol x and another common symbol z.

    One of them holds z, so cells that see all places of z in both do not. With two restricted
    common symbols each set holds one of them and all its other symbols, so cells that see all
    places of one of these in its set lose it, and cells that see x in both sets lose x.
    """
    return best(_xz_moves(_restricted(board)))


def find_xy_wing(board: Board) -> Move | None:
    """Return two sets with a common symbol z, joined to a third by x and y.

    The third lacks x or y, so one of the two holds z.
    """
    return best(_wing_moves(_restricted(board)))


def find_xy_chain(board: Board) -> Move | None:
    """Return a chain of at least four sets, joined by different symbols; its ends share a symbol z.

    One of the ends holds z: if the first does not, each next set lacks the symbol that joins it to
    the one before, and the last holds z.
    """
    return best(_chain_moves(_restricted(board), board))


def _shared(one: AlmostLockedSet, other: AlmostLockedSet, symbols: int) -> dict[int, int]:
    """Return the removals by common symbols, from cells that see all places in both sets."""
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
                yield removals_of("ALS-XZ", one.cells | other.cells, removed, (one, other, symbols))


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
                    joint = restricted.sets[pivot]
                    cells = one.cells | other.cells | joint.cells
                    found = (one, joint, other, x_symbols, y_symbols)
                    yield removals_of("ALS-XY-Wing", cells, removed, found)


def _chain_moves(restricted: Restricted, board: Board) -> Iterator[Move]:
    """Yield the moves of all chains, shorter ones first from each set and symbol.

    A state is a set and a symbol that it lacks; its other symbols lead to its neighbours.
    """
    states = States(restricted)
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
                            found = (first, symbol, at, length)
                            yield removal_of("ALS-XY-Chain", symbol, cells, losers, found)
                following = 0
                for at, without in states.members(new):
                    following |= states.after(at, without)
                new = following & ~reached
                reached |= new


class States:
    """The states of the chains as bits: a set, and the symbol that it lacks."""

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
        """Return the states that follow from a set without a symbol."""
        name = (at, without)
        if name not in self._after:
            leads = self._by_symbol[at].items()
            self._after[name] = any_of([states for symbol, states in leads if symbol != without])
        return self._after[name]

    def path(self, at: int, without: int, end: int, length: int) -> list[tuple[int, int]]:
        """Return the states of the first chain of this many sets from one set to another.

        The last set must hold `without`, which the first one lacks.
        """
        paths: dict[tuple[int, int], list[tuple[int, int]]] = {}
        new: list[list[tuple[int, int]]] = [[]]
        for _ in range(1, length):
            following = []
            for path in new:
                for name in self.members(self.after(*(path[-1] if path else (at, without)))):
                    if name not in paths:
                        paths[name] = [*path, name]
                        following.append(paths[name])
            new = following
        return next(path for path in new if path[-1][0] == end and path[-1][1] != without)

    def members(self, states: int) -> list[tuple[int, int]]:
        return [self._names[number] for number in bits(states)]


def find_sue_de_coq(board: Board) -> Move | None:
    """Return cells where a box and a line meet that share their symbols with cells of both.

    The core, two or three cells, has at least two symbols more than cells. With some cells of the
    rest of the line and some of the rest of the box, which share no symbol, there are as many
    symbols as cells, so each symbol occurs once: the other cells of the line lose the symbols not
    in the cells of the box, and those of the box the symbols not in the cells of the line.
    """
    for line, box in product((*ROWS, *COLUMNS), BOXES):
        meeting = members(MASKS[line] & MASKS[box] & board.empty)
        for size in (2, 3):
            for chosen in combinations(meeting, size):
                symbols = _union(board, chosen)
                if symbols.bit_count() >= size + 2:
                    move = _complete(board, line, box, mask_of(chosen), symbols)
                    if move is not None:
                        return move
    return None


def _complete(board: Board, line: int, box: int, core: int, symbols: int) -> Move | None:
    missing = symbols.bit_count() - core.bit_count()
    in_line = MASKS[line] & board.empty & ~core
    in_box = MASKS[box] & board.empty & ~core
    of_box = list(_shares(board, in_box & ~MASKS[line], symbols, missing))
    for cells, held, gain in _shares(board, in_line & ~MASKS[box], symbols, missing):
        for others, held_there, gain_there in of_box:
            if held & held_there or gain + gain_there != missing:
                continue
            removed: dict[int, int] = {}
            join(removed, board.removals(in_line & ~cells, (symbols | held) & ~held_there))
            join(removed, board.removals(in_box & ~others, (symbols | held_there) & ~held))
            if removed:
                found = (line, box, core, cells, others)
                return removals_of("Sue de Coq", core | cells | others, removed, found)
    return None


def _shares(board: Board, cells: int, symbols: int, missing: int) -> Iterator[tuple[int, int, int]]:
    """Yield sets of cells, their symbols, and their excess over the symbols outside the core."""
    usable = [cell for cell in members(cells) if board.candidates[cell] & symbols]
    for size in range(1, len(usable) + 1):
        for chosen in combinations(usable, size):
            held = _union(board, chosen)
            gain = size - (held & ~symbols).bit_count()
            if 1 <= gain < missing:
                yield mask_of(chosen), held, gain


def _union(board: Board, cells: tuple[int, ...]) -> int:
    return any_of([board.candidates[cell] for cell in cells])
