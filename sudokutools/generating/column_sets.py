"""Column sets of 9x9 grids: a grid without the order of digits inside its columns.

A column set is the set of the three digits that a band has in a column: a mask, bit d for digit d,
digits from 0. The three column sets of a box partition the nine digits. In a stack, the three bands
partition the digits of each column as well:

             column 0   1     2
    band 0     {012} {345} {678}    a row of sets partitions 0..8
    band 1     {348} {067} {125}    a column of sets partitions 0..8
    band 2     {567} {128} {034}    determined by the other two

1. Given the sets of band 0 there are 56 choices for bands 1 and 2 (`choices`), for every partition:
   sum over j of binomial(3, j)^3, j the number of digits that column 0 of band 1 takes from
   column 1 of band 0.
2. Given all column sets, bands are independent of each other: band 1 can be filled in W ways, W
   the number of ordered 1-factorisations of its digits and columns (`fillings`), and any filling
   of a band goes with any filling of the others. W depends on the three partitions of its boxes
   only (`ways`), not on the order of columns, and is invariant under relabelling.

So the number of 9x9 grids is the sum of W(band 0) W(band 1) W(band 2) over all arrays of column
sets. The idea of counting by the columns of a band is from Bertram Felgenhauer and Frazer Jarvis,
"Mathematics of Sudoku I", Mathematical Spectrum 39, 2006.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

from sudokutools._support.bits import bits as places
from sudokutools.generating.fillings import Fillings

DIGITS = 0b111111111
FIRST = (0b000000111, 0b000111000, 0b111000000)
ORDERS = tuple(permutations(range(3)))

Sets = tuple[int, ...]  # The three column sets of a box.
Partition = Sets  # They are ordered by their smallest digits.
Band = Sequence[Sets]  # The column sets of the three boxes of a band.


@lru_cache(maxsize=1680)
def partition(sets: Sets) -> Partition:
    """Order column sets by their smallest digits."""
    return tuple(sorted(sets, key=lambda digits: digits & -digits))


def relabelled(sets: Sets, labels: Sequence[int]) -> Partition:
    """Replace the digits of a partition by their labels."""
    return partition(tuple([sum([1 << labels[digit] for digit in places(s)]) for s in sets]))


def labels_by_place(order: Sequence[int]) -> tuple[int, ...]:
    """Return the inverse of an order of the digits: the place of each digit."""
    labels = [0] * len(order)
    for place, digit in enumerate(order):
        labels[digit] = place
    return tuple(labels)


@lru_cache(maxsize=280)
def order_of(sets: Partition) -> tuple[int, ...]:
    """List the digits set by set, ascending in each set."""
    return tuple(digit for digits in sets for digit in places(digits))


@lru_cache(maxsize=280)
def standard_order(second: Partition) -> tuple[int, ...]:
    """Return an order of the digits that takes `second` to one of five standard partitions.

    Renumbered by their places in that order, the digits of each set of FIRST stay in one set. Of
    the 36 ways to order the sets of FIRST and of `second`, take the first with the greatest 3 x 3
    matrix of the sizes of their intersections, read row by row; order digits by set of FIRST, set
    of `second` and digit. So the result depends on that matrix only, and there are five of these.
    """
    sizes = [[(a & b).bit_count() for b in second] for a in FIRST]
    rows, columns = max(
        ((rows, columns) for rows in ORDERS for columns in ORDERS),
        key=lambda orders: [sizes[i][j] for i in orders[0] for j in orders[1]],
    )
    return tuple(digit for i in rows for j in columns for digit in places(FIRST[i] & second[j]))


@lru_cache(maxsize=1400)
def standard_fillings(second: Partition, third: Partition) -> Fillings:
    """Return the fillings of a band in standard form: boxes FIRST, `second` and `third`."""
    return Fillings(FIRST + second + third)


def standard_form(band: Band) -> tuple[tuple[int, ...], Partition, Partition]:
    """Return (order, second, third): read in that order, the digits make a standard band.

    Digits are first put into the order of the first partition, which becomes FIRST, then into the
    standard order of the image of the second one. Of the 280^3 bands 5 x 280 remain.
    """
    order = order_of(partition(band[0]))
    standard = standard_order(relabelled(band[1], labels_by_place(order)))
    order = tuple([order[place] for place in standard])
    labels = labels_by_place(order)
    return order, relabelled(band[1], labels), relabelled(band[2], labels)


def ways(band: Band) -> int:
    """Return W, the number of fillings of a band."""
    return standard_fillings(*standard_form(band)[1:]).count


# The maximum number of fillings of bands with two given boxes, by the sum of the squares of the
# sizes of the nine intersections of their sets, which identifies the five standard partitions.
_MOST_WAYS = {27: 1728, 19: 864, 15: 516, 13: 288, 9: 192}


def bound(band: Band) -> int:
    """Return an upper bound of the number of fillings, without counting them."""
    return min(
        [
            _MOST_WAYS[sum([(a & b).bit_count() ** 2 for a in one for b in other])]
            for one, other in combinations(band, 2)
        ]
    )


@lru_cache(maxsize=1680)
def choices(sets: Sets) -> tuple[tuple[Sets, Sets], ...]:
    """Return the 56 choices for the column sets of bands 1 and 2 in a stack, given band 0's.

    They are ordered by the masks of band 1, column 0 first.
    """
    found: list[tuple[Sets, Sets]] = []
    for first in triples(DIGITS & ~sets[0]):
        for second in triples(DIGITS & ~sets[1] & ~first):
            band1 = first, second, DIGITS & ~first & ~second
            if not band1[2] & sets[2]:
                band2 = tuple([DIGITS & ~x & ~y for x, y in zip(sets, band1, strict=True)])
                found.append((band1, band2))
    return tuple(found)


@lru_cache(maxsize=512)
def triples(digits: int) -> tuple[int, ...]:
    """Return the subsets of three digits, ascending as masks."""
    bits = [1 << digit for digit in places(digits)]
    return tuple(sorted([a | b | c for a, b, c in combinations(bits, 3)]))


@lru_cache(maxsize=1)
def partitions() -> tuple[Partition, ...]:
    """Return the 280 partitions of the digits, ascending as masks, first set first."""
    every = (
        (first, second, DIGITS & ~first & ~second)
        for first in triples(DIGITS)
        for second in triples(DIGITS & ~first)
    )
    return tuple(sets for sets in every if partition(sets) == sets)
