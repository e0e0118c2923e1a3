"""Classes of equivalent grids."""

import pytest

from sudokutools import read_grid
from sudokutools._support import core
from sudokutools._support.streams import Stream
from sudokutools.blocks.canonical import KeyBlocks
from sudokutools.canonical.class_name import class_of
from sudokutools.canonical.form import random_symmetry
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.cli.puzzles import CLASH, EASY, EASY_SOLUTION, TWO
from tests.conftest import in_python
from tests.tables import cases

SMALL = Grid(Geometry.of(2, 3), [1, *bytes(34), 2])

CLASSES = [
    # These never change: people keep them in their data.
    (read_grid(EASY), "febb82100fbf96f7"),
    (read_grid(EASY_SOLUTION), "053aea2242d8aa49"),
    (SMALL, "3d04d5005607ebce"),
    (Grid(Geometry.of(3, 2), SMALL.cells), "e722a0e40c909426"),
]


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize(("grid", "expected"), CLASSES)
def test_classes_never_change(grid: Grid, expected: str, forced: bool) -> None:
    with in_python(forced):
        for record in range(5):
            symmetry = random_symmetry(grid.geometry, Stream("test", "classes", record))
            assert class_of(symmetry(grid)).hex() == expected


@pytest.mark.skipif(core.native() is None, reason="no compiled core")
@cases
def test_keys_of_blocks(by_solution: bool, grids: list[str], without: list[int]) -> None:
    block = f"{EASY} # note\n{CLASH}\n{TWO}\nrest".encode()
    answer = KeyBlocks(by_solution)(block, 1)
    expected = [
        b"" if record in without else class_of(read_grid(grid)) for record, grid in enumerate(grids)
    ]
    assert answer.extra == expected
    assert answer.output == block[:-4]
    assert [event.record for event in answer.events] == without
    assert answer.totals == (len(without), 3 - len(without))
