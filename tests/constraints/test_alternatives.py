"""Alternatives compared with their plain meaning, on all grids of 4x4."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools.constraints import alternatives
from sudokutools.constraints.alternatives import Or, parse_branches
from sudokutools.constraints.constraint import Constraint
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_clues, spec_of
from sudokutools.solving.engines import backtrack, cdcl, variant
from tests.clues import grid_of
from tests.conftest import in_python
from tests.tables import cases

FOUR = Geometry.of(2, 2)
GRIDS = [grid.cells for grid in backtrack.solutions(Grid.empty(FOUR))]

CELLS = st.lists(st.integers(0, 15), min_size=2, max_size=4, unique=True)
FORMS = ("less=", "slow=", "even=", "sum=7:", "cages=6:", "cages=0:", "difference=2:",
         "quadruple=1.2:", "regex=[12]+[34]*:", "palindrome=", "renban=", "between=", "circles=",
         "nabner=", "regionsum=")  # fmt: skip


@st.composite
def clues(draw: st.DrawFn, depth: int = 0) -> str:
    """Draw the spec of a possible clue; some are alternatives."""
    while True:
        if depth < 2 and draw(st.integers(0, 4)) == 0:
            text = f"or={draw(branches(depth + 1))}"
        else:
            form = draw(st.sampled_from(FORMS))
            names = [FOUR.cell_name(cell) for cell in draw(CELLS)]
            pair = form.startswith(("difference", "quadruple"))
            text = form + "".join(names[: 2 if pair else 4])
            text = text.replace("r4c", "r3c").replace("c4", "c3") if "quad" in form else text
            text = text[: text.rindex("r")] if "quad" in form else text
        try:
            parse_clues(text, FOUR)
        except SudokuError:
            continue
        return text


@st.composite
def branches(draw: st.DrawFn, depth: int = 0) -> str:
    groups = draw(st.lists(st.lists(clues(depth), min_size=1, max_size=2), min_size=1, max_size=5))
    return "".join(f"{{{','.join(group)}}}" for group in groups)


def meets(groups: Iterable[Iterable[Constraint]], cells: bytes) -> bool:
    """Whether a grid meets a group of clues, by the words of single clues."""
    return any(all(holds(clue, cells) for clue in group) for group in groups)


def holds(clue: Constraint, cells: bytes) -> bool:
    if isinstance(clue, Or):
        return meets(clue.branches(FOUR), cells)
    return clue.is_true(cells, FOUR)


@pytest.mark.parametrize("most_states", [0, 40, alternatives.MOST_STATES])
@given(text=branches(), grid=st.sampled_from(GRIDS), shown=st.sets(st.integers(0, 15), max_size=5))
@settings(max_examples=25)
def test_engines_find_what_meets_one_of_them(
    most_states: int, text: str, grid: bytes, shown: set[int]
) -> None:
    givens = bytes(symbol * (cell in shown) for cell, symbol in enumerate(grid))
    good = {cells for cells in GRIDS if meets(parse_branches(text, FOUR, 0), cells)}
    expected = sorted(
        cells
        for cells in good
        if all(given in (0, symbol) for given, symbol in zip(givens, cells, strict=True))
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alternatives, "MOST_STATES", most_states)
        try:
            puzzle = grid_of(f"box=2x2,or={text}", givens)
        except SudokuError:
            assert not good
            return
        for method in (variant, cdcl):
            assert sorted(found.cells for found in method.solutions(puzzle)) == expected
        with in_python():
            assert sorted(found.cells for found in variant.solutions(puzzle)) == expected
    assert {cells for cells in GRIDS if not any(puzzle.with_cells(cells).clashes())} == good
    assert grid_of(spec_of(FOUR, puzzle.constraints), givens) == puzzle


@cases
def test_connected_cells_in_alternatives(text: str) -> None:
    expected = sorted(cells for cells in GRIDS if meets(parse_branches(text, FOUR, 0), cells))
    puzzle = grid_of(f"box=2x2,or={text}")
    for method in (variant, cdcl):
        assert sorted(found.cells for found in method.solutions(puzzle)) == expected
    assert {cells for cells in GRIDS if not any(puzzle.with_cells(cells).clashes())} == {*expected}
