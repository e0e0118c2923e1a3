"""Puzzles from complete grids: `mask` empties cells so that a request is met.

`plan` says what can be asked for; how a puzzle is made is defined in `dig`, and on 9x9 a compiled
kernel does the same (`compiled_dig`). The operation itself is here, as a module of the same name
would hide the function.
"""

from __future__ import annotations

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.masking.plan import Plan, Request, Result, plan_of

__all__ = ["Plan", "Request", "Result", "mask", "plan_of"]


def mask(
    grid: Grid, request: Request | None = None, stream: Stream | None = None, check: Check = never
) -> Result:
    """Empty cells of a complete grid so that the request is met; without a stream always alike.

    SudokuError: the grid is not complete or breaks the rules, or nothing can meet the request.

    >>> from sudokutools.generating.generating import generate
    >>> from sudokutools.grid.geometry import Geometry
    >>> result = mask(generate(Geometry.of(3, 3)), Request(clues=30, symmetry="rotate180"))
    >>> result.puzzle.clue_count
    30
    """
    plan = plan_of(grid.geometry, request or Request())
    plan.check_technique(grid)
    if not grid.is_complete:
        raise SudokuError(
            f"{grid.cells.count(0)} cells are empty: a puzzle has to go through sudoku-solve first"
        )
    clash = next(grid.clashes(), None)
    if clash:
        if clash.told:
            raise SudokuError(clash.told)
        names = " and ".join(map(grid.geometry.cell_name, clash.cells[:2]))
        raise SudokuError(f"{names} are both {clash.symbol}")
    stream = stream or Stream("sudoku-mask", "", 0)
    if plan.has_kernel and grid.is_classic and core.native() is not None:
        from sudokutools.masking.compiled_dig import dig_natively

        return dig_natively(plan, grid, stream, check)
    if plan.request.makes_clues:
        from sudokutools.masking.clues import mask_with_clues

        return mask_with_clues(plan, grid, stream, check)
    from sudokutools.masking.dig import dig

    return dig(plan, grid, stream, check)
