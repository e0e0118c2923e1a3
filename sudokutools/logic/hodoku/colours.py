"""Simple and multi colours: clusters of conjugate pairs of one symbol.

In a cluster the places take two colours in turn: all of one colour are true, and none of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sudokutools.logic.hodoku.board import BIT, PEERS, Board
from sudokutools.logic.hodoku.move import Move, best, removal_of
from sudokutools.logic.hodoku.patterns import conjugate_pairs
from sudokutools.logic.hodoku.templates import refutable
from sudokutools.logic.tables import members

Cluster = tuple[int, int]
"""The set of cells of one colour, and that of the other."""

SIMPLE = "Simple colours"
MULTI = "Multi colours"


def two_colours(start: int, partners: dict[int, int]) -> Cluster:
    """Return the cells that one can reach from a cell in an even and in an odd number of steps."""
    colours = [BIT[start], 0]
    frontier = BIT[start]
    turn = 0
    while frontier:
        turn ^= 1
        reached = 0
        for cell in members(frontier):
            reached |= partners[cell]
        frontier = reached & ~colours[turn]
        colours[turn] |= frontier
    return colours[0], colours[1]


def clusters(places: int) -> list[Cluster]:
    """Return the clusters of a symbol with these places."""
    partners: dict[int, int] = {}
    for first, second in conjugate_pairs(places):
        partners[first] = partners.get(first, 0) | BIT[second]
        partners[second] = partners.get(second, 0) | BIT[first]
    found = []
    done = 0
    for start in sorted(partners):
        if not done >> start & 1:
            colours = two_colours(start, partners)
            done |= colours[0] | colours[1]
            found.append(colours)
    return found


def seen_from(cells: int) -> int:
    """Return the cells that see at least one of a set."""
    seen = 0
    for cell in members(cells):
        seen |= PEERS[cell]
    return seen


def find_simple_colours(board: Board) -> Move | None:
    """Return a cluster one colour of which sees itself, or both of which a place sees.

    The colour that is in a house twice is false (wrap); so is what sees both colours (trap). Of
    all these moves the one that removes most is made.
    """
    return best(
        move
        for symbol, places in enumerate(board.places)
        if refutable(board, symbol)
        for cluster in clusters(places)
        for move in _simple(symbol, places, cluster)
    )


def _simple(symbol: int, places: int, cluster: Cluster) -> Iterator[Move]:
    cells = cluster[0] | cluster[1]
    for colour in cluster:
        if colour & seen_from(colour):
            yield removal_of(SIMPLE, symbol, cells, colour)
    losers = places & ~cells & seen_from(cluster[0]) & seen_from(cluster[1])
    if losers:
        yield removal_of(SIMPLE, symbol, cells, losers)


def find_multi_colours(board: Board) -> Move | None:
    """Return two clusters a colour of one of which sees the other.

    Where a colour sees a colour of the other cluster, one of the opposite colours is true: what
    sees both goes. A colour that sees both colours of the other cluster is false. Of all these
    moves the one that removes most is made.
    """
    return best(
        move
        for symbol, places in enumerate(board.places)
        if refutable(board, symbol)
        for first, second in permutations(clusters(places), 2)
        for move in _multi(symbol, places, first, second)
    )


def _multi(symbol: int, places: int, first: Cluster, second: Cluster) -> Iterator[Move]:
    cells = first[0] | first[1] | second[0] | second[1]
    for colour, opposite in (first, first[::-1]):
        seen = seen_from(colour)
        if seen & second[0] and seen & second[1]:
            yield removal_of(MULTI, symbol, cells, colour)
        for other, far in (second, second[::-1]):
            losers = places & seen_from(opposite) & seen_from(far)
            if seen & other and losers:
                yield removal_of(MULTI, symbol, cells, losers)
