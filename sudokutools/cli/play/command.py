"""`sudoku-play`: play puzzles in the terminal."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sudokutools import formats
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.play import options
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import wants_colour, write_whole
from sudokutools.cli.run.process import Exit, choose_seed, print_error, run
from sudokutools.cli.run.worker import Message, Outcome, Worker
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.formats.metadata import values as named_values
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.spec import Spec

if TYPE_CHECKING:
    from sudokutools.cli.play.match import Game, Puzzle

EXAMPLES = """\b
Examples:
  sudoku-play --level hard
  sudoku-gen --variant x | sudoku-mask --symmetry full | sudoku-play
"""

MOST = 10_000  # Puzzles that are kept in memory.


class Collect(Worker):
    """Collect the puzzles of the input, with the styles in which they are written when solved."""

    writes_records = leaves_places = False
    in_parallel = False

    def __init__(self) -> None:
        self.puzzles: list[Puzzle] = []

    def __call__(self, record: Record, style: Style) -> Outcome:
        from sudokutools.cli.play.match import Puzzle

        if len(self.puzzles) == MOST:
            text = f"only the first {MOST} puzzles can be played"
            return Outcome(messages=[Message(text, "puzzles", is_once=True)], status=Exit.NO)
        columns = record.row.values if record.row else {}
        known = named_values(record.comments, record.extra | columns)
        name = " ".join(filter(None, [known.get("title"), known.get("level")]))
        grid = record.given.without_candidates()
        self.puzzles.append(Puzzle(grid, name, record, style))
        return Outcome(counts=["read"])


@click.command(cls=Command, options=options.OPTIONS, title="What to play", epilog=EXAMPLES)
def command(
    scale: str, vi: bool, no_save: bool, stats: bool, seed: str | None, **given: Any
) -> Exit:
    """Play the puzzles in each FILE or standard input in the terminal, or a new one."""
    exclusions.check(options.EXCLUSIONS)
    if stats:
        from sudokutools.cli.play.history import report

        write_whole(given["output"], report())
        return Exit.DONE
    wishes = {name: given.pop(name) for name in ("level", "cages")}
    from sudokutools.cli.play.match import Puzzle
    from sudokutools.cli.play.playing import Player
    from sudokutools.cli.play.screen import on_screen, own_terminal
    from sudokutools.logic.scales import Ladder

    geometry, spec = shared.shape_of_options(given)
    is_made = not given["files"] and os.isatty(0)
    if not is_made and (seed or any(wishes.values())):
        raise click.UsageError("--level, --cages and --seed: puzzles are read, not made")
    settings = Settings(geometry=geometry, spec=spec, **given)
    collect = Collect()
    with Writer(settings) as writer:
        if is_made:
            grid = _made(geometry, spec, choose_seed(seed, settings.verbose), wishes)
            collect.puzzles.append(Puzzle(grid))
        else:
            pipeline.run(collect, writer)
            if not collect.puzzles:
                raise SudokuError("no puzzle to play")
        if scale == "hodoku" and not all(puzzle.grid.is_classic for puzzle in collect.puzzles):
            raise SudokuError("--scale hodoku: only plain 9x9 grids are supported")
        player = Player(collect.puzzles, Ladder(scale), not no_save, vi)
        has_colour = wants_colour(settings.colour, is_terminal=True)
        with own_terminal():
            on_screen(player.run, has_colour)
        _write(player.solved, writer)
    return max(writer.status, Exit.DONE if player.solved else Exit.NO)


def _made(geometry: Geometry | None, spec: Spec | None, seed: str, wishes: dict[str, Any]) -> Grid:
    """Return a new puzzle. Raises SudokuError if none can be made."""
    from sudokutools.generating.generating import generate
    from sudokutools.masking import mask

    geometry, clues = geometry or Geometry.of(3, 3), None
    if spec is not None:
        geometry = spec.geometry(geometry) or geometry
        clues = spec.constraints(geometry)
    grid = generate(geometry, seed=seed, constraints=clues)
    found = mask(grid, seed=seed, **{name: value for name, value in wishes.items() if value})
    if found.puzzle is None:
        raise SudokuError(f"no puzzle found: the nearest is {found.best}")
    return found.puzzle


def _write(games: list[Game], writer: Writer) -> None:
    """Write the solved grids to a pipe or file, and report times and hints."""
    if not games:
        writer.output.cancel_replacement()
    default = writer.settings.format or formats.find(formats.DEFAULT)
    for game in games:
        _, name, record, style = game.puzzle
        print_error(f"{name}: {game.ending()}".removeprefix(": "))
        if writer.settings.output is not None or not sys.stdout.isatty():
            style, grid = style or writer.style_of(default), game.board.grid
            parts = () if record is None else (record.note, record.comments, record.extra)
            writer.take(Outcome(style.write(grid, *parts)))


main = partial(run, command)
