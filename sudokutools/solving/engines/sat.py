"""CaDiCaL through python-sat: an independent engine, for comparison.

The formula is the usual one, reduced to the candidates that the clues leave (the extended encoding
of Ines Lynce and Joel Ouaknine, "Sudoku as a SAT problem", AIMATH 2006): every cell holds exactly
one symbol; each symbol has at most one place in every house, and one or more in a house of n cells:
the lists and clauses of `engines/model.py`. CaDiCaL is by Armin Biere et al. ("CaDiCaL
2.0", CAV 2024), python-sat by Alexey Ignatiev, Antonio Morgado and Joao Marques-Silva ("PySAT: a
Python toolkit for prototyping with SAT oracles", SAT 2018). It is the optional extra `sat`,
imported only here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.model import Model

# Conflicts, and clauses to load, between two calls of `check`: at most a tenth of a second, and
# some milliseconds. Fewer conflicts are slower, as CaDiCaL restarts each time.
CONFLICTS = 3000
CLAUSES = 5000

# The maximum length of a list without candidates that is written out in pairs.
MAX_PAIRED = 50

# The maximum number of clauses, which take about 300 MB.
MAX_CLAUSES = 2_500_000

Clause = list[int]


def _solver() -> Any:
    try:
        from pysat.solvers import Cadical195
    except ImportError:
        from sudokutools._support.installation import advised

        raise SudokuError(advised("method sat requires python-sat", "sat")) from None
    return Cadical195()


def _clauses(model: Model, numbers: list[int]) -> Iterator[Clause]:
    """Yield the clauses of a model, its variables numbered from 1.

    In lists without candidates at most one can be true anyway; clauses repeat it for speed.
    """
    count = len(model.candidates)
    for variables in model.exactly:
        candidates = [numbers[v] for v in variables if v < count]
        others = [numbers[v] for v in variables if v >= count]
        yield candidates + others
        yield from _at_most_one(candidates)
        yield from ([-one, -other] for one in candidates for other in others)
        if not candidates and len(others) <= MAX_PAIRED:
            yield from _at_most_one(others)
    for variable, excluded in enumerate(model.excluded()):
        yield from ([-numbers[variable], -numbers[o]] for o in excluded if o > variable)
    for clause in model.clauses:
        yield [-numbers[k >> 1] if k & 1 else numbers[k >> 1] for k in clause]


def _at_most_one(places: list[int]) -> Iterator[Clause]:
    for one, other in combinations(places, 2):
        yield [-one, -other]


def _load(solver: Any, clauses: Iterable[Clause], check: Check) -> bool:
    for loaded, clause in enumerate(clauses):
        if loaded % CLAUSES == 0:
            check()
        if loaded == MAX_CLAUSES:
            raise UndecidedError("the grid has too many candidates for method sat")
        if not clause:
            return False
        solver.add_clause(clause)
    return True


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid; with a stream the variables are numbered at random.

    Raises SudokuError if python-sat is not installed, UndecidedError if the formula is too large.
    """
    with _solver() as solver:
        if any(grid.clashes()):
            return
        model = Model(grid, check)
        candidates = model.candidates
        numbers = list(range(1, len(candidates) + 1))
        if stream:
            stream.shuffle(numbers)
        number = dict(zip(candidates, numbers, strict=True))
        others = range(len(candidates) + 1, model.variables + 1)
        if not _load(solver, _clauses(model, [*numbers, *others]), check):
            return
        while _is_satisfiable(solver, check):
            true = {literal for literal in solver.get_model() if literal > 0}
            cells = bytearray(grid.cells)
            for candidate in candidates:
                if number[candidate] in true:
                    cell, symbol = candidate
                    cells[cell] = symbol
            yield grid.with_cells(cells)
            check()
            if not candidates:
                return
            solver.add_clause([-n for n in numbers if n in true])


def _is_satisfiable(solver: Any, check: Check) -> bool:
    answer = None
    while answer is None:
        solver.conf_budget(CONFLICTS)
        answer = solver.solve_limited()
        if answer is None:
            check()
    return bool(answer)
