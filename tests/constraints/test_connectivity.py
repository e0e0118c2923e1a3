"""Connected regions of few cells: which candidates go, in Python and in the kernel."""

from array import array
from itertools import product
from random import Random
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools._support.limits import LIMIT, NONE, SOLUTION
from sudokutools._support.streams import Stream
from sudokutools.constraints.connectivity import (
    exchangeable,
    narrow_region,
    narrow_regions,
    parts_of,
)
from sudokutools.constraints.extra import ExtraCells
from sudokutools.constraints.packing import CONNECTED, REGIONS
from sudokutools.constraints.primitives import Connected, Regions
from sudokutools.constraints.shape import extended
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines import variant
from sudokutools.solving.engines.all_primitives import all_primitives
from tests.conftest import in_python
from tests.constraints.fillings import holds

Masks = tuple[int, ...]

IN, OUT, OPEN = 1, 2, 3
"""The candidates of a cell: a symbol of the region, the other one, both."""


def narrowed(item: Connected | Regions, masks: Masks) -> Masks | None:
    """Return the candidates that are left once nothing goes any more; None without a filling."""
    if isinstance(item, Regions):
        kept = narrow_regions(item, masks)
        return None if kept is None else tuple(kept)
    left: Masks | None = masks
    while left is not None:
        before = left
        found = narrow_region(item, before)
        left = None if found is None else tuple(found)
        if left == before:
            break
    return left


def search_of(item: Connected | Regions) -> Any:
    """Return a search of the kernel for a grid of this region alone, or None."""
    native: Any = core.native()
    if native is None:
        return None
    cells = len(item.cells)
    if isinstance(item, Connected):
        numbers = (CONNECTED, cells, *item.cells, 3, item.columns, item.symbols, item.size)
    else:
        numbers = (REGIONS, cells, *item.cells, 2, item.columns, item.known)
    rules = native.variant_rules(2, 1, cells, b"", b"", b"")
    return native.VariantSearch(rules, b"", b"", b"", array("q", numbers).tobytes())


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize(("columns", "count"), [(1, 6), (2, 6), (3, 7), (3, 6), (4, 7), (9, 6)])
def test_what_is_left_of_all_candidates(columns: int, count: int, size: int) -> None:
    item = Connected(tuple(range(count)), min(columns, count), IN, size)
    fillings = [cells for cells in product((IN, OUT), repeat=count) if holds(item, cells)]
    search = search_of(item)
    for masks in product((IN, OUT, OPEN), repeat=count):
        left = narrowed(item, masks)
        exact = [0] * count
        for filling in fillings:
            if all(map(int.__and__, masks, filling)):
                exact = list(map(int.__or__, exact, filling))
        kept = left or (0,) * count
        assert all(e & ~k == 0 for e, k in zip(exact, kept, strict=True)), masks
        assert size or IN not in masks or list(kept) == exact, masks
        if search is not None:
            search.start(bytes(count), array("I", masks).tobytes(), None, b"", -1, 0)
            expected = NONE if left is None else LIMIT if OPEN in left else SOLUTION
            assert search.run(1 << 30) == expected, masks


@pytest.mark.parametrize(("columns", "known"), [(1, 1), (2, 1), (2, 2), (4, 1)])
def test_what_is_left_of_regions(columns: int, known: int) -> None:
    """Four cells, then the numbers of their two regions."""
    item = Regions(tuple(range(8)), columns, known, 2)
    every = [*product((IN, OUT), repeat=8)]
    fillings = [cells for cells in every if holds(item, cells)]
    assert fillings == [c for c in every if all(holds(part, c) for part in parts_of(item))]
    search = search_of(item)
    for masks in product((IN, OUT, OPEN), repeat=8):
        left = narrowed(item, masks)
        possible = [f for f in fillings if all(map(int.__and__, masks, f))]
        assert left is not None or not possible, masks
        for filling in possible:
            assert all(map(int.__and__, left or (), filling)), masks
        if search is not None:
            search.start(bytes(8), array("I", masks).tobytes(), None, b"", -1, 0)
            expected = NONE if left is None else LIMIT if OPEN in left else SOLUTION
            assert search.run(1 << 30) == expected, masks


@pytest.mark.parametrize("seed", range(6))
def test_numbers_that_may_be_exchanged_need_no_order(seed: int) -> None:
    """Latin squares of four regions to be found, of which two neighbours are in one."""
    geometry, random = Geometry.of(4, 1), Random(seed)
    names = [*map(extended(geometry, 16).cell_name, range(32))]
    pairs = [names[at] + names[at + 1] for at in random.sample(range(16, 31, 2), 3)]
    alike = "".join(
        f",{('samevalues=2', 'regex=(11|22|33|44)')[seed % 2]}:{pair}" for pair in pairs
    )
    clue = f"16{{chaos=4:1:{''.join(names)},regex=1:{names[16]}{alike}}}"
    empty = Grid.empty(geometry).with_constraints(ExtraCells.parse(clue, geometry))
    given = all_primitives(geometry, empty.constraints)
    assert (exchangeable(given.items, given.masks, 16) or ())[16] == 0b1111  # No number is known.
    assert not exchangeable(given.items, given.masks, 17)
    first = next(variant.solutions(empty, Stream("test", "exchange", seed)))
    puzzle = empty.with_cells([s * (random.random() < 0.3) for s in first.cells])
    found = [grid.cells for grid in variant.solutions(puzzle)]
    assert len(found) == len({*found})
    with in_python():
        assert sorted(found) == sorted({grid.cells for grid in variant.solutions(puzzle)})
