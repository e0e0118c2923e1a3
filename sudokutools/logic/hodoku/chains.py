"""Remote pair, X-Chain and XY-Chain.

Of the chains that remove something the one that removes most is taken, of equals the shortest.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.hodoku.board import BIT, PEERS, Board
from sudokutools.logic.hodoku.colours import seen_from, two_colours
from sudokutools.logic.hodoku.move import Move, count, removal_of
from sudokutools.logic.hodoku.patterns import conjugate_pairs
from sudokutools.logic.hodoku.templates import refutable
from sudokutools.logic.tables import members

MOST_LINKS = 20


def find_remote_pair(board: Board) -> Move | None:
    """Return a chain of four cells or more with the same two symbols, each seeing the next.

    The cells take the symbols in turn. What sees a cell of either kind loses both.
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
                return Move("Remote pair", chain, (), removed)
    return None


def _shortest_of_the_best(chains: Iterator[tuple[int, Move]]) -> Move | None:
    found = min(chains, key=lambda chain: (-count(chain[1]), chain[0]), default=None)
    return None if found is None else found[1]


def find_x_chain(board: Board) -> Move | None:
    """Return a chain of conjugate pairs of one symbol, each seeing the next by an end.

    One of the two ends of the chain is true: what sees both goes.
    """
    return _shortest_of_the_best(
        chain
        for symbol in range(9)
        if refutable(board, symbol)
        for chain in _x_chains(symbol, board.places[symbol])
    )


def _x_chains(symbol: int, places: int) -> Iterator[tuple[int, Move]]:
    """Yield the number of links and the move of the shortest chain between any two places."""
    strong: dict[int, int] = {}
    for first, second in conjugate_pairs(places):
        strong[first] = strong.get(first, 0) | BIT[second]
        strong[second] = strong.get(second, 0) | BIT[first]
    for start in strong:
        true = new = strong[start]
        false = BIT[start]
        for links in range(1, MOST_LINKS, 2):
            for end in members(new):
                losers = places & PEERS[start] & PEERS[end]
                if losers:
                    cells = BIT[start] | BIT[end]
                    yield links, removal_of("X-Chain", symbol, cells, losers)
            reached = seen_from(new) & places & ~false
            false |= reached
            new = 0
            for cell in members(reached):
                new |= strong.get(cell, 0)
            new &= ~true
            true |= new


def find_xy_chain(board: Board) -> Move | None:
    """Return a chain of cells with two symbols, each sharing one with the next, which it sees.

    The first cell holds z or makes each next cell hold its other symbol; the last one's is z. So
    one of the ends is z: what sees both is not.
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
                yield links, removal_of("XY-Chain", symbol, cells, places & PEERS[cell])
            seen = board.places[value.bit_length() - 1] & bivalue & PEERS[cell]
            for peer in members(seen):
                node = (peer, candidates[peer] ^ value)
                if node not in true:
                    true.add(node)
                    reached.append(node)
        new = reached
