"""The classes of column sets that the uniform generator uses, with their numbers of grids.

They are stored so that drawing one grid needs no tables, in files that the kernels include as well;
tests recompute them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sudokutools.generating.column_sets import Partition, partitions


class NineClass(NamedTuple):
    """A class of column sets of the first band of 9x9 grids; see `uniform`.

    Its representative has the partition FIRST in box 1, `second` in box 2 and `third` in box 3. The
    class has `size` of these pairs; band 0 has `ways` fillings, bands 1 and 2 have `completions`
    together; the product of the ways of band 1 and of band 2 is at most `most`.
    """

    second: Partition
    third: Partition
    size: int
    ways: int
    completions: int
    most: int

    @property
    def weight(self) -> int:
        """The number of grids of the class, divided by the 280 * 6^3 sets of columns of box 1."""
        return self.size * self.ways * self.completions


class TwoBandClass(NamedTuple):
    """A class of `size` column sets of the first of two bands, each with `ways` fillings.

    In its representative digit d is, in stack k, in column bit k of `words[d]`.
    """

    words: tuple[int, ...]
    size: int
    ways: int

    @property
    def weight(self) -> int:
        return self.size * self.ways * self.ways


@lru_cache(maxsize=1)
def nine_classes() -> tuple[NineClass, ...]:
    sets = partitions()
    return tuple(NineClass(sets[row[0]], sets[row[1]], *row[2:]) for row in _rows("nine_classes"))


@lru_cache(maxsize=3)
def two_band_classes(height: int) -> tuple[TwoBandClass, ...]:
    """Return the classes of grids of two bands of `height` rows: 2, 4 or 26 for 2, 3 and 4."""
    rows = _rows(f"two_band_classes_{height}")
    return tuple(TwoBandClass(tuple(words), size, ways) for *words, size, ways in rows)


def _rows(table: str) -> list[list[int]]:
    text = Path(__file__).with_name(f"{table}.txt").read_text(encoding="ascii")
    return [[int(number) for number in re.findall(r"\d+", row)] for row in text.splitlines()]
