"""Killers: cages that cover the grid, a unique solution, reproducibility."""

from itertools import combinations, islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.places import touching
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.masking import PuzzleRequest, cages, mask
from sudokutools.masking.cage_map import CageMap, Sizes, room
from sudokutools.masking.plan import PRINTED
from sudokutools.solving.engines import backtrack
from sudokutools.solving.solving import solutions
from tests.clues import common
from tests.conftest import in_python

SHAPES = [(2, 2), (3, 2), (3, 3), (3, 3, 2, 3), (7, 1), (4, 3)]


def complete(shape: tuple[int, ...] = (3, 3), record: int = 0) -> Grid:
    return generate(Geometry.of(*shape), "auto", Stream("sudoku-gen", "cages", record))


def stream(record: int = 0) -> Stream:
    return Stream("sudoku-mask", "cages", record)


def killer_of(grid: Grid, request: PuzzleRequest, record: int = 0) -> Grid:
    """Return the puzzle, after checks that apply to all killers."""
    puzzle = mask(grid, request, stream(record)).puzzle
    assert puzzle is not None
    assert puzzle.constraints is not None
    check_cages(grid, [cage.cells for cage in puzzle.constraints.cages])
    for cage in puzzle.constraints.cages:
        assert cage.sum == sum(grid[cell] for cell in cage.cells)
    return puzzle


def check_cages(grid: Grid, cages: list[tuple[int, ...]]) -> None:
    """Each cell is in one cage; cages are connected and hold no symbol twice."""
    assert sorted(cell for cage in cages for cell in cage) == list(range(grid.geometry.size))
    beside = touching(grid.geometry.rows, grid.geometry.columns)
    for cage in cages:
        assert len({grid[cell] for cell in cage}) == len(cage)
        reached = [cage[0]]
        for cell in reached:
            reached += [o for o in beside[cell] if o in cage and o not in reached]
        assert sorted(reached) == sorted(cage)


@settings(max_examples=25)
@given(st.sampled_from(SHAPES), st.integers(2, 4), st.integers(0, 3), st.integers(0, 10**6))
@example((3, 3), 2, 0, 40120)
def test_maps_cover_the_grid(shape: tuple[int, ...], low: int, more: int, record: int) -> None:
    grid = complete(shape, record % 20)
    sizes = low, min(low + more, grid.geometry.n)
    made = CageMap(grid, sizes, 3, stream(record))
    check_cages(grid, [tuple(cage) for cage in made.cages.values()])
    assert all(made.owner[cell] == each for each, cage in made.cages.items() for cell in cage)
    counts = [len(cage) for cage in made.cages.values()]
    assert max(counts) <= sizes[1]
    if low == 2:  # Larger cages may not find room.
        assert sum(count < low for count in counts) <= 1


@settings(max_examples=25)
@given(
    st.sampled_from([*SHAPES, (5, 3)]),
    st.tuples(st.integers(1, 5), st.integers(0, 4), st.integers(0, 60)),
    st.integers(0, 8),
    st.integers(0, 10**6),
)
def test_what_is_kept_of_a_map_is_true_after_every_change(
    shape: tuple[int, ...], sizes: tuple[int, int, int], weight: int, record: int
) -> None:
    grid = complete(shape, record % 5)
    low = min(sizes[0], grid.geometry.n)
    made = CageMap(grid, (low, low + sizes[1], sizes[2]), weight, stream(record))
    symbols = range(1, grid.geometry.n + 1)
    for by in (1, 2):
        table = bytes([0, *symbols[by:], *symbols[:by]]).ljust(256)
        before = made.room(made.cages.values())
        made.ease()
        assert made.room(made.cages.values()) <= before
        is_done = made.rule_out(grid.cells.translate(table))
        assert is_done == (not any(map(made.fits, made.others)))
        check_cages(grid, [tuple(cage) for cage in made.cages.values()])
        assert all(made.owner[cell] == each for each, cage in made.cages.items() for cell in cage)
        counts = [len(cage) for cage in made.cages.values()]
        assert made.small == sum(count < low for count in counts)
        assert made.large == sum(count > 2 for count in counts)


@settings(max_examples=25)
@given(st.sampled_from([(2, 2), (3, 2), (2, 3)]), st.booleans(), st.integers(0, 10**6))
def test_a_killer_has_no_digits_and_one_solution(
    shape: tuple[int, ...], minimal: bool, record: int
) -> None:
    grid = complete(shape, record % 20)
    puzzle = killer_of(grid, PuzzleRequest(cages=(2, 4), minimal=minimal), record)
    assert puzzle.clue_count == 0
    assert [found.cells for found in backtrack.solutions(puzzle)] == [grid.cells]


@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (2, 4, 60), (3, 4)])
def test_killers_of_nine_symbols(sizes: tuple[int, int] | tuple[int, int, int]) -> None:
    for record in range(2):
        grid = complete((3, 3), record)
        puzzle = killer_of(grid, PuzzleRequest(cages=sizes), record)
        assert [found.cells for found in solutions(puzzle)] == [grid.cells]
        assert puzzle.constraints is not None
        counts = [len(cage.cells) for cage in puzzle.constraints.cages]
        assert max(counts) <= sizes[1]
        assert sum(count < sizes[0] for count in counts) <= 1
        if len(sizes) > 2:
            assert 100 * sum(count > 2 for count in counts) >= sizes[2] * len(counts)


def test_easy_killers_have_cages_of_three_and_more_cells() -> None:
    request = PuzzleRequest(cages=PRINTED, level="easy")
    puzzle = killer_of(complete(), request)
    assert puzzle.constraints is not None
    counts = [len(cage.cells) for cage in puzzle.constraints.cages]
    assert 4 * sum(count > 2 for count in counts) >= len(counts)
    assert min(counts) == 2


@pytest.mark.parametrize(
    "request_",
    [
        PuzzleRequest(cages=(3, 5), clues=20),
        PuzzleRequest(cages=(2, 4), blanks=71, symmetry="rotate180"),
        PuzzleRequest(cages=(2, 4), row_blanks=(7, 8)),
        PuzzleRequest(cages=(2, 4), pattern=frozenset({0, 40, 80})),
        PuzzleRequest(cages=(2, 4), clues=12, less=10, parity=10),
    ],
)
def test_digits_stay_that_are_asked_for(request_: PuzzleRequest) -> None:
    grid = complete()
    puzzle = killer_of(grid, request_)
    assert [found.cells for found in solutions(puzzle)] == [grid.cells]
    held = [cell for cell in range(81) if puzzle[cell]]
    if request_.clues is not None:
        assert len(held) == request_.clues
    if request_.blanks is not None:
        assert len(held) == 81 - request_.blanks
        assert held == [80 - cell for cell in reversed(held)]
    if request_.row_blanks is not None:
        assert {puzzle.cells[at : at + 9].count(0) for at in range(0, 81, 9)} <= {7, 8}
    if request_.pattern is not None:
        assert set(held) == request_.pattern


def test_a_killer_with_any_number_of_solutions() -> None:
    grid = complete((3, 2))
    result = mask(grid, PuzzleRequest(cages=(5, 6), unique=False), stream())
    assert result.tries == 1
    assert result.puzzle is not None
    assert len(list(islice(solutions(result.puzzle), 2))) == 2


def test_what_stays_ambiguous_is_missed() -> None:
    result = mask(complete((2, 2)), PuzzleRequest(cages=(4, 4), tries=3), stream())
    assert result[:3] == (None, "several solutions", 3)


@pytest.mark.parametrize(
    ("rating", "weights"), [((1.0, 1.2), [3, 2, 1]), ((9.0, 9.9), [3, 4, 5, 6, 7, 8, 8])]
)
def test_cages_get_smaller_for_easier_killers_and_larger_for_harder_ones(
    monkeypatch: pytest.MonkeyPatch, rating: tuple[float, float], weights: list[int]
) -> None:
    drawn: list[int] = []

    def draw(grid: Grid, sizes: Sizes, weight: int, stream: Stream) -> CageMap:
        drawn.append(weight)
        return CageMap(grid, sizes, weight, stream)

    monkeypatch.setattr(cages, "CageMap", draw)
    mask(complete((3, 2)), PuzzleRequest(cages=(2, 4), rating=rating, tries=len(weights)), stream())
    assert drawn == weights


def test_variants_have_cages_too() -> None:
    geometry = Geometry.of_variant(Geometry.of(3, 2), rules=["antiking"])
    grid = next(solutions(Grid.empty(geometry), stream=stream()))
    puzzle = killer_of(grid, PuzzleRequest(cages=(3, 5)))
    assert [found.cells for found in backtrack.solutions(puzzle)] == [grid.cells]


def test_cages_are_not_made_twice() -> None:
    grid = complete((2, 2))
    constraints = Constraints.of(grid.geometry, common([(0, [0, 1])]))
    caged = Grid(grid.geometry, grid.cells, None, constraints)
    with pytest.raises(SudokuError, match="cages: the grid already has cages"):
        mask(caged, PuzzleRequest(cages=(2, 3)), stream())


@pytest.mark.parametrize("sizes", [(0, 2), (3, 2), (10, 12)])
def test_sizes_that_no_cage_has(sizes: tuple[int, int]) -> None:
    with pytest.raises(SudokuError, match="expected 1 to 9"):
        mask(complete(), PuzzleRequest(cages=sizes), stream())


def test_killers_that_are_too_large() -> None:
    grid = complete((6, 5))
    with pytest.raises(SudokuError, match="at most 25 symbols are supported"):
        mask(grid, PuzzleRequest(cages=(2, 4)), stream())
    blind = mask(grid, PuzzleRequest(cages=(2, 4), unique=False), stream()).puzzle
    assert blind is not None
    assert blind.constraints is not None
    check_cages(grid, [cage.cells for cage in blind.constraints.cages])


@pytest.mark.parametrize("shape", [(3, 2), (3, 3)])
def test_a_killer_without_the_compiled_core(shape: tuple[int, int]) -> None:
    grid = complete(shape)
    with in_python():
        puzzle = mask(grid, PuzzleRequest(cages=(2, 4)), stream()).puzzle
    assert puzzle is not None
    assert [found.cells for found in solutions(puzzle)] == [grid.cells]


@settings(max_examples=40)
@given(st.integers(2, 9), st.integers(1, 5), st.data())
def test_the_room_of_a_cage(n: int, size: int, data: st.DataObject) -> None:
    sets = list(combinations(range(1, n + 1), min(size, n)))
    held = data.draw(st.sampled_from(sets))
    possible = {symbol for each in sets if sum(each) == sum(held) for symbol in each}
    found = room(n, len(held), sum(held))
    assert found >= len(held) * len(possible)
    assert found <= len(held) * (len(possible) + 2)  # Bounds allow all symbols in between.
