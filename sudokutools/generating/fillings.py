"""Fillings of a band, in order: count them, find one by number, find its number.

A band of a complete grid has column sets: the digits of each column, in any order. Here digits
count from 0, and a set is a mask with bit d for digit d:

    column sets {0,4} {1,5} {0,1} {4,5}   height 2 (two rows)

    rows        0 1 4 5   0 5 1 4   4 1 0 5 ...   one digit from each column, no digit twice
    a filling   an ordered choice of `height` rows that take every digit of every column

A row is a perfect matching of columns and digits, a filling an ordered 1-factorisation of their
regular bipartite graph. A regular graph minus a perfect matching is regular, and so has a perfect
matching (Denes Konig, 1916): whatever rows are chosen, the others can be filled, and the last row
is determined.

`sudokutools/_core/generate/fillings.c` is the C twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sudokutools._support.bits import bits as places

Row = tuple[int, ...]


class Fillings:
    """All fillings of the column sets, ordered by first row, second row and so on.

    Rows are ordered as sequences of digits, left to right. A set of rows is an integer with bit i
    for row i of that order.

    >>> fillings = Fillings([0b0011, 0b1100, 0b0101, 0b1010])
    >>> fillings.height, fillings.rows
    (2, [(0, 3, 2, 1), (1, 2, 0, 3)])
    >>> fillings.count, fillings.at(1), fillings.number_of([(1, 2, 0, 3), (0, 3, 2, 1)])
    (2, [(1, 2, 0, 3), (0, 3, 2, 1)], 1)
    """

    def __init__(self, columns: Sequence[int]) -> None:
        """Find the rows of column sets of one size, in which every digit is equally frequent."""
        self.height = columns[0].bit_count()
        found: list[tuple[int, Row, int]] = [(0, (), 0)]
        for column, digits in enumerate(columns):
            choices = [
                (1 << digit, (digit,), 1 << column * self.height + place)
                for place, digit in enumerate(places(digits))
            ]
            found = [
                (used | bit, row + digit, cells | cell)
                for used, row, cells in found
                for bit, digit, cell in choices
                if not used & bit
            ]
        self.rows = [row for _, row, _ in found]
        self._cells = [cells for _, _, cells in found]
        self._compatible: dict[int, int] = {}

    def compatible(self, index: int) -> int:
        """Return the set of rows that have no digit of a row in the same column."""
        rows = self._compatible.get(index)
        if rows is None:
            mine = self._cells[index]
            text = "".join(["0" if mine & cells else "1" for cells in reversed(self._cells)])
            rows = self._compatible[index] = int(text, 2)
        return rows

    def completions(self, allowed: int, left: int) -> int:
        """Count the ways to choose the last `left` rows, in order, from the set `allowed`.

        `allowed` is the set of all rows compatible with the rows chosen before.
        """
        if left <= 1:
            return 1
        if left == 2:
            return allowed.bit_count()
        return sum(
            self.completions(allowed & self.compatible(index), left - 1)
            for index in places(allowed)
        )

    @cached_property
    def count(self) -> int:
        """The number of fillings.

        By reordering rows, each digit of the first column is first in equally many fillings: it is
        enough to count the rows with the first digit, which come first.
        """
        first = self.rows[0][0]
        return self.height * sum(
            self.completions(self.compatible(index), self.height - 1)
            for index, row in enumerate(self.rows)
            if row[0] == first
        )

    def at(self, number: int) -> list[Row]:
        """Return filling `number`, from 0, row by row. Raises IndexError beyond the last one."""
        allowed = (1 << len(self.rows)) - 1
        chosen = []
        for left in range(self.height - 1, 0, -1):
            for index in places(allowed):
                rest = allowed & self.compatible(index)
                completions = self.completions(rest, left)
                if number < completions:
                    break
                number -= completions
            else:
                raise IndexError("no filling of this number")
            chosen.append(self.rows[index])
            allowed = rest
        chosen.append(self.rows[allowed.bit_length() - 1])
        return chosen

    def number_of(self, filling: Sequence[Row]) -> int:
        """Return the number of a filling of these column sets: the inverse of `at`."""
        allowed = (1 << len(self.rows)) - 1
        number = 0
        for left, row in zip(range(self.height - 1, 0, -1), filling, strict=False):
            place = self.rows.index(row)
            for index in places(allowed & ((1 << place) - 1)):
                number += self.completions(allowed & self.compatible(index), left)
            allowed &= self.compatible(place)
        return number
