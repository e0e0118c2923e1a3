"""Primitives as the compiled search reads them (`_core/variant/variant.h`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sudokutools._support import core
from sudokutools._support.limits import FOREVER
from sudokutools.constraints.primitives import (
    Automaton,
    Connected,
    Different,
    Primitives,
    Regions,
    Related,
    Sets,
    Total,
)

if TYPE_CHECKING:
    from sudokutools._native import VariantSearch

DIFFERENT, RELATED, TOTAL, SETS, AUTOMATON, CONNECTED, REGIONS, TABLE, MACHINE = range(9)
"""The kinds of items in the compiled search."""

KERNEL_SYMBOLS = 32  # The maximum number of symbols in the compiled search.


def packed(
    given: Primitives, exchanged: Sequence[int] | None = None, joined: Iterable[Total] = ()
) -> tuple[bytes, bytes]:
    """Pack masks and primitives for the compiled search (`_core/variant/variant.h`).

    exchanged  the masks if numbers of regions have no order, see `exchangeable`
    joined  sums of other sums

    Each item is its kind, how many cells, the cells, how many numbers, and these. Tables and
    machines have no cells; they come before the first item that refers to them.
    """
    numbers: list[int] = []
    tables: dict[tuple[int, ...], int] = {}
    machines: dict[int, int] = {}
    for item in (*given.items, *joined):
        match item:
            case Related(first, second, table):
                if table not in tables:
                    tables[table] = len(tables)
                    numbers += (TABLE, 0, len(table), *table)
                numbers += (RELATED, 2, first, second, 1, tables[table])
            case Different(cells):
                numbers += (DIFFERENT, len(cells), *cells, 0)
            case Total(cells, weights, total):
                numbers += (TOTAL, len(cells), *cells, len(cells) + 1, *weights, total)
            case Sets(cells, sets):
                numbers += (SETS, len(cells), *cells, len(sets), *sets)
            case Connected(cells, columns, symbols, size):
                numbers += (CONNECTED, len(cells), *cells, 3, columns, symbols, size)
            case Regions(cells, columns, known, _):
                numbers += (REGIONS, len(cells), *cells, 2, columns, 0 if exchanged else known)
            case Automaton(cells, machine):
                if id(machine) not in machines:
                    machines[id(machine)] = len(machines)
                    more = [2 * other + 2 for other in machine.more] or [0] * len(machine.table)
                    rows = zip(map(int.__add__, machine.accepts, more), machine.table, strict=True)
                    states = [number for first, row in rows for number in (first, *row)]
                    numbers += (MACHINE, 0, len(states) + 1, machine.starts, *states)
                numbers += (AUTOMATON, len(cells), *cells, 1, machines[id(machine)])
    return array("I", exchanged or given.masks).tobytes(), array("q", numbers).tobytes()


def without_houses(given: Primitives, size: int) -> VariantSearch | None:
    """Return a compiled search that was started, whose cells are in no house; None without one.

    Auxiliary cells follow the first `size` ones.
    """
    native = core.native()
    if native is None or given.n > KERNEL_SYMBOLS:
        return None
    with suppress(OverflowError, ValueError):  # As in other searches, for too large ones.
        rules = native.variant_rules(given.n, 1, size, b"", b"", b"")
        search: VariantSearch = native.VariantSearch(rules, b"", b"", *packed(given))
        search.start(bytes(size), None, None, b"", -1, FOREVER)
        return search
    return None
