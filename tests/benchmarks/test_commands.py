"""Whole commands from prompt to prompt, beside `import click`; and the engines in pure Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools import read_grid
from sudokutools.engines import engine
from tests.cli.puzzles import EASY

PUZZLES = [
    line.split()[0]
    for line in (Path(__file__).parents[1] / "data" / "puzzles.txt").read_text().splitlines()
    if line and not line.startswith("#")
][:50]


def shell(line: str) -> Callable[[], object]:
    """Return what runs a command line."""
    return lambda: subprocess.run(["sh", "-c", line], check=True, capture_output=True)


@pytest.mark.parametrize(
    "line",
    [
        f"{sys.executable} -c 'import click'",
        f"echo {EASY} | sudoku-solve",
        f"echo {EASY} | sudoku-check",
        f"echo {EASY} | sudoku-print --solutions end",
        f"echo {EASY} | sudoku-print --solutions end --format html",
        "sudoku-gen",
        "sudoku-gen --seed 1 | sudoku-mask --level hard --seed 1",
        "sudoku-gen --seed 1 | sudoku-mask --level hard --seed 1 | sudoku-solve",
    ],
)
def test_prompt_to_prompt(benchmark: BenchmarkFixture, line: str) -> None:
    benchmark(shell(line))


@pytest.mark.parametrize("method", ["propagate", "dlx", "backtrack"])
def test_engine(benchmark: BenchmarkFixture, method: str) -> None:
    puzzles = [read_grid(line) for line in (PUZZLES if method == "propagate" else [EASY])]
    solutions = engine(method)

    def solve_all() -> int:
        return sum(1 for puzzle in puzzles for _ in islice(solutions(puzzle), 2))

    assert benchmark(solve_all) >= 1
