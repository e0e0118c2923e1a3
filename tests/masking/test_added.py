"""Added clues: true of the grid, all needed, one solution; digits as requested."""

from typing import Any

import pytest

from sudokutools import Geometry, Stream, count_solutions, generate, rate
from sudokutools.constraints import KINDS
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.masking import PuzzleRequest, mask
from tests.tables import cases

GRID = generate(Geometry.of(3, 3), seed="added")


def made(grid: Grid, seed: int = 0, **request: Any) -> Grid:
    """Return a puzzle, after checks that apply to all: it has one solution, all is needed."""
    wanted = PuzzleRequest().replace(**request)
    puzzle = mask(grid, wanted, Stream("sudoku-mask", "added", seed)).puzzle
    assert puzzle is not None
    clues = clues_of(puzzle)
    assert count_solutions(puzzle, limit=2) == 1
    assert all(clue.is_true(grid.cells, grid.geometry) for clue in clues)
    for clue in clues:
        if not clue.is_joined:
            rest = [other for other in clues if other is not clue]
            assert count_solutions(with_clues(puzzle, rest), limit=2) == 2
    return puzzle


def clues_of(puzzle: Grid) -> list[Constraint]:
    return list(puzzle.constraints.items) if puzzle.constraints is not None else []


def with_clues(puzzle: Grid, clues: list[Constraint]) -> Grid:
    return Grid(puzzle.geometry, puzzle.cells, None, Constraints.of(puzzle.geometry, clues))


@pytest.mark.parametrize("key", [k for k in KINDS if k not in ("negative", "magicsquare")])
def test_kinds(key: str) -> None:
    puzzle = made(GRID, add=((key, 1 if key in ("circles", "doubler") else 4),))
    assert {clue.key for clue in clues_of(puzzle)} <= {key}
    for cell, symbol in enumerate(puzzle.cells):
        if symbol:
            less = bytes(0 if at == cell else s for at, s in enumerate(puzzle.cells))
            assert count_solutions(puzzle.with_cells(less), limit=2) == 2


@pytest.mark.parametrize("box", [(2, 2), (3, 2), (5, 2)])
def test_shapes(box: tuple[int, ...]) -> None:
    grid = generate(Geometry.of(*box), seed="1")
    made(grid, add=(("difference", 2), ("arrow", 1), ("whisper", 1)))


def test_no_digits() -> None:
    puzzle = made(GRID, add=(("arrow", 4), ("whisper", 2)), clues=0)
    assert not any(puzzle.cells)
    assert [clue.key for clue in clues_of(puzzle)] == ["arrow"] * 4 + ["whisper"] * 2


@pytest.mark.parametrize("key", ["less", "slow"])
def test_lines_that_are_true_in_one_direction_go_on_at_their_end(key: str) -> None:
    made(GRID, 2, add=((key, 4),), clues=12)


@pytest.mark.parametrize(
    "request_",
    [
        {"clues": 20, "symmetry": "rotate180"},
        {"row_blanks": (6, 8)},
        {"pattern": frozenset(range(0, 81, 4))},
    ],
    ids=str,
)
def test_amounts(request_: dict[str, Any]) -> None:
    puzzle = made(GRID, add=(("renban", 3), ("sandwich", 4), ("arrow", 2)), **request_)
    if "clues" in request_:
        assert puzzle.clue_count == 20
        assert [s > 0 for s in puzzle.cells] == [s > 0 for s in puzzle.cells[::-1]]
    if "pattern" in request_:
        assert {cell for cell, symbol in enumerate(puzzle.cells) if symbol} == request_["pattern"]


def test_with_cages_and_marks() -> None:
    puzzle = mask(
        GRID,
        PuzzleRequest(cages=(2, 3), parity=10, less=10, add=(("xsum", 3),)),
        Stream("sudoku-mask", "added", 1),
    ).puzzle
    assert puzzle is not None
    assert count_solutions(puzzle, limit=2) == 1
    assert {"cages", "less"} <= {clue.key for clue in clues_of(puzzle)}


@pytest.mark.parametrize(("level", "clues"), [("hard", None), ("easy", 28)])
def test_level(level: str, clues: int | None) -> None:
    request = PuzzleRequest(add=(("less", 3),), level=level, clues=clues)
    puzzle = mask(GRID, request, Stream("sudoku-mask", "added", 0)).puzzle
    assert puzzle is not None
    assert count_solutions(puzzle, limit=2) == 1
    assert rate(puzzle).level == level
    assert clues_of(puzzle)


def test_too_many() -> None:
    result = mask(GRID, PuzzleRequest(add=(("minimum", 81),)), seed=1)
    assert result.puzzle is None
    assert result.best.startswith("minimum: only")


@cases
def test_impossible(box: tuple[int, ...], add: tuple[str, int], message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        mask(generate(Geometry.of(*box), seed=1), PuzzleRequest(add=(add,)))


def test_techniques_of_clues() -> None:
    """A technique may need the clues that are added, or be impossible with them."""
    arrows = PuzzleRequest().replace(add=(("arrow", 4), ("whisper", 2)))
    stream = Stream("sudoku-mask", "added", 0)
    puzzle = mask(GRID, arrows.replace(technique="Clue pair"), stream).puzzle
    assert puzzle is not None
    assert rate(puzzle).technique == "Clue pair"
    with pytest.raises(SudokuError, match="does not apply to variant grids"):
        mask(GRID, arrows.replace(technique="BUG type 1"), stream)
