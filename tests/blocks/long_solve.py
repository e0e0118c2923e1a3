"""Compare the bulk solver with the Python engine on many puzzles.

    python -m tests.blocks.long_solve [--mutations N] [--seed S] [FILE]...

Solves the lines of the files (81 characters each), and N random mutations of the puzzles of the
tests, with every core available and with `engines.propagate`. Compares the numbers of solutions up
to two; unique solutions must be equal, any other solution must be valid. A million mutations take
about forty minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sudokutools._support import core
from sudokutools.solving.engines import propagate
from tests.blocks.test_solve import count, grid_of, mutations

BATCH = 5000
VARIANTS = core.variants()[:-1]


def batches(names: list[Path], number: int, seed: int) -> Iterator[list[str]]:
    """Yield the lines of the files, then mutations."""
    for name in names:
        lines = [line[:81] for line in name.read_text().splitlines() if line[:1] not in ("", "#")]
        for at in range(0, len(lines), BATCH):
            yield [line.replace("0", ".") for line in lines[at : at + BATCH]]
    for at in range(0, number, BATCH):
        yield mutations(seed + at, BATCH)


def compare(lines: list[str]) -> Counter[int]:
    """Compare all cores on some puzzles; return how many have 0, 1 or 2 solutions."""
    totals: Counter[int] = Counter()
    answers = [count(lines, variant) for variant in VARIANTS]
    for index, line in enumerate(lines):
        grid = grid_of(line)
        solutions = list(islice(propagate.solutions(grid), 2))
        totals[len(solutions)] += 1
        for variant, answer in zip(VARIANTS, answers, strict=True):
            number, _, solution = answer[index]
            if number != len(solutions):
                sys.exit(f"{variant}: {number} and not {len(solutions)} solutions of {line}")
            if number:
                found = grid_of(solution.decode())
                fits = all(a in (0, b) for a, b in zip(grid.cells, found.cells, strict=True))
                is_valid = found.is_complete and not list(found.clashes()) and fits
                if not is_valid or (number == 1 and found != solutions[0]):
                    sys.exit(f"{variant}: {found} does not solve {line}")
    return totals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args()
    if core.native() is None:
        sys.exit("no compiled core")
    totals: Counter[int] = Counter()
    for lines in batches(options.files, options.mutations, options.seed):
        totals += compare(lines)
        print(f"\r{totals.total()} puzzles", end="", file=sys.stderr, flush=True)
    kinds = ", ".join(f"{totals[k]} with {k}{'+' * (k == 2)} solutions" for k in range(3))
    print(f"\n{', '.join(VARIANTS)} agree with propagate: {kinds}")


if __name__ == "__main__":
    main()
