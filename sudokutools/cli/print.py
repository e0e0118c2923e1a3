"""`sudoku-print`: put puzzles on pages."""

from __future__ import annotations

from typing import Any

import click

from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options import print as options
from sudokutools.cli.options.help import CONTEXT, Command
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import NUMBER
from sudokutools.cli.run.process import Exit, run
from sudokutools.cli.run.writer import Settings
from sudokutools.cli.workers.pages import PageWriter
from sudokutools.cli.workers.printer import Printer, PrintRequest, one_line
from sudokutools.errors import SudokuError
from sudokutools.printing import binding, layout
from sudokutools.printing.design import MOST_BELOW, Design
from sudokutools.printing.puzzle import USUAL_LABEL, Template

EXAMPLES = """\b
Examples:
  sudoku-print puzzles.txt --solutions end -o puzzles.pdf
  sudoku-gen | sudoku-mask | sudoku-print --format svg --per-page 1 > wall.svg
"""

ENDINGS = {"pdf": "pdf", "svg": "svg", "html": "html", "htm": "html"}
"""The formats by the endings of names of files."""


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    options=options.OPTIONS,
    title="What to print",
    epilog=EXAMPLES,
    short_help="Print sudoku puzzles: PDF, SVG, HTML.",
)
def command(
    paper: tuple[float, float],
    landscape: bool,
    title: str,
    symbols: str,
    label: str | None,
    start: int,
    rate: bool,
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
    exclusions.check(options.EXCLUSIONS, [f"--format {form}"])
    demand = shared.demand_of_options(common)
    geometry = demand.geometry
    width, height = _page_size(paper, landscape, common["is_booklet"])
    design = Design(
        width=width,
        height=height,
        title=one_line(title),
        has_letters=symbols == "letters",
        **{name: common.pop(name) for name in Design.FIELDS if name in common},
    )
    request = PrintRequest(
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
    with PageWriter(settings, design, bound, has_many) as writer:
        pipeline.run(Printer(request), writer)
        writer.end_pages()
    return writer.status


def _page_size(paper: tuple[float, float], is_wide: bool, is_booklet: bool) -> tuple[float, float]:
    """Return width and height of a page; two of a booklet make the paper."""
    if is_booklet:
        return max(paper) / 2, min(paper)
    return (max(paper), min(paper)) if is_wide else paper


def _usual_format(output: str | None, play: bool) -> str:
    """Return the format of a file by its name: a PDF, unless that says something else."""
    ending = (output or "").rpartition(".")[2].lower()
    return ENDINGS.get(ending, "html" if play else "pdf")


def _refuse_early(request: PrintRequest) -> None:
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
