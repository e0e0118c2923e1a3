"""Sums of cells, against all ways to fill them."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sudokutools.logic.cages import shared
from sudokutools.logic.order import in_line, in_order
from sudokutools.logic.sums import (
    combinations,
    fit,
    fit_groups,
    maximum,
    minimum,
    sums,
    turned,
    within_bounds,
)
from sudokutools.logic.tables import members

Way = tuple[int, ...]


def ways(masks: tuple[int, ...]) -> list[Way]:
    """Return all ways to fill cells that differ, symbols from 1."""
    held = [[symbol + 1 for symbol in members(mask)] for mask in masks]
    return [way for way in product(*held) if len(set(way)) == len(way)]


def united(found: list[Way], cells: int) -> tuple[int, ...]:
    masks = [0] * cells
    for way in found:
        for place, symbol in enumerate(way):
            masks[place] |= 1 << (symbol - 1)
    return tuple(masks)


def groups(n: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(1, (1 << n) - 1), min_size=1, max_size=most).map(tuple)


@given(groups(7, 4), st.integers(1, 28), st.integers(1, 28))
def test_a_group_is_what_all_ways_to_fill_it_say(
    masks: tuple[int, ...], one: int, other: int
) -> None:
    all_ways = ways(masks)
    assert {*members(sums(masks, 7))} == {sum(way) for way in all_ways}
    totals = 1 << one | 1 << other
    good = [way for way in all_ways if sum(way) in (one, other)]
    found = fit(masks, totals, 7)
    assert found.kept == united(good, len(masks))
    assert found.combinations is not None
    together = {frozenset(symbol - 1 for symbol in way) for way in good}
    assert {frozenset(members(each)) for each in found.combinations} == together
    assert {*members(found.needed)} == (frozenset.intersection(*together) if together else set())


@given(groups(9, 4), st.integers(1, 30))
def test_bounds_keep_every_way(masks: tuple[int, ...], total: int) -> None:
    all_ways = ways(masks)
    for way in all_ways:
        assert minimum(masks) <= sum(way) <= maximum(masks, 9)
    good = [way for way in all_ways if sum(way) == total]
    kept = within_bounds(masks, 1 << total, 9)
    for mine, mask in zip(united(good, len(masks)), kept, strict=True):
        assert not mine & ~mask


@given(st.lists(groups(5, 2), min_size=1, max_size=3), st.integers(1, 20))
def test_groups_share_a_sum(parts: list[tuple[int, ...]], total: int) -> None:
    together = [sum(each, ()) for each in product(*map(ways, parts))]
    good = [way for way in together if sum(way) == total]
    found = fit_groups(parts, total, 5)
    if found is None:
        assert not good
    else:
        kept = sum((each.kept for each in found), ())
        assert kept == united(good, len(kept))


def test_wide_groups_are_bounded() -> None:
    """Eight cells of 25 symbols have their minimum sum, 36, in one way; bounds find it."""
    every = (1 << 25) - 1
    found = fit(8 * (every,), 1 << 36, 25)
    assert found.combinations is None
    assert found.needed == 0
    assert found.kept == 8 * (0b11111111,)
    assert sums(2 * (1 << 24 | 1 << 23,), 25) == 1 << 49
    assert fit((1, *8 * ((1 << 16) - 1,)), 1 << 45, 16).kept == (1, *8 * (0b111111111,))


def test_combinations_are_those_of_the_tables() -> None:
    assert [combinations(9, 3, total) for total in (6, 7, 23, 24)] == [
        (0b111,),
        (0b1011,),
        (0b110100000,),
        (0b111000000,),
    ]
    assert sum(len(combinations(9, 4, total)) for total in range(10, 31)) == 126
    assert combinations(9, 2, 18) == ()
    assert turned((0b1, 0b100000000), 9) == (0b100000000, 0b1)


@given(st.lists(st.tuples(st.integers(1, 15), groups(6, 3)), min_size=1, max_size=2), groups(6, 3))
def test_parts_of_a_house_share_it(cages: list[tuple[int, tuple[int, ...]]], cells: Way) -> None:
    parts = (*cages, *((0, (cell,)) for cell in cells))
    masks = sum((each for _, each in parts), ())
    good = []
    for way in ways(masks):
        place, fits = 0, True
        for total, mine in parts:
            fits &= total in (0, sum(way[place : place + len(mine)]))
            place += len(mine)
        good += [way] * fits
    assert shared(parts) == united(good, len(masks))


@given(st.lists(st.integers(1, 31), min_size=5, max_size=5).map(tuple), st.data())
def test_the_order_of_a_house_is_what_all_ways_say(
    masks: tuple[int, ...], data: st.DataObject
) -> None:
    lower = tuple(data.draw(st.integers(0, (1 << place) - 1)) for place in range(5))
    good = [
        way
        for way in ways(masks)
        if all(way[less] < way[place] for place in range(5) for less in members(lower[place]))
    ]
    assert in_order(masks, lower) == united(good, 5)


@given(st.lists(st.integers(1, 63), min_size=6, max_size=6).map(tuple))
def test_a_line_is_what_all_ways_say(masks: tuple[int, ...]) -> None:
    good = [
        way
        for way in ways(masks)
        if all(abs(way[place] - way[place + 1]) > 1 for place in range(5))
    ]
    assert in_line(masks) == united(good, 6)
