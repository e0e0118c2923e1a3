"""Colours, remote pairs, X-Chains and XY-Chains.

The places in a cluster of conjugate pairs take two colours in turn: all of one colour are true, all
of the other false. Of several moves the one that removes most is taken, of equal chains the
shortest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sudokutools.logic.hodoku.board import BIT, PEERS, Board, Move, best, count, removal_of
from sudokutools.logic.hodoku.patterns import conjugate_pairs
from sudokutools.logic.hodoku.templates import refutable
from sudokutools.logic.tables import any_of, members

Cluster = tuple[int, int]  # The set of cells of each colour.

SIMPLE = "Simple colours"
MULTI = "Multi colours"


def two_colours(start: int, partners: dict[int, int]) -> Cluster:
    """Return the cells reached from a cell in an even and in an odd number of steps."""
    colours = [BIT[start], 0]
    frontier = BIT[start]
    turn = 0
    while frontier:
        turn ^= 1
        reached = any_of([partners[cell] for cell in members(frontier)])
        frontier = reached & ~colours[turn]
        colours[turn] |= frontier
    return colours[0], colours[1]


def partners_of(places: int) -> dict[int, int]:
    """Return the cells with which each place forms a conjugate pair."""
    partners: dict[int, int] = {}
    for first, second in conjugate_pairs(places):
        partners[first] = partners.get(first, 0) | BIT[second]
        partners[second] = partners.get(second, 0) | BIT[first]
    return partners


def clusters(places: int) -> list[Cluster]:
    """Return the clusters of a symbol."""
    partners = partners_of(places)
    found = []
    done = 0
    for start in sorted(partners):
        if not done >> start & 1:
            colours = two_colours(start, partners)
            done |= colours[0] | colours[1]
            found.append(colours)
    return found


def seen_from(cells: int) -> int:
    """Return the cells that see any of a set."""
    return any_of([PEERS[cell] for cell in members(cells)])


def find_simple_colours(board: Board) -> Move | None:
    """Return a cluster with a colour twice in a house (wrap), or with both colours seen (trap)."""
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
            yield removal_of(SIMPLE, symbol, cells, colour, cluster)
    losers = places & ~cells & seen_from(cluster[0]) & seen_from(cluster[1])
    if losers:
        yield removal_of(SIMPLE, symbol, cells, losers, cluster)


def find_multi_colours(board: Board) -> Move | None:
    """Return two clusters of which two colours see each other.

    Then one of their opposite colours is true: cells that see both of these lose the symbol. A
    colour that sees both colours of the other cluster is false.
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
            yield removal_of(MULTI, symbol, cells, colour, (colour, opposite, *second))
        for other, far in (second, second[::-1]):
            losers = places & seen_from(opposite) & seen_from(far)
            if seen & other and losers:
                yield removal_of(MULTI, symbol, cells, losers, (colour, opposite, other, far))


MOST_LINKS = 20


def find_remote_pair(board: Board) -> Move | None:
    """Return a chain of at least four cells with the same two symbols, each seeing the next.

    The cells hold the symbols alternately. Cells that see both kinds lose both symbols.
    """
    bivalue = board.bivalue()
    done = 0
    for start in members(bivalue):
        if done >> start & 1:
            continue
        symbols = board.candidates[start]
        same = [cell for cell in members(bivalue) if board.candidates[cell] == symbols]
        partners = {cell: sum(BIT[c] for c in same if PEERS[cell] >> c & 1) for cell in same}
        colours = two_colours(start, partners)
        chain = colours[0] | colours[1]
        done |= chain
        if chain.bit_count() >= 4:
            losers = board.empty & ~chain & seen_from(colours[0]) & seen_from(colours[1])
            removed = board.removals(losers, symbols)
            if removed:
                return Move("Remote pair", chain, (), removed, colours)
    return None


def _shortest_of_the_best(chains: Iterator[tuple[int, Move]]) -> Move | None:
    found = min(chains, key=lambda chain: (-count(chain[1]), chain[0]), default=None)
    return None if found is None else found[1]


def find_x_chain(board: Board) -> Move | None:
    """Return a chain of conjugate pairs of one symbol, joined by ends that see each other.

    One of its two ends is true.
    """
    return _shortest_of_the_best(
        chain
        for symbol in range(9)
        if refutable(board, symbol)
        for chain in _x_chains(symbol, board.places[symbol])
    )


def _x_chains(symbol: int, places: int) -> Iterator[tuple[int, Move]]:
    """Yield the number of links and the move of the shortest chain between any two places."""
    strong = partners_of(places)
    for start in strong:
        true = new = strong[start]
        false = BIT[start]
        for links in range(1, MOST_LINKS, 2):
            for end in members(new):
                losers = places & PEERS[start] & PEERS[end]
                if losers:
                    cells = BIT[start] | BIT[end]
                    found = (9 * start + symbol, 9 * end + symbol)
                    yield links, removal_of("X-Chain", symbol, cells, losers, found)
            reached = seen_from(new) & places & ~false
            false |= reached
            new = any_of([strong.get(cell, 0) for cell in members(reached)]) & ~true
            true |= new


def find_xy_chain(board: Board) -> Move | None:
    """Return a chain of bivalue cells, each sharing a symbol with the next, which it sees.

    One of its two ends holds z.
    """
    bivalue = members(board.bivalue())
    return _shortest_of_the_best(
        chain
        for start in bivalue
        for symbol in members(board.candidates[start])
        for chain in _xy_chains(board, start, symbol)
    )


def _xy_chains(board: Board, start: int, symbol: int) -> Iterator[tuple[int, Move]]:
    """Yield the number of links and the move of the shortest chain to each possible end."""
    candidates = board.candidates
    bivalue = board.bivalue()
    bit = 1 << symbol
    places = board.places[symbol] & PEERS[start]
    new = [(start, candidates[start] ^ bit)]
    true = set(new)
    for links in range(1, MOST_LINKS, 2):
        reached = []
        for cell, value in new:
            if value == bit and places & PEERS[cell]:
                cells = BIT[start] | BIT[cell]
                losers = places & PEERS[cell]
                found = (9 * start + symbol, 9 * cell + symbol)
                yield links, removal_of("XY-Chain", symbol, cells, losers, found)
            seen = board.places[value.bit_length() - 1] & bivalue & PEERS[cell]
            for peer in members(seen):
                node = (peer, candidates[peer] ^ value)
                if node not in true:
                    true.add(node)
                    reached.append(node)
        new = reached
