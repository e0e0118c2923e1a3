"""Engines on mixtures of primitives, compared with all fillings."""

from __future__ import annotations

from array import array
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools import count_solutions, read_grid
from sudokutools._support import core
from sudokutools._support.limits import FOREVER, never
from sudokutools._support.streams import Stream
from sudokutools.constraints.packing import packed
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Machine,
    Primitive,
    Primitives,
    Related,
    Sets,
    Total,
)
from sudokutools.errors import UnsuitedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import (
    ENGINES,
    all_primitives,
    backtrack,
    engine,
    model,
    variant,
    variant_python,
)  # fmt: skip
from tests.conftest import in_python
from tests.constraints.fillings import holds, primitives

if TYPE_CHECKING:
    from sudokutools._native import VariantSearch

GEOMETRY = Geometry.of_variant(Geometry.of(2, 2), houses=[[0, 5]])
GRIDS = [grid.cells for grid in backtrack.solutions(Grid.empty(GEOMETRY))]
KINDS = st.sampled_from([Different, Related, Total, Sets, Automaton, Connected])


@st.composite
def mixtures(draw: st.DrawFn) -> tuple[Grid, Primitives, set[bytes]]:
    """Draw clues and primitives, some of them with auxiliary cells; return the solutions, too."""
    found = Primitives(GEOMETRY)
    for _ in range(draw(st.integers(0, 2))):
        found.variable(draw(st.sets(st.integers(1, 4), min_size=1)))
    size = len(found.masks)
    others = bytes(mask.bit_length() for mask in found.masks[16:])
    solution = draw(st.sampled_from(GRIDS)) + others
    for kind in draw(st.lists(KINDS, max_size=5)):
        item = draw(primitives(4, size, kind))
        if holds(item, solution) or draw(st.integers(0, 9)) == 0:
            found.items.append(item)
    found.masks[draw(st.integers(0, 15))] &= draw(st.integers(1, 15))
    shown = draw(st.sets(st.integers(0, 15), max_size=4))
    clues = [solution[cell] if cell in shown else 0 for cell in range(16)]
    symbols = [[s for s in range(1, 5) if mask >> s - 1 & 1] for mask in found.masks[16:]]
    expected = {
        cells
        for cells in GRIDS
        if all(mask >> s - 1 & 1 for mask, s in zip(found.masks, cells, strict=False))
        and all(clue in (0, s) for clue, s in zip(clues, cells, strict=True))
        and any(all(holds(i, (*cells, *more)) for i in found.items) for more in product(*symbols))
    }
    return Grid(GEOMETRY, clues), found, expected


def answers(method: str, grid: Grid, given: Primitives) -> list[bytes]:
    """Return the solutions that an engine finds with these primitives."""

    def copy(*_: object) -> Primitives:
        found = Primitives(GEOMETRY)
        found.masks, found.items = given.masks[:], given.items[:]
        return found

    with pytest.MonkeyPatch.context() as patch:
        for module in (backtrack, model, variant_python):
            patch.setattr(module, "all_primitives", copy)
        return [found.cells for found in engine(method)(grid)]


@settings(max_examples=20, deadline=None)
@given(mixtures())
def test_engines_find_the_solutions(mixture: tuple[Grid, Primitives, set[bytes]]) -> None:
    check(*mixture)


def check(grid: Grid, given: Primitives, expected: set[bytes]) -> None:
    found = {}
    for method in ENGINES:
        if (method == "sat" and find_spec("pysat") is None) or method == "propagate":
            continue
        try:
            found[method] = answers(method, grid, given)
        except UnsuitedError:
            assert method == "dlx"
    with in_python():
        for method in ("cdcl", "propagate"):
            found[f"{method} in Python"] = answers(method, grid, given)
    found["compiled"] = compiled(grid, given)
    for method, cells in found.items():
        assert sorted(cells) == sorted(expected), method


FOUR = (9, 15, 15, 15)  # Symbol 4 goes with all.
NEXT = Machine(1, (False, True), ((1, 0, 0, 0), (0, 1, 1, 1)))
TWICE = Machine(  # It accepts 1?3 and 2?1: the first symbol is never the last.
    1, 5 * (False,) + (True,),
    ((1, 2, -1, -1), 4 * (3,), 4 * (4,), (-1, -1, 5, -1), (5, -1, -1, -1), 4 * (-1,)),
)  # fmt: skip
EXAMPLES: list[list[Primitive]] = [
    [Related(0, 1, FOUR), Related(0, 6, FOUR)],  # They see each other; they do not.
    [Related(0, 6, FOUR)],
    [Related(0, 6, (15, 13, 15, 15))],  # They are not both 2.
    [Total((0, 2, 8), (1, 1, 1), 5)],  # Two of them may be equal.
    [Total((0, 1, 2, 3), (1, 1, 1, 1), 10)],
    [Total((0, 1, 2), (1, 1, 2), 7)],
    [Total((0, 1, 2), (2, 2, 2), 13)],
    [Total((8, 13, 5, 6, 10), (1, 1, -1, -1, -1), 0), Sets((7, 10, 11), (14,))],
    [Automaton((0, 6, 9), NEXT)],
    [Total((0, 5, 10), (1, 1, 1), 1 << 39)],  # Out of reach.
    [Total((0, 5, 10), (1, 1, -1), -(1 << 39))],
    [Total((0, 5, 10), (1, 1, 1 << 39), 0)],
    [Total((0, 5, 10), (1, 1, -(1 << 39)), 1)],
]


@pytest.mark.parametrize("items", EXAMPLES)
def test_engines_find_the_solutions_of_examples(items: list[Primitive]) -> None:
    found = Primitives(GEOMETRY)
    found.items += items
    for clues in (bytes(16), bytes([3, 0, 0, 0, 4, *bytes(11)])):
        good = [g for g in GRIDS if all(c in (0, s) for c, s in zip(clues, g, strict=True))]
        expected = {cells for cells in good if all(holds(item, cells) for item in items)}
        check(Grid(GEOMETRY, clues), found, expected)


def test_an_automaton_may_read_a_cell_twice() -> None:
    found, item = Primitives(GEOMETRY), Automaton((0, 6, 0), TWICE)
    found.items.append(item)
    expected = [cells for cells in GRIDS if holds(item, cells)]
    assert sorted(compiled(Grid.empty(GEOMETRY), found)) == sorted(expected)


@settings(deadline=None)
@given(mixtures(), st.integers(0, 3))
def test_a_known_solution_comes_first_and_its_puzzle_has_no_other(
    mixture: tuple[Grid, Primitives, set[bytes]], seed: int
) -> None:
    _, given, expected = mixture
    empty = Grid.empty(GEOMETRY)
    orbits = array("H", [number for cell in range(16) for number in (1, cell)]).tobytes()
    for cells in expected:
        found = compiled(empty, given, cells, Stream("t", "", seed) if seed else None)
        assert found[0] == cells
        puzzle = searched(given).dig(cells, orbits, FOREVER, never)
        assert compiled(empty.with_cells(puzzle), given) == [cells]


def searched(given: Primitives) -> VariantSearch:
    native = core.native()
    if native is None:
        pytest.skip("no compiled core")
    rules = variant._rules(given.shape)
    search: VariantSearch = native.VariantSearch(rules, b"", b"", *packed(given))
    return search


def compiled(
    grid: Grid, given: Primitives, near: bytes = b"", stream: Stream | None = None
) -> list[bytes]:
    """Return the solutions that the compiled search finds with these primitives."""
    search, state = searched(given), None if stream is None else stream.state
    search.start(grid.cells, None, state, near, -1, FOREVER)
    return [each.cells for each in variant.found_by(search, grid, stream, never, None, FOREVER)]


@pytest.mark.parametrize(("auxiliary", "clues"), [(1, "1234"), (12, "1234"), (3, "123456")])
def test_grids_with_many_fillings_are_found_once(auxiliary: int, clues: str) -> None:
    n = len(clues)
    grid = Grid(Geometry.of(2, n // 2), [*map(int, clues), *bytes(n * n - n)])
    given = Primitives(grid.geometry)
    for number in range(auxiliary):
        given.variable([1, 2])
        given.items.append(Related(n * n - 1 - number, n * n + number, (1, *[3] * (n - 1))))
    found = compiled(grid, given)
    assert len(found) == len(set(found)) == sum(1 for _ in backtrack.solutions(grid))


@given(st.sampled_from(GRIDS), st.permutations(range(16)))
def test_joined_sums_hold(solution: bytes, order: list[int]) -> None:
    parts = [tuple(order[at : at + 4]) for at in (0, 4, 8)]
    totals = [Total(cells, (1, 1, 1, 1), sum(solution[c] for c in cells)) for cells in parts]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(all_primitives, "LONG", 2)
        patch.setattr(all_primitives, "SLACK", 99)
        [joined] = all_primitives.joined_sums(GEOMETRY, totals)
    assert len(joined.cells) == 12
    assert holds(joined, solution)


def test_sums_that_are_too_high_together() -> None:
    """Source: the data of the Interactive Sudoku Solver."""
    cells = ["R1C9", "R1C8", "R9C2", "R9C3", "R7C9", "R1C1", "R2C1", "R3C1"]
    text = "".join(f".LittleKiller~49~{cell}" for cell in cells)
    assert count_solutions(read_grid(text)) == 0
