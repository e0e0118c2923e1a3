"""The ladder on variants: every step is sound, and limits are reported."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path as File

import pytest

from sudokutools.checking import checking, facts
from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, parse_cells
from sudokutools.grid.spec import parse_spec
from sudokutools.logic.ladder import Path, rungs
from sudokutools.logic.loops import bug_extras
from sudokutools.logic.rating import rate, rate_in_python
from sudokutools.logic.state import State
from sudokutools.logic.tables import EXTRA, members, tables_of
from sudokutools.logic.techniques import TECHNIQUES, all_techniques, features_of, techniques
from sudokutools.masking.plan import Plan, PuzzleRequest
from sudokutools.solving.engines import engine
from tests.cli.conftest import Shell
from tests.clues import common, grid_of
from tests.conftest import long_rows
from tests.logic.positions import finder, follow, marks, marks_in, position, rows_of

DATA = File(__file__).parents[1] / "data" / "variants"
KINDS = sorted(file.stem for file in DATA.glob("*.tsv"))
PLAIN = Grid.empty(Geometry.of(3, 3))
X = Geometry.of_variant(Geometry.of(3, 3), rules=["x"])


def puzzles(kind: str) -> Iterator[tuple[Grid, Grid]]:
    for line in (DATA / f"{kind}.tsv").read_text().splitlines()[1:]:
        cells, spec, solution, *_ = line.split("\t")
        printed = parse_spec(spec)
        geometry = printed.geometry()
        assert geometry is not None
        constraints = printed.constraints(geometry)
        puzzle = Grid(geometry, parse_cells(cells.encode()), None, constraints)
        yield puzzle, puzzle.with_cells(parse_cells(solution.encode()))


NESTED = 90
"""From this rating on chains are nested in chains, which clues and nonconsecutive do without."""


@pytest.mark.parametrize(("most", "number"), [(79, 1), *long_rows([(94, 99)])])
@pytest.mark.parametrize("kind", KINDS)
def test_no_step_contradicts_the_solution(kind: str, most: int, number: int) -> None:
    for puzzle, solution in islice(puzzles(kind), number):
        features = features_of(puzzle)
        path = Path(puzzle)
        follow(path, solution.cells, most)
        is_ended = most >= NESTED and not {"cages", "less", "nonconsecutive"}.isdisjoint(features)
        assert path.is_solved or path.rating_bound > most or is_ended


RATED = [line.split("\t") for line in (DATA.parent / "rated_variants.tsv").read_text().splitlines()]


@pytest.mark.parametrize("kind", sorted({row[0] for row in RATED}))
def test_ratings_stay_what_they_are(kind: str) -> None:
    expected = [row[1:] for row in RATED if row[0] == kind]
    found = []
    for puzzle, _ in puzzles(kind):
        rating = rate(puzzle, 79)
        if rating.solved:
            found.append([str(n) for n in rating[:3]] + [rating.technique])
        else:
            found.append(["above", "", "", ""])
    assert found == expected


def test_houses_are_regions_columns_rows_and_further_ones() -> None:
    tables = tables_of(X)
    assert [*tables.of_kind[EXTRA]] == [27, 28]
    assert tables.names[:1] + tables.names[26:] == ("box 1", "row 9", "diagonal 1", "diagonal 2")
    assert tables.houses_of[40] == (4, 22, 13, 27, 28)
    jigsaw = next(puzzles("jigsaw"))[0].geometry
    assert tables_of(jigsaw).names[2] == "region 3"
    assert tables_of(jigsaw).houses[2] == jigsaw.region_cells[2]
    pairs = tables_of(Geometry.of_variant(Geometry.of(3, 3), rules=["antiking"]))
    assert members(pairs.peers[0] ^ tables_of(Geometry.of(3, 3)).peers[0]) == ()
    assert pairs.chain_peers[20][-1] == 30
    assert tables_of(Geometry.of(3, 3)).of_kind[EXTRA] == range(27, 27)


@pytest.mark.parametrize("row", rows_of("variant_positions.tsv"), ids=lambda row: row[0])
def test_position_shows_the_technique_or_not(row: list[str]) -> None:
    _, technique, spec, cells, only, without, rating, text = row
    empty = grid_of(spec)
    given = [int(sign) if sign != "." else 0 for sign in cells.ljust(empty.geometry.size, ".")]
    state = position(empty.with_cells(given), marks_in(only), marks_in(without))
    step = next(
        rung.producer()(state)
        for rung in rungs(empty.geometry.n, features_of(empty))
        if any(row.name == technique for row in rung.techniques)
    )
    assert (step and (f"{step.points}", step.describe())) == ((rating, text) if text else None)


def test_direct_locking_keeps_what_further_houses_share() -> None:
    """The 1 of house 1 is in house 2, at r1c1 or r2c2; r1c1 stays possible in house 3, too."""
    shared = [0, 10]
    houses = [
        [*shared, 20, 30, 40, 50, 60, 70, 80],
        [*shared, 23, 32, 43, 54, 65, 76, 78],
        [0, 13, 24, 33, 44, 55, 67, 74, 7],
    ]
    geometry = Geometry.of_variant(Geometry.of(3, 3), houses=houses)
    state = State(Grid.empty(geometry))
    kept = {*shared, 13, 32}
    state.remove([(cell, 1) for cell in range(81) if cell not in kept])
    assert finder("Direct claiming")(state) is None
    step = finder("Claiming")(state)
    assert step is not None
    assert step.eliminations == ((32, 1),)


@pytest.mark.parametrize(
    ("rules", "kept"), [(["x"], True), (["antiknight"], False), (["x", "antiking"], False)]
)
def test_uniqueness_is_for_houses_alone(rules: list[str], kept: bool) -> None:
    features = features_of(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=rules)))
    assert any(row.assumes_unique for row in techniques(9, features)) == kept
    assert "Generalised intersection" in {row.name for row in techniques(9, features)}


def test_a_rectangle_has_none_or_two_of_a_further_house() -> None:
    """r1c2, r1c5, r2c2 and r2c5 are a rectangle; r2c2 is on a diagonal, and alone there."""
    rectangle = {"r1c2": "12", "r1c5": "12", "r2c2": "12", "r2c5": "123"}
    step = finder("Unique rectangle type 1")(marks(Geometry.of(3, 3), rectangle, {}))
    assert step is not None
    assert step.eliminations == ((13, 1), (13, 2))
    assert finder("Unique rectangle type 1")(marks(X, rectangle, {})) is None
    off = {"r1c2": "12", "r1c4": "12", "r3c2": "12", "r3c4": "123"}
    step = finder("Unique rectangle type 1")(marks(X, off, {}))
    assert step is not None
    assert step.eliminations == ((21, 1), (21, 2))
    through = Geometry.of_variant(Geometry.of(3, 3), houses=[[1, 10, 80]])
    assert finder("Unique rectangle type 1")(marks(through, rectangle, {})) is not None


@pytest.mark.parametrize(("house", "holds"), [((), True), ((0, 15), False), ((0, 6), True)])
def test_a_grave_counts_further_houses(house: tuple[int, ...], holds: bool) -> None:
    """Without the 4 in r2c3 the four cells of 1 and 2 are a grave, if no house has one of them."""
    geometry = Geometry.of_variant(Geometry.of(2, 2), houses=[house])
    cells = [0, 3, 0, 4, 0, 4, 0, 3, 3, 1, 4, 2, 4, 2, 3, 1]
    state = State(Grid(geometry, cells))
    candidates, places = state.candidates[:], state.places[:]
    candidates[6] |= 0b1000
    places[3] |= 1 << 6
    found = bug_extras(state.with_marks(candidates, places))
    assert found == ({6: 0b1000} if holds else {})


def test_parity_shortens_the_first_marks() -> None:
    geometry = Geometry.of(2, 2)
    constraints = Constraints.of(geometry, common(even=[0], odd=[1]))
    state = State(Grid(geometry, bytes(16), None, constraints))
    assert state.candidates[:3] == [0b1010, 0b0101, 0b1111]


@pytest.mark.parametrize("kind", ["x", "jigsaw", "small", "evenodd"])
def test_logic_solves_what_other_engines_solve(kind: str) -> None:
    for puzzle, solution in puzzles(kind):
        if rate_in_python(puzzle, 44).solved:
            assert next(engine("logic")(puzzle)).cells == solution.cells


def test_what_needs_a_variant_is_no_step_of_plain_grids() -> None:
    name = "Generalised intersection"
    assert name not in TECHNIQUES
    assert {row.name for row in all_techniques(9)} > {*TECHNIQUES, name}
    with pytest.raises(SudokuError, match="does not apply to plain grids"):
        Plan(Geometry.of(3, 3), PuzzleRequest(technique=name)).check_grid(PLAIN)
    with pytest.raises(SudokuError, match="BUG type 1 does not apply to variant grids"):
        Plan(Geometry.of(3, 3), PuzzleRequest(technique="bug type 1", parity=10)).check_grid(PLAIN)
    Plan(Geometry.of(3, 3), PuzzleRequest(technique="cage pair", cages=(2, 3))).check_grid(PLAIN)
    plan = Plan(X, PuzzleRequest(technique=name))
    plan.check_grid(Grid.empty(X))
    assert plan.difficulty is not None
    assert (plan.difficulty.low, plan.difficulty.high) == (0, 200)
    found = rate_in_python(next(p for p, _ in puzzles("x+windoku")), 29)
    assert plan.difficulty.compare(found) in (-1, 0, 1)


def test_commands_tell_it(shell: Shell) -> None:
    puzzle, _ = next(puzzles("jigsaw"))
    line = next(iter((DATA / "jigsaw.tsv").read_text().splitlines()[1:])).split("\t")
    reported = shell(f"sudoku-solve --explain --spec {line[1]}", line[0] + "\n").out
    assert "region" in reported
    assert f"geometry {puzzle.geometry}" in reported
    line = (DATA / "killer.tsv").read_text().splitlines()[1].split("\t")
    solved = shell(f"sudoku-solve --method logic --spec {line[1]}", line[0] + "\n").out
    assert solved.startswith(line[2])
    reported = shell(f"sudoku-solve --explain --spec {line[1]}", line[0] + "\n").out
    assert "Last cell of a cage: r" in reported
    assert "2.9\tGeneralised" in shell("sudoku-solve --techniques --variant x").out
    assert "BUG" not in shell("sudoku-solve --techniques --variant antiking").out
    assert "Locked non-c" in shell("sudoku-solve --techniques --variant nonconsecutive").out
    assert "2.0\tCage pair" in shell("sudoku-solve --techniques --spec box=3x3,cages=9:r1c1").out


def test_a_variant_above_the_highest_rating_is_not_rated() -> None:
    """With diagonals and no knight's move, minimal: rated 11.4 and above."""
    geometry = Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiknight"])
    puzzle = "..........5....3................................816.....................97...4..."
    grid = Grid(geometry, parse_cells(puzzle.encode()))
    for status, failed, tests in (
        ("unknown", None, facts.Tests(rate=True)),
        ("ok", None, facts.Tests(levels=("extreme", "extreme"))),
        ("ok", None, facts.Tests(levels=("hard", "extreme"), ratings=(10.0, 20.0))),
        ("bad", "level", facts.Tests(levels=("easy", "expert"))),
        ("bad", "rating", facts.Tests(levels=("extreme", "extreme"), ratings=(9.0, 10.9))),
        ("unknown", None, facts.Tests(ratings=(9.0, 11.8))),
        ("unknown", None, facts.Tests(ratings=(11.8, 20.0))),
    ):
        verdict = checking.judge(grid, tests)
        assert (verdict.status, verdict.values.get("failed")) == (status, failed), tests
        assert "rating" not in verdict.values
        assert verdict.values["level"] == "extreme"
        assert verdict.reason == "not rated: above 10.9"
