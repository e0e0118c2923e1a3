"""Teams of searches: correct solutions that depend on the grid only."""

from collections.abc import Iterator
from itertools import islice
from threading import active_count
from zlib import crc32

import pytest

from sudokutools._support import core
from sudokutools._support.limits import cores
from sudokutools._support.streams import Stream
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import cdcl, engine, team
from tests.conftest import StopError, stop_after
from tests.solving.large import is_solution
from tests.solving.patterns import pattern

needs_kernel = pytest.mark.skipif(core.native() is None, reason="no compiled core")


@pytest.fixture(autouse=True)
def _early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make others join a search at once and exchange clauses often."""
    monkeypatch.setattr(team, "ALONE", 1)
    monkeypatch.setattr(team, "SLICE", 2)


@pytest.fixture(params=[1, 2, 8])
def _on_cores(request: pytest.FixtureRequest) -> Iterator[None]:
    cores.number = request.param
    yield
    cores.number = 1


def on(count: int, puzzle: Grid, limit: int, stream: Stream | None = None) -> list[bytes]:
    """Return the solutions that a team on this number of cores finds, in order."""
    cores.number = count
    try:
        return [grid.cells for grid in islice(cdcl.solutions(puzzle, stream), limit)]
    finally:
        cores.number = 1


@needs_kernel
@pytest.mark.parametrize(("n", "sum_"), [(5, 0x0E98), (6, 0x0C0D)])
def test_cores_have_no_influence(n: int, sum_: int) -> None:
    puzzle = pattern(Geometry.of(n, n), 40, "team0")
    found = on(1, puzzle, 9)
    assert len(set(found)) == 9
    assert all(is_solution(puzzle, Grid(puzzle.geometry, cells)) for cells in found)
    assert on(2, puzzle, 9) == on(4, puzzle, 9) == found
    assert crc32(b"".join(found)) & 0xFFFF == sum_  # Replace it where a change is meant.


@needs_kernel
def test_pauses_have_no_influence(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = pattern(Geometry.of(5, 5), 45, "pauses")
    found = on(1, puzzle, 3)
    monkeypatch.setattr(cdcl, "KERNEL_STEPS", 700)
    assert on(1, puzzle, 3) == on(2, puzzle, 3) == found


@pytest.mark.usefixtures("_on_cores")
def test_every_solution_is_found_once() -> None:
    puzzle = pattern(Geometry.of(3, 3), 30, "b")
    found = [grid.cells for grid in cdcl.solutions(puzzle)]
    assert len(found) == len(set(found)) == 64
    assert set(found) == {grid.cells for grid in engine("propagate")(puzzle)}


@pytest.mark.usefixtures("_on_cores")
def test_check_ends_all_searches() -> None:
    threads = active_count()
    with pytest.raises(StopError):
        for _ in cdcl.solutions(pattern(Geometry.of(6, 6), 50, "check"), None, stop_after(4)):
            pass
    assert active_count() == threads


@needs_kernel
def test_kernel_refuses_clauses_that_are_none() -> None:
    native = core.native()
    assert native is not None
    search = native.CdclSearch((2, 2, 2, 2), bytes(16), b"")
    for numbers in ([1], [-2, 0], [-1, 128], [-1, -1], [0], [-(2**31)]):
        with pytest.raises(ValueError, match="no clauses"):
            search.learn(b"".join(number.to_bytes(4, "little", signed=True) for number in numbers))
    with pytest.raises(ValueError, match="no clauses"):
        search.learn(b"abc")
    assert search.take_short() == b""
