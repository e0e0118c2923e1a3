"""Propagation of single primitives, compared with all fillings."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokutools._support.bits import bits
from sudokutools.constraints import partial_sums, propagation
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
from sudokutools.constraints.propagation import Item, compiled, narrowed, possible
from sudokutools.grid.geometry import Geometry
from tests.constraints.fillings import holds, primitives

KINDS = st.sampled_from([Different, Related, Total, Sets, Automaton, Connected])
SIZE = 5


def candidates(items: list[Primitive], masks: list[int]) -> list[int]:
    """Return the candidates that occur in fillings of all primitives."""
    found = [0] * len(masks)
    for filling in product(*(tuple(bit + 1 for bit in bits(mask)) for mask in masks)):
        if all(holds(item, filling) for item in items):
            for cell, symbol in enumerate(filling):
                found[cell] |= 1 << symbol - 1
    return found


def left_by(item: Item, masks: list[int]) -> list[int]:
    changed = narrowed(item, masks)
    if changed is None:
        return len(masks) * [0]
    return [changed.get(cell, mask) for cell, mask in enumerate(masks)]


def is_between(exact: list[int], left: list[int], masks: list[int]) -> bool:
    return all(not (a & ~b or b & ~c) for a, b, c in zip(exact, left, masks, strict=True))


@st.composite
def problems(draw: st.DrawFn, *kinds: type[Primitive]) -> tuple[Primitive, list[int]]:
    n = draw(st.integers(2, 4))
    kind = draw(st.sampled_from(kinds))
    mask = st.integers(1, (1 << n) - 1)
    masks = draw(st.lists(mask, min_size=SIZE, max_size=SIZE))
    return draw(primitives(n, SIZE, kind)), masks


@settings(max_examples=100, deadline=None)
@given(problems(Related, Total, Sets, Automaton))
def test_candidates_in_some_filling_remain(problem: tuple[Primitive, list[int]]) -> None:
    item, masks = problem
    assert left_by(item, masks) == candidates([item], masks)


@settings(max_examples=70, deadline=None)
@given(problems(Different, Total, Sets))
def test_weaker_propagation_keeps_them_and_finds_what_is_wrong(
    problem: tuple[Primitive, list[int]],
) -> None:
    item, masks = problem
    exact = candidates([item], masks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(propagation, "FEW", 0)
        patch.setattr(partial_sums, "MAX_SPAN", -1)
        assert is_between(exact, left_by(item, masks), masks)
        single = [mask & -mask for mask in masks]
        assert left_by(item, single) == candidates([item], single)


@settings(max_examples=70, deadline=None)
@given(problems(Total), st.lists(st.sampled_from([(), (0, 1), (1, 2, 3), (3, 4)]), max_size=2))
def test_sums_of_cells_that_differ(
    problem: tuple[Primitive, list[int]], different: list[tuple[int, ...]]
) -> None:
    item, masks = problem
    given = Primitives(Geometry.of(2, 2))
    given.masks[:SIZE] = masks
    given.items = [*map(Different, different), item]
    exact = candidates(given.items, masks)
    for limit in (1000, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(propagation, "MAX_SETS", limit)
            *_, sums = compiled(given.items, given.masks)
        assert is_between(exact, left_by(sums, masks), masks)


@settings(max_examples=40, deadline=None)
@given(st.lists(KINDS, min_size=1, max_size=3), st.data())
def test_a_clue_without_filling_is_found(kinds: list[type[Primitive]], data: st.DataObject) -> None:
    given = Primitives(Geometry.of(2, 2))
    given.items = [data.draw(primitives(4, SIZE, kind)) for kind in kinds]
    assert possible(given) == any(candidates(given.items, given.masks[:SIZE]))


def summed(k: int, total: int, weight: int = 1) -> Primitives:
    found = Primitives(Geometry.of(10, 10))
    found.total(range(k), [weight**at for at in range(k)], total)
    return found


def different(k: int, total: int) -> Primitives:
    found = summed(k, total)
    found.different(range(k))
    return found


def squares(states: int) -> Primitives:
    """Return a line of cells whose squares leave the remainder 1 modulo `states`."""
    found = Primitives(Geometry.of(4, 4))
    table = tuple(tuple((state + s * s) % states for s in range(1, 17)) for state in range(states))
    machine = Machine(1, tuple(state == 1 for state in range(states)), table)
    found.items.append(Automaton(tuple(range(30)), machine))
    return found


@pytest.mark.parametrize(
    ("clue", "expected"),
    [
        (summed(100, 5000), True),
        (summed(100, 99), False),
        (summed(100, 10001), False),
        (summed(20, 10**30, -10), False),
        (summed(20, 10**18, -10), True),
        (different(100, 5050), True),
        (different(50, 1275), True),
        (different(50, 1274), False),
        (different(50, 3776), False),
        (different(3, 3), False),
        (squares(2000), True),
    ],
)
def test_large_clues(clue: Primitives, expected: bool) -> None:
    assert possible(clue) == expected
