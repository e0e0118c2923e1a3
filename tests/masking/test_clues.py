"""Parities and comparisons: correct, and in the requested number."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.places import touching
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking import PuzzleRequest
from sudokutools.masking.clues import neighbours_in_regions, with_marks
from tests.clues import common


def complete(geometry: Geometry) -> Grid:
    return generate(geometry, "auto", Stream("sudoku-gen", "clues", 0))


@settings(max_examples=25)
@given(st.sampled_from([(2, 2), (3, 2), (3, 3), (5, 1), (3, 3, 1, 2)]), st.integers(1, 100))
def test_so_many_as_asked_for(shape: tuple[int, ...], per_cent: int) -> None:
    grid = complete(Geometry.of(*shape))
    request = PuzzleRequest(less=per_cent, parity=per_cent)
    constraints = with_marks(grid, request, Stream("sudoku-mask", "clues", per_cent)).constraints
    assert constraints is not None
    pairs = neighbours_in_regions(grid.geometry)
    assert len(constraints.less) == -(-len(pairs) * per_cent // 100)
    assert {tuple(sorted(run)) for run in constraints.less} <= set(pairs)
    assert all(grid[low] < grid[high] for low, high in constraints.less)
    marked = constraints.even + constraints.odd
    assert len(marked) == -(-grid.geometry.size * per_cent // 100)
    assert all(grid[cell] % 2 == 0 for cell in constraints.even)
    assert all(grid[cell] % 2 for cell in constraints.odd)


def test_neighbours_share_a_side() -> None:
    geometry = Geometry.of(3, 3, 1, 2)
    for cell, others in enumerate(touching(geometry.rows, geometry.columns)):
        row, column = divmod(cell, geometry.columns)
        for other in range(geometry.size):
            apart = abs(row - other // geometry.columns) + abs(column - other % geometry.columns)
            assert (other in others) == (apart == 1)


@pytest.mark.parametrize(("shape", "pairs"), [((3, 3), 108), ((3, 2), 42), ((5, 1), 20)])
def test_neighbours_in_regions(shape: tuple[int, int], pairs: int) -> None:
    assert len(neighbours_in_regions(Geometry.of(*shape))) == pairs


def test_clues_are_added_to_those_of_the_grid() -> None:
    plain = complete(Geometry.of(2, 2))
    low, high = sorted((0, 1), key=plain.__getitem__)
    even = [cell for cell in range(16) if plain[cell] % 2 == 0]
    old = Constraints.of(plain.geometry, common([(0, [0, 1])], [(low, high)], even))
    grid = Grid(plain.geometry, plain.cells, None, old)
    constraints = with_marks(
        grid, PuzzleRequest(less=100, parity=100), Stream("x", "y", 0)
    ).constraints
    assert constraints is not None
    assert (constraints.cages, constraints.even) == (old and old.cages, tuple(even))
    assert len(constraints.odd) == 8
    assert len(constraints.less) == 16
    assert constraints.less[0] == (low, high)
