"""Geometry and grids."""

import pickle

import pytest
from hypothesis import given

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.strategies import geometries, grids
from tests.tables import cases


@cases
def test_size_gives_the_most_square_box(size: int, box: str) -> None:
    assert str(Geometry.of_size(size)) == box


@given(geometries(100))
def test_every_cell_lies_in_its_houses(geometry: Geometry) -> None:
    for cell in range(geometry.size):
        assert cell in geometry.row_cells[geometry.row_of(cell)]
        assert cell in geometry.column_cells[geometry.column_of(cell)]
        assert cell in geometry.box_cells[geometry.box_of(cell)]
    for houses in (geometry.row_cells, geometry.column_cells, geometry.box_cells):
        assert sorted(cell for house in houses for cell in house) == list(range(geometry.size))


def test_there_is_one_geometry_object_per_shape() -> None:
    kept = Geometry.of(3, 3)
    for width in range(1, 50):
        for across in range(1, 3):
            for down in range(1, width + 1):
                Geometry.of(width, 2, across, down)
    assert Geometry.of(3, 3) is kept


def test_peers_of_a_cell() -> None:
    geometry = Geometry.of(3, 3)
    assert len(geometry.peers[40]) == 20
    assert len(geometry.houses) == 27
    assert len(Geometry.of(7, 1).houses) == 14  # Boxes one cell high are the rows.


@cases
def test_impossible_geometries(numbers: tuple[int, ...], reason: str) -> None:
    with pytest.raises(SudokuError, match=reason):
        Geometry.of(*numbers)


def test_grid_refuses_wrong_cells() -> None:
    with pytest.raises(SudokuError, match="15 cells, expected 16"):
        Grid(Geometry.of(2, 2), bytes(15))
    with pytest.raises(SudokuError, match="invalid symbol 5, expected 1 to 4"):
        Grid(Geometry.of(2, 2), [5] + 15 * [0])


def test_grid_does_not_change() -> None:
    grid = Grid.empty(Geometry.of(2, 2))
    with pytest.raises(AttributeError):
        grid.cells = b""


@given(grids())
def test_grids_pickle_and_hash(grid: Grid) -> None:
    copy = pickle.loads(pickle.dumps(grid))  # noqa: S301
    assert copy == grid
    assert hash(copy) == hash(grid)
    assert copy.geometry is grid.geometry


def test_clashes_name_house_symbol_and_cells() -> None:
    cells = bytearray(81)
    cells[0] = cells[8] = cells[10] = 5
    clashes = list(Grid(Geometry.of(3, 3), cells).clashes())
    assert [(c.kind, c.house, c.symbol, c.cells) for c in clashes] == [
        ("row", 0, 5, (0, 8)),
        ("box", 0, 5, (0, 10)),
    ]
