"""The options of `sudoku-solve`."""

from __future__ import annotations

import sys

from sudokutools import formats
from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import Formats, rules
from sudokutools.cli.options.option import Common, Option, OptionalValue, Options
from sudokutools.grid.keys import SCALES
from sudokutools.solving import solving


class Solutions(Options, section="Which solutions"):
    any_solution = Common("--any", "Stop at the first solution; skip uniqueness check.")

    all_solutions = Common("--all", "Write every solution.")
    """Write every solution as soon as it is found. In *json* each object includes `record`, the
    number of the puzzle, and `solution_number`."""

    count = Common("-c, --count", "Print the number of solutions.")

    candidates = Option("--candidates", "Print the symbols of each cell in all solutions.")
    """Write the symbols that each cell has in some solution, in the format of --format: *pretty*
    (the default), *json*, *pm* or another one for candidates. Cells with a single one are filled.
    With --count also print in how many solutions each symbol occurs, as in `2:14`, and in *json*
    under `counts`, in the order of `candidates`, with their total under `solutions`: all solutions
    are searched, or the first <K> of --limit, and then the total is `K+`."""

    differences = Option("--differences", "Print the cells in which solutions differ.")
    """Write the cells in which the solutions differ, such as `r1c4 r1c7`, one line for each record:
    `unique` if there is one solution, `none` without a solution."""

    probes = OptionalValue(
        "--estimate [N]",
        "Estimate the number of solutions (default: 1000 probes).",
        values.Whole(2, cap=sys.maxsize),
        value_alone="1000",
    )
    """Write an estimate of the number of solutions, a tab, and its standard error, for grids with
    too many to count. The estimate is the mean of <N> independent random probes (default 1000) of
    the search tree of *propagate*: a probe takes one of the k options of each branch and counts as
    the product of all k if it ends in a solution, else as 0 (Knuth, 1975). It is unbiased, but on
    very large or nearly solved grids few probes find a solution, and then the standard error is
    unreliable too. For the empty 9x9 grid 1000 probes take about a second and give 5 percent."""

    limit = Option("--limit K", "Maximum for --all and --count.", values.SOME)

    method = Option("--method", "Solving algorithm.", solving.METHODS, default="auto")
    """The solving algorithm. All of them support every geometry and never give a wrong answer; one
    that cannot decide reports so.

    - *auto*: The fastest for the geometry (the default). On variants of up to 16 symbols:
      *propagate*, then *cdcl* if that takes long.
    - *backtrack*: Try the symbols in order in the first empty cell, and undo.
    - *propagate*: Apply singles as far as possible, then branch on the cell or house with the
      fewest choices. On variants it also applies their rules and clues, such as cage sums and the
      rule of 45.
    - *dlx*: Knuth's Algorithm X with dancing links. Does not support sums, and other clues and
      rules, of more than two cells.
    - *cdcl*: Conflict-driven clause learning, as in SAT solvers, combined with random walks among
      partial solutions. For hard grids of more than nine rows.
    - *sat*: The SAT solver CaDiCaL, for comparison. Requires the optional package python-sat.
    - *logic*: Human techniques only, as shown by --explain. It gives up on a puzzle if no
      technique applies. After a technique that assumes a unique solution, uniqueness remains
      unknown."""

    is_random = Option("--random", "Write a random solution if there are several.")
    """If a puzzle has several solutions, write a random one. They are not necessarily equally
    likely."""

    with_puzzle = Common("--with-puzzle", "Write the puzzle next to its solution.")
    """Write the puzzle next to its solution: on one line, as two columns of *table*, or side by
    side in *pretty*."""


class Explanations(Options, section="Explanations"):
    hint = Common("--hint K", "Show the next K steps, without digits.", values.SOME)
    """Print the technique and the location of the next <K> steps, but not the digit. -v prints
    whole steps. With --format *pretty* the current pencil marks are drawn first, with `*` in front
    of the cells that the hints name; with -v they are drawn for each step and marked as with
    --explain. With --format *json* the objects contain technique, rating, houses and cells only;
    with -v all data."""

    explain = Common("--explain", "Explain the solution step by step.")
    """Explain how a person can solve the puzzle, one step per line: the technique, the cells and
    the conclusion. The last line gives the hardest technique and its rating, and the geometry
    unless it is 9x9. If no technique applies, the pencil marks are drawn, the last line is `stuck
    after N steps` (in *json* the status is _stuck_), and the exit status is 1. Chains are in
    Eureka notation: `(4)r4c3-(4)r4c7=(4)r2c7` means that at most one of the first two candidates
    is true, and at least one of the last two. With -v they are below the step, and below each
    its links as sentences, one a line. With --format *pretty* the pencil marks are drawn before
    each step: `*` marks the cells of the pattern, `-` a candidate to remove, `+` one to place,
    and `?` the only candidate of a cell. With --format *json* every step is an object."""

    scale = Option(
        "--scale",
        "Ladder and ratings: Sudoku Explainer (default), HoDoKu.",
        SCALES,
        is_eager=True,
    )
    """The ladder for --explain and --hint: the techniques of Sudoku Explainer (*se*, the
    default), or those of HoDoKu, in their order and with their ratings. HoDoKu's are for plain
    9x9 grids. With them the last line gives the score of the hardest technique, the sum of all
    scores and the level; in *json* steps have a `score`, records *hodoku_score*, *hodoku_level*
    and *hodoku_technique*."""

    only = Option("--only LIST", "Use only these techniques or groups.", values.TECHNIQUES)
    """Explain with these techniques only: names and groups separated by commas, as in
    `singles,subsets,x-wing`. Case, spaces and hyphens do not matter, and HoDoKu's spellings such as
    `Simple Colors` are accepted. --techniques lists the names and their groups."""

    without = Option("--without LIST", "Do not use these techniques or groups.", values.TECHNIQUES)
    """Explain without these techniques, written as for --only."""

    lists = Option("--techniques", "List the techniques and their ratings.")
    """List the techniques of both scales, or of --scale, in the order in which they are tried, and
    read no input. Each line has the rating or range of ratings (of HoDoKu the score), the name, and
    the group, separated by tabs; `6.6-` means that the rating depends on the length of a chain. Use
    --size, --box and the options of variants to list the techniques for other grids than plain
    9x9."""


PICTURES = ("html", "svg")
"""Formats for steps only."""


class Writing(shared.Writing):
    form = Common(
        "--format FORMAT",
        "Output format (default: as input, else grid).",
        (*formats.WRITABLE, *PICTURES),
    )
    """Output format, see sudoku-grid(5). The default is the format of the first valid record, or
    *grid* if there is no input. Two more formats draw steps as pictures:

    - *html*: With --explain or --hint, one page for a browser, without other files or network
      access: the board with pencil marks, one step at a time, by buttons, a list of steps or the
      keys Left, Right, Home and End. On paper and without JavaScript all steps are shown.
    - *svg*: With --hint 1, an image of the next step.

    The pictures are those of *sudoku-print --explain*; see there for their signs. Without -v, hints
    show only cells and houses."""


OPTIONS = (
    shared.Reading,
    Solutions,
    Explanations,
    shared.Timeout,
    shared.Random,
    shared.Shape,
    Writing,
    shared.Process,
)

ANSWERS = "--any, --all, --count, --hint, --explain, --techniques, --differences, --estimate"
UNWRITTEN = ANSWERS.removeprefix("--any, --all, ") + ", --candidates"
"""Output other than solutions."""

EXCLUSIONS = [
    *rules(f"""
{ANSWERS}
--candidates with {ANSWERS.replace("--count, ", "")}
--with-puzzle, --empty with {UNWRITTEN}: no grid is written
--random with {UNWRITTEN}: no solution is written
--method with --hint, --explain, --techniques: only human techniques are used
--method with --candidates, --differences, --estimate: the method is fixed
--format with --count, --techniques, --differences, --estimate, unless --candidates: no grid is
    written
--format pm, --format sukaku, --format hodoku, --format fpuzzles with --count: only pretty and json
    have counts
"""),
    Formats(
        lambda form: form.has_candidates,
        "--candidates requires --format pretty, json, pm or another format for candidates",
        beside="--candidates",
    ),
    Formats(
        lambda form: form.is_drawn or form.has_keys,
        "explanations require --format grid, pretty, json, html or svg",
        beside="--hint, --explain",
    ),
    *rules("""
--format html without --explain, --hint: it shows steps
--format svg without --hint 1: an image shows one step
--scale without --explain, --hint, --techniques
--only without --explain, --hint
--without without --explain, --hint
--limit without --all, --count
--seed without --random, --estimate: nothing else is random
--start without --random, --estimate: it numbers random streams
--resume without --output: it resumes a file
--resume with --techniques: no record is written
--resume with --random, --estimate, unless --seed: the rest would be drawn differently
"""),
]
