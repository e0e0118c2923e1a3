"""Techniques beyond the wings: positions that show them, and ones next to these that do not."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic import TECHNIQUES, Path
from sudokutools.logic.ladder import rungs
from sudokutools.logic.state import State
from sudokutools.logic.wording import cell_list
from tests.logic.positions import cells_named, finder, grid_of, marks
from tests.logic.test_logic_dynamic import LEVELS

NINE = Geometry.of(3, 3)
TABLE = File(__file__).parent.parent / "data" / "technique_steps.tsv"
ROWS = [
    line.split("\t")
    for line in TABLE.read_text().splitlines()
    if not line.startswith(("#", "technique\t"))
]
RECTANGLE = {"r1c1-2": "12"}
HEXAGON = {"r3c9 r3c8 r5c8 r5c7 r7c7": "18", "r7c9": "138"}
CYCLE = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c1": "14"}
Marks = tuple[dict[str, str], dict[str, str]]

SHOWN: dict[str, tuple[Marks, int, str, str]] = {
    "unique rectangle type 1": (
        ({**RECTANGLE, "r4c1": "12", "r4c2": "123"}, {}),
        45,
        "Unique rectangle type 1",
        "r4c2",
    ),
    "unique rectangle type 2": (
        ({**RECTANGLE, "r4c1-2": "123"}, {}),
        45,
        "Unique rectangle type 2",
        "r4c3-9 r5c1-3 r6c1-3",
    ),
    "unique rectangle type 3 with a naked pair": (
        ({**RECTANGLE, "r4c1": "123", "r4c2": "124", "r4c7": "34"}, {}),
        46,
        "Unique rectangle type 3",
        "r4c3-6 r4c8-9",
    ),
    "unique rectangle type 3 with a hidden pair": (
        (RECTANGLE, {"r4c3-6 r4c8-9": "12"}),
        45,
        "Unique rectangle type 3",
        "r4c7",
    ),
    "unique rectangle type 4": (
        (RECTANGLE, {"r4c3-9": "1"}),
        45,
        "Unique rectangle type 4",
        "r4c1-2",
    ),
    "unique loop of six cells": (
        (HEXAGON, {"r3c7 r5c9 r7c8": "1"}),
        46,
        "Unique loop type 1",
        "r7c9",
    ),
    "aligned pair exclusion": (
        ({"r1c1": "123", "r1c2": "145", "r1c5": "14", "r2c3": "15"}, {}),
        62,
        "Aligned pair exclusion",
        "r1c1",
    ),
    "turbot fish": (({}, {"r2c1-3 r2c5-8 r7c1-3 r7c5-7 r7c9": "5"}), 66, "Turbot fish", "r1c8"),
    "Y-cycle": (
        (CYCLE, {}),
        66,
        "Bidirectional Y-cycle",
        "r1c2-4 r1c6-9 r2-4c1 r2-4c5 r5c2-4 r5c6-9 r6-9c1 r6-9c5",
    ),
    "XY-chain": (
        ({"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c9": "14"}, {}),
        72,
        "Forcing chain",
        "r1c9",
    ),
}

NOT_SHOWN: dict[str, tuple[str, Marks]] = {
    "rectangle in four boxes": (
        "Unique rectangle type 1",
        ({"r1c1 r1c4 r4c1": "12", "r4c4": "123"}, {}),
    ),
    "rectangle with two different symbols too many": (
        "Unique rectangle type 1",
        ({**RECTANGLE, "r4c1": "123", "r4c2": "124"}, {}),
    ),
    "type 3 whose pair has another symbol": (
        "Unique rectangle type 1",
        ({**RECTANGLE, "r4c1": "123", "r4c2": "124", "r4c7": "35"}, {}),
    ),
    "type 3 whose hidden pair has two cells": (
        "Unique rectangle type 1",
        (RECTANGLE, {"r4c3-6 r4c8": "12"}),
    ),
    "type 4 with a third place": ("Unique rectangle type 1", (RECTANGLE, {"r4c3-8": "1"})),
    "hexagon that does not close": (
        "Unique rectangle type 1",
        ({"r3c9 r3c8 r5c8 r6c7 r7c7": "18", "r7c9": "138"}, {"r3c7 r5-6c9 r7c8": "1"}),
    ),
    "aligned pair with one excluder": (
        "Aligned pair exclusion",
        ({"r1c1": "123", "r1c2": "145", "r1c5": "14", "r2c3": "156"}, {}),
    ),
    "turbot fish whose links do not meet": (
        "Forcing chain",
        ({}, {"r2c1-3 r2c5-8 r7c1-4 r7c6-7 r7c9": "5"}),
    ),
    "cycle of cells that does not close": (
        "Forcing chain",
        ({"r1c1": "12", "r1c5": "23", "r5c5": "34", "r6c2": "14"}, {}),
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_position_shows_the_technique(name: str) -> None:
    (only, without), rating, technique, losers = SHOWN[name]
    step = finder(technique)(marks(NINE, only, without))
    assert step is not None
    assert (step.rating, step.technique) == (rating, technique)
    assert cell_list(NINE, (cell for cell, _ in step.eliminations)) == losers


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_position_next_to_it_does_not(name: str) -> None:
    technique, (only, without) = NOT_SHOWN[name]
    assert finder(technique)(marks(NINE, only, without)) is None


def position(path: Path, change: str = "") -> State:
    """Return where a path stands, with one change.

    r1c2+3 puts a candidate back, r1c2-3 removes one, r1c2=. leaves a value out.
    """
    values = list(path.values)
    removed = [
        before & ~after
        for before, after in zip(State(Grid(NINE, values)).candidates, path.candidates, strict=True)
    ]
    if change:
        (cell,) = cells_named(NINE, change[:4])
        if change[4] == "=":
            assert values[cell]
            values[cell] = 0
        else:
            bit = 1 << int(change[5]) - 1
            assert (removed if change[4] == "+" else path.candidates)[cell] & bit
            removed[cell] ^= bit
    state = State(Grid(NINE, values))
    gone = [mask & before for mask, before in zip(removed, state.candidates, strict=True)]
    state.remove([(cell, mask) for cell, mask in enumerate(gone) if mask])
    return state


def deciding(state: State) -> int:
    """Return the number of the first rung that gives a step."""
    return next(at for at, rung in enumerate(rungs(9)) if rung.producer()(state) is not None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_puzzle_shows_the_technique_once_and_not_next_to_it(row: list[str]) -> None:
    technique, number, puzzle, change, text = row
    path = Path(grid_of(puzzle), guided=False)
    for _ in range(int(number) - 1):
        path.next_step()
    before, next_to_it = position(path), position(path, change)
    step = path.next_step()
    assert step is not None
    assert (step.technique, step.describe()) == (technique, text)
    assert path.next_step() != step
    if change:
        rung = rungs(9)[deciding(before)]
        assert rung.producer()(before) == step._replace(candidates=())
        assert rung.producer()(next_to_it) is None


def test_table_covers_the_ladder() -> None:
    """Direct claiming never decides on 9x9; dynamic chains have tests of their own."""
    shown = [row[0] for row in ROWS if row[3]]
    assert [name for name in TECHNIQUES if name not in {*shown, *LEVELS}] == ["Direct claiming"]


def test_nested_chains_of_easter_monster() -> None:
    """The first step of Easter Monster (ER 11.6, EP 11.6, ED 10.8) nests static chains."""
    puzzle = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    step = Path(grid_of(puzzle), guided=False).next_step()
    assert step is not None
    assert step.technique == "Dynamic contradiction forcing chains plus forcing chains"
    assert (step.rating, step.complexity) == (108, 346)
    assert step.eliminations == ((44, 6),)
