"""The options of `sudoku-check`; those of `checking.Tests` have the names of its fields."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sudokutools.checking.checking import level_names
from sudokutools.cli.options import ranges, shared, values
from sudokutools.cli.options.exclusions import RESUMED, Exclusion, Formats, Need, Rule
from sudokutools.cli.options.option import Option, Options
from sudokutools.cli.run.worker import MAX_PLACES
from sudokutools.logic.levels import LEVELS

SCALES = ("se", "hodoku")


def level_names_of(ctx: click.Context) -> list[str]:
    """Return the levels of the scale that was chosen."""
    return level_names(ctx.params.get("scale") or "se")


class Tests(Options):
    section = "Tests"

    any_solution = Option("--any", "Several solutions are no fault.", common=True)
    """Several solutions are no fault; one is enough. What the tests --minimal, --level and --rating
    ask has an answer for exactly one solution only: with several a record fails them as
    *solutions*, with --any, too."""

    rules_only = Option("--rules-only", "Look at the rules alone, not for solutions.")
    """Look whether a rule is broken, and not for solutions."""

    complete = Option("--complete", "Test: no cell is empty.", common=True)
    """No cell is empty."""

    minimal = Option("--minimal", "Test: no clue can be left out.", common=True)
    """No clue can be left out without giving the puzzle a second solution."""

    level = ranges.level_option(
        level_names_of, f"Test: this level, or one of these: {', '.join(LEVELS)}."
    )
    """The level is exactly <L>, or from the first to the second, as in `medium-hard`. An end may be
    left open: `hard-`, `-hard`."""

    rating = Option(
        "--rating LO-HI",
        "Test: a rating in this range, such as 2.6-4.4 or 4.5-.",
        callback=ranges.read_ratings,
    )
    """The rating is in this range, as in `2.6-3.2`, `4.5-` or `-4.4`. A level and a rating that
    have none in common are refused."""

    against = Option("--against FILE", "Test: record k solves record k of FILE.", values.FILE)
    """Record <k> is a solution of record <k> of <FILE>. The numbers of records must be equal."""


class Answers(Options):
    section = "Results"

    count = Option("-c, --count", "Count the solutions.", common=True)
    """Count the solutions."""

    limit = Option("--limit K", "Count no further than K.", values.SOME)
    """Count no further than <K>; `K+` means that there are at least so many. With a limit of 1 it
    stays open whether there is exactly one solution."""

    rate = Option("--rate", "Rate the difficulty.", common=True)
    """Rate the difficulty. With -v the number of steps by each technique follows on standard error
    at the end, one line a technique, the most used first."""

    scale = Option(
        "--scale",
        "Rate; tell level and technique on this scale, for hodoku a score, too.",
        SCALES,
        is_eager=True,
    )
    """Rate, and tell level and technique on this scale: that of Sudoku Explainer, or that of
    HoDoKu. The latter adds *score=*, and its levels are *easy*, *medium*, *hard*, *unfair* and
    *extreme*, for --level, too; a level is that of the hardest technique, raised where the score
    exceeds 800, 1000, 1600 or 1800. *rating=*, *pearl=* and *diamond=* stay beside it, and -v
    counts the techniques of HoDoKu. It is for 9x9 grids only: on others a record is _unknown_, and
    a message says so. It does not combine with --histogram and --plot."""

    by_filter = Option("--filter", "Write the ok records exactly as read.", common=True)
    """Write the ok records exactly as they were read, and no verdicts; --format, --empty and
    --no-comments write them anew."""

    by_invert = Option("--invert", "Write the bad records exactly as read.")
    """Write the bad ones instead. A record that is _unknown_ passes neither."""

    by_tag = Option("--tag", "Write every grid, the verdict as its note.")
    """Write every grid with its verdict as the note, for sort(1) and grep(1)."""

    by_canonical = Option("--canonical", "Write the least equivalent of every grid.")
    """Write, instead of verdicts, the canonical form of every grid or puzzle, without notes and
    comments: the least equivalent grid, an empty cell before every symbol. Grids are equivalent
    that become each other by orders of bands, of stacks, of rows in a band and of columns in a
    stack, by relabelling, and by transposition where boxes are square and as many across as down,
    and on latin squares. On 9x9 these are 3,359,232 maps, each with 9! relabellings. Up to 9
    symbols the form is the least line in ASCII order with `.` for an empty cell; above, symbols are
    compared by value. A grid that breaks a rule, one of more than 16 rows, columns or symbols, and
    a few very symmetric ones above 9x9 have none: an empty place and a message stand for them."""

    by_shuffle = Option("--shuffle", "Write a random equivalent of every grid.")
    """Write, instead of verdicts, a random equivalent of every grid or puzzle, without notes and
    comments: all of the maps above, with any relabelling, are equally likely. It looks different,
    and is as hard."""

    by_convert = Option(
        "--convert", "Write every grid as it is, in the format asked for.", common=True
    )
    """Write, instead of verdicts, every grid that can be read as it is, with its note and comments,
    in the format that --format asks for: right or wrong, complete or not, nothing is judged."""

    number = Option(
        "-n, --number K",
        "K random equivalents of each grid [default: 1].",
        values.Whole(1, MAX_PLACES),
        default=1,
    )
    """With --shuffle, write <K> equivalents of every grid (default 1, at most 100,000), each drawn
    by itself."""

    by_histogram = Option(
        "--histogram", "Draw the distribution of the ratings instead of verdicts."
    )
    """Write, instead of verdicts, the distribution of the ratings of the whole input when it ends:
    for each rating that occurs its level, the number of puzzles, and a bar. The longest bar fills
    the terminal, or 80 columns elsewhere. --format *json* writes one object: *puzzles* is how many
    were rated, *levels* how many of each level, *ratings* a list of objects with *rating*, *level*
    and *puzzles*, and *techniques* in how many steps each was used. Only what has one solution is
    rated."""

    by_stats = Option(
        "--stats", "Write means and shares of clues and ratings, by weights if there are any."
    )
    """Write, instead of verdicts, what the ok records have in the mean, when the input ends: lines
    of a name, a value and its standard error, parted by tabs. *puzzles* is their number, *clues*
    the mean number of clues, *clues=24* the share of those with 24, and so on; with --rate also
    *rating* and *level=hard*. If the records have weights, as *sudoku-mask --weights* writes them,
    each counts by its own; *weight* is the mean of these, an estimate of how many minimal puzzles a
    grid has, and *effective* tells how many puzzles without a bias would be as good. --format
    *json* writes one object."""

    plot = Option("--plot FILE.svg", "Plot the distribution of the ratings.", values.FILE)
    """Plot the distribution of the ratings to <FILE.svg> at the end, beside whatever is written. It
    needs the optional package matplotlib."""

    automorphisms = Option("--automorphisms", "Add the number of symmetries.")
    """Add *automorphisms=* to the verdict: how many of these maps take the grid to itself with some
    relabelling."""

    rank = Option("--rank", "Add the number of a complete 9x9 grid among all.")
    """Add *rank=* to the verdict of a complete 9x9 grid: its number among all of them, for
    sudoku-gen(1)."""


OPTIONS = (
    shared.Reading,
    Tests,
    Answers,
    shared.Timeout,
    shared.Random,
    shared.Shape,
    shared.Writing,
    shared.Process,
)

GRIDS = ("--filter", "--invert", "--tag", "--canonical", "--shuffle", "--convert")
"""Outputs that are grids."""

OUTPUTS = (*GRIDS, "--histogram", "--stats")

RATES = ("--rate", "--scale", "--level", "--rating", "--histogram", "--plot")

SEARCHES = ("--count", "--minimal", *RATES)
"""The options that need the solutions of a record."""

QUESTIONS = ("--any", "--rules-only", *SEARCHES, "--complete", "--against")
"""The options about verdicts."""

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(OUTPUTS),
    Exclusion(("--rules-only",), ("--any", *SEARCHES), "it looks for no solutions"),
    *(
        Exclusion((option,), (*QUESTIONS, "--automorphisms", "--rank"), f"{option} judges nothing")
        for option in ("--canonical", "--shuffle", "--convert")
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
    *(
        Formats(lambda form: form.has_keys, f"{what} written as text or --format json", **options)
        for what, options in (
            ("a histogram is", {"beside": ("--histogram",)}),
            ("statistics are", {"beside": ("--stats",)}),
            ("a verdict is", {"without": OUTPUTS}),
        )
    ),
    Formats(
        lambda form: form.has_notes,
        "--tag writes a note, and a table has none, nor have ids and links",
        beside=("--tag",),
    ),
)
