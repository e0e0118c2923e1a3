"""`sudoku-print`: put puzzles on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from sudokutools.cli.options import exclusions, shared, values
from sudokutools.cli.options.exclusions import Exclusion, Need, Rule
from sudokutools.cli.options.help import CONTEXT, OUTPUT, Command
from sudokutools.cli.run.outcome import Settings
from sudokutools.cli.run.output import NUMBER
from sudokutools.cli.run.process import Exit, run
from sudokutools.cli.workers.pages import PageSession
from sudokutools.cli.workers.printer import Printer, Request, one_line
from sudokutools.errors import SudokuError
from sudokutools.printing import binding, layout
from sudokutools.printing.design import MOST_BELOW, SOLUTIONS, Design
from sudokutools.printing.puzzle import USUAL_LABEL, Template

EXAMPLES = """\b
Examples:
  sudoku-print puzzles.txt --solutions end -o puzzles.pdf
  sudoku-gen | sudoku-mask | sudoku-print --format svg --per-page 1 > wall.svg
"""

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
"""The options that do not go together."""

ENDINGS = {"pdf": "pdf", "svg": "svg", "html": "html", "htm": "html"}
"""The formats by the endings of names of files."""


page_options = shared.several(
    shared.output_option,
    click.option(
        "--format",
        "form",
        type=click.Choice(binding.FORMATS),
        help="Write this format [default: by the end of FILE, else pdf].",
    ),
    click.option(
        "--pages-per-file",
        type=values.SOME,
        metavar="N",
        help="Write many files with N pages each: -o 'week-%d.pdf'.",
    ),
    click.option(
        "--font", type=values.FILE, metavar="FILE", help="A TrueType font for all text of a PDF."
    ),
    group=OUTPUT,
)


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=EXAMPLES,
    short_help="Print sudoku puzzles: PDF, SVG, HTML.",
)
@shared.reading_options
@click.option(
    "--paper",
    type=values.Parsed("paper", layout.read_paper),
    default="a4",
    show_default=True,
    metavar="P",
    help=f"One of {', '.join(layout.PAPERS)}, or WxHmm, WxHin.",
)
@click.option("--landscape", is_flag=True, help="Turn the paper on its side.")
@click.option(
    "--margin",
    type=values.Parsed("length", layout.read_length),
    default="15mm",
    show_default=True,
    metavar="LEN",
    help="Leave so much free on all sides: mm, in or pt.",
)
@click.option(
    "--per-page",
    type=values.Parsed("places", layout.read_places),
    metavar="N|CxR",
    help="Puzzles on a page [default: 4; 2 above 9x9, 1 above 16x16].",
)
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="none",
    show_default=True,
    help="Print these, too, or nothing else.",
)
@click.option(
    "--solutions-per-page",
    type=values.Parsed("places", layout.read_places),
    metavar="N|CxR",
    help="Solutions on a page [default: 12 if they can be read].",
)
@click.option("--label", metavar="TEXT", help="Above each puzzle, such as '{number} {level}'.")
@click.option("--title", default="", metavar="TEXT", help="Above each page.")
@click.option(
    "--page-numbers/--no-page-numbers",
    default=True,
    help="Number the pages, if there are several [default: do].",
)
@click.option(
    "--start",
    type=values.Whole(0, 2**62),
    default=1,
    show_default=True,
    metavar="I",
    help="The number of the first puzzle.",
)
@click.option("--rate", is_flag=True, help="Rate the puzzles for their labels.")
@click.option("--large-print", is_flag=True, help="One puzzle a page, its digits and lines large.")
@click.option("--pencilmarks", is_flag=True, help="Print the candidates of empty cells.")
@click.option(
    "--symbols",
    type=click.Choice(["numbers", "letters"]),
    default="numbers",
    show_default=True,
    help="How symbols above 9 are printed.",
)
@click.option("--shade", is_flag=True, help="Print every other box on grey.")
@click.option("--booklet", is_flag=True, help="Two pages a side, ordered to fold and stitch.")
@click.option("--play", is_flag=True, help="Let puzzles be solved in the browser (HTML).")
@click.option("--force", is_flag=True, help="Print digits that are too small to be read.")
@shared.timeout_option
@shared.geometry_options
@page_options
@shared.process_options
def command(
    paper: tuple[float, float],
    landscape: bool,
    margin: float,
    per_page: int | tuple[int, int] | None,
    solutions: str,
    solutions_per_page: int | tuple[int, int] | None,
    label: str | None,
    title: str,
    page_numbers: bool,
    start: int,
    rate: bool,
    large_print: bool,
    pencilmarks: bool,
    symbols: str,
    shade: bool,
    booklet: bool,
    play: bool,
    force: bool,
    timeout: float | None,
    form: str | None,
    pages_per_file: int | None,
    font: str | None,
    **common: Any,
) -> Exit:
    """Print the puzzles of each FILE, or of standard input, in their order."""
    output = common["output"]
    form = form or _usual_format(output, play)
    exclusions.check(EXCLUSIONS, [f"--format {form}"])
    demand = shared.demand_of_options(common)
    geometry = demand.geometry
    width, height = _page_size(paper, landscape, booklet)
    design = Design(
        width=width,
        height=height,
        margin=margin,
        places=per_page,
        solution_places=solutions_per_page,
        solutions=solutions,
        title=one_line(title),
        has_numbers=page_numbers,
        is_large=large_print,
        has_marks=pencilmarks,
        has_letters=symbols == "letters",
        has_shade=shade,
        is_booklet=booklet,
    )
    request = Request(
        design=design,
        label=USUAL_LABEL if label is None else one_line(label),
        start=start,
        rates=rate,
        forces=force,
        timeout=timeout,
    )
    _refuse_early(request)
    has_number = output is not None and NUMBER.search(output) is not None
    if pages_per_file is not None and not has_number:
        raise click.UsageError("--pages-per-file: -o FILE needs a %d for the number.")
    bound: binding.Binding
    if form == "svg":
        bound = binding.SvgBinding(design, has_number)
    elif form == "html":
        bound = binding.HtmlBinding(design, play)
    else:
        bound = binding.PdfBinding(design, font, pages_per_file)
    has_many = has_number and (form == "svg" or pages_per_file is not None)
    settings = Settings(geometry=geometry, said=demand.said, **common)
    with PageSession(settings, design, bound, has_many) as session:
        session.run(Printer(request))
        session.end_pages()
    return session.status


def _page_size(paper: tuple[float, float], is_wide: bool, is_booklet: bool) -> tuple[float, float]:
    """Return width and height of a page; two of a booklet make the paper."""
    if is_booklet:
        return max(paper) / 2, min(paper)
    return (max(paper), min(paper)) if is_wide else paper


def _usual_format(output: str | None, play: bool) -> str:
    """Return the format of a file by its name: a PDF, unless that says something else."""
    ending = (output or "").rpartition(".")[2].lower()
    return ENDINGS.get(ending, "html" if play else "pdf")


def _refuse_early(request: Request) -> None:
    """Refuse what no record can be printed with. UsageError: what is wrong."""
    design = request.design
    if design.solutions == "below" and design.places is not None:
        across, down = layout.across_and_down(design.places, is_wide=False)
        if across * down > MOST_BELOW:
            raise click.UsageError(f"--solutions below: at most {MOST_BELOW} puzzles a page.")
    try:
        Template(request.label)
    except SudokuError as error:
        raise click.UsageError(f"--label: {error}.") from None
    try:
        design.room(has_solutions=True)
    except SudokuError as error:
        raise click.UsageError(f"--margin: {error}.") from None


def main() -> None:
    """Run the command."""
    run(command)
