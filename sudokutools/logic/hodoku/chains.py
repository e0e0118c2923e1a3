"""Remote pairs, X-Chains and XY-Chains.

Of several chains the one that removes most is taken, of equal ones the shortest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.colours import two_colours
from sudokutools.logic.hodoku.fish import refutable
from sudokutools.logic.hodoku.nine import PEERS, partners_of, seen_from
from sudokutools.logic.hodoku.words import chain_step, digits, named, shortest
from sudokutools.logic.state import Removal
from sudokutools.logic.step import Step
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique

MOST_LINKS = 20

Found = tuple[int, int, int, int, int]
"""The symbol of the ends of a chain, the cells that lose it, the number of links, and the ends."""


def _path(
    technique: Technique,
    board: Board,
    why: str,
    path: list[int],
    removed: Sequence[Removal],
) -> Step:
    """Return the step of a chain of candidates, numbered 9 * cell + symbol."""
    nodes = [(1 << node // 9, node % 9) for node in path]
    return chain_step(technique, board, why, nodes, removed)


def _ends(technique: Technique, board: Board, path: list[int], losers: int) -> Step:
    symbol = path[0] % 9
    ends = named(sorted({path[0] // 9, path[-1] // 9}), "or")
    why = f"{ends} is {symbol + 1}: {{chains}}; so {{result}}"
    return _path(technique, board, why, path, board.removals(losers, 1 << symbol))


def find_remote_pair(technique: Technique, board: Board) -> Step | None:
    """Return a chain of at least four cells with the same two symbols, which alternate."""
    bivalue = board.bivalue()
    done = 0
    for start in members(bivalue):
        if done >> start & 1:
            continue
        symbols = board.candidates[start]
        same = mask_of(cell for cell in members(bivalue) if board.candidates[cell] == symbols)
        colours = two_colours(start, {cell: PEERS[cell] & same for cell in members(same)})
        chain = colours[0] | colours[1]
        done |= chain
        if chain.bit_count() >= 4:
            losers = board.empty & ~chain & seen_from(colours[0]) & seen_from(colours[1])
            removed = board.removals(losers, symbols)
            if removed:
                return _remote_pair(technique, board, symbols, colours, removed)
    return None


def _remote_pair(
    technique: Technique,
    board: Board,
    symbols: int,
    colours: tuple[int, int],
    removed: tuple[Removal, ...],
) -> Step:
    chain = colours[0] | colours[1]
    low, high = members(symbols)
    one, other = (colour & PEERS[removed[0][0]] for colour in colours)
    start, end = min((a, b) for a in members(one) for b in members(other))
    path = shortest(
        9 * start + low,
        9 * end + low,
        lambda node: [9 * (node // 9) + low + high - node % 9],
        lambda node: [9 * cell + node % 9 for cell in members(PEERS[node // 9] & chain)],
    )
    why = (
        f"{named(colours[0])} hold one of {low + 1} and {high + 1}, and {named(colours[1])}"
        " hold the other, as each sees the next; so {result} (in sight of both)"
    )
    pairs = tuple(
        tuple((cell, digit) for cell in members(colour) for digit in digits(symbols))
        for colour in colours
    )
    step = _path(technique, board, why, path, removed)
    return step._replace(cells=members(chain), colours=pairs)


def _best(chains: Iterator[Found]) -> Found | None:
    return min(chains, key=lambda chain: (-chain[1].bit_count(), chain[2]), default=None)


def find_x_chain(technique: Technique, board: Board) -> Step | None:
    """Return a chain of conjugate pairs of one symbol: one of its two ends is true."""
    found = _best(
        chain
        for symbol, places in enumerate(board.places)
        if refutable(board, symbol)
        for chain in _x_chains(symbol, places)
    )
    if found is None:
        return None
    symbol, losers, _, start, end = found
    places = board.places[symbol]
    partners = partners_of(places)
    path = shortest(
        start,
        end,
        lambda cell: members(partners.get(cell, 0)),
        lambda cell: members(PEERS[cell] & places),
    )
    return _ends(technique, board, [9 * cell + symbol for cell in path], losers)


def _x_chains(symbol: int, places: int) -> Iterator[Found]:
    strong = partners_of(places)
    for start in strong:
        true = new = strong[start]
        false = 1 << start
        for links in range(1, MOST_LINKS, 2):
            for end in members(new):
                losers = places & PEERS[start] & PEERS[end]
                if losers:
                    yield symbol, losers, links, start, end
            reached = seen_from(new) & places & ~false
            false |= reached
            new = any_of([strong.get(cell, 0) for cell in members(reached)]) & ~true
            true |= new


def find_xy_chain(technique: Technique, board: Board) -> Step | None:
    """Return a chain of bivalue cells, each sharing a symbol with the next: an end holds z."""
    bivalue = board.bivalue()
    found = _best(
        chain
        for start in members(bivalue)
        for symbol in members(board.candidates[start])
        for chain in _xy_chains(board, bivalue, start, symbol)
    )
    if found is None:
        return None

    def strong(node: int) -> list[int]:
        cell, symbol = divmod(node, 9)
        return [9 * cell + other for other in members(board.candidates[cell] & ~(1 << symbol))]

    def weak(node: int) -> list[int]:
        cell, symbol = divmod(node, 9)
        seen = board.places[symbol] & bivalue & PEERS[cell]
        return [9 * other + symbol for other in members(seen)]

    symbol, losers, _, start, end = found
    path = shortest(9 * start + symbol, 9 * end + symbol, strong, weak)
    return _ends(technique, board, path, losers)


def _xy_chains(board: Board, bivalue: int, start: int, symbol: int) -> Iterator[Found]:
    candidates = board.candidates
    bit = 1 << symbol
    places = board.places[symbol] & PEERS[start]
    new = [(start, candidates[start] ^ bit)]
    true = set(new)
    for links in range(1, MOST_LINKS, 2):
        reached = []
        for cell, value in new:
            if value == bit and places & PEERS[cell]:
                yield symbol, places & PEERS[cell], links, start, cell
            seen = board.places[value.bit_length() - 1] & bivalue & PEERS[cell]
            for peer in members(seen):
                node = (peer, candidates[peer] ^ value)
                if node not in true:
                    true.add(node)
                    reached.append(node)
        new = reached
