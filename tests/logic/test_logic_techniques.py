"""Techniques beyond the wings: positions that show them, and ones next to these that do not."""

import pytest

from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic import loops
from sudokutools.logic.ladder import Path, rungs
from sudokutools.logic.state import State
from sudokutools.logic.strand import cell_list
from sudokutools.logic.techniques import TECHNIQUES
from tests.logic.positions import cells_named, finder, grid_of, marks, marks_in, rows_of
from tests.logic.test_logic_dynamic import LEVELS
from tests.tables import cases

NINE = Geometry.of(3, 3)
ROWS = rows_of("technique_steps.tsv")
POSITIONS = rows_of("technique_positions.tsv")


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: row[0])
def test_position_shows_the_technique_or_does_not(row: list[str]) -> None:
    _, technique, rating, losers, only, without = row
    step = finder(technique)(marks(NINE, marks_in(only), marks_in(without)))
    assert (step is not None) == bool(rating)
    if step is not None:
        assert (step.points, step.technique) == (int(rating), technique)
        assert cell_list(NINE, (cell for cell, _ in step.eliminations)) == losers


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
    path = Path(grid_of(puzzle))
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


@cases
def test_sizes_of_bug_type_3(
    names: str, symbols: str, rating: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra candidates are 1 in r1c1 and 2 in r1c2."""
    monkeypatch.setattr(loops, "bug_extras", lambda _: {0: 0b01, 1: 0b10})
    step = loops.find_bug(marks(NINE, {names: symbols}, {}))
    assert (step.points if step else 0) == rating


def test_table_covers_the_ladder() -> None:
    """Direct claiming never decides on 9x9; dynamic chains have tests of their own."""
    shown = [row[0] for row in ROWS if row[3]]
    assert [name for name in TECHNIQUES if name not in {*shown, *LEVELS}] == ["Direct claiming"]


@pytest.mark.long
def test_nested_chains_of_easter_monster() -> None:
    """The first step of Easter Monster (ER 11.6, EP 11.6, ED 10.8) nests static chains."""
    puzzle = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    step = Path(grid_of(puzzle), guided=False).next_step()
    assert step is not None
    assert step.technique == "Dynamic contradiction forcing chains plus forcing chains"
    assert (step.points, step.complexity) == (108, 346)
    assert step.eliminations == ((44, 6),)
