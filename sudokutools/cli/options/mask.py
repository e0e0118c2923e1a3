"""The options of `sudoku-mask`; those of a puzzle have the names of fields of its request."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.cli.options import ranges, shared, values
from sudokutools.cli.options.exclusions import RESUMED, Exclusion, Formats, Need, Rule
from sudokutools.cli.options.option import Option, Options
from sudokutools.cli.options.optional_value import Lone
from sudokutools.cli.run.worker import MAX_PLACES
from sudokutools.logic.levels import LEVELS
from sudokutools.masking.plan import MAX_TRIES
from sudokutools.masking.symmetry import SYMMETRIES


class Difficulty(Options):
    section = "Difficulty"

    level = ranges.level_option(
        lambda _: list(LEVELS), f"How hard: {', '.join(LEVELS)} [default: medium]."
    )
    """One level, a range such as `medium-hard`, or one with an open end: `hard-`, `-hard`.

    - *easy*: rating up to 1.5: hidden singles, the last cell of a house
    - *medium*: to 2.5: naked singles, and what pointing, claiming or a hidden pair leads to at once
    - *hard*: to 4.4: pointing, claiming, pairs, triples, X-Wing, XY-Wing and the like
    - *expert*: to 6.9
    - *extreme*: above"""

    rating = Option(
        "--rating LO-HI",
        "A rating in this range, such as 2.6-4.4 or 4.5-.",
        callback=ranges.read_ratings,
    )
    """A rating in this range, with at most one decimal: `2.6-3.2`, `4.5-` or `-4.4` with an open
    end, or `2.8` alone."""

    technique = Option("--technique T", "The hardest step is this one, such as X-Wing.")
    """The hardest step is of this technique, such as `X-Wing`. Case, blanks and hyphens do not
    matter. *sudoku-solve --techniques* lists all, of variants with their options, and a name that
    is not known gets the nearest."""


class Amount(Options):
    section = "Number of clues"

    clues = Option("--clues K", "Exactly K clues.", values.Whole(0), common=True)
    """Exactly <K> clues."""

    blanks = Option("--blanks K", "Exactly K blanks.", values.Whole(0))
    """Exactly <K> empty cells."""

    row_blanks = Option(
        "--row-blanks A-B", "A to B blanks in every row.", callback=ranges.read_counts
    )
    """From <A> to <B> empty cells in every row; `5` alone means exactly five."""

    minimal = Option("--minimal", "No clue can be left out.", common=True)
    """So few clues that none can be left out. On grids of more than nine symbols and on partial
    ones, with --symmetry, the same as --orbit-minimal. Elsewhere few symmetric puzzles are so
    strictly minimal: one digging in forty-five with *rotate180*."""

    weights = Option(
        "--weights", "Tell how many minimal puzzles each stands for in means over all of them."
    )
    """With --minimal: write the weight of each puzzle, in its note as `weight=6.7e+12`, in a column
    of *table* and of data sets, in *json* under `weight`. Digging finds minimal puzzles of few
    clues too often: they have 24.4 in the mean, where all minimal puzzles of 9x9 have 26.6. A
    puzzle stands for as many of them as its weight says, so that weighted means of puzzles of
    uniform grids, as sudoku-gen(1) draws them, estimate those of all minimal puzzles; *sudoku-check
    --stats* computes them. Weights differ by many orders of magnitude: 100,000 puzzles tell about
    as much as some hundreds without a bias. The puzzles are the same as without the option. Not for
    grids of more than nine symbols and partial ones, which are dug in another way."""

    orbit_minimal = Option(
        "--orbit-minimal", "No clue can be left out together with those that are symmetric to it."
    )
    """So few clues that none can be left out together with those that are symmetric to it, which is
    what most programs call minimal, QQwing and gsf's solver among them. A single one may be
    needless, which sudoku-check(1) tells."""

    pattern = Option(
        "--pattern FILE",
        "Clues where FILE (- is standard input) has a sign, blanks elsewhere.",
        values.FILE,
    )
    """Clues where the drawing in <FILE> has a sign, empty cells where it has `.`, `0`, `-` or `_`.
    `-` is standard input, when the grids come from elsewhere."""


class VariantClues(Options):
    section = "Other kinds of clues"

    cages = Lone(
        "--cages [A-B]",
        "Killer cages of A to B cells [default: 2-4], no clues but those of --clues.",
        lone="2-4",
        callback=ranges.read_counts,
        common=True,
    )
    """A killer: cages of <A> to <B> cells (default 2-4) cover the grid. Each tells the sum of its
    symbols and holds none of them twice. Most are small; a smaller one than <A> is left only where
    that cannot be avoided. There are no digits at all, unless --clues, --blanks, --row-blanks or
    --pattern keeps some: those are chosen first, and the cages so that they are enough. No level is
    aimed at unless one is asked for; the larger the cages, the harder the puzzle. The cages of a
    map that has several solutions are changed where these differ, and where that does not help
    another map is tried, up to --tries. A grid that has cages already is refused, and one of more
    than 25 symbols."""

    less = Lone(
        "--less [P]",
        "Compare P per cent of the neighbours in a region [default: 100].",
        values.Whole(1, 100),
        lone="100",
    )
    """Of <P> per cent of the neighbours in a region (default 100) a sign tells which one is the
    lesser. Unless a level or a number of clues is asked for, so few digits stay that none can be
    left out."""

    parity = Lone(
        "--parity [P]",
        "Mark P per cent of the cells even or odd [default: 30].",
        values.Whole(1, 100),
        lone="30",
    )
    """<P> per cent of the cells (default 30) are marked even or odd."""


class Wishes(Options):
    section = "Other requests"

    symmetry = Option(
        "--symmetry",
        "Symmetry of the places of the clues.",
        SYMMETRIES,
        default="none",
        common=True,
    )
    """The places of the clues are symmetric: *none* (the default), *rotate180* or *rotate90* about
    the centre, *mirror* left to right, *flip* top to bottom, *diagonal* as in a transposition,
    *antidiagonal*, or *full*, all of them. Some need as many rows as columns and say so."""

    unique = Option(
        "--unique/--any",
        "Exactly one solution (the default), or blank cells blindly.",
        default=True,
    )
    """A puzzle has exactly one solution (the default), or cells are blanked blindly: the amount
    that is asked for, else five ninths of all cells (45 of 81), or the most below that the symmetry
    can make."""

    number = Option(
        "-n, --number K",
        "K different puzzles of each grid [default: 1].",
        values.Whole(1, MAX_PLACES),
        default=1,
        common=True,
    )
    """Make <K> different puzzles of each grid (default 1, at most 100,000), one after the other,
    each from a random stream of its own. Where so many are not found, empty places stand for the
    others and standard error says so."""

    with_solution = Option("--with-solution", "Add the complete grid, as the note.", common=True)
    """Write the complete grid as well: as the note of the puzzle, as a second column of *table*.
    *json* always has it, under `solution`."""

    tries = Option(
        "--tries N",
        "Give a record up after N tries [default: 500, more for 9x9 ratings].",
        values.Whole(1, MAX_TRIES),
    )
    """Give a grid up after <N> tries, at most 2147483647. The default is 500, but for 9x9 grids
    10,000 with a level, and 1,000,000 with a rating or a technique: those are searched, for minutes
    if they are rare, until they are found."""


OPTIONS = (
    shared.Reading,
    Difficulty,
    Amount,
    VariantClues,
    Wishes,
    shared.Timeout,
    shared.Random,
    shared.Shape,
    shared.Writing,
    shared.Process,
)

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(("--clues", "--blanks", "--row-blanks", "--minimal", "--orbit-minimal", "--pattern")),
    Exclusion(
        ("--any",),
        ("--level", "--rating", "--technique", "--minimal", "--orbit-minimal"),
        "only a puzzle with exactly one solution has that",
    ),
    Exclusion(
        ("--number",),
        ("--pattern",),
        "a pattern makes one puzzle of a grid",
        unless=("--cages", "--less", "--parity"),
    ),
    Exclusion(("--tries",), ("--pattern",), "a pattern gets one try", unless=("--cages",)),
    Exclusion(("--tries",), ("--any",), "cells are blanked in one try", unless=("--row-blanks",)),
    Need("--weights", ("--minimal",), "they correct the bias of digging"),
    Exclusion(
        ("--weights",),
        (
            "--level",
            "--rating",
            "--technique",
            "--symmetry",
            "--number",
            "--cages",
            "--less",
            "--parity",
        ),
        "that has another bias",
    ),
    Formats(
        lambda form: form.has_notes or form.has_columns or form.has_keys,
        "--weights writes a note, a key or a column, which ids and links have not",
        beside=("--weights",),
    ),
    RESUMED,
    Need("--resume", ("--seed",), "other puzzles would follow"),
)
