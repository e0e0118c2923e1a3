"""The rules of a page to play, in node, compared with the project's own on random fillings."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokutools import Geometry, Stream, generate
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.collection import Constraints
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.variant_rules import NAMES
from sudokutools.grid.geometry import NO_REGION
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import parse_spec
from sudokutools.printing import play_rules
from sudokutools.printing.play_rules import rules_of
from sudokutools.printing.puzzle import Puzzle
from tests.constraints.test_kinds import EXAMPLES, FILLED

MODULE = Path(play_rules.__file__).parent / "play" / "rules.mjs"
NINE = Geometry.of(3, 3)
FEW = 5
"""The number of parts of the solution that are filled in."""

DRIVER = f"""
import {{rulesOf, hasSymbol, valuesOf}} from "{MODULE.as_uri()}";
import {{readFileSync}} from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(({{data, fillings}}) => {{
  const rules = rulesOf(data), symbols = [...Array(data.n).keys()].map(at => at + 1);
  const told = fillings.map(values =>
    [[...rules.clashes(values)], rules.isSolved(values), [...rules.wrong(values)]]);
  const marks = fillings.slice(0, {FEW}).map(values => rules.candidates(values).map(
    mask => symbols.filter(symbol => hasSymbol(mask, symbol))));
  return [told, marks, valuesOf(data.clues).map((_, cell) => [...rules.peers(cell)])];
}})));
"""


def with_clues(key: str, grid: Grid) -> Grid:
    """Return a complete grid with up to three clues of a kind that are true of it."""
    canvas = Canvas(grid.geometry, grid.cells, Stream("play", key, 0))
    drawn = (kind(key).drawn(canvas) for _ in range(50))
    found = list(islice(filter(None, drawn), 3))
    return Grid(grid.geometry, grid.cells, None, Constraints.of(grid.geometry, found))


def grids() -> Iterator[tuple[str, Grid]]:
    nine, six = (generate(Geometry.of(*box), seed="play") for box in ((3, 3), (3, 2)))
    for name in NAMES:
        yield name, generate(Geometry.of_variant(NINE, rules=[name]), seed="play")
        if name == "nonconsecutive":
            apart = Grid(NINE, generate(Geometry.of_variant(NINE, rules=[name]), seed="1").cells)
            yield "negative", with_clues("negative", apart)
    magic = parse_spec(f"magicsquare={EXAMPLES['magicsquare']}").constraints(NINE)
    yield "magicsquare", Grid(NINE, FILLED, None, magic)
    for key in KINDS:
        yield key, with_clues(key, nine)
        yield key, with_clues(key, six)
    for key in ("cages", "sandwich", "arrow", "circles"):
        yield key, with_clues(key, generate(Geometry.of(4, 4), seed="play"))
    regions = list(map(int, "0001100211322213324433444"))
    jigsaw = Geometry.of_variant(Geometry.of_size(5), regions, houses=[[0, 6, 12]])
    squished = Geometry.of_rectangle(4, 4, 1).with_values(range(6))
    partly = Geometry.of_variant(squished, [*bytes(4), *[NO_REGION] * 8, *[1] * 4])
    raw = Geometry.of_variant(squished, None, ["raw"], [range(5)])
    plain = NINE, jigsaw, Geometry.of(3, 2, 1, 2), Geometry.of(6, 6)
    for geometry in (*plain, squished, partly, raw):
        yield str(geometry), generate(geometry, seed="play")


def altered(grid: Grid, random: Random) -> bytes:
    """Return a complete grid with other symbols, rows of a band or cells exchanged."""
    shape, found = grid.geometry, bytearray(grid.cells)
    one, other = random.sample(range(shape.size), 2)
    way = random.randrange(3)
    if way == 0:
        symbols = random.sample(range(1, shape.n + 1), shape.n)
        return bytes(symbols[symbol - 1] for symbol in found)
    if way == 1 and shape.has_boxes and shape.box_height > 1:
        first = one // shape.columns // shape.box_height * shape.box_height * shape.columns
        rows = [
            found[at : at + shape.columns]
            for at in range(first, first + 2 * shape.columns, shape.columns)
        ]
        found[first : first + 2 * shape.columns] = rows[1] + rows[0]
    else:
        found[one], found[other] = found[other], found[one]
    return bytes(found)


def part(cells: bytes, random: Random) -> bytes:
    share = random.random()
    return bytes(symbol if random.random() < share else 0 for symbol in cells)


def check(grid: Grid, cells: bytes, reported: list[Any]) -> None:
    """Compare the clashes of a filling with the project's, and with its solution."""
    clashes, is_solved, wrong = reported
    marked = list(grid.with_cells(cells).clashes())
    assert not marked or clashes, marked
    assert marked or not clashes or 0 in cells, clashes
    assert all(cells[cell] for cell in clashes)
    assert is_solved == (cells == grid.cells)
    assert wrong == [at for at, symbol in enumerate(cells) if symbol not in (0, grid[at])]


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs the rules")
def test_the_rules_of_every_kind_are_those_of_the_project() -> None:
    random, cases = Random(1), []
    for name, grid in grids():
        others = [altered(grid, random) for _ in range(10)]
        parts = [part(cells, random) for cells in FEW * [grid.cells] + others]
        clues = grid.with_cells(parts[0])
        cases.append(
            (name, grid, rules_of(Puzzle(1, (), clues, grid)), [*parts, grid.cells, *others])
        )
    printed = [{"data": data, "fillings": [*map(list, cells)]} for _, _, data, cells in cases]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", DRIVER],
        input=json.dumps(printed), capture_output=True, text=True, check=True,
    )  # fmt: skip
    broken = set()
    for (name, grid, _, fillings), (all_told, all_marks, peers) in zip(
        cases, json.loads(ran.stdout), strict=True
    ):
        for number, (cells, reported) in enumerate(zip(fillings, all_told, strict=True)):
            check(grid, cells, reported)
            assert number >= FEW or not reported[0]
            if not any(clash.symbol for clash in grid.with_cells(cells).clashes()) and reported[0]:
                broken.add(name)
        for cells, marks in zip(fillings, all_marks, strict=False):
            pairs = zip(grid.cells, cells, marks, strict=True)
            assert all((symbol in mark) == (not held) for symbol, held, mark in pairs)
        assert all(map(set.issuperset, map(set, peers), grid.geometry.peers))
    assert broken >= {*KINDS, "nonconsecutive", "entropy"}


def test_the_data_of_a_plain_puzzle_is_little_more_than_its_symbols() -> None:
    grid = generate(NINE, seed="play")
    assert len(json.dumps(rules_of(Puzzle(1, (), grid, grid)))) < 2 * 81 + 90
    assert "solution" not in rules_of(Puzzle(1, (), grid, grid, is_unique=False))


def test_clues_are_spoken() -> None:
    grid = Grid.empty(NINE).with_constraints(
        "cages=15:r1c1r1c2", "less=r2c1r2c2", "less=r3c1r4c1r5c1", "even=r1c1", "xsum=12:-r6",
        "arrow=r7c1:r7c2r7c3r7c4", "clone=r8c1:r9c9", "difference=1:r8c3r8c4", "negative=ratio:2",
    )  # fmt: skip
    labels = rules_of(Puzzle(1, (), grid))["labels"]
    assert [f"{grid.geometry.cell_name(cell)} {text}" for cell, text in labels.items()] == [
        *("r1c1 cage 15, even", "r1c2 cage 15", "r2c1 less than r2c2", "r2c2 greater than r2c1"),
        *("r3c1 thermometer bulb", "r4c1 thermometer 2 of 3", "r5c1 thermometer 3 of 3"),
        *("r6c9 xsum 12 to r6c1", "r7c1 arrow circle", "r7c2 arrow 1 of 3"),
        *("r7c3 arrow 2 of 3", "r7c4 arrow 3 of 3", "r8c1 clone of r9c9"),
        *("r8c3 difference 1 with r8c4", "r8c4 difference 1 with r8c3", "r9c9 clone of r8c1"),
    ]
