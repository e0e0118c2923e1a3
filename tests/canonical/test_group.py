"""The symmetries of a geometry: their invariants, and that all of them are drawn."""

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.canonical.form import (
    canonical_form,
    random_symmetry,
    transposes,
)
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.solving import count_solutions
from tests.canonical.samples import SEVENTEENS, read, thinned

SHAPES = [
    (1, 1), (2, 2), (3, 2), (2, 3), (3, 3), (5, 1), (1, 5), (4, 2), (3, 3, 2, 3), (2, 3, 2, 2),
]  # fmt: skip


@given(st.sampled_from(SHAPES), st.integers(0, 10**6))
def test_images_have_the_same_canonical_form(shape: tuple[int, ...], record: int) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("test", "group", record)
    grid = generate(geometry, "auto", stream)
    for original in (grid, thinned(grid, geometry.size // 2, stream)):
        image = random_symmetry(original.geometry, stream)(original)
        assert image.geometry is geometry
        assert canonical_form(image) == canonical_form(original)


def test_images_of_a_puzzle_have_one_solution() -> None:
    for record, line in enumerate(SEVENTEENS):
        puzzle = read(line)
        image = random_symmetry(puzzle.geometry, Stream("test", "images", record))(puzzle)
        assert image != read(line)
        assert (image.clue_count, count_solutions(image, 2)) == (17, 1)


@pytest.mark.parametrize("shape", [(2, 2), (2, 1), (3, 1), (2, 2, 1, 2)])
def test_every_symmetry_is_drawn(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    number = 1 + transposes(geometry)
    for groups, size in (
        (geometry.boxes_down, geometry.box_height),
        (geometry.boxes_across, geometry.box_width),
    ):
        number *= factorial(groups) * factorial(size) ** groups
    drawn = [random_symmetry(geometry, Stream("test", "all", record)) for record in range(3000)]
    assert len({symmetry.cells for symmetry in drawn}) == number
    assert len({symmetry.labels for symmetry in drawn}) == factorial(geometry.n)


def test_empty_cells_stay_empty() -> None:
    empty = Grid.empty(Geometry.of(3, 3))
    assert random_symmetry(empty.geometry, Stream("test", "empty", 0))(empty) == empty
