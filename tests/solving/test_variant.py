"""The search for variants, compiled and in Python, compared with plain backtracking."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import errors, read_grid
from sudokutools._support import core
from sudokutools._support.limits import never
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.generating import generating
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving import solving
from sudokutools.solving.engines import engine, team, variant
from tests.clues import common
from tests.conftest import in_python
from tests.solving.test_variants import published
from tests.strategies import variant_puzzles

needs_kernel = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def answers(
    grid: Grid, seed: int | None, near: Grid | None = None, other: int = -1
) -> set[bytes] | None:
    """Return the solutions, each once; None: too many or too hard."""
    stream = None if seed is None else Stream("t", "", seed)
    found: set[bytes] = set()
    try:
        for solution in variant.solutions(grid, stream, never, 2000, near, other=other):
            assert solution.cells not in found
            found.add(solution.cells)
            if len(found) > 30:
                return None
    except errors.UndecidedError:
        return None
    return found


@needs_kernel
@pytest.mark.parametrize("box", [(4, 3), (4, 4), (5, 4), (4, 2, 2, 3)])
def test_the_cores_find_the_same_solutions_of_large_and_partial_grids(box: tuple[int, ...]) -> None:
    geometry = Geometry.of(*box)
    stream = Stream("t", "", 3)
    solution = generating.shift(geometry, stream)
    order = list(range(geometry.size))
    stream.shuffle(order)
    cages = [
        (sum(solution[cell] for cell in part), part)
        for part in ([cell, cell + 1, cell + geometry.columns] for cell in order[:3])
        if part[-1] < geometry.size and len({solution[cell] for cell in part}) == 3
    ]
    less = [sorted(order[5:7], key=solution.cells.__getitem__)]
    constraints = Constraints.of(geometry, common(cages, less))
    cells = bytearray(solution.cells)
    for cell in order[: geometry.size // 3]:
        cells[cell] = 0
    grid = Grid(geometry, cells, None, constraints)
    solution = grid.with_cells(solution.cells)
    orbits = [[grid.cells.index(0)]]
    found, puzzle = answers(grid, 1), variant.dig(solution, orbits, never, 999)
    assert found is not None
    assert solution.cells in found
    with in_python():
        assert answers(grid, 1) == found
        assert variant.dig(solution, orbits, never, 999) == puzzle


@pytest.mark.usefixtures("either")
def test_bounds_of_cages_of_many_symbols_need_no_step() -> None:
    geometry = Geometry.of(17, 1)
    constraints = Constraints.of(geometry, common([(3, [0, 1])]))
    grids = [Grid(geometry, [0, 0, clue, *bytes(286)], None, constraints) for clue in (0, 1)]
    with pytest.raises(errors.UndecidedError, match="not decided in 0 steps"):
        next(variant.solutions(grids[0], max_steps=0))
    assert not list(variant.solutions(grids[1], max_steps=0))


@needs_kernel
@settings(max_examples=30, deadline=None)
@given(variant_puzzles((4, 6)), st.data())
def test_the_cores_dig_the_same_puzzles(drawn: tuple[Grid, Grid], data: st.DataObject) -> None:
    grid, solution = drawn
    cells = st.integers(0, grid.geometry.size - 1)
    cell = data.draw(cells)
    if not grid[cell]:
        found = answers(grid, 1, solution, cell)
        with in_python():
            other = answers(grid, 1, solution, cell)
        assert found == other or None in (found, other)
    orbits = data.draw(st.lists(st.lists(cells, max_size=3)))
    orbits = [sorted(set(orbit)) for orbit in orbits if orbit][: grid.geometry.n]
    puzzle = variant.dig(solution, orbits)
    with in_python():
        assert variant.dig(solution, orbits) == puzzle


@pytest.mark.usefixtures("either")
def test_long_sums_are_bounded_by_their_cells_in_each_house() -> None:
    """32 cells with a sum below 99 ("Long sums 3" of the Interactive Sudoku Solver)."""
    line = "19 18 17 16 15 24 23 22 21 31 41 42 52 51 61 62 72 71 81 82 83 73 74 64 63 53 54 55"
    cells = "~".join("R{}C{}".format(*cell) for cell in f"{line} 65 75 76 66 67 68".split())
    grid = read_grid(f".PillArrow~2~{cells}")
    assert len(list(variant.solutions(grid, max_steps=40))) == 1


@needs_kernel
def test_symbols_of_a_line_differ_in_the_fillings_of_its_automaton() -> None:
    """Of the Interactive Sudoku Solver ("Skyscaper 2-3"): without this, 344,354 steps."""
    sides = "C8~3~2 R6~2~3 R8~~3 C7~~3 C4~~3 C5~~3 C2~~3 C3~3~2 R2~3~2 R1~3~3 R4~3~ C1~2~3"
    text = f" {sides} R9~3~ R7~2~3 C6~3~ C9~3~ R5~~3 R3~2~2".replace(" ", ".Skyscraper~")
    assert next(variant.solutions(read_grid(text), max_steps=99), None)


@pytest.mark.usefixtures("either")
def test_a_fill_is_a_grid_of_its_seed_or_none() -> None:
    geometry = Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])
    grids = [variant.fill(geometry, Stream("t", "", seed)) for seed in (1, 1, 2)]
    assert grids[0] == grids[1] != grids[2]
    assert all(grid is not None and not any(grid.clashes()) for grid in grids)
    nothing = Geometry.of_variant(Geometry.of(2, 2), rules=["antiking"])
    assert variant.fill(nothing, Stream("t", "", 1)) is None
    with pytest.raises(errors.UndecidedError, match="not decided in 3 steps"):
        variant.fill(geometry, Stream("t", "", 1), max_steps=3)


def test_the_check_ends_long_work() -> None:
    def stop() -> None:
        raise TimeoutError

    empty = Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["nonconsecutive"]))
    with pytest.raises(TimeoutError):
        next(variant.solutions(empty, None, stop))


def test_what_is_too_hard_goes_on_in_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = published("antiknight")
    several = Grid.empty(Geometry.of_variant(Geometry.of(2, 2), rules=["x"]))
    expected = {solution.cells for solution in solving.solutions(several)}
    for patience in (0, 81 * 5, 81 * 50):
        monkeypatch.setattr(solving, "PATIENCE", patience)
        for grid, solution in puzzles:
            assert [other.cells for other in solving.solutions(grid)] == [solution]
            cell = grid.cells.index(0)
            assert solving.is_forced(grid, cell, grid.with_cells(solution))
        found = [solution.cells for solution in solving.solutions(several)]
        assert len(found) == 48
        assert set(found) == expected


@needs_kernel
def test_what_takes_much_work_goes_on_in_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dict[str, str]()
    monkeypatch.setattr(solving, "engine", lambda name: engine(asked.setdefault(name, name)))
    monkeypatch.setattr(variant, "WORK", 100)
    monkeypatch.setattr(solving, "MAX_WORK", 100)
    monkeypatch.setattr(team, "SLICE", 1)  # Each has its turn.
    for grid, solution in published("antiknight"):
        assert [other.cells for other in solving.solutions(grid)] == [solution]
    assert {*asked} == {"cdcl"}
