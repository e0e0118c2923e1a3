"""`sudoku-mask`: make puzzles from complete grids and other puzzles."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

import click

from sudokutools import masking
from sudokutools._support.streams import stream_key
from sudokutools.cli.mask import options
from sudokutools.cli.mask.masker import Masker, MaskRequest
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.process import Exit, choose_seed, read_file, run
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from sudokutools.masking.difficulty import wanted

EXAMPLES = """\b
Examples:
  sudoku-gen | sudoku-mask --level hard
  sudoku-gen -n 20 --format line | sudoku-mask --minimal > puzzles.txt
"""


@click.command(cls=Command, options=options.OPTIONS, title="What to make", epilog=EXAMPLES)
def command(seed: str | None, **common: Any) -> Exit:
    """Make puzzles from the grids in each FILE or standard input.

    Each puzzle has a unique solution, the complete grid it was made from. Of a puzzle further clues
    are removed.
    """
    exclusions.check(options.EXCLUSIONS)
    request = MaskRequest(**shared.taken(MaskRequest, common))
    common["scale"] = common["scale"] or "se"
    puzzle = masking.PuzzleRequest(**shared.taken(masking.PuzzleRequest, common))
    geometry, spec = shared.shape_of_options(common)
    settings = Settings(geometry=geometry, spec=spec, **common)
    settings.prefers = (*SOLUTION_COLUMNS, *PUZZLE_COLUMNS)
    settings.start = request.start
    if request.pattern == "-" and "-" in settings.files:
        raise click.UsageError("--pattern - and the grids cannot both be standard input")
    if request.pattern is not None:  # A drawing is text of a limited length.
        drawing = io.BytesIO(read_file(request.pattern, 1 << 20))
        settings.also_read = io.TextIOWrapper(drawing, "utf-8", "surrogateescape").read()
        request = request.replace(pattern=settings.also_read)
    key = stream_key("sudoku-mask", choose_seed(seed, settings.verbose))
    request = request.replace(puzzle=puzzle, key=key)
    if request.number == 1:
        masker = Masker(request)
    else:
        from sudokutools.cli.mask.several import Several

        masker = Several(request)
    by_path = puzzle.scale == "hodoku" or puzzle.only is not None
    shape = geometry or (Geometry.of(3, 3) if by_path else None)
    if shape is not None:
        masking.plan_of(shape, masker.puzzle_for(shape))
    else:
        wanted(None, puzzle.level, puzzle.rating, puzzle.technique)
    with Writer(settings) as writer:
        pipeline.run(masker, writer)
    return writer.status


main = partial(run, command)
