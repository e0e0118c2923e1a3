"""Parts of the package in one process, to find where time goes: `pytest tests/benchmarks`.

With SUDOKUTOOLS_PUZZLES=FILE (lines of 81 characters) the puzzles of blocks come from a file, such
as a published set.
"""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sudokutools import read_grid
from sudokutools._support import core
from sudokutools._support.streams import Stream, stream_key
from sudokutools.blackjack.house import house_odds
from sudokutools.blackjack.odds import full_shoe, hand_odds
from sudokutools.blackjack.rules import Rules
from sudokutools.blackjack.simulate import Runner, Simulation
from sudokutools.blackjack.strategy import by_chart
from sudokutools.blocks.block import NOTE, RAW, SOLUTION, UNIQUE
from sudokutools.blocks.dig import DigBlocks
from sudokutools.blocks.draw import Method, draw_lines
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.canonical.form import canonical, canonical_lines
from sudokutools.generating import ranking, uniform_draw
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic import LEVELS
from sudokutools.masking.plan import PuzzleRequest
from sudokutools.solving.engines import cdcl, engine
from tests.canonical.samples import SEVENTEENS, complete_grids, image, read, shift, thinned
from tests.canonical.samples import block as block_of
from tests.cli.puzzles import EASY
from tests.solving.large import Known, known_puzzles
from tests.solving.patterns import pattern

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")

DATA = Path(__file__).parents[1] / "data"
PUZZLES = [line for line in (DATA / "puzzles.txt").read_bytes().splitlines() if len(line) == 81]

# Blocks of lines

RECORDS = 12_000
SOLVED = SOLUTION + NOTE + b"\n"
FORMS = (RAW + b"\n", SOLVED, SOLVED, SOLVED, SOLVED)
SPARSE, HARDEST = slice(0, 60), slice(60, 80)


def block(part: slice) -> bytes:
    name = os.environ.get("SUDOKUTOOLS_PUZZLES")
    lines = Path(name).read_bytes().splitlines() if name else PUZZLES[part]
    return b"".join(lines[k % len(lines)] + b"\n" for k in range(RECORDS))


@pytest.mark.usefixtures("variant")
@pytest.mark.parametrize("part", [SPARSE, HARDEST], ids=["17-clue", "hardest"])
def test_solve(benchmark: BenchmarkFixture, part: slice) -> None:
    assert benchmark(SolveBlocks(FORMS), block(part), 1).totals[UNIQUE] == RECORDS


@pytest.mark.usefixtures("variant")
def test_minimality(benchmark: BenchmarkFixture) -> None:
    answer = benchmark(SolveBlocks(FORMS, minimal=True), block(SPARSE), 1)
    assert sum(answer.totals) == RECORDS


# Most minimal puzzles have no symmetry: the tries would be measured.
@pytest.mark.usefixtures("variant")
@pytest.mark.parametrize(("clues", "symmetry"), [(None, "none"), (30, "none"), (30, "rotate180")])
def test_dig(benchmark: BenchmarkFixture, clues: int | None, symmetry: str) -> None:
    grids = SolveBlocks(FORMS)(block(SPARSE), 1).output
    request = PuzzleRequest(clues=clues, minimal=clues is None, symmetry=symmetry)
    work = DigBlocks(request, stream_key("benchmark", "1"))
    assert benchmark(work, grids, 1).records == RECORDS


@pytest.mark.parametrize("level", list(LEVELS))
def test_dig_for_a_level(benchmark: BenchmarkFixture, level: str) -> None:
    grids = SolveBlocks(FORMS)(block(SPARSE), 1).output[: 82 * 1000]
    work = DigBlocks(PuzzleRequest(level=level), stream_key("benchmark", "1"))
    assert benchmark(work, grids, 1).totals[1] == 1000


# Generators

KEY = stream_key("sudoku-gen", "benchmark")
DRAWN: list[tuple[int, Method, int]] = [
    (4, "uniform", 100_000),
    (6, "uniform", 100_000),
    (8, "uniform", 50_000),
    (9, "uniform", 100_000),
    (9, "mix", 500),
    (16, "mix", 100),
    (25, "mix", 50),
    (64, "mix", 2),
    (100, "mix", 1),
]


@pytest.mark.parametrize(("size", "method", "grids"), DRAWN)
def test_lines(benchmark: BenchmarkFixture, size: int, method: Method, grids: int) -> None:
    lines = benchmark(draw_lines, Geometry.of_size(size), method, KEY, 0, grids)
    assert lines.count(b"\n") == grids


def test_uniform_in_python(benchmark: BenchmarkFixture) -> None:
    draw = uniform_draw.draw_cells
    benchmark(lambda: [draw(Geometry.of(3, 3), Stream.from_key(KEY, i)) for i in range(20)])


def test_ranks(benchmark: BenchmarkFixture) -> None:
    stream = Stream("test", "ranks", 1)
    ranks = [stream.next() << 8 for _ in range(100)]
    grids = benchmark(lambda: [ranking.grid_of_rank(rank) for rank in ranks])
    assert [ranking.rank_of_grid(grid) for grid in grids] == ranks


# Engines


@pytest.mark.parametrize("method", ["propagate", "dlx", "backtrack"])
def test_engine_in_python(benchmark: BenchmarkFixture, method: str) -> None:
    lines = [line.decode() for line in PUZZLES[:50]] if method == "propagate" else [EASY]
    puzzles, solutions = [read_grid(line) for line in lines], engine(method)
    assert benchmark(lambda: sum(1 for one in puzzles for _ in islice(solutions(one), 2))) >= 1


@pytest.mark.parametrize("method", ["cdcl", "sat"])
@pytest.mark.parametrize("known", list(known_puzzles()), ids=lambda known: str(known.grid))
def test_solution_and_uniqueness(benchmark: BenchmarkFixture, known: Known, method: str) -> None:
    """Clause learning, compared with CaDiCaL with its encoding."""
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


# Ratings

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
"""CPU time per puzzle by band of ER: Sudoku Explainer on a warm JVM, on other hardware."""


def rated(low: int, high: int) -> bytes:
    """Return the cells of all puzzles of the test data that are rated low to high, in tenths."""
    rows = [line.split("\t") for line in (DATA / "rated.tsv").read_text().splitlines()]
    lines = [row[0] for row in rows if row[0][0] != "#" and low <= 10 * float(row[1]) <= high]
    return bytes(int(sign) if sign != "." else 0 for line in lines for sign in line)


@pytest.mark.parametrize("band", REFERENCE_MS, ids=lambda band: f"{band[0]}-{band[1]}")
def test_rating(benchmark: BenchmarkFixture, band: tuple[int, int]) -> None:
    native: Any = core.native()
    cells = rated(*band)
    records = benchmark(native.rate_block, native.rate_new(), cells, 1000, 0.0, False)
    assert len(records) == len(cells) // 81 * 12
    if benchmark.stats:
        milliseconds = benchmark.stats["min"] * 1000 / (len(cells) // 81)
        benchmark.extra_info["ms_per_puzzle"] = milliseconds
        benchmark.extra_info["times_reference"] = REFERENCE_MS[band] / milliseconds


@pytest.mark.parametrize("limit", [15, 25, 44, 69])
def test_deciding_a_level(benchmark: BenchmarkFixture, limit: int) -> None:
    native: Any = core.native()
    benchmark(native.rate_block, native.rate_new(), rated(10, 91), limit, 0.0, False)


# Canonical forms

COUNT = 5000


def images(grids: list[Grid]) -> bytes:
    """Return a block of random images."""
    return block_of(
        [image(grids[i % len(grids)], Stream("benchmark", "image", i)) for i in range(COUNT)]
    )


@pytest.mark.parametrize("clues", [8, 17, 24, 36, 54, 72, 80, 81])
def test_canonical_lines(benchmark: BenchmarkFixture, clues: int) -> None:
    stream = Stream("benchmark", "clues", clues)
    grids = [read(line) for line in SEVENTEENS] if clues == 17 else complete_grids(100)
    cells = images([thinned(grid, clues, stream) for grid in grids] if clues != 17 else grids)
    canonical_lines(cells, COUNT)  # The tables are made once.
    benchmark(canonical_lines, cells, COUNT)


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (4, 3), (4, 4), (8, 2), (2, 8)])
def test_canonical_of_any_geometry(benchmark: BenchmarkFixture, shape: tuple[int, int]) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("benchmark", str(geometry), 0)
    benchmark(canonical, thinned(image(shift(geometry), stream), geometry.size // 2, stream))


# Blackjack


@pytest.mark.parametrize("decks", [1, 6, 0])
def test_a_rule_set(benchmark: BenchmarkFixture, decks: int) -> None:
    house = benchmark(house_odds, Rules(decks=decks))
    assert -0.01 < house.ev["td"] < 0.01


def test_a_hand(benchmark: BenchmarkFixture) -> None:
    rules = Rules()
    assert benchmark(hand_odds, rules, full_shoe(rules), (7, 7), 0).best == "split"


@pytest.mark.usefixtures("variant")
def test_two_million_rounds(benchmark: BenchmarkFixture) -> None:
    rules = Rules()
    runner = Runner(Simulation(rules, by_chart(rules, house_odds(rules).chart)), "7")
    part = benchmark(runner.play, 0, 2_000_000)
    assert sum(part.results.values()) == 2_000_000
