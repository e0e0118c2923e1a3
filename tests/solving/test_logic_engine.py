"""Human techniques as a solver: correct solutions, and errors if they are not enough."""

from itertools import islice

import pytest
from hypothesis import given, settings

from sudokutools.errors import UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import engine
from tests.logic.positions import grid_of
from tests.solving.test_engines import puzzles

solutions = engine("logic")
PLAIN = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."
UNIQUE = ".41.9..........6....6.4..87......37..8.1..........3..8.25..1....196....4..4.....2"
"""The hardest step is a unique rectangle of type 1."""


def answer(grid: Grid) -> tuple[list[bytes], bool]:
    """Return the solutions, and whether the engine claims that these are all."""
    found = []
    try:
        for solution in solutions(grid):
            found.append(solution.cells)
    except UndecidedError:
        return found, False
    return found, True


@settings(max_examples=25, deadline=None)
@given(puzzles())
def test_it_agrees_with_the_other_engines(puzzle: Grid) -> None:
    expected = [grid.cells for grid in islice(engine("propagate")(puzzle), 100)]
    found, is_all = answer(puzzle)
    assert set(found) <= set(expected) or len(expected) == 100
    for cells in found:
        assert not list(Grid(puzzle.geometry, cells).clashes())
    if is_all:
        assert found == expected
    if len(expected) > 1:
        assert not is_all


def test_singles_prove_that_there_is_one() -> None:
    assert answer(grid_of(PLAIN)) == ([next(engine("dlx")(grid_of(PLAIN))).cells], True)


def test_a_unique_rectangle_leaves_it_open() -> None:
    puzzle = grid_of(UNIQUE)
    found, is_all = answer(puzzle)
    assert found == [next(engine("dlx")(puzzle)).cells]
    assert not is_all


def test_the_hardest_puzzle_is_solved() -> None:
    """AI Escargot (ER 10.5) needs nested chains."""
    puzzle = grid_of(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    assert answer(puzzle) == ([next(engine("dlx")(puzzle)).cells], True)


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (4, 3), (2, 2, 1, 2)])
def test_it_gives_up_soon_where_there_are_many(shape: tuple[int, ...]) -> None:
    assert answer(Grid.empty(Geometry.of(*shape))) == ([], False)


def test_clashes_and_empty_cells_are_proofs() -> None:
    assert answer(grid_of("11" + 79 * ".")) == ([], True)
    assert answer(grid_of("12345678." + 8 * "." + "9" + 63 * ".")) == ([], True)
    assert answer(grid_of("123......" + "...4....." + "......4.." + 54 * ".")) == ([], True)
