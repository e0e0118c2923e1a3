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
from tests.tables import cases

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
            canvas = Canvas(shape, source.cells, stream)
            clues = [c for _ in range(1 + seed % 3) if (c := kind(key).drawn(canvas))]
            empty = Grid.empty(shape).with_constraints(*clues)
        except SudokuError:
            continue  # There are no thirds.
        if not clues:
            continue
        drawn += 1
        true = {
            grid.cells
            for grid in EVERY[shape]
            if not any(list(clue.clashes(values_of(grid.cells, shape), shape)) for clue in clues)
        }
        assert source.cells in true
        assert {grid.cells for grid in solutions(empty, engine)} == true, clues
    rare = "nabner", "lockout", "equalsum", "magicsquare", "doubler", "negative"
    assert drawn or key in rare  # For more symbols.


@cases
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
