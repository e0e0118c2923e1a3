"""Time what runs in Python on the puzzles of a file: `python -m ... METHOD FILE LIMIT`.

One solution and the search for a second are timed, reading excluded: by the engine `auto` or
`cdcl`, by CaDiCaL through python-sat with its encoding (`sat`), by CP-SAT of OR-tools with its
model (`cp-sat`). Every puzzle has a process of its own, which ends at the limit of CPU seconds if
that is not 0.
The answers go to standard output as JSON: pairs of the number of solutions, up to 2, and
seconds; or a text that names a missing package.
"""

import json
import multiprocessing
import signal
import sys
from collections.abc import Callable
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time, thread_time

from sudokutools.formats.reader import read_grids
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import engine, sat
from sudokutools.solving.solving import count_solutions
from tests.benchmarks.cp_sat import solutions_by_cp_sat

ENOUGH = 0.1
"""A puzzle that took this many seconds is timed only once."""


def count(method: str) -> Callable[[Grid], int]:
    if method == "cp-sat":
        return solutions_by_cp_sat
    if method == "auto":
        return lambda grid: count_solutions(grid, 2)
    return lambda grid: len(list(islice(engine(method)(grid), 2)))


def measure(method: str, grid: Grid, limit: float, answer: Connection) -> None:
    """Send the number of solutions and the shorter time of two runs; be killed at a limit.

    A process with such a timer sees its own time in ticks only, and a thread is not; CP-SAT,
    which may start threads, has no limit.
    """
    clock = thread_time if limit else process_time
    best = float("inf")
    for _ in range(2):
        signal.setitimer(signal.ITIMER_PROF, limit)
        start = clock()
        found = count(method)(grid)
        best = min(best, clock() - start)
        if best > ENOUGH:
            break
    signal.setitimer(signal.ITIMER_PROF, 0)
    answer.send((found, best))


def timed(method: str, grid: Grid, limit: float) -> tuple[int | None, float]:
    """Return the number of solutions and the seconds; none and infinite above the limit."""
    fork = multiprocessing.get_context("fork")
    answer, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=measure, args=(method, grid, limit, sender))
    process.start()
    sender.close()
    try:
        return answer.recv()  # type: ignore[no-any-return]
    except EOFError:
        return None, float("inf")
    finally:
        process.join()


def needed(method: str) -> str:
    """Return the package that a method lacks, an empty text if nothing."""
    try:
        if method == "sat":
            import pysat.solvers  # noqa: F401
        if method == "cp-sat":
            import ortools.sat.python.cp_model  # noqa: F401
    except ImportError as error:
        return f"pip install {'python-sat' if method == 'sat' else 'ortools'} ({error})"
    return ""


def main() -> None:
    """Time the puzzles of a file and write the answers."""
    method, file, limit = sys.argv[1:]
    # One long run of CaDiCaL, as its users do, not pieces that a check can end.
    sat.CONFLICTS = 10**9
    grids = read_grids(Path(file).read_text())
    answer = needed(method) or [timed(method, grid, float(limit)) for grid in grids]
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
