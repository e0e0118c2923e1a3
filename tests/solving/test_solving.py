"""One solution, all solutions, their number, and redundant clues."""

import pytest

from sudokutools import read_grid
from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.errors import UndecidedError
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking import PuzzleRequest, mask
from sudokutools.solving.engines import ENGINES, propagate
from sudokutools.solving.engines.planes import planes
from sudokutools.solving.engines.propagate import guesses, search
from sudokutools.solving.solving import (
    METHODS,
    count_solutions,
    counts,
    is_forced,
    redundant_clues,
    solutions,
    solve,
)
from tests.cli.puzzles import EASY
from tests.conftest import StopError, stop_after
from tests.tables import cases

EMPTY = Grid.empty(Geometry.of(2, 2))
# From Gordon Royle's collection of 17-clue sudokus, which are minimal.
SEVENTEEN = Grid(
    Geometry.of(3, 3),
    bytes(
        map(
            int, "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
        )
    ),
)


@pytest.mark.parametrize("method", ["auto", *ENGINES])
def test_every_engine_answers(method: str) -> None:
    solution = solve(EMPTY, method)
    assert solution is not None
    assert not list(solution.clashes())
    assert count_solutions(EMPTY, None, method) == 288
    assert count_solutions(EMPTY, 7, method) == 7
    assert count_solutions(EMPTY, 0, method) == 0
    assert len(set(solutions(EMPTY, method, Stream("test", "s", 1)))) == 288


@pytest.mark.parametrize("method", METHODS)
def test_no_solution_is_none(method: str) -> None:
    assert solve(Grid(EMPTY.geometry, bytes([1, 1] + 14 * [0])), method) is None


def test_check_ends_a_count() -> None:
    with pytest.raises(StopError):
        count_solutions(Grid.empty(Geometry.of(4, 4)), check=stop_after(0))


def test_many_solutions_are_counted_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers grow; without a kernel, by one."""
    grid = read_grid(14 * "." + EASY[14:])
    number = len(list(solutions(grid, "dlx")))
    assert number == 64
    monkeypatch.setattr(propagate, "_COUNTED_FIRST", 3)
    monkeypatch.setattr(propagate, "_COUNT_FACTOR", 2)
    for limit in (1, 3, 50, None):
        found = list(counts(grid, limit))
        assert found == sorted(set(found))
        assert found[-1] == (limit or number) == count_solutions(grid, limit)
    if core.native() is not None:
        assert list(counts(grid))[:4] == [3, 6, 12, 24]


def test_is_forced_with_and_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve(SEVENTEEN)
    assert solution is not None
    cells = bytearray(SEVENTEEN.cells)
    cells[list(map(bool, cells)).index(True)] = 0
    several = Grid(SEVENTEEN.geometry, cells)
    open_cells = [cell for cell in range(81) if not cells[cell]]
    answers = [is_forced(several, cell, solution) for cell in open_cells]
    assert len(set(answers)) == 2
    monkeypatch.setattr(core, "native", lambda: None)
    assert [is_forced(several, cell, solution) for cell in open_cells] == answers


def test_is_forced_counts_steps() -> None:
    empty = Grid.empty(Geometry.of(3, 3))
    solution = solve(empty)
    assert solution is not None
    assert not is_forced(empty, 0, solution)
    with pytest.raises(UndecidedError):
        is_forced(empty, 0, solution, max_steps=0)


@pytest.mark.parametrize("shape", [(3, 3), (4, 3), (4, 4), (3, 3, 2, 3)])
def test_needless_clues(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    solution = generate(geometry, "auto", Stream("test", "needless", 0))
    minimal = mask(solution, PuzzleRequest(minimal=True)).puzzle
    assert minimal is not None
    assert not [*redundant_clues(minimal)]
    for added in range(0, geometry.size, 29):
        cells = bytearray(minimal.cells)
        cells[added] = solution[added]
        puzzle = Grid(geometry, cells)
        needless = []
        for cell, clue in enumerate(cells):
            if clue:
                fewer = Grid(geometry, cells[:cell] + bytes(1) + cells[cell + 1 :])
                is_needless = count_solutions(fewer, 2) == 1
                assert is_forced(fewer, cell, solution) == is_needless
                needless += [cell] * is_needless
        assert [*redundant_clues(puzzle)] == needless


@pytest.mark.usefixtures("either")
@cases
def test_guesses_are_the_options_that_propagate_tries(puzzle: str, number: int) -> None:
    grid = read_grid(puzzle)
    assert guesses(grid) == number
    tables = planes(grid.geometry)
    assert len(list(search(tables, tables.start(grid.cells), max_steps=number))) == 1
    if number:
        with pytest.raises(UndecidedError):
            list(search(tables, tables.start(grid.cells), max_steps=number - 1))
