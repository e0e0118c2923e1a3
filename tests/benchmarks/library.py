"""Time what runs in Python on the puzzles of a file: `python -m ... METHOD FILE LIMIT`.

One solution and the search for a second are timed, reading excluded: by the engine `auto` or
`cdcl`, by CaDiCaL through python-sat with its encoding (`sat`), by CP-SAT of OR-tools with a model
(`cp-sat`, https://developers.google.com/optimization). Every puzzle has a process of its own, which
ends at the limit of CPU seconds if that is not 0.
The answers go to standard output as JSON: pairs of the number of solutions, up to 2, and
seconds; or a text that names a missing package.
"""

import json
import multiprocessing
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time, thread_time
from typing import Any

from sudokutools.formats.reader import read_grids
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import engine, sat
from sudokutools.solving.solving import count_solutions

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
    module, package = {
        "sat": ("pysat.solvers", "python-sat"),
        "cp-sat": ("ortools.sat.python.cp_model", "ortools"),
    }.get(method, ("json", ""))
    try:
        import_module(module)
    except ImportError as error:
        return f"pip install {package} ({error})"
    return ""


def solutions_by_cp_sat(grid: Grid) -> int:
    """Return how many solutions CP-SAT finds, up to 2: one thread, the model is built each time."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model, cells = _model(cp_model, grid)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    for found in range(2):
        if solver.solve(model) != cp_model.OPTIMAL:
            return found
        model.add_forbidden_assignments(cells, [[solver.value(cell) for cell in cells]])
    return 2


def _model(cp_model: Any, grid: Grid) -> tuple[Any, list[Any]]:
    geometry, constraints = grid.geometry, grid.constraints
    model = cp_model.CpModel()
    n = geometry.n

    def variable(cell: int) -> Any:
        symbols = [s for s in range(1, n + 1) if _may_hold(grid, cell, s)]
        return model.new_int_var_from_domain(
            cp_model.Domain.from_values(symbols), geometry.cell_name(cell)
        )

    cells = [variable(cell) for cell in range(geometry.size)]
    for house in geometry.houses:
        model.add_all_different([cells[cell] for cell in house])
    for _, pairs in geometry.unequal:
        for one, other in pairs:
            model.add(cells[one] != cells[other])
    near = [(a, b) for a in range(1, n + 1) for b in range(max(1, a - 1), min(n, a + 1) + 1)]
    for one, other in geometry.apart:
        model.add_forbidden_assignments([cells[one], cells[other]], near)
    for cage in constraints.cages if constraints else ():
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    for low, high in constraints.steps if constraints else ():
        model.add(cells[low] < cells[high])
    return model, cells


def _may_hold(grid: Grid, cell: int, symbol: int) -> bool:
    parity = grid.constraints.parity_mask(cell) if grid.constraints else -1
    return grid[cell] in (0, symbol) and bool(parity >> (symbol - 1) & 1)


def main() -> None:
    method, file, limit = sys.argv[1:]
    # One long run of CaDiCaL, as its users do, not pieces that a check can end.
    sat.CONFLICTS = 10**9
    grids = read_grids(Path(file).read_text())
    answer = needed(method) or [timed(method, grid, float(limit)) for grid in grids]
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
