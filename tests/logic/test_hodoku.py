"""The techniques of HoDoKu: positions that show them, and ones next to these that do not."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import permutations, takewhile

import pytest

from sudokutools import rate_hodoku, solve
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.fish import refutable, template_cells
from sudokutools.logic.hodoku.rating import HodokuPath
from sudokutools.logic.hodoku.techniques import BY_NAME, TABLE
from sudokutools.logic.levels import HODOKU_LEVELS as LEVELS
from sudokutools.logic.step import Step
from sudokutools.logic.tables import mask_of
from tests.conftest import StopError, stop_after
from tests.logic.positions import cells_named, follow, grid_of, marks_in, marks_of, rows_of

NINE = Geometry.of(3, 3)
Marks = Mapping[str, str]
SHOWN = {
    technique: [marks_in(text) for text in row]
    for technique, *row in rows_of("hodoku_positions.tsv")
}
BUG = "..9..3..5..596........1.68.....37....1.5......4....8...9.6...4.78.......4.3.5...8"
NET = ".2...61....72.....6..1..9...4....38..7.....9.3...5...4...41....95..3..........6.2"

# A step of a real puzzle: its number on the path.
STEPS = {"BUG + 1": (43, BUG), "Forcing net": (11, NET)}
STEPS_REMOVE = {"BUG + 1": {"r4c7": "19"}, "Forcing net": {"r1c3": "4"}}

PLACES = {"Full house", "Naked single", "Hidden single", "Brute force"}
PARTLY_FILLED = {"Avoidable rectangle 1", "Avoidable rectangle 2"}


def finder_of(technique: str) -> Callable[[Board], Step | None]:
    return partial(BY_NAME[technique].load(), BY_NAME[technique])


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
        path.next_step()
    return path.board


def test_every_technique_has_a_position() -> None:
    shown = {*SHOWN, *STEPS, *PLACES, *PARTLY_FILLED}
    assert shown == {technique.name for technique in TABLE}


@pytest.mark.parametrize("technique", SHOWN)
def test_technique(technique: str) -> None:
    removed, only, without, *_ = SHOWN[technique]
    step = finder_of(technique)(board(only, without))
    assert step is not None
    assert step.technique == technique
    assert set(step.eliminations) == removed_by(removed)
    assert not step.placements
    assert step.cells


@pytest.mark.parametrize("technique", SHOWN)
def test_technique_does_not_apply_next_to_it(technique: str) -> None:
    _, only, without, next_only, next_without = SHOWN[technique]
    assert finder_of(technique)(board(only | next_only, next_without or without)) is None


@pytest.mark.parametrize("technique", STEPS)
def test_technique_on_a_path(technique: str) -> None:
    number, line = STEPS[technique]
    step = finder_of(technique)(board_before(line, number))
    assert step is not None
    assert set(step.eliminations) == removed_by(STEPS_REMOVE[technique])
    for entry in takewhile(lambda entry: entry.name != technique, TABLE):
        assert finder_of(entry.name)(board_before(line, number)) is None, entry


def test_corner_that_has_lost_a_symbol() -> None:
    without = {"r4c3-9 r2-3c2 r5-9c2": "1"}
    hidden = finder_of("Hidden rectangle")
    step = hidden(board({"r1c1": "12", "r1c2": "13"}, without))
    assert step is not None
    assert set(step.eliminations) == removed_by({"r4c2": "2"})
    assert hidden(board({"r1c1": "12", "r1c2": "23"}, without)) is None
    step = finder_of("Uniqueness test 1")(board({"r1c1-2": "12", "r4c1": "12", "r4c2": "13"}, {}))
    assert step is not None
    assert set(step.eliminations) == removed_by({"r4c2": "1"})


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
    step = net(board({**strands, "r5c5": "234"}, {}))
    assert step is not None
    assert set(step.eliminations) == removed_by({"r1c1": "1"})
    assert net(board({**strands, "r5c5": "2346"}, {})) is None


def placement(technique: str, position: Board) -> tuple[int, int] | None:
    """Return the cell and the symbol (from 1) that a technique places."""
    step = finder_of(technique)(position)
    return None if step is None else step.placements[0]


def test_full_house() -> None:
    assert placement("Full house", board_of("12345678" + 73 * ".")) == (8, 9)
    assert placement("Full house", board_of("1234567" + 74 * ".")) is None


def test_naked_single() -> None:
    line = "12345..." + 9 * "." + ".6" + 5 * "." + "7" + "."
    assert placement("Naked single", board_of("1234567.." + "........8" + 63 * ".")) == (7, 9)
    assert placement("Naked single", board_of(line.ljust(81, "."))) is None


def test_hidden_single() -> None:
    line = "...1....." + "......1.." + 9 * "." + ".1......." + 9 * "." + ".......1."
    assert placement("Hidden single", board_of(line.ljust(81, "."))) is None
    line = "...1....." + "......1.." + 9 * "." + ".1......." + "..1......"
    assert placement("Hidden single", board_of(line.ljust(81, "."))) == (18, 1)


def test_singles_come_in_the_order_in_which_they_arose() -> None:
    position = board({"r5c5": "3", "r1c1": "7"}, {})
    assert placement("Naked single", position) == (cells_named(NINE, "r5c5")[0], 3)
    assert placement("Naked single", position) == (0, 7)
    assert placement("Naked single", position) is None


def test_avoidable_rectangle_1() -> None:
    position = board({}, {})
    for name, symbol in (("r1c1", 0), ("r1c2", 1), ("r4c1", 1)):
        position.place(cells_named(NINE, name)[0], symbol)
    step = finder_of("Avoidable rectangle 1")(position)
    assert step is not None
    assert set(step.eliminations) == removed_by({"r4c2": "1"})
    position.givens = 1  # The clue is not up for exchange.
    assert finder_of("Avoidable rectangle 1")(position) is None


def test_avoidable_rectangle_2() -> None:
    def position(last: str) -> Board:
        position = board({"r4c1": "23", "r4c2": last}, {})
        position.place(cells_named(NINE, "r1c1")[0], 0)
        position.place(cells_named(NINE, "r1c2")[0], 1)
        return position

    step = finder_of("Avoidable rectangle 2")(position("13"))
    assert step is not None
    assert set(step.eliminations) == removed_by({"r4c3-9 r5-6c1-3": "3"})
    assert finder_of("Avoidable rectangle 2")(position("14")) is None


def test_brute_force() -> None:
    puzzle = grid_of(NET)
    solution = solve(puzzle)
    assert solution is not None
    assert placement("Brute force", Board(puzzle)) == (0, solution.cells[0])
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
    removed, only, without, *_ = SHOWN[technique]
    goals = refutable(board(only, without), 0)
    assert not mask_of(cell for cell, _ in removed_by(removed)) & ~goals


@pytest.mark.parametrize(("line", "level", "score", "technique"), rows_of("hodoku.tsv"))
def test_rating_equals_the_reference(line: str, level: str, score: str, technique: str) -> None:
    rating = rate_hodoku(grid_of(line))
    assert (rating.level, rating.score, rating.technique) == (level, int(score), technique)


@pytest.mark.parametrize("line", [row[0] for row in rows_of("hodoku.tsv")] + [NET])
def test_no_step_contradicts_the_solution(line: str) -> None:
    solution = solve(grid_of(line))
    assert solution is not None
    path = HodokuPath(grid_of(line))
    follow(path, solution.cells)
    assert bytes(path.board.values) == solution.cells
    assert path.rating() == rate_hodoku(grid_of(line))


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
    with pytest.raises(StopError):
        rate_hodoku(grid_of(NET), stop_after(500))


def test_table_is_the_one_of_the_page() -> None:
    assert len(TABLE) == len({technique.name for technique in TABLE}) == 57
    assert [technique.score for technique in TABLE][:7] == [4, 4, 14, 40, 60, 50, 50]
    assert {technique.level for technique in TABLE} == set(LEVELS)
