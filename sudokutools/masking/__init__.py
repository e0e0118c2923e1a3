"""Puzzles from complete grids: `mask` empties cells to meet a request.

`plan` defines the requests and `dig` how a puzzle is made; on 9x9 a compiled kernel does the same
(`compiled_dig`).
"""

from __future__ import annotations

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.masking.plan import Plan, PuzzleRequest, Result, plan_of

__all__ = ["Plan", "PuzzleRequest", "Result", "mask", "plan_of"]


def mask(
    grid: Grid,
    request: PuzzleRequest | None = None,
    stream: Stream | None = None,
    check: Check = never,
    seed: str | int | None = None,
) -> Result:
    """Make a puzzle by emptying cells of a complete grid.

    grid     a complete grid without clashes
    request  a `sudokutools.masking.PuzzleRequest`; default: a puzzle of level medium, or easier if
             no try reaches that
    stream   the source of randomness; default: entropy of the system
    check    called every few milliseconds; exceptions that it raises end the work
    seed     instead of a stream: the same seed makes the same puzzle of a grid, as
             `sudoku-mask --seed` of the first one

    Returns a result with `puzzle`, None if no try met the request; `best`, the nearest result as
    text; and `tries`, the number of tries. Unless the request has `unique=False`, the grid is the
    only solution of the puzzle.

    Raises SudokuError if the grid is not complete or breaks the rules, or if the request is
    impossible for its geometry.

    >>> from sudokutools import Geometry, count_solutions, generate, mask
    >>> from sudokutools.masking import PuzzleRequest
    >>> result = mask(generate(Geometry.of(3, 3)), PuzzleRequest(clues=30, symmetry="rotate180"))
    >>> result.puzzle.clue_count, count_solutions(result.puzzle, limit=2)
    (30, 1)
    """
    plan = plan_of(grid.geometry, request or PuzzleRequest())
    plan.check_technique(grid)
    if not grid.is_complete:
        empty = grid.cells.count(0)
        raise SudokuError(
            f"{empty} empty cell{'s' * (empty > 1)}: expected a complete grid"
            " (run it through sudoku-solve first)"
        )
    clash = next(grid.clashes(), None)
    if clash:
        if clash.told:
            raise SudokuError(clash.told)
        names = " and ".join(map(grid.geometry.cell_name, clash.cells[:2]))
        raise SudokuError(f"{names} are both {clash.symbol}")
    stream = stream_of("sudoku-mask", stream, seed)
    if plan.has_kernel and grid.is_classic and core.native() is not None:
        from sudokutools.masking.compiled_dig import dig_natively

        return dig_natively(plan, grid, stream, check)
    if plan.request.makes_clues:
        from sudokutools.masking.clues import mask_with_clues

        return mask_with_clues(plan, grid, stream, check)
    from sudokutools.masking.dig import dig

    return dig(plan, grid, stream, check)
