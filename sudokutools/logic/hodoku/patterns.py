"""Patterns of one symbol: skyscraper, two-string kite, turbot fish and empty rectangle.

All rest on conjugate pairs: two places of a symbol that are the only ones in a house, so that one
of them is true.
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
)
from sudokutools.logic.hodoku.move import Move, removal_of

Pair = tuple[int, int]


def conjugate_pairs(places: int, houses: tuple[int, ...] = HOUSES) -> Iterator[Pair]:
    """Yield the two places of each house that has two, ascending."""
    for house in houses:
        here = places & MASKS[house]
        if here.bit_count() == 2:
            yield (here & -here).bit_length() - 1, here.bit_length() - 1


def _link(places: int, first: Pair, second: Pair, joined: list[bool]) -> tuple[int, int] | None:
    """Return the pattern and the losers of two conjugate pairs where an end sees an end.

    `joined` says of each of the four ways to choose these ends whether they may be taken.
    """
    cells = BIT[first[0]] | BIT[first[1]] | BIT[second[0]] | BIT[second[1]]
    if cells.bit_count() < 4:
        return None
    for way, may_join in enumerate(joined):
        if may_join:
            losers = places & PEERS[first[1 - (way >> 1)]] & PEERS[second[1 - (way & 1)]] & ~cells
            if losers:
                return cells, losers
    return None


def find_skyscraper(board: Board) -> Move | None:
    """Return two rows with a conjugate pair each, two ends of which stand in one column.

    Or two columns, with ends in one row. One of the other ends is true: what sees both goes.
    """
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
    """Return a conjugate pair in a row and one in a column with one end of each in one box.

    One of the other ends is true: the cell that sees both loses the symbol.
    """
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
    """Return two conjugate pairs, an end of one of which sees an end of the other.

    One of the other ends is true: what sees both goes.
    """
    for symbol, places in enumerate(board.places):
        for first, second in combinations(conjugate_pairs(places), 2):
            joined = [bool(PEERS[a] >> b & 1) for a in first for b in second]
            if any(joined):
                found = _link(places, first, second, joined)
                if found is not None:
                    return removal_of("Turbot fish", symbol, *found)
    return None


def find_empty_rectangle(board: Board) -> Move | None:
    """Return a box whose places lie in one row and one column, and a conjugate pair across.

    The box has three places or more, not all in the row nor all in the column. A conjugate pair
    in a second column has an end in the row: where the row of its other end meets the first
    column the symbol goes. Or with rows and columns exchanged.
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
                                return removal_of("Empty rectangle", symbol, cells, losers)
    return None


def _crosses(places: int, box: int) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns that hold all places of a box between them, and neither all."""
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
