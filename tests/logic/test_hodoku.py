"""The techniques of HoDoKu: positions that show them, and ones next to these that do not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from sudokutools import rate_hodoku, solve
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku import LEVELS, TABLE, HodokuPath
from sudokutools.logic.hodoku.board import Board, Finder, Move
from sudokutools.logic.hodoku.techniques import finders
from sudokutools.logic.hodoku.templates import refutable, template_cells
from sudokutools.logic.tables import mask_of
from tests.logic.positions import cells_named, grid_of, marks_of

NINE = Geometry.of(3, 3)
DATA = Path(__file__).parent.parent / "data"
Marks = Mapping[str, str]
NOTHING: Marks = MappingProxyType({})


class Shown(NamedTuple):
    """A position by what cells hold only and do not hold, and what the technique removes there.

    `without` that of the position next to it replaces it; `only` there is added to it.
    """

    removed: Marks
    only: Marks = NOTHING
    without: Marks = NOTHING
    next_only: Marks = NOTHING
    next_without: Marks | None = None


RECTANGLE = {"r1c1-2": "12"}
XY = {"r1c1": "12", "r1c5": "13", "r5c1": "23"}
XY_CHAIN = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c9": "14"}
AIC = {"r2-5c5 r7-9c5": "2", "r6c1-4 r6c6-8": "1"}
BUG = "..9..3..5..596........1.68.....37....1.5......4....8...9.6...4.78.......4.3.5...8"
NET = ".2...61....72.....6..1..9...4....38..7.....9.3...5...4...41....95..3..........6.2"

SHOWN = {
    "Locked pair": Shown(
        {"r1c3-9 r2-3c1-3": "12"}, {"r1c1-2": "12"}, next_without={"r1c3 r2-3c1-3": "12"}
    ),
    "Locked triple": Shown(
        {"r1c4-9 r2-3c1-3": "123"}, {"r1c1-2": "123", "r1c3": "123"}, next_only={"r1c3": "1234"}
    ),
    "Pointing": Shown({"r1c4-9": "1"}, {}, {"r2-3c1-3": "1"}, next_without={"r3c1-3": "1"}),
    "Claiming": Shown({"r2-3c1-3": "1"}, {}, {"r1c4-9": "1"}, next_without={"r1c5-9": "1"}),
    "Naked pair": Shown({"r1c2-4 r1c6-9": "12"}, {"r1c1 r1c5": "12"}, next_only={"r1c5": "13"}),
    "Naked triple": Shown(
        {"r1c2-4 r1c6-8": "123"},
        {"r1c1": "12", "r1c5": "23", "r1c9": "13"},
        next_only={"r1c9": "14"},
    ),
    "Naked quad": Shown(
        {"r1c2-3 r1c5-6 r1c8": "1234"},
        {"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"},
        next_only={"r1c7": "35"},
    ),
    "Hidden pair": Shown(
        {"r1c1 r1c5": "3456789"}, {}, {"r1c2-4 r1c6-9": "12"}, next_without={"r1c2-4 r1c6-8": "12"}
    ),
    "Hidden triple": Shown(
        {"r1c1 r1c5 r1c9": "456789"},
        {},
        {"r1c2-4 r1c6-8": "123"},
        next_without={"r1c2-4 r1c6-7": "123"},
    ),
    "Hidden quad": Shown(
        {"r1c1 r1c4-5 r1c9": "56789"},
        {},
        {"r1c2-3 r1c6-8": "1234"},
        next_without={"r1c2-3 r1c6-7": "1234"},
    ),
    "X-Wing": Shown(
        {"r2-4c1 r6-9c1 r2-4c9 r6-9c9": "1"},
        {},
        {"r1c2-8 r5c2-8": "1"},
        next_without={"r1c2-8 r5c3-8": "1"},
    ),
    "Swordfish": Shown(
        {"r2-3c1 r5-6c1 r8-9c1 r2-3c5 r5-6c5 r8-9c5 r2-3c9 r5-6c9 r8-9c9": "1"},
        {},
        {"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-8": "1", "r7c2-8": "1"},
        next_without={"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-8": "1", "r7c3-8": "1"},
    ),
    "Jellyfish": Shown(
        {"r2-3c1 r5-6c1 r9c1 r2-3c3 r5-6c3 r9c3 r2-3c5 r5-6c5 r9c5 r2-3c9 r5-6c9 r9c9": "1"},
        {},
        {"r1c2 r1c4-9": "1", "r4c1-2 r4c4 r4c6-9": "1", "r7c1-4 r7c6-8": "1", "r8c2-8": "1"},
        next_without={"r1c2 r1c4-9": "1", "r4c1-2 r4c4 r4c6-9": "1", "r7c1-4 r7c6-8": "1"},
    ),
    "Remote pair": Shown(
        {"r1c2-4 r1c6-9 r5c1-4 r5c6-8 r2-4c5 r6-9c5": "12"},
        {"r1c1 r1c5 r5c5 r5c9": "12"},
        next_only={"r5c9": "13"},
    ),
    "Skyscraper": Shown(
        {"r2-3c9 r4c8 r6c8": "1"},
        {},
        {"r1c2-7 r1c9 r5c2-8": "1"},
        next_without={"r1c2-7 r1c9 r5c1 r5c3-8": "1"},
    ),
    "Two-string kite": Shown(
        {"r9c9": "1"},
        {},
        {"r1c1 r1c3-8 r2c1 r4-8c1": "1"},
        next_without={"r1c1 r1c3-8 r2-3c1 r5-8c1": "1"},
    ),
    "Turbot fish": Shown(
        {"r4c5": "1"},
        {},
        {"r1c1 r1c3-4 r1c6-9": "1", "r4c1-2 r5c1 r5c3 r6c1-3": "1"},
        next_without={"r1c1 r1c3-4 r1c6-9": "1", "r4c1-2 r5c2-3 r6c1-3": "1"},
    ),
    "Empty rectangle": Shown(
        {"r8c2": "1"},
        {},
        {"r1c1 r1c3 r3c1 r3c3": "1", "r1c7 r3-7c7 r9c7": "1"},
        next_without={"r1c3 r3c1 r3c3": "1", "r1c7 r3-7c7 r9c7": "1"},
    ),
    "W-Wing": Shown(
        {"r1c9 r5c1": "2"},
        {"r1c1 r5c9": "12"},
        {"r2-4c5 r6-9c5": "1"},
        next_without={"r2-4c5 r6-8c5": "1"},
    ),
    "XY-Wing": Shown({"r5c5": "3"}, XY, next_only={"r5c1": "24"}),
    "XYZ-Wing": Shown(
        {"r1c2-3": "3"}, {"r1c1": "123", "r1c5": "13", "r2c2": "23"}, next_only={"r2c2": "24"}
    ),
    "Uniqueness test 1": Shown(
        {"r4c2": "12"}, {**RECTANGLE, "r4c1": "12", "r4c2": "123"}, next_only={"r4c1": "13"}
    ),
    "Uniqueness test 2": Shown(
        {"r4c3-9 r5-6c1-3": "3"}, {**RECTANGLE, "r4c1-2": "123"}, next_only={"r4c2": "124"}
    ),
    "Uniqueness test 3": Shown(
        {"r4c3-6 r4c8-9": "34"},
        {**RECTANGLE, "r4c1": "123", "r4c2": "124", "r4c7": "34"},
        next_only={"r4c7": "345"},
    ),
    "Uniqueness test 4": Shown(
        {"r4c1-2": "2"}, RECTANGLE, {"r4c3-9": "1"}, next_without={"r4c3-8": "1"}
    ),
    "Uniqueness test 5": Shown(
        {"r2-3c1 r5-6c2": "3"}, {"r1c1 r4c2": "12", "r1c2 r4c1": "123"}, next_only={"r4c1": "124"}
    ),
    "Uniqueness test 6": Shown(
        {"r1c2 r4c1": "1"},
        {"r1c1 r4c2": "12", "r1c2": "123", "r4c1": "124"},
        {"r1c3-9 r4c3-9": "1"},
        next_without={"r1c3-9 r4c3-8": "1"},
    ),
    "Hidden rectangle": Shown(
        {"r4c2": "2"},
        {"r1c1": "12"},
        {"r4c3-9 r2-3c2 r5-9c2": "1"},
        next_without={"r4c3-9 r2-3c2 r5-8c2": "1"},
    ),
    "Finned X-Wing": Shown(
        {"r4c8 r6c8": "1"},
        {},
        {"r1c2-7 r1c9 r5c2-7": "1"},
        next_without={"r1c2-7 r1c9 r5c2-5 r5c7 r5c9": "1"},
    ),
    "Sashimi X-Wing": Shown(
        {"r4c8 r6c8": "1"},
        {},
        {"r1c2-7 r1c9 r5c2-8 r2-3c9": "1"},
        next_without={"r1c2-7 r1c9 r5c2-7 r2-3c9": "1"},
    ),
    "Finned Swordfish": Shown(
        {"r8-9c8": "1"},
        {},
        {"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-7 r4c9": "1", "r7c2-7": "1"},
        next_without={"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-7 r4c9": "1", "r7c2-3 r7c5-7": "1"},
    ),
    "Sashimi Swordfish": Shown(
        {"r8-9c8": "1"},
        {},
        {"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-7 r4-6c9": "1", "r7c2-8": "1"},
        next_without={"r1c2-4 r1c6-9": "1", "r4c1-4 r4c6-7 r4-6c9": "1", "r7c2-7": "1"},
    ),
    "Finned Jellyfish": Shown(
        {"r7c8 r9c8": "1"},
        {},
        {"r1c2 r1c4-9": "1", "r4c1-2 r4c4 r4c6-9": "1", "r5c1-4 r5c6-7 r5c9": "1", "r8c2-7": "1"},
        next_without={"r1c2 r1c4-9": "1", "r4c1-2 r4c4 r4c6-9": "1", "r5c1-4 r5c6-7 r5c9": "1"},
    ),
    "Sashimi Jellyfish": Shown(
        {"r7c8 r9c8": "1"},
        {},
        {"r1c2 r1c4-9": "1", "r4c1-2 r4c4 r4c6-9": "1", "r5c1-4 r5c6-7 r5-6c9": "1", "r8c2-8": "1"},
        next_without={
            "r1c2 r1c4-9": "1",
            "r4c1-2 r4c4 r4c6-9": "1",
            "r5c1-4 r5c6-7 r5-6c9": "1",
            "r8c2-7": "1",
        },
    ),
    "Sue de Coq": Shown(
        {"r1c3": "1234", "r1c4 r1c6-9": "12", "r2c1-2 r3c1-3": "34"},
        {"r1c1-2": "1234", "r1c5": "12", "r2c3": "34"},
        next_only={"r1c5": "15"},
    ),
    "Simple colours": Shown(
        {"r1c4-5 r2c2-3": "1"},
        {},
        {"r2-4c1 r6-9c1 r5c2-5 r5c7-9 r1c6 r3-4c6 r6-9c6": "1"},
        next_without={"r2-4c1 r6-9c1 r5c2-5 r5c7-8 r1c6 r3-4c6 r6-9c6": "1"},
    ),
    "Multi colours": Shown(
        {"r1c4-5 r2c2-3": "1"},
        {},
        {"r2-4c1 r6-9c1 r1c6 r3-4c6 r6-9c6": "1"},
        next_without={"r2-4c1 r6-9c1 r1c6 r3c6 r5-9c6": "1"},
    ),
    "X-Chain": Shown(
        {"r1c7-8 r3c2-3": "1"},
        {},
        {"r2-4c1 r6-9c1 r1-4c6 r6-7c6 r9c6 r1-2c9 r4-7c9 r9c9": "1"},
        next_without={"r2-4c1 r6-9c1 r1-4c6 r6-7c6 r9c6 r1-2c9 r4-7c9": "1"},
    ),
    "XY-Chain": Shown({"r1c9 r5c1": "1"}, XY_CHAIN, next_only={"r5c9": "45"}),
    "Nice loop": Shown(
        {"r1c9": "1"},
        {"r1c1": "12"},
        AIC,
        next_without={"r2-5c5 r7-8c5": "2", "r6c1-4 r6c6-8": "1"},
    ),
    "Grouped nice loop": Shown(
        {"r8c1": "1"},
        {},
        {"r1c2-6 r1c9 r2c9 r4-7c9 r9c9": "1"},
        next_without={"r1c2-6 r1c9 r2c9 r4-7c9": "1"},
    ),
    "ALS-XZ": Shown({"r5c5": "3"}, XY, next_only={"r5c1": "24"}),
    "ALS-XY-Wing": Shown(
        {"r5c1": "1"}, {"r1c1": "12", "r1c5": "23", "r5c5": "13"}, next_only={"r5c5": "34"}
    ),
    "ALS-XY-Chain": Shown(
        {"r4-6c1 r1-3c3": "1"},
        {
            "r1c1": "12",
            "r1c5": "23",
            "r5c5": "34",
            "r5c9": "45",
            "r8c9": "56",
            "r8c3": "67",
            "r6c3": "17",
        },
        next_only={"r6c3": "78"},
    ),
    "Franken X-Wing": Shown(
        {"r4c1-2 r6-9c1-2": "1"},
        {},
        {"r1-3c3 r5c3-9": "1"},
        next_without={"r1-3c3 r5c3 r5c5-9": "1"},
    ),
    "Franken Swordfish": Shown(
        {"r4c1-2 r6-7c1-2 r9c1-2 r1-4c4 r6-7c4 r9c4": "1"},
        {},
        {"r1-3c3": "1", "r5c2-3 r5c5-9": "1", "r8c1 r8c3 r8c5-9": "1"},
        next_without={"r1-3c3": "1", "r5c2-3 r5c5-9": "1", "r8c1 r8c3 r8c5-8": "1"},
    ),
    "Finned Franken X-Wing": Shown(
        {"r4c1-2 r6c1-2": "1"}, {}, {"r1-3c3 r5c4-9": "1"}, next_without={"r1-3c3 r5c5-9": "1"}
    ),
    "Finned Franken Swordfish": Shown(
        {"r7c1": "1"},
        {},
        {"r1-3c3": "1", "r5c2-3 r5c5-9": "1", "r8c1 r8c5-9": "1"},
        next_without={"r1-3c3": "1", "r5c2-3 r5c5-9": "1", "r8c1 r8c5-8": "1"},
    ),
    "Forcing chain": Shown(
        {"r1c9": "1"},
        {"r1c1": "12"},
        AIC,
        next_without={"r2-5c5 r7-8c5": "2", "r6c1-4 r6c6-8": "1"},
    ),
}

# A step of a real puzzle: its number on the path.
STEPS = {"BUG + 1": (43, BUG), "Forcing net": (11, NET)}
STEPS_REMOVE = {"BUG + 1": {"r4c7": "19"}, "Forcing net": {"r1c3": "4"}}

PLACES = {"Full house", "Naked single", "Hidden single", "Brute force"}
PARTLY_FILLED = {"Avoidable rectangle 1", "Avoidable rectangle 2"}


def finder_of(technique: str) -> Finder:
    """Return a new finder of a technique."""
    for entry, finder in zip(TABLE, finders(), strict=True):
        if entry.name == technique:
            return finder
    raise AssertionError(technique)


def removed_by(removed: Marks) -> set[tuple[int, int]]:
    return {
        (cell, int(symbol))
        for names, symbols in removed.items()
        for cell in cells_named(NINE, names)
        for symbol in symbols
    }


def board(only: Marks, without: Marks) -> Board:
    return marks_of(Board, NINE, only, without)


def board_of(line: str) -> Board:
    return Board(grid_of(line))


def board_before(line: str, step: int) -> Board:
    path = HodokuPath(grid_of(line))
    for _ in range(step - 1):
        path.next_move()
    return path.board


def test_every_technique_has_a_position() -> None:
    shown = {*SHOWN, *STEPS, *PLACES, *PARTLY_FILLED}
    assert shown == {technique.name for technique in TABLE}


@pytest.mark.parametrize("technique", SHOWN)
def test_technique(technique: str) -> None:
    shown = SHOWN[technique]
    move = finder_of(technique)(board(shown.only, shown.without))
    assert move is not None
    assert move.technique == technique
    assert set(move.eliminations()) == removed_by(shown.removed)
    assert not move.placements
    assert move.cells


@pytest.mark.parametrize("technique", SHOWN)
def test_technique_does_not_apply_next_to_it(technique: str) -> None:
    shown = SHOWN[technique]
    without = shown.without if shown.next_without is None else shown.next_without
    assert finder_of(technique)(board({**shown.only, **shown.next_only}, without)) is None


@pytest.mark.parametrize("technique", STEPS)
def test_technique_on_a_path(technique: str) -> None:
    step, line = STEPS[technique]
    move = finder_of(technique)(board_before(line, step))
    assert move is not None
    assert set(move.eliminations()) == removed_by(STEPS_REMOVE[technique])
    for entry, finder in zip(TABLE, finders(), strict=True):
        if entry.name == technique:
            break
        assert finder(board_before(line, step)) is None, entry


def test_corner_that_has_lost_a_symbol() -> None:
    without = {"r4c3-9 r2-3c2 r5-9c2": "1"}
    hidden = finder_of("Hidden rectangle")
    move = hidden(board({"r1c1": "12", "r1c2": "13"}, without))
    assert move is not None
    assert set(move.eliminations()) == removed_by({"r4c2": "2"})
    assert hidden(board({"r1c1": "12", "r1c2": "23"}, without)) is None
    move = finder_of("Uniqueness test 1")(board({**RECTANGLE, "r4c1": "12", "r4c2": "13"}, {}))
    assert move is not None
    assert set(move.eliminations()) == removed_by({"r4c2": "1"})


def test_bug_needs_two_candidates_in_all_other_cells() -> None:
    step, line = STEPS["BUG + 1"]
    before = board_before(line, step)
    assert finder_of("BUG + 1")(before) is not None
    rich = next(cell for cell, mask in enumerate(before.candidates) if mask.bit_count() == 3)
    assert finder_of("BUG + 1")(board_before(line, 1)) is None
    before.remove([(rich, before.candidates[rich] & -before.candidates[rich])])
    assert finder_of("BUG + 1")(before) is None


def test_net_reaches_further_than_chain() -> None:
    step, line = STEPS["Forcing net"]
    before = board_before(line, step)
    assert finder_of("Forcing chain")(before) is None
    assert finder_of("Forcing net")(before) is not None


def test_net_joins_strands() -> None:
    strands = {"r1c5": "12", "r5c1": "13", "r1c9": "15", "r5c9": "45"}
    net = finder_of("Forcing net")
    move = net(board({**strands, "r5c5": "234"}, {}))
    assert move is not None
    assert set(move.eliminations()) == removed_by({"r1c1": "1"})
    assert net(board({**strands, "r5c5": "2346"}, {})) is None


def placement(technique: str, position: Board) -> tuple[int, int] | None:
    move = finder_of(technique)(position)
    return None if move is None else move.placements[0]


def test_full_house() -> None:
    assert placement("Full house", board_of("12345678" + 73 * ".")) == (8, 8)
    assert placement("Full house", board_of("1234567" + 74 * ".")) is None


def test_naked_single() -> None:
    line = "12345..." + 9 * "." + ".6" + 5 * "." + "7" + "."
    assert placement("Naked single", board_of("1234567.." + "........8" + 63 * ".")) == (7, 8)
    assert placement("Naked single", board_of(line.ljust(81, "."))) is None


def test_hidden_single() -> None:
    line = "...1....." + "......1.." + 9 * "." + ".1......." + 9 * "." + ".......1."
    assert placement("Hidden single", board_of(line.ljust(81, "."))) is None
    line = "...1....." + "......1.." + 9 * "." + ".1......." + "..1......"
    assert placement("Hidden single", board_of(line.ljust(81, "."))) == (18, 0)


def test_singles_come_in_the_order_in_which_they_arose() -> None:
    position = board({"r5c5": "3", "r1c1": "7"}, {})
    assert placement("Naked single", position) == (cells_named(NINE, "r5c5")[0], 2)
    assert placement("Naked single", position) == (0, 6)
    assert placement("Naked single", position) is None


def test_avoidable_rectangle_1() -> None:
    position = board({}, {})
    for name, symbol in (("r1c1", 0), ("r1c2", 1), ("r4c1", 1)):
        position.place(cells_named(NINE, name)[0], symbol)
    move = finder_of("Avoidable rectangle 1")(position)
    assert move is not None
    assert set(move.eliminations()) == removed_by({"r4c2": "1"})
    position.givens = 1  # The clue is not up for exchange.
    assert finder_of("Avoidable rectangle 1")(position) is None


def test_avoidable_rectangle_2() -> None:
    def position(last: str) -> Board:
        position = board({"r4c1": "23", "r4c2": last}, {})
        position.place(cells_named(NINE, "r1c1")[0], 0)
        position.place(cells_named(NINE, "r1c2")[0], 1)
        return position

    move = finder_of("Avoidable rectangle 2")(position("13"))
    assert move is not None
    assert set(move.eliminations()) == removed_by({"r4c3-9 r5-6c1-3": "3"})
    assert finder_of("Avoidable rectangle 2")(position("14")) is None


def test_brute_force() -> None:
    puzzle = grid_of(NET)
    solution = solve(puzzle)
    assert solution is not None
    assert placement("Brute force", Board(puzzle)) == (0, solution.cells[0] - 1)
    assert placement("Brute force", board_of("12345678." + 8 * "." + "9" + 63 * ".")) is None


def all_templates() -> list[int]:
    """Return every way to put a symbol into nine cells, by trying all orders of columns."""
    found = []
    for columns in permutations(range(9)):
        boxes = {(row // 3, column // 3) for row, column in enumerate(columns)}
        if len(boxes) == 9:
            found.append(mask_of(9 * row + column for row, column in enumerate(columns)))
    return found


def test_template_cells_are_those_of_all_templates() -> None:
    templates = all_templates()
    assert len(templates) == 46656
    draw = random.Random(1)
    for share in (0.3, 0.4, 0.5, 0.7, 1.0):
        places = mask_of(cell for cell in range(81) if draw.random() < share)
        union = 0
        for template in templates:
            if not template & ~places:
                union |= template
        assert template_cells(places) == union


OF_ONE_SYMBOL = (
    *("X-Wing", "Swordfish", "Jellyfish", "Skyscraper", "Two-string kite", "Turbot fish"),
    *("Empty rectangle", "Simple colours", "Multi colours", "X-Chain", "Franken X-Wing"),
    *("Franken Swordfish", "Finned X-Wing", "Finned Franken X-Wing", "Finned Franken Swordfish"),
)


@pytest.mark.parametrize("technique", OF_ONE_SYMBOL)
def test_what_one_symbol_removes_is_in_no_template(technique: str) -> None:
    shown = SHOWN[technique]
    position = board(shown.only, shown.without)
    assert not mask_of(cell for cell, _ in removed_by(shown.removed)) & ~refutable(position, 0)


def rows(name: str) -> list[list[str]]:
    lines = (DATA / name).read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith(("#", "puzzle\t"))]


@pytest.mark.parametrize(("line", "level", "score", "technique"), rows("hodoku.tsv"))
def test_rating_equals_the_reference(line: str, level: str, score: str, technique: str) -> None:
    rating = rate_hodoku(grid_of(line))
    assert (rating.level, rating.score, rating.technique) == (level, int(score), technique)


@pytest.mark.parametrize("line", [row[0] for row in rows("hodoku.tsv")] + [NET])
def test_no_move_contradicts_the_solution(line: str) -> None:
    solution = solve(grid_of(line))
    assert solution is not None
    path = HodokuPath(grid_of(line))
    before = path.board.candidates[:]
    while (move := path.next_move()) is not None:
        assert_sound(move, before, solution)
        before = path.board.candidates[:]
    assert bytes(path.board.values) == solution.cells


def assert_sound(move: Move, before: list[int], solution: Grid) -> None:
    assert move.placements or move.removals
    for cell, symbol in move.placements:
        assert solution.cells[cell] == symbol + 1, move
    for cell, symbols in move.removals:
        assert symbols, move
        assert before[cell] & symbols == symbols, move
        assert not symbols >> (solution.cells[cell] - 1) & 1, move


def test_score_is_the_sum_of_all_steps() -> None:
    rating = rate_hodoku(grid_of(NET))
    scores = {technique.name: technique.score for technique in TABLE}
    assert rating.score == sum(scores[name] * times for name, times in rating.techniques.items())
    assert rating.level == "extreme"
    assert rating.techniques["Forcing net"]


def test_complete_grid() -> None:
    solution = solve(grid_of(NET))
    assert solution is not None
    assert rate_hodoku(solution) == ("easy", 0, "", {})


@pytest.mark.parametrize("geometry", [Geometry.of(2, 2), Geometry.of(3, 3, 2, 3)])
def test_other_geometries_are_refused(geometry: Geometry) -> None:
    with pytest.raises(SudokuError, match="9x9"):
        rate_hodoku(Grid.empty(geometry))


def test_check_ends_the_work() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls > 500:
            raise UndecidedError("enough")

    with pytest.raises(UndecidedError):
        rate_hodoku(grid_of(NET), check)


def test_table_is_the_one_of_the_page() -> None:
    assert len(TABLE) == len({technique.name for technique in TABLE}) == 57
    assert [technique.score for technique in TABLE][:7] == [4, 4, 14, 40, 60, 50, 50]
    assert {technique.level for technique in TABLE} == set(LEVELS)
