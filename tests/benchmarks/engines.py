"""Time what solves the puzzles of a file: `python engines.py METHOD FILE LIMIT`.

One solution and the search for a second are timed, reading excluded: by the engine `auto` or
`cdcl`, by CaDiCaL through python-sat with its encoding (`sat`), by CP-SAT of OR-tools (`cp-sat`,
https://developers.google.com/optimization). Every puzzle has a process
of its own, which ends at the limit of CPU seconds if that is not 0. `race` is a whole
`sudoku-solve --jobs 2`, by the clock. Each puzzle gives a line of JSON: the number of solutions, up
to 2, null if not known, and seconds, infinite if not decided.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

from sudokutools.formats.reader import read_grids
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import engine, sat
from sudokutools.solving.solving import count_solutions

ENOUGH = 0.1
"""A puzzle that took this many seconds is timed only once."""


PACKAGES = {"sat": "pysat.solvers", "cp-sat": "ortools.sat.python.cp_model"}


def counter(method: str) -> Callable[[Grid], int]:
    if method in PACKAGES:
        import_module(PACKAGES[method])  # If it is missing, fail here, not in each process.
    if method == "cp-sat":
        return by_cp_sat
    if method == "auto":
        return lambda grid: count_solutions(grid, 2)
    # One long run of CaDiCaL, as its users do, not pieces that a check can end.
    sat.CONFLICTS = 10**9
    return lambda grid: len(list(islice(engine(method)(grid), 2)))


def by_cp_sat(grid: Grid) -> int:
    """Return how many solutions CP-SAT finds, up to 2: one thread, the model is built each time."""
    cp_model: Any = import_module(PACKAGES["cp-sat"])
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    geometry, constraints, symbols = grid.geometry, grid.constraints, range(1, grid.geometry.n + 1)
    cells = []
    for cell, given in enumerate(grid.cells):
        mask = 1 << given - 1 if given else constraints.parity_mask(cell) if constraints else -1
        domain = cp_model.Domain.from_values([s for s in symbols if mask >> s - 1 & 1])
        cells.append(model.new_int_var_from_domain(domain, ""))
    for house in geometry.houses:
        model.add_all_different([cells[cell] for cell in house])
    for one, other in (pair for _, pairs in geometry.unequal for pair in pairs):
        model.add(cells[one] != cells[other])
    near = [(a, b) for a in symbols for b in symbols if abs(a - b) < 2]
    for one, other in geometry.apart:
        model.add_forbidden_assignments([cells[one], cells[other]], near)
    for cage in constraints.cages if constraints else ():
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    for low, high in constraints.steps if constraints else ():
        model.add(cells[low] < cells[high])
    solver.parameters.num_workers = 1
    for found in range(2):
        if solver.solve(model) != cp_model.OPTIMAL:
            return found
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return 2


def answer(count: int | None, seconds: float) -> None:
    print(json.dumps((count, seconds)), flush=True)


def measure(count: Callable[[Grid], int], grid: Grid, limit: float) -> None:
    """Answer with the shorter time of two runs, in a process that is killed at the limit.

    A process with such a timer sees its own time in ticks only, and a thread is not; CP-SAT,
    which may start threads, has no limit.
    """
    if process := os.fork():
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if status == -signal.SIGPROF:
            answer(None, float("inf"))
        elif status:
            sys.exit(status)
        return
    clock = thread_time if limit else process_time
    times: list[float] = []
    while len(times) < 2 and sum(times) < ENOUGH:
        signal.setitimer(signal.ITIMER_PROF, limit)
        start = clock()
        found = count(grid)
        times.append(clock() - start)
    signal.setitimer(signal.ITIMER_PROF, 0)
    answer(found, min(times))
    os._exit(0)


def race(line: str, limit: str) -> None:
    command = ["sudoku-solve", "--jobs", "2", "--timeout", limit]
    start = perf_counter()
    ran = subprocess.run(command, input=line, capture_output=True, text=True)
    seconds = perf_counter() - start
    is_undecided = "undecided" in ran.stderr
    if ran.returncode and not is_undecided:
        sys.exit(ran.stderr)
    answer(None, float("inf") if is_undecided else seconds)


if __name__ == "__main__":
    method, file, limit = sys.argv[1:]
    text = Path(file).read_text()
    if method == "race":
        for line in text.splitlines(keepends=True):
            race(line, limit)
    else:
        count = counter(method)
        for grid in read_grids(text):
            measure(count, grid, float(limit))
