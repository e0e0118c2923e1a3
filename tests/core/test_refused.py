"""What the compiled core refuses: no numbers make a kernel hang, or read what is not there."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from sudokutools import core

pytestmark = pytest.mark.skipif(core.native() is None, reason="no compiled core")

ZEROS = bytes(32)
GRID = bytes((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
REGIONS = bytes(row // 2 * 2 + column // 2 for row in range(4) for column in range(4))


def call(name: str, *arguments: Any) -> Any:
    return getattr(core.native(), name)(*arguments)


def numbers(*items: int) -> bytes:
    return array("H", items).tobytes()


def rules(regions: bytes = REGIONS, unequal: bytes = b"", apart: bytes = b"") -> Any:
    return call("variant_rules", 4, len(regions) // 4, 4, regions, b"", unequal, apart)


def search(*clues: bytes) -> Any:
    return call("VariantSearch", rules(), *clues, *[b""] * (4 - len(clues)))


REFUSED: dict[str, Callable[[], Any]] = {
    "a grid of zeros has no rank": partial(call, "rank_of_grid", bytes(81)),
    "a grid that breaks a rule has no rank": partial(call, "rank_of_grid", GRID[9:] + GRID[9:18]),
    "a symbol too large has no rank": partial(call, "rank_of_grid", bytes([10]) + GRID[1:]),
    "mixing by zeros": partial(call, "generate_cells", 2, 2, 2, 2, False, 9, ZEROS),
    "drawing by zeros": partial(call, "generate_cells", 3, 3, 3, 3, True, 0, ZEROS),
    "regions by zeros": partial(call, "random_regions", 6, 3, ZEROS),
    "cages by zeros": partial(call, "cage_map", GRID, 9, 9, 2, 4, 5, (0, 0, 0, 0)),
    "a search by zeros": lambda: search().start(bytes(16), None, (0, 0, 0, 0), b"", -1, 9),
    "a cell in two cages": lambda: search(numbers(5, 2, 0, 1, 5, 2, 1, 2)),
    "a cell twice in a cage": lambda: search(numbers(5, 2, 3, 3)),
    "regions that are numbered with gaps": lambda: rules(bytes([0] * 4 + [2] * 4)),
    "a cell unequal to itself": lambda: rules(unequal=numbers(3, 3)),
    "a cell apart from itself": lambda: rules(apart=numbers(3, 3)),
}


@pytest.mark.parametrize("what", REFUSED)
def test_no_kernel_sees(what: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        REFUSED[what]()


def test_amounts_of_work_may_be_any() -> None:
    variant = search()
    variant.start(bytes(16), None, None, b"", -1, 1 << 62)
    assert variant.run(0) == 2
    assert variant.run((1 << 63) - 1) == 1
    assert variant.run((1 << 63) - 1) == 1
    clauses = call("CdclSearch", (2, 2, 2, 2), bytes(16), b"", False)
    assert clauses.run(-(1 << 63)) == 2
    assert clauses.run((1 << 63) - 1) == 1
