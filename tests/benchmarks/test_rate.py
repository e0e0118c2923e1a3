"""Puzzles a second of the compiled ladder, by band of ER, beside the reference's.

    pytest tests/benchmarks/test_rate.py

The reference is Sudoku Explainer on a warm JVM: milliseconds of CPU per puzzle, measured on other
hardware over many puzzles of each band. A ratio between two machines is no more than a hint.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sudokutools._support import core

DATA = Path(__file__).parents[1] / "data" / "rated.tsv"
REFERENCE_MS = {
    (10, 15): 0.354,
    (16, 25): 0.677,
    (26, 28): 1.78,
    (30, 44): 2.91,
    (45, 64): 2.81,
    (65, 69): 15.4,
    (70, 74): 61.2,
    (75, 79): 94.2,
    (80, 84): 212,
    (85, 89): 355,
    (90, 91): 597,
}


def puzzles(low: int, high: int) -> bytes:
    """Return the cells of all puzzles of the test data that are rated low to high, in tenths."""
    rows = [line.split("\t") for line in DATA.read_text().splitlines() if line[0] != "#"]
    lines = [row[0] for row in rows if low <= round(float(row[1]) * 10) <= high]
    return bytes(int(sign) if sign != "." else 0 for line in lines for sign in line)


@pytest.mark.parametrize("band", REFERENCE_MS, ids=lambda band: f"{band[0]}-{band[1]}")
def test_rating(benchmark: Any, band: tuple[int, int]) -> None:
    native: Any = core.native()
    if native is None:
        pytest.skip("no compiled core")
    rater, cells = native.rate_new(), puzzles(*band)
    records = benchmark(native.rate_block, rater, cells, 1000, 0.0, False)
    assert len(records) == len(cells) // 81 * 12
    if benchmark.stats:
        milliseconds = benchmark.stats["min"] * 1000 / (len(cells) // 81)
        benchmark.extra_info["ms_per_puzzle"] = milliseconds
        benchmark.extra_info["times_reference"] = REFERENCE_MS[band] / milliseconds


@pytest.mark.parametrize("limit", [15, 25, 44, 69])
def test_deciding_a_level(benchmark: Any, limit: int) -> None:
    native: Any = core.native()
    if native is None:
        pytest.skip("no compiled core")
    benchmark(native.rate_block, native.rate_new(), puzzles(10, 91), limit, 0.0, False)
