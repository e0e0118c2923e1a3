"""Messages of the library become messages of the command line."""

import pickle
from collections.abc import Callable

import pytest

from sudokutools import Geometry, Grid, SudokuError, explain, read_grid
from sudokutools.blackjack.house import House
from sudokutools.blackjack.rules import Rules
from sudokutools.cli.run.wording import OPTIONS, worded
from sudokutools.errors import RequestError
from sudokutools.masking.difficulty import wanted
from sudokutools.masking.path_difficulty import HodokuDifficulty, RestrictedDifficulty
from sudokutools.masking.plan import PuzzleRequest, plan_of
from tests.test_architecture import option_names

CASES: list[tuple[Callable[[], object], str]] = [
    (lambda: wanted(9, "hard", (1.0, 1.2)), "--level hard begins at 2.6, above 1.2"),
    (lambda: wanted(9, "hard", (5.0, 6.0)), "--level hard ends at 4.4, below 5.0"),
    (lambda: wanted(9, technique="skyscraper"), "skyscraper: a technique of --scale hodoku"),
    (
        lambda: HodokuDifficulty("easy", (900, 950)),
        "--level easy ends at a score of 800, below 900",
    ),
    (
        lambda: RestrictedDifficulty("se", "singles", "x-wing"),
        "--technique X-Wing: --only singles does not allow it",
    ),
    (
        lambda: explain(Grid.empty(Geometry.of(3, 3)), only="zzz"),
        "unknown technique or group 'zzz': sudoku-solve --techniques lists all",
    ),
    (
        lambda: plan_of(Geometry.of(3, 3), PuzzleRequest(technique="xwong")),
        "unknown technique 'xwong' for 9 symbols: nearest are X-Wing, XY-Wing, XYZ-Wing;"
        " sudoku-solve --techniques lists all",
    ),
    (
        lambda: House(Rules(decks=1, split="rank"), (3, 4, 4, 4, 4, 4, 4, 4, 4, 16)),
        "--split rank requires a full shoe for a chart",
    ),
    (
        lambda: read_grid(60 * "."),
        "-:1: 60 cells do not form a full grid; a partial grid requires --boxes, or box= and"
        " boxes=",
    ),
]


@pytest.mark.parametrize(("act", "message"), CASES, ids=[message for _, message in CASES])
def test_fields_become_options(act: Callable[[], object], message: str) -> None:
    with pytest.raises(SudokuError) as caught:
        act()
    assert "--" not in str(caught.value)
    assert worded(caught.value) == message
    assert worded(pickle.loads(pickle.dumps(caught.value))) == message  # noqa: S301


def test_an_error_of_a_request_carries_what_is_wrong() -> None:
    with pytest.raises(RequestError) as caught:
        wanted(9, "hard", (1.0, 1.2))
    error = caught.value
    assert (error.field, error.value, error.bound) == ("level", "hard", " begins at 2.6, above 1.2")


def test_all_options_of_messages_exist() -> None:
    assert {*OPTIONS.values()} - {"-o"} <= option_names()
