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
from sudokutools.cli.check.checker import Checker, CheckRequest, Verdicts
from sudokutools.cli.check.rating_writer import RatingWriter
from sudokutools.cli.check.verdicts import Layout
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import write_whole
from sudokutools.cli.run.process import Exit, choose_seed, run
from sudokutools.cli.run.worker import Worker
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
    any_solution: bool,
    rules_only: bool,
    rate: bool,
    scale: str | None,
    level: tuple[str, str] | None,
    rating: tuple[int, int] | None,
    plot: str | None,
    columns: str | None,
    template: str | None,
    seed: str | None,
    **common: Any,
) -> Exit:
    """Check the grids in each FILE or standard input; print one verdict per record.

    A record is ok if it breaks no rule and has a unique solution.
    """
    exclusions.check(options.EXCLUSIONS)
    request = CheckRequest(**shared.taken(CheckRequest, common))
    against, rejects = request.against, request.rejects
    inputs = common["files"] or ("-",)
    if against == "-" and "-" in inputs:
        raise click.UsageError("--against - and the grids cannot both be standard input")
    if rejects is not None:
        _refuse_same(rejects, (*inputs, *filter(None, [against])), common["output"])
    modes = {name[3:]: common.pop(name) for name in [*common] if name.startswith("by_")}
    mode = next((name for name, is_wanted in modes.items() if is_wanted), "verdict")
    fields = shared.taken(Tests, common)
    rate = rate or fields["steps"] or scale is not None or mode == "histogram" or plot is not None
    fields["minimal_constraints"] = fields["minimal"] == "constraints"
    fields["minimal"] = fields["minimal"] is not None
    geometry, said = shared.shape_of_options(common)
    settings = Settings(geometry=geometry, said=said, **common)
    if against is not None:
        settings.prefers = (*SOLUTION_COLUMNS, *PUZZLE_COLUMNS)
    if level is not None and rating is not None and scale != "hodoku":
        from sudokutools.masking.difficulty import wanted

        wanted(None, level, rating)
    tests = Tests(
        solutions="rules" if rules_only else "any" if any_solution else "one",
        rate=rate,
        levels=level,
        ratings=rating,
        scale=scale or "se",
        **fields,
    )
    if scale == "hodoku" and geometry not in (None, Geometry.of(3, 3)):
        raise click.UsageError("--scale hodoku: only 9x9 grids are supported")
    form = settings.format
    if mode in ("verdict", "histogram", "stats"):
        settings.format = None  # Records are not written.
    layout, header = Layout(), ""
    try:
        if mode == "verdict":
            layout = Layout.of(tests, form, columns, template)
            header = layout.header
        elif mode == "tag":
            layout = Layout.of(tests, None, columns, template, is_tag=True)
    except SudokuError as error:
        name = "--columns" if template is None else "--template"
        raise click.UsageError(f"{name}: {error}") from None
    if plot is not None:
        from sudokutools.checking.histogram import require_plot

        require_plot()  # Fail now, not after an hour of work.
    key = None
    if mode == "shuffle":
        from sudokutools._support.streams import stream_key

        key = stream_key("sudoku-check", choose_seed(seed, settings.verbose))
        settings.start = request.start
    request = request.replace(
        tests=tests,
        converts=bool(settings.format or settings.empty or not settings.comments),
        tallies=settings.verbose or mode == "histogram" or plot is not None,
        layout=layout,
        key=key,
    )
    with RatingWriter(settings, header, rejects) as writer:
        checker = _checker(mode, request, settings.jobs, modes["dedupe"] == "solution")
        if against is not None and isinstance(checker, Checker):
            from sudokutools.cli.check.against import Against

            checker.against = Against(against, writer)
        pipeline.run(checker, writer, in_parallel=against is None)
        if isinstance(checker, Checker) and checker.against is not None:
            checker.against.end()
        has_input = writer.records or writer.has_missing
        if mode in ("filter", "invert", "dedupe") and has_input and not writer.passed:
            writer.raise_status(Exit.NO)
        if mode == "histogram":
            writer.write_histogram(form, tests.steps)
        if mode == "stats":
            writer.write_statistics(form)
        if plot is not None and writer.has_read:
            from sudokutools.checking import histogram

            write_whole(plot, histogram.plot(writer.tally))
    return writer.status


def _refuse_same(rejects: str, inputs: Sequence[str], output: str | None) -> None:
    for name, standard in (*((name, 0) for name in inputs), (output or "-", 1)):
        if (name if standard else "") == rejects == "-" or _is_same(name, standard, rejects):
            kind = "output" if standard else "input"
            raise click.UsageError(f"--rejects: {rejects} is also the {kind}")


def _is_same(name: str, standard: int, other: str) -> bool:
    """Whether two names are those of one regular file; `-` has the descriptor `standard`."""
    if name != "-" and os.path.realpath(name) == os.path.realpath(other):
        return not os.path.exists(name) or os.path.isfile(name)
    try:
        state = os.fstat(standard) if name == "-" else os.stat(name)
        return stat.S_ISREG(state.st_mode) and os.path.samestat(state, os.stat(other))
    except OSError:
        return False


def _checker(mode: str, request: CheckRequest, jobs: int, by_solution: bool) -> Worker:
    if mode in ("canonical", "shuffle", "dedupe"):
        if mode == "dedupe":
            from sudokutools.cli.check.dedupe import Dedupe

            return Dedupe(request, by_solution)
        from sudokutools.cli.check.equivalents import Canonical, Shuffle

        return (Canonical if mode == "canonical" else Shuffle)(request)
    if mode in ("filter", "invert"):
        from sudokutools.cli.check.filter import Filter

        return Filter(request, jobs, "ok" if mode == "filter" else "bad")
    if mode in ("tag", "convert"):
        from sudokutools.cli.check.tag import Convert, Tag

        return Convert() if mode == "convert" else Tag(request, jobs)
    if mode in ("histogram", "stats"):
        from sudokutools.cli.check.summaries import Histogram, Stats

        return (Histogram if mode == "histogram" else Stats)(request, jobs)
    return Verdicts(request, jobs)


main = partial(run, command)
