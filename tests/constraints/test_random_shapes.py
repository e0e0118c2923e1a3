"""Random clues of every kind are true of their grid, and shapes are natural."""

import re
from itertools import pairwise, product
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import Geometry, Stream, generate
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.places import touching
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import backtrack, cdcl, variant
from tests.constraints.test_kinds import EXAMPLES
from tests.tables import rows_of

GRIDS = [generate(Geometry.of(*box), seed=str(box)) for box in ((3, 3), (2, 2), (3, 2), (4, 3))]
EVERY_4X4 = sorted(grid.cells for grid in backtrack.solutions(Grid.empty(Geometry.of(2, 2))))


def drawn(key: str, grid: Grid, seed: str, attempts: int = 200) -> list[Constraint]:
    canvas = Canvas(grid.geometry, grid.cells, Stream("test", seed, 0))
    try:
        kind(key).check_shape(grid.geometry)
    except SudokuError:
        return []
    found = (kind(key).drawn(canvas) for _ in range(attempts))
    return [clue for clue in found if clue is not None]


@pytest.mark.parametrize("length", [3, 4, 5])
def test_a_zipper_begins_as_it_may_go_on(length: int) -> None:
    middle, zipper = length // 2, kind("zipper")
    for symbols in product(range(1, 5), repeat=length):
        sums = {symbols[at] + symbols[-1 - at] for at in range(middle)}
        sums.update(symbols[middle : middle + length % 2])
        begun = [zipper.begins(symbols[: at + 1], length) for at in range(length)]
        assert all(begun) == (len(sums) == 1)


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: str(grid.geometry))
def test_true(key: str, grid: Grid) -> None:
    shape = grid.geometry
    clues = drawn(key, grid, "true", 3 if key in ("circles", "doubler") else 40)
    assert clues or key in ("negative", "entropic", "magicsquare", "doubler") or shape.n < 6
    for clue in clues:
        clue.check(shape)
        assert clue.is_true(grid.cells, shape)
        assert kind(key).parse(clue.value(shape), shape) == clue


@pytest.mark.parametrize("key", KINDS)
@given(st.integers(0, 10**9))
@settings(max_examples=5)
def test_solutions_are_the_grids_in_which_a_clue_is_true(key: str, seed: int) -> None:
    grid, every = GRIDS[1].with_cells(EVERY_4X4[seed % 288]), Grid.empty(GRIDS[1].geometry)
    for clue in drawn(key, grid, str(seed), 9)[:1]:
        expected = [cells for cells in EVERY_4X4 if clue.is_true(cells, grid.geometry)]
        for engine in (variant, cdcl):
            found = engine.solutions(every.with_constraints(clue))
            assert sorted(solution.cells for solution in found) == expected


def test_solutions_without_ties() -> None:
    grid = Grid.empty(Geometry.of_variant(Geometry.of(2, 2), rules=["noties"]))
    lines = [grid.geometry.row_cells, grid.geometry.column_cells]
    ways = [line[::step] for part in lines for line in part for step in (1, -1)]
    expected = [c for c in EVERY_4X4 if len({tuple(c[at] for at in way) for way in ways}) == 16]
    assert expected == [c for c in EVERY_4X4 if not any(grid.with_cells(c).clashes())]
    for engine in (variant, cdcl):
        assert sorted(solution.cells for solution in engine.solutions(grid)) == expected


SUMS = dict(rows_of("constraints/random_shapes.tsv"))


@pytest.mark.parametrize("key", KINDS)
def test_a_seed_names_clues_and_a_clue_its_marks(key: str) -> None:
    """Where a change is meant, look at the pages, and list other clues in CHANGELOG.md."""
    number = 2 if key in ("circles", "doubler") else 9
    clues = [c.value(grid.geometry) for grid in GRIDS for c in drawn(key, grid, "sums", number)]
    nine = GRIDS[0].geometry
    marks = [*kind(key).figures([kind(key).parse(EXAMPLES[key], nine)], nine)]
    rounded = re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.3f}", f"{clues} {marks}")
    assert f"{crc32(rounded.encode()) & 0xFFFF:04x}" == SUMS[key]


@pytest.mark.parametrize("key", ["whisper", "renban", "between", "arrow", "palindrome", "regex"])
def test_lines_are_connected_and_do_not_touch_themselves(key: str) -> None:
    beside, around = (touching(9, 9, corners) for corners in (False, True))
    for clue in drawn(key, GRIDS[0], key):
        line = clue.head + clue.cells
        assert all(b in around[a] for a, b in pairwise(line))
        assert all(set(line[:at]).isdisjoint(beside[cell]) for at, cell in enumerate(line[1:]))


def test_used_cells_are_avoided() -> None:
    canvas = Canvas(GRIDS[0].geometry, GRIDS[0].cells, Stream("test", "", 0))
    canvas.avoid(range(40))
    for _ in range(100):
        for key in ("whisper", "cages", "difference", "clone", "circles", "even"):
            clue = kind(key).drawn(canvas)
            assert clue is None or min(clue.head + clue.cells) >= 40
