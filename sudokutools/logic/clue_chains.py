"""Contradictions by links and clues: dynamic chains with off-nodes from parts of clues.

A search for the shortest chains would take minutes. So candidates are assumed one by one, those of
cells with few candidates first, and the first contradiction is taken.
"""

from __future__ import annotations

from sudokutools._support.bits import bits
from sudokutools.logic.clue_parts import Masks, Part, parts_of
from sudokutools.logic.forcing import ForcingChains, step_of_hint
from sudokutools.logic.nested import Result, supply
from sudokutools.logic.propagation import ForcingSearch, Mode, Nested, Propagation, refutation
from sudokutools.logic.state import State, losses, pairs
from sudokutools.logic.step import Step
from sudokutools.logic.tables import mask_of, members


class ClueChains(ForcingChains):
    """A candidate that leads to a contradiction by links and parts of clues."""

    mode = Mode(use_y=True, is_dynamic=True)

    def search(self, state: State) -> ForcingSearch:
        more = Supply(state, self.level)
        return ForcingSearch(state, self.techniques, self.mode, more)

    def __call__(self, state: State) -> Step | None:
        search = self.search(state)
        cells = sorted(bits(state.empty), key=lambda cell: state.candidates[cell].bit_count())
        for cell in cells:
            for symbol in members(state.candidates[cell]):
                candidate = symbol * search.links.size + cell
                state.check()
                found = Propagation(search.links, candidate, True, search.mode, search.more)
                hint = refutation(found, 2 * candidate)
                if hint is not None:
                    return step_of_hint(search, hint)
        return None


class Supply:
    def __init__(self, state: State, level: int) -> None:
        self._more = supply(state, level) if level else None
        self._state = state
        parts = parts_of(state.tables.geometry, state.constraints, True)
        # Weak links have all that a single candidate excludes.
        self._parts = [part for part in parts if part.most > 1]
        self._found: Propagation | None = None
        self._before: list[int] = []

    def __call__(self, working: State, found: Propagation) -> list[Result]:
        if found is not self._found:
            self._found, self._before = found, self._state.candidates
        lost = mask_of(
            cell for cell in bits(working.empty) if working.candidates[cell] != self._before[cell]
        )
        self._before = working.candidates[:]
        results: list[Result] = []
        for part in self._parts:
            if part.mask & lost:
                results += self._of_part(part, working)
        if not results and self._more is not None:
            return self._more(working, found)
        return results

    def _of_part(self, part: Part, working: State) -> list[Result]:
        masks = part.held(working)
        kept = part.narrowed(masks) or len(masks) * (0,)
        removals = losses(part.cells, masks, kept)
        if not removals:
            return []
        before = part.held(self._state)
        behind = _behind(part, masks, before, kept)
        size = working.tables.size
        lost = pairs(losses(part.cells, before, behind))
        parents = tuple([2 * ((symbol - 1) * size + cell) for cell, symbol in lost])
        nested = Nested(part.name, 0, refutes=True)
        return [((s - 1) * size + cell, parents, nested) for cell, s in pairs(removals)]


def _behind(part: Part, masks: Masks, before: Masks, kept: Masks) -> Masks:
    """Return the masks, with earlier ones of cells that do not matter for those kept."""
    used = masks
    for at, old in enumerate(before):
        if old != masks[at]:
            wider = (*used[:at], old, *used[at + 1 :])
            left = part.narrowed(wider) or len(masks) * (0,)
            if not any(a & b & ~c for a, b, c in zip(left, masks, kept, strict=True)):
                used = wider
    return used
