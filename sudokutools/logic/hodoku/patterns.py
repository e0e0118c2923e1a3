"""Skyscraper, two-string kite, turbot fish, empty rectangle and wings.

All but XY- and XYZ-Wing use conjugate pairs: the only two places of a symbol in a house.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokutools.logic.hodoku.board import (
    BIT,
    BOXES,
    COLUMNS,
    HOUSES,
    HOUSES_OF,
    MASKS,
    PEERS,
    ROWS,
    Board,
    Move,
    removal_of,
)
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.wings import wings

Pair = tuple[int, int]


def conjugate_pairs(places: int, houses: tuple[int, ...] = HOUSES) -> Iterator[Pair]:
    """Yield the two places of each house with two, ascending."""
    for house in houses:
        here = places & MASKS[house]
        if here.bit_count() == 2:
            yield (here & -here).bit_length() - 1, here.bit_length() - 1


def _link(
    places: int, first: Pair, second: Pair, joined: list[bool]
) -> tuple[int, int, tuple[int, ...]] | None:
    """Return the cells and losers of two conjugate pairs of which an end sees an end.

    The third item are the cells in the order of the chain. `joined`: which of the four combinations
    of ends may be used.
    """
    cells = BIT[first[0]] | BIT[first[1]] | BIT[second[0]] | BIT[second[1]]
    if cells.bit_count() < 4:
        return None
    for way, may_join in enumerate(joined):
        if may_join:
            chain = first[1 - (way >> 1)], first[way >> 1], second[way & 1], second[1 - (way & 1)]
            losers = places & PEERS[chain[0]] & PEERS[chain[3]] & ~cells
            if losers:
                return cells, losers, chain
    return None


def find_skyscraper(board: Board) -> Move | None:
    """Return conjugate pairs in two rows (columns) with ends in one column (row)."""
    for symbol, places in enumerate(board.places):
        for lines, kind in ((ROWS, 1), (COLUMNS, 0)):
            for first, second in combinations(conjugate_pairs(places, lines), 2):
                joined = [HOUSES_OF[a][kind] == HOUSES_OF[b][kind] for a in first for b in second]
                if sum(joined) == 1:
                    found = _link(places, first, second, joined)
                    if found is not None:
                        return removal_of("Skyscraper", symbol, *found)
    return None


def find_two_string_kite(board: Board) -> Move | None:
    """Return a conjugate pair in a row and one in a column with an end of each in one box."""
    for symbol, places in enumerate(board.places):
        columns = list(conjugate_pairs(places, COLUMNS))
        for first in conjugate_pairs(places, ROWS):
            for second in columns:
                joined = [HOUSES_OF[a][2] == HOUSES_OF[b][2] for a in first for b in second]
                if any(joined):
                    found = _link(places, first, second, joined)
                    if found is not None:
                        return removal_of("Two-string kite", symbol, *found)
    return None


def find_turbot_fish(board: Board) -> Move | None:
    """Return two conjugate pairs of which an end sees an end."""
    for symbol, places in enumerate(board.places):
        for first, second in combinations(conjugate_pairs(places), 2):
            joined = [bool(PEERS[a] >> b & 1) for a in first for b in second]
            if any(joined):
                found = _link(places, first, second, joined)
                if found is not None:
                    return removal_of("Turbot fish", symbol, *found)
    return None


def find_empty_rectangle(board: Board) -> Move | None:
    """Return a box with all places in one row and one column, and a conjugate pair across.

    The box has at least three places, not all in the row nor in the column. A conjugate pair in
    another column has an end in the row; where the row of its other end meets the first column the
    symbol is removed. Or with rows and columns exchanged.
    """
    for symbol, places in enumerate(board.places):
        pairs = (list(conjugate_pairs(places, ROWS)), list(conjugate_pairs(places, COLUMNS)))
        for box in BOXES:
            here = places & MASKS[box]
            if here.bit_count() < 3:
                continue
            for row, column in _crosses(here, MASKS[box]):
                for near, far, kind in ((row, column, 0), (column, row, 1)):
                    for ends in pairs[1 - kind]:
                        for start, end in (ends, ends[::-1]):
                            if not BIT[start] & MASKS[near] & ~MASKS[box]:
                                continue
                            losers = places & MASKS[HOUSES_OF[end][kind]] & MASKS[far]
                            losers &= ~MASKS[box] & ~BIT[end]
                            if losers:
                                cells = here | BIT[start] | BIT[end]
                                found = (end, start, near, far, box)
                                return removal_of("Empty rectangle", symbol, cells, losers, found)
    return None


def _crosses(places: int, box: int) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns that together hold all places of a box, but not alone."""
    for row in ROWS:
        for column in COLUMNS:
            if (
                MASKS[row] & box
                and MASKS[column] & box
                and not places & ~(MASKS[row] | MASKS[column])
                and places & ~MASKS[row]
                and places & ~MASKS[column]
            ):
                yield row, column


def find_w_wing(board: Board) -> Move | None:
    """Return two cells with the same two symbols joined by a conjugate pair of one of them.

    Each end of the pair sees one of the cells, so one of the cells holds the other symbol.
    """
    candidates = board.candidates
    for first, second in combinations(members(board.bivalue()), 2):
        if candidates[first] != candidates[second] or PEERS[first] >> second & 1:
            continue
        both = BIT[first] | BIT[second]
        for joined, symbol in (members(candidates[first])[::-1], members(candidates[first])):
            losers = board.places[symbol] & PEERS[first] & PEERS[second]
            if not losers:
                continue
            for a, b in conjugate_pairs(board.places[joined]):
                if (BIT[a] | BIT[b]) & both:
                    continue
                for one, other in ((a, b), (b, a)):
                    if PEERS[first] >> one & PEERS[second] >> other & 1:
                        cells = both | BIT[a] | BIT[b]
                        found = (first, one, other, second, joined)
                        return removal_of("W-Wing", symbol, cells, losers, found)
    return None


def find_wing(pivot_size: int, technique: str, board: Board) -> Move | None:
    """Return the wing whose cells, in ascending order, come first."""
    step = min(wings(board, pivot_size), key=lambda step: sorted(step.cells), default=None)
    if step is None:
        return None
    removals = tuple((cell, 1 << (symbol - 1)) for cell, symbol in step.eliminations)
    return Move(technique, mask_of(step.cells), (), removals)
