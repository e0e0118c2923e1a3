"""The options of `sudoku-gen`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import RESUMED, Exclusion, Need, Rule
from sudokutools.cli.options.option import REQUEST, Option, Options
from sudokutools.generating import generating


class Number(Options):
    number = Option(
        "-n, --number N", "How many [default: 1].", values.Whole(0), default=1, common=True
    )
    """Write <N> grids (default 1)."""


class Shape(shared.Shape):
    group = REQUEST

    variant = shared.Shape.variant.copy()
    """Further rules that the grids keep, such as *x* or *antiknight*: see sudoku-variants(7). They
    combine; where no grid keeps them all, that is proved, and said."""

    regions = shared.Shape.regions.copy()
    """Regions of any shape in the place of boxes: <FILE> has a sign for each cell. *random* draws
    connected regions for each grid, its own ones; a file of that name is <./random>. They begin as
    boxes, and cells of touching regions are exchanged many times. A map on which there is no grid,
    or none is soon found, is drawn again. Nothing is claimed of the chances of a map."""


class Method(Options):
    method = Option("--method", "How grids are drawn.", generating.METHODS, default="auto")
    """How a grid is drawn. Variants are drawn by *search* alone.

    - *auto*: *uniform* where it is exact, else *mix* (the default); -v says which, and what it
      claims.
    - *uniform*: Every valid grid is equally likely, exactly. It is refused for geometries where it
      would not be.
    - *mix*: A random construction, followed by a Markov chain of random changes.
    - *search*: Fill an empty grid with a randomised solver, a large one band by band; a variant by
      short searches, and by clause learning where many of them fail. Every grid can come, but not
      all equally often.
    - *shift*: Draw the first row, and shift it for the others: those of a band by the width of a
      box, the next band by one cell more. It is quick on the largest grids, and knows only grids of
      this kind. On a partial geometry the grid is the leading boxes of a full one."""

    moves = Option(
        "--moves M", "Moves of the chain of mix [default: 4 for each cell].", values.Whole(0, 2**62)
    )
    """The number of changes of *mix* (default 4 for each cell)."""

    rank = Option(
        "--rank N",
        "Write grid number N of all 9x9 grids, and the next ones, instead of drawing.",
        values.Whole(0),
    )
    """Write grid number <N> of the enumeration of all 9x9 grids, and with -n the next ones, instead
    of drawing."""


OPTIONS = (Number, Shape, Method, shared.Random, shared.Writing, shared.Process)

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(("--rank",), ("--method", "--moves", "--seed"), "nothing is drawn"),
    RESUMED,
    Need("--resume", ("--seed", "--rank"), "other grids would follow"),
)
