"""The mixed generator: grids of every shape, twins, proven properties of the chain."""

from collections import Counter
from math import sqrt

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.errors import SudokuError
from sudokutools.generating import mix
from sudokutools.generating.generating import checked_moves, draw_lines, generate
from sudokutools.grid.geometry import Geometry
from tests.bounds import TooLongError, bounded
from tests.conftest import in_python
from tests.generating import uniformity
from tests.tables import cases

SHAPES = [
    *((1, 1), (2, 1), (1, 2), (5, 1), (1, 5), (7, 1), (2, 2), (3, 2), (2, 3), (3, 3), (5, 2)),
    *((3, 3, 1, 1), (3, 3, 3, 1), (3, 3, 1, 3), (3, 3, 2, 2), (4, 3, 2, 2), (6, 1, 1, 2)),
    *((1, 6, 3, 1), (2, 2, 1, 2), (6, 1, 1, 1), (3, 2, 1, 1)),
]
GEOMETRIES = [Geometry.of(*shape) for shape in SHAPES]


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
@pytest.mark.parametrize("moves", [0, 1, 7, None])
def test_c_twin_draws_the_same_grids(geometry: Geometry, moves: int | None) -> None:
    if core.native() is None:
        pytest.skip("no compiled core")
    for record in range(3):
        stream, twin = (Stream("test", "twins", record) for _ in range(2))
        made = checked_moves(geometry, moves)
        drawn = generate(geometry, "mix", stream, moves=moves)
        assert drawn.cells == mix.draw(geometry, twin, made)
        assert stream.next() == twin.next()


@pytest.mark.parametrize("moves", [0, None])
@pytest.mark.parametrize("geometry", [*GEOMETRIES, Geometry.of(4, 4), Geometry.of(13, 1)], ids=str)
def test_grids_keep_the_rules(geometry: Geometry, moves: int | None) -> None:
    for record in range(5):
        grid = generate(geometry, "mix", Stream("test", "rules", record), moves=moves)
        assert grid.is_complete
        assert not list(grid.clashes())


@pytest.mark.parametrize("shape", [(10, 10), (100, 1), (1, 100), (50, 2), (9, 11), (10, 10, 3, 7)])
def test_the_largest_grids(shape: tuple[int, ...]) -> None:
    grid = generate(Geometry.of(*shape), "mix", Stream("test", "large", 0), moves=100)
    assert grid.is_complete
    assert not list(grid.clashes())


def test_every_kind_of_move_changes_a_grid_and_keeps_the_rules() -> None:
    geometry = Geometry.of(3, 3)
    stream = Stream("test", "kinds", 0)
    chain = mix.Chain(geometry, mix.construct(geometry, stream))
    assert [make.__name__ for make, _, _ in chain._kinds] == [
        "_move_symbols",
        "_move_rows",
        "_move_columns",
    ]
    for make, groups, size in chain._kinds:
        seen = set()
        for _ in range(20):
            make(groups * size - 2, groups * size - 1, mix._coins(stream))
            seen.add(str(chain.cells))
        assert len(seen) > 1


def counts_of(geometry: Geometry, draws: int, moves: int | None = None) -> Counter[bytes]:
    key = stream_key("test", "mix")
    return Counter(draw_lines(geometry, "mix", key, 0, draws, moves).splitlines())


# Geometries with few grids, all reachable by the chain: after the default number of moves this
# many draws show no trace of the construction.
@cases
def test_small_grids_come_equally_often(shape: tuple[int, ...], grids: int) -> None:
    geometry = Geometry.of(*shape)
    counts = counts_of(geometry, 12 * grids, 4 * geometry.size)
    assert len(counts) == grids
    statistic = uniformity.chi_square(counts.values(), [12.0] * grids)
    assert abs(statistic - (grids - 1)) < 5 * sqrt(2 * (grids - 1))


def test_the_construction_alone_is_not_uniform() -> None:
    counts = counts_of(Geometry.of(2, 2), 7200, 0)
    assert len(counts) == 288
    assert uniformity.chi_square(counts.values(), [25.0] * 288) > 287 + 8 * sqrt(2 * 287)


@pytest.mark.parametrize("forced", [False, True])
def test_lines(forced: bool) -> None:
    key = stream_key("sudoku-gen", "7")
    with in_python(forced):
        small = draw_lines(Geometry.of(3, 3, 2, 1), "mix", key, 5, 2).decode()
        large = draw_lines(Geometry.of(6, 6), "mix", key, 0, 1, moves=10).decode()
    for line, record in zip(small.splitlines(), (5, 6), strict=True):
        stream = Stream.from_key(key, record)
        cells = generate(Geometry.of(3, 3, 2, 1), "mix", stream).cells
        assert line == "".join(map(str, cells)) + "\tbox=3x3,boxes=2x1"
    cells = generate(Geometry.of(6, 6), "mix", Stream.from_key(key, 0), moves=10).cells
    assert large == ",".join(map(str, cells)) + "\n"


@pytest.mark.parametrize(("method", "moves"), [("mix", 1 << 40), ("uniform", None)])
def test_signals_end_long_draws(method: str, moves: int | None) -> None:
    with pytest.raises(TooLongError), bounded(0.05):
        draw_lines(Geometry.of(3, 3), method, (1, 2, 3, 4), 0, 2_000_000, moves)


@pytest.mark.parametrize("moves", [-1, 1 << 63])
def test_numbers_of_moves_out_of_range_are_refused(moves: int) -> None:
    with pytest.raises(SudokuError, match="moves: expected 0 to"):
        generate(Geometry.of(3, 3), "mix", Stream("test", "", 0), moves=moves)
