"""Moves as steps: the common parts of all explanations.

Symbols and houses of a move count from 0 and are numbers; those of a step are what people read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sudokutools.logic.hodoku.board import HOUSES_OF, MASKS, NINE, Board, Move
from sudokutools.logic.hodoku.techniques import BY_NAME
from sudokutools.logic.ladder import pattern_of
from sudokutools.logic.step import Step
from sudokutools.logic.strand import Implication, Strand
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.wording import house_list, listing

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
    """Return the places of a symbol as pairs."""
    return tuple((cell, symbol + 1) for cell in members(cells))


def house_of(first: int, second: int, order: Sequence[int] = (0, 1, 2)) -> int:
    """Return a house of two cells that see each other: by default row, column or box."""
    houses = zip(HOUSES_OF[first], HOUSES_OF[second], strict=True)
    shared = [house if house == other else -1 for house, other in houses]
    return next(shared[kind] for kind in order if shared[kind] >= 0)


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


def cells_of(nodes: Iterable[Node]) -> tuple[int, ...]:
    """Return the cells of nodes, in order of first use."""
    return tuple(dict.fromkeys(cell for cells, _ in nodes for cell in members(cells)))


def symbols_of(nodes: Iterable[Node]) -> int:
    """Return the set of symbols of nodes."""
    return mask_of(symbol for _, symbol in nodes)


def shortest(
    start: int,
    end: int,
    strong: Callable[[int], Iterable[int]],
    weak: Callable[[int], Iterable[int]],
) -> list[int]:
    """Return the first of the shortest chains between two nodes, strong links at both ends."""
    before: dict[tuple[int, bool], tuple[int, bool] | None] = {(start, False): None}
    queue = [(start, False)]
    for node, is_on in queue:
        for other in weak(node) if is_on else strong(node):
            if (other, not is_on) not in before:
                before[other, not is_on] = node, is_on
                queue.append((other, not is_on))
    path: list[int] = []
    at: tuple[int, bool] | None = (end, True)
    while at is not None:
        path.append(at[0])
        at = before[at]
    return path[::-1]
