"""Orbits: partitions of the cells that the maps of a symmetry keep."""

import pytest

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.masking.symmetry import SYMMETRIES, orbits, sums_of_sizes

# The number of orbits on 9x9 cells, by Burnside's lemma.
NUMBERS = {
    "none": 81, "rotate180": 41, "rotate90": 21, "mirror": 45, "flip": 45, "diagonal": 45,
    "antidiagonal": 45, "full": 15,
}  # fmt: skip


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 2), (3, 3), (4, 2), (2, 2, 2, 2)])
def test_orbits_are_a_partition(symmetry: str, shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    found = orbits(geometry, symmetry)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(geometry.size))
    assert [orbit[0] for orbit in found] == sorted(min(orbit) for orbit in found)


@pytest.mark.parametrize(("symmetry", "number"), NUMBERS.items())
def test_numbers_of_orbits(symmetry: str, number: int) -> None:
    assert len(orbits(Geometry.of(3, 3), symmetry)) == number


def test_orbits_of_a_corner() -> None:
    # r1c2 of a 9x9 grid: cell 1.
    expected = {
        "none": (1,),
        "rotate180": (1, 79),
        "rotate90": (1, 17, 63, 79),
        "mirror": (1, 7),
        "flip": (1, 73),
        "diagonal": (1, 9),
        "antidiagonal": (1, 71),
        "full": (1, 7, 9, 17, 63, 71, 73, 79),
    }
    for symmetry, orbit in expected.items():
        assert orbits(Geometry.of(3, 3), symmetry)[1] == orbit


@pytest.mark.parametrize("symmetry", ["rotate90", "diagonal", "antidiagonal", "full"])
def test_squares_are_needed(symmetry: str) -> None:
    with pytest.raises(SudokuError, match="as many rows as columns; the grid has 6 rows and 9"):
        orbits(Geometry.of(3, 3, 3, 2), symmetry)


def test_unknown_symmetry() -> None:
    with pytest.raises(SudokuError, match="unknown symmetry 'round': expected none, rotate180"):
        orbits(Geometry.of(3, 3), "round")


def test_sums_of_sizes() -> None:
    assert sums_of_sizes([]) == 1
    assert [k for k in range(12) if sums_of_sizes([2, 3, 5]) >> k & 1] == [0, 2, 3, 5, 7, 8, 10]
