"""Techniques for cages, signs of less, parity and neighbours that must not be consecutive."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from sudokutools.constraints.collection import Constraints
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.innies import Sums
from sudokutools.logic.ladder import Path, rungs
from sudokutools.logic.levels import LEVELS
from sudokutools.logic.links import Links
from sudokutools.logic.rating import rate
from sudokutools.logic.state import State
from sudokutools.logic.step import Step
from sudokutools.logic.tables import CAGE, members, tables_of
from sudokutools.logic.techniques import all_techniques, features_of, techniques
from sudokutools.solving.engines import engine
from tests.clues import common
from tests.conftest import sweep
from tests.logic.positions import cells_named, marks_of
from tests.logic.test_logic_variants import KINDS, puzzles

NINE = Geometry.of(3, 3)
APART = Geometry.of_variant(NINE, rules=["nonconsecutive"])


def clues(geometry: Geometry = NINE, **given: Any) -> Constraints | None:
    """Return clues with cells by name: `cages={"r1c1-2": 10}`, `less=["r1c1 r1c2"]`."""
    cages = [
        (total, cells_named(geometry, names)) for names, total in given.pop("cages", {}).items()
    ]
    less = [cells_named(geometry, run) for run in given.pop("less", ())]
    marked = {key: cells_named(geometry, names) for key, names in given.items()}
    return Constraints.of(geometry, common(cages, less, **marked))


def position(
    constraints: Constraints | None,
    only: Mapping[str, str] | None = None,
    without: Mapping[str, str] | None = None,
    geometry: Geometry = NINE,
) -> State:
    """Return an empty grid with clues, and the marks of named cells."""

    def make(grid: Grid) -> State:
        return State(Grid(grid.geometry, grid.cells, None, constraints))

    return marks_of(make, geometry, only or {}, without or {})


def found(technique: str, state: State) -> Step | None:
    grid = Grid(state.tables.geometry, bytes(state.tables.size), None, state.constraints)
    return next(
        rung.producer()(state)
        for rung in rungs(state.tables.n, features_of(grid))
        if any(row.name == technique for row in rung.techniques)
    )


def explained(technique: str, state: State) -> str:
    """Return the explanation of the first step."""
    step = found(technique, state)
    assert step is not None
    assert step.technique == technique
    return step.describe().removeprefix(f"{technique}: ")


def test_cages_are_houses_that_see_themselves() -> None:
    constraints = clues(cages={"r1c1 r2c1 r2c4": 12, "r9c8-9": 0})
    tables = tables_of(NINE, constraints)
    assert tables.names[27:] == ("cage 12 at r1c1", "cage at r9c8")
    assert tables.cage_sums == {27: 12}
    assert members(tables.cage_houses) == (27, 28)
    assert tables.peers[0] >> 12 & 1
    assert tables.chain_peers[0][-1] == 12
    assert tables_of(NINE).of_kind[CAGE] == range(27, 27)
    assert tables_of(NINE, clues(even="r1c1")) is tables_of(NINE)
    state = State(Grid(NINE, bytes([3, *bytes(80)]), None, constraints))
    assert not state.candidates[12] >> 2 & 1


def test_last_cell() -> None:
    constraints = clues(cages={"r1c1-2": 10})
    state = State(Grid(NINE, bytes([3, *bytes(80)]), None, constraints))
    assert explained("Last cell of a cage", state) == (
        "r1c2 is the last empty cell of cage 10 at r1c1, so it is 7"
    )
    wrong = State(Grid(NINE, bytes([5, *bytes(80)]), None, constraints))
    assert found("Last cell of a cage", wrong) is None


def test_single_combination_leaves_what_sees_the_cage() -> None:
    state = position(clues(cages={"r1c1-2": 17}), {"r1c1 r1c2": "89"}, {"r1c4-9": "89"})
    step = found("Single combination", state)
    assert step is not None
    box = cells_named(NINE, "r1c3 r2-3c1-3")
    assert step.eliminations == tuple((cell, symbol) for cell in sorted(box) for symbol in (8, 9))
    narrow = position(clues(cages={"r1c1 r2c1": 3}), {}, {"r2-9c1": "12", "r1-3c2-3": "12"})
    assert explained("Single combination", narrow) == (
        "cage 3 at r1c1: r1c1 and r2c1 can only be 1+2, so remove 3, 4, 5, 6, 7, 8 and 9 from"
        " r1c1 and r2c1"
    )


def test_bounds_and_pairs() -> None:
    pair = clues(cages={"r1c1-2": 10})
    assert explained("Cage bounds", position(pair, {"r1c1": "78"})) == (
        "cage 10 at r1c1: r1c1 and r1c2 must add up to 10 (2+8 or 3+7), which bounds each of"
        " them, so remove 1, 4, 5, 6, 7, 8 and 9 from r1c2"
    )
    assert explained("Cage pair", position(pair, {"r1c1": "138", "r1c2": "2679"})) == (
        "cage 10 at r1c1: r1c1 and r1c2 must add up to 10 (1+9, 2+8 or 3+7; never 6),"
        " so remove 6 from r1c2"
    )


TRIPLE = clues(cages={"r1c1-3": 10})


def test_combinations_of_three_cells_are_those_that_have_places() -> None:
    """1+2+7 has no place for the 2, so the 7 goes with it."""
    state = position(TRIPLE, {"r1c1-3": "134567"})
    assert explained("Cage triple", state) == (
        "cage 10 at r1c1: r1c1, r1c2 and r1c3 must add up to 10 (1+3+6 or 1+4+5; never 7), so"
        " remove 7 from r1c1, r1c2 and r1c3"
    )
    assert found("Cage quad", state) is None


def test_permutations_look_at_each_cell() -> None:
    """Of 1+3+6 and 1+4+5, the 1 must be in r1c1: r1c1 holds nothing else."""
    state = position(TRIPLE, {"r1c1": "1356", "r1c2": "346", "r1c3": "356"})
    assert found("Cage triple", state) is None
    assert explained("Cage permutations", state) == (
        "cage 10 at r1c1: r1c1, r1c2 and r1c3 must add up to 10 (1+3+6 or 1+4+5); after trying all"
        " orders, remove 3, 5 and 6 from r1c1"
    )


def test_a_cage_locks_what_it_needs() -> None:
    state = position(clues(cages={"r1c1-2 r2c2": 8}), {"r1c1-2 r2c2": "12345"})
    step = found("Cage locking", state)
    assert step is not None
    assert step.symbols == (1,)
    assert {cell for cell, _ in step.eliminations} == {*cells_named(NINE, "r1c3 r2c1 r2c3 r3c1-3")}
    state = position(clues(cages={"r1c1-2 r2c2": 8}), {"r1c1-2": "12345", "r2c2": "2345"})
    step = found("Cage locking", state)
    assert step is not None
    assert step.describe() == (
        "Cage locking: all combinations of cage 8 at r1c1 (1+2+5 or 1+3+4) include 1, which can"
        " only go in r1c1 and r1c2, so remove 1 from r1c3-9, r2-3c1, r2-3c3 and r3c2"
    )


ROW = {"r1c1-4": 20, "r1c5-8": 18}


def test_an_innie_and_an_outie() -> None:
    assert explained("Innie or outie", position(clues(cages=ROW))) == (
        "row 1 adds up to 45 and its cages leave 7 for r1c9, so r1c9 is 7"
    )
    outside = clues(cages={"r1c1-4": 20, "r1c5-8": 18, "r1c9 r2c9": 11})
    state = position(outside)
    assert explained("Innie or outie", state).endswith(" its cages leave 7 for r1c9, so r1c9 is 7")
    state.place(8, 6)
    assert explained("Innie or outie", state) == (
        "row 1 adds up to 45 and its cages leave 4 for r2c9 outside, so r2c9 is 4"
    )


def test_innies_of_several_houses() -> None:
    both = clues(cages={"r1c1-7 r2c7": 39, "r2c1-6 r1c8": 34, "r2c8 r3c8": 9, "r1c9 r3c9": 9})
    state = position(both, {"r1c9": "12345", "r2c8": "123", "r2c9": "789"})
    assert found("Innie or outie", state) is None
    assert explained("Innies or outies of several houses", state) == (
        "rows 1 and 2 add up to 90 and their cages leave 17 for r1c9, r2c8 and r2c9 (3+5+9), so"
        " remove 1, 2, 3 and 4 from r1c9; 1 and 2 from r2c8; 7 and 8 from r2c9"
    )


def test_innies_that_need_a_symbol_lock_it() -> None:
    state = position(clues(cages={"r1c1-7": 28}), {"r1c8-9": "89"})
    step = found("Innies or outies", state)
    assert step is not None
    assert step.describe().startswith(
        "Innies or outies: row 1 adds up to 45 and its cages leave 17 for r1c8 and r1c9 (8+9),"
        " which must include 8, so remove 8 from r1c1"
    )
    assert {symbol for _, symbol in step.eliminations} == {8}


def test_an_innie_beside_an_outie() -> None:
    """Row 1 is 45 = 35 + innie + (12 - outie): the innie is 2 less than the outie."""
    constraints = clues(cages={"r1c1-7": 35, "r1c8 r2c8": 12})
    state = position(constraints, {}, {"r1c8-9": "5"})
    assert found("Innies or outies", state) is None
    assert explained("Innies and outies", state) == (
        "row 1 adds up to 45 and its cages imply that r1c9 is 2 less than r2c8, so remove 8 and 9"
        " from r1c9; 1, 2 and 7 from r2c8"
    )


def test_cages_share_a_house() -> None:
    """One of two cages takes the 1 and the 4, the other the 2 and the 3: no other cell does."""
    state = position(clues(cages={"r1c1-2": 5, "r1c4-5": 5}), {"r1c1-2 r1c4-5": "1234"})
    step = found("Cages of a house", state)
    assert step is not None
    assert step.describe().startswith(
        "Cages of a house: after trying all ways to divide row 1 among its cages, 5 (1+4"
        " or 2+3) and 5 (1+4 or 2+3), remove 1, 2, 3 and 4 from r1c3"
    )
    assert {cell for cell, _ in step.eliminations} == {2, 5, 6, 7, 8}


def test_unions_share_no_cell_and_hang_together() -> None:
    constraints = clues(cages=ROW)
    unions = Sums(tables_of(NINE, constraints)).unions
    sizes = [len(union.houses) for union in unions]
    assert [sizes.count(count) for count in (1, 2, 3, 4)] == [27, 16 + 12, 14 + 22, 12]
    partial = Geometry.of(3, 3, 1, 3)
    constraints = Constraints.of(partial, common([(10, [0, 1])]))
    houses = [union.houses for union in Sums(tables_of(partial, constraints)).unions]
    assert houses[:3] == [(0,), (1,), (2,)]
    assert (3,) in houses
    assert all(house < 6 for union in houses for house in union)
    constraints = Constraints.of(Geometry.of(1, 2), common([(3, [1, 3])]))
    for union in Sums(tables_of(Geometry.of(1, 2), constraints)).unions:
        assert union.rest in (0, 3, 6)


def test_less_bounds_two_cells() -> None:
    state = position(clues(less=["r1c1 r1c2"]), {"r1c1": "23456", "r1c2": "12345"})
    assert explained("Less than", state) == (
        "r1c1 must be less than r1c2, so remove 5 and 6 from r1c1; 1 and 2 from r1c2"
    )


def test_ranks_count_cells_that_differ() -> None:
    state = position(clues(less=["r1c1 r1c3", "r1c2 r1c3", "r2c1 r1c3"]))
    assert explained("Ranks in a house", state) == (
        "in box 1, the signs make r1c3 greater than 3 other cells, so remove 1, 2 and 3 from r1c3"
    )
    state = position(clues(less=["r1c1 r2c1 r3c1"]), {"r2c1": "2345678", "r3c1": "56789"})
    step = found("Ranks in a house", state)
    assert step is not None
    assert step.eliminations == ((0, 8), (0, 9))


def test_a_house_in_order() -> None:
    """On r1c1 < r1c2 and r1c1 < r2c1, the 1 of the box is nowhere else: so it is in r1c1."""
    state = position(
        clues(less=["r1c1 r1c2", "r1c1 r2c1"]), {"r1c1": "13"}, {"r1c3 r2c2-3 r3c1-3": "1"}
    )
    step = found("Order of a house", state)
    assert step is not None
    assert step.eliminations[0] == (0, 3)
    assert step.describe().startswith(
        "Order of a house: after trying all ways to fill box 1 under its inequalities,"
        " remove 3 from r1c1"
    )


def test_even_cells_of_a_house_are_counted() -> None:
    state = position(clues(even="r1c1-3 r1c9"), {}, {"r1c5-8": "2468"})
    assert explained("Parity count", state) == (
        "row 1 already has its 4 even cells, so remove 2, 4, 6 and 8 from r1c4"
    )
    state = position(clues(odd="r1c1-4 r1c9"))
    step = found("Parity count", state)
    assert step is not None
    assert {symbol for _, symbol in step.eliminations} == {1, 3, 5, 7, 9}


def test_neighbours_that_would_have_nothing_left() -> None:
    state = position(None, {"r5c5": "34"}, geometry=APART)
    step = found("Locked non-consecutive", state)
    assert step is not None
    assert step.describe().startswith(
        "Locked non-consecutive: r5c5 can only be 3 or 4,"
        " and no neighbour may rule out all of these, so remove 3 and 4 from r4c5"
    )
    assert {cell for cell, _ in step.eliminations} == {31, 39, 41, 49}


def test_a_symbol_that_would_have_no_place() -> None:
    state = position(None, {}, {"r1c1-3 r1c6-9": "5"}, APART)
    step = found("Locked non-consecutive", state)
    assert step is not None
    assert step.eliminations == ((3, 4), (3, 6), (4, 4), (4, 6))
    assert step.houses == ("row 1",)


def test_a_line_without_neighbours_in_sequence() -> None:
    four = Geometry.of_variant(Geometry.of(2, 2), rules=["nonconsecutive"])
    step = found("Non-consecutive line", position(None, geometry=four))
    assert step is not None
    assert step.houses == ("column 1",)
    assert step.eliminations == ((0, 1), (0, 4), (4, 2), (4, 3), (8, 2), (8, 3), (12, 1), (12, 4))


def test_placing_a_symbol_parts_the_neighbours() -> None:
    state = State(Grid.empty(APART))
    steps = state.steps_taken
    state.place(40, 4)
    assert state.steps_taken == steps + 1
    for cell in (31, 39, 41, 49):
        assert not state.candidates[cell] & 0b111000
        assert state.changed_cells[-1] >> cell & 1
    assert state.candidates[0] == 0b111111111


def test_clues_are_links() -> None:
    constraints = clues(cages={"r1c1-2": 10, "r9c1-3": 7}, less=["r5c5 r6c6"])
    state = position(constraints, {"r1c1-2": "123789"})
    links = Links(state)
    nine_in_r1c2 = 8 * 81 + 1
    assert nine_in_r1c2 not in links.weak(0, use_y=True)
    assert 7 * 81 + 1 in links.weak(0, use_y=True)
    assert 7 * 81 + 1 not in links.weak(0, use_y=False)
    assert 2 * 81 + 50 in links.weak(6 * 81 + 40, use_y=True)
    assert links.weak_set(0, use_y=True) >> 7 * 81 + 1 & 1
    state = position(constraints, {"r9c1": "24", "r9c2-3": "124"})
    strong = dict(Links(state).strong(73, True, True))
    assert tables_of(NINE, constraints).names[strong[74]] == "cage 7 at r9c1"


LEVEL_OF = {
    "Last cell of a cage": "easy",
    "Single combination": "easy",
    "Innie or outie": "easy",
    "Cage bounds": "medium",
    "Cage pair": "medium",
    "Innie or outie of several houses": "hard",
    "Cage locking": "hard",
    "Cage triple": "hard",
    "Innies or outies": "hard",
    "Cage quad": "hard",
    "Innies and outies": "hard",
    "Cage permutations": "hard",
    "Innies or outies of several houses": "expert",
    "Large cage": "expert",
    "Many innies and outies": "expert",
    "Cages of a house": "expert",
}


def test_levels_of_killers_are_as_published() -> None:
    rows = {row.name: row for row in techniques(9, ("variant", "cages")) if row.needs == "cages"}
    assert rows.keys() == LEVEL_OF.keys()
    for name, level in LEVEL_OF.items():
        low, high = LEVELS[level]
        assert low <= rows[name].lowest <= rows[name].highest <= high


def test_they_are_tried_on_their_grids_alone() -> None:
    needs = {"cages", "less", "parity", "nonconsecutive"}
    assert not any(row.needs in needs for row in techniques(9, ("variant",)))
    plain = {rating for row in techniques(9, ("variant",)) for rating in row.ratings(9)}
    added = {rating for row in all_techniques(9) for rating in row.ratings(9)}
    assert added == plain, "a range of ratings that plain puzzles have none of stays refused"
    for feature in ("nonconsecutive", "less", "cages", "parity"):
        nested = [row for row in techniques(9, ("variant", feature)) if row.lowest >= 90]
        assert bool(nested) == (feature == "parity")


@pytest.mark.parametrize("kind", ["killer", "combo", "less"])
def test_the_ladder_solves_all_of_these(kind: str) -> None:
    for puzzle, solution in puzzles(kind):
        path = Path(puzzle)
        while path.next_step() is not None:
            pass
        assert bytes(path.values) == solution.cells


def test_method_logic_knows_what_breaks_a_clue() -> None:
    wrong = clues(Geometry.of(2, 2), cages={"r1c1-2": 5, "r2c1-2": 4})
    grid = Grid(Geometry.of(2, 2), [0, 0, 3, 2, 0, 0, 4, 1, *bytes(8)], None, wrong)
    assert list(engine("logic")(grid)) == []


def test_killers_are_rated() -> None:
    puzzle = next(grid for grid, _ in puzzles("killer") if grid.geometry is NINE)
    rating = rate(puzzle)
    assert rating.solved
    assert rating.level == "medium"
    assert rating.techniques["Cage bounds"] > 5


def mixture(source: random.Random, puzzle: Grid, solution: Grid) -> Grid:
    """Return a grid of the same rules, with random clues that a solution keeps."""
    n, cells = puzzle.geometry.n, range(puzzle.geometry.size)
    beside = [(c, c + 1) for c in cells if (c + 1) % n] + [
        (c, c + n) for c in cells if c + n in cells
    ]
    cages, left = [], set(cells)
    while left and source.random() < 0.97:
        cage = [source.choice(sorted(left))]
        for _ in range(source.randrange(6)):
            ways = [
                b if a == cage[-1] else a
                for a, b in beside
                if cage[-1] in (a, b) and {a, b} & left - {cage[-1]}
            ]
            ways = [c for c in ways if solution[c] not in {solution[each] for each in cage}]
            cage += [source.choice(ways)] if ways else []
        left -= set(cage)
        cages.append((sum(solution[c] for c in cage) * (source.random() < 0.98), cage))
    less = [sorted(pair, key=lambda c: solution[c]) for pair in beside if source.random() < 0.3]
    less = [pair for pair in less if solution[pair[0]] != solution[pair[1]]]
    marked = [c for c in cells if source.random() < 0.3]
    listed = common(
        cages if source.random() < 0.7 else (),
        less if source.random() < 0.4 else (),
        [c for c in marked if not solution[c] % 2] if source.random() < 0.4 else (),
        [c for c in marked if solution[c] % 2],
    )
    constraints = Constraints.of(puzzle.geometry, listed)
    share = source.choice([0, 0.1, 0.3])
    given = bytes(symbol if source.random() < share else 0 for symbol in solution.cells)
    return Grid(puzzle.geometry, given, None, constraints)


@pytest.mark.parametrize("seed", sweep(range(40), range(40, 1000)))
def test_no_step_contradicts_a_solution(seed: int) -> None:
    """Without uniqueness, every step holds in every solution, of one or of many."""
    source = random.Random(seed)
    puzzle, solution = source.choice([*puzzles(source.choice(KINDS))])
    grid = mixture(source, puzzle, solution)
    path = Path(grid)
    while (step := path.next_step(69)) is not None:
        assert step.placements or step.eliminations
        assert step.describe()
        assert all(solution[cell] == symbol for cell, symbol in step.placements)
        assert all(solution[cell] != symbol for cell, symbol in step.eliminations)
