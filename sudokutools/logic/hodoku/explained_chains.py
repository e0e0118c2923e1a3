"""Moves as steps, and explanations of those that are chains of links, colours or forcing chains.

Symbols and houses of a move count from 0 and are numbers; those of a step are what people read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sudokutools._support.bits import bits
from sudokutools.logic.forcing import step_of_hint
from sudokutools.logic.hodoku.board import BIT, HOUSES_OF, MASKS, NINE, PEERS, Board, Move
from sudokutools.logic.hodoku.chains import partners_of
from sudokutools.logic.hodoku.loops import Graph, nodes_of
from sudokutools.logic.hodoku.techniques import BY_NAME
from sudokutools.logic.ladder import pattern_of
from sudokutools.logic.propagation import (
    ForcingHint,
    ForcingSearch,
    Mode,
    Position,
    by_conclusion,
    refutation,
)
from sudokutools.logic.static import CHAIN, CYCLE
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Implication, Strand, house_list, listing
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.techniques import CONTRADICTION, DYNAMIC

Pairs = tuple[tuple[int, int], ...]  # (cell, symbol) pairs, symbols from 1.
Node = tuple[int, int]  # The set of cells of a candidate or group, and its symbol.


def step_of_move(
    board: Board,
    move: Move,
    explanation: str,
    cells: Sequence[int] = (),
    symbols: int = 0,
    houses: Iterable[int] = (),
    *,
    chains: tuple[Strand, ...] = (),
    extra_cells: Sequence[int] = (),
    subset: tuple[int, int] = (0, 0),
    fins: Pairs = (),
    colours: tuple[Pairs, ...] = (),
) -> Step:
    """Return the step of a move in a position, with a template for its explanation.

    `cells` default to those of the move; `subset` are its cells and symbols.
    """
    step = Step(
        move.technique,
        BY_NAME[move.technique].score,
        explanation,
        tuple(cells) or members(move.cells),
        tuple((cell, symbol + 1) for cell, symbol in move.placements),
        move.eliminations(),
        NINE.geometry,
        digits(symbols),
        tuple(NINE.names[house] for house in houses),
        tuple(extra_cells),
        members(subset[0]),
        digits(subset[1]),
        chains=chains,
        complexity=sum(len(chain) for chain in chains),
        scale="hodoku",
        fins=fins,
        colours=colours,
    )
    return step._replace(candidates=pattern_of(board, step))


def digits(symbols: int) -> tuple[int, ...]:
    """Return a set of symbols as digits."""
    return tuple(symbol + 1 for symbol in members(symbols))


def slashed(symbols: int) -> str:
    """Return a set of symbols as in `2/5/6`."""
    return "/".join(map(str, digits(symbols)))


def digit_of(move: Move) -> int:
    """Return the symbol (from 0) that a move removes, the lowest of several."""
    digit: int = move.eliminations()[0][1]
    return digit - 1


def named(cells: int | Iterable[int], word: str = "and") -> str:
    """Return cells as a list in a sentence."""
    chosen = members(cells) if isinstance(cells, int) else cells
    return listing(map(NINE.geometry.cell_name, chosen), word)


def housed(houses: Iterable[int]) -> str:
    """Return houses as a list in a sentence."""
    return house_list(NINE.names[house] for house in houses)


def pairs_of(cells: int, symbol: int) -> Pairs:
    return tuple((cell, symbol + 1) for cell in members(cells))


def house_of(first: int, second: int, order: Sequence[int] = (0, 1, 2)) -> int:
    """Return a house of two cells that see each other: by default row, column or box."""
    one, other = HOUSES_OF[first], HOUSES_OF[second]
    house: int = next(one[kind] for kind in order if one[kind] == other[kind])
    return house


def strong_house(board: Board, first: int, second: int, symbol: int) -> int:
    """Return the house in which two sets of cells hold all places of a symbol, or -1."""
    both = first | second
    for house in sorted(NINE.shared_houses(both), key=lambda house: house in NINE.of_kind[0]):
        if not board.places[symbol] & MASKS[house] & ~both:
            return house
    return -1


def alternating(board: Board, nodes: Sequence[Node], reasons: Sequence[str] = ()) -> Strand:
    """Return the strand of a chain: its first node is off, and links are strong and weak in turn.

    `reasons` of the strong links; without them they are houses.
    """
    strand: list[Implication] = []
    for at, (cells, symbol) in enumerate(nodes):
        reason = ""
        if at & 1 and reasons:
            reason = reasons[at // 2]
        elif at & 1 and nodes[at - 1][1] == symbol:
            house = strong_house(board, nodes[at - 1][0], cells, symbol)
            reason = NINE.names[house]
        first, *more = members(cells)
        causes = (at - 1,) if at else ()
        strand.append(Implication(first, symbol + 1, bool(at & 1), causes, reason, tuple(more)))
    return tuple(strand)


def shortest(
    start: int,
    end: int,
    strong: Callable[[int], Iterable[int]],
    weak: Callable[[int], Iterable[int]],
) -> list[int]:
    """Return the first of the shortest chains between two nodes, strong links at both ends."""
    paths = {(start, False): [start]}
    queue = [(start, False)]
    for node, is_on in queue:
        for other in weak(node) if is_on else strong(node):
            if (other, not is_on) not in paths:
                paths[other, not is_on] = [*paths[node, is_on], other]
                queue.append((other, not is_on))
    return paths[end, True]


def _chain(
    board: Board, move: Move, nodes: list[Node], text: str, houses: Iterable[int] = ()
) -> Step:
    cells = tuple(dict.fromkeys(cell for cells, _ in nodes for cell in members(cells)))
    symbols = mask_of(symbol for _, symbol in nodes)
    chains = (alternating(board, nodes),)
    return step_of_move(board, move, text, cells, symbols, houses, chains=chains)


def two_pairs(board: Board, move: Move) -> Step:
    """Explain a skyscraper, a two-string kite or a turbot fish."""
    first, near, far, last = move.found
    symbol = digit_of(move)
    ends = (first, near), (far, last)
    lines = [strong_house(board, BIT[one], BIT[other], symbol) for one, other in ends]
    order = (2, 0, 1) if move.technique == "Two-string kite" else (0, 1, 2)
    meeting = house_of(near, far, order)
    text = (
        f"in {housed(lines)}, digit {symbol + 1} has two places each; {named([near, far])} share"
        f" {housed([meeting])}, so one of {named([first, last])} is {symbol + 1}; {{result}}"
    )
    nodes = [(BIT[cell], symbol) for cell in move.found]
    return _chain(board, move, nodes, text, (*lines, meeting))


def empty_rectangle(board: Board, move: Move) -> Step:
    """Explain an empty rectangle."""
    end, start, near, far, box = move.found
    symbol = digit_of(move)
    here = board.places[symbol] & MASKS[box]
    pair = strong_house(board, BIT[start], BIT[end], symbol)
    text = (
        f"in {housed([box])}, digit {symbol + 1} is confined to {housed([near])} and"
        f" {housed([far])}; in {housed([pair])}, to {named([start, end])}; if {named([end])} is not"
        f" {symbol + 1}, {named([start])} is, and the {symbol + 1} of {housed([box])} is in"
        f" {housed([far])}; so {{result}}"
    )
    groups = (here & MASKS[near], here & ~MASKS[near])
    nodes = [(BIT[end], symbol), (BIT[start], symbol), *((group, symbol) for group in groups)]
    return _chain(board, move, nodes, text, (box, near, far, pair))


def w_wing(board: Board, move: Move) -> Step:
    """Explain a W-Wing."""
    first, one, other, second, joined = move.found
    symbol = digit_of(move)
    pair = strong_house(board, BIT[one], BIT[other], joined)
    text = (
        f"{named([first, second])} are both {listing(sorted((symbol + 1, joined + 1)), 'or')}; in"
        f" {housed([pair])}, {joined + 1} is in {named([one, other], 'or')}, so"
        f" {named([first, second])} are not both {joined + 1}: one of them is {symbol + 1};"
        " {result}"
    )
    path = [(first, symbol), (first, joined), (one, joined), (other, joined)]
    path += [(second, joined), (second, symbol)]
    return _chain(board, move, [(BIT[cell], each) for cell, each in path], text, (pair,))


def _ends(board: Board, move: Move, path: list[int]) -> Step:
    nodes = [(BIT[node // 9], node % 9) for node in path]
    ends = named(sorted({path[0] // 9, path[-1] // 9}), "or")
    text = f"{ends} is {digit_of(move) + 1}: {{chains}}; so {{result}}"
    return _chain(board, move, nodes, text)


def x_chain(board: Board, move: Move) -> Step:
    """Explain an X-Chain."""
    start, end = (node // 9 for node in move.found)
    symbol = digit_of(move)
    places = board.places[symbol]
    partners = partners_of(places)
    path = shortest(
        start,
        end,
        lambda cell: members(partners.get(cell, 0)),
        lambda cell: members(PEERS[cell] & places),
    )
    return _ends(board, move, [9 * cell + symbol for cell in path])


def xy_chain(board: Board, move: Move) -> Step:
    """Explain an XY-Chain."""
    bivalue = board.bivalue()

    def strong(node: int) -> list[int]:
        cell, symbol = divmod(node, 9)
        return [9 * cell + other for other in members(board.candidates[cell] & ~(1 << symbol))]

    def weak(node: int) -> list[int]:
        cell, symbol = divmod(node, 9)
        seen = board.places[symbol] & bivalue & PEERS[cell]
        return [9 * other + symbol for other in members(seen)]

    start, end = move.found
    return _ends(board, move, shortest(start, end, strong, weak))


def nice_loop(board: Board, move: Move) -> Step:
    """Explain a nice loop or another chain."""
    graph = Graph(board, "Grouped" in move.technique)
    path = nodes_of(graph, move.found)
    nodes = [(graph.cells[node], graph.symbols.get(node, node % 9)) for node in path]
    if len(nodes) & 1:
        return _chain(board, move, nodes, CYCLE)
    if path[0] == path[-1]:
        return _chain(board, move, nodes, CHAIN)
    ends = ", or ".join(_fact(node) for node in (nodes[0], nodes[-1]))
    return _chain(board, move, nodes, f"{ends}: {{chains}}; so {{result}}")


def _fact(node: Node) -> str:
    cells, symbol = node
    return f"{'one of ' if cells & cells - 1 else ''}{named(cells)} is {symbol + 1}"


def remote_pair(board: Board, move: Move) -> Step:
    """Explain a remote pair."""
    symbols = board.candidates[members(move.cells)[0]]
    low, high = members(symbols)
    loser = move.removals[0][0]
    one, other = (colour & PEERS[loser] for colour in move.found)
    chain = move.cells
    start, end = min((a, b) for a in members(one) for b in members(other))
    path = shortest(
        9 * start + low,
        9 * end + low,
        lambda node: [9 * (node // 9) + low + high - node % 9],
        lambda node: [9 * cell + node % 9 for cell in members(PEERS[node // 9] & chain)],
    )
    text = (
        f"{named(move.found[0])} hold one of {low + 1} and {high + 1}, and {named(move.found[1])}"
        " hold the other, as each sees the next; so {result} (in sight of both)"
    )
    nodes = [(BIT[node // 9], node % 9) for node in path]
    colours = tuple(
        tuple((cell, digit) for cell in members(colour) for digit in digits(symbols))
        for colour in move.found
    )
    step = _chain(board, move, nodes, text)
    return step._replace(cells=members(chain), colours=colours)


def _coloured(board: Board, move: Move, text: str) -> Step:
    symbol = digit_of(move)
    pairs = tuple(pairs_of(colour, symbol) for colour in move.found)
    return step_of_move(board, move, text, (), 1 << symbol, colours=pairs)


def simple_colours(board: Board, move: Move) -> Step:
    """Explain simple colours: a colour twice in a house, or a cell that sees both."""
    one, other = move.found
    digit = digit_of(move) + 1
    text = (
        f"houses with two places for digit {digit} join these cells: it is in all of {named(one)},"
        f" or in all of {named(other)}"
    )
    loser = move.eliminations()[0][0]
    if not move.cells >> loser & 1:
        return _coloured(board, move, text + "; so {result} (in sight of both colours)")
    colour = one if one >> loser & 1 else other
    return _coloured(board, move, f"{text}; {_meeting(colour, colour)}; so {{result}}")


def _meeting(cells: int, others: int) -> str:
    pairs = ((cell, other) for cell in members(cells) for other in members(PEERS[cell] & others))
    first, second = next(pairs)
    return f"{named([first, second])} share {housed([house_of(first, second)])}"


def multi_colours(board: Board, move: Move) -> Step:
    """Explain multi colours."""
    one, opposite, other, far = move.found
    digit = digit_of(move) + 1
    text = (
        f"houses with two places for digit {digit} join these cells: it is in all of A ="
        f" {named(one)}, or in all of B = {named(opposite)}; and in all of C = {named(other)},"
        f" or in all of D = {named(far)}; "
    )
    if move.cells >> move.removals[0][0] & 1:
        return _coloured(
            board, move, text + "cells of A see cells of C and cells of D, so A is false; {result}"
        )
    text += f"{_meeting(one, other)}, so B or D is true; {{result}} (in sight of both)"
    return _coloured(board, move, text)


def forcing(board: Board, move: Move) -> Step:
    """Explain a forcing chain or net: a contradiction, or what follows in every case.

    A chain is derived from links of single candidates where that suffices.
    """
    position = Position(board)
    cell, symbol = (*move.placements, *((cell, s - 1) for cell, s in move.eliminations()))[0]
    node = 2 * (symbol * position.size + cell) + bool(move.placements)
    for is_dynamic in (False, True) if move.technique == "Forcing chain" else (True,):
        mode = Mode(use_y=True, is_dynamic=is_dynamic)
        search = ForcingSearch(position, by_conclusion(DYNAMIC), mode)
        hint = _proof(search, node)
        if hint is not None:
            step = step_of_hint(search, hint)
            told = step_of_move(board, move, step.explanation, step.cells, chains=step.chains)
            return told._replace(symbols=step.symbols, houses=step.houses)
    return step_of_move(board, move, "all cases lead to the same conclusion, so {result}", (cell,))


def _proof(search: ForcingSearch, node: int) -> ForcingHint | None:
    """Return the shortest proof of a node, first by contradiction; or None."""
    candidate, is_on = divmod(node, 2)
    refuted = refutation(search.propagation(candidate, not is_on), node)
    if refuted is not None:
        return refuted
    proofs = (
        hint
        for symbol, places in enumerate(search.position.state.places)
        for cell in bits(places)
        for kind in search.techniques
        for hint in search.hints_of(symbol * search.position.size + cell, kind)
        if hint.node == node and kind != CONTRADICTION
    )
    return min(proofs, key=lambda hint: hint.complexity, default=None)
