"""Techniques for clues that are given by primitives: soundness, ratings and explanations."""

import random
from itertools import islice
from pathlib import Path as File

import pytest

from sudokutools import read_grid
from sudokutools.logic.compiled_ladder import compiled
from sudokutools.logic.ladder import Path, steps
from sudokutools.logic.step import Step
from tests.logic.positions import follow
from tests.tables import cases

DATA = File(__file__).parents[1] / "data" / "constraint_puzzles.tsv"
ROWS = [line.split("\t") for line in DATA.read_text().splitlines() if line[0] != "#"]
BEYOND = "littlekiller"
"""The kind whose row the ladder does not solve."""


@pytest.mark.parametrize(("kinds", "puzzle", "spec", "solution"), ROWS, ids=[r[0] for r in ROWS])
def test_steps_lead_to_the_solution(kinds: str, puzzle: str, spec: str, solution: str) -> None:
    grid = read_grid(f"{puzzle} {spec}")
    assert compiled(grid) is None
    path = Path(grid)
    follow(path, [*map(int, solution)])
    assert path.is_solved == (kinds != BEYOND)


@pytest.mark.parametrize("seed", range(8))
def test_cages_that_overlap(seed: int) -> None:
    """Overlapping cages true of a solution: no equation of a house counts a cell twice."""
    source = random.Random(seed)
    solution = "142563563142321456456321215634634215"
    kept = [s if source.random() < 0.2 else "." for s in solution]
    cages = []
    for _ in range(14):
        row, column, size = source.randrange(6), source.randrange(5), source.randrange(2, 4)
        cells = [6 * row + c for c in range(column, min(6, column + size))]
        total = sum(int(solution[cell]) for cell in cells)
        cages.append(f"{total}:" + "".join(f"r{c // 6 + 1}c{c % 6 + 1}" for c in cells))
    spec = "/".join(dict.fromkeys(cages))
    grid = read_grid(f"{''.join(kept)} box=3x2,cages={spec}")
    follow(Path(grid), [*map(int, solution)], 69)


ARROW = "arrow=r1c1:r1c2r2c4"


@cases
def test_reasons(spec: str, cells: str, number: int, text: str) -> None:
    found = steps(read_grid(f"{cells:.<36} box=3x2,{spec}"))
    assert text in next(islice(found, number - 1, None)).describe()


def test_hints_name_the_clue_and_chains_the_clues_that_they_use() -> None:
    found: dict[str, Step] = {}
    for kinds, puzzle, spec, _ in ROWS:
        if kinds == "whisper":
            found |= {step.technique: step for step in steps(read_grid(f"{puzzle} {spec}"))}
    assert found["Clue pair"].hint().startswith("Clue pair in whisper r")
    chain = found["Clue contradiction chains"]
    assert any(", by whisper r" in line for line in chain.sentences())
