"""Every engine respects the candidates of a grid."""

from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support import streams
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.generating.generating import generate
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import ENGINES, engine
from sudokutools.solving.solving import automatic, is_forced, redundant_clues, solutions
from tests.conftest import in_python
from tests.solving.test_engines import by_definition
from tests.strategies import marked_grids

METHODS = ("auto", *ENGINES)
SMALL = [(2, 2), (1, 4), (2, 2, 1, 2), (3, 2, 1, 2)]


def found(method: str, grid: Grid, limit: int | None = None) -> list[bytes]:
    try:
        return sorted(grid.cells for grid in islice(solutions(grid, method), limit))
    except SudokuError:
        pytest.importorskip("pysat")
        raise


@settings(max_examples=12, deadline=None)
@given(data=st.data(), forced=st.booleans())
def test_engines_agree_with_the_definition(data: st.DataObject, forced: bool) -> None:
    geometry = Geometry.of(*data.draw(st.sampled_from(SMALL)))
    grid = data.draw(marked_grids(geometry))
    masks = grid.candidates or geometry.size * [(1 << geometry.n) - 1]
    expected = [
        cells
        for cells in by_definition(geometry, list(grid.cells))
        if all(mask >> (symbol - 1) & 1 for mask, symbol in zip(masks, cells, strict=True))
    ]
    with in_python(forced):
        for method in METHODS:
            assert found(method, grid) == expected, method


@settings(max_examples=30, deadline=None)
@given(grid=marked_grids(), forced=st.booleans())
def test_engines_agree(grid: Grid, forced: bool) -> None:
    limit = 30
    with in_python(forced):
        expected = found("propagate", grid, limit)
        for method in ("auto", "dlx", "cdcl", "sat"):
            answer = found(method, grid, limit)
            assert len(answer) == len(expected)
            assert answer == expected or len(answer) == limit, method


@settings(max_examples=12, deadline=None)
@given(grid=marked_grids())
def test_the_ladder_is_never_wrong(grid: Grid) -> None:
    expected = found("auto", grid, 2)
    answers = []
    with suppress(UndecidedError):
        for solution in solutions(grid, "logic"):
            answers.append(solution.cells)
        assert answers == expected
    assert set(answers) <= set(found("propagate", grid, 200))


@settings(max_examples=30, deadline=None)
@given(grid=marked_grids(Geometry.of(2, 2)))
def test_all_solutions_come_in_random_order_as_well(grid: Grid) -> None:
    for method in METHODS[1:]:
        stream = streams.Stream("test", method, 0)
        answers = [solution.cells for solution in engine(method)(grid, stream)]
        assert sorted(answers) == found("propagate", grid)


def test_the_engine_of_nine_rows_is_not_taken_for_candidates() -> None:
    nine = Geometry.of(3, 3)
    assert automatic(Grid.empty(nine)) == "propagate"
    assert automatic(marked(nine, bytes(81), [1, *80 * [511]])) == "cdcl"


def test_what_candidates_force_is_known() -> None:
    geometry = Geometry.of(2, 2)
    solution = Grid(geometry, [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    several = Grid(geometry, [1, 2, 3, 4, 3, 4, 1, 2, *bytes(8)])
    assert not is_forced(several, 8, solution)
    grid = marked(geometry, several.cells, [15 if cell != 8 else 0b0010 for cell in range(16)])
    assert is_forced(grid, 8, solution)
    assert is_forced(grid, 8, solution, max_steps=100)
    with pytest.raises(SudokuError, match="redundant clues"):
        next(redundant_clues(grid))


def test_candidates_of_large_grids_are_kept() -> None:
    geometry = Geometry.of(6, 6)
    solution = generate(geometry, "shift", streams.Stream("test", "large", 0))
    masks = [1 << (symbol - 1) | 1 for symbol in solution.cells]
    grid = marked(geometry, bytes(geometry.size), masks)
    assert [answer.cells for answer in islice(solutions(grid, "cdcl"), 2)] == [solution.cells]
    assert next(solutions(grid, "propagate")).cells == solution.cells
