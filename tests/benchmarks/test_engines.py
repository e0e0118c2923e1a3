"""The engines in pure Python."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools import read_grid
from sudokutools.solving.engines import engine
from tests.cli.puzzles import EASY

PUZZLES = [
    line.split()[0]
    for line in (Path(__file__).parents[1] / "data" / "puzzles.txt").read_text().splitlines()
    if line and not line.startswith("#")
][:50]


@pytest.mark.parametrize("method", ["propagate", "dlx", "backtrack"])
def test_engine(benchmark: BenchmarkFixture, method: str) -> None:
    puzzles = [read_grid(line) for line in (PUZZLES if method == "propagate" else [EASY])]
    solutions = engine(method)

    def solve_all() -> int:
        return sum(1 for puzzle in puzzles for _ in islice(solutions(puzzle), 2))

    assert benchmark(solve_all) >= 1
