"""Ranking: known numbers, round trips, the order, and the C twin."""

from collections.abc import Iterator

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.generating import ranking
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.conftest import in_python

NINE = Geometry.of(3, 3)

# The first and the last grid, from an independent program for the same enumeration.
FIRST_GRID = "147258369258369147369147258471582693582693471693471582714825936825936714936714825"
LAST_GRID = "579864321468321795321795864943687512852913647716542983634279158297158436185436279"


def random_rank(stream: Stream) -> int:
    return stream.below(280 * 6**3) * ranking.OF_A_BOX + stream.below(ranking.OF_A_BOX)


@pytest.fixture(params=["native", "python"])
def twin(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "native" and core.native() is None:
        pytest.skip("no compiled core")
    with in_python(request.param == "python"):
        yield request.param


def test_total() -> None:
    assert ranking.TOTAL == 6_670_903_752_021_072_936_960
    assert ranking.tables().before[-1] * 280 * 6**3 == ranking.TOTAL


@pytest.mark.parametrize(("rank", "cells"), [(0, FIRST_GRID), (ranking.TOTAL - 1, LAST_GRID)])
def test_known_numbers(twin: str, rank: int, cells: str) -> None:  # noqa: ARG001
    grid = Grid(NINE, [int(cell) for cell in cells])
    assert ranking.grid_of_rank(rank) == grid
    assert ranking.rank_of_grid(grid) == rank


def test_round_trips_of_numbers(twin: str) -> None:
    stream = Stream("test", "ranks", 1)
    for _ in range(500 if twin == "native" else 5):
        rank = random_rank(stream)
        grid = ranking.grid_of_rank(rank)
        assert grid.is_complete
        assert not list(grid.clashes())
        assert ranking.rank_of_grid(grid) == rank


def test_round_trips_of_grids(twin: str) -> None:
    for record in range(500 if twin == "native" else 5):
        grid = generate(NINE, "uniform", Stream("test", "ranking", record))
        assert ranking.grid_of_rank(ranking.rank_of_grid(grid)) == grid


def test_c_twin_numbers_alike() -> None:
    if core.native() is None:
        pytest.skip("no compiled core")
    stream = Stream("test", "ranks", 2)
    places = [(stream.below(280 * 6**3), stream.below(ranking.OF_A_BOX)) for _ in range(12)]
    # The last grid below the first two choices, and the first below the next.
    edge = sum(ranking.Choices(ranking._first_band(0, 0, 0)).products(0, 0))
    for box, place in [*places, (0, edge - 1), (0, edge)]:
        cells = core.native().grid_of_rank(box, place)  # type: ignore[union-attr]
        assert ranking._cells_of_rank(box, place) == cells
        assert ranking._rank_of_cells(cells) == (box, place)


def test_neighbours_are_different_grids() -> None:
    start = ranking.TOTAL // 3
    grids = [ranking.grid_of_rank(start + i) for i in range(100)]
    assert len(set(grids)) == 100
    # The fillings of bands 1 and 2 count last, so neighbours have band 0 in common.
    assert len({grid.cells[:27] for grid in grids}) == 1


@pytest.mark.parametrize("rank", [-1, ranking.TOTAL])
def test_numbers_out_of_range_are_refused(rank: int) -> None:
    with pytest.raises(SudokuError, match=f"rank {rank}: expected 0 to 6670903752021072936959"):
        ranking.grid_of_rank(rank)


@pytest.mark.parametrize(
    "grid",
    [
        Grid.empty(NINE),
        Grid(NINE, [1] * 81),
        Grid(NINE, [0, *map(int, FIRST_GRID[1:])]),
        Grid(Geometry.of(9, 1), [int(cell) for cell in FIRST_GRID]),
        generate(Geometry.of(2, 2), "uniform", Stream("test", "", 0)),
    ],
)
def test_other_grids_are_refused(grid: Grid) -> None:
    with pytest.raises(SudokuError, match="only valid complete 9x9 grids"):
        ranking.rank_of_grid(grid)
