"""Techniques of conjugate pairs, the only two places of a symbol in a house, and other chains.

Skyscraper, two-string kite, turbot fish, empty rectangle, wings, colours, remote pairs, X-Chains
and XY-Chains.

The places in a cluster of conjugate pairs take two colours in turn: all of one colour are true, all
of the other false. Of several moves the one that removes most is taken, of equal chains the
shortest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

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
    best,
    count,
    removal_of,
)
from sudokutools.logic.hodoku.fish import refutable
from sudokutools.logic.subsets import wings
from sudokutools.logic.tables import any_of, mask_of, members

Pair = tuple[int, int]


def conjugate_pairs(places: int, houses: tuple[int, ...] = HOUSES) -> Iterator[Pair]:
    """Yield the two places of each house with two, ascending."""
    for house in houses:
        here = places & MASKS[house]
        if here.bit_count() == 2:
            yield (here & -here).bit_length() - 1, here.bit_length() - 1


def _linked(
    technique: str, board: Board, symbol: int, first: Pair, second: Pair, joined: list[bool]
) -> Move | None:
    """Return the move of two conjugate pairs of which an end sees an end.

    `joined`: which of the four combinations of ends may be used. The cells are found in the order
    of the chain.
    """
    for way in (way for way, may_join in enumerate(joined) if may_join):
        chain = first[1 - (way >> 1)], first[way >> 1], second[way & 1], second[1 - (way & 1)]
        cells = mask_of(chain)
        losers = board.places[symbol] & PEERS[chain[0]] & PEERS[chain[3]] & ~cells
        if losers and cells.bit_count() == 4:
            return removal_of(technique, symbol, cells, losers, chain)
    return None


def find_skyscraper(board: Board) -> Move | None:
    """Return conjugate pairs in two rows (columns) with ends in one column (row)."""
    for symbol, places in enumerate(board.places):
        for lines, kind in ((ROWS, 1), (COLUMNS, 0)):
            for first, second in combinations(conjugate_pairs(places, lines), 2):
                joined = [HOUSES_OF[a][kind] == HOUSES_OF[b][kind] for a in first for b in second]
                if sum(joined) == 1:
                    move = _linked("Skyscraper", board, symbol, first, second, joined)
                    if move is not None:
                        return move
    return None


def find_two_string_kite(board: Board) -> Move | None:
    """Return a conjugate pair in a row and one in a column with an end of each in one box."""
    for symbol, places in enumerate(board.places):
        pairs = product(conjugate_pairs(places, ROWS), conjugate_pairs(places, COLUMNS))
        for first, second in pairs:
            joined = [HOUSES_OF[a][2] == HOUSES_OF[b][2] for a in first for b in second]
            move = _linked("Two-string kite", board, symbol, first, second, joined)
            if move is not None:
                return move
    return None


def find_turbot_fish(board: Board) -> Move | None:
    """Return two conjugate pairs of which an end sees an end."""
    for symbol, places in enumerate(board.places):
        for first, second in combinations(conjugate_pairs(places), 2):
            joined = [bool(PEERS[a] >> b & 1) for a in first for b in second]
            move = _linked("Turbot fish", board, symbol, first, second, joined)
            if move is not None:
                return move
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
    for row, column in product(ROWS, COLUMNS):
        out, outside = places & ~MASKS[row], places & ~MASKS[column]
        if MASKS[row] & box and MASKS[column] & box and out and outside and not out & outside:
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


Cluster = tuple[int, int]  # The set of cells of each colour.

SIMPLE = "Simple colours"
MULTI = "Multi colours"


def two_colours(start: int, partners: dict[int, int]) -> Cluster:
    """Return the cells reached from a cell in an even and in an odd number of steps."""
    colours = [BIT[start], 0]
    frontier, turn = BIT[start], 0
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
    found: list[Cluster] = []
    for start in sorted(partners):
        if not any((one | other) >> start & 1 for one, other in found):
            found.append(two_colours(start, partners))
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
