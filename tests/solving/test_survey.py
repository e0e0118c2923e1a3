"""Questions about all solutions of a grid at once."""

from itertools import islice

import pytest
from hypothesis import assume, given, settings

from sudokutools import read_grid
from sudokutools._support.streams import Stream
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import survey
from sudokutools.solving.solving import solutions
from sudokutools.solving.survey import count_symbols, estimate, possible
from tests.cli.puzzles import EASY
from tests.conftest import in_python
from tests.strategies import marked_grids

X4 = Geometry.of_variant(Geometry.of(2, 2), rules=["x"])


def masks_of(grids: list[Grid]) -> list[int] | None:
    """Return what `possible` does, given all solutions."""
    columns = zip(*(grid.cells for grid in grids), strict=True)
    return [sum(1 << symbol - 1 for symbol in set(column)) for column in columns] or None


@settings(max_examples=25, deadline=None)
@given(grid=marked_grids())
def test_possible_symbols_are_those_of_all_solutions(grid: Grid) -> None:
    found = list(islice(solutions(grid), 5000))
    assume(len(found) < 5000)
    assert possible(grid) == masks_of(found)
    for limit in (None, 2):
        number, counts = count_symbols(grid, limit)
        assert number == len(found[:limit])
        assert {sum(times) for times in counts} == {number}


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize(
    ("geometry", "empty"),
    [(Geometry.of(2, 2), 12), (Geometry.of(3, 3), 27), (Geometry.of(5, 2), 25), (X4, 14)],
)
def test_possible_symbols_by_each_engine(geometry: Geometry, empty: int, forced: bool) -> None:
    grid = generate(geometry, seed=3)
    cells = grid.cells[: len(grid.cells) - empty] + bytes(empty)
    with in_python(forced):
        puzzle = grid.with_cells(cells)
        assert possible(puzzle) == masks_of(list(solutions(puzzle)))


@pytest.mark.parametrize(
    ("grid", "number", "probes"),
    [
        (Grid.empty(Geometry.of(2, 2)), 288, 2000),
        (Grid.empty(Geometry.of(2, 2, 2, 1)), 96, 500),
        (Grid.empty(X4), 48, 50),
        (Grid.empty(Geometry.of(3, 2)), 28_200_960, 1000),
        (Grid.empty(Geometry.of(3, 3)), 6_670_903_752_021_072_936_960, 500),
        (read_grid(EASY.translate(str.maketrans("58", ".."))), 4286, 300),
    ],
)
def test_estimates_are_near_the_number(grid: Grid, number: int, probes: int) -> None:
    found = estimate(grid, probes, Stream("test", "estimates", 0))
    assert abs(found.value - number) <= 3 * found.error
    assert found.error < number / 5


def test_the_standard_error_of_two_probes_is_half_their_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(survey, "_plain_probe", lambda *_: iter([1, 3]))
    found = estimate(Grid.empty(Geometry.of(2, 2)), 2, Stream("test", "", 0))
    assert list(map(int, found)) == [2, 1]
