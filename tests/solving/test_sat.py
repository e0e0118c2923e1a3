"""CaDiCaL, an independent solver, agrees with the engines of the project."""

import sys
from itertools import islice

import pytest

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, sat
from tests.conftest import sweep
from tests.solving.large import Known, is_solution, known_puzzles, random_puzzle


def test_absence_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    advice = r"requires python-sat; install it with: .*\[sat\]"
    with pytest.raises(SudokuError, match=advice):
        next(sat.solutions(Grid.empty(Geometry.of(2, 2))))


class TestWithCadical:
    @pytest.fixture(autouse=True)
    def _cadical(self) -> None:
        pytest.importorskip("pysat")

    @pytest.mark.parametrize("records", sweep([300], [4000]))
    def test_random_puzzles_of_all_geometries(self, records: int) -> None:
        limit = 6
        numbers = [0, 0, 0]
        for record in range(1000, 1000 + records):
            puzzle = random_puzzle(record)
            found = {grid.cells for grid in islice(cdcl.solutions(puzzle), limit)}
            others = [grid.cells for grid in islice(sat.solutions(puzzle), limit)]
            assert len(found) == len(others)
            assert len(found) == limit or found == set(others)
            assert all(is_solution(puzzle, Grid(puzzle.geometry, cells)) for cells in found)
            numbers[min(len(found), 2)] += 1
        assert min(numbers) > records // 20

    @pytest.mark.parametrize("known", list(known_puzzles()))
    def test_known_answers(self, known: Known) -> None:
        found = list(islice(sat.solutions(known.grid), 2))
        assert len(set(found)) == known.solutions
        assert all(is_solution(known.grid, grid) for grid in found)

    def test_stream_decides_the_order(self) -> None:
        empty = Grid.empty(Geometry.of(3, 3))
        one, again = (next(sat.solutions(empty, Stream("test", "1", 0))) for _ in range(2))
        assert one == again != next(sat.solutions(empty, Stream("test", "2", 0)))

    def test_formula_that_is_too_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sat, "MAX_CLAUSES", 100)
        with pytest.raises(UndecidedError, match="too many candidates"):
            next(sat.solutions(Grid.empty(Geometry.of(3, 3))))
