"""Print tables of variants: solving beside CP-SAT of OR-tools, making beside Simon Tatham's Solo.

    python -m tests.benchmarks.variants [--records N] [--cp-sat N] [--made N] [--solo PROGRAM] F..

The files are tab-separated with the columns `puzzle`, `spec` and `source`, as those of
`tests/data/variants`. The puzzles of each go, repeated to N records, through `sudoku-solve --jobs
1`: milliseconds of CPU a puzzle of the whole process, uniqueness proved. CP-SAT
(https://developers.google.com/optimization, `pip install ortools`) gets up to so many of the same
puzzles, evenly spaced, one thread, with its model made in Python: a solution, then the search for
another. The longest of the puzzles is timed in the library, reading excluded.

Made are puzzles with a solution each by the commands of `MAKING`, beside `sgt-solo --generate`
where that is given (Debian: sgt-puzzles). All times are CPU times of one core.
"""

from __future__ import annotations

import csv
import resource
import shlex
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable
from importlib import import_module
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import Any

from sudokutools.grid import Grid
from sudokutools.reading import read_grid
from sudokutools.solving import count_solutions

BIN = Path(sys.executable).parent

MAKING = {
    "X": ("sudoku-gen --variant x {} | sudoku-mask --minimal", "3x3x"),
    "windoku, minimal": ("sudoku-gen --variant windoku {} | sudoku-mask --minimal", ""),
    "jigsaw on its own map": ("sudoku-gen --regions random {} | sudoku-mask --minimal", "9j"),
    "jigsaw X": (
        "sudoku-gen --regions random --variant x {} | sudoku-mask --minimal",
        "9jx",
    ),
    "killer without digits": ("sudoku-gen {} | sudoku-mask --cages", "3x3k"),
    "jigsaw killer": ("sudoku-gen --regions random {} | sudoku-mask --cages", "9jk"),
    "nonconsecutive": ("sudoku-gen --variant nonconsecutive {} | sudoku-mask --minimal", ""),
}
"""What is made: the name, the pipe, and the parameters of Solo for the same."""


def lines_of(name: Path) -> list[str]:
    """Return the puzzles of a file as `line` records with their specs."""
    with name.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [f"{row['puzzle']}\t{row['spec']}" for row in rows]


def cpu_of(command: str, text: str) -> float:
    """Return the CPU seconds of a pipe of commands that reads a text."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(file.name, "rb") as standard:
            subprocess.run(
                ["bash", "-o", "pipefail", "-c", command],
                stdin=standard,
                stdout=subprocess.DEVNULL,
                env={"PATH": f"{BIN}:/usr/bin:/bin:/usr/games"},
                check=True,
            )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def longest(grids: list[Grid]) -> float:
    """Return the CPU seconds of the puzzle that takes longest, the better of two runs."""

    def timed(grid: Grid) -> float:
        start = process_time()
        assert count_solutions(grid, 2) == 1
        return process_time() - start

    return max(min(timed(grid), timed(grid)) for grid in grids)


def solved_by_cp_sat(grid: Grid) -> None:
    """Prove by CP-SAT that a puzzle has one solution."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    geometry, relations = grid.geometry, grid.relations
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
    for cage in relations.cages if relations else ():
        model.add_all_different([cells[cell] for cell in cage.cells])
        if cage.sum:
            model.add(sum(cells[cell] for cell in cage.cells) == cage.sum)
    for low, high in relations.steps if relations else ():
        model.add(cells[low] < cells[high])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    found = [solver.value(cell) for cell in cells]
    model.add_forbidden_assignments(cells, [found])
    assert solver.solve(model) == cp_model.INFEASIBLE


def _may_hold(grid: Grid, cell: int, symbol: int) -> bool:
    parity = grid.relations.parity_mask(cell) if grid.relations else -1
    return grid[cell] in (0, symbol) and bool(parity >> (symbol - 1) & 1)


def timed(work: Callable[[Grid], object], grids: list[Grid]) -> float:
    """Return the mean CPU seconds of some work on grids."""
    start = process_time()
    for grid in grids:
        work(grid)
    return (process_time() - start) / len(grids)


def shown(seconds: float) -> str:
    """Return milliseconds with three digits.

    >>> shown(0.0123456), shown(0.00001234), shown(1.2)
    ('12.3', '0.0123', '1200')
    """
    milliseconds = 1000 * seconds
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"


def print_solving(files: list[Path], records: int, most: int) -> None:
    """Print the table of solving."""
    print("| puzzles | ms each | longest | CP-SAT | times as fast |\n|---|---|---|---|---|")
    for name in files:
        lines = lines_of(name)
        grids = [read_grid(line) for line in lines]
        text = "".join(f"{line}\n" for line in islice(cycle(lines), records))
        some = grids[:: -(-len(grids) // most)] if most else []
        theirs = timed(solved_by_cp_sat, some) if most else 0.0
        ours = cpu_of("sudoku-solve --jobs 1", text) / records
        row = [name.stem, shown(ours), shown(longest(grids))]
        row += [shown(theirs), f"{theirs / ours:.0f}"] if most else ["", ""]
        print(f"| {' | '.join(row)} |", flush=True)


def print_making(number: int, solo: str | None) -> None:
    """Print the table of making."""
    print("\n| puzzles | ms each | Solo |\n|---|---|---|")
    for name, (command, parameters) in MAKING.items():
        making = command.format(f"-n {number} --seed 1 --jobs 1 --format line")
        ours = cpu_of(f"{making} --seed 1 --jobs 1", "") / number
        theirs = ""
        if solo and parameters:
            generate = shlex.join([solo, "--generate", str(number), parameters])
            theirs = shown(cpu_of(generate, "") / number)
        print(f"| {name} | {shown(ours)} | {theirs} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = ArgumentParser(description="time variants beside CP-SAT and Solo")
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--cp-sat", type=int, default=0, metavar="N")
    parser.add_argument("--made", type=int, default=0, metavar="N")
    parser.add_argument("--solo", metavar="PROGRAM")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if options.files:
        print_solving(options.files, options.records, options.cp_sat)
    if options.made:
        print_making(options.made, options.solo)


if __name__ == "__main__":
    main()
