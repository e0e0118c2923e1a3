"""Statistics of minimal puzzles that tell plain digging from digging that prefers some puzzles.

Plain digging goes through the cells of a uniformly drawn 9x9 grid once, in random order, and
empties each that leaves one solution. Whatever is done to be faster must not change which puzzles
come out, how often. These tell: the number of clues, and the shares of the levels. They are
compared with what `plainly_dug` makes, which counts solutions for every cell and knows no shortcut.

The long form reads minimal puzzles, one a line, and writes the statistics:

    sudoku-gen -n 100000 --format line | sudoku-mask --minimal | python -m tests.masking.digging
"""

from __future__ import annotations

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
"""How many grids were dug plainly. What follows is of their puzzles, all of them minimal."""

MEAN_CLUES = 24.40032
DEVIATION = 1.11724
"""Mean number of clues, and the standard deviation of one number."""

LEVEL_COUNTS = {
    "easy": 48_761,
    "medium": 51_906,
    "hard": 30_603,
    "expert": 23_458,
    "extreme": 45_272,
}
"""How many of them have each level."""


def plainly_dug(grids: Sequence[str], seed: int) -> list[str]:
    """Dig complete grids of 81 characters, all side by side, one cell of each after the other."""
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
    """How many clues puzzles have, and which levels; `puzzles` are lines of 81 cells."""

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
        """Return the mean number of clues."""
        return sum(number * count for number, count in self.clues.items()) / self.puzzles

    def deviations(self) -> float:
        """Return how many standard errors the mean number of clues is off."""
        error = DEVIATION * sqrt(1 / self.puzzles + 1 / SAMPLE)
        return (self.mean_clues() - MEAN_CLUES) / error

    def level_chi_square(self) -> float:
        """Return the statistic over the levels, 4 degrees of freedom."""
        found = [self.levels[level] for level in LEVEL_COUNTS]
        expected = [self.puzzles * count / SAMPLE for count in LEVEL_COUNTS.values()]
        return chi_square(found, expected) / (1 + self.puzzles / SAMPLE)


def main() -> None:
    """Read minimal puzzles, one a line, and write what they tell."""
    dug = Dug(line.split()[0] for line in sys.stdin)
    print(f"{dug.puzzles} puzzles")
    print(f"mean number of clues: {dug.mean_clues():.4f}, {dug.deviations():+.1f} standard errors")
    shares = (f"{level} {dug.levels[level] / dug.puzzles:.2%}" for level in LEVEL_COUNTS)
    print("levels:", *shares)
    print(f"chi-square of levels (mean 4, sd 2.8): {dug.level_chi_square():.1f}")


if __name__ == "__main__":
    main()
