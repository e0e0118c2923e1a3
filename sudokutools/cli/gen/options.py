"""The options of `sudoku-gen`."""

from __future__ import annotations

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import rules
from sudokutools.cli.options.option import REQUEST, Common, Option, Options
from sudokutools.generating import generating


class Number(Options):
    number = Common("-n, --number N", "Number of grids [default: 1].", values.Whole(0), default=1)
    """Write <N> grids (default 1)."""


class Shape(shared.Shape, group=REQUEST):
    constraints = shared.Shape.constraints.copy("Draw grids that meet a clue (repeatable).")
    """Draw grids that meet clues of a kind of sudoku-variants(7), written as in a spec, such as
    `arrow=r1c1:r1c2r1c3`. The grids keep the clues, as those of --spec: sudoku-mask(1) makes
    puzzles with them. May be repeated. Random regions cannot be combined with clues."""

    variant = shared.Shape.variant.copy()
    """Variant rules, such as *x* or *antiknight*, see sudoku-variants(7). Rules may be combined.
    If no grid satisfies all of them, this is proved and reported."""

    regions = shared.Shape.regions.copy("Irregular regions instead of boxes, or random ones.")
    """Irregular regions instead of boxes. <FILE> has one character per cell. *random* draws new
    connected regions for each grid; a file of that name is written as <./random>. They start as
    boxes, and cells of adjacent regions are swapped many times. If a map has no grid, or none is
    found soon, another map is drawn. The distribution of maps is not specified."""


class Method(Options):
    method = Option("--method", "How to draw grids.", generating.METHODS, default="auto")
    """How to draw grids. Variants are always drawn by *search*.

    - *auto*: *uniform* where it is exact, otherwise *mix* (the default). -v prints the method and
      the distribution it guarantees.
    - *uniform*: Every valid grid is equally likely, exactly. Geometries for which this is not
      possible are rejected.
    - *mix*: A random construction, followed by a Markov chain of random changes.
    - *search*: Fill an empty grid with a randomised solver; large grids are filled band by band.
      Variants use short searches, then clause learning if many of them fail. Every grid can occur,
      but not with equal probability.
    - *shift*: Draw the first row and shift it to get the others: within a band by the width of a
      box, from band to band by one more cell. Fast on the largest grids, but limited to grids of
      this form. On a partial geometry the result is part of a full grid, its leading boxes."""

    moves = Option("--moves M", "Moves of mix (default: 4 per cell).", values.Whole(0, 2**62))
    """The number of random changes that *mix* makes (default 4 per cell)."""

    rank = Option("--rank N", "Write 9x9 grid number N and its successors.", values.Whole(0))
    """Write grid number <N> of the enumeration of all 9x9 grids, followed with -n by the next
    ones, instead of drawing."""


class Timeout(shared.Timeout):
    timeout = shared.Timeout.timeout.copy("Give up if a grid takes more than SEC seconds.")
    """Give up if a grid takes more than <SEC> seconds. Only searches take long: variants with few
    grids, and many clues."""


OPTIONS = (Number, Shape, Method, Timeout, shared.Random, shared.Writing, shared.Process)

EXCLUSIONS = rules("""
--rank with --method, --moves, --seed: --rank does not draw grids
--resume without --output: it resumes a file
--resume without --seed, --rank: the rest would be different grids
""")
