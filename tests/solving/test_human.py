"""Explanations and ratings are for grids with exactly one solution; others are refused at once."""

from collections.abc import Callable

import pytest

from sudokutools import Geometry, Grid, SudokuError, explain, hint, rate, rate_hodoku, read_grid
from tests.cli.puzzles import EASY, EASY_SOLUTION, SEVENTEEN, TWO

REFUSED = {
    "clashing": (read_grid("55" + 79 * "."), "r1c1 and r1c2 are both 5"),
    "without clues": (Grid.empty(Geometry.of(3, 3)), "several solutions: expected exactly one"),
    "two solutions": (read_grid(TWO), "several solutions: expected exactly one"),
    "unsolvable": (read_grid("12345678." + 8 * "." + "9" + 63 * "."), "no solution"),
}


@pytest.mark.parametrize("function", [explain, hint, rate, rate_hodoku])
@pytest.mark.parametrize("kind", REFUSED)
def test_grids_without_one_solution_are_refused_at_once(
    function: Callable[[Grid], object], kind: str
) -> None:
    grid, message = REFUSED[kind]
    with pytest.raises(SudokuError, match=message):
        function(grid)


def test_large_grids_without_clues_are_refused_at_once() -> None:
    with pytest.raises(SudokuError, match="several solutions"):
        rate(Grid.empty(Geometry.of(4, 4)))


def test_steps_end_where_no_technique_applies() -> None:
    with pytest.raises(SudokuError, match="stuck after 1 step: no technique applies"):
        list(explain(read_grid(SEVENTEEN), only="Naked single"))
    assert list(explain(read_grid(EASY_SOLUTION))) == []
    assert rate(read_grid(EASY_SOLUTION)).rating == 0


def test_ratings_of_steps_are_decimals_on_one_scale_and_scores_on_the_other() -> None:
    puzzle = read_grid(EASY)
    assert max(step.rating for step in explain(puzzle)) == 1.2
    assert [rate(puzzle, limit).solved for limit in (1.1, 1.2)] == [False, True]
    assert rate(puzzle)[:3] == (1.2, 1.2, 1.2)
    scores = [step.rating for step in explain(puzzle, "hodoku")]
    assert sum(scores) == rate_hodoku(puzzle).score
