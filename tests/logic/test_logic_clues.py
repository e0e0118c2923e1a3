"""Techniques for cages, signs of less, parity and neighbours that must not be consecutive."""

import random

import pytest

from sudokutools.constraints.collection import Constraints
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.innies import Sums
from sudokutools.logic.ladder import Path
from sudokutools.logic.levels import level_of
from sudokutools.logic.links import Links
from sudokutools.logic.rating import rate
from sudokutools.logic.state import State
from sudokutools.logic.tables import CAGE, members, tables_of
from sudokutools.logic.techniques import all_techniques, techniques
from sudokutools.solving.engines import engine
from tests.clues import common, grid_of
from tests.conftest import sweep
from tests.logic.positions import follow, position
from tests.logic.test_logic_variants import KINDS, puzzles

NINE = Geometry.of(3, 3)
APART = Geometry.of_variant(NINE, rules=["nonconsecutive"])


def test_cages_are_houses_that_see_themselves() -> None:
    constraints = grid_of("box=3x3,cages=12:r1c1r2c1r2c4/0:r9c8r9c9").constraints
    tables = tables_of(NINE, constraints)
    assert tables.names[27:] == ("cage 12 at r1c1", "cage at r9c8")
    assert tables.cage_sums == {27: 12}
    assert members(tables.cage_houses) == (27, 28)
    assert tables.peers[0] >> 12 & 1
    assert tables.chain_peers[0][-1] == 12
    assert tables_of(NINE).of_kind[CAGE] == range(27, 27)
    assert tables_of(NINE, grid_of("box=3x3,even=r1c1").constraints) is tables_of(NINE)
    state = State(Grid(NINE, bytes([3, *bytes(80)]), None, constraints))
    assert not state.candidates[12] >> 2 & 1


def test_unions_share_no_cell_and_hang_together() -> None:
    constraints = grid_of("box=3x3,cages=20:r1c1r1c2r1c3r1c4").constraints
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
    grid = grid_of("box=3x3,less=r5c5r6c6,cages=10:r1c1r1c2/7:r9c1r9c2r9c3")
    state = position(grid, {"r1c1-2": "123789"}, {})
    links = Links(state)
    nine_in_r1c2 = 8 * 81 + 1
    assert nine_in_r1c2 not in links.weak(0, use_y=True)
    assert 7 * 81 + 1 in links.weak(0, use_y=True)
    assert 7 * 81 + 1 not in links.weak(0, use_y=False)
    assert 2 * 81 + 50 in links.weak(6 * 81 + 40, use_y=True)
    assert links.weak_set(0, use_y=True) >> 7 * 81 + 1 & 1
    state = position(grid, {"r9c1": "24", "r9c2-3": "124"}, {})
    strong = dict(Links(state).strong(73, True, True))
    assert state.tables.names[strong[74]] == "cage 7 at r9c1"


LEVEL_OF = {
    "easy": "Last cell of a cage,Single combination,Innie or outie",
    "medium": "Cage bounds,Cage pair",
    "hard": "Innie or outie of several houses,Cage locking,Cage triple,Innies or outies,Cage quad,"
    "Innies and outies,Cage permutations",
    "expert": "Innies or outies of several houses,Large cage,Many innies and outies,"
    "Cages of a house",
}


def test_levels_of_killers_are_as_published() -> None:
    rows = [row for row in techniques(9, ("variant", "cages")) if row.needs == "cages"]
    expected = {name: level for level, names in LEVEL_OF.items() for name in names.split(",")}
    assert {row.name: level_of(row.lowest) for row in rows} == expected
    assert all(level_of(row.lowest) == level_of(row.highest) for row in rows)


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
    cells = [0, 0, 3, 2, 0, 0, 4, 1, *bytes(8)]
    grid = grid_of("box=2x2,cages=5:r1c1r1c2/4:r2c1r2c2", cells)
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
    follow(Path(grid), solution.cells, 69)
