"""Puzzles on the scale of HoDoKu."""

from typing import Any

import pytest

from sudokutools import Geometry, count_solutions, generate, mask, rate_hodoku, read_grid
from sudokutools._support import core
from sudokutools.errors import SudokuError
from sudokutools.logic.hodoku.techniques import BY_NAME
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.masking import PuzzleRequest
from sudokutools.masking.path_difficulty import HodokuDifficulty
from tests.cli.puzzles import EASY, SEVENTEEN
from tests.tables import cases

NINE = Geometry.of(3, 3)

HARD = "..5...17....9.16..79......24.97........8.2........92.13......24..63.4....42...8.."


def wanted(**values: Any) -> PuzzleRequest:
    return PuzzleRequest(scale="hodoku", **values)


REQUESTS = [
    *(wanted(level=level) for level in LEVELS),
    wanted(level=("medium", "hard"), symmetry="rotate180"),
    wanted(level="medium", clues=29),
    wanted(rating=(150, 200)),
    wanted(rating=(700, 760), level="medium"),
    wanted(technique="full house"),
    wanted(technique="Naked-Triple"),
    wanted(technique="X-Wing", rating=(0, 900)),
    wanted(technique="Uniqueness test 1", keep=frozenset([0, 40])),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda r: f"{r.level} {r.rating} {r.technique}")
def test_puzzles_have_what_was_requested(request_: PuzzleRequest) -> None:
    grid = generate(NINE, seed=1)
    puzzle = mask(grid, request_, seed=1).puzzle
    assert puzzle is not None
    assert count_solutions(puzzle, 2) == 1
    assert all(clue in (0, symbol) for clue, symbol in zip(puzzle.cells, grid.cells, strict=True))
    assert all(puzzle[cell] for cell in request_.keep)
    rating = rate_hodoku(puzzle)
    names = list(LEVELS)
    ends = request_.level or (names[0], names[-1])
    first, last = (ends, ends) if isinstance(ends, str) else ends
    assert names.index(first) <= names.index(rating.level) <= names.index(last)
    low, high = request_.rating or (0, 10**6)
    assert low <= rating.score <= high
    if request_.technique is not None:
        assert rating.technique.lower() == request_.technique.lower().replace("d-t", "d t")
    assert request_.clues in (None, puzzle.clue_count)


def test_a_verdict_is_that_of_the_rating() -> None:
    made = [
        mask(generate(NINE, seed=k), PuzzleRequest(minimal=True), seed=k).puzzle for k in range(9)
    ]
    puzzles = [read_grid(EASY), read_grid(SEVENTEEN), read_grid(HARD), *filter(None, made)]
    ratings = [rate_hodoku(puzzle) for puzzle in puzzles]
    for level in LEVELS:
        found = [HodokuDifficulty(level).judge(puzzle).verdict == 0 for puzzle in puzzles]
        assert found == [rating.level == level for rating in ratings]
    for name in {rating.technique for rating in ratings}:
        found = [HodokuDifficulty(technique=name).judge(p).verdict == 0 for p in puzzles]
        assert found == [rating.technique == name for rating in ratings]
    for low in (0, 300, 800):
        verdicts = [HodokuDifficulty(scores=(low, low + 300)).judge(p).verdict for p in puzzles]
        assert verdicts == [(r.score > low + 300) - (r.score < low) for r in ratings]


def test_what_is_hardly_ever_the_hardest_may_occur_beside_others_of_its_level() -> None:
    puzzle = mask(generate(NINE, seed=3), wanted(technique="Hidden rectangle"), seed=1).puzzle
    assert puzzle is not None
    rating = rate_hodoku(puzzle)
    assert "Hidden rectangle" in rating.techniques
    assert rating.level in ("hard", "unfair")  # The score may raise the level.
    assert BY_NAME[rating.technique].level == "hard"


def test_a_puzzle_loses_clues_only(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = generate(NINE, seed=2)
    start = mask(grid, PuzzleRequest(clues=45), seed=2).puzzle
    assert start is not None
    result = mask(start, wanted(technique="Pointing"), seed=2)
    assert result.puzzle is not None
    assert all(clue in (0, old) for clue, old in zip(result.puzzle.cells, start.cells, strict=True))
    monkeypatch.setattr(core, "native", lambda: None)
    assert mask(start, wanted(technique="Pointing"), seed=2) == result


def test_what_was_reached_is_told() -> None:
    grid = generate(NINE, seed=3)
    assert mask(grid, wanted(rating=(20_000, 30_000), tries=2), seed=3).best.startswith("score ")
    full = mask(grid, wanted(level="easy", clues=18, tries=1), seed=3)
    assert (full.puzzle, full.tries) == (None, 1)


@cases
def test_what_is_refused_at_once(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        mask(generate(NINE, seed=1), PuzzleRequest(**{"scale": "hodoku"} | wishes))


def test_plain_9x9_grids_only() -> None:
    with pytest.raises(SudokuError, match="only plain 9x9 grids are supported"):
        mask(generate(Geometry.of(2, 2), seed=1), wanted(level="easy"))
