"""Digging with the compiled kernel for 9x9 grids."""

from __future__ import annotations

from typing import Any

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.grid.grid import CHARACTER_VALUES, LINE_CHARACTERS, Grid
from sudokutools.masking.plan import DEFAULT_LEVEL, MaskResult, Plan

MISSED, MET, EASIER = range(3)  # EASIER: a default request gave a puzzle below its level.

_MINIMAL, _DEEP, _ORBIT_MINIMAL = -1, -2, -3


def dig_fast(
    plan: Plan, grid: Grid, stream: Stream, check: Check, puzzle: Grid | None = None
) -> MaskResult:
    """Return the same as `dig.dig`, by the kernel if it supports the plan."""
    kernels = core.native()
    if kernels is None or puzzle is not None or not (plan.has_kernel and grid.is_classic):
        from sudokutools.masking.dig import dig

        return dig(plan, grid, stream, check, puzzle)
    text, tries, kind, *nearest, stream.state = kernels.dig_grid(
        request_of(plan),
        grid.cells.translate(LINE_CHARACTERS["."]),
        stream.state,
        None if check is never else check,
    )
    if kind == MISSED:
        return MaskResult(None, reached(plan, *nearest), tries)
    best = f"easier than {DEFAULT_LEVEL}" if kind == EASIER else ""
    return MaskResult(Grid(grid.geometry, text.translate(CHARACTER_VALUES)), best, tries)


def request_of(plan: Plan) -> tuple[Any, ...]:
    """Return the request as kernels take it; see `_core/dig/dig.h`."""
    clues = plan.clues
    if clues is None:
        clues = _MINIMAL if plan.request.minimal else _DEEP
        clues = _ORBIT_MINIMAL if plan.request.orbit_minimal else clues
    return (
        core.name(),
        bytes(cell for orbit in plan.orbits for cell in orbit),
        bytes(map(len, plan.orbits)),
        clues,
        plan.tries,
        plan.difficulty.numbers if plan.difficulty is not None else None,
        plan.accepts_easier,
    )


def reached(plan: Plan, clues: int, is_rated: bool, rating: int, technique: int) -> str:
    """Describe the nearest result, from the numbers of a kernel."""
    from sudokutools.logic.techniques import TECHNIQUES

    name = TECHNIQUES[technique] if technique >= 0 else ""
    return plan.reached(clues, is_rated, rating, name)
