"""`sudoku-gen`: write complete grids."""

from __future__ import annotations

from typing import Any

import click

from sudokutools import generating
from sudokutools.cli import options
from sudokutools.cli.jobs import Jobs
from sudokutools.cli.process import Exit, complain, run
from sudokutools.cli.session import Outcome, Session, Settings, choose_seed
from sudokutools.grid import Geometry
from sudokutools.streams import Stream, stream_key
from sudokutools.writing import Style, format_record

EXAMPLES = """\b
Examples:
  sudoku-gen
  sudoku-gen -n 1000 --seed 7 --format line > grids.txt
  sudoku-gen --size 16 | sudoku-mask --clues 130 | sudoku-solve --format pretty
"""


class Draw:
    """Draw the grid of a record number, and write it."""

    def __init__(self, geometry: Geometry, method: str, seed: str, style: Style) -> None:
        self.geometry = geometry
        self.method = method
        self.key = stream_key("sudoku-gen", seed)
        self.style = style

    def __call__(self, record: int) -> Outcome:
        """Return the outcome of one record."""
        stream = Stream.from_key(self.key, record)
        grid = generating.generate(self.geometry, self.method, stream)
        return Outcome(format_record(self.style, grid))


@click.command(
    context_settings=options.CONTEXT,
    epilog=EXAMPLES,
    short_help="Write complete sudoku grids.",
)
@click.option(
    "-n", "--number", type=click.IntRange(0), default=1, metavar="N", help="How many [default: 1]."
)
@options.geometry_options
@click.option(
    "--method",
    type=click.Choice(generating.METHODS),
    default="auto",
    show_default=True,
    help="How grids are drawn.",
)
@options.seed_options
@options.writing_options
@options.process_options
def command(number: int, method: str, seed: str | None, start: int, **common: Any) -> Exit:
    """Write random complete sudoku grids of any size, 9x9 unless an option says otherwise."""
    geometry = options.geometry_of_options(
        common.pop("size"), common.pop("box"), common.pop("boxes")
    )
    geometry = geometry or Geometry.of(3, 3)
    settings = Settings(geometry=geometry, **common)
    form = settings.form or "grid"
    chosen = generating.choose(geometry, method)
    seed = choose_seed(seed, settings.verbose)
    if settings.verbose:
        complain(f"method {chosen}: {generating.claim(geometry, chosen)}")
    header = "solution\n" if form == "table" else ""
    with Session(settings, header, number) as session:
        draw = Draw(geometry, chosen, seed, session.style_for(form))
        jobs: Jobs[int, Outcome] = Jobs(draw, session.take, settings.jobs)
        try:
            for record in range(start, start + number):
                jobs.put(record)
            jobs.drain()
        finally:
            jobs.end()
    return session.status


def main() -> None:
    """Run the command."""
    run(command)
