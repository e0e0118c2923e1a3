"""`sudoku-check`: validate, rate and filter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from sudokutools._support.streams import stream_key
from sudokutools.checking.checking import Tests, level_names
from sudokutools.cli.options import exclusions, ranges, shared, values
from sudokutools.cli.options.exclusions import RESUMED, Exclusion, Formats, Need, Rule
from sudokutools.cli.options.help import CONTEXT, Command
from sudokutools.cli.run.outcome import Settings
from sudokutools.cli.run.process import Exit, run
from sudokutools.cli.run.session import choose_seed
from sudokutools.cli.run.worker import MAX_PLACES
from sudokutools.cli.workers.checker import (
    Canonical,
    Checker,
    Convert,
    Filter,
    Histogram,
    Request,
    Shuffle,
    Tag,
    Verdicts,
    rates_by_hodoku,
)
from sudokutools.cli.workers.ratings import RatingSession
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS
from sudokutools.logic.levels import LEVELS

EXAMPLES = """\b
Examples:
  sudoku-check --filter --minimal < all.txt > minimal.txt
  sudoku-solve puzzles.txt | sudoku-check --against puzzles.txt
"""


SCALES = ("se", "hodoku")

GRIDS = ("--filter", "--invert", "--tag", "--canonical", "--shuffle", "--convert")
"""The outputs that are grids."""

OUTPUTS = (*GRIDS, "--histogram", "--stats")

RATES = ("--rate", "--scale", "--level", "--rating", "--histogram", "--plot")

SEARCHES = ("--count", "--minimal", *RATES)
"""What asks for the solutions of a record."""

QUESTIONS = ("--any", "--rules-only", *SEARCHES, "--complete", "--against")
"""What a verdict answers."""

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(OUTPUTS),
    Exclusion(("--rules-only",), ("--any", *SEARCHES), "it looks for no solutions"),
    Exclusion(
        ("--canonical",),
        (*QUESTIONS, "--automorphisms", "--rank"),
        "--canonical judges nothing",
    ),
    Exclusion(
        ("--shuffle",), (*QUESTIONS, "--automorphisms", "--rank"), "--shuffle judges nothing"
    ),
    Exclusion(
        ("--convert",), (*QUESTIONS, "--automorphisms", "--rank"), "--convert judges nothing"
    ),
    Exclusion(
        ("--filter", "--invert", "--histogram", "--stats"),
        ("--count", "--automorphisms", "--rank"),
        "no verdict is written",
    ),
    Exclusion(("--complete",), ("--minimal",), "a complete grid has needless clues"),
    Exclusion(
        ("--scale hodoku",), ("--histogram", "--plot"), "the distribution is one of ratings (ER)"
    ),
    Need("--limit", ("--count",)),
    Exclusion(("--limit 1",), ("--minimal", *RATES), "whether there is one solution stays open"),
    Need("--limit 1", ("--any",), "whether there is one solution stays open"),
    *(
        Need(option, ("--shuffle",), "nothing else is drawn")
        for option in ("--number", "--seed", "--start")
    ),
    Need("--empty", GRIDS, "no grid is written"),
    RESUMED,
    Exclusion(
        ("--resume",),
        ("--histogram", "--stats", "--plot", "--against"),
        "that takes the records before the cut, too",
    ),
    Exclusion(("--resume",), ("--shuffle",), "other grids would follow", unless=("--seed",)),
    Formats(
        lambda form: form.has_keys,
        "a histogram is written as text or --format json",
        beside=("--histogram",),
    ),
    Formats(
        lambda form: form.has_keys,
        "statistics are written as text or --format json",
        beside=("--stats",),
    ),
    Formats(
        lambda form: form.has_keys, "a verdict is written as text or --format json", without=OUTPUTS
    ),
    Formats(
        lambda form: form.has_notes,
        "--tag writes a note, and a table has none, nor have ids and links",
        beside=("--tag",),
    ),
)
"""The options that do not go together."""


def level_names_of(ctx: click.Context) -> list[str]:
    """Return the levels of the scale that was chosen."""
    return level_names(ctx.params.get("scale") or "se")


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=EXAMPLES,
    short_help="Validate, rate and filter sudoku grids.",
)
@shared.reading_options
@click.option("--any", "any_solution", is_flag=True, help="Several solutions are no fault.")
@click.option("--rules-only", is_flag=True, help="Look at the rules alone, not for solutions.")
@click.option("-c", "--count", is_flag=True, help="Count the solutions.")
@click.option("--limit", type=values.SOME, metavar="K", help="Count no further than K.")
@click.option("--complete", is_flag=True, help="Test: no cell is empty.")
@click.option("--minimal", is_flag=True, help="Test: no clue can be left out.")
@click.option("--rate", is_flag=True, help="Rate the difficulty.")
@click.option(
    "--scale",
    type=click.Choice(SCALES),
    is_eager=True,
    help="Rate; tell level and technique on this scale, for hodoku a score, too.",
)
@ranges.level_option(level_names_of, f"Test: this level, or one of these: {', '.join(LEVELS)}.")
@click.option(
    "--rating",
    callback=ranges.read_ratings,
    metavar="LO-HI",
    help="Test: a rating in this range, such as 2.6-4.4 or 4.5-.",
)
@click.option(
    "--against",
    type=values.FILE,
    metavar="FILE",
    help="Test: record k solves record k of FILE.",
)
@click.option("--filter", "by_filter", is_flag=True, help="Write the ok records exactly as read.")
@click.option("--invert", "by_invert", is_flag=True, help="Write the bad records exactly as read.")
@click.option("--tag", "by_tag", is_flag=True, help="Write every grid, the verdict as its note.")
@click.option(
    "--canonical",
    "by_canonical",
    is_flag=True,
    help="Write the least equivalent of every grid.",
)
@click.option(
    "--shuffle",
    "by_shuffle",
    is_flag=True,
    help="Write a random equivalent of every grid.",
)
@click.option(
    "--convert",
    "by_convert",
    is_flag=True,
    help="Write every grid as it is, in the format asked for.",
)
@click.option(
    "-n",
    "--number",
    type=values.Whole(1, MAX_PLACES),
    default=1,
    metavar="K",
    help="K random equivalents of each grid [default: 1].",
)
@click.option(
    "--histogram",
    "by_histogram",
    is_flag=True,
    help="Draw the distribution of the ratings instead of verdicts.",
)
@click.option(
    "--stats",
    "by_stats",
    is_flag=True,
    help="Write means and shares of clues and ratings, by weights if there are any.",
)
@click.option(
    "--plot", type=values.FILE, metavar="FILE.svg", help="Plot the distribution of the ratings."
)
@click.option("--automorphisms", is_flag=True, help="Add the number of symmetries.")
@click.option("--rank", is_flag=True, help="Add the number of a complete 9x9 grid among all.")
@shared.timeout_option
@shared.seed_options
@shared.geometry_options
@shared.writing_options
@shared.process_options
def command(
    any_solution: bool,
    rules_only: bool,
    count: bool,
    limit: int | None,
    complete: bool,
    minimal: bool,
    rate: bool,
    scale: str | None,
    level: tuple[str, str] | None,
    rating: tuple[int, int] | None,
    against: str | None,
    by_filter: bool,
    by_invert: bool,
    by_tag: bool,
    by_canonical: bool,
    by_shuffle: bool,
    by_convert: bool,
    number: int,
    by_histogram: bool,
    by_stats: bool,
    plot: str | None,
    automorphisms: bool,
    rank: bool,
    timeout: float | None,
    seed: str | None,
    start: int,
    **common: Any,
) -> Exit:
    """Check the grids of each FILE, or of standard input: one verdict a record.

    A record is ok when it breaks no rule and has exactly one solution.
    """
    exclusions.check(EXCLUSIONS)
    if against == "-" and "-" in (common["files"] or ("-",)):
        raise click.UsageError(
            "--against -: standard input is read for the grids; name a file for one of the two."
        )
    modes = {
        "filter": by_filter,
        "invert": by_invert,
        "tag": by_tag,
        "canonical": by_canonical,
        "shuffle": by_shuffle,
        "convert": by_convert,
        "histogram": by_histogram,
        "stats": by_stats,
    }
    mode = next((name for name, is_wanted in modes.items() if is_wanted), "verdict")
    rate = rate or scale is not None or mode == "histogram" or plot is not None
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
        count=count,
        limit=limit,
        complete=complete,
        minimal=minimal,
        rate=rate,
        levels=level,
        ratings=rating,
        automorphisms=automorphisms,
        rank=rank,
        scale=scale or "se",
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
    if by_shuffle:
        key = stream_key("sudoku-check", choose_seed(seed, settings.verbose))
        settings.start = start
    request = Request(
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
    with RatingSession(settings, header) as session:
        checker = _checker(mode, request, settings.jobs)
        if against is not None and isinstance(checker, Checker):
            from sudokutools.cli.workers.answers import Against

            checker.against = Against(against, session)
        session.run(checker, in_parallel=against is None)
        if isinstance(checker, Checker) and checker.against is not None:
            checker.against.end()
        if isinstance(checker, Filter) and session.records and not session.passed:
            session.raise_status(Exit.NO)
        if mode == "histogram":
            session.write_histogram(objects)
        if mode == "stats":
            session.write_statistics(objects)
        if plot is not None and session.has_read:
            session.write_plot(plot)
    return session.status


def _checker(mode: str, request: Request, jobs: int) -> Checker | Canonical | Shuffle | Convert:
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
