"""Parities and comparisons: correct, and in the requested number."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.relations import Relations
from sudokutools.masking import PuzzleRequest
from sudokutools.masking.clues import with_marks
from sudokutools.masking.neighbours import neighbours, neighbours_in_regions


def complete(geometry: Geometry) -> Grid:
    return generate(geometry, "auto", Stream("sudoku-gen", "clues", 0))


@settings(max_examples=50)
@given(st.sampled_from([(2, 2), (3, 2), (3, 3), (5, 1), (3, 3, 1, 2)]), st.integers(1, 100))
def test_so_many_as_asked_for(shape: tuple[int, ...], per_cent: int) -> None:
    grid = complete(Geometry.of(*shape))
    request = PuzzleRequest(less=per_cent, parity=per_cent)
    relations = with_marks(grid, request, Stream("sudoku-mask", "clues", per_cent)).relations
    assert relations is not None
    pairs = neighbours_in_regions(grid.geometry)
    assert len(relations.less) == -(-len(pairs) * per_cent // 100)
    assert {tuple(sorted(run)) for run in relations.less} <= set(pairs)
    assert all(grid[low] < grid[high] for low, high in relations.less)
    marked = relations.even + relations.odd
    assert len(marked) == -(-grid.geometry.size * per_cent // 100)
    assert all(grid[cell] % 2 == 0 for cell in relations.even)
    assert all(grid[cell] % 2 for cell in relations.odd)


def test_neighbours_share_a_side() -> None:
    geometry = Geometry.of(3, 3, 1, 2)
    for cell, others in enumerate(neighbours(geometry)):
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
    old = Relations.of((4, 4, 16), cages=[(0, [0, 1])], less=[(low, high)], even=even)
    grid = Grid(plain.geometry, plain.cells, None, old)
    relations = with_marks(grid, PuzzleRequest(less=100, parity=100), Stream("x", "y", 0)).relations
    assert relations is not None
    assert (relations.cages, relations.even) == (old and old.cages, tuple(even))
    assert len(relations.odd) == 8
    assert len(relations.less) == 16
    assert relations.less[0] == (low, high)
