"""W-Wing, XY-Wing and XYZ-Wing."""

from __future__ import annotations

from itertools import combinations

from sudokutools.logic.hodoku.board import BIT, PEERS, Board
from sudokutools.logic.hodoku.move import Move, removal_of
from sudokutools.logic.hodoku.patterns import conjugate_pairs
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.wings import wings


def find_w_wing(board: Board) -> Move | None:
    """Return two cells with the same two symbols that a conjugate pair of one of them joins.

    Each end of the pair sees one of the cells. So one of the cells holds the other symbol, and
    what sees both does not.
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
                if (PEERS[first] >> a & PEERS[second] >> b & 1) or (
                    PEERS[first] >> b & PEERS[second] >> a & 1
                ):
                    return removal_of("W-Wing", symbol, both | BIT[a] | BIT[b], losers)
    return None


def find_xy_wing(board: Board) -> Move | None:
    """Return the XY-Wing whose cells, in ascending order, come first."""
    return _first(board, 2)


def find_xyz_wing(board: Board) -> Move | None:
    """Return the XYZ-Wing whose cells, in ascending order, come first."""
    return _first(board, 3)


def _first(board: Board, pivot_size: int) -> Move | None:
    step = min(wings(board, pivot_size), key=lambda step: sorted(step.cells), default=None)
    if step is None:
        return None
    removals = tuple((cell, 1 << (symbol - 1)) for cell, symbol in step.eliminations)
    return Move(step.technique, mask_of(step.cells), (), removals)
