"""The distribution of minimal puzzles equals that of plain digging: clues and levels."""

import pytest

from sudokutools._support import core
from sudokutools._support.streams import stream_key
from sudokutools.blocks.block import PUZZLE
from sudokutools.blocks.dig import DigBlocks
from sudokutools.generating.generating import draw_lines
from sudokutools.grid.geometry import Geometry
from sudokutools.masking import PuzzleRequest
from tests.conftest import sweep
from tests.masking.digging import Dug, plainly_dug

pytestmark = pytest.mark.skipif(core.native() is None, reason="thousands of puzzles")


def grids(count: int) -> bytes:
    return draw_lines(Geometry.of(3, 3), "uniform", stream_key("test", "minimal"), 0, count)


def dug(count: int, request: PuzzleRequest) -> Dug:
    output = DigBlocks(request, stream_key("test", "dig"), met=PUZZLE + b"\n")(
        grids(count), 1
    ).output
    return Dug(output.decode().split())


@pytest.mark.parametrize("count", sweep([3000], [100_000]))
def test_minimal_puzzles_come_as_plain_digging_has_them(count: int) -> None:
    found = dug(count, PuzzleRequest(minimal=True))
    assert found.puzzles == count
    assert abs(found.deviations()) < 5
    assert found.level_chi_square() < 4 + 5 * 8**0.5


def test_plain_digging_is_what_it_is_compared_with() -> None:
    found = Dug(plainly_dug(grids(1500).decode().split(), 7))
    assert abs(found.deviations()) < 5
    assert found.level_chi_square() < 4 + 5 * 8**0.5


def test_other_puzzles_are_told_from_them() -> None:
    found = dug(1000, PuzzleRequest(orbit_minimal=True, symmetry="rotate180"))
    assert abs(found.deviations()) > 20
    assert found.level_chi_square() > 100
