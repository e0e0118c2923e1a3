"""Complete grids: valid, random, reproducible, of every geometry."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import METHODS, UNIFORM, generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.solving import count_solutions
from tests.conftest import StopError, stop_after


@st.composite
def geometries(draw: st.DrawFn) -> Geometry:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    if width * height > 16:
        height = 2
    across = draw(st.integers(1, height))
    down = draw(st.integers(1, width))
    return Geometry.of(width, height, across, down)


@settings(max_examples=30, deadline=None)
@given(geometries(), st.sampled_from(METHODS), st.integers(0, 10**9))
def test_grids_are_valid_and_reproducible(geometry: Geometry, method: str, record: int) -> None:
    if method == "uniform" and geometry not in UNIFORM:
        with pytest.raises(SudokuError, match="method uniform does not support"):
            generate(geometry, method)
        return
    grid = generate(geometry, method, Stream("sudoku-gen", "test", record))
    assert grid.geometry is geometry
    assert grid.is_complete
    assert not list(grid.clashes())
    assert generate(geometry, method, Stream("sudoku-gen", "test", record)) == grid


LARGE = [
    *[(4, 4), (5, 4), (5, 5), (6, 6), (8, 8), (10, 10), (16, 1), (1, 9), (1, 30), (25, 4), (3, 20)],
    *[(6, 6, 3, 3), (10, 10, 7, 3), (8, 8, 2, 8), (12, 2, 1, 9), (50, 2, 1, 1)],
]


@pytest.mark.parametrize("shape", LARGE)
def test_search_does_not_hang(shape: tuple[int, ...]) -> None:
    if core.native() is None and Geometry.of(*shape).size > 3000:
        pytest.skip("no compiled core: it takes long")
    grid = generate(Geometry.of(*shape), "search", Stream("sudoku-gen", "7", 0))
    assert grid.is_complete
    assert not list(grid.clashes())


@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (5, 5), (6, 6, 6, 2), (4, 2, 1, 3)])
def test_search_needs_no_compiler(shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "native", lambda: None)
    one, same, other = (
        generate(Geometry.of(*shape), "search", Stream("sudoku-gen", seed, 0)) for seed in "778"
    )
    assert one == same != other
    assert one.is_complete
    assert not list(one.clashes())


@pytest.mark.parametrize("method", METHODS)
def test_streams_differ(method: str) -> None:
    geometry = Geometry.of(3, 3)
    grids = [generate(geometry, method, Stream("sudoku-gen", "7", record)) for record in range(50)]
    assert len(set(grids)) == 50


@pytest.mark.parametrize("shape", [(2, 2), (2, 2, 1, 2), (2, 2, 2, 1), (3, 1, 1, 2)])
def test_search_reaches_every_small_grid(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("sudoku-gen", "all", 0)
    found = {generate(geometry, "search", stream) for _ in range(4000)}
    assert len(found) == count_solutions(Grid.empty(geometry))


@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4), (10, 10), (25, 4), (7, 1), (1, 7)])
def test_shift_shifts(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    grid = generate(geometry, "shift", Stream("sudoku-gen", "7", 0))
    assert not list(grid.clashes())
    rows = [[grid[cell] for cell in row] for row in geometry.row_cells]
    width, height = geometry.box_width, geometry.box_height
    if height > 1:
        assert rows[1] == rows[0][width:] + rows[0][:width]
    if geometry.boxes_down > 1:
        assert rows[height] == rows[0][1:] + rows[0][:1]


def test_shift_of_a_partial_geometry_is_the_corner_of_the_full_one() -> None:
    full = generate(Geometry.of(3, 2), "shift", Stream("sudoku-gen", "7", 0))
    part = generate(Geometry.of(3, 2, 1, 2), "shift", Stream("sudoku-gen", "7", 0))
    assert [part[cell] for cell in range(12)] == [
        full[6 * row + column] for row in range(4) for column in range(3)
    ]


def test_check_ends_a_search() -> None:
    with pytest.raises(StopError):
        generate(Geometry.of(10, 10), "search", check=stop_after(0))


def test_unknown_method() -> None:
    with pytest.raises(SudokuError, match="unknown method 'magic': expected auto"):
        generate(Geometry.of(3, 3), "magic")


@pytest.mark.parametrize("size", [1, 2, 30, 31, 49, 100])
def test_auto_never_hangs(size: int) -> None:
    grid = generate(Geometry.of_size(size), "auto", Stream("sudoku-gen", "7", 0))
    assert grid.is_complete
    assert not list(grid.clashes())
