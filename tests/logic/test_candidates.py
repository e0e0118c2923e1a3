"""The ladder on grids with candidates: it begins with them, and no step removes the solution."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.grid.candidates import marked, pencil_marks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.compiled_ladder import NO_LIMIT, SOLVED, candidates_of, rater
from sudokutools.logic.hodoku.rating import HodokuPath, rate_hodoku
from sudokutools.logic.hodoku.techniques import TABLE
from sudokutools.logic.ladder import Path
from sudokutools.logic.rating import rate, rate_in_python
from sudokutools.solving.solving import count_solutions, solve
from tests.cli.puzzles import EASY_SOLUTION
from tests.core.test_rate import RATED
from tests.logic.positions import follow, grid_of

NINE = Geometry.of(3, 3)
PUZZLES = [line for line, *_ in RATED]
OF_UNIQUENESS = {row.name for row in TABLE if row.group == "uniqueness"}
UNIQUE = ".41.9..........6....6.4..87......37..8.1..........3..8.25..1....196....4..4.....2"
"""The hardest step is a unique rectangle of type 1."""


@st.composite
def narrowed(draw: st.DrawFn) -> tuple[Grid, Grid]:
    """Draw a puzzle with candidates and one solution, and the solution.

    It is the pencil marks after some steps of a puzzle, without some that are wrong, and without
    some of the clues.
    """
    puzzle = grid_of(draw(st.sampled_from(PUZZLES)))
    solution = solve(puzzle)
    assert solution is not None
    path = Path(puzzle)
    for _ in range(draw(st.integers(0, 30))):
        if path.next_step(44) is None:
            break
    stream = Stream("test", "narrowed", draw(st.integers(0, 10**6)))
    share = draw(st.sampled_from([1, 5, 25]))
    masks = []
    for value, mask, symbol in zip(path.values, path.candidates, solution.cells, strict=True):
        lost = sum(1 << place for place in range(9) if stream.below(100) < share)
        masks.append((mask or 1 << (value - 1)) & ~lost | 1 << (symbol - 1))
    kept = draw(st.sampled_from([40, 70, 100]))
    cells = [symbol if stream.below(100) < kept else 0 for symbol in puzzle.cells]
    grid = marked(NINE, cells, masks)
    return (grid if count_solutions(grid, 2) == 1 else puzzle), solution


@settings(max_examples=25, deadline=None)
@given(narrowed())
def test_no_step_removes_the_solution(drawn: tuple[Grid, Grid]) -> None:
    grid, solution = drawn
    path = Path(grid, guided=False)
    assert [m or 1 << (v - 1) for m, v in zip(path.candidates, path.values, strict=True)] == (
        pencil_marks(grid)
    )
    follow(path, solution.cells, 75)
    assert path.is_solved or path.rating_bound > 75


@settings(max_examples=15, deadline=None)
@given(narrowed())
def test_no_step_of_hodoku_removes_the_solution(drawn: tuple[Grid, Grid]) -> None:
    grid, solution = drawn
    path = HodokuPath(grid)
    used = {step.technique for step in follow(path, solution.cells)}
    assert grid.candidates is None or used.isdisjoint(OF_UNIQUENESS)
    assert path.is_solved


@pytest.mark.skipif(core.native() is None, reason="no compiled core")
@settings(max_examples=25, deadline=None)
@given(narrowed())
def test_the_compiled_ladder_takes_the_same_steps(drawn: tuple[Grid, Grid]) -> None:
    kernels = core.native()
    assert kernels is not None
    grid, solution = drawn
    (status, *_), steps = kernels.rate_steps(rater(), grid.cells, 80, 0.0, candidates_of(grid))
    path = Path(grid, guided=False)
    for _, rating, _, placements, eliminations, _ in steps:
        step = path.next_step(stop_above=80)
        assert step is not None
        assert (step.points, list(step.placements)) == (rating, placements)
        assert sorted(step.eliminations) == eliminations
    if status == SOLVED:
        assert path.values == list(solution.cells)
        assert rate(grid) == rate_in_python(grid)


def test_cells_of_one_candidate_are_still_to_be_placed() -> None:
    solution = solve(Grid.empty(NINE))
    assert solution is not None
    masks = [1 << (symbol - 1) for symbol in solution.cells]
    grid = marked(NINE, bytes(81), masks)
    rating = rate(grid)
    assert rating == rate_in_python(grid)
    assert Counter(rating.techniques).total() == 81
    assert rate_hodoku(grid).techniques.keys() <= {"Full house", "Naked single", "Hidden single"}


def test_patterns_of_uniqueness_hold_with_candidates() -> None:
    # They rest on symbols that all cells of a pattern still hold: so the other way to fill it
    # keeps to the candidates, too.
    puzzle = grid_of(UNIQUE)
    path = Path(puzzle)
    names = set()
    while (step := path.next_step()) is not None:
        names.add(step.technique)
        if step.technique == "Unique rectangle type 1":
            break
    assert "Unique rectangle type 1" in names
    path = Path(puzzle)
    for _ in range(10):
        path.next_step()
    masks = [m or 1 << (v - 1) for m, v in zip(path.candidates, path.values, strict=True)]
    grid = marked(NINE, puzzle.cells, masks)
    assert grid.candidates is not None
    assert "Unique rectangle type 1" in rate(grid).techniques


def test_forcing_chains_are_told_with_candidates() -> None:
    grid = grid_of(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    solution = solve(grid)
    assert solution is not None
    masks = [511 if cell % 27 else 1 << (symbol - 1) for cell, symbol in enumerate(solution.cells)]
    narrow = marked(NINE, bytes(grid.cells), masks)
    guided, searched = rate(narrow), rate_in_python(narrow, 89)
    assert guided.rating == searched.rating or not searched.solved
    path = Path(narrow)
    follow(path, solution.cells)
    assert path.is_solved


@pytest.mark.skipif(core.native() is None, reason="no compiled core")
def test_the_compiled_ladder_wants_candidates_of_every_cell() -> None:
    kernels = core.native()
    assert kernels is not None
    for candidates in (bytes(160), bytes(2)):
        with pytest.raises(ValueError, match="candidates of every cell"):
            kernels.rate_steps(rater(), bytes(81), NO_LIMIT, 0.0, candidates)
        with pytest.raises(ValueError, match="candidates of every cell"):
            kernels.rate_block(rater(), bytes(81), NO_LIMIT, 0.0, False, candidates)
    solved = [1 << int(symbol) - 1 for symbol in EASY_SOLUTION]
    some = [candidates_of(marked(NINE, bytes(81), masks)) for masks in (81 * [510], solved)]
    one, other = (kernels.rate_block(rater(), bytes(81), 30, 0.0, False, each) for each in some)
    assert one != other
    many = kernels.rate_block(rater(), bytes(162), 30, 0.0, False, some[0] + some[1])
    assert many == one + other
