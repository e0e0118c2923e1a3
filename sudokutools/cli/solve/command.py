"""`sudoku-solve`: write solutions, count them, explain them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sudokutools import formats
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import Exit, choose_seed, run
from sudokutools.cli.run.worker import (
    Worker,
)
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.cli.solve import options
from sudokutools.cli.solve.solver import CountSolutions, SolveAll, SolveOne, SolveRequest
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.grid.spec import Said
    from sudokutools.logic.scales import Ladder

    Shape = tuple[Geometry | None, Said | None]


EXAMPLES = """\b
Examples:
  sudoku-solve puzzle.txt
  sudoku-solve --hint 1 puzzle.txt
"""


@click.command(cls=Command, options=options.OPTIONS, title="What to solve", epilog=EXAMPLES)
def command(
    all_solutions: bool,
    count: bool,
    is_random: bool,
    hint: int | None,
    explain: bool,
    scale: str | None,
    only: str | None,
    without: str | None,
    lists: bool,
    candidates: bool,
    differences: bool,
    probes: int | None,
    seed: str | None,
    **common: Any,
) -> Exit:
    """Solve the puzzles in each FILE or standard input, in any supported format."""
    exclusions.check(options.EXCLUSIONS)
    request = SolveRequest(**shared.taken(SolveRequest, common))
    shape = geometry, said = shared.shape_of_options(common)
    if lists:
        if common["files"]:
            raise click.UsageError("--techniques takes no FILE")
        return _list_techniques(shape, scale, common["output"])
    picture = common["form"] if common["form"] in options.PICTURES else ""
    if picture:
        common["form"] = formats.DEFAULT
    settings = Settings(geometry=geometry, said=said, **common)
    ladder = None
    if explain or hint is not None:
        ladder = _ladder(scale or "se", only, without, shape)
    if is_random or probes is not None:
        from sudokutools._support.streams import stream_key

        key = stream_key("sudoku-solve", choose_seed(seed, settings.verbose))
        request = request.replace(key=key)
        settings.start = request.start
    if candidates and settings.format is None:
        settings.format = formats.find("pretty")
    with Writer(settings) as writer:
        if candidates or differences or probes is not None:
            from sudokutools.cli.solve import survey

            surveyor: Worker = survey.Differences(request.timeout)
            if candidates:
                surveyor = survey.Candidates(request.timeout, count, request.limit)
            elif probes is not None:
                surveyor = survey.Estimate(request.timeout, probes, request.stream_of)
            pipeline.run(surveyor, writer)
        elif count:
            pipeline.run(CountSolutions(request), writer)
        elif explain or hint is not None:
            from sudokutools.cli.solve.explain import Explain

            explains = Explain
            if picture:
                from sudokutools.cli.solve.picture import begin

                explains = begin(picture, writer)
            pipeline.run(explains(hint, settings.verbose, request.timeout, ladder), writer)
        elif all_solutions:
            solve_all = SolveAll(request)
            solve_all.writer = writer
            pipeline.run(solve_all, writer, in_parallel=False)
        else:
            pipeline.run(SolveOne(request), writer)
    return writer.status


def _ladder(scale: str, only: str | None, without: str | None, shape: Shape) -> Ladder:
    from sudokutools.logic.scales import Ladder, allowed_techniques

    if scale == "hodoku" and not _empty_grid(*shape).is_classic:
        raise click.UsageError("--scale hodoku: only plain 9x9 grids are supported")
    try:
        return Ladder(scale, allowed_techniques(scale, only, without))
    except SudokuError as error:
        raise click.UsageError(str(error)) from None


def _empty_grid(geometry: Geometry | None, said: Said | None) -> Grid:
    geometry = geometry or Geometry.of(3, 3)
    if said is None:
        return Grid.empty(geometry)
    geometry = said.geometry(geometry) or geometry
    return Grid(geometry, bytes(geometry.size), None, said.constraints(geometry))


def _list_techniques(shape: Shape, scale: str | None, path: str | None) -> Exit:
    """Write the techniques for the geometry and rules of the options, with ratings and groups."""
    from sudokutools.logic.hodoku.techniques import TABLE
    from sudokutools.logic.techniques import features_of, techniques

    grid = _empty_grid(*shape)
    tables = {}
    if scale != "hodoku":
        rows = techniques(grid.geometry.n, features_of(grid))
        tables["se"] = [f"{row.span}\t{row.name}\t{row.group}\n" for row in rows]
    if scale != "se" and grid.is_classic:
        tables["hodoku"] = [f"{row.score}\t{row.name}\t{row.group}\n" for row in TABLE]
    if not tables:
        raise click.UsageError("--scale hodoku: only plain 9x9 grids are supported")
    titled = [f"# {name}\n{''.join(lines)}" for name, lines in tables.items()]
    write_whole(path, "\n".join(titled))
    return Exit.DONE


main = partial(run, command)
