"""Puzzles from complete grids and other puzzles: `mask` empties cells to meet a request.

`plan` defines the requests and `dig` how a puzzle is made; on 9x9 a compiled kernel does the same
(`compiled_dig`).
"""

from __future__ import annotations

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.masking.plan import Plan, PuzzleRequest, Result, plan_of
from sudokutools.solving.solving import only_solution, refuse_clash

__all__ = ["Plan", "PuzzleRequest", "Result", "mask", "plan_of"]


def mask(
    grid: Grid,
    request: PuzzleRequest | None = None,
    stream: Stream | None = None,
    check: Check = never,
    seed: str | int | None = None,
) -> Result:
    """Make a puzzle by emptying cells of a complete grid or of a puzzle.

    grid     a complete grid without clashes, or a puzzle with one solution
    request  a `sudokutools.masking.PuzzleRequest`; default: a puzzle of level medium, or easier if
             no try reaches that
    stream   the source of randomness; default: entropy of the system
    check    called every few milliseconds; exceptions that it raises end the work
    seed     instead of a stream: the same seed makes the same puzzle of a grid, as
             `sudoku-mask` with this seed of the first one

    Returns a result with `puzzle`, None if no try met the request; `best`, the nearest result as
    text; `tries`, the number of tries; and `solution`, that of a grid that is a puzzle. Unless the
    request has `unique=False`, the puzzle has one solution, that of the grid.

    Raises SudokuError if the grid has no solution or several, or if the request is impossible for
    it: puzzles get no weight, and no other kinds of clues.

    >>> from sudokutools import Geometry, count_solutions, generate, mask
    >>> from sudokutools.masking import PuzzleRequest
    >>> result = mask(generate(Geometry.of(3, 3)), PuzzleRequest(clues=30, symmetry="rotate180"))
    >>> result.puzzle.clue_count, count_solutions(result.puzzle, limit=2)
    (30, 1)
    """
    plan = plan_of(grid.geometry, request or PuzzleRequest())
    plan.check_technique(grid)
    stream = stream_of("sudoku-mask", stream, seed)
    puzzle = None if grid.is_complete else grid
    grid = _solution_of(plan, grid, check)
    if plan.path is not None:
        from sudokutools.masking.path_search import search

        result = search(plan, grid, stream, check, puzzle)
    elif plan.request.makes_clues:
        from sudokutools.masking.clues import mask_with_clues

        result = mask_with_clues(plan, grid, stream, check)
    else:
        from sudokutools.masking.compiled_dig import dig_fast

        result = dig_fast(plan, grid, stream, check, puzzle)
    return result if puzzle is None else result._replace(solution=grid)


def _solution_of(plan: Plan, puzzle: Grid, check: Check) -> Grid:
    refuse_clash(puzzle)
    if puzzle.is_complete:
        return puzzle
    if plan.request.makes_clues or plan.request.weights:
        raise SudokuError("a puzzle instead of a complete grid gets no other clues and no weight")
    if puzzle.candidates is not None:
        raise SudokuError("puzzles with candidates are not supported")
    return only_solution(puzzle, check, "a complete grid or a puzzle with one solution")
