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

The search for 9x9 grids without candidates is in C, if there is a compiled core. The bulk solver,
whose lanes share the work on a hard puzzle, first decides whether there are several solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sudokutools._support import core
from sudokutools._support.limits import Check, cores, never
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import CHARACTER_VALUES, LINE_CHARACTERS, Grid

if TYPE_CHECKING:
    from types import ModuleType

    from sudokutools._support.streams import Stream
    from sudokutools.solving.engines.planes import Planes

# From about 51x51 on the candidates of thousands of open branches would exhaust the memory.
_PACKED_FROM_BITS = 1 << 17

_STEPS = 4096  # Options that the kernel tries between two calls of `check`: about 2 ms.
_COUNTED_FIRST, _COUNT_FACTOR = 2, 16  # How far `counts` goes at first, and then.
_COUNTED_WHOLE = 100_000  # From here on it counts in parts of the tree,
_PARTS, _COUNTED_OF_PART = 256, 1 << 24  # at least as many, each at first so far.
_MOST = (1 << 64) - 1  # The maximum number of solutions that the kernel counts.
_AT_ONCE = 16  # The maximum number of solutions returned by one call of the kernel.


def solutions(grid: Grid, stream: Stream | None = None, check: Check = never) -> Iterator[Grid]:
    """Yield the solutions of a grid, each once, in the order defined by this module.

    >>> from sudokutools.grid.geometry import Geometry
    >>> list(next(solutions(Grid.empty(Geometry.of(3, 3)))).cells[:9])
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    if not grid.is_plain:
        from sudokutools.solving.engines import variant

        yield from variant.solutions(grid, stream, check)
    elif (kernels := _kernels(grid)) is not None:
        yield from _of_kernel(kernels, grid, stream, check)
    else:
        from sudokutools.solving.engines.planes import planes

        tables = planes(grid.geometry)
        for placed in search(tables, tables.start(grid.cells, grid.candidates), stream, check):
            yield grid.with_cells(tables.cells(placed))


def _kernels(grid: Grid) -> ModuleType | None:
    """Return the compiled core if it searches in a plain grid."""
    return core.native() if grid.is_classic and not grid.candidates else None


def counts(grid: Grid, limit: int | None, check: Check) -> Iterator[int] | None:
    """Yield numbers of solutions found so far, at last all, or `limit` of more.

    Returns None if there is no kernel for the grid.
    """
    kernels = _kernels(grid)
    return None if kernels is None else _counts(kernels, grid, limit, check)


def _counts(kernels: Any, grid: Grid, limit: int | None, check: Check) -> Iterator[int]:
    """Count again and again, each time `_COUNT_FACTOR` times as far: a kernel shows no progress."""
    puzzle = grid.cells.translate(LINE_CHARACTERS["."])
    last = _MOST if limit is None else min(limit, _MOST)
    number = far = 0
    while number == far < last:
        if number >= _COUNTED_WHOLE:
            yield from (max(number, total) for total in _of_parts(kernels, grid, last, check))
            return
        far = min(max(_COUNT_FACTOR * far, _COUNTED_FIRST), last)
        ((number, _, _),) = kernels.bulk_count(core.name(), puzzle, far, b"", check)
        yield number


def _of_parts(kernels: Any, grid: Grid, last: int, check: Check) -> Iterator[int]:
    """Count the solutions below each of many branches, on as many cores as this thread has."""
    from sudokutools._support.ordered import ordered_map, stoppable

    open_, name, total, far = _parts(grid), core.name(), 0, _COUNTED_OF_PART
    known = dict.fromkeys(open_, 0)
    with stoppable(cores.number, check) as (pool, check_both):

        def count(part: bytes) -> tuple[bytes, int]:
            ((number, _, _),) = kernels.bulk_count(name, part, min(far, last), b"", check_both)
            return part, number

        while open_:
            for part, number in ordered_map(pool, count, open_, lambda: 2 * cores.number):
                total += number - known[part]
                known[part] = number
                cores.counted(total)
                yield min(total, last)
                if total >= last:
                    return
            open_ = [part for part in open_ if known[part] == far]
            far *= _COUNT_FACTOR


def _parts(grid: Grid) -> list[bytes]:
    """Return puzzles, each with more clues, that share the solutions of a grid among them."""
    from sudokutools._support.bits import bits
    from sudokutools.grid.candidates import pencil_marks

    parts = [grid]
    while len(parts) < _PARTS:
        marks = [pencil_marks(part) for part in parts]
        sizes = [sum(mask.bit_count() for mask in masks) for masks in zip(*marks, strict=True)]
        cell = sizes.index(max(sizes))
        deeper = []
        for part, masks in zip(parts, marks, strict=True):
            for place in bits(masks[cell]):
                cells = bytearray(part.cells)
                cells[cell] = place + 1
                deeper.append(part.with_cells(cells))
        parts = deeper
    return [part.cells.translate(LINE_CHARACTERS["."]) for part in parts]


def _of_kernel(kernels: Any, grid: Grid, stream: Stream | None, check: Check) -> Iterator[Grid]:
    puzzle = grid.cells.translate(LINE_CHARACTERS["."])
    if stream is None:
        ((count, _, solution),) = kernels.bulk_count(core.name(), puzzle, 2, b"", check)
        if count < 2:
            if count:
                yield Grid(grid.geometry, solution.translate(CHARACTER_VALUES))
            return
    search = kernels.bulk_search(puzzle, None if stream is None else stream.state)
    is_over = False
    while not is_over:
        check()
        # Do not draw from a stream ahead of the caller.
        maximum = 1 if stream is not None else _AT_ONCE
        found, is_over, state = kernels.bulk_search_next(search, maximum, _STEPS)
        if stream is not None:
            stream.state = state
        cells = found.translate(CHARACTER_VALUES)
        for at in range(0, len(cells), 81):
            yield Grid(grid.geometry, cells[at : at + 81])


def guesses(grid: Grid, check: Check = never) -> int:
    """Return the number of options that are tried in a plain grid until none is left.

    >>> from sudokutools.grid.geometry import Geometry
    >>> guesses(Grid(Geometry.of(2, 2), [1, 2, 3, 4, 3, 4, 1, *bytes(9)]))
    6
    """
    kernels: Any = _kernels(grid)
    if kernels is None:
        counter: Any = _Counter()
        for _ in solutions(grid, counter, check):
            pass
        return int(counter.options)
    search = kernels.bulk_search(grid.cells.translate(LINE_CHARACTERS["."]), None)
    number = 0
    while not kernels.bulk_search_next(search, _AT_ONCE, min(number, 1))[1]:
        check()
        number += 1
    return number


class _Counter:
    """Takes the place of a stream: counts the options of branches instead of shuffling them."""

    options = 0

    def shuffle(self, items: list[int]) -> None:
        self.options += len(items)


def is_forced(
    grid: Grid, cell: int, solution: Grid, check: Check = never, max_steps: int | None = None
) -> bool:
    """Whether all solutions of a plain grid agree with this one in an empty cell.

    Raises UndecidedError after `max_steps` steps.
    """
    kernels: Any = _kernels(grid)
    if kernels is not None and max_steps is None:
        puzzle = bytearray(grid.cells.translate(LINE_CHARACTERS["."]))
        puzzle[cell] = ord("1") + solution[cell] - 1
        removed = (9 * cell + solution[cell]).to_bytes(2, "little")
        ((count, _, _),) = kernels.bulk_count(core.name(), bytes(puzzle), 1, removed, check)
        return bool(count == 0)
    from sudokutools.solving.engines.planes import planes

    tables = planes(grid.geometry)
    state = tables.start(grid.cells, grid.candidates)
    if state is None:
        return True
    candidates = state[0] & ~(1 << tables.bit(cell, solution[cell]))
    near = tables.placed(solution.cells)
    others = search(tables, (candidates, state[1]), None, check, max_steps, near)
    return next(others, None) is None


def search(
    tables: Planes,
    state: tuple[int, int] | None,
    stream: Stream | None = None,
    check: Check = never,
    max_steps: int | None = None,
    near: int = 0,
) -> Iterator[int]:
    """Yield the placed bits of every solution of a state (candidates, placed bits).

    None has no solutions. Options among the bits `near` are tried first. Raises UndecidedError
    after `max_steps` steps.
    """
    size = tables.geometry.size
    branches = _Branches(tables.full.bit_length() > _PACKED_FROM_BITS)
    steps = 0
    while True:
        if state is not None:
            state = tables.settle(*state, check)
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

    Of older ones only the differences are stored, packed on large grids to a hundredth.
    """

    def __init__(self, is_packed: bool) -> None:
        self.options: list[list[int]] = []
        self.candidates = 0
        self._is_packed = is_packed
        self._older: list[int | bytes] = []

    def push(self, candidates: int, options: list[int]) -> None:
        difference = self.candidates ^ candidates
        self._older.append(_packed(difference) if self._is_packed else difference)
        self.options.append(options)
        self.candidates = candidates

    def pop(self) -> None:
        difference = self._older.pop()
        if isinstance(difference, bytes):
            from zlib import decompress

            difference = int.from_bytes(decompress(difference), "little")
        self.options.pop()
        self.candidates ^= difference


def _packed(number: int) -> bytes:
    from zlib import compress

    return compress(number.to_bytes((number.bit_length() + 7) // 8, "little"), 1)
