"""Extra cells compared with their plain meaning, on all grids of 4x4."""

import json
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import count_solutions, read_grid, solutions
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.shape import extended
from sudokutools.errors import SudokuError
from sudokutools.formats.iss import texts_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from tests.conftest import Shell

FOUR = Geometry.of(2, 2)
WHOLE = extended(FOUR, 2)
GRIDS = [grid.cells for grid in solutions(Grid.empty(FOUR))]
FORMS = ("less=", "sum=6:", "whisper=2:", "palindrome=", "renban=", "cages=0:", "regex=[12]+[34]*:",
         "countdistinct=r5c1:", "zipper=", "or={less=r1c1r5c2}{even=r5c1}/{odd=")  # fmt: skip


@st.composite
def clues(draw: st.DrawFn) -> str:
    """Draw clues about the cells of a grid of 4x4 and two extra cells."""
    listed = []
    for form in draw(st.lists(st.sampled_from(FORMS), min_size=1, max_size=3)):
        cells = draw(st.lists(st.integers(0, 17), min_size=2, max_size=4, unique=True))
        names = "".join(map(WHOLE.cell_name, cells))
        listed.append(f"or={{less={names[:8]}}}{{even={names}}}" if "or=" in form else form + names)
    return ",".join(listed)


@given(text=clues(), method=st.sampled_from(["backtrack", "propagate", "cdcl", "auto"]))
@settings(max_examples=60)
def test_each_filling_of_grid_and_extra_cells_is_a_solution(text: str, method: str) -> None:
    try:
        clue = ExtraCells.parse(f"2{{{text}}}", FOUR)
    except SudokuError:
        return
    _, inner = clue.parts(FOUR)
    expected = Counter[bytes]()
    for cells, extra in product(GRIDS[::9], product(range(1, 5), repeat=2)):
        whole = cells + bytes(extra)
        expected[cells] += all(each.is_true(whole, WHOLE) for each in inner)
    for cells in GRIDS[::9]:
        found = sorted(clue.fillings(cells, FOUR))
        assert len(found) == len({*found}) == expected[cells]
        assert clue.is_true(cells, FOUR) == bool(found)
    shown = [1, 2, *bytes(14)]
    grid = Grid(FOUR, shown).with_constraints(clue)
    fitting = [cells for cells in GRIDS if cells[:2] == bytes(shown[:2])]
    count = sum(len(list(clue.fillings(cells, FOUR))) for cells in fitting)
    assert count_solutions(grid, method=method) == count


def test_text_of_iss_is_read_and_written() -> None:
    text = ".Var~S~shade~2x2.Var~N.Quad~VS1~1~2.BlackDot~VS2~VS4~VS1.~VN_3~VS3_1_2.Sum~7~VN~R1C1"
    grid = read_grid(text)
    assert grid.constraints is not None
    (clue,) = grid.constraints.items
    spec = "5{ratio=2:r10c2r10c1,ratio=2:r10c2r10c4,sum=7:r1c1r10c5,regex=[12]:r10c3,"
    assert clue.value(grid.geometry).startswith(spec)
    again = read_grid("".join(texts_of(grid)))
    assert again.constraints == grid.constraints


def test_copies_stay_in_their_group() -> None:
    """The first two columns of a group of two rows and three columns."""
    text = ".Shape~4x4.Var~S~~2x3.Replicate~{}~VS1.Sum~4~VS1~VS2.End"
    grid = read_grid(text.format("b"))
    assert grid.constraints is not None
    names = ("r5c1r5c2", "r5c2r5c3", "r5c4r6c1", "r6c1r6c2")
    value = "6{" + ",".join(f"sum=4:{name}" for name in names) + "}"
    assert grid.constraints.items[0].value(grid.geometry) == value
    for signs in ("E", "h", "gC"):
        with pytest.raises(SudokuError, match="a copy is outside the grid"):
            read_grid(text.format(signs))


def test_the_same_grid_with_other_extra_cells_is_another_solution(shell: Shell) -> None:
    line = "12343412214343.. box=2x2,extracells=1{less=r1c1r5c1}"
    assert count_solutions(read_grid(line)) == 3
    one = line.replace("less=", "sum=4:")
    several = (one.replace("}", f"/4:{cells}}}") for cells in ("r5c1r1c1", "r1c1r5c1"))
    assert len({read_grid(text) for text in several}) == 1
    assert json.loads(shell(f"echo '{one}' | sudoku-solve --format json").out)["extra"] == [3]
    assert "extra" not in json.loads(shell(f"echo '{line}' | sudoku-solve --format json").out)
