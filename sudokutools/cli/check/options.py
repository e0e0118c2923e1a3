"""The options of `sudoku-check`; options of tests are named as the fields of `facts.Tests`."""

from __future__ import annotations

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import Formats, rules
from sudokutools.cli.options.option import Common, Option, OptionalValue, Options
from sudokutools.cli.run.worker import MAX_PLACES
from sudokutools.grid.keys import SCALES
from sudokutools.logic.levels import NAMES


class Tests(Options, section="Tests"):
    any_solution = Common("--any", "Accept puzzles with several solutions.")
    """Accept puzzles with several solutions. --minimal, --level and --rating are defined only for
    unique solutions: with several, a record still fails these tests as *solutions*."""

    rules_only = Option("--rules-only", "Check the rules only; do not solve.")

    complete = Common("--complete", "Require complete grids.")

    minimal = OptionalValue(
        "--minimal [constraints]",
        "Require that no clue is redundant.",
        ("clues", "constraints"),
        value_alone="clues",
        common=True,
    )
    """Require that no clue can be removed without losing uniqueness; with *constraints*, that no
    constraint can either: cages, arrows, dots and others. *redundant* names those that can."""

    level = Common(
        "--level L[-[L]]", f"Require a level or range: {', '.join(NAMES)}.", values.LEVELS
    )
    """Require a level, or a level in a range such as `medium-hard`. An end may be left open:
    `hard-`, `-hard`. *beginner* accepts those of level *easy* that sudoku-mask(1) makes for
    beginners; their verdict has *level=easy*, and *easy* accepts them as well."""

    rating = Option("--rating LO-HI", "Require a rating, such as 2.6-4.4 or 4.5-.", values.RATINGS)
    """Require a rating in this range, such as `2.6-3.2`, `4.5-` or `-4.4`. A --level and a
    --rating that do not overlap are rejected."""

    against = Option("--against FILE", "Require solutions of the records of FILE.", values.FILE)
    """Require record <k> to be a solution of record <k> of <FILE>. Both must have the same number
    of records."""


class Answers(Options, section="Results"):
    count = Common("-c, --count", "Count the solutions.")

    limit = Option("--limit K", "Stop counting at K.", values.SOME)
    """Stop counting at <K>; `K+` means at least <K> solutions. With a limit of 1 uniqueness
    remains unknown."""

    rate = Common("--rate", "Rate the difficulty.")
    """Rate the difficulty. With -v the number of steps of each technique is printed to standard
    error at the end, most frequent first."""

    steps = Option("--steps", "Count the steps of each technique.")
    """Rate, and add *steps=*, *hard_steps=* and *first_hard=* to the verdict: the steps of each
    technique, the number of those that are not singles, and the first of these. With --histogram,
    a second chart shows the steps of each technique."""

    scale = Option("--scale", "Rate on this scale.", SCALES, is_eager=True)
    """Rate on this scale: that of Sudoku Explainer (the default of --rate), or in addition that of
    HoDoKu. The latter adds *hodoku_level=*, *hodoku_score=* and *hodoku_technique=* to the verdict;
    --level then requires one of its levels *easy*, *medium*, *hard*, *unfair* and *extreme*. The
    level is that of the hardest technique, raised if the score exceeds 800, 1000, 1600 or 1800. -v
    counts HoDoKu's techniques. Only 9x9 grids are supported: other records are reported as
    _unknown_ with a message. Cannot be combined with --histogram or --plot."""

    columns = Option("--columns NAME,...", "Fields of the verdicts, in this order.")
    """Write only these fields of [VERDICTS], in this order: as columns, as keys of *json*, or in
    text. With --tag, add only these. A field that needs an option, such as *rating*, is refused
    without it."""

    template = Option("--template TEXT", "Print <TEXT> with the fields in braces.")
    """Print <TEXT> for each record, with fields of [VERDICTS] in braces, such as `{puzzle}
    ED={rating}/{pearl}/{diamond}`. Fields without a value are empty; `{{` and `}}` are braces.
    The fields of _serate_, the command line of Sudoku Explainer, are accepted as well:

    - `%g`: {puzzle}
    - `%n`: {record}
    - `%r`: {rating}
    - `%p`: {pearl}
    - `%d`: {diamond}"""

    by_filter = Common("--filter", "Write the ok records, unchanged.")
    """Write the ok records exactly as read instead of verdicts. With --format, --empty or
    --no-comments they are converted."""

    by_invert = Option("--invert", "Write the bad records, unchanged.")
    """Like --filter, but write the bad records. Records with verdict _unknown_ are not written by
    either option."""

    rejects = Option("--rejects FILE", "Write the other records to FILE.", values.FILE)
    """With --filter or --invert: write every record that does not pass to <FILE>, as it was read:
    invalid and undecided ones as well. <FILE> is replaced as with -o. It must not be an input or
    the output. Records are checked one by one, which is slower."""

    by_dedupe = OptionalValue(
        "--dedupe [=solution]",
        "Write the first record of each class, unchanged.",
        ("puzzle", "solution"),
        value_alone="puzzle",
    )
    """Write the first of all records with the same --class, exactly as read, instead of verdicts;
    with *--dedupe=solution* the first one whose solution has this class. Records without a class,
    such as invalid ones, are kept, with a warning. With --format, --empty or --no-comments records
    are converted. -v prints the number of duplicates; --rejects writes them to a file. Needs 7
    bytes of memory for each class and 4 MB. The records are read in order, with all --jobs."""

    by_tag = Option("--tag", "Write every grid with its verdict.")
    """Write every grid with its verdict: as the note, for use with sort(1) and grep(1); as keys of
    *json*; or as columns of *csv*, *tsv* and *table*. What was read stays as it is, unless it has
    the name of a field. The number of solutions is *solution_count* next to a column of grids
    called *solutions*. Unreadable rows stay, with the status _unreadable_."""

    by_canonical = Option("--canonical", "Write the canonical form of every grid.")
    """Write the canonical form of every grid or puzzle, without notes and comments, instead of
    verdicts. Data sets keep their other columns, but those of other grids are emptied. The form is
    the smallest of all equivalent grids. Two grids are equivalent if rearranging and
    relabelling turns one into the other. Rearranging permutes bands, stacks, rows in a band and
    columns in a stack; Latin squares, and grids with square boxes and as many across as down, may
    be transposed as well. A 9x9 grid has 3,359,232 rearrangements, each with 9! relabellings. Up
    to 9 symbols, the smallest grid is the first line in ASCII order, with `.` for an empty cell;
    above, symbols are compared by value, empty cells first. Grids that break a rule, grids of more
    than 16 rows, columns or symbols, and a few very symmetric ones above 9x9 have no canonical
    form: an empty record is written, with a message."""

    by_shuffle = Option("--shuffle", "Write a random equivalent of every grid.")
    """Write a random equivalent of every grid or puzzle instead of verdicts. All rearrangements
    described under --canonical and all relabellings are equally likely. The result looks different
    but has the same difficulty. In data sets and *json*, all grids of a record are rearranged
    together, such as a puzzle, its solution and its candidates, and everything else stays; in other
    formats notes and comments are dropped."""

    by_convert = Common("--convert", "Write every grid unchanged, converted to --format.")
    """Write every readable grid, with its note and comments, in the format of --format instead of
    verdicts. Grids are not checked: they may be invalid or incomplete."""

    number = Option(
        "-n, --number K",
        "Random equivalents per grid [default: 1].",
        values.Whole(1, MAX_PLACES),
        default=1,
    )
    """With --shuffle: write <K> independent random equivalents of every grid (default 1, at most
    100,000). In data sets and *json* they are numbered in *copy*."""

    by_histogram = Option("--histogram", "Print a histogram of the ratings.")
    """Write a histogram of the ratings instead of verdicts when the input ends. Each line has a
    rating, its level, the number of puzzles, and a bar; the longest bar fills the terminal, or 80
    columns elsewhere. Only records with a unique solution are rated. --format *json* writes one
    object: *puzzles* is the number of rated puzzles, *levels* the number of puzzles per level,
    *ratings* a list of objects with *rating*, *level* and *puzzles*, and *techniques* the number
    of steps per technique."""

    by_stats = Option("--stats", "Print statistics of clues and ratings.")
    """Write statistics of the ok records instead of verdicts when the input ends. Each line has a
    name, a value and its standard error, separated by tabs: *puzzles* is the number of records,
    *clues* the average number of clues, *clues=24* the proportion with 24 clues, and so on; --rate
    adds *rating* and *level=hard* and so on. If the records have weights from *sudoku-mask
    --weights*, all values are weighted. Then *weight* is the average weight, an estimate of the
    number of minimal puzzles per grid, and *effective* is the number of unbiased puzzles that
    would be equally precise. --format *json* writes one object."""

    plot = Option("--plot FILE.svg", "Plot the ratings to FILE.svg.", values.FILE)
    """Plot the distribution of the ratings to <FILE.svg> at the end, in addition to other output.
    Requires the optional package matplotlib."""

    automorphisms = Option("--automorphisms", "Add the number of automorphisms.")
    """Add *automorphisms=* to the verdict: the number of rearrangements, as described under
    --canonical, that turn the grid into itself up to relabelling."""

    rank = Option("--rank", "Add the rank of complete 9x9 grids.")
    """Add *rank=* to the verdict of a complete 9x9 grid: its number in the enumeration of all 9x9
    grids, as used by *sudoku-gen --rank*."""

    class_id = Option("--class", "Add the class of equivalent grids.")
    """Add *class=* to the verdict: 16 hexadecimal digits that are equal for equivalent grids or
    puzzles, as described under --canonical, and never change. They are the first ones of the
    SHA-256 hash of the line that *sudoku-check --canonical --format line* writes, without its
    line feed."""

    nodes = Option("--nodes", "Add the number of guesses of a search.")
    """Add *nodes=* to the verdict of a plain puzzle with one solution: the number of guesses of
    *sudoku-solve --method propagate* until it has solved the puzzle and shown that there is no
    other solution. It places naked and hidden singles as far as possible; then it branches on the
    cell, or the symbol in a row, column or box, with the fewest options (ties: a cell before a row
    before a column before a box, the lowest cell or symbol first, then the lowest house), and each
    option it tries is a guess. So 0 means that singles solve the puzzle."""


OPTIONS = (shared.Reading, Tests, Answers, *shared.REST)

GRIDS = "--filter, --invert, --dedupe, --tag, --canonical, --shuffle, --convert"
"""Outputs that are grids."""

OUTPUTS = f"{GRIDS}, --histogram, --stats"

RATES = "--rate, --steps, --scale, --level, --rating, --histogram, --plot"

SEARCHES = f"--count, --minimal, --nodes, {RATES}"
"""Options that solve the record."""

QUESTIONS = f"--any, --rules-only, {SEARCHES}, --complete, --against"
"""The options about verdicts."""

ADDED = "--automorphisms, --rank, --class"
"""Options that add to verdicts and do not solve the record."""

EXCLUSIONS = [
    *rules(f"""
{OUTPUTS}
--rules-only with --any, {SEARCHES}: solutions are not searched
--canonical with {QUESTIONS}, {ADDED}: --canonical does not check grids
--shuffle with {QUESTIONS}, {ADDED}: --shuffle does not check grids
--convert with {QUESTIONS}, {ADDED}: --convert does not check grids
--dedupe with {QUESTIONS}, {ADDED}: --dedupe does not check grids
--filter, --invert, --histogram, --stats with --count, --nodes, {ADDED}: no verdict is written
--filter, --invert, --stats with --steps: no verdict is written
--columns with {OUTPUTS.replace("--tag, ", "")}: no verdict is written
--template with --columns, --format, {OUTPUTS}: it is all that is written
--complete with --minimal: a complete grid has redundant clues
--scale hodoku with --histogram, --plot: these use Sudoku Explainer ratings
--limit without --count
--rejects without --filter, --invert, --dedupe
--limit 1 with --minimal, --nodes, {RATES}: uniqueness remains unknown
--limit 1 without --any: uniqueness remains unknown
--number without --shuffle: nothing else is random
--seed without --shuffle: nothing else is random
--start without --shuffle: nothing else is random
--empty without {GRIDS}: no grid is written
--resume without --output: it resumes a file
--resume with --histogram, --stats, --plot, --against, --rejects, --dedupe: that needs the records
    before the interruption
--resume with --shuffle, unless --seed: the rest would be different grids
"""),
    *(
        Formats(lambda form: form.has_keys, f"{what} require text or --format json", option)
        for what, option in (("histograms", "--histogram"), ("statistics", "--stats"))
    ),
    Formats(
        lambda form: form.has_keys or form.has_columns,
        "verdicts require text or --format json, csv, tsv or table; --convert writes grids",
        without=OUTPUTS,
    ),
    Formats(
        lambda form: form.has_notes or form.has_columns,
        "--tag requires a format with notes or columns",
        beside="--tag",
    ),
]
