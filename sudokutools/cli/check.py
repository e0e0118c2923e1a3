"""`sudoku-check`: validate, rate and filter."""

from __future__ import annotations

from typing import Any

import click

from sudokutools._support.streams import stream_key
from sudokutools.checking.checking import Tests
from sudokutools.cli.options import check as options
from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.help import CONTEXT, Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.process import Exit, choose_seed, run
from sudokutools.cli.run.writer import Settings
from sudokutools.cli.workers.checker import (
    Canonical,
    Checker,
    CheckRequest,
    Convert,
    Filter,
    Histogram,
    Shuffle,
    Tag,
    Verdicts,
    rates_by_hodoku,
)
from sudokutools.cli.workers.ratings import RatingWriter
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS

EXAMPLES = """\b
Examples:
  sudoku-check --filter --minimal < all.txt > minimal.txt
  sudoku-solve puzzles.txt | sudoku-check --against puzzles.txt
"""


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    options=options.OPTIONS,
    title="What to check",
    epilog=EXAMPLES,
    short_help="Validate, rate and filter sudoku grids.",
)
def command(
    any_solution: bool,
    rules_only: bool,
    rate: bool,
    scale: str | None,
    level: tuple[str, str] | None,
    rating: tuple[int, int] | None,
    against: str | None,
    number: int,
    plot: str | None,
    timeout: float | None,
    seed: str | None,
    start: int,
    **common: Any,
) -> Exit:
    """Check the grids of each FILE, or of standard input: one verdict a record.

    A record is ok when it breaks no rule and has exactly one solution.
    """
    exclusions.check(options.EXCLUSIONS)
    if against == "-" and "-" in (common["files"] or ("-",)):
        raise click.UsageError(
            "--against -: standard input is read for the grids; name a file for one of the two."
        )
    modes = {name[3:]: common.pop(name) for name in [*common] if name.startswith("by_")}
    mode = next((name for name, is_wanted in modes.items() if is_wanted), "verdict")
    rate = rate or scale is not None or mode == "histogram" or plot is not None
    fields = {name: common.pop(name) for name in Tests.FIELDS if name in common}
    demand = shared.demand_of_options(common)
    geometry = demand.geometry
    settings = Settings(geometry=geometry, said=demand.said, **common)
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
    if scale == "hodoku" and not rates_by_hodoku(geometry):
        raise click.UsageError("--scale hodoku is for 9x9 grids only.")
    objects = None
    if mode in ("verdict", "histogram", "stats"):
        objects, settings.format = settings.format, None  # No record is written.
    if plot is not None:
        from sudokutools.checking.histogram import require_plot

        require_plot()  # Not after an hour of work.
    key = None
    if mode == "shuffle":
        key = stream_key("sudoku-check", choose_seed(seed, settings.verbose))
        settings.start = start
    request = CheckRequest(
        tests=tests,
        timeout=timeout,
        converts=bool(settings.format or settings.empty or not settings.comments),
        tallies=settings.verbose or mode == "histogram" or plot is not None,
        objects=objects,
        against=against,
        number=number,
        key=key,
        start=start,
    )
    header = settings.format.header(["grid"]) if settings.format is not None else ""
    with RatingWriter(settings, header) as writer:
        checker = _checker(mode, request, settings.jobs)
        if against is not None and isinstance(checker, Checker):
            from sudokutools.cli.workers.answers import Against

            checker.against = Against(against, writer)
        pipeline.run(checker, writer, in_parallel=against is None)
        if isinstance(checker, Checker) and checker.against is not None:
            checker.against.end()
        if isinstance(checker, Filter) and writer.records and not writer.passed:
            writer.raise_status(Exit.NO)
        if mode == "histogram":
            writer.write_histogram(objects)
        if mode == "stats":
            writer.write_statistics(objects)
        if plot is not None and writer.has_read:
            writer.write_plot(plot)
    return writer.status


def _checker(
    mode: str, request: CheckRequest, jobs: int
) -> Checker | Canonical | Shuffle | Convert:
    """Return what a mode makes of the records."""
    if mode == "canonical":
        return Canonical(request)
    if mode == "convert":
        return Convert()
    if mode == "shuffle":
        return Shuffle(request)
    if mode in ("filter", "invert"):
        return Filter(request, jobs, "ok" if mode == "filter" else "bad")
    if mode == "tag":
        return Tag(request, jobs)
    if mode == "stats":
        from sudokutools.cli.workers.stats import Stats

        return Stats(request, jobs)
    return Histogram(request, jobs) if mode == "histogram" else Verdicts(request, jobs)


def main() -> None:
    """Run the command."""
    run(command)
