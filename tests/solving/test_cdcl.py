"""Correct answers of clause learning, with and without compiled core."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.limits import NONE, PAUSED
from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, cdcl_python, engine, team
from sudokutools.solving.engines.model import Model
from tests.conftest import StopError, stop_after, sweep
from tests.solving.large import Known, is_solution, known_puzzles, random_puzzle
from tests.solving.patterns import pattern

KNOWN = list(known_puzzles())


needs_kernel = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def native() -> Any:
    return core.native()


def found_in(search: team.Search, steps: int, limit: int = 3) -> list[object]:
    """Return the answers, numbers of conflicts and solutions of a search."""
    found: list[object] = []
    for _ in range(limit):
        while (answer := search.run(steps)) == PAUSED:
            pass
        found += [answer, search.conflicts()]
        if answer == NONE:
            break
        found.append(search.solution())
        search.forbid(search.solution())
    return found


@pytest.mark.usefixtures("either")
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 10**6), st.integers(50, 5000), st.booleans())
def test_pauses_have_no_influence(record: int, steps: int, is_random: bool) -> None:
    puzzle = random_puzzle(record)
    one, other = (
        cdcl.new_search(puzzle, Stream("test", "pauses", record) if is_random else None)[0]
        for _ in range(2)
    )
    assert found_in(one, steps) == found_in(other, 10**9)


@needs_kernel
@pytest.mark.parametrize("known", [known for known in KNOWN if known.grid.geometry.n <= 16])
def test_walks_lead_to_the_same_answers(known: Known) -> None:
    shape = known.grid.geometry.shape
    search = native().CdclSearch(shape, known.grid.cells, b"")
    search.walk_now()
    found = found_in(search, 10**5, 2)
    assert sum(isinstance(part, bytes) for part in found) == known.solutions


@needs_kernel
def test_a_walk_finds_a_solution() -> None:
    # Without a walk the search has conflicts.
    puzzle = pattern(Geometry.of(4, 4), 36, "walk")
    search = native().CdclSearch(puzzle.geometry.shape, puzzle.cells, b"")
    search.walk_now()
    while search.run(10**6) == PAUSED:
        pass
    assert search.conflicts() == 0
    assert is_solution(puzzle, Grid(puzzle.geometry, search.solution()))


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("known", sweep([*KNOWN[:11], KNOWN[12], *KNOWN[14:]], KNOWN[11:14:2]))
def test_known_answers(known: Known) -> None:
    found = list(islice(cdcl.solutions(known.grid), 2))
    assert len(found) == known.solutions
    assert len(set(found)) == len(found)
    assert all(is_solution(known.grid, grid) for grid in found)


@pytest.mark.usefixtures("either")
def test_answers_are_those_of_another_engine() -> None:
    numbers = set()
    for record in range(40 if core.native() is None else 150):
        puzzle = random_puzzle(record)
        if puzzle.geometry.size > 81:
            continue
        found = {grid.cells for grid in islice(cdcl.solutions(puzzle), 20)}
        others = {grid.cells for grid in islice(engine("propagate")(puzzle), 20)}
        assert len(found) == len(others)
        assert len(found) == 20 or found == others
        numbers.add(min(len(found), 2))
    assert numbers == {0, 1, 2}


@pytest.mark.usefixtures("either")
def test_all_solutions_in_random_order() -> None:
    empty = Grid.empty(Geometry.of(2, 2))
    ordered = [grid.cells for grid in cdcl.solutions(empty)]
    shuffled = [grid.cells for grid in cdcl.solutions(empty, Stream("test", "order", 0))]
    assert len(ordered) == 288
    assert shuffled != ordered
    assert sorted(shuffled) == sorted(ordered)


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("stream", [None, Stream("test", "many", 0)])
def test_many_solutions_are_found_once_in_bounded_memory(
    monkeypatch: pytest.MonkeyPatch, stream: Stream | None
) -> None:
    monkeypatch.setattr(cdcl, "MAX_EXCLUDED", 16 * 40)
    found = [grid.cells for grid in cdcl.solutions(Grid.empty(Geometry.of(2, 2)), stream)]
    assert len(found) == len(set(found)) == 288


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("shape", [(4, 4), (3, 4, 2, 3), (5, 5)])
def test_check_is_called_and_ends_the_search(shape: tuple[int, ...]) -> None:
    with pytest.raises(StopError):
        for _ in cdcl.solutions(Grid.empty(Geometry.of(*shape)), None, stop_after(19)):
            pass


@needs_kernel
def test_kernel_refuses_what_does_not_fit() -> None:
    for shape, cells, key in [
        ((2, 2, 2, 2), bytes(15), b""),
        ((2, 2, 2, 2), bytes([5] + 15 * [0]), b""),
        ((2, 2, 3, 2), bytes(24), b""),
        ((0, 2, 2, 0), b"", b""),
        ((11, 10, 1, 1), bytes(110), b""),
        ((2, 2, 2, 2), bytes(16), b"key"),
    ]:
        with pytest.raises(ValueError, match=r"no such geometry|do not fit"):
            native().CdclSearch(shape, cells, key)
    search = native().CdclSearch((2, 2, 2, 2), bytes(16), b"")
    for method in (search.forbid, search.fix, search.assume):
        with pytest.raises(ValueError, match="do not fit"):
            method(bytes(17))
        with pytest.raises(TypeError):
            method("no bytes")
    for order in (b"\x10\0", bytes(34)):
        with pytest.raises(ValueError, match="no such cell"):
            search.assume(bytes(16), order)


def clues_of(solution: Grid, cells: frozenset[int]) -> Grid:
    return Grid(solution.geometry, [s if c in cells else 0 for c, s in enumerate(solution.cells)])


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (3, 3, 2, 3), (2, 4), (4, 3)])
def test_enough_clues_have_one_solution(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    stream = Stream("test", "enough", 0)
    solution = next(cdcl.solutions(Grid.empty(geometry), stream))
    uniqueness = cdcl.Uniqueness(solution)
    answers = set()
    for percent in (90, 70, 60, 50, 45, 40, 35, 30, 50, 70):
        cells = frozenset(c for c in range(geometry.size) if stream.below(100) < percent)
        found = list(islice(engine("propagate")(clues_of(solution, cells)), 2))
        enough = uniqueness.enough(cells)
        answers.add(enough is not None)
        if enough is None:
            assert len(found) == 2
            other = Grid(geometry, uniqueness.other)
            assert other != solution
            assert is_solution(clues_of(solution, cells), other)
        else:
            assert found == [solution]
            assert enough <= cells
            assert list(islice(engine("propagate")(clues_of(solution, enough)), 2)) == [solution]
    assert answers == {True, False}


@pytest.mark.usefixtures("either")
def test_kept_clues_are_part_of_every_question() -> None:
    solution = Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    uniqueness = cdcl.Uniqueness(solution)
    assert uniqueness.enough([]) is None
    uniqueness.keep([3, 4, 6])
    assert uniqueness.enough([3, 8]) is None
    assert uniqueness.enough([8, 9]) == frozenset({3, 4, 6, 8, 9})
    uniqueness.keep([8, 9])
    assert uniqueness.enough([]) == frozenset({3, 4, 6, 8, 9})


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("shape", [(3, 2), (3, 3), (4, 3), (3, 4, 2, 3)])
def test_minimal_clues(shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    solution = next(cdcl.solutions(Grid.empty(geometry), Stream("test", "minimal", 0)))
    last = geometry.size - 1
    for orbits in (
        [{cell} for cell in range(geometry.size)],
        [{cell, last - cell} for cell in range((geometry.size + 1) // 2)],
    ):
        clues = cdcl.minimal_clues(solution, orbits)
        assert list(islice(engine("propagate")(clues_of(solution, clues)), 2)) == [solution]
        for orbit in orbits:
            assert orbit <= clues or not orbit & clues
            if orbit <= clues:
                fewer = clues_of(solution, clues - orbit)
                assert len(list(islice(engine("propagate")(fewer), 2))) == 2


def test_uniqueness_needs_a_solution() -> None:
    for cells in (bytes(16), bytes(16 * [1])):
        with pytest.raises(SudokuError, match="not a solution"):
            cdcl.Uniqueness(Grid(Geometry.of(2, 2), cells))


def test_restarts_and_removed_clauses_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdcl_python, "RESTART_UNIT", 2)
    monkeypatch.setattr(cdcl_python, "REDUCE_UNIT", 3)
    conflicts = 0
    for known in (known for known in KNOWN if known.grid.geometry.n <= 20):
        model = Model(known.grid)
        search = cdcl_python.Search(model, Stream("test", "restarts", 0))
        found = found_in(search, 10**5, 2)
        assert sum(isinstance(part, bytes) for part in found) == known.solutions
        conflicts += search.conflicts()
    assert conflicts > 300


@pytest.mark.usefixtures("either")
def test_patience_ends_a_question() -> None:
    solution = pattern(Geometry.of(4, 4))
    stream = Stream("test", "patience", 6)
    cells = [cell for cell in range(256) if stream.below(100) < 38]
    uniqueness = cdcl.Uniqueness(solution)
    with pytest.raises(UndecidedError, match="not decided in 1 conflicts"):
        uniqueness.enough(cells, 1)
    assert uniqueness.enough(cells) is None
    assert is_solution(
        clues_of(solution, frozenset(cells)), Grid(solution.geometry, uniqueness.other)
    )


class _Full:
    """A search whose memory is full."""

    def run(self, steps: int) -> int:
        raise MemoryError(steps)

    def __getattr__(self, name: str) -> Callable[..., int]:
        return lambda *_: 0


def test_full_memory_leaves_a_grid_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = next(engine("cdcl")(Grid.empty(Geometry.of(2, 2)), None))
    monkeypatch.setattr(cdcl, "new_search", lambda *_: (_Full(), 1))
    with pytest.raises(UndecidedError, match="memory"):
        next(cdcl.solutions(Grid.empty(solution.geometry)))
    with pytest.raises(UndecidedError, match="memory"):
        cdcl.minimal_clues(solution, [[cell] for cell in range(16)])
