"""Puzzles of every kind: all engines agree, in C and in Python, and their answers are true.

A puzzle drawn from the bytes is solved by every engine, by `auto` and by the ladder of logic, with
each kernel and with its twin, in their order or at random. They find the same number of solutions
up to a limit, and the same solutions if these are all; each solution agrees with the clues and the
rules. Searches that exceed their steps are left out. Whether a clue is needless is answered alike,
and correctly: in small grids, each clue before the first needless one is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import solving
from sudokutools.solving.engines import ENGINES
from sudokutools.solving.engines.compiled_propagate import solutions as native
from tests.fuzz.tools.cursor import Cursor
from tests.fuzz.tools.puzzles import Steps, puzzle

CALLS = 60
"""A search gives up after this many calls of its check, shared by the symbols of the grid.

They are a millisecond apart, on large variants more.
"""

SMALL = 6
"""Up to this many symbols every clue before the first that is needless is tried."""

WITH_TWINS = ("auto", "propagate", "cdcl")
"""Methods that have a kernel and a twin; the others are the same on each core."""

ALONE = tuple(name for name in ENGINES if name not in WITH_TWINS)
METHODS = WITH_TWINS + tuple(name for name in ALONE if name != "sat" or find_spec("pysat"))


def check(data: bytes) -> None:
    """Solve a puzzle by all ways; AssertionError: one of them is wrong."""
    cursor = Cursor(data)
    grid = puzzle(cursor)
    limit = cursor.choice((2, 5, 20))
    variant = cursor.choice(core.variants()[:-1] or ("python",))
    seed = cursor.byte() if cursor.chance(3) else None
    try:
        agree(grid, limit, variant, seed)
    except (AssertionError, SudokuError) as error:
        error.add_note(f"{grid!r} {grid.candidates} {grid.relations} {limit} {variant} {seed}")
        raise


def agree(grid: Grid, limit: int, variant: str, seed: int | None) -> None:
    """Raise AssertionError where two ways to solve a grid differ; a seed is of random orders."""
    answers: dict[str, set[bytes]] = {}
    needless = {}
    for name in (variant, "python"):
        core.select(name)
        try:
            for method in METHODS if name == variant else WITH_TWINS:
                stream = None if seed is None else Stream("test", "fuzz", seed)
                search = solving.solutions(grid, method, stream, steps(grid))
                found = solutions(search, grid, limit)
                if found is not None:
                    answers[f"{method} {name}"] = found
            if grid.geometry is Geometry.of(3, 3) and grid.is_plain and grid.candidates is None:
                answers[f"native {name}"] = solutions(native(grid), grid, limit) or set()
            logic(grid, answers)
            if all(len(found) == 1 for found in answers.values()) and answers:
                needless[name] = needless_of(grid)
        finally:
            core.select(core.variants()[0])
    assert len({len(found) for found in answers.values()}) <= 1, counted(answers)
    if any(len(found) < limit for found in answers.values()):
        assert len({frozenset(found) for found in answers.values()}) <= 1, counted(answers)
    assert len(set(needless.values()) - {-1}) <= 1, needless


def steps(grid: Grid) -> Steps:
    return Steps(2 + CALLS // grid.geometry.n)


def counted(answers: dict[str, set[bytes]]) -> dict[str, int]:
    """Return how many solutions each way found."""
    return {name: len(found) for name, found in answers.items()}


def solutions(found: Iterator[Grid], grid: Grid, limit: int) -> set[bytes] | None:
    """Return up to a number of solutions, each of them right; None: they were not found in time."""
    texts: list[bytes] = []
    try:
        for other in islice(found, limit):
            assert other.is_complete
            assert not any(grid.with_cells(other.cells).clashes()), other
            assert all(a in (0, b) for a, b in zip(grid.cells, other.cells, strict=True)), other
            masks = grid.candidates or ()
            assert all(m >> (b - 1) & 1 for m, b in zip(masks, other.cells, strict=False)), other
            texts.append(other.cells)
    except UndecidedError:
        return None
    assert len(set(texts)) == len(texts), "a solution comes twice"
    return set(texts)


def logic(grid: Grid, answers: dict[str, set[bytes]]) -> None:
    """Let the ladder solve a grid: it may give up, and is never wrong."""
    texts = []
    try:
        ladder = solving.solutions(grid, "logic", None, steps(grid))
        texts += [each.cells for each in islice(ladder, 2)]
    except UndecidedError:
        pass
    else:
        assert all(len(found) == len(texts) for found in answers.values()), counted(answers)
    for found in answers.values():
        assert len(found) > 1 or found >= set(texts), "logic found an invalid solution"


def needless_of(grid: Grid) -> int | None:
    """Return the first needless clue, None if all are needed, -1 if that takes too long."""
    if grid.candidates is not None:
        return -1
    try:
        cell = solving.needless_clue(grid, steps(grid))
        last = grid.geometry.size if cell is None else cell + 1
        for each in range(last) if grid.geometry.n <= SMALL else filter(None, [cell]):
            cells = bytearray(grid.cells)
            cells[each] = 0
            found = solving.solutions(grid.with_cells(cells), "propagate", None, steps(grid))
            if grid.cells[each]:
                assert (len(list(islice(found, 2))) == 1) == (each == cell), (each, cell)
    except UndecidedError:
        return -1
    return cell
