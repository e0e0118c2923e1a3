"""Clues other than symbols: parities, comparisons and cages.

The following defines the clues of a seed. They are made of a complete grid before cells are
emptied: first parities, then comparisons, then cages, in addition to the clues of the grid.

- parity P: shuffle all cells with `Stream.shuffle`; mark the first P percent, rounded up, as even
  or odd.
- less P: shuffle the pairs of orthogonal neighbours in a region, listed ascending; compare the
  first P percent, rounded up.
- cages A-B: see `cages`.
- other kinds: see `added`.
"""

from __future__ import annotations

from functools import lru_cache

from sudokutools._support.limits import Check
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.marked import Even, Odd
from sudokutools.constraints.pairs import Less
from sudokutools.constraints.places import touching
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking.compiled_dig import dig_fast
from sudokutools.masking.plan import Plan, PuzzleRequest, Result, plan_of


def mask_with_clues(plan: Plan, grid: Grid, stream: Stream, check: Check) -> Result:
    """Make the requested clues, then a puzzle; see `masking.mask`.

    Raises SudokuError if the grid has cages already.
    """
    request = plan.request
    marked = with_marks(grid, request, stream)
    if request.add:
        from sudokutools.masking.added import add

        return add(plan, marked, stream, check)
    if request.cages is not None:
        from sudokutools.masking.cages import cage

        return cage(plan, marked, stream, check)
    rest = request.replace(less=None, parity=None)
    if request.less is not None and plan.accepts_easier:
        rest = rest.replace(orbit_minimal=True)  # With many signs few digits are expected.
    return dig_fast(plan_of(grid.geometry, rest), marked, stream, check)


def with_marks(grid: Grid, request: PuzzleRequest, stream: Stream) -> Grid:
    """Return a complete grid with the requested parities and comparisons."""
    geometry, cells = grid.geometry, grid.cells
    clues = [*(grid.constraints.items if grid.constraints is not None else ())]
    if request.parity is not None:
        drawn = _drawn(geometry.size, request.parity, stream)
        for kind, rest in ((Even, 0), (Odd, 1)):
            marked = [cell for cell in drawn if cells[cell] % 2 == rest]
            clues += [kind(marked)] if marked else []
    if request.less is not None:
        known = neighbours_in_regions(geometry)
        pairs = [known[index] for index in _drawn(len(known), request.less, stream)]
        clues += [Less(sorted(pair, key=cells.__getitem__)) for pair in pairs]
    return Grid(geometry, cells, None, Constraints.of_checked(geometry, clues))


def _drawn(count: int, per_cent: int, stream: Stream) -> list[int]:
    """Draw a percentage of the numbers below `count`, rounded up; ascending."""
    numbers = list(range(count))
    stream.shuffle(numbers)
    return sorted(numbers[: -(-count * per_cent // 100)])


@lru_cache(maxsize=64)
def neighbours_in_regions(geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """Return the pairs of orthogonal neighbours that share a region, ascending.

    >>> neighbours_in_regions(Geometry.of(2, 1))
    ((0, 1), (2, 3))
    """
    region = geometry.region_of
    return tuple(
        (cell, other)
        for cell, others in enumerate(touching(geometry.rows, geometry.columns))
        for other in others
        if cell < other and region(cell) == region(other)
    )
