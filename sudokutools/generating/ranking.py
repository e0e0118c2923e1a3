"""Number all 6,670,903,752,021,072,936,960 complete 9x9 grids: from number to grid, and back.

In the terms of `column_sets`, with digit = symbol - 1, the order of grids compares:

1. the partition of box 1's columns, one of 280, ordered as masks, first set first;
2. the orders of the columns of the three stacks, 6^3, left to right; an order is that of the three
   sets among themselves, the set with the smallest digit first;
3. the partitions of boxes 2 and 3, read in the order of the partition of box 1: 280^2 pairs;
4. the filling of band 0, one of W(band 0), as its nine column sets number them (`fillings`);
5. the column sets of bands 1 and 2 in the three stacks, 56^3 choices, leftmost stack first;
6. the fillings of bands 1 and 2, numbered as in 4.

The number of a grid is the number of grids before it. The pair in 3 determines how many grids share
it, W * n (`classes`), where n counts the ways of 5 and 6. So the sums over earlier pairs are
stored, T in total; a step of 4 counts n; in 5 the W1 * W2 of earlier choices are added up; the rest
is division. Numbers are from 0 to 280 * 6^3 * T - 1.

`sudokutools/_core/generate/ranking.c` is the C twin.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, permutations, product
from operator import itemgetter, mul
from typing import Any, NamedTuple

from sudokutools._support import core
from sudokutools._support.bits import bits as places
from sudokutools.errors import SudokuError
from sudokutools.generating.classes import nine_classes
from sudokutools.generating.column_sets import (
    DIGITS,
    ORDERS,
    Band,
    Sets,
    choices,
    labels_by_place,
    order_of,
    partition,
    partitions,
    relabelled,
    triples,
)
from sudokutools.generating.fillings import Fillings
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

# T: the grids of one partition and one order of columns in each stack.
OF_A_BOX = 110_299_334_524_157_952
TOTAL = 280 * 6**3 * OF_A_BOX


def grid_of_rank(rank: int) -> Grid:
    """Return 9x9 grid number `rank`. Raises SudokuError unless it is from 0 to TOTAL - 1."""
    if not 0 <= rank < TOTAL:
        raise SudokuError(f"rank {rank}: expected 0 to {TOTAL - 1}")
    box, place = divmod(rank, OF_A_BOX)
    native = core.native()
    cells = native.grid_of_rank(box, place) if native else _cells_of_rank(box, place)
    return Grid(Geometry.of(3, 3), cells)


def rank_of_grid(grid: Grid) -> int:
    """Return the number of a grid. Raises SudokuError unless it is a valid complete 9x9 grid."""
    if not grid.is_classic or not grid.is_complete or any(grid.clashes()):
        raise SudokuError("only valid complete 9x9 grids have a rank")
    native = core.native()
    box, place = native.rank_of_grid(grid.cells) if native else _rank_of_cells(grid.cells)
    return int(box * OF_A_BOX + place)


class Tables(NamedTuple):
    """Tables over partitions, by number, and over their pairs (280 * second + third)."""

    number: dict[tuple[int, ...], int]  # by any two of its sets
    ways: list[array[int]]
    completions: list[int]
    before: list[int]


@lru_cache(maxsize=1)
def tables() -> Tables:
    number: dict[tuple[int, ...], int] = {
        two: i for i, sets in enumerate(partitions()) for two in permutations(sets, 2)
    }
    class_of = classes_of_pairs(number)
    classes = nine_classes()
    ways = [
        array("H", [classes[c].ways for c in class_of[start : start + 280]])
        for start in range(0, 280 * 280, 280)
    ]
    counts = (classes[c].ways * classes[c].completions for c in class_of)
    completions = [classes[c].completions for c in class_of]
    return Tables(number, ways, completions, list(accumulate(counts, initial=0)))


def classes_of_pairs(number: dict[tuple[int, ...], int]) -> bytearray:
    """Return the class of each pair: flood each class from its representative.

    Two pairs are in one class if a relabelling that keeps FIRST takes one to the other, or to its
    reverse. Four relabellings generate all of them: swaps of two digits of the first set, of two
    others, of the first two sets and of the last two.
    """
    swaps = ("102345678", "021345678", "345012678", "012678345")
    images = [
        [number[relabelled(sets, [int(digit) for digit in swap])[:2]] for sets in partitions()]
        for swap in swaps
    ]
    unknown = 255
    class_of = bytearray([unknown]) * (280 * 280)
    for index, chosen in enumerate(nine_classes()):
        found = [(number[chosen.second[:2]], number[chosen.third[:2]])]
        for second, third in found:
            if class_of[280 * second + third] == unknown:
                class_of[280 * second + third] = index
                found.append((third, second))
                found += [(image[second], image[third]) for image in images]
    return class_of


def _relative(sets: Sets, others: Sequence[Sets]) -> list[int]:
    """Return the numbers of partitions read in the order of a partition."""
    bits = [1 << label for label in labels_by_place(order_of(partition(sets)))]
    read = {triple: sum([bits[digit] for digit in places(triple)]) for triple in triples(DIGITS)}
    number = tables().number
    return [number[read[first], read[second]] for first, second, _ in others]


class Choices:
    """The 56^3 choices for bands 1 and 2, below the column sets of band 0.

    Partitions are read in the order of that of the first stack.
    """

    def __init__(self, band: Band) -> None:
        self.stacks = [choices(sets) for sets in band]
        self._relative: dict[int, list[tuple[list[int], itemgetter[Any]]]] = {}

    def products(self, first: int, second: int) -> list[int]:
        """Return W1 * W2 of the choices with given ones in the first two stacks."""
        if first not in self._relative:
            self._relative[first] = [self._read_in_order_of(first, band) for band in (0, 1)]
        ways = tables().ways
        upper, lower = (
            get_thirds(ways[seconds[second]]) for seconds, get_thirds in self._relative[first]
        )
        return list(map(mul, upper, lower))

    def _read_in_order_of(self, first: int, band: int) -> tuple[list[int], itemgetter[Any]]:
        """Return the numbers of partitions in stack 2, and a getter of the ways of those in 3."""
        sets = self.stacks[0][first][band]
        seconds, thirds = (
            _relative(sets, [choice[band] for choice in self.stacks[stack]]) for stack in (1, 2)
        )
        return seconds, itemgetter(*thirds)


_PAIRS = tuple(product(range(56), repeat=2))  # The choices in the first two stacks.


def _cells_of_rank(box: int, place: int) -> bytes:
    """The twin of the kernel."""
    known = tables()
    number, orders = divmod(box, 6**3)
    pair = bisect_right(known.before, place) - 1
    place -= known.before[pair]
    filling, place = divmod(place, known.completions[pair])
    band0 = _first_band(number, orders, pair)
    below = Choices(band0)
    for first, second in _PAIRS:
        products = below.products(first, second)
        total = sum(products)
        if place < total:
            break
        place -= total
    sums = list(accumulate(products, initial=0))
    third = bisect_right(sums, place) - 1
    place -= sums[third]
    picked = [stack[i] for stack, i in zip(below.stacks, (first, second, third), strict=True)]
    lower = [Fillings([s for sets in picked for s in sets[band]]) for band in (0, 1)]
    filling1, filling2 = divmod(place, lower[1].count)
    rows = Fillings([s for sets in band0 for s in sets]).at(filling)
    rows += lower[0].at(filling1) + lower[1].at(filling2)
    return bytes(digit + 1 for row in rows for digit in row)


def _first_band(number: int, orders: int, pair: int) -> Band:
    """Return the column sets of band 0 from box 1's partition, the orders and the pair."""
    first = partitions()[number]
    labels = order_of(first)
    boxes = [first, *(relabelled(partitions()[i], labels) for i in divmod(pair, 280))]
    of_boxes = orders // 36, orders // 6 % 6, orders % 6
    return [
        tuple([sets[place] for place in ORDERS[order]])
        for sets, order in zip(boxes, of_boxes, strict=True)
    ]


def _rank_of_cells(cells: bytes) -> tuple[int, int]:
    """The twin of the kernel."""
    known = tables()
    bands = [_column_sets(cells[start : start + 27]) for start in (0, 27, 54)]
    rows = [tuple(cell - 1 for cell in cells[start : start + 9]) for start in range(0, 81, 9)]
    partitions = [partition(sets) for sets in bands[0]]
    orders = 0
    for sets, parts in zip(bands[0], partitions, strict=True):
        orders = 6 * orders + ORDERS.index(tuple(map(parts.index, sets)))
    second, third = _relative(partitions[0], partitions[1:])
    pair = 280 * second + third
    fillings = [Fillings([s for sets in band for s in sets]) for band in bands]
    numbers = [fillings[band].number_of(rows[3 * band : 3 * band + 3]) for band in range(3)]
    place = known.before[pair] + numbers[0] * known.completions[pair]
    below = Choices(bands[0])
    at = [below.stacks[stack].index((bands[1][stack], bands[2][stack])) for stack in range(3)]
    for pair_of_choices in _PAIRS[: 56 * at[0] + at[1]]:
        place += sum(below.products(*pair_of_choices))
    place += sum(below.products(at[0], at[1])[: at[2]])
    place += numbers[1] * fillings[2].count + numbers[2]
    return known.number[partitions[0][:2]] * 6**3 + orders, place


def _column_sets(cells: bytes) -> Band:
    columns = [sum([1 << cell - 1 for cell in cells[column::9]]) for column in range(9)]
    return [tuple(columns[at : at + 3]) for at in (0, 3, 6)]
