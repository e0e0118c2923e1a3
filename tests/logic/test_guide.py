"""The compiled ladder as a guide: it saves searches and does not change explanations.

The long form: `SUDOKUTOOLS_GUIDED=FILE pytest tests/logic/test_guide.py` takes the path of every
puzzle (the first word of a line) with and without the guide.
"""

import os
from pathlib import Path as File
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.limits import never
from sudokutools.errors import UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.forcing import ForcingChains, Guide, MultipleChains
from sudokutools.logic.ladder import Path, steps
from sudokutools.logic.techniques import TECHNIQUES, technique_named
from tests.conftest import long_rows, sweep
from tests.logic.positions import check_explained, grid_of
from tests.logic.test_logic_rating import ROWS

if core.native() is None:
    pytest.skip("no compiled core", allow_module_level=True)

HARD = [row[0] for row in ROWS if float(row[1]) >= 7.5]
LONG = os.environ.get("SUDOKUTOOLS_GUIDED")
MORE = [line.split()[0] for line in File(LONG).read_text().splitlines()] if LONG else []

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""AI Escargot, by Arto Inkala."""
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""By Arto Inkala, 2012."""
EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
DEEP = "98.7.....6.....87...7.....5.4..3.5....65...9......2..1..86...5.....1.3.......4..2"
"""Of the collections of hardest puzzles: ER 11.8, its first step nests dynamic chains."""
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@pytest.mark.parametrize("puzzle", sweep(HARD[:1] + MORE, HARD))
def test_steps_are_those_that_a_search_finds(puzzle: str) -> None:
    assert list(steps(grid_of(puzzle))) == list(steps(grid_of(puzzle), guided=False))


@pytest.mark.parametrize("puzzle", sweep([HARD[-1]], [ESCARGOT]))
def test_known_chains_are_not_searched(puzzle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is one that the compiled ladder takes, and none of them was searched."""

    def searched(*_: Any) -> None:
        raise AssertionError("searched")

    for chains in (ForcingChains, MultipleChains):
        monkeypatch.setattr(chains, "__call__", searched)
    native: Any = core.native()
    _, expected = native.rate_steps(native.rate_new(), grid_of(puzzle).cells, 1000, 0.0)
    found = list(steps(grid_of(puzzle)))
    for step in found:
        check_explained(step, technique_named(step.technique))
    assert [
        (s.technique, s.points, s.complexity, list(s.placements), list(s.eliminations))
        for s in found
    ] == [(TECHNIQUES[number], *rest[:4]) for number, *rest in expected]


NESTED = [
    (ESCARGOT, 9, "Dynamic region forcing chains plus forcing chains", 102, 50),
    (ESCARGOT, 10, "Dynamic contradiction forcing chains plus forcing chains", 104, 93),
    (INKALA, 1, "Dynamic contradiction forcing chains plus", 97, 39),
    (
        EASTER_MONSTER,
        2,
        "Dynamic contradiction forcing chains plus multiple forcing chains",
        111,
        131,
    ),
    (DEEP, 1, "Dynamic contradiction forcing chains plus dynamic forcing chains", 116, 186),
]


@pytest.mark.parametrize(
    ("puzzle", "number", "technique", "rating", "complexity"),
    [*NESTED[:3], *long_rows(NESTED[3:])],
)
def test_nested_chains_are_told(
    puzzle: str, number: int, technique: str, rating: int, complexity: int
) -> None:
    path = Path(grid_of(puzzle))
    step = [path.next_step() for _ in range(number)][-1]
    assert step is not None
    assert (step.technique, step.points, step.complexity) == (technique, rating, complexity)
    check_explained(step, technique_named(step.technique))


def test_what_is_not_there_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guide that is wrong about the chains makes the path slower, and not another one."""
    puzzle = grid_of(next(row[0] for row in ROWS if float(row[1]) == 8.3))
    path = Guide(puzzle, never)._path
    assert any(path)
    wrong = [found and found._replace(complexity=1000) for found in path]
    monkeypatch.setattr(Guide, "_path", wrong)
    assert list(steps(puzzle)) == list(steps(puzzle, guided=False))


def test_nothing_is_known_of_other_geometries() -> None:
    guide = Guide(Grid(Geometry.of(2, 2), bytes([1] + 15 * [0])), never)
    assert guide._path == []


def test_the_time_of_the_check_holds_for_the_guide() -> None:
    class Hurry:
        seconds = 0.001

        def __call__(self) -> None:
            pass

    with pytest.raises(UndecidedError):
        list(steps(grid_of(GOLDEN_NUGGET), Hurry()))
