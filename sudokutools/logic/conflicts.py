"""Pairs of candidates that a clue or rule excludes: weak links beyond houses.

    cages           no combination of the cage contains both
    less            the inequality would be violated
    nonconsecutive  the neighbours would be consecutive
    parts           no filling of a part of a clue contains both

Candidates are numbered as in `links`: `symbol * size + cell`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sudokutools.grid.candidates import beside
from sudokutools.logic.cages import open_part
from sudokutools.logic.clue_parts import Part, parts_of
from sudokutools.logic.state import Beyond, State, losses
from sudokutools.logic.sums import fit
from sudokutools.logic.tables import members

MOST_CELLS = 5
"""The maximum number of empty cells of a cage or part: larger ones exclude hardly any pairs."""


def links_beyond(state: State) -> Beyond:
    """Return the links of a position (cached until it changes)."""
    if state.beyond is None or state.beyond.step != state.steps_taken:
        found: dict[int, list[int]] = {}
        for cell, symbol, other, excluded in _excluded(state):
            seen = state.tables.peers[cell] >> other & 1
            for each in members(excluded & ~(seen << symbol)):
                found.setdefault(symbol * state.tables.size + cell, []).append(
                    each * state.tables.size + other
                )
        weak = {node: tuple(dict.fromkeys(others)) for node, others in found.items()}
        state.beyond = Beyond(state.steps_taken, weak, dict(_needed(state)))
    return state.beyond


def _excluded(state: State) -> Iterator[tuple[int, int, int, int]]:
    """Yield (cell, symbol, other cell, symbols excluded there)."""
    candidates, tables = state.candidates, state.tables
    for house in tables.cage_sums:
        if 2 <= state.vacancies[house] <= MOST_CELLS:
            yield from _in_cage(state, house)
    for low, high in state.less:
        for symbol in members(candidates[low]):
            yield low, symbol, high, candidates[high] & ((2 << symbol) - 1)
        for symbol in members(candidates[high]):
            yield high, symbol, low, candidates[low] & -1 << symbol
    for cell, neighbours in enumerate(tables.apart):
        for symbol in members(candidates[cell]):
            for other in members(neighbours & state.empty):
                yield cell, symbol, other, candidates[other] & beside(symbol + 1)
    for part in parts_of(tables.geometry, state.constraints):
        if 2 <= (part.mask & state.empty).bit_count() <= MOST_CELLS:
            yield from _in_part(state, part)


def _in_part(state: State, part: Part) -> Iterator[tuple[int, int, int, int]]:
    candidates = state.candidates
    if part.rows:
        for cell, other in permutations(part.cells):
            for symbol in members(candidates[cell]):
                yield cell, symbol, other, candidates[other] & ~part.rows[cell][symbol]
        return
    masks = part.held(state)
    for at, cell in enumerate(part.cells):
        for symbol in members(candidates[cell]):
            for other, gone in losses(part.cells, masks, part.after(masks, at, symbol) or masks):
                if other != cell:
                    yield cell, symbol, other, gone


def _in_cage(state: State, house: int) -> Iterator[tuple[int, int, int, int]]:
    rest, cells, masks = open_part(state, house)
    for place, cell in enumerate(cells):
        others = cells[:place] + cells[place + 1 :]
        for symbol in members(masks[place]):
            cut = tuple(mask & ~(1 << symbol) for mask in masks[:place] + masks[place + 1 :])
            kept = fit(cut, 1 << max(0, rest - symbol - 1), state.tables.n).kept
            for other, left in zip(others, kept, strict=True):
                gone = state.candidates[other] & ~left
                if gone:
                    yield cell, symbol, other, gone


def _needed(state: State) -> Iterator[tuple[int, int]]:
    """Yield each cage with the symbols that it must hold."""
    for house in state.tables.cage_sums:
        if state.vacancies[house] >= 2:
            rest, _, masks = open_part(state, house)
            needed = fit(masks, 1 << max(0, rest), state.tables.n).needed
            if needed:
                yield house, needed
