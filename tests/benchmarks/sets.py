"""Sets of 9x9 puzzles: whole processes of each compiler and core, compared with tdoku's benchmark.

The first 81 characters of the lines of each set, again and again, go from a file through
`sudoku-solve --jobs 1` to nothing, uniqueness proved. tdoku (https://github.com/t-dillon/tdoku,
built apart) runs its `run_benchmark` on the same file: it counts the solutions up to two, in
memory, and writes none. A prototype of the kernel is any program that reads such lines and
writes solutions.
"""

import re

from tests.benchmarks.bench import Bench
from tests.benchmarks.figures import RATE
from tests.benchmarks.tables import Column, Measure, Row, Table
from tests.benchmarks.works import Source, Work, collected, puzzles, rate, repeated

OURS = {
    f"{name} {compiler}": {"variant": variant, "compiler": compiler}
    for name, variant in (("AVX-512", "avx512"), ("AVX2", "avx2"))
    for compiler in ("clang", "gcc")
}
"""The columns of ours: a core and a compiler each."""


def tdoku(source: Source, number: int) -> Work:
    """Return a function that measures the rate of tdoku's benchmark.

    It goes by the clock, so the rate is divided by the share of it that the processor was had.
    """

    def work(bench: Bench) -> tuple[float]:
        program = bench.peer("tdoku")
        file = source(bench, bench.number(number))
        printed, usage = bench.watched(f"{program} -s tdoku -c1 -w1 -t2 {file}")
        # Compiler, version, flags, file, solver, puzzles/s, ...
        found = re.search(r",tdoku,([\d.]+)", printed.decode())
        assert found, printed
        return (float(found[1]) * usage.wall / usage.cpu,)

    return work


def row(name: str, source: Source, number: int) -> Row:
    """Return the row of a set, repeated to a number of lines."""
    solving = [
        Measure((column,), rate("sudoku-solve --jobs 1", number, source, **build))
        for column, build in OURS.items()
    ]
    others = [
        Measure(("tdoku",), tdoku(source, number)),
        Measure(("prototype",), rate("{peer}", number, source, peer="prototype")),
    ]
    return Row((name,), (*others, *solving))


TABLE = Table(
    "sets",
    ("set",),
    (
        Column("tdoku", RATE, is_ours=False),
        Column("prototype", RATE, is_ours=False),
        *(Column(name, RATE) for name in OURS),
    ),
    (
        row("49,158 puzzles of 17 clues", collected("17_clue"), 5_000_000),
        row("150,000 random minimal", repeated(puzzles("--minimal"), 150_000, 81), 5_000_000),
        row("20,000 easy", repeated(puzzles("--level easy"), 20_000, 81), 5_000_000),
        row("hardest 1905 (SE 11)", collected("hardest_1905"), 200_000),
        row("hardest 1106", collected("hardest_1106"), 200_000),
    ),
)
