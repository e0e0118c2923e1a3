"""The options of `sudoku-mask`; options of puzzles are named as fields of the request."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import Formats, rules
from sudokutools.cli.options.option import Common, Option, OptionalValue, Options
from sudokutools.cli.run.worker import MAX_PLACES
from sudokutools.constraints import KINDS, kind, meant
from sudokutools.errors import SudokuError
from sudokutools.grid.keys import SCALES
from sudokutools.logic.levels import NAMES
from sudokutools.masking.plan import MAX_TRIES, PRINTED
from sudokutools.masking.symmetry import SYMMETRIES


def _technique_words(scale: str, begun: str) -> list[str]:
    """Return names of techniques, in any case, with hyphens: shells split words at spaces."""
    from sudokutools.logic.hodoku.techniques import BY_NAME
    from sudokutools.logic.techniques import TECHNIQUES

    names = [name.replace(" ", "-") for name in (BY_NAME if scale == "hodoku" else TECHNIQUES)]
    return [name for name in names if name.lower().startswith(begun.lower())]


def _read_cages(text: str) -> tuple[int, ...]:
    return PRINTED if text == "printed" else values.read_counts(text)


def _read_difficulty(scale: str, text: str) -> tuple[float, float]:
    if scale == "hodoku":  # A range of scores.
        return values.read_range(text, values.count, (0, 10**6))
    return values.read_ratings(text)


def _about_rule(key: str) -> str:
    """Return a message that a name is one of a rule, "" for other names."""
    from sudokutools.constraints.variant_rules import NAMES

    joined = key.replace("-", "").lower()
    rule = joined if joined in NAMES else meant(key)
    option = f"--variant {rule}" if rule in NAMES else "--regions random"
    is_rule = rule in (*NAMES, "regions")
    return f"{key!r}: a rule of the complete grid: use sudoku-gen {option}" if is_rule else ""


def _read_added(
    ctx: click.Context, param: click.Parameter, words: Sequence[str]
) -> tuple[tuple[str, int], ...]:
    """Read kinds of clues and their numbers; those of one kind add up."""
    counts: dict[str, int] = {}
    for word in words:
        key, equals, number = word.partition("=")
        try:
            kind(key)
        except SudokuError as error:
            raise click.BadParameter(_about_rule(key) or str(error), ctx, param) from None
        if equals and not re.fullmatch("[1-9][0-9]{0,4}", number):
            raise click.BadParameter(f"{word!r}: expected a number as in {key}=3", ctx, param)
        counts[key] = counts.get(key, 0) + int(number or 1)
    return tuple(counts.items())


class Difficulty(Options, section="Difficulty"):
    level = Common(
        "--level L[-[L]]", f"Level or range: {', '.join(NAMES)} [default: medium].", values.LEVELS
    )
    """A level, a range such as `medium-hard`, or a range with an open end: `hard-`, `-hard`.

    - *beginner*: rating up to 1.2: hidden singles in boxes; and at least 36 clues on 9x9, as large
      a part on other sizes, and one in each box. Part of *easy*: a range from *beginner* has no
      minimum of clues
    - *easy*: rating up to 1.5: hidden singles, the last cell of a house
    - *medium*: up to 2.5: naked singles, and pointing, claiming or hidden pairs that lead directly
      to a placement
    - *hard*: up to 4.4: pointing, claiming, pairs, triples, X-Wing, XY-Wing and similar techniques
    - *expert*: up to 6.9
    - *extreme*: above"""

    rating = Option(
        "--rating LO-HI",
        "Rating or range, such as 2.6-4.4 or 4.5-.",
        values.OnScale(_read_difficulty),
    )
    """A rating or a range of ratings with at most one decimal: `2.8`, `2.6-3.2`, or with an open
    end `4.5-` or `-4.4`. With --scale *hodoku* a range of scores, such as `600-800`."""

    technique = Option(
        "--technique T",
        "Hardest technique required, such as X-Wing.",
        values.OnScale(words=_technique_words),
    )
    """The hardest step uses this technique, such as `X-Wing`: the techniques with lower ratings do
    not suffice to solve the puzzle, though others with the same or a higher rating may. Case,
    spaces and hyphens are ignored, and HoDoKu's spellings such as `Hidden Quadruple` and `Unique
    Rectangle Type 1` are accepted. *sudoku-solve --techniques* lists all techniques; with the
    options of a variant it lists those of the variant."""

    only = Option(
        "--only LIST", "Techniques that suffice, such as singles,subsets.", values.TECHNIQUES
    )
    """Make puzzles that can be solved with these techniques alone: names and groups of
    *sudoku-solve --techniques*, separated by commas. --technique may then be such a list, too:
    each of these is necessary, so that the others of --only do not suffice. Plain 9x9 grids only.
    *sudoku-solve --only* explains the solution."""

    scale = Option("--scale", "Scale of the difficulty.", SCALES, is_eager=True)
    """The scale of --level, --rating and --technique: that of Sudoku Explainer (*se*, the default),
    or that of HoDoKu, for plain 9x9 grids, as *sudoku-check --scale hodoku* reports it. Its levels
    are *easy*, *medium*, *hard*, *unfair* and *extreme*, its ratings are scores: the sum of the
    scores of all steps, usually 200 to 5,000. The hardest technique is the one with the highest
    level, then with the highest score, then the one used first.

    Puzzles are first searched by their rating, which is quick, and then made easier clue by clue
    as long as they need the technique. Some techniques are hardly ever the hardest of a puzzle,
    which then uses others of the same level as well. See [LEVELS]."""


class Amount(Options, section="Number of clues"):
    clues = Common("--clues K", "Exactly K clues.", values.Whole(0))

    blanks = Option("--blanks K", "Exactly K empty cells.", values.Whole(0))

    row_blanks = Option("--row-blanks A-B", "A to B empty cells in every row.", values.COUNTS)
    """Leave <A> to <B> cells of every row empty; `5` means exactly five."""

    minimal = Common("--minimal", "Remove clues until none is redundant.")
    """Remove clues until none can be removed without losing uniqueness. With --symmetry on 9x9
    grids few puzzles are minimal in this strict sense: with *rotate180*, one attempt in 45 finds
    one. Use --orbit-minimal to remove clues in symmetric groups instead. On partial grids and with
    more than nine symbols --minimal --symmetry means --orbit-minimal."""

    weights = Option("--weights", "Add weights for unbiased statistics (with --minimal).")
    """With --minimal: add the weight of each puzzle, as `weight=6.7e+12` in the note, as a column
    of *table* and data sets, or under `weight` in *json*. Removing clues at random finds puzzles
    with few clues too often: the average is 24.4 clues, but 26.6 over all minimal 9x9 puzzles. The
    weight is an estimate of how many minimal puzzles each one represents, so weighted averages
    over puzzles of uniformly drawn grids estimate the averages over all minimal puzzles;
    *sudoku-check --stats* computes them. Weights differ by many orders of magnitude: 100,000
    weighted puzzles are about as precise as a few hundred unbiased ones. The puzzles are the same
    as without this option. Not available for partial grids or more than nine symbols, where clues
    are removed by a different method."""

    orbit_minimal = Option("--orbit-minimal", "Like --minimal, in symmetric groups of clues.")
    """Remove clues in symmetric groups until no group can be removed without losing uniqueness.
    Most programs call this minimal, among them QQwing and gsf's solver. A single clue may still be
    redundant; use sudoku-check(1) to find out."""

    pattern = Option("--pattern FILE", "Place the clues as drawn in FILE.", values.FILE)
    """Place the clues as drawn in <FILE>: cells with `.`, `0`, `-` or `_` stay empty, all others
    get a clue. `-` is standard input, if the grids come from elsewhere."""

    keep = Option("--keep CELLS", "Do not remove the clues of these cells.")
    """Do not remove the clues of these cells, such as `r1c1r5c5`, nor, with --symmetry, those
    symmetric to them. Only the other clues of a minimal puzzle are then necessary. Cells that are
    empty in a puzzle of the input stay empty."""


class VariantClues(Options, section="Other kinds of clues"):
    cages = OptionalValue(
        "--cages [A-B]",
        "Killer cages of A to B cells.",
        values.Parsed("cages", _read_cages),
        value_alone="printed",
        common=True,
    )
    """Make a killer: cages of <A> to <B> cells cover the grid. Each gives the sum of its symbols,
    which are all different. Without <A>-<B>, cages have 2 to 4 cells and at least a quarter of them
    three or four, as in printed killers. With <A>-<B>, most cages are small; one smaller than <A>
    is used only where unavoidable. The puzzle has no digits unless --clues, --blanks, --row-blanks
    or --pattern requests some; these are chosen first, and then cages that make the solution
    unique. No particular level is targeted by default; larger cages make harder puzzles. If the
    cages allow several solutions, they are changed where these differ. If that fails, a new set of
    cages is tried, up to --tries times. Grids that already have cages and grids of more than 25
    symbols are rejected."""

    less = OptionalValue(
        "--less [P]",
        "Inequality signs on P percent (default: 100).",
        values.Whole(1, 100),
        value_alone="100",
    )
    """Print an inequality sign between <P> percent of the adjacent cells of each region (default
    100). Unless a level or a number of clues is requested, the remaining digits are minimal: none
    of them is redundant."""

    add = Option(
        "--add KIND[=COUNT]",
        "Add clues of a kind, such as arrow=4 (repeatable).",
        multiple=True,
        callback=_read_added,
        shell_complete=lambda _ctx, _param, begun: [key for key in KINDS if key.startswith(begun)],
    )
    """Draw <COUNT> clues (default 1) of a kind of sudoku-variants(7), such as *arrow*, *whisper* or
    *sandwich*: random ones of natural shapes that are true of the grid and avoid each other where
    possible. Then digits are removed until none is redundant, and last the drawn clues that the
    puzzle does not need. With a level, digits are added again to reach it. If a grid has fewer
    clues of a kind, it is skipped with a message.

    With --clues, --blanks, --row-blanks or --pattern the digits are chosen first. Clues are then
    replaced, and lines extended, until the solution is unique, in up to --tries attempts:
    *--add arrow=4 --add whisper=2 --clues 0* makes puzzles without digits. A few clues that say
    little, such as dots, cannot achieve that; *--timeout* limits the time for a grid."""

    parity = OptionalValue(
        "--parity [P]",
        "Mark P percent even or odd (default: 30).",
        values.Whole(1, 100),
        value_alone="30",
    )


class Wishes(Options, section="Other requests"):
    symmetry = Common("--symmetry", "Symmetry of the clue positions.", SYMMETRIES, default="none")
    """Symmetry of the clue positions: *none* (the default), *rotate180* or *rotate90* (rotation
    about the centre), *mirror* (left to right), *flip* (top to bottom), *diagonal*
    (transposition), *antidiagonal*, or *full* (all of these). Some require as many rows as
    columns."""

    unique = Option("--unique/--any", "Require a unique solution (default), or not.", default=True)
    """Require a unique solution (the default), or remove clues at random without checking. With
    --any and no requested amount, five ninths of the cells are emptied (45 of 81), or the largest
    smaller number that the symmetry allows."""

    number = Common(
        "-n, --number K", "Puzzles per grid [default: 1].", values.Whole(1, MAX_PLACES), default=1
    )
    """Make <K> different puzzles of each grid (default 1, at most 100,000), each from its own
    random stream. If fewer are found, an empty record is written for each missing one, with a
    message."""

    with_solution = Common("--with-solution", "Add the solution as a note.")
    """Write the solution as well: as the note of the puzzle, or as a second column of *table*.
    *json* always includes it, under `solution`."""

    tries = Option(
        "--tries N", "Maximum attempts per grid (default: 500 or more).", values.Whole(1, MAX_TRIES)
    )
    """Give up on a grid after <N> attempts, at most 2147483647. The default is 500. For 9x9 grids
    it is 10,000 with a level, and 1,000,000 with a rating or a technique, which can take minutes
    if the request is rare."""


OPTIONS = (shared.Reading, Difficulty, Amount, VariantClues, Wishes, *shared.REST)

EXCLUSIONS = [
    *rules("""
--clues, --blanks, --row-blanks, --minimal, --orbit-minimal, --pattern
--keep with --cages: cages are made for a grid without digits
--any with --level, --rating, --technique, --only, --minimal, --orbit-minimal: level and minimality
    require a unique solution
--number with --pattern, unless --cages, --less, --parity, --add: a pattern determines the puzzle
--tries with --pattern, unless --cages, --add: a pattern needs a single attempt
--tries with --any, unless --row-blanks: cells are emptied in a single attempt
--scale hodoku without --level, --rating, --technique, --only
--only with --level, --rating: levels and ratings use all techniques
--only with --cages, --less, --parity, --add: only plain puzzles are supported
--scale hodoku with --cages, --less, --parity, --add: HoDoKu rates plain puzzles only
--weights without --minimal: weights correct the bias of minimal puzzles
--weights with --level, --rating, --technique, --only, --symmetry, --keep, --number, --cages,
    --less, --parity, --add: weights do not correct its bias
"""),
    Formats(
        lambda form: form.has_notes or form.has_columns or form.has_keys,
        "--weights requires a format with notes, keys or columns",
        beside="--weights",
    ),
    *rules("""
--resume without --output: it resumes a file
--resume without --seed: the rest would be different puzzles
"""),
]
