"""Clues other than symbols: killer cages, chains, even and odd cells.

They belong to the grid (`Grid.relations`), as given symbols do. A complete grid keeps them, so that
it can be checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from operator import itemgetter
from typing import NamedTuple

from sudokutools.errors import SudokuError

Cells = tuple[int, ...]
Shape = tuple[int, int, int]
"""Symbols, columns, cells."""


class Cage(NamedTuple):
    """Cells, ascending, that hold no symbol twice; `sum` of their symbols, 0 if unknown."""

    sum: int
    cells: Cells


_CELLS_OF = itemgetter(1)


class Relations:
    """The clues of a grid of `columns` columns and `size` cells with the symbols 1 to `n`.

    cages  each cell is in at most one; ordered by their first cells
    less   chains of cells with ascending symbols, in the order given
    even   the cells with an even symbol, ascending; `odd` likewise

    Immutable and hashable; equal if all clues are. Use `Relations.of`.
    """

    def __init__(
        self,
        shape: Shape,
        cages: tuple[Cage, ...],
        less: tuple[Cells, ...],
        even: Cells,
        odd: Cells,
    ) -> None:
        self.n, self.columns, self.size = self.shape = shape
        self.cages = cages
        self.less = less
        self.even = even
        self.odd = odd
        self._key = shape, cages, less, even, odd

    @staticmethod
    def of(
        shape: Shape,
        cages: Iterable[tuple[int, Iterable[int]]] = (),
        less: Iterable[Sequence[int]] = (),
        even: Iterable[int] = (),
        odd: Iterable[int] = (),
    ) -> Relations | None:
        """Return the clues of a grid (n, columns, cells); or None.

        Raises SudokuError if they contradict each other, or cells do not exist.

        >>> Relations.of((4, 4, 16), cages=[(7, [1, 0])]).cages
        (Cage(sum=7, cells=(0, 1)),)
        """
        return Relations.of_pieces(
            shape,
            [checked_cage(shape, total, cells) for total, cells in cages],
            [checked_run(shape, run) for run in less],
            even,
            odd,
        )

    @staticmethod
    def of_pieces(
        shape: Shape,
        cages: Sequence[Cage],
        less: Sequence[Cells] = (),
        even: Iterable[int] = (),
        odd: Iterable[int] = (),
    ) -> Relations | None:
        """Like `of`, with cages and chains that were checked one by one."""
        found = Relations(
            shape,
            tuple(sorted(cages, key=_CELLS_OF)),
            tuple(dict.fromkeys(less)),
            tuple(sorted(set(even))),
            tuple(sorted(set(odd))),
        )
        found._check()
        return found if any(found._key[1:]) else None

    def __reduce__(self) -> tuple[object, ...]:
        return Relations, self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relations) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Relations{self._key!r}"

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The pairs (smaller, greater) of the chains, without duplicates."""
        return tuple(dict.fromkeys([pair for run in self.less for pair in pairwise(run)]))

    def cell_name(self, cell: int) -> str:
        row, column = divmod(cell, self.columns)
        return f"r{row + 1}c{column + 1}"

    def cage_name(self, cage: Cage) -> str:
        """Return the name of a cage for people, such as `cage 10 at r1c1`."""
        name = f"cage {cage.sum} at" if cage.sum else "cage at"
        return f"{name} {self.cell_name(cage.cells[0])}"

    def parity_mask(self, cell: int) -> int:
        """Return the mask, bit s - 1 for symbol s, that the parity of a cell allows."""
        return self._parities.get(cell, (1 << self.n) - 1)

    @cached_property
    def _parities(self) -> dict[int, int]:
        odd = sum(1 << at for at in range(0, self.n, 2))
        even = (1 << self.n) - 1 & ~odd
        return dict.fromkeys(self.even, even) | dict.fromkeys(self.odd, odd)

    def clashes(self, cells: bytes) -> Iterator[tuple[str, int, int, Cells, str]]:
        """Yield violations as the fields of a `Clash`, with symbol 0 if none is repeated."""
        yield from self._cage_clashes(cells)
        for low, high in self.steps:
            if cells[low] and cells[high] and cells[low] >= cells[high]:
                told = f"less: {self._told(cells, low)} is not less than {self._told(cells, high)}"
                yield "less", 0, 0, (low, high), told
        for name, rest, marked in (("even", 0, self.even), ("odd", 1, self.odd)):
            for cell in marked:
                if cells[cell] and cells[cell] % 2 != rest:
                    yield name, 0, 0, (cell,), f"{name}: {self._told(cells, cell)}"

    def _told(self, cells: bytes, cell: int) -> str:
        return f"{cells[cell]} at {self.cell_name(cell)}"

    def _cage_clashes(self, cells: bytes) -> Iterator[tuple[str, int, int, Cells, str]]:
        for number, cage in enumerate(self.cages):
            symbols = [cells[cell] for cell in cage.cells if cells[cell]]
            name = self.cage_name(cage)
            for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
                held = tuple(cell for cell in cage.cells if cells[cell] == symbol)
                places = " ".join(map(self.cell_name, held))
                yield "cage", number, symbol, held, f"{name}: {symbol} at {places}"
            total, missing = sum(symbols), len(cage.cells) - len(symbols)
            if cage.sum and (total != cage.sum if not missing else total >= cage.sum):
                yield "cage", number, 0, cage.cells, f"{name}: sum {total}"

    def _check(self) -> None:
        """Raise SudokuError if clues contradict each other."""
        cells = sorted(chain.from_iterable(map(_CELLS_OF, self.cages)))
        twice = next((cell for cell, following in pairwise(cells) if cell == following), None)
        if twice is not None:
            raise SudokuError(f"cages: {self.cell_name(twice)} is in two cages")
        if self.even or self.odd:
            _check_cells("even", self.even, self.size)
            _check_cells("odd", self.odd, self.size)
            both = set(self.even) & set(self.odd)
            if both:
                raise SudokuError(f"{self.cell_name(min(both))} is both even and odd")
        if self.less:
            self._check_chains()

    def _check_chains(self) -> None:
        """Raise SudokuError for a cycle, and for a chain of more cells than symbols."""
        above: list[list[int]] = [[] for _ in range(self.size)]
        below = [0] * self.size
        for low, high in self.steps:
            above[low].append(high)
            below[high] += 1
        # Topological order, layer by layer.
        layer = [cell for cell, higher in enumerate(above) if higher and not below[cell]]
        depth = 0
        while layer:
            depth += 1
            if depth > self.n:
                name = self.cell_name(min(layer))
                raise SudokuError(f"less: chain to {name} is longer than {self.n} cells")
            following = []
            for cell in layer:
                for higher in above[cell]:
                    below[higher] -= 1
                    if not below[higher]:
                        following.append(higher)
            layer = following
        if any(below):
            name = self.cell_name(_in_circle(below, above))
            raise SudokuError(f"less: cycle through {name}")


def checked_cage(shape: Shape, total: int, cells: Iterable[int]) -> Cage:
    """Return a cage. Raises SudokuError if its sum is impossible.

    >>> checked_cage((4, 4, 16), 7, [1, 0])
    Cage(sum=7, cells=(0, 1))
    """
    n, columns, size = shape
    cage = Cage(total, tuple(sorted(cells)))
    count = len(cage.cells)
    _check_cells("cages", cage.cells, size)
    if not count:
        raise SudokuError("cages: empty cage")
    if count > n:
        raise SudokuError(f"cages: {count} cells in a cage, expected at most {n}")
    low, high = count * (count + 1) // 2, count * (2 * n + 1 - count) // 2
    if total and not low <= total <= high:
        told = f"{count} cell{'s' * (count > 1)} of 1 to {n}"
        names = " ".join(f"r{cell // columns + 1}c{cell % columns + 1}" for cell in cage.cells)
        raise SudokuError(f"cages: impossible sum {total} of {told} ({names})")
    return cage


def checked_run(shape: Shape, cells: Iterable[int]) -> Cells:
    """Return a chain of cells. Raises SudokuError if it is impossible."""
    run = tuple(cells)
    _check_cells("less", run, shape[2])
    if len(run) < 2:
        raise SudokuError("less: a chain requires at least two cells")
    return run


def _check_cells(key: str, cells: Cells, size: int) -> None:
    for cell in cells:
        if not 0 <= cell < size:
            raise SudokuError(f"{key}: cell outside the grid")


def _in_circle(below: list[int], above: list[list[int]]) -> int:
    """Return the first cell of a cycle; `below` counts the unreached predecessors of each."""
    left = {cell for cell, number in enumerate(below) if number}
    beneath: dict[int, list[int]] = {cell: [] for cell in left}
    for cell in left:
        for higher in above[cell]:
            beneath[higher].append(cell)
    # Remove cells without successors repeatedly: they are in no cycle.
    higher_left = {cell: len(above[cell]) for cell in left}
    ends = [cell for cell in left if not above[cell]]
    for end in ends:
        left.remove(end)
        for cell in beneath[end]:
            higher_left[cell] -= 1
            if not higher_left[cell]:
                ends.append(cell)
    return min(left)
