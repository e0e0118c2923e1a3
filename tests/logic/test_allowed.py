"""Lists of techniques, and paths that may use only some of them."""

import random

import pytest

from sudokutools import solve
from sudokutools.errors import SudokuError
from sudokutools.grid.keys import SCALES
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.ladder import Path
from sudokutools.logic.rating import rate
from sudokutools.logic.scales import allowed_techniques, groups_on
from sudokutools.logic.techniques import TECHNIQUES, folded
from tests.logic.positions import follow, grid_of
from tests.tables import cases

PUZZLES = (
    "..9..3..5..596........1.68.....37....1.5......4....8...9.6...4.78.......4.3.5...8",
    ".2...61....72.....6..1..9...4....38..7.....9.3...5...4...41....95..3..........6.2",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
)


@cases
def test_lists(scale: str, only: str | None, without: str | None, expected: set[str]) -> None:
    assert set(allowed_techniques(scale, only, without) or ()) == expected


@cases
def test_refused_lists(scale: str, only: str | None, without: str | None, message: str) -> None:
    with pytest.raises(SudokuError, match=f"^.*{message}"):
        allowed_techniques(scale, only, without)


@pytest.mark.parametrize("scale", SCALES)
def test_no_two_names_are_read_alike(scale: str) -> None:
    names = [*groups_on(scale), *groups_on(scale).values()]
    assert len({*map(folded, names)}) == len({*names})


def test_without_leaves_the_rest() -> None:
    assert allowed_techniques() is None
    left = allowed_techniques("hodoku", without="singles,guessing")
    names = {name for name, group in groups_on("hodoku").items() if group != "singles"}
    assert set(left or ()) == names - {"Brute force"}


@pytest.mark.parametrize("seed", range(12))
def test_restricted_paths_use_what_is_allowed_and_stay_right(seed: int) -> None:
    draw = random.Random(seed)
    grid = grid_of(PUZZLES[seed % 3])
    solution = solve(grid)
    assert solution is not None
    names = [name for name in TECHNIQUES if "Dynamic" not in name]
    singles = draw.sample([*names[:2], "Naked single"], draw.randint(1, 3))
    allowed = {*draw.sample(names, draw.randint(5, len(names))), *singles}
    path = Path(grid, allowed=allowed)
    assert {step.technique for step in follow(path, solution.cells)} <= allowed
    assert rate(grid, allowed=allowed).solved == path.is_solved
    assert bytes(path.values) == solution.cells or not path.is_solved


def test_everything_allowed_is_the_usual_path() -> None:
    grid = grid_of(PUZZLES[0])
    assert rate(grid, allowed=TECHNIQUES) == rate(grid)


@pytest.mark.parametrize("line", PUZZLES)
def test_hodoku_paths_use_what_is_allowed(line: str) -> None:
    grid = grid_of(line)
    allowed = allowed_techniques("hodoku", without="uniqueness,hidden single,guessing,forcing,als")
    solution = solve(grid)
    assert solution is not None
    assert allowed is not None
    steps = follow(HodokuPath(grid, allowed=allowed), solution.cells)
    assert {step.technique for step in steps} <= allowed
