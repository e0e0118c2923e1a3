"""On every kind of geometry no step contradicts the solution, and all have explanations."""

import os

import pytest

from sudokutools._support.streams import Stream
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.logic.ladder import Path
from sudokutools.logic.strand import Implication, eureka, sentences
from sudokutools.masking import PuzzleRequest, mask
from sudokutools.solving.solving import solve
from tests.logic.positions import follow, grid_of

PUZZLES = int(os.environ.get("SUDOKUTOOLS_PUZZLES", "6"))
"""The number of puzzles for each geometry; thousands show rare techniques."""

GEOMETRIES = [
    (2, 2, 2, 2), (3, 2, 2, 3), (2, 3, 3, 2), (6, 1, 1, 6), (4, 2, 2, 4), (3, 3, 3, 3),
    (3, 3, 2, 3), (3, 3, 3, 2), (3, 3, 2, 2), (3, 2, 2, 2), (4, 3, 2, 4),
]  # fmt: skip


@pytest.mark.parametrize("shape", GEOMETRIES, ids=str)
def test_no_step_contradicts_the_solution(shape: tuple[int, int, int, int]) -> None:
    geometry = Geometry.of(*shape)
    for record in range(PUZZLES):
        stream = Stream("test", str(shape), record)
        solution = generate(geometry, "search", stream)
        puzzle = mask(solution, PuzzleRequest(minimal=True), stream).puzzle
        assert puzzle is not None
        path = Path(puzzle, guided=False)
        follow(path, solution.cells, 89)
        assert path.is_solved or path.rating_bound > 89


def test_hard_puzzle_is_explained() -> None:
    """A puzzle of 9.0: it needs dynamic chains and one with nested locking or pairs."""
    puzzle = "...93...292..6...5..7.......53.2...4...3...8......6.......81.4.5......7.64......3"
    grid = grid_of(puzzle)
    path, solution = Path(grid), solve(grid)
    assert solution is not None
    follow(path, solution.cells)
    assert path.is_solved


def test_net_is_cut_into_lines() -> None:
    links = (
        Implication(0, 1, True),
        Implication(1, 1, False, (0,)),
        Implication(9, 1, False, (0,)),
        Implication(10, 1, True, (1, 2), "box 1"),
    )
    assert eureka(Geometry.of(3, 3), links) == ("(1)r1c1-(1)r2c1", "(1)r1c1-(1)r1c2=(1)r2c2")
    assert sentences(Geometry.of(3, 3), links)[-1] == (
        "4. Then r2c2 is 1, the only place left in box 1 (see 2, 3)."
    )
