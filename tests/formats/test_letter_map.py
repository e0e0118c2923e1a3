"""Maps of letters: jigsaws and killers as people type them."""

from pathlib import Path

import pytest

from sudokutools import read_all
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry_label import spec_word
from sudokutools.solving.solving import solutions
from tests.tables import cases

PAGE = Path(__file__).parents[2] / "man" / "sudoku-grid.5"
JIGSAW = "AAAB\nACBB\nCCBD\nCDDD\n"
KILLER = "aabb\nccdd\neeff\ngghh\n"
SUMS = "a=3 b=7 c=7\nd = 3, e:3; f=7 g=7 h=3\n"
CAGES = "r1c1r1c2 7:r1c3r1c4 7:r2c1r2c2 3:r2c3r2c4 3:r3c1r3c2 7:r3c3r3c4 7:r4c1r4c2 3:r4c3r4c4"


@cases
def test_a_killer_has_a_letter_for_each_cage(text: str, clues: int) -> None:
    [grid] = read_all(text)
    assert grid.clue_count == clues
    assert spec_word(grid) == f"box=2x2,cages=3:{CAGES.replace(' ', '/')}"


def test_a_jigsaw_has_a_letter_for_each_region() -> None:
    rows = "123.\n....\n....\n....\n"
    first, second = read_all(f"{JIGSAW}\n{rows}\n{JIGSAW.lower()}\n{rows}")
    assert spec_word(first) == "regions=AAABACBBCCBDCDDD"
    assert second == first
    assert len(list(solutions(first))) == 1


@cases
def test_errors(text: str, message: str) -> None:
    with pytest.raises(SudokuError, match=message):
        read_all(text)


def test_a_map_below_text() -> None:
    words = "lines\nLetters\n"
    for above in ("Killer by hand\n", words):
        assert len(read_all(f"{above}{KILLER}{SUMS}")) == 1
    with pytest.raises(SudokuError, match="-:4: "):
        read_all(f"{words}puzzle\n{KILLER}{SUMS}")


def test_the_example_of_the_manual() -> None:
    block = PAGE.read_text().partition("one letter for each region or cage")[2]
    example = block.partition(".Bd -literal -offset indent\n")[2].partition(".Ed")[0]
    grids = read_all(example.replace("\\&", ""))
    assert [len(list(solutions(grid))) for grid in grids] == [1, 1]
