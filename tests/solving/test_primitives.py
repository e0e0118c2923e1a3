"""The compiled search under primitives, compared with what they mean on all grids of 4 symbols."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudokutools._support import core
from sudokutools._support.streams import Stream
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
from sudokutools.grid.geometry import Geometry
from sudokutools.solving.engines import NONE, SOLUTION, variant
from tests.constraints.fillings import holds, primitives

if TYPE_CHECKING:
    from sudokutools._native import VariantSearch

GEOMETRY = Geometry.of(2, 2)
KINDS = (Automaton, Connected, Different, Related, Sets, Total)
pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")


def search_of(items: list[Primitive]) -> VariantSearch:
    collector = Primitives(GEOMETRY)
    collector.items = items
    return compiled(collector)


def compiled(primitives: Primitives) -> VariantSearch:
    native = core.native()
    assert native is not None
    clues = variant.packed(primitives)
    search: VariantSearch = native.VariantSearch(variant._rules(GEOMETRY), b"", b"", *clues)
    return search


def found(
    search: VariantSearch, cells: bytes = bytes(16), near: bytes = b"", seed: int = 0
) -> list[bytes]:
    """Return the solutions in the order in which they are found."""
    state = Stream("t", "", seed).state if seed else None
    search.start(cells, None, state, near, -1, 1 << 60)
    solutions = []
    while (outcome := search.run(1)) != NONE:
        if outcome == SOLUTION:
            solutions.append(search.solution())
    return solutions


@lru_cache
def every_grid() -> list[bytes]:
    grids = found(search_of([]))
    assert len(set(grids)) == 288
    return grids


def items() -> st.SearchStrategy[list[Primitive]]:
    return st.lists(
        st.sampled_from(KINDS).flatmap(lambda kind: primitives(4, 16, kind)), min_size=1, max_size=3
    )


FOUR = (9, 15, 15, 15)  # Symbol 4 goes with all.
NEXT = Machine(1, (False, True), ((1, 0, 0, 0), (0, 1, 1, 1)))
TWICE = Machine(  # It accepts 1?3 and 2?1: the first symbol is never the last.
    1, 5 * (False,) + (True,),
    ((1, 2, -1, -1), 4 * (3,), 4 * (4,), (-1, -1, 5, -1), (5, -1, -1, -1), 4 * (-1,)),
)  # fmt: skip


@settings(deadline=None)
@given(items(), st.integers(0, 3))
@example([Related(0, 1, FOUR), Related(0, 6, FOUR)], 0)  # They see each other; they do not.
@example([Related(0, 6, FOUR)], 0)
@example([Related(0, 6, (15, 13, 15, 15))], 0)  # They are not both 2.
@example([Total((0, 2, 8), (1, 1, 1), 5)], 0)  # Two of them may be equal.
@example([Total((0, 1, 2, 3), (1, 1, 1, 1), 10)], 0)
@example([Total((0, 1, 2), (1, 1, 2), 7)], 0)
@example([Total((0, 1, 2), (2, 2, 2), 13)], 0)
@example([Automaton((0, 6, 9), NEXT)], 0)
@example([Automaton((0, 6, 0), TWICE)], 0)
def test_the_solutions_are_those_in_which_all_hold(items: list[Primitive], seed: int) -> None:
    expected = [grid for grid in every_grid() if all(holds(item, grid) for item in items)]
    assert sorted(found(search_of(items), seed=seed)) == sorted(expected)


@settings(deadline=None)
@given(items(), st.integers(0, 287))
def test_a_known_solution_comes_first_and_its_puzzle_has_no_other(
    items: list[Primitive], number: int
) -> None:
    grid = every_grid()[number]
    items = [item for item in items if holds(item, grid)]
    search = search_of(items)
    assert found(search, near=grid)[0] == grid
    puzzle = search.dig(grid, [[cell] for cell in range(16)], 1 << 60, lambda: None)
    assert found(search, puzzle) == [grid]


def test_auxiliary_cells_are_filled_and_not_reported() -> None:
    collector = Primitives(GEOMETRY)
    larger = collector.variable([3, 4])
    collector.total((0, 5, larger), (1, 1, -1), 0)
    search = compiled(collector)
    expected = [grid for grid in every_grid() if grid[0] + grid[5] in (3, 4)]
    assert sorted(found(search)) == sorted(expected)


@pytest.mark.parametrize(
    ("total", "weight"), [(1 << 39, 1), (-(1 << 39), -1), (0, 1 << 39), (1, -(1 << 39))]
)
def test_totals_out_of_reach_have_no_solution(total: int, weight: int) -> None:
    assert found(search_of([Total((0, 5, 10), (1, 1, weight), total)])) == []
