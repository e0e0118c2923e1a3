"""Joined conjugate pairs: skyscraper, two-string kite, turbot fish, empty rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import (
    BOXES,
    COLUMNS,
    HOUSES_OF,
    MASKS,
    PEERS,
    ROWS,
    conjugate_pairs,
    house_of,
)
from sudokutools.logic.hodoku.words import chain_step, housed, named, strong_house
from sudokutools.logic.step import Step
from sudokutools.logic.tables import mask_of
from sudokutools.logic.techniques import Technique

Pair = tuple[int, int]


Joined = tuple[Pair, Pair, list[bool]]
"""Two conjugate pairs, and which of the four combinations of their ends may join them."""


def _skyscrapers(places: int) -> Iterator[Joined]:
    """Yield conjugate pairs in two rows (columns) with ends in one column (row)."""
    for lines, kind in ((ROWS, 1), (COLUMNS, 0)):
        for first, second in combinations(conjugate_pairs(places, lines), 2):
            joined = [HOUSES_OF[a][kind] == HOUSES_OF[b][kind] for a in first for b in second]
            if sum(joined) == 1:
                yield first, second, joined


def _two_string_kites(places: int) -> Iterator[Joined]:
    """Yield a conjugate pair in a row and one in a column with an end of each in one box."""
    rows, columns = conjugate_pairs(places, ROWS), conjugate_pairs(places, COLUMNS)
    for first, second in product(rows, columns):
        yield first, second, [HOUSES_OF[a][2] == HOUSES_OF[b][2] for a in first for b in second]


def _turbot_fish(places: int) -> Iterator[Joined]:
    """Yield two conjugate pairs of which an end sees an end."""
    for first, second in combinations(conjugate_pairs(places), 2):
        yield first, second, [bool(PEERS[a] >> b & 1) for a in first for b in second]


PAIRS = {
    "Skyscraper": _skyscrapers,
    "Two-string kite": _two_string_kites,
    "Turbot fish": _turbot_fish,
}


def find_two_pairs(technique: Technique, board: Board) -> Step | None:
    for symbol, places in enumerate(board.places):
        for first, second, joined in PAIRS[technique.name](places):
            for way in (way for way, may_join in enumerate(joined) if may_join):
                one, other = way >> 1, way & 1
                ends = first[1 - one], first[one], second[other], second[1 - other]
                cells = mask_of(ends)
                losers = places & PEERS[ends[0]] & PEERS[ends[3]] & ~cells
                if losers and cells.bit_count() == 4:
                    return _two_pairs(technique, board, symbol, ends, losers)
    return None


def _two_pairs(
    technique: Technique, board: Board, symbol: int, chain: tuple[int, ...], losers: int
) -> Step:
    start, near, far, end = chain
    pairs = (start, near), (far, end)
    lines = [strong_house(board, 1 << one, 1 << other, symbol) for one, other in pairs]
    order = (2, 0, 1) if technique.name == "Two-string kite" else (0, 1, 2)
    meeting = house_of(near, far, order)
    why = (
        f"in {housed(*lines)}, digit {symbol + 1} has two places each; {named([near, far])}"
        f" share {housed(meeting)}, so one of {named([start, end])} is {symbol + 1}; {{result}}"
    )
    nodes = [(1 << cell, symbol) for cell in chain]
    removed = board.removals(losers, 1 << symbol)
    return chain_step(technique, board, why, nodes, removed, (*lines, meeting))


def find_empty_rectangle(technique: Technique, board: Board) -> Step | None:
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
                            if not MASKS[near] & ~MASKS[box] & 1 << start:
                                continue
                            losers = places & MASKS[HOUSES_OF[end][kind]] & MASKS[far]
                            losers &= ~MASKS[box] & ~(1 << end)
                            if losers:
                                found = (end, start, near, far, box)
                                return _empty_rectangle(technique, board, symbol, losers, *found)
    return None


def _crosses(places: int, box: int) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns that together hold all places of a box, but not alone."""
    for row, column in product(ROWS, COLUMNS):
        out, outside = places & ~MASKS[row], places & ~MASKS[column]
        if MASKS[row] & box and MASKS[column] & box and out and outside and not out & outside:
            yield row, column


def _empty_rectangle(
    technique: Technique,
    board: Board,
    symbol: int,
    losers: int,
    end: int,
    start: int,
    near: int,
    far: int,
    box: int,
) -> Step:
    here = board.places[symbol] & MASKS[box]
    pair = strong_house(board, 1 << start, 1 << end, symbol)
    why = (
        f"in {housed(box)}, digit {symbol + 1} is confined to {housed(near)} and"
        f" {housed(far)}; in {housed(pair)}, to {named([start, end])}; if {named([end])} is not"
        f" {symbol + 1}, {named([start])} is, and the {symbol + 1} of {housed(box)} is in"
        f" {housed(far)}; so {{result}}"
    )
    cells = (1 << end, 1 << start, here & MASKS[near], here & ~MASKS[near])
    removed = board.removals(losers, 1 << symbol)
    nodes = [(each, symbol) for each in cells]
    return chain_step(technique, board, why, nodes, removed, (box, near, far, pair))
