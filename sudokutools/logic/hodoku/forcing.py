"""Forcing chains, forcing nets and the last resort.

A chain follows the links of single candidates: a true one makes its weakly linked ones false, a
false one its strong partners true. A net follows all singles, so a consequence may depend on
several candidates. Contradictions are searched first: their assumption is false. Then verities:
consequences of all symbols of a cell, of all places of a symbol in a house, or of a candidate and
its opposite. Placements are preferred to eliminations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_
from typing import NamedTuple

from sudokutools._support.bits import bits
from sudokutools.logic.forcing import step_of_hint
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.loops import Graph
from sudokutools.logic.propagation import (
    ForcingHint,
    ForcingSearch,
    Mode,
    by_conclusion,
    refutation,
)
from sudokutools.logic.step import Step, placement_of, step_of
from sudokutools.logic.tables import any_of, members
from sudokutools.logic.techniques import CONTRADICTION, DYNAMIC, Technique


class Outcome(NamedTuple):
    true: int
    false: int
    is_contradiction: bool


Follow = Callable[[int, bool], Outcome]


def find_forcing_chain(technique: Technique, board: Board) -> Step | None:
    graph = Graph(board, False)
    return _step(technique, board, _conclusion(graph, _chains(graph)))


def find_forcing_net(technique: Technique, board: Board) -> Step | None:
    graph = Graph(board, False)
    return _step(technique, board, _conclusion(graph, _nets(graph, board)))


def _chains(graph: Graph) -> Follow:
    parts = graph.parts()

    def follow(node: int, is_true: bool) -> Outcome:
        true = new_true = 1 << node if is_true else 0
        false = new_false = 0 if is_true else 1 << node
        while new_true or new_false:
            removed = any_of([graph.weak[one] for one in bits(new_true)])
            placed = any_of([graph.strong[one] for one in bits(new_false & graph.linked)])
            new_true = placed & ~true
            new_false = removed & ~false
            true |= new_true
            false |= new_false
        broken = bool(true & false) or any(not part & ~false for part in parts)
        return Outcome(true, false, broken)

    return follow


def _nets(graph: Graph, board: Board) -> Follow:
    def follow(node: int, is_true: bool) -> Outcome:
        board.check()
        cell, symbol = graph.cell(node), graph.nodes[node][1]
        net = board.branch()
        if is_true:
            net.place(cell, symbol)
        else:
            net.remove([(cell, 1 << symbol)])
        is_contradiction = not net.settle()
        true = false = 0
        for at, (cells, symbol) in enumerate(graph.nodes):
            cell = cells.bit_length() - 1
            if not net.held(cell) >> symbol & 1:
                false |= 1 << at
            elif net.values[cell]:
                true |= 1 << at
        return Outcome(true, false, is_contradiction)

    return follow


def _conclusion(graph: Graph, follow: Follow) -> tuple[int, int, bool] | None:
    """Return the cell and the symbol of a candidate, and whether it is true."""
    count = len(graph.nodes)
    outcomes: list[list[Outcome]] = []
    placed = removed = 0
    for is_true in (False, True):
        outcomes.append([])
        for node in range(count):
            outcomes[-1].append(follow(node, is_true))
            if outcomes[-1][-1].is_contradiction:
                return graph.cell(node), graph.nodes[node][1], not is_true
    if_false, if_true = outcomes
    for one, other in zip(if_true, if_false, strict=True):
        placed |= one.true & other.true
        removed |= one.false & other.false
    for part in graph.parts():
        placed |= reduce(and_, [if_true[node].true for node in bits(part)])
        removed |= reduce(and_, [if_true[node].false for node in bits(part)])
    for node in bits(placed or removed):
        return graph.cell(node), graph.nodes[node][1], bool(placed)
    return None


def _step(technique: Technique, board: Board, found: tuple[int, int, bool] | None) -> Step | None:
    """Return the step with the shortest proof, from links of single candidates if possible."""
    if found is None:
        return None
    cell, symbol, is_true = found
    why = "all cases lead to the same conclusion, so {result}"
    removed = () if is_true else ((cell, 1 << symbol),)
    step = step_of(board, technique, why, (cell,), removed)
    if is_true:
        step = step._replace(placements=((cell, symbol + 1),))
    if not board.explains:
        return step
    node = 2 * (81 * symbol + cell) + is_true
    for is_dynamic in (False, True) if technique.name == "Forcing chain" else (True,):
        mode = Mode(use_y=True, is_dynamic=is_dynamic)
        search = ForcingSearch(board, by_conclusion(DYNAMIC), mode)
        hint = _proof(search, node)
        if hint is not None:
            own = step_of_hint(search, hint)
            length = sum(len(strand) for strand in own.chains)
            return own._replace(
                technique=step.technique, points=step.points, scale=step.scale, complexity=length
            )
    return step


def _proof(search: ForcingSearch, node: int) -> ForcingHint | None:
    """Return the shortest proof of a node, first by contradiction; or None."""
    candidate, is_on = divmod(node, 2)
    refuted = refutation(search.propagation(candidate, not is_on), node)
    if refuted is not None:
        return refuted
    proofs = (
        hint
        for symbol, places in enumerate(search.links.places)
        for cell in bits(places)
        for kind in search.techniques
        for hint in search.hints_of(symbol * search.links.size + cell, kind)
        if hint.node == node and kind != CONTRADICTION
    )
    return min(proofs, key=lambda hint: hint.complexity, default=None)


def find_brute_force(technique: Technique, board: Board) -> Step | None:
    solution = _solution(board.branch())
    if solution is None:
        return None
    cell = members(board.empty)[0]
    why = "no other technique applies; in the solution {result}"
    return placement_of(board, technique, why, cell, solution.values[cell] - 1)


def _solution(board: Board) -> Board | None:
    board.check()
    if not board.settle():
        return None
    if not board.empty:
        return board
    cell = min(members(board.empty), key=lambda cell: board.candidates[cell].bit_count())
    for symbol in members(board.candidates[cell]):
        branch = board.branch()
        branch.place(cell, symbol)
        solution = _solution(branch)
        if solution is not None:
            return solution
    return None
