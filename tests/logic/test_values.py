"""Steps on grids of other values, more values than cells, or without lines or boxes."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from sudokutools import explain
from sudokutools._support.streams import Stream
from sudokutools.constraints import kind
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.random_shapes import Canvas
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import NO_REGION, Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.rating import rate
from sudokutools.solving.solving import solutions

PARTLY = [0, 0, 0, 1, 0, 0, 1, 1, 2, 2, 1, 1, 2, 2, NO_REGION, NO_REGION]
SHAPES = [
    Geometry.of(3, 2).with_values(range(6)),
    Geometry.of(2, 2).with_values(range(7, 11)),
    Geometry.of_rectangle(4, 6).with_values(range(7)),
    Geometry.of_variant(Geometry.of_rectangle(4, 4, 1).with_values(range(1, 7)), PARTLY),
    Geometry.of_variant(Geometry.of_rectangle(4, 4, 1).with_values(range(4)), None, ["raw"]),
    Geometry.of_variant(Geometry.of(2, 2).with_values(range(5)), None, ["x", "sameregions"]),
]
KEYS = ("cages", "even", "odd", "less", "sumline", "arrow", "skyscraper", "whisper", "samevalues")


@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_steps_are_true_and_name_values(number: int) -> None:
    shape, stream = SHAPES[number], Stream("steps", str(number), 0)
    values = {str(value) for value in shape.values}
    for _ in range(8):
        source = next(solutions(Grid.empty(shape), stream=stream))
        puzzle = _puzzle(source, stream)
        for step in explain(puzzle):
            assert all(source.cells[cell] == symbol for cell, symbol in step.placements), step
            assert all(source.cells[cell] != symbol for cell, symbol in step.eliminations), step
            for words in re.findall(r"(?:is|be|digits?|remove|symbols?) (\d+)(?= |$)", step.text):
                assert words in values, step.text
            named = [each["symbol"] for each in step.data()["placements"]]
            assert named == [shape.values[symbol - 1] for _, symbol in step.placements]
        found = rate(puzzle)
        assert found.solved or found.rating == 200


def _puzzle(source: Grid, stream: Stream) -> Grid:
    """Return a puzzle with this unique solution: random clues of some kinds, then symbols."""
    shape, clues = source.geometry, list[Constraint]()
    for key in KEYS:
        try:
            kind(key).check_shape(shape)
            clue = kind(key).drawn(Canvas(shape, source.cells, stream))
        except SudokuError:
            continue
        clues += [clue] if clue is not None and stream.below(2) else []
    cells = bytearray(shape.size)
    while len(list(islice(solutions(puzzle := _with(shape, cells, clues)), 2))) > 1:
        cell = stream.below(shape.size)
        cells[cell] = source.cells[cell]
    return puzzle


def _with(shape: Geometry, cells: bytearray, clues: list[Constraint]) -> Grid:
    return Grid(shape, bytes(cells)).with_constraints(*clues)
