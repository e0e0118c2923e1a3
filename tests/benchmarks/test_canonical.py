"""Speed of canonical forms: `pytest tests/benchmarks/test_canonical.py`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools._support.streams import Stream
from sudokutools.canonical.form import canonical, canonical_lines
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.canonical.samples import (
    SEVENTEENS,
    block,
    complete_grids,
    image,
    read,
    shift,
    thinned,
)

COUNT = 5000


def images(grids: list[Grid]) -> bytes:
    """Return a block of random images."""
    return block(
        [image(grids[i % len(grids)], Stream("benchmark", "image", i)) for i in range(COUNT)]
    )


def test_complete_grids(benchmark: BenchmarkFixture) -> None:
    cells = images(complete_grids(1000))
    canonical_lines(cells, COUNT)  # The tables are made once.
    benchmark(canonical_lines, cells, COUNT)


def test_17_clues(benchmark: BenchmarkFixture) -> None:
    benchmark(canonical_lines, images([read(line) for line in SEVENTEENS]), COUNT)


@pytest.mark.parametrize("clues", [8, 24, 36, 54, 72, 80])
def test_clues(benchmark: BenchmarkFixture, clues: int) -> None:
    stream = Stream("benchmark", "clues", clues)
    grids = [thinned(grid, clues, stream) for grid in complete_grids(100)]
    benchmark(canonical_lines, images(grids), COUNT)


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (4, 3), (4, 4), (8, 2), (2, 8)])
def test_one_thinned_grid(benchmark: BenchmarkFixture, shape: tuple[int, int]) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("benchmark", str(geometry), 0)
    benchmark(canonical, thinned(image(shift(geometry), stream), geometry.size // 2, stream))
