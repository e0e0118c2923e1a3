"""The options of `sudoku-play`."""

from __future__ import annotations

from sudokutools.cli.mask.options import Difficulty, VariantClues
from sudokutools.cli.options import shared
from sudokutools.cli.options.exclusions import rules
from sudokutools.cli.options.option import OUTPUT, REQUEST, RUN, Option, Options
from sudokutools.grid.keys import SCALES


class Made(Options, section="Puzzle"):
    level = Difficulty.level.copy("Make a puzzle of a level or range [default: medium].")
    """Without <FILE> and with a terminal as standard input: make a puzzle of this level, or of a
    range such as `medium-hard`, as *sudoku-mask --level* does (default *medium*)."""

    cages = VariantClues.cages.copy("Make a killer, with cages of A to B cells.")
    """Make a killer, as *sudoku-mask --cages* does. All other puzzles come from a pipe: *sudoku-gen
    | sudoku-mask | sudoku-play*."""

    seed = shared.Random.seed.copy("Seed of the puzzle that is made (any text).")
    """Seed of the puzzle that is made: the one of *sudoku-gen --seed* <S> *| sudoku-mask --seed*
    <S>."""


class Playing(Options):
    scale = Option("--scale", "Scale of hints and ratings.", SCALES, default="se", is_eager=True)
    """The techniques of hints, and the rating at the end: those of Sudoku Explainer (*se*, the
    default), or of HoDoKu, for plain 9x9 grids."""

    vi = Option("--vi", "Move with h, j, k and l; i and I are the hints.")

    no_save = Option("--no-save", "Do not keep the game.")
    """Neither read nor write files of games, see [FILES]."""

    stats = Option("--stats", "Print the solved puzzles by level, and exit.")
    """Print a table of the puzzles that were solved, by level: how many, the average and the best
    time, and the number of hints; and how many others were begun."""


class Shape(shared.Shape, group=REQUEST):
    """The geometry of a puzzle that is made, or that the input does not say."""


class Writing(Options, group=OUTPUT):
    output = shared.Target.output
    form = shared.Writing.form
    colour = shared.Colour.colour


class Process(Options, group=RUN):
    quiet = shared.Process.quiet
    version = shared.Version.version


OPTIONS = (shared.Reading, Made, Playing, Shape, Writing, Process)

EXCLUSIONS = rules("""
--stats with --level, --cages, --seed, --scale, --vi, --no-save
""")
