"""Print a table of sizes: how long clause learning takes, beside CaDiCaL with its encoding.

    python -m tests.benchmarks.sizes [--limit SECONDS] [--rows] FILE...

For every puzzle of the files, in any format that the commands read, one solution and the search
for a second one are timed, parsing excluded: by the `cdcl` engine, and by CaDiCaL through
python-sat with the encoding in Python, one straight after the other, the best of three runs in
a process of their own. Times are CPU seconds, so that other work on the machine disturbs less.
`--limit` ends what takes longer; `--rows` prints every puzzle.
"""

from __future__ import annotations

import multiprocessing
from argparse import ArgumentParser
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import process_time

from sudokutools.engines import cdcl, sat
from sudokutools.grid import Grid
from sudokutools.reading import read_grids

RUNS = 3
METHODS = {"cdcl": cdcl.solutions, "sat": sat.solutions}


def count(method: str, grid: Grid) -> int:
    """Return the number of solutions, up to 2."""
    return len(list(islice(METHODS[method](grid), 2)))


def measure(method: str, grid: Grid, answer: Connection) -> None:
    """Send the number of solutions and the least time of some runs."""
    best = float("inf")
    for _ in range(RUNS):
        start = process_time()
        found = count(method, grid)
        best = min(best, process_time() - start)
        if best > 1:
            break
    answer.send((found, best))


def timed(method: str, grid: Grid, limit: float) -> tuple[int | None, float]:
    """Return the number of solutions and the time; None: not within the limit."""
    fork = multiprocessing.get_context("fork")
    answer, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=measure, args=(method, grid, sender))
    process.start()
    if answer.poll(limit * RUNS):
        found, seconds = answer.recv()
        process.join()
        return found, seconds
    process.kill()
    process.join()
    return None, float("inf")


def shown(seconds: float, limit: float) -> str:
    """Return a time in milliseconds, or that it is above the limit."""
    return f"> {limit:g} s" if seconds > limit else f"{seconds * 1000:.3g}"


def print_table(rows: dict[str, list[tuple[float, float]]], limit: float) -> None:
    """Print medians and worst times of both methods by geometry."""
    print("| grid | puzzles | cdcl, median / worst ms | CaDiCaL, median / worst ms |")
    print("|---|---|---|---|")
    for name, times in rows.items():
        cells = [
            f"{shown(median(column), limit)} / {shown(max(column), limit)}"
            for column in zip(*times, strict=True)
        ]
        print(f"| {name} | {len(times)} | {cells[0]} | {cells[1]} |")


def name_of(grid: Grid) -> str:
    """Return the size of a grid, with its boxes."""
    geometry = grid.geometry
    return f"{geometry.columns}x{geometry.rows} of {geometry}"


def main() -> None:
    """Read the files, measure and print."""
    parser = ArgumentParser(description="time clause learning beside CaDiCaL")
    parser.add_argument("--limit", type=float, default=15.0)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    # One long run of CaDiCaL, as its users do, not pieces that a check can end.
    sat.CONFLICTS = 10**9
    rows: dict[str, list[tuple[float, float]]] = {}
    for name in options.files:
        for grid in read_grids(Path(name).read_text()):
            own, others = (timed(method, grid, options.limit) for method in METHODS)
            rows.setdefault(name_of(grid), []).append((own[1], others[1]))
            if options.rows:
                times = [shown(seconds, options.limit) for _, seconds in (own, others)]
                print(name_of(grid), grid.clue_count, own[0], *times, sep="\t", flush=True)
            if None not in (own[0], others[0]) and own[0] != others[0]:
                raise SystemExit(f"{own[0]} and {others[0]} solutions of\n{grid}")
    print_table(rows, options.limit)


if __name__ == "__main__":
    main()
