"""Clues other than symbols: parities, comparisons and cages.

The following defines the clues of a seed. They are made of a complete grid before cells are
emptied: first parities, then comparisons, then cages, in addition to the clues of the grid.

- parity P: shuffle all cells with `Stream.shuffle`; mark the first P percent, rounded up, as even
  or odd.
- less P: shuffle the pairs of orthogonal neighbours in a region, listed ascending; compare the
  first P percent, rounded up.
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
    """Make the requested clues, then a puzzle; see `masking.mask`.

    Raises SudokuError if the grid has cages already.
    """
    request = plan.request
    marked = with_marks(grid, request, stream)
    if request.cages is not None:
        from sudokutools.masking.cages import cage

        return cage(plan, marked, stream, check)
    from sudokutools.masking.dig import dig

    rest = request.replace(less=None, parity=None)
    if request.less is not None and plan.accepts_easier:
        rest = rest.replace(orbit_minimal=True)  # With many signs few digits are expected.
    return dig(plan_of(grid.geometry, rest), marked, stream, check)


def with_marks(grid: Grid, request: PuzzleRequest, stream: Stream) -> Grid:
    """Return a complete grid with the requested parities and comparisons."""
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
    """Draw a percentage of the numbers below `count`, rounded up; ascending."""
    numbers = list(range(count))
    stream.shuffle(numbers)
    return sorted(numbers[: -(-count * per_cent // 100)])
