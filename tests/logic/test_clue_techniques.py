"""Techniques for clues that are given by primitives: soundness, ratings and explanations."""

import json
import random
from itertools import islice
from pathlib import Path as File

import pytest

from sudokutools import read_grid
from sudokutools.grid.grid import Grid
from sudokutools.logic import Path, steps
from sudokutools.logic.compiled_ladder import compiled
from sudokutools.logic.step import Step
from sudokutools.logic.techniques import CLUES, features_of, techniques

DATA = File(__file__).parents[1] / "data" / "constraint_puzzles.tsv"
ROWS = [line.split("\t") for line in DATA.read_text().splitlines() if line[0] != "#"]
BEYOND = "littlekiller"
"""The kind whose row the ladder does not solve."""


def follow(grid: Grid, solution: str, highest: int | None = None) -> Path:
    """Take all steps and assert that they agree with the solution and the table of techniques."""
    rows = {row.name: row for row in techniques(grid.geometry.n, features_of(grid))}
    path = Path(grid)
    while (step := path.next_step(highest)) is not None:
        assert all(int(solution[cell]) == symbol for cell, symbol in step.placements)
        assert all(int(solution[cell]) != symbol for cell, symbol in step.eliminations)
        assert bool(step.placements) != bool(step.eliminations)
        row = rows[step.technique]
        assert row.lowest <= step.rating <= row.highest
        assert not row.assumes_unique or CLUES not in features_of(grid)
        assert step.describe().startswith(f"{step.technique}: ")
        assert json.loads(json.dumps(step.data())) == step.data()
    return path


@pytest.mark.parametrize(("kinds", "puzzle", "spec", "solution"), ROWS, ids=[r[0] for r in ROWS])
def test_steps_lead_to_the_solution(kinds: str, puzzle: str, spec: str, solution: str) -> None:
    grid = read_grid(f"{puzzle} {spec}")
    assert compiled(grid) is None
    assert follow(grid, solution).is_solved == (kinds != BEYOND)


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
    follow(read_grid(f"{''.join(kept)} box=3x2,cages={spec}"), solution, 69)


ARROW = "arrow=r1c1:r1c2r2c4"


@pytest.mark.parametrize(
    ("spec", "cells", "number", "text"),
    [
        (
            ARROW,
            "",
            1,
            "(the shaft adds up to the circle): the shaft adds up to at least 2, so remove 1 from",
        ),
        (
            ARROW,
            "",
            2,
            "(the shaft adds up to the circle): the circle would be above 6, so remove 6 from r1c2",
        ),
        (
            "sum=11:r1c1r2c4",
            "",
            1,
            "pair: sum r1c1 (it adds up to 11): the sum would be below 11, so remove 1, 2,",
        ),
        (
            "littlekiller=3:r1c2r2c1",
            "",
            1,
            "r1c2-r2c1 (the diagonal adds up to 3): the sum would be above 3, so remove 3,",
        ),
        ("littlekiller=3:r1c2r2c1", "", 2, "cannot be filled without 1 in r1c2 and r2c1, so remo"),
        (
            "renban=r1c1r2c4r3c6",
            "1",
            2,
            "(consecutive symbols in any order): r1c1 is at most 1, so remove 4",
        ),
        (
            "skyscraper=5:r1",
            "",
            3,
            "skyscraper r1 (5 are greater than all before them): 5 must be visible, so remove 3,",
        ),
        (
            "whisper=4:r1c1r2c4r3c3",
            "",
            1,
            "r1c1-r3c3 (neighbours differ by 4 or more): r2c4 has no candidate that fits, so remo",
        ),
        (
            "whisper=4:r1c1r2c4",
            "1",
            1,
            "r1c1-r2c4 (neighbours differ by 4 or more): r1c1 is 1, so remove 1, 2, 3",
        ),
        (
            "sandwich=14:r1",
            "",
            1,
            "r1c1-6 of sandwich r1 (14 lies between the lowest and the highest symbol), remove 2",
        ),
        (
            "slow=r1c1r1c2",
            "",
            1,
            "(none is less than the one before), where cells in sight of each other differ, rem",
        ),
        (
            "negative=sum:5",
            "1",
            2,
            "exclusion: 4 in r2c5 would, by the clues, leave no place for 1 in box 2, so",
        ),
        ("variant=entropy", "12....3", 1, "clue: entropy: its other cells are filled, so remove 4"),
    ],
)
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
