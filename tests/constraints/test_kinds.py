"""Every kind of constraint: values, meaning and messages."""

import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokutools.constraints import KINDS, kind, variant_rules
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.primitives import Primitives
from sudokutools.constraints.propagation import Network
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Clash, Grid
from sudokutools.grid.spec import parse_spec, spec_of
from tests.cli.puzzles import EASY_SOLUTION
from tests.clues import grid_of
from tests.tables import cases

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "man" / "sudoku-variants.7").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^\.It Cm ([a-z]+)=(\S+)$", PAGE, re.MULTILINE))
"""A value of each kind, true of the grid below."""

NINE = Geometry.of(3, 3)
DEEP = f"{'(' * 400}1{')' * 400}"
OPEN = 40 * "("
FILLED = bytes(map(int, EASY_SOLUTION))
DATA = ROOT / "tests" / "data" / "constraints.tsv"
ROWS = [line.split("\t") for line in DATA.read_text().splitlines() if line[0] != "#"]


def broken(grid: Grid) -> list[Clash]:
    kinds = {*KINDS, *variant_rules.WITH_PRIMITIVES}
    return [clash for clash in grid.clashes() if clash.kind in kinds]


def reported(grid: Grid) -> list[str]:
    return [clash.message for clash in broken(grid)]


def holds(grid: Grid) -> bool:
    """Whether a filled grid meets the primitives of its constraints, those without guesses, too."""
    found = set()
    for primitives in (Primitives(grid.geometry), Primitives(grid.geometry, guesses=False)):
        for rule in grid.geometry.rules:
            variant_rules.primitives(rule, primitives)
        for clue in grid.constraints.items if grid.constraints is not None else ():
            clue.primitives(primitives)
        masks = primitives.masks
        for cell, symbol in enumerate(grid.cells):
            masks[cell] &= 1 << symbol - 1
        found.add(all(masks) and Network(primitives.items, len(masks)).settle(masks) is None)
    (verdict,) = found
    return verdict


@pytest.mark.parametrize(
    ("grid", "spec", "holds_"), [row[1:] for row in ROWS], ids=[f"{r[0]}-{r[3]}" for r in ROWS]
)
def test_verdicts_of_other_solvers(grid: str, spec: str, holds_: str) -> None:
    filled = grid_of(spec, [int(sign, 36) for sign in grid])
    assert (not reported(filled), holds(filled)) == (holds_ == "1",) * 2
    assert grid_of(spec_of(filled.geometry, filled.constraints), filled.cells) == filled


def test_the_manual_page_has_every_kind() -> None:
    assert set(EXAMPLES) == set(KINDS)


@pytest.mark.parametrize("key", KINDS)
def test_values_are_read_and_written(key: str) -> None:
    clue = kind(key).parse(EXAMPLES[key], NINE)
    assert clue.key == key
    assert pickle.loads(pickle.dumps(clue)) == clue  # noqa: S301
    again = kind(key).parse(clue.value(NINE), NINE)
    assert (again, hash(again), repr(again)) == (clue, hash(clue), repr(clue))
    grid = Grid(NINE, FILLED, None, Constraints.of(NINE, [clue]))
    assert (reported(grid) == []) == holds(grid) == (key != "negative")
    assert kind(key).parse(kind(key).example, NINE)


@pytest.mark.parametrize("key", KINDS)
@given(st.integers(0, 10**9))
def test_primitives_mean_what_the_clue_says(key: str, seed: int) -> None:
    """On random grids with distinct symbols in lines, instead of the example's."""
    random = Random(seed)
    symbols = random.sample(range(1, 10), 9)
    bands, inner = random.sample((0, 3, 6), 3), random.sample((0, 1, 2), 3)
    rows = [band + row for band in bands for row in inner]
    cells = [symbols[FILLED[9 * row + column] - 1] for row in rows for column in range(9)]
    clue = kind(key).parse(EXAMPLES[key], NINE)
    grid = Grid(NINE, cells, None, Constraints.of(NINE, [clue]))
    assert holds(grid) == (reported(grid) == [])


@cases
def test_violations_in_words(spec: str, message: str) -> None:
    grid = grid_of(f"box=3x3,{spec}", FILLED)
    found = broken(grid)[0]
    assert (found.message.startswith(message), holds(grid)) == (True, False)
    assert (found.symbol > 0) == (spec == "variant=taxicab")  # Others repeat no symbol.


@cases
def test_impossible_clues_are_refused(clue: str, message: str) -> None:
    with pytest.raises(SudokuError, match=re.escape(message)):
        parse_spec(f"box=3x3,{clue}").constraints(NINE)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_sets_have_one_sum_if_their_ranges_meet(sizes: list[int]) -> None:
    clue = kind("equalsum")(range(sum(sizes)), text=".".join(map(str, sizes)))
    four = Geometry.of(2, 2)
    expected = Constraint.has_filling(clue, Primitives(four))
    assert clue.has_filling(Primitives(four)) == expected


@cases
def test_fields_that_no_spec_can_write_are_refused(
    key: str, fields: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(SudokuError, match=message):
        kind(key)(*fields).check(NINE)


def test_negative_constraints_leave_out_pairs_with_clues() -> None:
    grid = Grid.empty(NINE).with_constraints("negative=sum:8", "sum=8:r1c1r1c2")
    assert "negative sum 8: 5 at r1c1, 3 at r1c2" not in reported(grid.with_cells(FILLED))
    assert "negative sum 8: 6 at r2c1, 2 at r2c3" not in reported(grid.with_cells(FILLED))


@cases
def test_regular_expressions(expression: str, words: list[str], others: list[str]) -> None:
    regex = kind("regex")
    for is_match, listed in ((True, words), (False, others)):
        for word in listed:
            clue = regex(range(len(word)), text=expression)
            grid = bytes([*map(int, word), *bytes(81 - len(word))])
            assert (clue.violation(grid, NINE) == "") == is_match, word


def test_a_package_adds_a_kind(tmp_path: Path) -> None:
    sample = ROOT / "samples" / "constraint"
    facts = tmp_path / "sudokutools_alternating-1.0.dist-info"
    facts.mkdir()
    toml = (sample / "pyproject.toml").read_text()
    key, target = re.findall(r"^(\w+) = \"(sudokutools_alternating:\w+)\"", toml, re.MULTILINE)[0]
    (facts / "entry_points.txt").write_text(f"[sudokutools.constraints]\n{key} = {target}\n")
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: x\nVersion: 1.0\n")
    path = os.pathsep.join([str(tmp_path), str(sample), str(ROOT)])
    line = "".join(map(str, FILLED)) + " box=3x3,alternating=r1c2r1c3/r1c1r1c2"
    command = "from sudokutools.cli.run.start import sudoku_check; sudoku_check()"
    ran = subprocess.run(
        [sys.executable, "-c", command],
        input=line,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    words = "broken=alternating r1c1-r1c2: 5 at r1c1 and 3 at r1c2 are both odd\t"
    assert words in ran.stdout, ran.stderr
