"""Nice loops and alternating inference chains, and the graph of links that they follow.

Nodes of the graph are candidates (9 * cell + symbol) and groups (numbers from 729): two or three
places of a symbol where a box and a line meet. Weakly linked nodes are not both true: they see each
other or are in one cell. Strongly linked nodes are not both false.

A chain of alternating links that starts and ends with a strong one proves one of its ends, so it
removes nodes weakly linked to both. If the ends are weakly linked to each other it is a loop,
which also removes nodes weakly linked to both nodes of a weak link. If the chain returns to its
start, the start is true. The one that removes most is taken, then the one with the fewest nodes,
then the one with the lower cells. HoDoKu allows ten links without saying how they are counted; most
scores agree if links inside a cell are not counted and chains have at most ten links, loops eight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, pairwise
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import BOXES, COLUMNS, MASKS, NINE, PEERS, ROWS, conjugate_pairs
from sudokutools.logic.hodoku.words import Node, chain_step, named
from sudokutools.logic.static import CHAIN, CYCLE
from sudokutools.logic.step import Step
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique

FIRST_GROUP = 729
CANDIDATES = (1 << FIRST_GROUP) - 1


@cache
def spread(cells: int) -> int:
    """The candidates of symbol 0 in a set of cells."""
    return mask_of(9 * cell for cell in members(cells))


class Graph:
    """The nodes of a position with their cells and links; `linked`: nodes with strong links.

    `symbols` are of groups.
    """

    def __init__(self, board: Board, has_groups: bool) -> None:
        self.cells: dict[int, int] = {}
        self.symbols: dict[int, int] = {}
        self.weak: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        self._add_candidates(board)
        if has_groups:
            self._add_groups(board)
        self.linked = mask_of(self.strong)

    def _join(self, first: int, second: int) -> None:
        self.strong[first] = self.strong.get(first, 0) | 1 << second
        self.strong[second] = self.strong.get(second, 0) | 1 << first

    def _add_candidates(self, board: Board) -> None:
        everywhere = [spread(places) << symbol for symbol, places in enumerate(board.places)]
        for cell in members(board.empty):
            mask = board.candidates[cell]
            in_cell = mask << 9 * cell
            seen = spread(PEERS[cell])
            for symbol in members(mask):
                node = 9 * cell + symbol
                self.cells[node] = 1 << cell
                self.weak[node] = in_cell ^ 1 << node | everywhere[symbol] & seen << symbol
            if mask.bit_count() == 2:
                first, second = members(mask)
                self._join(9 * cell + first, 9 * cell + second)
        for symbol, places in enumerate(board.places):
            for one, other in conjugate_pairs(places):
                self._join(9 * one + symbol, 9 * other + symbol)

    def _add_groups(self, board: Board) -> None:
        node = FIRST_GROUP
        for symbol, places in enumerate(board.places):
            groups: dict[int, int] = {}
            for box in BOXES:
                for line in (*ROWS, *COLUMNS):
                    here = places & MASKS[box] & MASKS[line]
                    if here & (here - 1):
                        groups[here] = node
                        node += 1
            for cells, group in groups.items():
                self._add_group(symbol, places, cells, group, groups)

    def _add_group(
        self, symbol: int, places: int, cells: int, group: int, groups: dict[int, int]
    ) -> None:
        self.cells[group] = cells
        self.symbols[group] = symbol
        seen = places & NINE.common_peers(members(cells))
        self.weak[group] = spread(seen) << symbol
        for cell in members(seen):
            self.weak[9 * cell + symbol] |= 1 << group
        for others, other in groups.items():
            if not others & ~seen:
                self.weak[group] |= 1 << other
        for house in NINE.shared_houses(cells):
            rest = places & MASKS[house] & ~cells
            if rest and not rest & (rest - 1):
                self._join(group, 9 * (rest.bit_length() - 1) + symbol)
            elif rest in groups:
                self._join(group, groups[rest])


CHAIN_LINKS = 10
LOOP_LINKS = 8
MOST_NODES = 2 * CHAIN_LINKS + 2  # At most one of two successive links is inside a cell.

Layer = tuple[int, int]
"""The nodes that became false in one step, and the nodes that then became true."""


class Chain(NamedTuple):
    nodes: int
    removed: int
    start: int
    end: int


def find_nice_loop(technique: Technique, board: Board) -> Step | None:
    graph = Graph(board, "Grouped" in technique.name)
    most = 0
    best: list[Chain] = []
    for start in sorted(graph.strong):
        board.check()
        for chain in _chains(graph, start):
            number = chain.removed.bit_count()
            if number > most:
                most, best = number, []
            if number == most:
                best.append(chain)
    if not best:
        return None
    chain = min(best, key=lambda one: (one.nodes, sum(node // 9 for node in bits(one.removed))))
    path = _nodes(graph, chain)
    nodes = [(graph.cells[node], graph.symbols.get(node, node % 9)) for node in path]
    if len(nodes) & 1:
        why = CYCLE
    elif path[0] == path[-1]:
        why = CHAIN
    else:
        why = f"{_fact(nodes[0])}, or {_fact(nodes[-1])}: {{chains}}; so {{result}}"
    removed = [(node // 9, 1 << node % 9) for node in bits(chain.removed)]
    return chain_step(technique, board, why, nodes, removed)


def _fact(node: Node) -> str:
    cells, symbol = node
    return f"{'one of ' if cells & cells - 1 else ''}{named(cells)} is {symbol + 1}"


def _nodes(graph: Graph, chain: Chain) -> list[int]:
    """Return the nodes of a chain that was found; a loop ends with its start."""
    layers = next(each for each in _layers(graph, chain.start) if 2 * len(each) == chain.nodes)
    path = _path(graph, layers, chain.end)
    is_closed = graph.weak[chain.start] >> chain.end & 1
    return [*path, chain.start] if is_closed else path


def _chains(graph: Graph, start: int) -> Iterator[Chain]:
    """Yield the shortest chain to each end if it removes something."""
    weak = graph.weak
    seen = weak[start]
    ends = any_of([weak[node] for node in bits(seen & CANDIDATES)]) | seen | 1 << start
    for layers in _layers(graph, start):
        for end in bits(layers[-1][1] & ends):
            removed = _removed(graph, start, end, layers, seen & weak[end] & CANDIDATES)
            if removed:
                yield Chain(2 * len(layers), removed, start, end)


def _layers(graph: Graph, start: int) -> Iterator[list[Layer]]:
    weak, strong = graph.weak, graph.strong
    true = new = strong[start]
    false = 1 << start
    layers = [(false, new)]
    for _ in range(MOST_NODES // 2):
        yield layers
        reached = any_of([weak[node] for node in bits(new)]) & graph.linked & ~false
        false |= reached
        new = any_of([strong[node] for node in bits(reached)]) & ~true
        if not new:
            return
        true |= new
        layers.append((reached, new))


def _removed(graph: Graph, start: int, end: int, layers: list[Layer], shared: int) -> int:
    """Return the removals of a chain; `shared` is weakly linked to both ends."""
    is_loop = end == start or graph.weak[start] >> end & 1
    if not is_loop:
        if not shared or len(layers) <= LOOP_LINKS // 2:
            return shared
        return shared if _links(graph, _path(graph, layers, end)) <= CHAIN_LINKS else 0
    if len(layers) == 1:
        return 0  # Two nodes with a strong and a weak link: a conjugate pair, not a loop.
    path = _path(graph, layers, end)
    if _links(graph, path if end == start else [*path, start]) > LOOP_LINKS:
        return 0
    if end != start:
        for first, second in zip(path[1::2], path[2::2], strict=False):
            shared |= graph.weak[first] & graph.weak[second]
        return shared & CANDIDATES
    if start >= FIRST_GROUP:
        return graph.weak[start] & CANDIDATES
    return graph.weak[start] & 511 << start // 9 * 9  # The rest of its cell: it is placed next.


def _links(graph: Graph, path: list[int]) -> int:
    cells = [graph.cells[node] for node in path]
    return sum(first != second for first, second in pairwise(cells))


def _path(graph: Graph, layers: list[Layer], end: int) -> list[int]:
    path = [end]
    sets = [each for layer in layers for each in layer][-2::-1]
    for links, nodes in zip(cycle((graph.strong, graph.weak)), sets, strict=False):
        causes = links[path[-1]] & nodes
        path.append((causes & -causes).bit_length() - 1)
    return path[::-1]
