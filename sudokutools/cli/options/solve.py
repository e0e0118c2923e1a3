"""The options of `sudoku-solve`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import RESUMED, Exclusion, Formats, Need, Rule
from sudokutools.cli.options.option import Option, Options
from sudokutools.solving import solving


class Solutions(Options):
    section = "Which solutions"

    any_solution = Option("--any", "Do not ask whether there are others.", common=True)
    """Write a solution and do not look whether there are others."""

    all_solutions = Option("--all", "Write every solution.", common=True)
    """Write every solution, each when it is found. In *json* each tells the `record` it solves and
    its `solution_number`."""

    count = Option("-c, --count", "Write the number of solutions.", common=True)
    """Write the number of solutions of each record, and nothing else."""

    limit = Option("--limit K", "No more than K with --all or --count.", values.SOME)
    """Write or count no more than <K> solutions of a record."""

    method = Option("--method", "The algorithm.", solving.METHODS, default="auto")
    """The algorithm. None gives a wrong answer, on any geometry; one that cannot decide says so.

    - *auto*: what is fastest on the geometry (the default); on a variant of up to 16 symbols
      *propagate*, and where that takes long *cdcl*
    - *backtrack*: the first empty cell, the symbols in order, undo
    - *propagate*: singles as far as they go, then the cell or house with the fewest choices; on a
      variant also what its rules and clues exclude: sums of cages, and of what the rule of 45
      leaves
    - *dlx*: Knuth's Algorithm X with dancing links; of all variants but killer cages
    - *cdcl*: conflict-driven clause learning, as SAT solvers do it, and now and then a random walk
      among partial solutions; for hard grids of more than nine rows
    - *sat*: the SAT solver CaDiCaL, where the optional package python-sat is installed; for
      comparisons
    - *logic*: the techniques of people, as --explain tells them; it decides puzzles, and gives up
      where no technique leads further. Where it used one that relies on a single solution, it does
      not tell whether there are others"""

    is_random = Option("--random", "Write a random solution of several.")
    """Write a random solution of those that there are, without a claim of equal chances."""

    with_puzzle = Option("--with-puzzle", "Write the puzzle beside its solution.", common=True)
    """Write the puzzle beside its solution: on one line, as two columns of *table*, side by side in
    *pretty*."""


class Explanations(Options):
    section = "Explanations"

    hint = Option("--hint K", "Technique and place of the next K steps.", values.SOME, common=True)
    """Tell technique and place of the next <K> steps, but not the digit. -v tells whole steps. With
    --format *pretty* the pencil marks of the moment are drawn before, and `*` begins the cells that
    the hints name; with -v each step has its own, marked as by --explain. --format *json* tells of
    a step only technique, rating, houses and cells; with -v all of it."""

    explain = Option("--explain", "Tell the human path instead of the solution.", common=True)
    """Tell how a person solves the puzzle, one step a line: the technique, the cells, what follows;
    at the end the hardest step and its rating; outside 9x9 with the geometry, the size of its
    boxes. Chains are in Eureka notation: `(4)r4c3-(4)r4c7=(4)r2c7` says that of 4 in r4c3 and 4 in
    r4c7 at most one is true, and of the next two at least one. -v tells them as sentences too. With
    --format *pretty* the pencil marks are drawn before each step. `*` begins the cells that it
    looks at, `-` stands before a candidate that it removes, `+` before one that it places, and `?`
    after a candidate that is alone in its cell. With --format *json* every step is data."""

    lists = Option("--techniques", "List the techniques and their ratings; read nothing.")
    """List the techniques instead, the easiest first, each after a tab behind its rating or the
    range of its ratings, `6.6-` where it depends on how long a chain is. Nothing is read; --size,
    --box and the options of variants list those for other grids than plain 9x9 ones."""


OPTIONS = (
    shared.Reading,
    Solutions,
    Explanations,
    shared.Timeout,
    shared.Random,
    shared.Shape,
    shared.Writing,
    shared.Process,
)

ANSWERS = ("--any", "--all", "--count", "--hint", "--explain", "--techniques")
UNWRITTEN = ANSWERS[2:]
"""The answers that are no solutions."""

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(ANSWERS),
    Exclusion(("--with-puzzle", "--empty"), UNWRITTEN, "no grid is written"),
    Exclusion(("--random",), UNWRITTEN, "no solution is drawn"),
    Exclusion(("--method",), UNWRITTEN[1:], "the techniques of people are told"),
    Exclusion(("--format",), ("--count", "--techniques"), "no grid is written"),
    Formats(
        lambda form: form.is_drawn or form.has_keys,
        "a path is written with --format grid, pretty or json",
        beside=("--hint", "--explain"),
    ),
    Need("--limit", ("--all", "--count")),
    Need("--seed", ("--random",), "nothing else is drawn"),
    Need("--start", ("--random",), "it numbers what is drawn"),
    RESUMED,
    Exclusion(("--resume",), ("--techniques",), "no record is written"),
    Exclusion(("--resume",), ("--random",), "other solutions would follow", unless=("--seed",)),
)
