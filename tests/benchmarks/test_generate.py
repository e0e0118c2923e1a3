"""Speed of the generators: `pytest tests/benchmarks/test_generate.py`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blocks.draw import Method, draw_lines
from sudokutools.generating import ranking, uniform_draw
from sudokutools.grid.geometry import Geometry

KEY = stream_key("sudoku-gen", "benchmark")


@pytest.mark.parametrize(
    ("size", "method", "grids"),
    [
        (4, "uniform", 100_000),
        (6, "uniform", 100_000),
        (8, "uniform", 50_000),
        (9, "uniform", 100_000),
        (9, "mix", 500),
        (16, "mix", 100),
        (25, "mix", 50),
        (64, "mix", 2),
        (100, "mix", 1),
    ],
)
def test_lines(benchmark: BenchmarkFixture, size: int, method: Method, grids: int) -> None:
    if core.native() is None:
        pytest.skip("no compiled core")
    lines = benchmark(draw_lines, Geometry.of_size(size), method, KEY, 0, grids)
    assert lines.count(b"\n") == grids


def test_python_twin(benchmark: BenchmarkFixture) -> None:
    geometry = Geometry.of(3, 3)
    benchmark(
        lambda: [uniform_draw.draw_cells(geometry, Stream.from_key(KEY, i)) for i in range(20)]
    )


def test_ranks(benchmark: BenchmarkFixture) -> None:
    stream = Stream("test", "ranks", 1)
    ranks = [stream.next() << 8 for _ in range(100)]
    grids = benchmark(lambda: [ranking.grid_of_rank(rank) for rank in ranks])
    assert [ranking.rank_of_grid(grid) for grid in grids] == ranks
