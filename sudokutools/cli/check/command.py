"""`sudoku-check`: validate, rate and filter."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from sudokutools.checking.facts import Tests
from sudokutools.cli.check import options
from sudokutools.cli.check.checker import CheckRequest, Mode, Verdicts
from sudokutools.cli.check.rating_writer import RatingWriter
from sudokutools.cli.check.verdicts import Layout
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import Exit, choose_seed, run
from sudokutools.cli.run.writer import Settings
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS

EXAMPLES = """\b
Examples:
  sudoku-check --filter --minimal < all.txt > minimal.txt
  sudoku-solve puzzles.txt | sudoku-check --against puzzles.txt
"""


@click.command(cls=Command, options=options.OPTIONS, title="What to check", epilog=EXAMPLES)
def command(
    plot: str | None, columns: str | None, template: str | None, seed: str | None, **given: Any
) -> Exit:
    """Check the grids in each FILE or standard input; print one verdict per record.

    A record is ok if it breaks no rule and has a unique solution.
    """
    exclusions.check(options.EXCLUSIONS)
    request = CheckRequest(**shared.taken(CheckRequest, given))
    _refuse_same(request, given["files"] or ("-",), given["output"])
    modes = {name[3:]: given.pop(name) for name in [*given] if name.startswith("by_")}
    mode, value = next((pair for pair in modes.items() if pair[1]), ("verdicts", None))
    tests = _tests(given, rates=mode == "histogram" or plot is not None)
    geometry, spec = shared.shape_of_options(given)
    settings = Settings(geometry=geometry, spec=spec, **given)
    if request.against is not None:
        settings.prefers = (*SOLUTION_COLUMNS, *PUZZLE_COLUMNS)
    if tests.scale == "hodoku" and geometry not in (None, Geometry.of(3, 3)):
        raise click.UsageError("--scale hodoku: only 9x9 grids are supported")
    form = None
    if mode in ("verdicts", "histogram", "stats"):  # Records are not written.
        form, settings.format = settings.format, None
    try:
        layout = Layout.of(tests, form, columns, template, is_tag=mode == "tag")
    except SudokuError as error:
        name = "--columns" if template is None else "--template"
        raise click.UsageError(f"{name}: {error}") from None
    if plot is not None:
        from sudokutools._support import plots

        plots.require()  # Fail now, not after an hour of work.
    request = request.replace(
        tests=tests,
        converts=bool(settings.format or settings.empty or not settings.comments),
        tallies=settings.verbose or mode == "histogram" or plot is not None,
        layout=layout,
    )
    worker = _worker(mode, value, request, settings, seed)
    with RatingWriter(settings, layout.header, request.rejects) as writer:
        worker.begin(writer)
        pipeline.run(worker, writer)
        worker.end(writer)
        if plot is not None and writer.has_read:
            from sudokutools.checking import histogram

            write_whole(plot, histogram.plot(writer.tally))
    return writer.status


def _tests(given: dict[str, Any], rates: bool) -> Tests:
    """Remove the options of tests from `given`; `rates`: whether other options rate as well."""
    is_any, rules_only = given.pop("any_solution"), given.pop("rules_only")
    level, rating = given.pop("level"), given.pop("rating")
    fields = shared.taken(Tests, given) | {"levels": level, "ratings": rating}
    if level and rating and fields["scale"] != "hodoku":
        from sudokutools.masking.difficulty import wanted

        wanted(None, level, rating)  # They must overlap.
    fields["rate"] |= fields["steps"] or fields["scale"] is not None or rates
    fields["scale"] = fields["scale"] or "se"
    fields["minimal_constraints"] = fields["minimal"] == "constraints"
    fields["minimal"] = fields["minimal"] is not None
    return Tests(solutions="rules" if rules_only else "any" if is_any else "one", **fields)


def _worker(
    mode: str, value: object, request: CheckRequest, settings: Settings, seed: str | None
) -> Mode:
    match mode:
        case "filter" | "invert":
            from sudokutools.cli.check.filter import Filter

            return Filter(request, settings.jobs, "ok" if mode == "filter" else "bad")
        case "dedupe":
            from sudokutools.cli.check.dedupe import Dedupe

            return Dedupe(request, by_solution=value == "solution")
        case "tag":
            from sudokutools.cli.check.tag import Tag

            return Tag(request, settings.jobs)
        case "convert":
            from sudokutools.cli.check.tag import Convert

            return Convert(request)
        case "canonical":
            from sudokutools.cli.check.equivalents import Canonical

            return Canonical(request)
        case "shuffle":
            from sudokutools._support.streams import stream_key
            from sudokutools.cli.check.equivalents import Shuffle

            settings.start = request.start
            key = stream_key("sudoku-check", choose_seed(seed, settings.verbose))
            return Shuffle(request.replace(key=key))
        case "histogram":
            from sudokutools.cli.check.summaries import Histogram

            return Histogram(request, settings.jobs)
        case "stats":
            from sudokutools.cli.check.summaries import Stats

            return Stats(request, settings.jobs)
    return Verdicts(request, settings.jobs)


def _refuse_same(request: CheckRequest, files: Sequence[str], output: str | None) -> None:
    """Raise UsageError if standard input is read twice, or a file that is read is replaced."""
    against, rejects = request.against, request.rejects
    if against == "-" and "-" in files:
        raise click.UsageError("--against - and the grids cannot both be standard input")
    if rejects is None:
        return
    inputs = (*files, *filter(None, [against]))
    for name, standard in (*((name, 0) for name in inputs), (output or "-", 1)):
        if (name if standard else "") == rejects == "-" or _is_same(name, standard, rejects):
            kind = "output" if standard else "input"
            raise click.UsageError(f"--rejects: {rejects} is also the {kind}")


def _is_same(name: str, standard: int, other: str) -> bool:
    """Whether two names refer to one regular file; `-` has the descriptor `standard`."""
    if name != "-" and os.path.realpath(name) == os.path.realpath(other):
        return not os.path.exists(name) or os.path.isfile(name)
    try:
        state = os.fstat(standard) if name == "-" else os.stat(name)
        return stat.S_ISREG(state.st_mode) and os.path.samestat(state, os.stat(other))
    except OSError:
        return False


main = partial(run, command)
