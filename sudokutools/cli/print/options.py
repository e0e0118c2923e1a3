"""The options of `sudoku-print`; options of a `Design` are named as its fields."""

from __future__ import annotations

from sudokutools.cli.options import shared, values
from sudokutools.cli.options.exclusions import rules
from sudokutools.cli.options.option import OUTPUT, Common, Option, Options
from sudokutools.printing import binding, layout
from sudokutools.printing.design import SOLUTIONS


class Look(Options, section="Layout"):
    paper = Common(
        "--paper P",
        f"Paper size: {', '.join(layout.PAPERS)}, WxHmm or WxHin.",
        values.Parsed("paper", layout.read_paper),
        default="a4",
    )
    """Paper size: `a3`, `a4` (the default), `a5`, `b5`, `letter`, `legal`, or width and height
    such as `120x180mm` or `6x9in`."""

    landscape = Option("--landscape", "Landscape orientation.")

    margin = Option(
        "--margin LEN",
        "Margin on all sides (mm, in or pt).",
        values.Parsed("length", layout.read_length),
        default="15mm",
    )
    """Margin on all sides (default 15mm), in `mm`, `in` or `pt`."""

    is_large = Option("--large-print", "One large puzzle per page, bold digits.")
    """One puzzle per page, with large bold digits and double line width, for readers with low
    vision."""

    has_shade = Option("--shade", "Shade every other box.")
    """Shade every other box light grey, and irregular regions in several greys."""

    is_booklet = Common("--booklet", "Arrange pages as a booklet, to be folded.")
    """Arrange the pages as a booklet: two on each side of a sheet, in the order for folding the
    stack in the middle and stapling it there. Print double-sided, flipped on the short edge. The
    last sheet is filled up with empty pages. PDF only."""

    force = Option("--force", "Allow digits too small to read.")
    """Allow digits smaller than 4 points, which are rejected otherwise. Below 6 points a warning
    suggests a better layout."""


class Page(Options, section="Contents"):
    places = Common(
        "--per-page N|CxR|auto",
        "Puzzles per page.",
        values.Parsed("places", layout.read_places),
        default="auto",
    )
    """The number of puzzles per page: 1, 2, 4, 6, 9 or 12, or <C> across and <R> down, each up to
    100. *auto*, the default, prints the highest of these numbers with digits of 12 points or more,
    clues and marks of 5, and solutions of 6: six 9x9 puzzles on A4. A few puzzles are printed
    larger: a single one fills its page. If the input has several sizes, only puzzles with the same
    number per page share a page."""

    solutions = Common("--solutions", "Where to print solutions.", SOLUTIONS, default="none")
    """Where to print solutions.

    - *none*: Nowhere (the default).
    - *end*: On separate pages after the puzzles.
    - *back*: On the back of each page, behind its puzzle. Print double-sided, flipped on the long
      edge, or with --landscape on the short edge. PDF only.
    - *below*: Upside down at the foot of the page, for at most six puzzles per page.
    - *only*: Instead of the puzzles.

    A solution included in the record, as written by *sudoku-mask --with-solution*, is used if it
    is correct; otherwise the puzzle is solved. Clues are printed bold."""

    solution_places = Option(
        "--solutions-per-page N|CxR",
        "Solutions per page (default: up to 12).",
        values.Parsed("places", layout.read_places),
        default=layout.AUTO,
    )
    """The number of solutions per page, as in --per-page. The default is 12, or as many as are
    readable; fewer on a single page are printed larger."""

    label = Option("--label TEXT", "Text above each puzzle, such as '{number} {level}'.")
    """The text above each puzzle. Fields are `{number}`; `{title}`, `{level}`, `{rating}` and
    `{id}`, from comments such as `# level: hard`, columns, keys of JSON or the note of
    *sudoku-check --tag*; `{clues}`, the number of clues; `{note}`, the note; and any other column
    or key by its name, in small or capital letters. Unknown values are omitted. `{{` and `}}`
    print braces. The default is the number, and the level if it is known."""

    title = Common("--title TEXT", "Text above each page.", default="")
    """The text above each page. It may have the fields of --label, filled in by the puzzles of the
    page: with `{level}` a new page begins where the level changes."""

    cover = Option("--cover TEXT", "Begin with a cover that has this title.", default="")
    """Begin with a cover: this title in large letters above an empty grid. The cover is page 1,
    without a number."""

    has_numbers = Option(
        "--page-numbers/--no-page-numbers", "Number the pages (default: if several).", default=True
    )

    start = Option("--start I", "Number of the first puzzle.", values.Whole(0, 2**62), default=1)
    """The number of the first puzzle (default 1). Unreadable records are counted."""

    rate = Common("--rate", "Rate the puzzles for their labels.")
    """Rate every puzzle, for `{level}` and `{rating}`."""

    difficulty_stars = Option("--difficulty-stars", "Print one to five stars for the level.")
    """Print stars above each puzzle at the right: one for the levels *beginner* and *easy*, two for
    *medium*, three for *hard*, four for *expert*, five for *extreme*. Puzzles of unknown level are
    rated; puzzles without a rating have no stars."""

    rules = Option("--rules", "Print the rules in words below each puzzle.")
    """Print the rules below each puzzle: a sentence about rows, columns and boxes, one for each
    variant and one for each kind of clue. They replace the names of rules above the puzzle."""

    explain = Option("--explain", "Print the steps of the solution instead.")
    """Print the steps of the solution instead of the puzzle, as explained by *sudoku-solve
    --explain*, four to an A4 page unless --per-page says otherwise: the board with pencil marks
    before the step, the step on it, and its explanation below, as far as there is room. Tinted
    cells, outlined houses and candidates on discs are the pattern; fins, and the second of two
    colours, are discs with rings. Arrows are the links of a chain: solid if at least one of two
    candidates is true, dashed if at most one is; true candidates are on discs, false ones in rings.
    Eliminated candidates are struck out in red; a digit to place is green, in a frame. For *html*
    use *sudoku-solve --explain --format html*."""

    has_marks = Option("--pencilmarks", "Print candidates in empty cells.")
    """Print candidates in empty cells: those of the record if it has any, otherwise all that the
    clues allow. Without this option the candidates of a record are ignored, with a warning, except
    that a single candidate is printed as a digit."""

    symbols = Option(
        "--symbols", "How to print symbols above 9.", ("numbers", "letters"), default="numbers"
    )
    """Print symbols above 9 as *numbers* (the default) or as *letters* from A. Letters are limited
    to 35 symbols."""

    play = Common("--play", "Make a page to play in a browser (HTML).")
    """Make a page to play in a browser, on a phone or at a desk: one puzzle fills the screen. It
    has digits, corner and centre marks and colours, undo and redo, and keys as in SudokuPad. `?`
    explains them, and the rules of the puzzle. Symbols that break a rule are marked, of every
    variant. *Check* compares with the solution, which the page contains if it is the only one and
    is found within five seconds or --timeout; otherwise with the rules. *Hint* explains the steps
    of the solution, which the page contains as far as they are found in the same time. The browser
    keeps your entries for each puzzle. See *PAGES TO PLAY*. HTML only."""


class Writing(Options, group=OUTPUT):
    output = shared.Target.output

    form = Common("--format", "Output format (default: by FILE name, else pdf).", binding.FORMATS)
    """The output format.

    - *pdf*: A document. It is not written to a terminal.
    - *svg*: An image of one page. Several pages need several files: -o <page-%d.svg>.
    - *html*: Tables for browsers and screen readers, with page breaks for printing.
    - *png*: An image of one page, as *svg*, drawn from a PDF by pypdfium2 of the extra `print`.

    The default is derived from the extension of -o <FILE>, which must be `.pdf`, `.svg`, `.html`,
    `.htm` or `.png`; without one it is *html* with --play, otherwise *pdf*."""

    pages_per_file = Option(
        "--pages-per-file N", "Split into files of N pages (-o 'week-%d.pdf').", values.SOME
    )
    """Write one PDF per <N> pages, using little memory. `%d` in the name of -o is replaced by the
    number of the file, `%03d` by a number with leading zeros. The two sides of a sheet are never
    separated."""

    dpi = Option("--dpi N", "Dots per inch of PNG.", values.Whole(20, 1200), default=200)
    """The resolution of *png* in dots per inch, 20 to 1200 (default 200)."""

    font = Option("--font FILE", "TrueType font for PDF.", values.FILE)
    """A TrueType font for all text of *pdf* and *png*. The default is a subset of DejaVu Sans with
    Latin, Greek and Cyrillic letters. Characters missing from the font are printed as `?` and
    listed on standard error."""


OPTIONS = (shared.Reading, Look, Page, shared.Timeout, shared.Shape, Writing, shared.Process)

EXCLUSIONS = rules("""
--play with --format pdf, --format svg, --format png: only HTML is interactive
--paper, --landscape, --margin, --per-page, --large-print, --solutions, --cover, --no-page-numbers
    with --play: one puzzle fills the screen
--solutions back, --booklet, --pages-per-file with --play, --format svg, --format html,
    --format png: this requires a PDF
--font with --play, --format svg, --format html: their fonts are yours
--per-page, --large-print, --pencilmarks, --label, --rate, --play, --difficulty-stars, --rules
    with --solutions only: no puzzles are printed
--rules with --play: the page explains them
--pencilmarks with --play: the page can fill them in
--explain with --play, --solutions, --pencilmarks, --label, --rate, --difficulty-stars, --rules:
    steps are printed instead
--explain with --symbols letters: explanations have numbers
--explain with --format html: use sudoku-solve for that
--per-page with --large-print: each large puzzle takes a page
--solutions back with --booklet: a booklet has puzzles on both sides
--landscape with --booklet: the sheets of a booklet are already landscape
--pages-per-file with --booklet: a booklet is a single file
--solutions-per-page without --solutions end, --solutions only
--dpi without --format png
--pages-per-file without --output: the files need names
""")
