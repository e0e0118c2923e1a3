"""Nice loops and alternating inference chains, with single candidates and with groups.

A chain of alternating links that starts and ends with a strong one says that one of its ends is
true, so what is weakly linked to both goes. If its ends are weakly linked to each other, it is a
continuous loop: exactly one node of each weak link is true, and what is weakly linked to both of
these goes as well. If it returns to its start, that is true.

Of the chains that remove something the one that removes most is taken; of equals that with the
fewest nodes, then that with the lower cells. The page of the scale allows ten links, and does not
say how they are counted. Most scores agree when links inside a cell are not counted, and when a
chain has ten links at most, and a loop eight.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.graph import CANDIDATES, FIRST_GROUP, Graph
from sudokutools.logic.hodoku.move import Finder, Move, by_cell, removals_of
from sudokutools.logic.tables import bits

CHAIN_LINKS = 10
LOOP_LINKS = 8
MOST_NODES = 2 * CHAIN_LINKS + 2
"""Of two successive links one at most is inside a cell."""

Layer = tuple[int, int]
"""The nodes that became false in one step, and those that became true by their strong links."""


class _Chain(NamedTuple):
    """A chain that removes something: the number of its nodes, what it removes, its two ends."""

    nodes: int
    removed: int
    start: int
    end: int

    def rank(self) -> tuple[int, int, int]:
        """Return what the chains are ordered by."""
        return -self.removed.bit_count(), self.nodes, sum(node // 9 for node in bits(self.removed))


def nice_loop(has_groups: bool, technique: str) -> Finder:
    """Return what finds the best chain or loop, without or with groups."""

    def find(board: Board) -> Move | None:
        graph = Graph(board, has_groups)
        best: tuple[tuple[int, int, int], _Chain] | None = None
        for start in sorted(graph.strong):
            board.check()
            for chain in _chains(graph, start):
                if best is None or chain.removed.bit_count() >= -best[0][0]:
                    rank = chain.rank()
                    if best is None or rank < best[0]:
                        best = rank, chain
        if best is None:
            return None
        cells = graph.cells[best[1].start] | graph.cells[best[1].end]
        return removals_of(technique, cells, by_cell(best[1].removed))

    return find


def _chains(graph: Graph, start: int) -> Iterator[_Chain]:
    """Yield the shortest chain to each end that can be reached, if it removes something."""
    weak, strong = graph.weak, graph.strong
    seen = weak[start]
    true = new = strong[start]
    false = 1 << start
    layers = [(false, new)]
    for nodes in range(2, MOST_NODES + 1, 2):
        for end in bits(new):
            removed = _removed(graph, start, end, layers, seen & weak[end] & CANDIDATES)
            if removed:
                yield _Chain(nodes, removed, start, end)
        reached = 0
        for node in bits(new):
            reached |= weak[node]
        reached &= graph.linked & ~false
        false |= reached
        new = 0
        for node in bits(reached):
            new |= strong[node]
        new &= ~true
        if not new:
            return
        true |= new
        layers.append((reached, new))


def _removed(graph: Graph, start: int, end: int, layers: list[Layer], shared: int) -> int:
    """Return what a chain removes, `shared` being weakly linked to both its ends."""
    is_loop = end == start or graph.weak[start] >> end & 1
    if not is_loop:
        if not shared or len(layers) <= LOOP_LINKS // 2:
            return shared
        return shared if _links(graph, _path(graph, layers, end)) <= CHAIN_LINKS else 0
    if len(layers) == 1:
        return 0  # Two nodes with a strong and a weak link: a conjugate pair is no loop.
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
    """Count the links of a path that leave their cell."""
    cells = [graph.cells[node] for node in path]
    return sum(first != second for first, second in pairwise(cells))


def _path(graph: Graph, layers: list[Layer], end: int) -> list[int]:
    """Return the nodes of a chain from its start to its end."""
    path = [end]
    for at in range(len(layers) - 1, -1, -1):
        causes = graph.strong[path[-1]] & layers[at][0]
        path.append((causes & -causes).bit_length() - 1)
        if at:
            causes = graph.weak[path[-1]] & layers[at - 1][1]
            path.append((causes & -causes).bit_length() - 1)
    return path[::-1]
