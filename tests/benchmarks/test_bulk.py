"""Rates of the bulk solver: `pytest tests/benchmarks/test_bulk.py`.

With SUDOKUTOOLS_PUZZLES=FILE (lines of 81 characters) the puzzles are those of the file, so that
published sets can be measured; without it they are the excerpts that the tests use.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudokutools._support.streams import stream_key
from sudokutools.blocks.block import NOTE, RAW, SOLUTION, UNIQUE
from sudokutools.blocks.dig import DigBlocks
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.logic import LEVELS
from sudokutools.masking.plan import Request

RECORDS = 12_000
SOLVED = SOLUTION + NOTE + b"\n"
FORMS = (RAW + b"\n", SOLVED, SOLVED, SOLVED, SOLVED)
Benchmark = Callable[..., Any]


def block(slice_of: slice) -> bytes:
    name = os.environ.get("SUDOKUTOOLS_PUZZLES")
    path = Path(name) if name else Path(__file__).parents[1] / "data" / "puzzles.txt"
    lines = [line for line in path.read_bytes().splitlines() if len(line) == 81]
    chosen = lines if name else lines[slice_of]
    return b"".join((chosen[k % len(chosen)] + b"\n") for k in range(RECORDS))


@pytest.mark.usefixtures("variant")
@pytest.mark.parametrize("puzzles", [slice(0, 60), slice(60, 80)], ids=["17-clue", "hardest"])
def test_solve(benchmark: Benchmark, puzzles: slice) -> None:
    text = block(puzzles)
    assert benchmark(SolveBlocks(FORMS), text, 1).totals[UNIQUE] == RECORDS


@pytest.mark.usefixtures("variant")
def test_minimality(benchmark: Benchmark) -> None:
    text = block(slice(0, 60))
    answer = benchmark(SolveBlocks(FORMS, minimal=True), text, 1)
    assert sum(answer.totals) == RECORDS


@pytest.mark.usefixtures("variant")
@pytest.mark.parametrize("clues", [None, 30], ids=["minimal", "30 clues"])
@pytest.mark.parametrize("symmetry", ["none", "rotate180"])
def test_dig(benchmark: Benchmark, clues: int | None, symmetry: str) -> None:
    if clues is None and symmetry != "none":
        pytest.skip("most minimal puzzles have no symmetry: the tries would be measured")
    grids = SolveBlocks(FORMS)(block(slice(0, 60)), 1).output
    request = Request(clues=clues, minimal=clues is None, symmetry=symmetry)
    work = DigBlocks(request, stream_key("benchmark", "1"))
    assert benchmark(work, grids, 1).records == RECORDS


@pytest.mark.parametrize("level", list(LEVELS))
def test_dig_for_a_level(benchmark: Benchmark, level: str) -> None:
    grids = SolveBlocks(FORMS)(block(slice(0, 60)), 1).output[: 82 * 1000]
    work = DigBlocks(Request(level=level), stream_key("benchmark", "1"))
    assert benchmark(work, grids, 1).totals[1] == 1000
