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
from itertools import chain, pairwise

from sudokutools._support.bits import bits
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import HOUSES, HOUSES_OF, MEETINGS
from sudokutools.logic.hodoku.words import Node, chain_step, named
from sudokutools.logic.static import CHAIN, CYCLE
from sudokutools.logic.step import Step
from sudokutools.logic.tables import any_of, members
from sudokutools.logic.techniques import Technique


class Graph:
    """The nodes of a position and their links.

    nodes        the set of cells and the symbol of each node: candidates by cell, then groups
    of_cell      the set of candidates of each empty cell
    of_house     for each symbol those of each house
    weak, strong the nodes that a node is linked to; only few have strong links
    """

    def __init__(self, board: Board, has_groups: bool) -> None:
        self.nodes: list[Node] = []
        self.of_cell: dict[int, int] = {}
        self.of_house = [[0] * len(HOUSES) for _ in range(9)]
        self.weak: list[int] = []
        self.strong: dict[int, int] = {}
        self._add_candidates(board)
        self.candidates = (1 << len(self.nodes)) - 1
        for symbol in range(9 if has_groups else 0):
            self._add_groups(symbol)
        self.linked = any_of(self.strong.values())

    def _join(self, first: int, second: int) -> None:
        self.strong[first] = self.strong.get(first, 0) | 1 << second
        self.strong[second] = self.strong.get(second, 0) | 1 << first

    def _add_candidates(self, board: Board) -> None:
        for cell in members(board.empty):
            bit = first = 1 << len(self.nodes)
            for symbol in members(board.candidates[cell]):
                self.nodes.append((1 << cell, symbol))
                of_house = self.of_house[symbol]
                for house in HOUSES_OF[cell]:
                    of_house[house] |= bit
                bit <<= 1
            self.of_cell[cell] = bit - first
        for cell, own in self.of_cell.items():
            row, column, box = HOUSES_OF[cell]
            for symbol in members(board.candidates[cell]):
                of_house = self.of_house[symbol]
                seen = own | of_house[row] | of_house[column] | of_house[box]
                self.weak.append(seen ^ 1 << len(self.weak))
        for part in self.parts():
            if part.bit_count() == 2:
                self._join((part & -part).bit_length() - 1, part.bit_length() - 1)

    def cell(self, node: int) -> int:
        return self.nodes[node][0].bit_length() - 1

    def parts(self) -> list[int]:
        """Return the sets of candidates of which one is true: in each cell, in each house."""
        return list(filter(None, chain(self.of_cell.values(), *self.of_house)))

    def _add_groups(self, symbol: int) -> None:
        of_house = self.of_house[symbol]
        groups: dict[int, tuple[int, int, int]] = {}
        for box, line in MEETINGS:
            here = of_house[box] & of_house[line]
            if here & (here - 1):
                groups[here] = len(self.nodes), box, line
                cells = any_of([self.nodes[node][0] for node in bits(here)])
                self.nodes.append((cells, symbol))
        for here, (group, *houses) in groups.items():
            seen = (of_house[houses[0]] | of_house[houses[1]]) & ~here
            linked = any_of([1 << each[0] for others, each in groups.items() if not others & ~seen])
            self.weak.append(seen | linked)
            for node in bits(seen):
                self.weak[node] |= 1 << group
            for house in houses:
                rest = of_house[house] & ~here
                if rest and not rest & (rest - 1):
                    self._join(group, rest.bit_length() - 1)
                elif rest in groups:
                    self._join(group, groups[rest][0])


CHAIN_LINKS = 10
LOOP_LINKS = 8
MOST_NODES = 2 * CHAIN_LINKS + 2  # At most one of two successive links is inside a cell.

Layer = tuple[int, int]
"""The nodes that became false in one step, and the nodes that then became true."""


def find_nice_loop(technique: Technique, board: Board) -> Step | None:
    search = _Search(Graph(board, "Grouped" in technique.name))
    for start, end, half in search.pairs():
        search.look(start, end, half)
        board.check()
    graph, removed = search.graph, search.removed
    if not removed:
        return None
    path = search.best_path()
    nodes = [graph.nodes[node] for node in path]
    if len(nodes) & 1:
        why = CYCLE
    elif path[0] == path[-1]:
        why = CHAIN
    else:
        why = f"{_fact(nodes[0])}, or {_fact(nodes[-1])}: {{chains}}; so {{result}}"
    removals = [(graph.cell(node), 1 << graph.nodes[node][1]) for node in bits(removed)]
    return chain_step(technique, board, why, nodes, removals)


def _fact(node: Node) -> str:
    cells, symbol = node
    return f"{'one of ' if cells & cells - 1 else ''}{named(cells)} is {symbol + 1}"


class _Search:
    """The search of the best chain: all starts at once, each node with those that reach it."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.removed = 0
        self._best = (0, 0, 0, 0)  # Nodes, sum of the cells that lose a candidate, start and end.
        self._layers: dict[int, list[Layer]] = {}

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield start, end and half the nodes of the shortest chains that may remove something."""
        weak, strong = self.graph.weak, self.graph.strong
        near = {}
        following = {}
        for node in strong:
            seen = weak[node]
            near[node] = (
                any_of([weak[other] for other in bits(seen & self.graph.candidates)]) | seen
            )
            reached = any_of([strong[other] for other in bits(seen & self.graph.linked)])
            following[node] = tuple(bits(reached))
        new, all_reached = strong, strong.copy()
        for half in range(1, MOST_NODES // 2 + 1):
            if half > 1:  # Two nodes are a conjugate pair, which removes nothing.
                for end, starts in new.items():
                    for start in bits(starts & (near[end] | 1 << end)):
                        yield start, end, half
            more: dict[int, int] = {}
            for node, starts in new.items():
                for other in following[node]:
                    more[other] = more.get(other, 0) | starts
            new = {
                node: fresh
                for node, starts in more.items()
                if (fresh := starts & ~all_reached[node])
            }
            for node, starts in new.items():
                all_reached[node] |= starts

    def look(self, start: int, end: int, half: int) -> None:
        """Keep a chain if it is better than the best so far."""
        graph = self.graph
        removed = graph.weak[start] & graph.weak[end] & graph.candidates
        most = self.removed.bit_count() or 1
        if start == end or graph.weak[start] >> end & 1:
            removed = self._loop(start, end, half, removed)
        number = removed.bit_count()
        best = (2 * half, sum(map(graph.cell, bits(removed))), start, end)
        if number < most or (number == most and self.removed and best > self._best):
            return
        if half > LOOP_LINKS // 2 and self._links(self._path(start, end, half)) > CHAIN_LINKS:
            return
        self.removed, self._best = removed, best

    def _loop(self, start: int, end: int, half: int, removed: int) -> int:
        """Return what a loop removes; `removed` is weakly linked to both ends."""
        graph = self.graph
        if half > LOOP_LINKS + 1:
            return 0
        path = self._path(start, end, half)
        if self._links(path if end == start else [*path, start]) > LOOP_LINKS:
            return 0
        if end != start:
            for first, second in zip(path[1::2], path[2::2], strict=False):
                removed |= graph.weak[first] & graph.weak[second]
        elif 1 << start <= graph.candidates:
            return removed & graph.of_cell[graph.cell(start)]  # Its cell is placed next.
        return removed & graph.candidates

    def best_path(self) -> list[int]:
        """Return the nodes of the best chain; a loop ends with its start."""
        nodes, _, start, end = self._best
        path = self._path(start, end, nodes // 2)
        return [*path, start] if self.graph.weak[start] >> end & 1 else path

    def _links(self, path: list[int]) -> int:
        cells = [self.graph.nodes[node][0] for node in path]
        return sum(first != second for first, second in pairwise(cells))

    def _path(self, start: int, end: int, half: int) -> list[int]:
        layers = self._layers.get(start)
        if layers is None:
            layers = self._layers[start] = self._layers_from(start)
        path = [end]
        sets = [each for layer in layers[:half] for each in layer][-2::-1]
        for at, nodes in enumerate(sets):
            node = path[-1]
            causes = nodes & (self.graph.weak[node] if at & 1 else self.graph.strong[node])
            path.append((causes & -causes).bit_length() - 1)
        return path[::-1]

    def _layers_from(self, start: int) -> list[Layer]:
        weak, strong = self.graph.weak, self.graph.strong
        true = new = strong[start]
        false = 1 << start
        layers = [(false, new)]
        while new and len(layers) < MOST_NODES // 2:
            reached = any_of([weak[node] for node in bits(new)]) & self.graph.linked & ~false
            false |= reached
            new = any_of([strong[node] for node in bits(reached)]) & ~true
            true |= new
            layers.append((reached, new))
        return layers
