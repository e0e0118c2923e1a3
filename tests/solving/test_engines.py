"""Engines compared with the definition, with each other and with their common interface."""

import sys
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import errors
from sudokutools._support import streams
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import ENGINES, Engine, engine, propagate
from sudokutools.solving.engines.planes import planes
from sudokutools.solving.engines.propagate import search
from tests.conftest import StopError, stop_after

# From Gordon Royle's collection of 17-clue sudokus.
SEVENTEEN = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
]
# Arto Inkala's puzzle of 2010.
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."

SMALL = [
    (1, 1), (2, 1), (4, 1), (1, 4), (2, 2), (2, 2, 1, 2), (2, 2, 2, 1), (2, 2, 1, 1),
    (3, 2, 1, 1), (1, 3, 2, 1), (3, 1, 1, 2), (4, 1, 1, 3), (2, 3, 1, 1), (5, 1, 1, 2),
]  # fmt: skip


@pytest.fixture(params=ENGINES)
def solutions(request: pytest.FixtureRequest) -> Engine:
    if request.param == "sat":
        pytest.importorskip("pysat")
    return engine(request.param)


def nine(text: str) -> Grid:
    return Grid(Geometry.of(3, 3), [int(sign) for sign in text.replace(".", "0")])


def by_definition(geometry: Geometry, cells: list[int]) -> Iterator[bytes]:
    """Yield all solutions, using only the rules."""
    if 0 not in cells:
        yield bytes(cells)
        return
    cell = cells.index(0)
    row, column, box = (of(cell) for of in (geometry.row_of, geometry.column_of, geometry.box_of))
    forbidden = {
        cells[other]
        for other in range(geometry.size)
        if geometry.row_of(other) == row
        or geometry.column_of(other) == column
        or geometry.box_of(other) == box
    }
    for symbol in range(1, geometry.n + 1):
        if symbol not in forbidden:
            cells[cell] = symbol
            yield from by_definition(geometry, cells)
    cells[cell] = 0


@pytest.mark.parametrize("shape", SMALL)
def test_all_solutions_of_empty_grids(solutions: Engine, shape: tuple[int, ...]) -> None:
    geometry = Geometry.of(*shape)
    expected = sorted(by_definition(geometry, [0] * geometry.size))
    found = [grid.cells for grid in solutions(Grid.empty(geometry))]
    assert sorted(found) == expected
    shuffled = solutions(Grid.empty(geometry), streams.Stream("test", "all", 0))
    assert sorted(grid.cells for grid in shuffled) == expected


@st.composite
def puzzles(draw: st.DrawFn) -> Grid:
    width, height = draw(st.sampled_from([(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (5, 1), (1, 6)]))
    across, down = draw(st.integers(1, height)), draw(st.integers(1, width))
    geometry = Geometry.of(width, height, across, down)
    stream = streams.Stream("test", "puzzles", draw(st.integers(0, 10**6)))
    grid = next(engine("propagate")(Grid.empty(geometry), stream))
    holes = draw(st.sets(st.integers(0, geometry.size - 1), max_size=max(4, geometry.size // 2)))
    cells = [0 if cell in holes else symbol for cell, symbol in enumerate(grid.cells)]
    if draw(st.booleans()):
        cells[draw(st.integers(0, geometry.size - 1))] = draw(st.integers(0, geometry.n))
    return Grid(geometry, cells)


@settings(max_examples=25, deadline=None)
@given(puzzles())
def test_engines_agree(puzzle: Grid) -> None:
    limit = 200
    answers = []
    for name in ENGINES:
        found = [grid.cells for grid in islice(engine(name)(puzzle), limit)]
        assert len(set(found)) == len(found)
        for cells in found:
            grid = Grid(puzzle.geometry, cells)
            assert grid.is_complete
            assert not list(grid.clashes())
            assert all(
                clue in (0, symbol) for clue, symbol in zip(puzzle.cells, grid.cells, strict=True)
            )
        answers.append(sorted(found) if len(found) < limit else [])
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("name", ["propagate", "dlx"])
def test_puzzles_with_few_clues(name: str) -> None:
    for puzzle in [*map(nine, SEVENTEEN), nine(HARD)]:
        (solution,) = engine(name)(puzzle)
        assert not list(solution.clashes())
        assert all(
            clue in (0, symbol) for clue, symbol in zip(puzzle.cells, solution.cells, strict=True)
        )


def test_clashing_clues_have_no_solution(solutions: Engine) -> None:
    for at in (1, 8, 9, 72, 20):  # In the row, the column or the box of r1c1.
        cells = bytearray(81)
        cells[0] = cells[at] = 5
        assert list(solutions(Grid(Geometry.of(3, 3), cells))) == []
    complete = bytearray(next(solutions(Grid.empty(Geometry.of(2, 2)))).cells)
    complete[0] = complete[1]
    assert list(solutions(Grid(Geometry.of(2, 2), complete))) == []


def test_puzzle_without_solution_and_without_clash(solutions: Engine) -> None:
    puzzle = Grid(Geometry.of(2, 2), [1, 2, 3, 0] + 7 * [0] + [4] + 4 * [0])
    assert not list(puzzle.clashes())
    assert list(solutions(puzzle)) == []


def test_complete_grid_is_its_own_solution(solutions: Engine) -> None:
    grid = next(solutions(Grid.empty(Geometry.of(3, 2))))
    assert list(solutions(grid)) == [grid]


def test_backtrack_ascends() -> None:
    found = [grid.cells for grid in engine("backtrack")(Grid.empty(Geometry.of(2, 2)))]
    assert found == sorted(found)


@pytest.mark.parametrize("size", [25, 49])
def test_check_ends_a_search(solutions: Engine, size: int) -> None:
    # The iterators are not exhausted: there are too many solutions.
    with pytest.raises(StopError):
        for _ in solutions(Grid.empty(Geometry.of_size(size)), None, stop_after(4)):
            pass


def test_depth_is_no_limit(solutions: Engine) -> None:
    # Recursion by cells would need 144 levels.
    geometry = Geometry.of(12, 1)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len_of_stack() + 60)
    try:
        grid = next(solutions(Grid.empty(geometry)))
    finally:
        sys.setrecursionlimit(limit)
    assert grid.is_complete
    assert not list(grid.clashes())


def len_of_stack() -> int:
    frame = sys._getframe()
    length = 0
    while frame.f_back:
        frame = frame.f_back
        length += 1
    return length


def test_large_grids(solutions: Engine) -> None:
    geometry = Geometry.of(10, 10)
    cells = [
        (10 * row + row // 10 + column) % 100 + 1 for row in range(100) for column in range(100)
    ]
    complete = Grid(geometry, cells)
    assert not list(complete.clashes())
    stream = streams.Stream("test", "holes", 0)
    puzzle = Grid(geometry, [symbol if stream.below(10) else 0 for symbol in cells])
    assert next(solutions(puzzle)).is_complete


def test_engine_that_is_not_there() -> None:
    with pytest.raises(errors.SudokuError, match="unknown method 'magic': expected backtrack"):
        engine("magic")


def test_settling_equals_the_definition_of_singles() -> None:
    geometry = Geometry.of(3, 3)
    tables = planes(geometry)
    stream = streams.Stream("test", "settle", 0)
    for text in [*SEVENTEEN, HARD]:
        state = tables.start(nine(text).cells)
        assert state is not None
        for _ in range(6):
            settled = tables.settle(*state)
            assert settled == settle_by_definition(geometry, state[0])
            if settled is None or settled[1].bit_count() == geometry.size:
                break
            options = tables.options(settled[0])
            assert options == options_by_definition(geometry, settled[0])
            bit = options[stream.below(len(options))]
            state = settled[0] & tables.cut(bit), settled[1] | 1 << bit


def places(geometry: Geometry) -> Iterator[list[int]]:
    """Yield the bits of every cell and of every symbol in every house, in the rule's order."""
    n, size = geometry.n, geometry.size
    for cell in range(size):
        yield [symbol * size + cell for symbol in range(n)]
    for houses in (geometry.row_cells, geometry.column_cells, geometry.box_cells):
        for symbol in range(n):
            for house in houses:
                if len(house) == n:
                    yield [symbol * size + cell for cell in house]


def settle_by_definition(geometry: Geometry, candidates: int) -> tuple[int, int] | None:
    """Place singles one after the other."""
    size, placed = geometry.size, 0
    while True:
        for place in places(geometry):
            left = [bit for bit in place if candidates >> bit & 1]
            if not left:
                return None
            if len(left) == 1 and not placed >> left[0] & 1:
                symbol, cell = divmod(left[0], size)
                for other in range(geometry.n):
                    if other != symbol:
                        candidates &= ~(1 << other * size + cell)
                for peer in geometry.peers[cell]:
                    candidates &= ~(1 << symbol * size + peer)
                placed |= 1 << left[0]
                break
        else:
            return candidates, placed


def options_by_definition(geometry: Geometry, candidates: int) -> list[int]:
    open_places = [[bit for bit in place if candidates >> bit & 1] for place in places(geometry)]
    return min((left for left in open_places if len(left) > 1), key=len)


def test_steps_are_limited() -> None:
    tables = planes(Geometry.of(3, 3))
    state = tables.start(nine(HARD).cells)
    with pytest.raises(errors.UndecidedError, match="not decided in 3 steps"):
        list(search(tables, state, max_steps=3))
    assert len(list(search(tables, state, max_steps=100))) == 1


def test_options_among_the_near_bits_come_first_others_in_order() -> None:
    tables = planes(Geometry.of(2, 2))
    state, bit = tables.start(bytes(16)), tables.bit(0, 3)
    expected = sorted(search(tables, state), key=lambda placed: not placed >> bit & 1)
    assert list(search(tables, state, near=1 << bit)) == expected


def test_packed_branches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = Grid.empty(Geometry.of(3, 2))
    expected = list(islice(engine("propagate")(empty), 3000))
    monkeypatch.setattr(propagate, "_PACKED_FROM_BITS", 0)
    assert list(islice(engine("propagate")(empty), 3000)) == expected


def test_tables_and_whole_planes_place_alike() -> None:
    # Up to 16x16 the effects of placements are cached, beyond they are computed.
    tables = planes(Geometry.of(4, 4))
    placed = 1 << 5 | 1 << 256 + 40 | 1 << 15 * 256 + 255
    ruled_out = tables._ruled_out(placed)
    assert tables.place(tables.full, placed) == tables.full & ~ruled_out | placed
