"""Cages, inequalities and parity: validation and violations."""

import pickle
from typing import Any

import pytest

from sudokutools.constraints.collection import Constraints
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.clues import common
from tests.tables import cases

SHAPE = Geometry.of(2, 2)
NINE = Geometry.of(3, 3)


def reported(cells: bytes | list[int], **clues: Any) -> list[str]:
    grid = Grid(Geometry.of(2, 2), cells, None, Constraints.of(SHAPE, common(**clues)))
    return [clash.message for clash in grid.clashes()]


def test_clues_have_one_form() -> None:
    one = Constraints.of(SHAPE, common([(7, [1, 0]), (0, [5])], [[3, 2]], [8, 8], [9]))
    other = Constraints.of(SHAPE, common([(0, [5]), (7, [0, 1])], [[3, 2], [3, 2]], [8], [9]))
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301
    assert Constraints.of(SHAPE, []) is None
    assert one is not None
    assert one.parity_mask(8) == 0b1010
    assert one.parity_mask(9) == 0b0101
    assert one.parity_mask(0) == 0b1111


def test_grids_with_different_clues_differ() -> None:
    clues = Constraints.of(SHAPE, common([(7, [0, 1])]))
    plain, caged = (
        Grid(Geometry.of(2, 2), bytes(16)),
        Grid(Geometry.of(2, 2), bytes(16), None, clues),
    )
    assert plain != caged
    assert caged.with_cells(bytes(16)) == caged
    assert pickle.loads(pickle.dumps(caged)) == caged  # noqa: S301
    assert plain.is_plain
    assert not caged.is_plain
    with pytest.raises(SudokuError, match="another geometry"):
        Grid(Geometry.of(3, 3), bytes(81), None, clues)


@cases
def test_impossible_clues_are_refused(clues: dict[str, Any], error: str) -> None:
    with pytest.raises(SudokuError, match=error):
        Constraints.of(NINE, common(**clues))


def test_clashes_name_the_clue_and_the_cells() -> None:
    cells = [1, 2, 0, 4, *bytes(12)]
    assert reported(cells, cages=[(3, [0, 1])]) == []
    assert reported(cells, cages=[(4, [0, 1])]) == ["cage 4 at r1c1: sum 3"]
    assert reported(cells, cages=[(4, [2, 3])]) == ["cage 4 at r1c3: sum 4"]
    assert reported(cells, cages=[(0, [0, 1])]) == []
    assert reported([1, 0, 0, 0, 0, 0, 1, *bytes(9)], cages=[(0, [0, 6])]) == [
        "cage at r1c1: 1 at r1c1 r2c3"
    ]
    assert reported(cells, less=[[1, 0]]) == ["less: 2 at r1c2 is not less than 1 at r1c1"]
    assert reported(cells, less=[[0, 1], [2, 0], [1, 3]]) == []
    assert reported(cells, even=[0, 1, 2], odd=[3]) == ["even: 1 at r1c1", "odd: 4 at r1c4"]
