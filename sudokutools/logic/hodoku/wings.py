"""W-Wing, XY-Wing and XYZ-Wing."""

from __future__ import annotations

from itertools import combinations

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import PEERS, conjugate_pairs
from sudokutools.logic.hodoku.words import chain_step, housed, named, strong_house
from sudokutools.logic.step import Step
from sudokutools.logic.strand import listing
from sudokutools.logic.subsets import wings
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import Technique


def find_w_wing(technique: Technique, board: Board) -> Step | None:
    """Return two cells with the same two symbols joined by a conjugate pair of one of them.

    Each end of the pair sees one of the cells, so one of the cells holds the other symbol.
    """
    candidates = board.candidates
    for first, second in combinations(members(board.bivalue()), 2):
        if candidates[first] != candidates[second] or PEERS[first] >> second & 1:
            continue
        for joined, symbol in (members(candidates[first])[::-1], members(candidates[first])):
            if not board.places[symbol] & PEERS[first] & PEERS[second]:
                continue
            for pair in conjugate_pairs(board.places[joined]):
                for one, other in (pair, pair[::-1]):
                    is_apart = not {first, second} & {*pair}
                    if is_apart and PEERS[first] >> one & PEERS[second] >> other & 1:
                        found = (first, one, other, second)
                        return _w_wing(technique, board, found, symbol, joined)
    return None


def _w_wing(
    technique: Technique, board: Board, found: tuple[int, int, int, int], symbol: int, joined: int
) -> Step:
    first, one, other, second = found
    pair = strong_house(board, 1 << one, 1 << other, joined)
    why = (
        f"{named([first, second])} are both {listing(sorted((symbol + 1, joined + 1)), 'or')}; in"
        f" {housed(pair)}, {joined + 1} is in {named([one, other], 'or')}, so"
        f" {named([first, second])} are not both {joined + 1}: one of them is {symbol + 1};"
        " {result}"
    )
    nodes = [(1 << first, symbol), *((1 << cell, joined) for cell in found), (1 << second, symbol)]
    removed = board.removals(PEERS[first] & PEERS[second], 1 << symbol)
    return chain_step(technique, board, why, nodes, removed, (pair,))


def find_wing(technique: Technique, board: Board) -> Step | None:
    """Return the wing whose cells, in ascending order, come first."""
    return min(wings(board, technique), key=lambda step: sorted(step.cells), default=None)
