"""Connected regions of few cells: which candidates go, in Python and in the kernel."""

from array import array
from itertools import product
from typing import Any

import pytest

from sudokutools._support import core
from sudokutools.constraints.connectivity import narrow_region
from sudokutools.constraints.primitives import Connected
from sudokutools.solving.engines import LIMIT, NONE, SOLUTION
from sudokutools.solving.engines.variant import CONNECTED
from tests.constraints.fillings import holds

Masks = tuple[int, ...]

IN, OUT, OPEN = 1, 2, 3
"""The candidates of a cell: a symbol of the region, the other one, both."""


def narrowed(item: Connected, masks: Masks) -> Masks | None:
    """Return the candidates that are left once nothing goes any more; None without a filling."""
    left: Masks | None = masks
    while left is not None:
        before = left
        found = narrow_region(item, before)
        left = None if found is None else tuple(found)
        if left == before:
            break
    return left


def search_of(item: Connected) -> Any:
    """Return a search of the kernel for a grid of this region alone, or None."""
    native: Any = core.native()
    if native is None:
        return None
    cells = len(item.cells)
    numbers = (CONNECTED, cells, *item.cells, 3, item.columns, item.symbols, item.size)
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
            search.start(bytes(count), masks, None, b"", -1, 0)
            expected = NONE if left is None else LIMIT if OPEN in left else SOLUTION
            assert search.run(1 << 30) == expected, masks
