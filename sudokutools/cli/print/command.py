"""`sudoku-print`: put puzzles on pages."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath
from typing import Any

import click

from sudokutools.cli.options import exclusions, shared
from sudokutools.cli.options.option import Command
from sudokutools.cli.print import options
from sudokutools.cli.print.page_writer import PageWriter
from sudokutools.cli.print.printer import Printer, PrintRequest
from sudokutools.cli.run import pipeline
from sudokutools.cli.run.output import NUMBER
from sudokutools.cli.run.process import Exit, run
from sudokutools.cli.run.writer import Settings
from sudokutools.errors import SudokuError
from sudokutools.formats.comments import one_line
from sudokutools.printing import binding, layout
from sudokutools.printing.design import MOST_BELOW, Design
from sudokutools.printing.puzzle import USUAL_LABEL, Template

EXAMPLES = """\b
Examples:
  sudoku-print puzzles.txt --solutions end -o puzzles.pdf
  sudoku-gen | sudoku-mask | sudoku-print --format svg > wall.svg
"""

ENDINGS = {"pdf": "pdf", "svg": "svg", "html": "html", "htm": "html", "png": "png"}
"""The formats by ending of the file name."""


@click.command(cls=Command, options=options.OPTIONS, title="What to print", epilog=EXAMPLES)
def command(
    paper: tuple[float, float],
    landscape: bool,
    cover: str,
    symbols: str,
    form: str | None,
    pages_per_file: int | None,
    dpi: int,
    font: str | None,
    rules: bool,
    **common: Any,
) -> Exit:
    """Print the puzzles in each FILE or standard input as PDF, SVG, HTML or PNG."""
    output, play = common["output"], common["play"]
    form = form or _usual_format(output, play)
    exclusions.check(options.EXCLUSIONS, [f"--format {form}"])
    geometry, spec = shared.shape_of_options(common)
    common["title"] = one_line(common["title"])
    common["label"] = USUAL_LABEL if common["label"] is None else one_line(common["label"])
    common["has_marks"] |= common["explain"]
    asked = shared.taken(PrintRequest, common)
    width, height = (max(paper), min(paper)) if landscape else paper
    if common["is_booklet"]:  # Two pages make the paper.
        width, height = max(paper) / 2, min(paper)
    design = Design(
        width=width,
        height=height,
        title=asked["title"],
        cover=one_line(cover),
        has_letters=symbols == "letters",
        text_lines=layout.LEAST_LINES * asked["explain"] or layout.RULE_LINES * rules,
        **shared.taken(Design, common),
    )
    request = PrintRequest(design=design, rules=rules, **asked)
    _refuse_early(request)
    has_number = output is not None and NUMBER.search(output) is not None
    if pages_per_file is not None and not has_number:
        raise click.UsageError("--pages-per-file: expected %d in the name of -o FILE")
    bound = binding.binding_of(
        form, design, has_number, font=font, dpi=dpi, pages_per_file=pages_per_file, play=play
    )
    has_many = has_number and (form in ("svg", "png") or pages_per_file is not None)
    settings = Settings(geometry=geometry, spec=spec, **common)
    with PageWriter(settings, design, bound, has_many) as writer:
        pipeline.run(Printer(request), writer)
        writer.end_pages()
    return writer.status


def _usual_format(output: str | None, play: bool) -> str:
    _, dot, ending = PurePath(output or "").name.rpartition(".")
    if not dot:
        return "html" if play else "pdf"
    if ending.lower() not in ENDINGS:
        known = ", ".join(f".{name}" for name in ENDINGS)
        raise click.UsageError(f"-o {output}: unknown ending: expected {known}, or --format")
    return ENDINGS[ending.lower()]


def _refuse_early(request: PrintRequest) -> None:
    design = request.design
    if design.solutions == "below" and design.places:
        across, down = layout.across_and_down(design.places, is_wide=False)
        if across * down > MOST_BELOW:
            raise click.UsageError(f"--solutions below: at most {MOST_BELOW} puzzles per page")
    for option, text in (("--label", request.label), ("--title", request.title)):
        try:
            Template(text)
        except SudokuError as error:
            raise click.UsageError(f"{option}: {error}") from None
    try:
        design.room(has_solutions=True)
    except SudokuError as error:
        raise click.UsageError(f"--margin: {error}") from None


main = partial(run, command)
