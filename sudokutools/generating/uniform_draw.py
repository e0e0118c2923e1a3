"""Draw complete grids, each exactly equally likely: 4x4, 6x6, 8x8, 9x9, latin squares up to 5x5.

Forget the order inside the columns of each band. What is left of a grid is its array of column
sets (`columns.py`), and the number of grids with that array is the product over the bands of their
numbers of fillings, W. So a grid is drawn in two steps, an array with a chance in proportion to
that product and then a filling of each band, all equally likely; every chance is a quotient of
integers and every draw an exact bounded one. No grid is ever thrown away.

**9x9.** Let G be the group made of relabelling the digits, reordering the columns inside each stack
and swapping stacks 2 and 3: 9! * 6^3 * 2 maps. It acts on grids and on the column sets of band 0.
Two of these belong to one class if a map of G takes one to the other; there are 84 classes. As the
relabellings take any partition of the digits to any other, a class has as many members with one
partition in box 1 as with another, and as many with one order of columns as with another: of the
280 * 6^3 * size members, `size` have the partition FIRST, its sets in order, and the sets of the
other boxes in order.

1. Draw a class C with the chance weight(C) / sum of weights, where weight = size * W * n: W is the
   number of fillings of band 0 and n the number of ways to choose and fill bands 1 and 2. This is
   the share of the class in all grids, because W and n are the same for all its members.
2. Take its representative a, and a filling of band 0, one of W.
3. Draw one of the 56^3 choices of column sets for bands 1 and 2 (three stacks) and a number r below
   `most`, an upper bound of W1 * W2 over all choices; keep both if r < W1 * W2, else draw both
   again (11.4 pairs on average). So a choice is kept in proportion to W1 * W2, and r is then
   uniform below W1 * W2: it numbers the pair of fillings of bands 1 and 2. After step 3 every grid
   whose band 0 has the column sets a is equally likely.
4. Draw one of the maps of G and apply it. For each member b of the class, the maps that take a to
   b are equally many (a coset of the stabiliser), and each takes the grids over a one to one to
   the grids over b. So after step 4 every grid of the class is equally likely, and by step 1 every
   grid. Sum of weights times 280 * 6^3: 6,670,903,752,021,072,936,960 grids, the known number.

**Two bands** (boxes two cells wide; the transposed grid where they are two cells high). A digit is
in one of two columns in each stack: a word of `height` bits. Band 1 has in each column what band 0
has in the other column of that stack, so its W is the same. G is made of relabelling the digits,
reordering the stacks and swapping the columns in any of them. A class is drawn with the chance
size * W * W / sum, then a filling of each band, then a map of G; the proof is the one above.

**Latin squares** (boxes one cell high or wide). The square is one band all of whose column sets
hold every digit: one number of a filling is drawn.

The claim is that of the source: with random numbers below every bound equally likely and
independent, all grids are equally likely. The streams have 256 bits of state, so every grid can be
the first of a stream; a `--seed` of few characters can of course name only few of them.

`sudokutools/_core/generate/uniform.c` is the same in C and draws the same grids.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import TypeVar

from sudokutools._support.streams import Stream
from sudokutools.generating.classes import (
    NineClass,
    TwoBandClass,
    nine_classes,
    two_band_classes,
)
from sudokutools.generating.column_sets import (
    FIRST,
    ORDERS,
    Band,
    bound,
    choices,
    standard_fillings,
    standard_form,
    ways,
)
from sudokutools.generating.fillings import Fillings
from sudokutools.grid.geometry import Geometry

LATIN_SQUARES = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161280}

Class = TypeVar("Class", NineClass, TwoBandClass)


def number_of_grids(geometry: Geometry) -> int:
    """Return how many grids there are of a geometry that can be drawn.

    >>> number_of_grids(Geometry.of(3, 3))
    6670903752021072936960
    """
    if geometry.box_width == 1 or geometry.box_height == 1:
        return LATIN_SQUARES[geometry.n]
    if geometry.box_width == geometry.box_height == 3:
        return 280 * 6**3 * sum(chosen.weight for chosen in nine_classes())
    return sum(chosen.weight for chosen in two_band_classes(geometry.n // 2))


def draw_cells(geometry: Geometry, stream: Stream) -> bytes:
    """Draw the cells of a grid of a geometry of `uniform.EXACT`: the twin of the kernel."""
    width, height = geometry.box_width, geometry.box_height
    if width == 1 or height == 1:
        return _latin_square(geometry.n, stream)
    if width == height == 3:
        return _nine(stream)
    if width == 2:
        return _two_bands(height, stream)
    cells = _two_bands(width, stream)
    n = geometry.n
    return b"".join(cells[row::n] for row in range(n))


def _latin_square(n: int, stream: Stream) -> bytes:
    number = stream.below(LATIN_SQUARES[n])
    rows = Fillings([(1 << n) - 1] * n).at(number)
    return bytes(digit + 1 for row in rows for digit in row)


def _two_bands(height: int, stream: Stream) -> bytes:
    """Draw a grid of boxes two cells wide and `height` cells high."""
    n = 2 * height
    chosen, drawn = _draw_class(two_band_classes(height), stream)
    fillings = two_band_fillings(chosen)
    bands = fillings.at(drawn % chosen.ways), fillings.at(drawn // chosen.ways % chosen.ways)
    number = stream.below(factorial(n) * factorial(height) << height)
    symbols, number = _order_of_number(n, number)
    stacks, flips = _order_of_number(height, number)
    cells = bytearray(n * n)
    for band in range(2):
        for row in range(height):
            for column, digit in enumerate(bands[band][row]):
                stack, side = divmod(column, 2)
                # Band 1 is the filling of band 0's column sets with the columns of a stack swapped.
                to = 2 * stacks[stack] + (side ^ band ^ (flips >> stack & 1))
                cells[(band * height + row) * n + to] = symbols[digit] + 1
    return bytes(cells)


def two_band_fillings(chosen: TwoBandClass) -> Fillings:
    """Return the fillings of the representative of a class."""
    return Fillings(
        [
            sum(
                [1 << digit for digit, word in enumerate(chosen.words) if word >> stack & 1 == side]
            )
            for stack in range(len(chosen.words) // 2)
            for side in (0, 1)
        ]
    )


def _nine(stream: Stream) -> bytes:
    chosen, drawn = _draw_class(nine_classes(), stream)
    bands, numbers = _other_bands(chosen, stream)
    bands.insert(0, (FIRST, chosen.second, chosen.third))
    numbers.insert(0, drawn % chosen.ways)
    symbols, number = _order_of_number(9, stream.below(factorial(9) * 6**3 * 2))
    orders = []
    for _ in range(3):
        number, order = divmod(number, 6)
        orders.append(ORDERS[order])
    stacks = (0, 2, 1) if number else (0, 1, 2)
    cells = bytearray(81)
    for band, sets in enumerate(bands):
        for row, digits in enumerate(_band_filling(sets, numbers[band])):
            for place, digit in enumerate(digits):
                stack = place // 3
                column = next(j for j in range(3) if sets[stack][j] >> digit & 1)
                to = 3 * stacks[stack] + orders[stack][column]
                cells[(3 * band + row) * 9 + to] = symbols[digit] + 1
    return bytes(cells)


def _other_bands(chosen: NineClass, stream: Stream) -> tuple[list[Band], list[int]]:
    """Draw the column sets of bands 1 and 2 and the numbers of their fillings."""
    stacks = choices(FIRST), choices(chosen.second), choices(chosen.third)
    while True:
        drawn = stream.below(56**3)
        number = stream.below(chosen.most)
        picked = stacks[0][drawn // 3136], stacks[1][drawn // 56 % 56], stacks[2][drawn % 56]
        band1, band2 = ((a[band], b[band], c[band]) for a, b, c in [picked] for band in (0, 1))
        # The bounds are quick to have and spare the count of most choices that are refused.
        if number >= bound(band1) * bound(band2):
            continue
        ways1 = ways(band1)
        if number >= ways1 * bound(band2):
            continue
        ways2 = ways(band2)
        if number < ways1 * ways2:
            return [band1, band2], [number // ways2, number % ways2]


def _band_filling(band: Band, number: int) -> list[list[int]]:
    """Return a filling of a band as the digits of its rows, each box in any order of columns.

    Fillings are numbered as those of the band's standard form.
    """
    order, second, third = standard_form(band)
    rows = standard_fillings(second, third).at(number)
    return [[order[place] for place in row] for row in rows]


def _draw_class(classes: Sequence[Class], stream: Stream) -> tuple[Class, int]:
    """Draw a class in proportion to its weight; return a random number below the weight as well."""
    drawn = stream.below(sum(c.weight for c in classes))
    for chosen in classes:
        if drawn < chosen.weight:
            break
        drawn -= chosen.weight
    return chosen, drawn


def _order_of_number(length: int, number: int) -> tuple[list[int], int]:
    """Return an order of 0 to length - 1 made from a number by Fisher and Yates, and the rest.

    >>> _order_of_number(3, 7)
    ([2, 0, 1], 1)
    """
    order = list(range(length))
    for last in range(length - 1, 0, -1):
        number, other = divmod(number, last + 1)
        order[last], order[other] = order[other], order[last]
    return order, number
