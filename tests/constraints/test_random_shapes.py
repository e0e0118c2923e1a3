"""Random clues of every kind are true of their grid, and shapes are natural."""

from itertools import pairwise

import pytest

from sudokutools import Geometry, Stream, generate
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.places import touching
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid

GRIDS = [generate(Geometry.of(*box), seed=str(box)) for box in ((3, 3), (2, 2), (3, 2), (4, 3))]


def drawn(key: str, grid: Grid, seed: str, attempts: int = 200) -> list[Constraint]:
    canvas = Canvas(grid.geometry, grid.cells, Stream("test", seed, 0))
    found = (kind(key).drawn(canvas) for _ in range(attempts))
    return [clue for clue in found if clue is not None]


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: str(grid.geometry))
def test_true(key: str, grid: Grid) -> None:
    shape = grid.geometry
    try:
        kind(key).check_shape(shape)
    except SudokuError:
        return
    clues = drawn(key, grid, "true", 3 if key == "circles" else 40)
    assert clues or key == "negative" or shape.n < 6
    for clue in clues:
        clue.check(shape)
        assert clue.is_true(grid.cells, shape)
        assert kind(key).parse(clue.value(shape), shape) == clue


def test_reproducible() -> None:
    assert drawn("arrow", GRIDS[0], "1") == drawn("arrow", GRIDS[0], "1")
    assert drawn("arrow", GRIDS[0], "1") != drawn("arrow", GRIDS[0], "2")


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
