"""Statistics of complete grids that distinguish a uniform generator from a biased one.

The digits of cells are useless: shuffling symbols makes any generator pass. These are used:

- 4x4: the frequencies of the 288 grids, by chi-square (287 degrees of freedom);
- 6x6: the number of pairs of equal draws;
- 9x9: the frequencies of the 84 classes of column sets, in bands and stacks, by chi-square (83
  degrees of freedom each), and the number of unavoidable sets of four cells of a band (two rows of
  a band and two columns of different stacks that hold the same two digits crosswise), compared
  with the exact distribution.

The command line form reads complete grids, one per line, and prints the statistics:

    sudoku-gen -n 1000000 --method uniform --format line | python -m tests.generating.uniformity
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

from sudokutools.generating.classes import nine_classes
from sudokutools.generating.column_sets import (
    FIRST,
    Partition,
    labels_by_place,
    order_of,
    partition,
    relabelled,
)
from sudokutools.generating.fillings import Fillings
from sudokutools.generating.ranking import tables

Cells = Sequence[int]


def chi_square(counts: Iterable[float], expected: Iterable[float]) -> float:
    """Return Pearson's statistic."""
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def chi_square_4x4(grids: Sequence[bytes]) -> float:
    """Return the statistic over all 288 grids, including grids that were never drawn."""
    counts = Counter(grids)
    mean = len(grids) / 288
    return chi_square(counts.values(), [mean] * len(counts)) + (288 - len(counts)) * mean


def equal_pairs(grids: Sequence[bytes]) -> int:
    return sum(comb(count, 2) for count in Counter(grids).values())


def bands(cells: Cells) -> list[list[Cells]]:
    """Return bands 1 to 3 and, transposed, stacks 1 to 3 of a 9x9 grid, each as three rows."""
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    columns = [cells[column::9] for column in range(9)]
    return [lines[start : start + 3] for lines in (rows, columns) for start in (0, 3, 6)]


def band_class(band: Sequence[Cells]) -> int:
    """Return the class of a band, one of 84."""
    boxes = [
        partition(tuple(sum([1 << row[at + i] - 1 for row in band]) for i in range(3)))
        for at in (0, 3, 6)
    ]
    return _class_of(boxes[0], boxes[1], boxes[2])


@lru_cache(maxsize=200_000)
def _class_of(first: Partition, second: Partition, third: Partition) -> int:
    labels = labels_by_place(order_of(first))
    number = tables().number
    pair = [number[relabelled(sets, labels)[:2]] for sets in (second, third)]
    return class_of_pairs()[280 * pair[0] + pair[1]]


@lru_cache(maxsize=1)
def class_of_pairs() -> bytes:
    from sudokutools.generating.ranking import classes_of_pairs

    return bytes(classes_of_pairs(tables().number))


def class_weights() -> list[float]:
    """Return the share of each class of a band in all grids."""
    weights = [chosen.weight for chosen in nine_classes()]
    return [weight / sum(weights) for weight in weights]


def unavoidable_fours(band: Sequence[Cells]) -> int:
    """Count the sets of four cells of a band in which two digits can be swapped.

    >>> unavoidable_fours(["123456789", "456789123", "789132546"])
    0
    >>> unavoidable_fours(["123456789", "478129365", "956378241"])
    2
    """
    found = 0
    for upper, lower in ((band[0], band[1]), (band[0], band[2]), (band[1], band[2])):
        below = dict(zip(upper, lower, strict=True))
        found += sum(below[below[symbol]] == symbol for symbol in upper) // 2
    return found


def unavoidable_fours_law() -> dict[int, float]:
    """Return the exact distribution of that number, from all fillings of all classes."""
    law: Counter[int] = Counter()
    for chosen in nine_classes():
        fillings = Fillings(FIRST + chosen.second + chosen.third)
        for number in range(chosen.ways):
            law[unavoidable_fours(fillings.at(number))] += chosen.size * chosen.completions
    return {found: law[found] / law.total() for found in sorted(law)}


class Nine:
    def __init__(self, grids: Iterable[Cells]) -> None:
        self.grids = 0
        self.classes = [Counter[int]() for _ in range(6)]
        self.fours = [Counter[int]() for _ in range(6)]
        for cells in grids:
            self.grids += 1
            for which, band in enumerate(bands(cells)):
                self.classes[which][band_class(band)] += 1
                self.fours[which][unavoidable_fours(band)] += 1

    def class_chi_squares(self) -> list[float]:
        """Return the statistic over the 84 classes for each band and stack."""
        expected = [self.grids * weight for weight in class_weights()]
        return [chi_square([c[i] for i in range(84)], expected) for c in self.classes]

    def fours_chi_squares(self) -> list[float]:
        """Return the statistic over the numbers of unavoidable fours for each band and stack."""
        law = unavoidable_fours_law()
        expected = [self.grids * chance for chance in law.values()]
        return [chi_square([f[i] for i in law], expected) for f in self.fours]

    def mean_fours(self) -> float:
        """Return the average number of unavoidable fours in a grid; 11.578884 if uniform."""
        found = sum(number * count for fours in self.fours for number, count in fours.items())
        return found / self.grids


def main() -> None:
    """Read complete 4x4 or 9x9 grids, one per line, and print their statistics."""
    lines = [bytes(map(int, line.split()[0])) for line in sys.stdin]
    print(f"{len(lines)} grids")
    if len(lines[0]) == 16:
        print(f"chi-square over 288 grids (mean 287, sd 24): {chi_square_4x4(lines):.1f}")
        return
    nine = Nine(lines)
    for name, values in (
        ("84 classes (mean 83, sd 13)", nine.class_chi_squares()),
        (f"fours (mean {len(unavoidable_fours_law()) - 1})", nine.fours_chi_squares()),
    ):
        print(f"chi-square of {name}:", *(f"{value:.1f}" for value in values))
    print(f"fours in a grid (11.5789 if uniform): {nine.mean_fours():.4f}")


if __name__ == "__main__":
    main()
