"""Puzzles from complete grids and other puzzles: `mask` empties cells to meet a request.

`plan` defines the requests and `dig` how a puzzle is made; on 9x9 a compiled kernel does the same
(`compiled_dig`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking.plan import MaskResult, Plan, PuzzleRequest, plan_of
from sudokutools.solving.solving import only_solution, refuse_clash

if TYPE_CHECKING:
    from typing import Unpack

    from sudokutools.masking.wishes import Wishes

__all__ = ["MaskResult", "Plan", "PuzzleRequest", "mask", "plan_of", "puzzle_of"]


def mask(
    grid: Grid,
    request: PuzzleRequest | None = None,
    stream: Stream | None = None,
    check: Check = never,
    seed: str | int | None = None,
    **wishes: Unpack[Wishes],
) -> MaskResult:
    """Make a puzzle by emptying cells of a complete grid or of a puzzle.

    grid     a complete grid without clashes, or a puzzle with one solution
    wishes   of the puzzle, named as the options of sudoku-mask(1): see `Wishes`; without any, the
             level is medium, or easier if no try reaches that
    request  a `PuzzleRequest` in place of wishes, for many grids
    stream   the source of randomness; default: entropy of the system
    check    called every few milliseconds; exceptions that it raises end the work
    seed     instead of a stream: the same seed makes the same puzzle of a grid, as
             `sudoku-mask` with this seed of the first one

    Returns a result with `puzzle`, None if no try met the request; `best`, the nearest result as
    text; `tries`, the number of tries; `solution`, that of a grid that is a puzzle; and `weight`,
    if it is wanted. Unless `unique` is False, the puzzle has one solution, that of the grid.

    Raises SudokuError if the grid has no solution or several, or if the request is impossible for
    it: puzzles get no other kinds of clues. Raises TypeError for unknown wishes.

    >>> from sudokutools import generate, mask, rate
    >>> puzzle = mask(generate(seed=1), level="hard", rating=(2.6, 3.2), seed=1).puzzle
    >>> 2.6 <= rate(puzzle).rating <= 3.2
    True
    >>> mask(generate(), clues=30, symmetry="rotate180").puzzle.clue_count
    30
    """
    plan = _plan(grid.geometry, request, wishes)
    plan.check_grid(grid)
    return puzzle_of(plan, grid, stream_of("sudoku-mask", stream, seed), check)


def puzzle_of(plan: Plan, grid: Grid, stream: Stream, check: Check) -> MaskResult:
    """Make a puzzle as `mask` does, of a grid that `Plan.check_grid` accepts."""
    puzzle = None if grid.is_complete else grid
    grid = _solution_of(plan, grid, check)
    if plan.path is not None:
        from sudokutools.masking.path_search import search

        result = search(plan, grid, stream, check, puzzle)
    elif plan.request.weights:
        from sudokutools.masking.weights import dig_weighed

        result = dig_weighed(plan, grid, stream, check)
    elif plan.request.makes_clues:
        from sudokutools.masking.clues import mask_with_clues

        result = mask_with_clues(plan, grid, stream, check)
    else:
        from sudokutools.masking.compiled_dig import dig_fast

        result = dig_fast(plan, grid, stream, check, puzzle)
    return result if puzzle is None else result._replace(solution=grid)


def _plan(geometry: Geometry, request: PuzzleRequest | None, wishes: Wishes) -> Plan:
    if wishes:
        if request is not None:
            raise TypeError("mask: a request and wishes cannot be combined")
        from sudokutools.masking.wishes import request_of

        request = request_of(geometry, wishes)
    return plan_of(geometry, request or PuzzleRequest())


def _solution_of(plan: Plan, puzzle: Grid, check: Check) -> Grid:
    refuse_clash(puzzle)
    if puzzle.is_complete:
        return puzzle
    if plan.request.makes_clues or plan.request.weights:
        raise SudokuError("a puzzle instead of a complete grid gets no other clues and no weight")
    if puzzle.candidates is not None:
        raise SudokuError("puzzles with candidates are not supported")
    return only_solution(puzzle, check, "a complete grid or a puzzle with one solution")
