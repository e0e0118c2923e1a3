"""Puzzles meet their requests: one solution, the numbers, the symmetry, the level."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support.streams import Stream
from sudokutools.errors import SudokuError
from sudokutools.formats.reader import read_grid
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.rating import rate
from sudokutools.masking import MaskResult, PuzzleRequest, mask
from sudokutools.masking.difficulty import Difficulty
from sudokutools.masking.symmetry import SYMMETRIES, orbits, sums_of_sizes
from sudokutools.masking.wishes import Wishes
from sudokutools.solving.solving import (
    count_solutions,
    redundant_clues,
    solutions,
    solve,
)
from tests.cli.puzzles import EASY, SEVENTEEN
from tests.conftest import StopError, in_python, stop_after
from tests.tables import cases

NINE = Geometry.of(3, 3)
SHAPES = [(2, 2), (3, 2), (3, 3), (4, 2), (1, 5), (2, 3, 2, 2)]
LARGE = [(4, 3), (4, 4), (3, 3, 2, 3), (3, 4, 2, 2)]
"""Geometries that are dug by cores."""


def complete(geometry: Geometry = NINE, record: int = 0) -> Grid:
    return generate(geometry, "auto", Stream("sudoku-gen", "mask", record))


def stream(record: int = 0) -> Stream:
    return Stream("sudoku-mask", "test", record)


def puzzle_of(grid: Grid, result: MaskResult) -> Grid:
    """Return the puzzle after checks that apply to all: a subset of the clues, one solution."""
    puzzle = result.puzzle
    assert puzzle is not None
    assert all(clue in (0, symbol) for clue, symbol in zip(puzzle.cells, grid.cells, strict=True))
    assert solve(puzzle) == grid
    assert count_solutions(puzzle, 2) == 1
    return puzzle


def made(grid: Grid, request: PuzzleRequest | None, record: int = 0) -> Grid:
    return puzzle_of(grid, mask(grid, request, stream(record)))


def check_orbits(puzzle: Grid, symmetry: str) -> None:
    """Assert that orbits have all or no clues, and that each orbit is needed."""
    for orbit in orbits(puzzle.geometry, symmetry):
        assert len({puzzle[cell] > 0 for cell in orbit}) == 1
        if puzzle[orbit[0]]:
            cells = bytearray(puzzle.cells)
            for cell in orbit:
                cells[cell] = 0
            assert count_solutions(Grid(puzzle.geometry, cells), 2) == 2


@st.composite
def requests(draw: st.DrawFn) -> tuple[Geometry, PuzzleRequest]:
    geometry = Geometry.of(*draw(st.sampled_from([*SHAPES, *LARGE])))
    names = [n for n in SYMMETRIES if geometry.rows == geometry.columns or n[:3] in "non mir fli"]
    symmetry = draw(st.sampled_from(names))
    number = draw(st.integers(geometry.size // 2, geometry.size))
    request = draw(
        st.sampled_from(
            [
                PuzzleRequest(clues=number),
                PuzzleRequest(blanks=number // 2),
                PuzzleRequest(row_blanks=(1, 2)),
                PuzzleRequest(level="easy"),
            ]
        )
    )
    return geometry, request.replace(symmetry=symmetry, tries=20)


@settings(max_examples=25, deadline=None)
@given(requests(), st.integers(0, 10**6))
def test_promises(wanted: tuple[Geometry, PuzzleRequest], record: int) -> None:
    geometry, request = wanted
    grid = complete(geometry, record)
    clues = request.clues
    if request.blanks is not None:
        clues = geometry.size - request.blanks
    sums = sums_of_sizes(len(orbit) for orbit in orbits(geometry, request.symmetry))
    if clues is not None and not sums >> clues & 1:
        with pytest.raises(SudokuError, match="impossible with symmetry"):
            mask(grid, request, stream(record))
        return
    result = mask(grid, request, stream(record))
    assert mask(grid, request, stream(record)) == result
    if result.puzzle is None:
        assert result.best
        assert result.tries == 20
        return
    puzzle = puzzle_of(grid, result)
    for orbit in orbits(geometry, request.symmetry):
        assert len({puzzle[cell] > 0 for cell in orbit}) == 1
    if clues is not None:
        assert puzzle.clue_count == clues
    if request.row_blanks is not None:
        for row in geometry.row_cells:
            assert 1 <= sum(puzzle[cell] == 0 for cell in row) <= 2


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_are_no_number_of_clues(level: str) -> None:
    puzzle = made(complete(), PuzzleRequest(level=level, clues=30))
    assert puzzle.clue_count == 30
    assert rate(puzzle).level == level


@pytest.mark.parametrize(
    ("shape", "request_"),
    [
        ((2, 2), PuzzleRequest(level="beginner")),
        ((4, 3), PuzzleRequest(level="beginner")),
        ((3, 3), PuzzleRequest(level=("beginner", "beginner"), symmetry="rotate180")),
        ((3, 3), PuzzleRequest(level="beginner", row_blanks=(4, 6))),
        ((3, 3), PuzzleRequest(level="beginner", pattern=frozenset(range(0, 81, 2)))),
    ],
)
def test_beginners_get_clues_everywhere(shape: tuple[int, int], request_: PuzzleRequest) -> None:
    geometry = Geometry.of(*shape)
    masked = (mask(complete(geometry, k), request_, stream(k)).puzzle for k in range(20))
    puzzle = next(filter(None, masked))
    assert puzzle.clue_count * 81 >= 36 * geometry.size
    assert all(any(puzzle[cell] for cell in box) for box in geometry.region_cells)
    assert rate(puzzle).rating <= 12


def test_default_takes_what_small_grids_have() -> None:
    # No puzzle of 4x4 cells needs more than hidden singles.
    grid = complete(Geometry.of(2, 2))
    made(grid, None)
    asked = mask(grid, PuzzleRequest(level="medium", tries=50), stream())
    assert asked.puzzle is None
    assert asked.best == "rating 1.2 (Hidden single)"


@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (4, 3)])
@pytest.mark.parametrize("symmetry", ["none", "rotate180"])
def test_minimal(shape: tuple[int, ...], symmetry: str) -> None:
    request = PuzzleRequest(orbit_minimal=True, symmetry=symmetry, tries=1)
    check_orbits(made(complete(Geometry.of(*shape)), request), symmetry)


@pytest.mark.parametrize(("shape", "few", "fewer"), [((3, 3), 22, 17), ((4, 3), 44, 20)])
def test_few_clues_are_reached_step_by_step(shape: tuple[int, int], few: int, fewer: int) -> None:
    grid = complete(Geometry.of(*shape))
    result = mask(grid, PuzzleRequest(clues=few), stream())
    assert puzzle_of(grid, result).clue_count == few
    assert result.tries > 1
    failed = mask(grid, PuzzleRequest(clues=fewer, tries=3), stream())
    assert failed.puzzle is None
    assert fewer < int(failed.best.removesuffix(" clues")) < few + 16


def test_row_blanks() -> None:
    grid = complete()
    for record in range(5):
        result = mask(grid, PuzzleRequest(row_blanks=(5, 6)), stream(record))
        puzzle = puzzle_of(grid, result)
        blanks = [sum(puzzle[cell] == 0 for cell in row) for row in NINE.row_cells]
        assert set(blanks) <= {5, 6}
    result = mask(grid, PuzzleRequest(row_blanks=(7, 7), tries=5), stream())
    assert result.puzzle is None
    assert result.best.endswith("blanks per row")


@pytest.mark.parametrize(("size", "number"), [(3, 30), (4, 110)])
def test_pattern(size: int, number: int) -> None:
    grid = complete(Geometry.of(size, size))
    first = made(grid, PuzzleRequest(clues=number, symmetry="diagonal"))
    clues = frozenset(cell for cell, symbol in enumerate(first.cells) if symbol)
    again = mask(grid, PuzzleRequest(pattern=clues, symmetry="diagonal"), stream(9))
    assert again.puzzle == first
    few = frozenset(range(number * 2 // 3))
    assert mask(grid, PuzzleRequest(pattern=few), stream()).best == "several solutions"
    blind = mask(grid, PuzzleRequest(pattern=few, unique=False), stream()).puzzle
    assert blind is not None
    assert blind.cells == grid.cells[: len(few)].ljust(grid.geometry.size, b"\0")
    lopsided = frozenset(range(8))
    with pytest.raises(SudokuError, match="does not have symmetry mirror"):
        mask(grid, PuzzleRequest(pattern=lopsided, symmetry="mirror"), stream())


def test_blind_masks_keep_their_numbers() -> None:
    grid = complete()
    for clues in range(82):
        puzzle = mask(grid, PuzzleRequest(clues=clues, unique=False), stream()).puzzle
        assert puzzle is not None
        assert puzzle.clue_count == clues
    rows = mask(grid, PuzzleRequest(row_blanks=(5, 6), unique=False), stream()).puzzle
    assert rows is not None
    assert {sum(rows[cell] == 0 for cell in row) for row in NINE.row_cells} == {5, 6}
    default = mask(grid, PuzzleRequest(unique=False), stream()).puzzle
    assert default is not None
    assert default.clue_count == 36


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_number_that_orbits_can_make(symmetry: str) -> None:
    grid = complete(Geometry.of(2, 2))
    reachable = {0}
    for orbit in orbits(grid.geometry, symmetry):
        reachable |= {number + len(orbit) for number in reachable}
    for clues in range(17):
        request = PuzzleRequest(clues=clues, symmetry=symmetry, unique=False)
        if clues in reachable:
            puzzle = mask(grid, request, stream()).puzzle
            assert puzzle is not None
            assert puzzle.clue_count == clues
        else:
            with pytest.raises(SudokuError, match=f"{clues} clues are impossible with symmetry"):
                mask(grid, request, stream())


@cases
def test_what_is_refused_at_once(wishes: dict[str, Any], message: str) -> None:
    if "pattern" in wishes:
        wishes = wishes | {"pattern": frozenset(wishes["pattern"])}
    with pytest.raises(SudokuError, match=message):
        mask(complete(), PuzzleRequest(**wishes), stream())


FOUR = read_grid("1234341.2143....")


@pytest.mark.parametrize(
    ("shape", "blanks", "request_"),
    [
        ((3, 3), 30, PuzzleRequest(minimal=True)),
        ((3, 3), 30, PuzzleRequest(minimal=True, keep=frozenset(range(81)))),
        ((3, 3), 30, PuzzleRequest(clues=30, keep=frozenset([0, 1, 40]))),
        ((3, 3), 30, PuzzleRequest(blanks=30)),
        ((3, 3), 20, PuzzleRequest(row_blanks=(2, 6))),
        ((3, 3), 30, PuzzleRequest(level="medium")),
        ((3, 3), 30, PuzzleRequest(rating=(1.2, 1.5), keep=frozenset([0, 80]))),
        ((3, 3), 32, PuzzleRequest(minimal=True, symmetry="rotate180")),
        ((3, 2), 10, PuzzleRequest(orbit_minimal=True, symmetry="rotate180", keep=frozenset([7]))),
        ((4, 3), 50, PuzzleRequest(minimal=True, keep=frozenset(range(20)))),
        ((4, 3), 50, PuzzleRequest(clues=80, keep=frozenset(range(20)))),
        ((3, 3, 2, 3), 20, PuzzleRequest(level="easy")),
        ((3, 3), 30, PuzzleRequest(clues=40, unique=False)),
    ],
)
def test_puzzles_lose_further_clues(
    shape: tuple[int, ...], blanks: int, request_: PuzzleRequest
) -> None:
    grid = complete(Geometry.of(*shape))
    start = made(grid, PuzzleRequest(blanks=blanks, symmetry=request_.symmetry))
    result = mask(start, request_, stream(1))
    puzzle = result.puzzle
    assert puzzle is not None
    assert result.solution == grid
    assert all(clue in (0, before) for clue, before in zip(puzzle.cells, start.cells, strict=True))
    assert all(puzzle[cell] == start[cell] for cell in request_.keep)
    if request_.unique:
        assert solve(puzzle) == grid
        assert count_solutions(puzzle, 2) == 1
    if request_.clues is not None:
        assert puzzle.clue_count == request_.clues
    if request_.row_blanks is not None:
        rows = puzzle.geometry.row_cells
        assert {[puzzle[cell] for cell in row].count(0) for row in rows} <= {2, 3, 4, 5, 6}
    if request_.minimal:
        assert set(redundant_clues(puzzle)) <= request_.keep
    if request_.level == "medium":
        assert rate(puzzle).level == "medium"


@pytest.mark.parametrize(
    ("puzzle", "request_", "best"),
    [
        (FOUR, PuzzleRequest(clues=12), "11 clues"),
        (read_grid(SEVENTEEN), PuzzleRequest(level="extreme"), "rating"),
        (made(complete(), PuzzleRequest(level="hard")), PuzzleRequest(level="easy"), "too hard"),
        (read_grid(EASY), PuzzleRequest(row_blanks=(1, 2)), "5 to "),
    ],
)
def test_what_a_puzzle_cannot_become(puzzle: Grid, request_: PuzzleRequest, best: str) -> None:
    result = mask(puzzle, request_, stream())
    assert result.puzzle is None
    assert result.best.startswith(best)
    assert result.tries <= 500


@pytest.mark.parametrize(
    ("puzzle", "request_", "message"),
    [
        (read_grid("1234............"), None, "several solutions: expected a complete grid or"),
        (read_grid("123....4........"), None, "no solution: expected a complete grid or"),
        (FOUR, PuzzleRequest(symmetry="mirror"), "the clues do not have symmetry mirror"),
        (FOUR, PuzzleRequest(pattern=frozenset([7])), "clues where the puzzle has none"),
        (FOUR, PuzzleRequest(pattern=frozenset([0]), keep=frozenset([1])), "kept cells"),
        (FOUR, PuzzleRequest(parity=20), "a puzzle .* gets no other clues"),
        (FOUR, PuzzleRequest(minimal=True, weights=True), "a puzzle .* and no weight"),
        (FOUR, PuzzleRequest(clues=1, keep=frozenset([1, 2])), "and kept cells; use 2"),
    ],
)
def test_puzzles_that_are_refused(
    puzzle: Grid, request_: PuzzleRequest | None, message: str
) -> None:
    with pytest.raises(SudokuError, match=message):
        mask(puzzle, request_, stream())


def test_a_clash_is_named() -> None:
    grid = complete()
    cells = bytearray(grid.cells)
    cells[40] = 0
    cells[40] = cells[36]
    with pytest.raises(SudokuError, match=r"r5c1 and r5c5 are both \d"):
        mask(Grid(NINE, cells))


def test_check_ends_the_work() -> None:
    with pytest.raises(StopError):
        mask(complete(), None, stream(), stop_after(0))


def test_large_grids() -> None:
    grid = complete(Geometry.of(4, 4))
    assert made(grid, PuzzleRequest(clues=130)).clue_count == 130
    assert rate(made(grid, None)).level == "medium"


@pytest.mark.parametrize("shape", LARGE)
@pytest.mark.parametrize("symmetry", ["none", "rotate180", "mirror"])
def test_large_minimal(shape: tuple[int, ...], symmetry: str) -> None:
    grid = complete(Geometry.of(*shape))
    result = mask(grid, PuzzleRequest(minimal=True, symmetry=symmetry), stream())
    assert result.tries == 1
    check_orbits(puzzle_of(grid, result), symmetry)


@pytest.mark.parametrize(
    ("shape", "request_"),
    [
        ((4, 4), PuzzleRequest(clues=130)),
        ((4, 4), PuzzleRequest(minimal=True)),
        ((4, 3), PuzzleRequest(clues=66, symmetry="rotate180")),
        ((5, 4), PuzzleRequest(minimal=True)),
        ((5, 4), PuzzleRequest(clues=180)),
        ((5, 5), PuzzleRequest(clues=330)),
    ],
)
def test_the_clues_of_large_puzzles_are_even(
    shape: tuple[int, int], request_: PuzzleRequest
) -> None:
    geometry = Geometry.of(*shape)
    n, tries = geometry.n, range(6)
    puzzles = [mask(complete(geometry, i), request_, stream(i)).puzzle for i in tries]
    for houses in (geometry.row_cells, geometry.column_cells, geometry.region_cells):
        spread = 0.0
        for puzzle in puzzles:
            assert puzzle is not None
            share = puzzle.clue_count / geometry.size
            counts = [sum(puzzle[cell] > 0 for cell in cells) for cells in houses]
            assert min(counts) > 0
            # The variance if cells were drawn at random.
            random = n * share * (1 - share) * (1 - (n - 1) / (geometry.size - 1))
            spread += sum((count - n * share) ** 2 for count in counts) / n / random / len(puzzles)
        assert spread < (1.5 if request_.symmetry == "none" else 2)


@pytest.mark.parametrize("request_", [PuzzleRequest(minimal=True), PuzzleRequest(clues=50)])
def test_large_puzzles_without_a_compiled_core(request_: PuzzleRequest) -> None:
    grid = complete(Geometry.of(4, 3))
    with in_python():
        puzzle = made(grid, request_)
        assert list(solutions(puzzle)) == [grid]
    assert not request_.minimal or not [*redundant_clues(puzzle)]
    assert request_.minimal or puzzle.clue_count == 50


def test_difficulty_compares() -> None:
    grid = complete()
    easy = made(grid, PuzzleRequest(level="easy"))
    hard = made(grid, PuzzleRequest(level="hard"))
    for level, verdicts in [("easy", (0, 1)), ("medium", (-1, 1)), ("hard", (-1, 0))]:
        difficulty = Difficulty(9, level)
        found = tuple(difficulty.compare(difficulty.rate(puzzle)) for puzzle in (easy, hard))
        assert found == verdicts
    single = rate(read_grid(EASY))  # A hidden single of 1.2; others have 1.5.
    for rating, verdict in [((1.0, 1.2), 0), ((1.3, 2.0), -1)]:
        difficulty = Difficulty(9, rating=rating, technique="Hidden single")
        assert difficulty.compare(single) == verdict


def test_a_level_without_an_upper_end_asks_for_a_lower_bound_only() -> None:
    grid = complete()
    extreme = made(grid, PuzzleRequest(level="extreme"))
    assert rate(extreme).level == "extreme"
    difficulty = Difficulty(9, "extreme")
    bound = difficulty.rate(extreme)
    assert not bound.solved
    assert bound.rating >= 70
    assert difficulty.compare(bound) == 0
    expert = made(grid, PuzzleRequest(level="expert"))
    assert difficulty.rate(expert).solved
    assert difficulty.compare(difficulty.rate(expert)) == -1


@pytest.mark.parametrize(
    ("wishes", "request_"),
    [
        ({"level": "medium-hard"}, PuzzleRequest(level=("medium", "hard"))),
        ({"level": "Hard-"}, PuzzleRequest(level=("hard", "extreme"))),
        ({"rating": 2.6}, PuzzleRequest(rating=(2.6, 2.6))),
        ({"row_blanks": 5}, PuzzleRequest(row_blanks=(5, 5))),
        ({"clues": 40, "keep": "r1c1r9c9"}, PuzzleRequest(clues=40, keep=frozenset([0, 80]))),
        ({"pattern": 60 * "x" + 21 * "."}, PuzzleRequest(pattern=frozenset(range(60)))),
        ({"pattern": range(60)}, PuzzleRequest(pattern=frozenset(range(60)))),
        ({"add": {"odd": 2}}, PuzzleRequest(add=(("odd", 2),))),
        ({"cages": True}, PuzzleRequest(cages=(2, 4, 25))),
    ],
)
def test_wishes_may_be_given_by_name(wishes: dict[str, Any], request_: PuzzleRequest) -> None:
    assert mask(complete(), seed=1, **wishes) == mask(complete(), request_, seed=1)


def test_wrong_wishes() -> None:
    with pytest.raises(TypeError, match="has no field 'levl'"):
        mask(complete(), levl="hard")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="cannot be combined"):
        mask(complete(), PuzzleRequest(), level="hard")
    wrong: list[tuple[Wishes, str]] = [
        ({"level": "easy-evil"}, "unknown level 'evil'"),
        ({"level": "hard-easy"}, "level hard-easy: the lower end must come first"),
        ({"level": ("hard", "easy"), "scale": "hodoku"}, "the lower end must come first"),
        ({"rating": (3.2, 2.6)}, "`rating` .3.2, 2.6.: the lower end must come first"),
        ({"rating": (300, 200), "scale": "hodoku"}, "the lower end must come first"),
        ({"rating": (0, 3), "scale": "hodoku"}, "`rating` 3: no step has a score below 4"),
    ]
    for wishes, message in wrong:
        with pytest.raises(SudokuError, match=message):
            mask(complete(), **wishes)


def test_every_field_of_a_request_is_documented() -> None:
    documented = re.findall(r"^ {4}(\w+) {2,}\S", Wishes.__doc__ or "", re.MULTILINE)
    assert {*PuzzleRequest.FIELDS} <= {*documented}
    assert {*PuzzleRequest.FIELDS} == {*Wishes.__annotations__}
