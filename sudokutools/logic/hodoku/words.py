"""Explanations: cells, houses and symbols in sentences, and chains as strands and as steps.

Cells, houses and symbols are numbers from 0, or sets of these as bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import BOXES, MASKS, NINE
from sudokutools.logic.state import Removal
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.strand import Implication, Strand, house_list, listing
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.techniques import Technique

Node = tuple[int, int]  # The set of cells of a candidate or group, and its symbol.


def digits(symbols: int) -> tuple[int, ...]:
    return tuple(symbol + 1 for symbol in members(symbols))


def slashed(symbols: int) -> str:
    return "/".join(map(str, digits(symbols)))


def named(cells: int | Iterable[int], word: str = "and") -> str:
    chosen = members(cells) if isinstance(cells, int) else cells
    return listing(map(NINE.geometry.cell_name, chosen), word)


def housed(*houses: int) -> str:
    return house_list(NINE.names[house] for house in houses)


def strong_house(board: Board, first: int, second: int, symbol: int) -> int:
    """Return the house in which two sets of cells hold all places of a symbol, or -1."""
    both = first | second
    for house in sorted(NINE.shared_houses(both), key=lambda house: house in BOXES):
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
            reason = NINE.names[strong_house(board, nodes[at - 1][0], cells, symbol)]
        first, *more = members(cells)
        causes = (at - 1,) if at else ()
        strand.append(Implication(first, symbol + 1, bool(at & 1), causes, reason, tuple(more)))
    return tuple(strand)


def chain_step(
    technique: Technique,
    board: Board,
    why: str,
    nodes: Sequence[Node],
    removed: Sequence[Removal],
    houses: Iterable[int] = (),
) -> Step:
    cells = tuple(dict.fromkeys(cell for cells, _ in nodes for cell in members(cells)))
    symbols = mask_of(symbol for _, symbol in nodes)
    step = step_of(board, technique, why, cells, removed, symbols, houses)
    if not board.explains:
        return step
    return step._replace(chains=(alternating(board, nodes),), complexity=len(nodes))


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
