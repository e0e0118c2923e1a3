"""Averages over all minimal 9x9 puzzles, estimated by weights, next to published figures.

    python -m tests.masking.weights [PUZZLES [SEED]]

100,000 puzzles take a minute on one core, and are as good as some hundreds of unbiased ones.

The shares and the average number of clues are from Denis Berthier, "The real distribution of
minimal puzzles" (New Sudoku Players' Forum), estimated with a controlled-bias generator.
"""

import sys

from sudokutools import masking
from sudokutools._support.streams import Stream
from sudokutools.checking.statistics import Measured, Statistics
from sudokutools.generating.generating import generate
from sudokutools.grid.geometry import Geometry

PUBLISHED_MEAN = 26.577
PUBLISHED_SHARES = {
    22: 0.0000348, 23: 0.00148, 24: 0.0228, 25: 0.1342, 26: 0.3191, 27: 0.3271, 28: 0.1548,
    29: 0.03598, 30: 0.0041,
}  # fmt: skip


def sampled(puzzles: int, seed: str) -> Statistics:
    """Return the statistics of minimal puzzles, each dug from a uniform grid."""
    found = Statistics()
    request = masking.PuzzleRequest(minimal=True, weights=True)
    geometry = Geometry.of(3, 3)
    for number in range(puzzles):
        grid = generate(geometry, "uniform", Stream("sudoku-gen", seed, number))
        made = masking.mask(grid, request, Stream("sudoku-mask", seed, number))
        assert made.puzzle is not None
        assert made.weight is not None
        found.add(Measured(made.puzzle.clue_count, weight=made.weight))
    return found


def main() -> None:
    """Print the estimates next to the published figures."""
    puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    found = sampled(puzzles, sys.argv[2] if len(sys.argv) > 2 else "1")
    published = {f"clues={clues}": share for clues, share in PUBLISHED_SHARES.items()}
    published["clues"] = PUBLISHED_MEAN
    for line in found.text().splitlines():
        known = published.get(line.partition("\t")[0])
        print(line if known is None else f"{line}\tpublished {known:.6g}")


if __name__ == "__main__":
    main()
