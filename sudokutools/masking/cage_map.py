"""Maps of cages that cover a complete grid: how they grow, and how they change.

The following defines the map of a stream.

*Growing* covers free cells with cages. The cells are listed ascending and shuffled; each that is
still free at its turn begins a cage. Its size starts at the smallest size requested; while it is
below the largest and `below(WEIGHT)` is less than the weight of large cages, it increases by one.
The cage then takes one adjacent free cell at a time with a symbol that it lacks, until it has its
size or none is left; `below` their number chooses one, listed in the order of the cage's cells,
each once.

*Regrowing* a cage frees it and some others: each time, `below` their number chooses one of the
cages adjacent to those chosen before, listed in the order of their cells. The free cells grow. All
of this is undone if more cages are too small now, if fewer than a percentage of all have three or
more cells and this share fell, or if more of the other known solutions have the sums of the cages;
when easing the map, also if the total room of the cells grew.

*Drawing* a map grows all cells. While a cage is too small, the cage of the lowest cell in such a
cage is regrown with one other; one may be left if all are to have one size (as also with weight 0)
that does not divide the number of cells. Then, while too few are large, the cage of cell `below`
their number is. Both end after TIDYING times per cell.

A map is *eased* by one regrowth for each row of the grid: of the cage of cell `below` their number,
with one or two others (1 + `below(2)`).

A solution is *ruled out* by up to MOVES regrowths, until none of the other known solutions, which
include it from now on, has the sums of the cages. Of the known solutions that have the sums, take
the last; regrow the cage of one of the cells in which it differs, `below` their number, with one or
two others as above.

The *room* of a cage is the number of symbols possible with its size and its sum, times its cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from sudokutools._support.streams import Stream
from sudokutools.constraints.places import touching
from sudokutools.grid.grid import Grid

WEIGHT = 9  # The denominator of the weights of large cages.
TIDYING = 100  # The maximum number of regrowths of too small cages, per cell.
MOVES = 500  # The maximum number of regrowths to rule out a solution.
LARGE = 3  # The number of cells from which a cage is large.

Sizes = tuple[int, int] | tuple[int, int, int]
"""The minimum and maximum number of cells of a cage, and the minimum percentage of large ones."""

Other = list[tuple[int, int]]  # Where another solution differs, and by how much it is higher.


class CageMap:
    """Cages that cover a complete grid, and the other solutions to rule out.

    owner    the number of the cage of each cell, -1 if free
    cages    their cells, in the order in which they grew
    fitting  the other solutions that have the sums of the cages
    small    how many cages are too small
    large    how many cages are large
    """

    def __init__(self, grid: Grid, sizes: Sizes, weight: int, stream: Stream) -> None:
        self.n, self.rows = grid.geometry.n, grid.geometry.rows
        self.symbols = grid.cells
        self.beside = touching(grid.geometry.rows, grid.geometry.columns)
        self.low, high, self.share = (*sizes, 0)[:3]
        self.high = min(high, self.n)
        self.weight = weight
        self.stream = stream
        self.owner = [-1] * len(grid.cells)
        self.cages: dict[int, list[int]] = {}
        self.others: list[Other] = []
        self.fitting: list[Other] = []
        self.number = 0
        self.small = self.large = 0
        self.grow(list(range(len(grid.cells))))
        is_one_size = self.low == self.high or weight <= 0
        unavoidable = is_one_size and len(grid.cells) % self.low > 0
        for _ in range(TIDYING * len(grid.cells)):
            if self.small > unavoidable:
                self.regrow(next(o for o in self.owner if len(self.cages[o]) < self.low), 1)
            elif 100 * self.large < self.share * len(self.cages):
                self.regrow(self.owner[stream.below(len(self.owner))], 1)
            else:
                break

    def grow(self, free: list[int]) -> None:
        """Cover free cells, ascending, with cages."""
        owner, symbols, below = self.owner, self.symbols, self.stream.below
        self.stream.shuffle(free)
        for start in free:
            if owner[start] >= 0:
                continue
            size = self.low
            while size < self.high and below(WEIGHT) < self.weight:
                size += 1
            cage = self.cages[self.number] = [start]
            owner[start] = self.number
            held = 1 << symbols[start]
            reached: dict[int, None] = {}
            while len(cage) < size:
                reached |= dict.fromkeys(self.beside[cage[-1]])
                found = [
                    cell for cell in reached if owner[cell] < 0 and not held >> symbols[cell] & 1
                ]
                if not found:
                    break
                cell = found[below(len(found))]
                owner[cell] = self.number
                held |= 1 << symbols[cell]
                cage.append(cell)
            self.number += 1
            self.small += len(cage) < self.low
            self.large += len(cage) >= LARGE

    def regrow(self, number: int, more: int, is_easing: bool = False) -> None:
        """Regrow a cage and `more` others; undo it if it was a loss."""
        first, fitting = self.number, self.fitting
        small, large, count = self.small, self.large, len(self.cages)
        old = {each: self.cages.pop(each) for each in self.chosen(number, more)}
        free = sorted(chain.from_iterable(old.values()))
        for cell in free:
            self.owner[cell] = -1
        for cage in old.values():
            self.small -= len(cage) < self.low
            self.large -= len(cage) >= LARGE
        self.grow(free)
        if self.small <= small and (
            100 * self.large >= self.share * len(self.cages)
            or self.large * count >= large * len(self.cages)
        ):
            new = [self.cages[each] for each in range(first, self.number)]
            if not is_easing or self.room(new) <= self.room(old.values()):
                self.fitting = [other for other in self.others if self.fits(other)]
                if len(self.fitting) <= len(fitting):
                    return
        self.fitting, self.small, self.large = fitting, small, large
        for each in range(first, self.number):
            del self.cages[each]
        self.cages |= old
        for each, cage in old.items():
            for cell in cage:
                self.owner[cell] = each

    def chosen(self, number: int, more: int) -> list[int]:
        """Return a cage and random others, each adjacent to one before."""
        chosen, owner, beside = [number], self.owner, self.beside
        around: dict[int, None] = {}
        for _ in range(more):
            around |= {owner[cell]: None for c in self.cages[chosen[-1]] for cell in beside[c]}
            found = [each for each in around if each not in chosen]
            if not found:
                break
            chosen.append(found[self.stream.below(len(found))])
        return chosen

    def room(self, cages: Iterable[list[int]]) -> int:
        n, symbols = self.n, self.symbols
        return sum([room(n, len(cage), sum([symbols[cell] for cell in cage])) for cage in cages])

    def fits(self, other: Other) -> bool:
        """Whether another solution has the sums of all cages."""
        sums: dict[int, int] = {}
        for cell, more in other:
            number = self.owner[cell]
            sums[number] = sums.get(number, 0) + more
        return not any(sums.values())

    def rule_out(self, other: bytes) -> bool:
        """Regrow cages until no other known solution fits; return whether this succeeded."""
        pairs = enumerate(zip(other, self.symbols, strict=True))
        self.others.append([(cell, mine - own) for cell, (mine, own) in pairs if mine != own])
        self.fitting = self.others[-1:]
        for _ in range(MOVES):
            cell, _ = self.fitting[-1][self.stream.below(len(self.fitting[-1]))]
            self.regrow(self.owner[cell], 1 + self.stream.below(2))
            if not self.fitting:
                return True
        return False

    def ease(self) -> None:
        """Regrow as many cages as the grid has rows so that their sums leave less room."""
        for _ in range(self.rows):
            cell = self.stream.below(len(self.owner))
            self.regrow(self.owner[cell], 1 + self.stream.below(2), is_easing=True)


@lru_cache(maxsize=4096)
def room(n: int, size: int, total: int) -> int:
    """Return the room of a cage: its size times the number of symbols that can occur in it.

    A symbol can occur if the rest of the sum is between the minimum and the maximum of the others.
    """
    count = 0
    for symbol in range(1, n + 1):
        others = [other for other in range(1, n + 1) if other != symbol]
        least, most = sum(others[: size - 1]), sum(others[n - size :])
        count += least <= total - symbol <= most
    return size * count
