"""Geometries with other values than 1 to n, or more than a row has cells."""

from __future__ import annotations

import pytest

from sudokutools import read_grid, write
from sudokutools._support.streams import Stream
from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.constraints.shape import values_of
from sudokutools.errors import SudokuError
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line
from sudokutools.grid.spec import spec_of
from sudokutools.solving.solving import solutions

SHAPES = [
    Geometry.of(2, 2).with_values(range(4)),
    Geometry.of(3, 1).with_values(range(3)),
    Geometry.of_rectangle(2, 3).with_values(range(1, 5)),
    Geometry.of_variant(Geometry.of_rectangle(2, 2, 1).with_values(range(4)), None, ["raw"]),
]
EVERY = {shape: list(solutions(Grid.empty(shape))) for shape in SHAPES}


@pytest.mark.parametrize("engine", ["propagate", "cdcl"])
@pytest.mark.parametrize("key", KINDS)
def test_kinds_mean_values(key: str, engine: str) -> None:
    drawn = 0
    for seed in range(24):
        shape = SHAPES[seed % len(SHAPES)]
        stream = Stream("values", str(seed), 0)
        source = EVERY[shape][stream.below(len(EVERY[shape]))]
        try:
            kind(key).check_shape(shape)
            clue = kind(key).drawn(Canvas(shape, source.cells, stream))
        except SudokuError:
            continue  # There are no thirds.
        if clue is None:
            continue
        drawn += 1
        true = {
            grid.cells
            for grid in EVERY[shape]
            if not list(clue.clashes(values_of(grid.cells, shape), shape))
        }
        assert source.cells in true
        found = solutions(Grid.empty(shape).with_constraints(clue), engine)
        assert {grid.cells for grid in found} == true, clue
    assert drawn or key in ("nabner", "lockout", "equalsum", "negative")  # For more symbols.


@pytest.mark.parametrize(
    ("text", "spec", "solution"),
    [
        # From the tests of sigh/Interactive-Sudoku-Solver: "0-indexed: Skyscraper".
        (
            ".Shape~9x9~0-8.~R2C2_0~R2C5_6~R2C8_5~R3C7_0~R5C8_6~R8C8_0~R8C5_1~R6C6_4~R6C4_6~R4C4_8"
            "~R5C2_3~R8C2_7~R7C3_3~R9C1_5~R7C7_6~R4C6_1~R5C5_5~R3C3_5.Skyscraper~C9~3~"
            ".Skyscraper~C1~2~.Skyscraper~R9~4~.Skyscraper~C6~3~.Skyscraper~R3~~2.Skyscraper~R5~4~"
            ".Skyscraper~R6~~4.Skyscraper~R2~4~.Skyscraper~C4~2~.Skyscraper~C5~~3.Skyscraper~R8~~2"
            ".Skyscraper~C2~~3.Skyscraper~R7~2~.Skyscraper~R1~3~.Skyscraper~C3~~3",
            "box=3x3,values=0-8",
            "327085146104763852865142037246831570031257468758604213483570621672418305510326784",
        ),
        (".Shape~4x5~0-4.~R1C1_2~R2C2_0", "box=1x1,boxes=5x4,values=0-4", ""),
        (".Shape~6x12.RegionSize~6.~R1C3_12", "box=3x2,boxes=4x3,values=1-12", ""),
        (".Shape~6x9.AntiKnight", "box=3x3,boxes=3x2,variant=antiknight", ""),
        (".Shape~3x3~1-2~Raw.~R1C1_1", "box=1x1,boxes=3x3,values=1-2,variant=raw", ""),
        (".Shape~2x2~3.NoBoxes.Jigsaw~AAAB.RegionSize~3", "box=2x1,values=1-3,regions=AAA-",
         ""),
        (".Shape~4x4~5.RegionSameValues", "box=2x2,values=1-5,variant=sameregions", ""),
    ],
)  # fmt: skip
def test_texts_and_specs_say_the_same(text: str, spec: str, solution: str) -> None:
    grid = read_grid(text)
    assert spec_of(grid.geometry) == spec
    first = next(solutions(grid))
    assert not list(first.clashes())
    for shown in (grid, first):
        for name in ("line", "json", "grid", "pretty", "iss"):
            assert read_grid(write(shown, name)) == shown, name
    masks = [1 << symbol - 1 | 1 for symbol in first.cells]
    noted = marked(grid.geometry, grid.cells, masks, grid.constraints)
    for name in ("json", "pretty"):
        assert read_grid(write(noted, name)) == noted, name
    if solution:
        assert format_line(first) == solution
        assert len(list(solutions(grid))) == 1
