"""What all solutions of an open grid have in common: their symbols, their number.

Masks have bit s - 1 for symbol s, as in `Grid.candidates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.bits import bits
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.grid.candidates import pencil_marks
from sudokutools.grid.grid import LINE_CHARACTERS, Grid
from sudokutools.solving.engines.planes import planes
from sudokutools.solving.solving import automatic, solutions, solve

_AT_ONCE = 4096  # Solutions whose symbols are counted together.


def possible(grid: Grid, check: Check = never) -> list[int] | None:
    """Return the mask of the symbols that each cell has in some solution; None without a solution.

    It searches in random order for solutions with symbols that none has shown so far.

    >>> from sudokutools import read_grid
    >>> possible(read_grid("1234341........."))[6:10]
    [1, 2, 10, 5]
    """
    if grid.is_classic and grid.candidates is None and core.native() is not None:
        puzzle = grid.cells.translate(LINE_CHARACTERS["."])
        masks: list[int] = core.kernels().bulk_possible(core.name(), puzzle, check)
        return masks if any(masks) else None
    if grid.candidates is not None:  # Searches may take single candidates as clues.
        clues = grid.without_candidates().cells
        grid = Grid(grid.geometry, clues, grid.candidates, grid.constraints)
    ask = _asker(grid, Stream("sudokutools", "possible", 0), check)
    seen = [0] * len(grid.cells)
    for cell, mask in enumerate(pencil_marks(grid)):
        for place in bits(mask):
            if seen[cell] >> place & 1:
                continue
            check()
            found = ask(cell, place + 1)
            for other, symbol in enumerate(found or ()):
                seen[other] |= 1 << symbol - 1
        if not seen[cell]:
            return None
    return seen


def _asker(grid: Grid, stream: Stream, check: Check) -> Callable[[int, int], bytes | None]:
    if grid.is_plain and automatic(grid) == "cdcl":
        from sudokutools.solving.engines.cdcl import ask_with_symbol

        return ask_with_symbol(grid, stream, check)

    def ask(cell: int, symbol: int) -> bytes | None:
        cells, masks = bytearray(grid.cells), grid.candidates
        cells[cell] = symbol
        found = solve(Grid(grid.geometry, cells, masks, grid.constraints), "auto", stream, check)
        return None if found is None else found.cells

    return ask


def count_symbols(
    grid: Grid, limit: int | None = None, check: Check = never
) -> tuple[int, list[list[int]]]:
    """Return the number of solutions, and for each cell in how many each symbol occurs.

    Only the first `limit` solutions are counted.

    >>> from sudokutools import read_grid
    >>> number, counts = count_symbols(read_grid("1234341........."))
    >>> number, counts[8]
    (4, [0, 2, 0, 2])
    """
    size, symbols = len(grid.cells), range(1, grid.geometry.n + 1)
    counts = [[0] * len(symbols) for _ in range(size)]
    number = 0
    found = islice(solutions(grid, check=check), limit)
    while text := b"".join(solution.cells for solution in islice(found, _AT_ONCE)):
        number += len(text) // size
        for cell, mine in enumerate(counts):
            held = text[cell::size]
            for symbol in symbols:
                mine[symbol - 1] += held.count(symbol)
    return number, counts


class Estimate(NamedTuple):
    value: Decimal
    error: Decimal


def estimate(grid: Grid, probes: int, stream: Stream, check: Check = never) -> Estimate:
    """Estimate the number of solutions without bias, by at least two random probes.

    A probe descends the search tree of `propagate`, of variants that of `variant_python`, taking
    each of the k options of a branch with probability 1/k. It counts as the product of all k if it
    ends in a solution, else as 0 (Donald E. Knuth, "Estimating the efficiency of backtrack
    programs", Mathematics of Computation 29, 1975). On the empty 9x9 grid one probe has a relative
    error of about 1.6. Strata do not pay: the first branches are equivalent.

    >>> from sudokutools import Geometry
    >>> empty = Grid.empty(Geometry.of(2, 2))
    >>> [round(number) for number in estimate(empty, 2000, Stream("test", "", 0))]
    [286, 2]
    """
    probe = _plain_probe if grid.is_plain else _variant_probe
    total = squares = 0
    for weight in islice(probe(grid, stream, check), probes):
        total += weight
        squares += weight * weight
    variance = Decimal(probes * squares - total * total) / (probes**2 * (probes - 1))
    return Estimate(Decimal(total) / probes, variance.sqrt())


def _plain_probe(grid: Grid, stream: Stream, check: Check) -> Iterator[int]:
    tables = planes(grid.geometry)
    start = tables.start(grid.cells, grid.candidates)
    while True:
        state, weight = start, 1
        while state is not None:
            state = tables.settle(*state, check)
            if state is None or state[1].bit_count() == grid.geometry.size:
                break
            options = tables.options(state[0])
            weight *= len(options)
            bit = options[stream.below(len(options))]
            state = state[0] & tables.cut(bit), tables.alone(state[0]) | 1 << bit
        yield weight if state is not None else 0


def _variant_probe(grid: Grid, stream: Stream, check: Check) -> Iterator[int]:
    from sudokutools.solving.engines.variant_python import Rules

    rules = Rules(grid.geometry, grid.constraints, check)
    start = rules.start(grid.cells, grid.candidates)
    while True:
        masks, weight = start[:], 1
        cell: int | None = None
        while (is_open := rules.settle(masks, cell) is None) and (
            cell := rules.branch(masks, len(masks) * [1])
        ) is not None:
            symbols = list(bits(masks[cell]))
            weight *= len(symbols)
            masks[cell] = 1 << symbols[stream.below(len(symbols))]
        yield weight if is_open else 0
