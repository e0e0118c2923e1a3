"""The options of `sudoku-print`; those of a `Design` have the names of its fields."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import Exclusion, Need, Rule
from sudokutools.cli.options.option import OUTPUT, Option, Options
from sudokutools.printing import binding, layout
from sudokutools.printing.design import SOLUTIONS


class Look(Options):
    section = "Layout"

    paper = Option(
        "--paper P",
        f"One of {', '.join(layout.PAPERS)}, or WxHmm, WxHin.",
        values.Parsed("paper", layout.read_paper),
        default="a4",
        common=True,
    )
    """One of `a3`, `a4` (the default), `a5`, `b5`, `letter` and `legal`, or width and height such
    as `120x180mm` or `6x9in`."""

    landscape = Option("--landscape", "Turn the paper on its side.")
    """Turn the paper on its side."""

    margin = Option(
        "--margin LEN",
        "Leave so much free on all sides: mm, in or pt.",
        values.Parsed("length", layout.read_length),
        default="15mm",
    )
    """Leave so much free on all sides (default 15mm), in `mm`, `in` or `pt`."""

    is_large = Option("--large-print", "One puzzle a page, its digits and lines large.")
    """One puzzle a page, with large bold digits and lines of double width."""

    has_shade = Option("--shade", "Print every other box on grey.")
    """Print every other box on light grey, and regions of any shape in several greys."""

    is_booklet = Option("--booklet", "Two pages a side, ordered to fold and stitch.", common=True)
    """Print two pages beside each other on both sides of the paper, in the order of a booklet that
    is folded in the middle and stitched there; turn the paper on its short edge. Empty pages fill
    the last sheet; PDF."""

    force = Option("--force", "Print digits that are too small to be read.")
    """Print digits smaller than 4 points, which are refused otherwise. Below 6 points a warning
    says what would be better."""


class Page(Options):
    section = "Contents"

    places = Option(
        "--per-page N|CxR",
        "Puzzles on a page [default: 4; 2 above 9x9, 1 above 16x16].",
        values.Parsed("places", layout.read_places),
        common=True,
    )
    """So many puzzles on a page: 1, 2, 4, 6, 9 or 12, or <C> across and <R> down, each up to 100.
    The default is 4; for grids of more than nine symbols 2, of more than sixteen 1. Where one file
    has several sizes, a page has those that go by the same number."""

    solutions = Option(
        "--solutions", "Print these, too, or nothing else.", SOLUTIONS, default="none", common=True
    )
    """
    - *none*: No solutions (the default).
    - *end*: On pages of their own, after the puzzles.
    - *back*: On the back of each page, behind its puzzle, for printers that turn the paper on its
      long edge, or with --landscape on its short one; PDF.
    - *below*: Upside down at the foot of the page, with at most six puzzles.
    - *only*: Without the puzzles.

    A solution that the record brings along, as `sudoku-mask --with-solution` writes it, is printed
    if it is one; otherwise the puzzle is solved. Clues are bold in it."""

    solution_places = Option(
        "--solutions-per-page N|CxR",
        "Solutions on a page [default: 12 if they can be read].",
        values.Parsed("places", layout.read_places),
    )
    """So many solutions on a page of their own. The default is 12, or as many as can be read."""

    label = Option("--label TEXT", "Above each puzzle, such as '{number} {level}'.")
    """Stand above each puzzle, with these fields: `{number}`; `{title}`, `{level}`, `{rating}` and
    `{id}` as comments such as `# level: hard`, columns, keys of JSON or the note of `sudoku-check
    --tag` say them; `{clues}`, the number of clues; `{note}`, the note. What is not known is left
    out. `{{` and `}}` are braces. The default is the number and, where it is known, the level."""

    title = Option("--title TEXT", "Above each page.", default="", common=True)
    """Stand above each page."""

    has_numbers = Option(
        "--page-numbers/--no-page-numbers",
        "Number the pages, if there are several [default: do].",
        default=True,
    )
    """Number the pages where there are two or more (the default), or never."""

    start = Option(
        "--start I", "The number of the first puzzle.", values.Whole(0, 2**62), default=1
    )
    """The number of the first puzzle (default 1). Records that cannot be read count."""

    rate = Option("--rate", "Rate the puzzles for their labels.", common=True)
    """Rate every puzzle, for `{level}` and `{rating}`."""

    has_marks = Option("--pencilmarks", "Print the candidates of empty cells.")
    """Print in empty cells the candidates that the record has, or else those that the clues leave.
    Without it the candidates of a record are left out, with a warning; a cell with a single one
    shows it."""

    symbols = Option(
        "--symbols", "How symbols above 9 are printed.", ("numbers", "letters"), default="numbers"
    )
    """Print symbols above 9 as *numbers* (the default), or as *letters* from A, which reach to
    35."""

    play = Option("--play", "Let puzzles be solved in the browser (HTML).")
    """Let the puzzles be solved in the browser: empty cells take symbols, those that stand twice,
    or break another rule of a variant, turn red, and what was filled in is kept; HTML."""


class Writing(Options):
    group = OUTPUT

    output = shared.Target.output

    form = Option(
        "--format",
        "Write this format [default: by the end of FILE, else pdf].",
        binding.FORMATS,
        common=True,
    )
    """
    - *pdf*: A document, which goes to a file or a pipe, not to a terminal.
    - *svg*: An image of one page. Several pages are several files: -o <page-%d.svg>.
    - *html*: Tables that browsers show and print page by page, and screen readers read.

    The default is the format that the end of the name of -o <FILE> says, else HTML with --play,
    else PDF."""

    pages_per_file = Option(
        "--pages-per-file N", "Write many files with N pages each: -o 'week-%d.pdf'.", values.SOME
    )
    """Write a PDF for every <N> pages, in little memory: the `%d` in the name of -o becomes its
    number, `%03d` one with zeros in front. Both sides of a sheet stay together."""

    font = Option("--font FILE", "A TrueType font for all text of a PDF.", values.FILE)
    """Use a TrueType font for all text of a PDF. The usual one, a part of DejaVu Sans, has Latin,
    Greek and Cyrillic letters. A sign that the font does not have is printed as `?`, and named on
    standard error."""


OPTIONS = (shared.Reading, Look, Page, shared.Timeout, shared.Shape, Writing, shared.Process)

EXCLUSIONS: Sequence[Rule] = (
    Exclusion(("--play",), ("--format pdf", "--format svg"), "HTML alone can be played"),
    Exclusion(
        ("--solutions back", "--booklet", "--pages-per-file", "--font"),
        ("--play", "--format svg", "--format html"),
        "a PDF alone has that",
    ),
    Exclusion(
        ("--per-page", "--large-print", "--pencilmarks", "--label", "--rate", "--play"),
        ("--solutions only",),
        "no puzzle is printed",
    ),
    Exclusion(("--pencilmarks",), ("--play",), "an empty cell takes what is typed"),
    Exclusion(("--per-page",), ("--large-print",), "a large puzzle has a page of its own"),
    Exclusion(("--solutions back",), ("--booklet",), "its sheets have puzzles on their backs"),
    Exclusion(("--landscape",), ("--booklet",), "two pages beside each other are wide"),
    Exclusion(("--pages-per-file",), ("--booklet",), "a booklet is one file"),
    Need("--solutions-per-page", ("--solutions end", "--solutions only")),
    Need("--pages-per-file", ("--output",), "every file has a name"),
)
