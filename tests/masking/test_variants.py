"""Puzzles of variants: exactly one solution, the given grid, and the requested clues."""

from functools import cache

import pytest

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.generating.generating import generate
from sudokutools.generating.random_search import generate_jigsaw
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.levels import LEVELS
from sudokutools.logic.rating import rate
from sudokutools.masking import MaskResult, PuzzleRequest, mask
from sudokutools.masking.symmetry import orbits
from sudokutools.solving.solving import is_forced, redundant_clues, solutions
from tests.clues import common
from tests.conftest import in_python, long_rows

NINE = Geometry.of(3, 3)

needs_core = pytest.mark.skipif(core.native() is None, reason="no compiled core")


@cache
def complete(kind: str, n: int = 9) -> Grid:
    """Return a complete grid with a rule, or of a random map for `jigsaw`."""
    stream = Stream("sudoku-gen", "masking", 0)
    base = Geometry.of_size(n)
    if kind.startswith("jigsaw"):
        return generate_jigsaw(base, kind.split("+")[1:], (), stream)
    return generate(Geometry.of_variant(base, rules=kind.split("+")), "auto", stream)


def masked(grid: Grid, request: PuzzleRequest, record: int = 0) -> MaskResult:
    return mask(grid, request, Stream("sudoku-mask", "variants", record))


def check_unique(puzzle: Grid | None, solution: Grid, method: str = "cdcl") -> None:
    """Assert that a puzzle has this unique solution, with an engine that digging does not use."""
    assert puzzle is not None
    assert puzzle.geometry is solution.geometry
    assert puzzle.constraints == solution.constraints
    found = solutions(puzzle, method)
    assert next(found).cells == solution.cells
    assert next(found, None) is None


REQUESTS = [
    PuzzleRequest(),
    PuzzleRequest(level="easy"),
    PuzzleRequest(minimal=True),
    PuzzleRequest(minimal=True, symmetry="rotate180"),
    PuzzleRequest(orbit_minimal=True, symmetry="full"),
    PuzzleRequest(clues=33, symmetry="rotate90"),
    PuzzleRequest(blanks=50),
    PuzzleRequest(row_blanks=(4, 6)),
    PuzzleRequest(pattern=frozenset(range(0, 81, 2))),
]


@needs_core
@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: str(r.values())[:60])
@pytest.mark.parametrize("kind", ["x", "jigsaw", "windoku+x", "jigsaw+x"])
def test_every_request(kind: str, request_: PuzzleRequest) -> None:
    grid = complete(kind)
    result = masked(grid, request_)
    if request_.pattern is not None and result.puzzle is None:
        return  # Some patterns have no puzzle.
    check_unique(result.puzzle, grid)
    puzzle = result.puzzle
    assert puzzle is not None
    assert masked(grid, request_) == result
    for orbit in orbits(grid.geometry, request_.symmetry):
        assert len({puzzle[cell] != 0 for cell in orbit}) == 1
    if request_.clues is not None:
        assert puzzle.clue_count == request_.clues
    if request_.blanks is not None:
        assert puzzle.clue_count == 81 - request_.blanks
    if request_.minimal:
        assert not [*redundant_clues(puzzle)]
    if request_.row_blanks is not None:
        assert all(4 <= puzzle.cells[row * 9 :][:9].count(0) <= 6 for row in range(9))
    if request_.level is not None:
        assert rate(puzzle).level == "easy"


@needs_core
@pytest.mark.parametrize("kind", ["antiknight+antiking", "disjoint", "antiking", "asterisk"])
def test_every_rule_is_kept(kind: str) -> None:
    grid = complete(kind)
    check_unique(masked(grid, PuzzleRequest(minimal=True)).puzzle, grid)


@needs_core
def test_a_puzzle_of_nonconsecutive_cells() -> None:
    grid = complete("nonconsecutive")
    check_unique(masked(grid, PuzzleRequest(clues=20)).puzzle, grid)


@needs_core
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_where_minimal_puzzles_are_too_hard(level: str) -> None:
    grid = complete("antiknight")
    puzzle = masked(grid, PuzzleRequest(level=level)).puzzle
    check_unique(puzzle, grid)
    assert puzzle is not None
    low, high = LEVELS[level]
    assert low <= rate(puzzle).rating <= high


@needs_core
@pytest.mark.parametrize(
    "request_", [PuzzleRequest(minimal=True), PuzzleRequest(clues=80)], ids=str
)
def test_large_jigsaws_are_dug_by_cores(request_: PuzzleRequest) -> None:
    grid = complete("jigsaw", 12)
    result = masked(grid, request_)
    check_unique(result.puzzle, grid, "propagate")
    assert masked(grid, request_) == result


def with_clues(grid: Grid) -> Grid:
    """Return a complete grid with a cage, a comparison, and even and odd cells of each row."""
    cells = grid.cells
    even = [cell for cell in range(0, len(cells), 2) if cells[cell] % 2 == 0]
    odd = [cell for cell in range(0, len(cells), 2) if cells[cell] % 2]
    less = [pair if cells[pair[0]] < cells[pair[1]] else pair[::-1] for pair in ((0, 1), (2, 3))]
    cages = [(cells[4] + cells[5], (4, 5))]
    clues = common(cages, less, even, odd)
    return Grid(grid.geometry, cells, None, Constraints.of(grid.geometry, clues))


@pytest.mark.parametrize(("kind", "n"), [("jigsaw", 6), ("x", 4), ("jigsaw", 12)])
@pytest.mark.parametrize("is_plain", [False, True])
def test_clues_that_are_no_digits_stay(kind: str, n: int, is_plain: bool) -> None:
    if n > 9 and core.native() is None:
        pytest.skip("no compiled core: it takes long")
    grid = complete(kind, n)
    if is_plain:
        grid = generate(Geometry.of_size(n), "auto", Stream("sudoku-gen", "masking", 0))
    grid = with_clues(grid)
    puzzle = masked(grid, PuzzleRequest(minimal=True)).puzzle
    check_unique(puzzle, grid, "propagate" if n > 9 else "cdcl")
    assert puzzle is not None
    assert puzzle.clue_count < n * n // 2


@needs_core
@pytest.mark.parametrize(
    ("kind", "request_"),
    [
        ("x", PuzzleRequest(minimal=True, symmetry="rotate180")),
        ("jigsaw+antiking", PuzzleRequest(clues=14)),
        *long_rows(
            [
                ("jigsaw+antiking", PuzzleRequest(minimal=True, symmetry="rotate180")),
                ("jigsaw+antiking", PuzzleRequest()),
                ("x", PuzzleRequest()),
            ]
        ),
    ],
)
def test_the_same_puzzle_without_a_core(kind: str, request_: PuzzleRequest) -> None:
    grid = complete(kind, 6)
    native = masked(grid, request_)
    with in_python():
        assert masked(grid, request_) == native


@pytest.mark.parametrize("symmetry", ["none", "rotate180", "diagonal"])
def test_digging_at_once_is_digging_by_the_definition(symmetry: str) -> None:
    grid = complete("jigsaw", 6)
    stream = Stream("sudoku-mask", "variants", 0)
    order = list(orbits(grid.geometry, symmetry))
    stream.shuffle(order)
    cells = bytearray(grid.cells)
    for orbit in order:
        before = bytes(cells)
        for cell in orbit:
            cells[cell] = 0
            if not is_forced(grid.with_cells(cells), cell, grid):
                cells[:] = before
                break
    request = PuzzleRequest(orbit_minimal=True, symmetry=symmetry, tries=1)
    puzzle = masked(grid, request).puzzle
    assert puzzle is not None
    assert puzzle.cells == bytes(cells)


def test_a_grid_that_breaks_a_rule_is_refused_by_its_name() -> None:
    geometry = Geometry.of_variant(Geometry.of(2, 2), rules=["x"])
    grid = Grid(geometry, [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    with pytest.raises(SudokuError, match="diagonal 1: "):
        masked(grid, PuzzleRequest())
