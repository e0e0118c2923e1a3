"""Ratings equal to the reference's, levels, and the path as a whole.

The long form: `SUDOKUTOOLS_RATINGS=FILE pytest tests/logic/test_logic_rating.py` rates every line
of a tab-separated file (puzzle, ER, EP, ED) in addition to the excerpt.
"""

import os
from pathlib import Path as File

import pytest

from sudokutools._support import core
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.ladder import Path, steps
from sudokutools.logic.levels import LEVELS, level_of
from sudokutools.logic.rating import rate, rate_in_python
from sudokutools.logic.techniques import TECHNIQUES
from tests.conftest import sweep
from tests.logic.positions import grid_of

TABLE = File(__file__).parent.parent / "data" / "ratings.tsv"


def rows_of(file: File) -> list[list[str]]:
    lines = file.read_text().splitlines()
    return [line.split("\t") for line in lines if line[:1] in set(".0123456789")]


ROWS = rows_of(TABLE)
MORE = os.environ.get("SUDOKUTOOLS_RATINGS")


@pytest.mark.parametrize(
    "row", ROWS + (rows_of(File(MORE)) if MORE else []), ids=lambda row: f"{row[1]}-{row[0][:12]}"
)
def test_rating_is_the_references(row: list[str]) -> None:
    rating = rate(grid_of(row[0]))
    assert rating.solved
    assert [rating.rating, rating.pearl, rating.diamond] == [
        round(float(value) * 10) for value in row[1:4]
    ]
    assert rating.technique in TECHNIQUES
    low, high = LEVELS[rating.level]
    assert low <= rating.rating <= high


@pytest.mark.skipif(core.native() is None, reason="no compiled core")
@pytest.mark.parametrize("row", sweep(ROWS[:-8:4], ROWS[:-8]), ids=lambda row: row[1])
def test_the_twin_rates_alike(row: list[str]) -> None:
    """The kernel is behind `rate`; `rate_in_python` asks no kernel."""
    puzzle = grid_of(row[0])
    assert rate_in_python(puzzle) == rate(puzzle)
    for limit in (25, 44, 66):
        twin, rating = rate_in_python(puzzle, limit), rate(puzzle, limit)
        # Above the limit the two may give up at different steps.
        assert twin == rating if rating.solved else limit < twin.rating


def test_what_is_given_up_before_the_first_step_has_no_lower_ratings() -> None:
    puzzle = grid_of(ROWS[0][0])
    rating = rate(puzzle, 0)
    assert 0 < rating.pearl == rating.diamond == rating.rating
    assert rate_in_python(puzzle, 0) == rating


@pytest.mark.parametrize("row", ROWS[:-8:4], ids=lambda row: row[1])
def test_steps_say_what_they_do(row: list[str]) -> None:
    puzzle = grid_of(row[0])
    path = Path(puzzle, guided=False)
    for step in steps(puzzle):
        assert step.candidates
        for cell, symbol in step.placements + step.eliminations + step.candidates:
            assert path.candidates[cell] >> (symbol - 1) & 1
        assert path.next_step() == step
        for cell, symbol in step.placements:
            assert path.values[cell] == symbol
            assert path.candidates[cell] == 0
        for cell, symbol in step.eliminations:
            assert not path.candidates[cell] >> (symbol - 1) & 1
        assert step.describe().startswith(step.technique)
        assert "\n" not in step.describe()
        assert step.hint().startswith(step.technique)
        assert step.data()["technique"] == step.technique
    assert path.is_solved
    assert path.next_step() is None
    assert not list(Grid(puzzle.geometry, path.values).clashes())


def test_complete_grid_has_rating_nothing() -> None:
    complete = Grid(Geometry.of(2, 2), bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]))
    assert rate(complete) == (0, 0, 0, "", "easy", {}, True)


def test_empty_grid_ends_unsolved() -> None:
    rating = rate(Grid.empty(Geometry.of(2, 2)), stop_above=44)
    assert not rating.solved
    assert rating.rating > 44


@pytest.mark.parametrize("row", ROWS[1::2], ids=lambda row: row[1])
def test_search_is_given_up_above_the_limit(row: list[str]) -> None:
    exact = round(float(row[1]) * 10)
    for limit in (15, 25, 44, 69):
        rating = rate(grid_of(row[0]), stop_above=limit)
        if exact <= limit:
            assert rating.solved
            assert rating.rating == exact
        else:
            assert not rating.solved
            assert limit < rating.rating <= exact


def test_levels_follow_each_other() -> None:
    bounds = [bound for pair in LEVELS.values() for bound in pair]
    assert bounds == sorted(bounds)
    assert [level_of(rating) for rating in (0, 15, 16, 25, 26, 44, 45, 69, 70, 200)] == [
        level for level in LEVELS for _ in range(2)
    ]


@pytest.mark.parametrize("box", [(2, 2), (3, 2), (2, 3), (5, 1), (4, 3), (4, 4), (5, 5)])
def test_shifted_grids_are_solved_on_every_geometry(box: tuple[int, int]) -> None:
    geometry = Geometry.of(*box)
    solution = [
        (row % geometry.box_height * geometry.box_width + row // geometry.box_height + column)
        % geometry.n
        + 1
        for row in range(geometry.rows)
        for column in range(geometry.columns)
    ]
    clues = [symbol if cell * cell % 7 else 0 for cell, symbol in enumerate(solution)]
    path = Path(Grid(geometry, clues))
    while path.next_step() is not None:
        pass
    assert path.is_solved
    assert path.values == solution
