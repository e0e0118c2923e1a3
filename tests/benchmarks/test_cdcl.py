"""How fast clause learning is: solution and uniqueness, beside CaDiCaL with its encoding."""

from __future__ import annotations

from itertools import islice

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, engine
from tests.solving.large import Known, known_puzzles
from tests.solving.patterns import pattern


@pytest.mark.parametrize("method", ["cdcl", "sat"])
@pytest.mark.parametrize("known", list(known_puzzles()), ids=lambda known: str(known.grid))
def test_solution_and_uniqueness(benchmark: BenchmarkFixture, known: Known, method: str) -> None:
    if method == "sat":
        pytest.importorskip("pysat")
    solutions = engine(method)
    assert benchmark(lambda: len(list(islice(solutions(known.grid), 2)))) == known.solutions


@pytest.mark.parametrize("size", [16, 25])
def test_minimal_clues(benchmark: BenchmarkFixture, size: int) -> None:
    geometry = Geometry.of_size(size)
    solution = pattern(geometry)
    cells = [{cell * 7 % geometry.size} for cell in range(geometry.size)]
    clues = benchmark(lambda: cdcl.minimal_clues(solution, cells))
    puzzle = Grid(geometry, [s if c in clues else 0 for c, s in enumerate(solution.cells)])
    assert list(cdcl.solutions(puzzle)) == [solution]
