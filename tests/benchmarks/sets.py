"""Print a table of puzzle sets: rates of whole processes, beside tdoku's own benchmark.

    python -m tests.benchmarks.sets [--lines N] [--cores A,B] [--tdoku run_benchmark] FILE...

The first 81 characters of the lines of each file, repeated to N bare lines (a million), go from a
file through `sudoku-solve --jobs 1` to nothing, uniqueness proved. A rate is puzzles over CPU
seconds of the process, the better of two runs. tdoku (https://github.com/t-dillon/tdoku, built
apart) runs its `run_benchmark -s tdoku` on the same lines just before: it counts the solutions
up to two, in memory, and writes none.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from itertools import cycle, islice
from pathlib import Path

from sudokutools import core

SOLVE = [str(Path(sys.executable).with_name("sudoku-solve")), "--jobs", "1"]
RUNS = 2


def repeated(name: Path, number: int) -> str:
    """Return so many lines, those of a file again and again."""
    lines = [line[:81] for line in name.read_text().splitlines() if line[:1] not in ("", "#")]
    return "".join(f"{line}\n" for line in islice(cycle(lines), number))


def rate(variant: str, puzzles: Path, number: int) -> float:
    """Return how many puzzles a CPU second of `sudoku-solve` solves."""
    best = float("inf")
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with puzzles.open("rb") as lines:
            environment = os.environ | {"SUDOKUTOOLS_CORE": variant}
            subprocess.run(
                SOLVE, stdin=lines, stdout=subprocess.DEVNULL, env=environment, check=True
            )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, seconds)
    return number / best


def rate_of_tdoku(program: Path, puzzles: Path) -> float:
    """Return the puzzles per second that tdoku's benchmark prints."""
    command = [str(program), "-s", "tdoku", "-c1", "-w2", "-t5", str(puzzles)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Compiler, version, flags, file, solver, puzzles/s, ...
    fields = next(line for line in printed.splitlines() if ",tdoku," in line).split(",")
    return float(fields[fields.index("tdoku") + 1])


def shown(number: float) -> str:
    """Return a rate in words.

    >>> shown(3_251_000), shown(16_250)
    ('3.25 M', '16.2 k')
    """
    return f"{number / 1e6:.3g} M" if number >= 1e6 else f"{number / 1e3:.3g} k"


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description="time the bulk solver beside tdoku")
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--cores", default=",".join(core.variants()[:2]))
    parser.add_argument("--tdoku", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    options = parser.parse_args()
    cores = options.cores.split(",")
    peers = ["tdoku"] if options.tdoku else []
    print("| set |", " | ".join([*peers, *cores]), "|")
    print("|---" * (1 + len(peers) + len(cores)) + "|")
    for name in options.files:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as puzzles:
            puzzles.write(repeated(name, options.lines))
            puzzles.flush()
            path = Path(puzzles.name)
            rates = [rate_of_tdoku(options.tdoku, path)] if options.tdoku else []
            rates += [rate(variant, path, options.lines) for variant in cores]
        print(f"| {name.stem} |", " | ".join(map(shown, rates)), "|", flush=True)


if __name__ == "__main__":
    main()
