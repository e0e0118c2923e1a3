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
from sudokutools.cli.run.worker import Worker
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.cli.solve import options
from sudokutools.cli.solve.solver import CountSolutions, SolveAll, SolveOne, SolveRequest
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.grid.spec import Spec
    from sudokutools.logic.scales import Ladder

    Shape = tuple[Geometry | None, Spec | None]


EXAMPLES = """\b
Examples:
  sudoku-solve puzzle.txt
  sudoku-solve --hint 1 puzzle.txt
"""


MODES = (
    "lists", "candidates", "differences", "probes", "count", "hint", "explain", "all_solutions"
)  # fmt: skip
"""The options that choose the mode; the first one that is given decides."""


@click.command(cls=Command, options=options.OPTIONS, title="What to solve", epilog=EXAMPLES)
def command(
    is_random: bool, scale: str | None, only: str | None, without: str | None, seed: str | None,
    **given: Any,
) -> Exit:  # fmt: skip
    """Solve the puzzles in each FILE or standard input, in any supported format."""
    exclusions.check(options.EXCLUSIONS)
    mode = next((name for name in MODES if given[name] not in (None, False)), "one")
    request = SolveRequest(**shared.taken(SolveRequest, given))
    shape = geometry, spec = shared.shape_of_options(given)
    if mode == "lists":
        if given["files"]:
            raise click.UsageError("--techniques takes no FILE")
        return _list_techniques(shape, scale, given["output"])
    picture = given["form"] if given["form"] in options.PICTURES else ""
    if picture:
        given["form"] = formats.DEFAULT
    elif mode == "candidates" and given["form"] is None:
        given["form"] = "pretty"
    settings = Settings(geometry=geometry, spec=spec, **given)
    ladder = None
    if mode in ("hint", "explain"):
        ladder = _ladder(scale or "se", only, without, shape)
    if is_random or mode == "probes":
        from sudokutools._support.streams import stream_key

        key = stream_key("sudoku-solve", choose_seed(seed, settings.verbose))
        request = request.replace(key=key)
        settings.start = request.start
    with Writer(settings) as writer:
        pipeline.run(_worker(mode, given, request, writer, ladder, picture), writer)
    return writer.status


def _worker(
    mode: str,
    given: dict[str, Any],
    request: SolveRequest,
    writer: Writer,
    ladder: Ladder | None,
    picture: str,
) -> Worker:
    match mode:
        case "hint" | "explain":
            from sudokutools.cli.solve.explain import Explain

            explain = Explain
            if picture:
                from sudokutools.cli.solve.picture import begin

                explain = begin(picture, writer)
            return explain(given["hint"], writer.settings.verbose, request.timeout, ladder)
        case "candidates":
            from sudokutools.cli.solve.survey import Candidates

            return Candidates(request.timeout, given["count"], request.limit)
        case "differences":
            from sudokutools.cli.solve.survey import Differences

            return Differences(request.timeout)
        case "probes":
            from sudokutools.cli.solve.survey import Estimate

            return Estimate(request.timeout, given["probes"], request.stream_of)
        case "count":
            return CountSolutions(request)
        case "all_solutions":
            return SolveAll(request)
    return SolveOne(request)


def _ladder(scale: str, only: str | None, without: str | None, shape: Shape) -> Ladder:
    from sudokutools.logic.scales import Ladder, allowed_techniques

    if scale == "hodoku" and not _empty_grid(*shape).is_classic:
        raise click.UsageError("--scale hodoku: only plain 9x9 grids are supported")
    try:
        return Ladder(scale, allowed_techniques(scale, only, without))
    except SudokuError as error:
        raise click.UsageError(str(error)) from None


def _empty_grid(geometry: Geometry | None, spec: Spec | None) -> Grid:
    geometry = geometry or Geometry.of(3, 3)
    if spec is None:
        return Grid.empty(geometry)
    geometry = spec.geometry(geometry) or geometry
    return Grid(geometry, bytes(geometry.size), None, spec.constraints(geometry))


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
