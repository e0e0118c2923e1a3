"""XY-Wing and XYZ-Wing.

A pivot with two (XYZ-Wing: three) candidates sees two wings with two candidates each. The three
cells have three symbols, one of which, z, is common to the wings (and, in an XYZ-Wing, to the
pivot). Whatever the pivot is, one of the cells with z is z, so no cell that sees all of them is.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.finder import Finder
from sudokutools.logic.state import State
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import technique_named

XY_WING = technique_named("XY-Wing")
XYZ_WING = technique_named("XYZ-Wing")


class Wing(Finder):
    """XY-Wing (size 2) or XYZ-Wing (3): the first usable one."""

    def __call__(self, state: State) -> Step | None:
        return next(wings(state, self.technique.size), None)


def wings(state: State, pivot_size: int) -> Iterator[Step]:
    """Yield usable wings: pivots of two (three) candidates in order, then first, second wings."""
    tables = state.tables
    candidates = state.candidates
    bivalue = state.bivalue()
    for pivot, mask in enumerate(candidates):
        if mask.bit_count() != pivot_size:
            continue
        wings = [
            wing
            for wing in members(bivalue & tables.peers[pivot])
            if (mask | candidates[wing]).bit_count() == 3
        ]
        for at, first in enumerate(wings):
            for second in wings[at + 1 :]:
                if (mask | candidates[first] | candidates[second]).bit_count() != 3:
                    continue
                shared = candidates[first] & candidates[second]
                inside = mask & shared
                if shared.bit_count() != 1 or bool(inside) != (pivot_size == 3):
                    continue
                losers = state.places[shared.bit_length() - 1]
                losers &= tables.peers[first] & tables.peers[second] & ~(1 << pivot)
                if pivot_size == 3:
                    losers &= tables.peers[pivot]
                if losers:
                    yield _step(state, pivot, first, second, shared, losers)


def _step(state: State, pivot: int, first: int, second: int, shared: int, losers: int) -> Step:
    union = state.candidates[pivot] | state.candidates[first] | state.candidates[second]
    others = members(union ^ shared)
    is_xyz = state.candidates[pivot].bit_count() == 3
    wing = XYZ_WING if is_xyz else XY_WING
    cells = pivot, first, second
    symbol = shared.bit_length()
    centre, one, other = (
        f"{state.tables.geometry.cell_name(cell)} ({'/'.join(str(s + 1) for s in members(mask))})"
        for cell, mask in ((cell, state.candidates[cell]) for cell in cells)
    )
    which = "it or one of the pincers" if is_xyz else "one of the pincers"
    why = f"whichever the pivot {centre} is, {which} {one} and {other} is {symbol}, so {{result}}"
    step = step_of(state, wing, why, cells, state.removals(losers, shared))
    return step._replace(symbols=(*(s + 1 for s in others), symbol))
