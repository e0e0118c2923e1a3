"""Clues that are no symbols: what is made of a complete grid before cells are emptied.

How they are made is defined to the letter, so that a seed gives the same ones everywhere. Parities
come first, then comparisons, then cages; each adds to what the grid has already.

- parity P: of all cells, in their order, `Stream.shuffle` makes a list; the first P per cent of it,
  rounded up, are marked with the parity of their symbols.
- less P: the pairs of orthogonal neighbours in a region, ascending, are shuffled; the first P per
  cent, rounded up, are compared.
- cages A-B: see `cages`.
"""

from __future__ import annotations

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.grid.grid import Grid
from sudokutools.grid.relations import Relations
from sudokutools.masking.neighbours import neighbours_in_regions
from sudokutools.masking.plan import Plan, PuzzleRequest, Result, plan_of


def mask_with_clues(plan: Plan, grid: Grid, stream: Stream, check: Check) -> Result:
    """Make the clues that are asked for, then a puzzle; see `masking.mask`.

    SudokuError: the grid has cages already.
    """
    request = plan.request
    marked = with_marks(grid, request, stream)
    if request.cages is not None:
        from sudokutools.masking.cages import cage

        return cage(plan, marked, stream, check)
    from sudokutools.masking.dig import dig

    rest = request.replace(less=None, parity=None)
    if request.less is not None and plan.accepts_easier:
        rest = rest.replace(orbit_minimal=True)  # Signs tell much: few digits are what is expected.
    return dig(plan_of(grid.geometry, rest), marked, stream, check)


def with_marks(grid: Grid, request: PuzzleRequest, stream: Stream) -> Grid:
    """Return a complete grid with the parities and the comparisons that are asked for."""
    geometry, cells = grid.geometry, grid.cells
    old = grid.relations
    even, odd, less = (old.even, old.odd, old.less) if old is not None else ((), (), ())
    if request.parity is not None:
        drawn = _drawn(geometry.size, request.parity, stream)
        even += tuple(cell for cell in drawn if cells[cell] % 2 == 0)
        odd += tuple(cell for cell in drawn if cells[cell] % 2)
    if request.less is not None:
        known = neighbours_in_regions(geometry)
        pairs = [known[index] for index in _drawn(len(known), request.less, stream)]
        less += tuple(pair if cells[pair[0]] < cells[pair[1]] else pair[::-1] for pair in pairs)
    cages = old.cages if old is not None else ()
    shape = geometry.n, geometry.columns, geometry.size
    return Grid(geometry, cells, None, Relations.of(shape, cages, less, even, odd))


def _drawn(count: int, per_cent: int, stream: Stream) -> list[int]:
    """Return so many of the numbers below `count`, rounded up, drawn at random, ascending."""
    numbers = list(range(count))
    stream.shuffle(numbers)
    return sorted(numbers[: -(-count * per_cent // 100)])
