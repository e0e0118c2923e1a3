"""Candidates, naked and hidden singles, then branches on the cell or house with the fewest options.

The following defines the order of the solutions:

1. Place every naked single (a cell with one candidate) and hidden single (a house of n cells with
   one cell for a symbol), repeatedly. A cell without a candidate, or a house of n cells without a
   cell for a symbol, ends this branch.
2. If every cell is filled, this is a solution.
3. Otherwise branch on the cell, or the symbol in a house of n cells, that is not settled and has
   the fewest options. Ties: a cell before a row before a column before a box; the lowest cell
   first; in houses the lowest symbol first, then the lowest house.
4. Its options are tried in ascending order (symbols of a cell, cells of a house); with a random
   stream in the order that `Stream.shuffle` gives to the ascending list. Each option tried is one
   step.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.solving.engines.planes import Planes, planes

# From about 51x51 on the candidates of thousands of open branches would exhaust the memory.
_PACKED_FROM_BITS = 1 << 17


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order defined by this module."""
    if not grid.is_plain:
        from sudokutools.solving.engines import variant

        yield from variant.solutions(grid, stream, check)
        return
    tables = planes(grid.geometry)
    for placed in search(tables, tables.start(grid.cells, grid.candidates), stream, check):
        yield grid.with_cells(tables.cells(placed))


def search(
    tables: Planes,
    state: tuple[int, int] | None,
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int | None = None,
    near: int = 0,
) -> Iterator[int]:
    """Yield the placed bits of every solution of a state (candidates, placed bits).

    A state of None has no solutions. Options among the bits `near` are tried first, to find
    solutions similar to a known one soon. Raises UndecidedError after `max_steps` steps.
    """
    settle, size = tables.settle, tables.geometry.size
    branches = _Branches(tables.full.bit_length() > _PACKED_FROM_BITS)
    steps = 0
    while True:
        if state is not None:
            state = settle(*state, check)
        if state is not None:
            candidates, placed = state
            if placed.bit_count() == size:
                yield placed
            else:
                options = tables.options(candidates)
                if stream is not None:
                    stream.shuffle(options)
                if near:
                    options.sort(key=lambda bit: not near >> bit & 1)
                options.reverse()
                branches.push(candidates, options)
        if not branches.options:
            return
        if steps == max_steps:
            raise UndecidedError(f"not decided in {steps} steps")
        steps += 1
        candidates = branches.candidates
        bit = branches.options[-1].pop()
        if not branches.options[-1]:
            branches.pop()
        state = candidates & tables.cut(bit), tables.alone(candidates) | 1 << bit


class _Branches:
    """The open branches: the options left of each, and the candidates of the newest.

    For each older branch only the difference to the next one is stored, packed on large grids: a
    hundredth of the candidates, which take up to 125,000 bytes.
    """

    def __init__(self, is_packed: bool) -> None:
        self.options: list[list[int]] = []
        self.candidates = 0
        self._is_packed = is_packed
        self._older: list[int | bytes] = []

    def push(self, candidates: int, options: list[int]) -> None:
        difference = self.candidates ^ candidates
        self._older.append(_pack(difference) if self._is_packed else difference)
        self.options.append(options)
        self.candidates = candidates

    def pop(self) -> None:
        difference = self._older.pop()
        if isinstance(difference, bytes):
            difference = _unpack(difference)
        self.options.pop()
        self.candidates ^= difference


def _pack(number: int) -> bytes:
    return zlib.compress(number.to_bytes((number.bit_length() + 7) // 8, "little"), 1)


def _unpack(packed: bytes) -> int:
    return int.from_bytes(zlib.decompress(packed), "little")
