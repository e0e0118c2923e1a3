"""The options of `sudoku-play`."""

from __future__ import annotations

from sudokutools.cli.mask.options import Difficulty, VariantClues
from sudokutools.cli.options import shared
from sudokutools.cli.options.exclusions import rules
from sudokutools.cli.options.option import OUTPUT, RUN, Option, Options
from sudokutools.grid.keys import SCALES


class Made(Options, section="Puzzle"):
    level = Difficulty.level.copy("Make a puzzle of a level or range [default: medium].")
    """Without <FILE> and with a terminal as standard input: make a puzzle of this level, or of a
    range such as `medium-hard`, as *sudoku-mask --level* does."""

    cages = VariantClues.cages.copy("Make a killer, with cages of A to B cells.")
    """Make a killer, as *sudoku-mask --cages* does. All other puzzles come from a pipe: *sudoku-gen
    | sudoku-mask | sudoku-play*."""

    seed = shared.Random.seed.copy("Seed of the puzzle that is made (any text).")
    """Seed of the puzzle that is made: the one of *sudoku-gen --seed* <S> *| sudoku-mask --seed*
    <S>."""


class Playing(Options, section="Game"):
    scale = Option("--scale", "Scale of hints and ratings.", SCALES, default="se", is_eager=True)
    """The scale of hints and of the final rating: *se* (Sudoku Explainer, the default) or *hodoku*,
    for plain 9x9 grids."""

    vi = Option("--vi", "Move with h, j, k and l; i and I are the hints.")

    no_save = Option("--no-save", "Do not keep the game.")
    """Neither read nor write files of games, see [FILES]."""

    stats = Option("--stats", "Print the solved puzzles by level, and exit.")
    """Print a table of the puzzles that were solved, by level: how many, the average and the best
    time, and the number of hints; and how many others were begun."""


class Writing(Options, group=OUTPUT):
    output = shared.Target.output
    form = shared.Writing.form
    colour = shared.Colour.colour


class Process(Options, group=RUN):
    quiet = shared.Process.quiet
    verbose = shared.Process.verbose
    version = shared.Version.version


OPTIONS = (shared.Reading, Made, Playing, shared.Shape, Writing, Process)

EXCLUSIONS = rules("""
--stats with --level, --cages, --seed, --scale, --vi, --no-save
""")
