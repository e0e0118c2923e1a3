"""Statistics of minimal puzzles that distinguish plain digging from biased digging.

Plain digging goes through the cells of a uniformly drawn 9x9 grid once, in random order, and
empties each that keeps the solution unique. Optimizations must not change the distribution of the
puzzles. The statistics are the number of clues and the shares of the levels, compared with those of
`plainly_dug`, which counts solutions for every cell without optimizations.

The command line form reads minimal puzzles, one per line, and prints the statistics:

    sudoku-gen -n 100000 --format line | sudoku-mask --minimal | python -m tests.masking.digging
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random

from sudokutools.blocks.solve import SolveBlocks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import CHARACTER_VALUES, Grid
from sudokutools.logic.levels import LEVELS, level_of
from sudokutools.logic.rating import rate
from tests.generating.uniformity import chi_square

SAMPLE = 200_000
"""The number of grids dug plainly; their minimal puzzles have the following statistics."""

MEAN_CLUES = 24.40032
DEVIATION = 1.11724
"""The average number of clues, and its standard deviation for one puzzle."""

LEVEL_COUNTS = {
    "easy": 48_761,
    "medium": 51_906,
    "hard": 30_603,
    "expert": 23_458,
    "extreme": 45_272,
}
"""The number of puzzles of each level."""


def plainly_dug(grids: Sequence[str], seed: int) -> list[str]:
    """Dig complete grids of 81 characters in parallel, one cell of each at a time."""
    random = Random(seed)
    orders = [random.sample(range(81), 81) for _ in grids]
    puzzles = list(grids)
    solve = SolveBlocks((b"0", b"1", b"2", b"1", b"1"))
    for number in range(81):
        cells = [order[number] for order in orders]
        tried = [f"{p[:cell]}.{p[cell + 1 :]}" for p, cell in zip(puzzles, cells, strict=True)]
        counts = solve("\n".join(tried).encode() + b"\n", 1).output.decode()
        puzzles = [
            new if count == "1" else old
            for old, new, count in zip(puzzles, tried, counts, strict=True)
        ]
    return puzzles


class Dug:
    """The numbers of clues and the levels of puzzles; `puzzles` are lines of 81 cells."""

    def __init__(self, puzzles: Iterable[str]) -> None:
        self.puzzles = 0
        self.clues: Counter[int] = Counter()
        self.levels: Counter[str] = Counter()
        for line in puzzles:
            grid = Grid(Geometry.of(3, 3), line.encode().translate(CHARACTER_VALUES))
            self.puzzles += 1
            self.clues[grid.clue_count] += 1
            self.levels[level_of(rate(grid, LEVELS["expert"][1]).rating)] += 1

    def mean_clues(self) -> float:
        return sum(number * count for number, count in self.clues.items()) / self.puzzles

    def deviations(self) -> float:
        """Return the deviation of the average number of clues, in standard errors."""
        error = DEVIATION * sqrt(1 / self.puzzles + 1 / SAMPLE)
        return (self.mean_clues() - MEAN_CLUES) / error

    def level_chi_square(self) -> float:
        """Return the statistic over the levels, 4 degrees of freedom."""
        found = [self.levels[level] for level in LEVEL_COUNTS]
        expected = [self.puzzles * count / SAMPLE for count in LEVEL_COUNTS.values()]
        return chi_square(found, expected) / (1 + self.puzzles / SAMPLE)


def main() -> None:
    """Read minimal puzzles, one per line, and print their statistics."""
    dug = Dug(line.split()[0] for line in sys.stdin)
    print(f"{dug.puzzles} puzzles")
    print(f"mean number of clues: {dug.mean_clues():.4f}, {dug.deviations():+.1f} standard errors")
    shares = (f"{level} {dug.levels[level] / dug.puzzles:.2%}" for level in LEVEL_COUNTS)
    print("levels:", *shares)
    print(f"chi-square of levels (mean 4, sd 2.8): {dug.level_chi_square():.1f}")


if __name__ == "__main__":
    main()
