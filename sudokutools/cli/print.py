"""`sudoku-print`: put puzzles on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import click

from sudokutools import solving
from sudokutools.checking import Tests, examine, is_solution_of
from sudokutools.cli import exclusions, options, values
from sudokutools.cli.exclusions import Exclusion, Need, Rule
from sudokutools.cli.help import CONTEXT, OUTPUT, Command
from sudokutools.cli.outcome import Deadline, Message, Outcome, Settings, Task, no_solution
from sudokutools.cli.output import NUMBER
from sudokutools.cli.pages import SMALL, PageSession
from sudokutools.cli.process import Exit, run
from sudokutools.cli.worker import Worker
from sudokutools.errors import SudokuError, UndecidedError
from sudokutools.formats.columns import SOLUTION_COLUMNS
from sudokutools.formats.format import Record, printable
from sudokutools.formats.named import values as named_values
from sudokutools.grid import MAX_CHARACTER_SYMBOLS, Geometry, Grid
from sudokutools.pages import binding, layout
from sudokutools.pages.design import MOST_BELOW, SOLUTIONS, Design
from sudokutools.pages.puzzle import USUAL_LABEL, Puzzle, Template
from sudokutools.request import Values

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


class Request(Values):
    """What is asked of every record.

    design   what pages look like
    label    the template of the labels
    start    the number of the first puzzle
    rates    whether puzzles are rated
    forces   whether digits that are too small are printed
    timeout  seconds for a record
    """

    design: Design
    label: str = USUAL_LABEL
    start: int = 1
    rates: bool = False
    forces: bool = False
    timeout: float | None = None


class Printer(Worker):
    """Make of every record what is printed of it."""

    writes_records = False

    def __init__(self, request: Request) -> None:
        self.request = request

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record: a puzzle, or why there is none."""
        record = task.record
        assert record.grid is not None
        complaint, is_refused = self._complaint(record.grid.geometry)
        if is_refused:
            message = Message(f"{record.place}: {complaint}")
            return Outcome("", [message], Exit.ERROR, ["not printed"])
        messages = [Message(f"{record.place}: {complaint}", SMALL)] if complaint else []
        check = Deadline(self.request.timeout)
        label = Template(self.request.label).fill(self._said(record, check, messages))
        number = self.request.start + record.number - 1
        puzzle = Puzzle(number, label, record.grid)
        if self.request.design.solutions == "none":
            return Outcome(messages=messages, counts=["printed"], puzzle=puzzle)
        solution, absence = self._solution(record, check, messages)
        status = Exit.DONE if solution is not None else Exit.NO
        puzzle = puzzle._replace(solution=solution, absence=absence)
        return Outcome("", messages, status, ["printed"], puzzle=puzzle)

    def _complaint(self, geometry: Geometry) -> tuple[str, bool]:
        """Return what cannot be read well of a grid on paper, and whether it is refused."""
        design = self.request.design
        if design.has_letters and geometry.n > MAX_CHARACTER_SYMBOLS:
            return f"{geometry.n} symbols, and 35 letters: use --symbols numbers", True
        complaint, is_refused = _too_small(design, geometry)
        if is_refused and not self.request.forces:
            return f"{complaint}, or --force", True
        return complaint, False

    def _said(self, record: Record, check: Deadline, messages: list[Message]) -> dict[str, str]:
        """Return the values of the fields of a label."""
        grid = record.grid
        assert grid is not None
        row = zip(record.row.names, record.row.fields, strict=False) if record.row else ()
        fields = {name.strip().lower(): field for name, field in row}
        notes = [record.note, *(comment[2:] for comment in record.comments), *fields.values()]
        for tag in (note for note in notes if note.startswith("status=")):
            parts = (part.partition("=") for part in tag.split("\t"))
            fields |= {key: value for key, _, value in parts}
        said = named_values(record.comments, fields | record.extra)
        said["number"] = str(self.request.start + record.number - 1)
        said["clues"] = str(grid.clue_count)
        said["note"] = " ".join(record.note.split())
        if self.request.rates:
            rating = examine(grid, Tests(rate=True), check).rating
            if rating is None:
                warning = f"{record.place}: not rated, as it has not exactly one solution"
                messages.append(Message(warning, "records that were not rated"))
            else:
                said |= {"rating": f"{rating.rating / 10}", "level": rating.level}
        return {key: _one_line(text) for key, text in said.items()}

    def _solution(
        self, record: Record, check: Deadline, messages: list[Message]
    ) -> tuple[Grid | None, str]:
        """Return the solution of a record: the one that it brings along, or the first there is.

        None: there is none; then also what stands in its place.
        """
        grid = record.grid
        assert grid is not None
        for solution in solutions_said(record):
            if _solves(solution, grid):
                return solution, ""
        found: list[Grid] = []
        try:
            found.extend(islice(solving.solutions(grid, check=check), 2))
        except UndecidedError:
            messages.append(Message(f"{record.place}: no solution found in time"))
            return None, "solution not found"
        if not found:
            messages.append(no_solution(record))
            return None, "no solution"
        if len(found) > 1:
            warning = f"{record.place}: several solutions, one is printed"
            messages.append(Message(warning, "records with several solutions"))
        return found[0], ""


@lru_cache(maxsize=64)
def _too_small(design: Design, geometry: Geometry) -> tuple[str, bool]:
    return design.complaint(geometry)


def _one_line(text: str) -> str:
    """Return a text as it can stand on a page: on a line, without control characters.

    A byte that is no UTF-8 becomes the sign for that.
    """
    known = printable(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return " ".join(known.expandtabs(1).splitlines())


def solutions_said(record: Record) -> Iterator[Grid]:
    """Yield the grids that a record has beside its own: it may say its solution in many places."""
    assert record.grid is not None
    geometry = record.grid.geometry
    texts: list[Any] = [record.extra.get("solution")]
    if record.row is not None:
        fields = zip(record.row.names, record.row.fields, strict=False)
        texts += [field for name, field in fields if name.strip().lower() in SOLUTION_COLUMNS]
    words = [*record.note.replace(";", " ").split(), *(c[1:].strip() for c in record.comments)]
    texts += [word for word in words if len(word) >= geometry.size]
    for text in filter(None, texts):
        from sudokutools.formats.json import parse_json

        try:
            yield parse_json({"cells": text}, geometry, None)[0]
        except SudokuError:
            continue


def _solves(solution: Grid, puzzle: Grid) -> bool:
    """Tell whether a grid is a solution of a puzzle, whose candidates it keeps to."""
    if not is_solution_of(solution, puzzle) or next(solution.clashes(), None) is not None:
        return False
    marks = puzzle.candidates
    pairs = zip(marks or (), solution.cells, strict=False)
    return all(mask >> (symbol - 1) & 1 for mask, symbol in pairs)


page_options = options.several(
    options.output_option,
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
@options.reading_options
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
@options.timeout_option
@options.geometry_options
@page_options
@options.process_options
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
    geometry = options.geometry_of_options(
        common.pop("size"), common.pop("box"), common.pop("boxes")
    )
    settings = Settings(geometry=geometry, **common)
    if solutions == "below" and per_page is not None:
        across, down = layout.across_and_down(per_page, is_wide=False)
        if across * down > MOST_BELOW:
            raise click.UsageError(f"--solutions below: at most {MOST_BELOW} puzzles a page.")
    width, height = paper
    if booklet:
        width, height = sorted((max(paper) / 2, min(paper)))
    elif landscape:
        width, height = max(paper), min(paper)
    design = Design(
        width=width,
        height=height,
        margin=margin,
        places=per_page,
        solution_places=solutions_per_page,
        solutions=solutions,
        title=_one_line(title),
        has_numbers=page_numbers,
        is_large=large_print,
        has_marks=pencilmarks,
        has_letters=symbols == "letters",
        has_shade=shade,
        is_booklet=booklet,
    )
    request = Request(
        design=design,
        label=USUAL_LABEL if label is None else _one_line(label),
        start=start,
        rates=rate,
        forces=force,
        timeout=timeout,
    )
    _refuse_early(request)
    has_many = output is not None and NUMBER.search(output) is not None
    bound: binding.Binding
    if form == "svg":
        bound = binding.SvgBinding(design, has_many)
    elif form == "html":
        bound = binding.HtmlBinding(design, play)
    else:
        if pages_per_file is not None and not has_many:
            raise click.UsageError("--pages-per-file: -o FILE needs a %d for the number.")
        bound = binding.PdfBinding(design, font, pages_per_file)
    has_many = has_many and (form == "svg" or pages_per_file is not None)
    with PageSession(settings, design, bound, has_many) as session:
        session.run(Printer(request))
        session.end_pages()
    return session.status


def _usual_format(output: str | None, play: bool) -> str:
    """Return the format of a file by its name: a PDF, unless that says something else."""
    ending = (output or "").rpartition(".")[2].lower()
    return ENDINGS.get(ending, "html" if play else "pdf")


def _refuse_early(request: Request) -> None:
    """Refuse a label or margins that no record can be printed with. UsageError: what is wrong."""
    try:
        Template(request.label)
    except SudokuError as error:
        raise click.UsageError(f"--label: {error}.") from None
    try:
        request.design.room(has_solutions=True)
    except SudokuError as error:
        raise click.UsageError(f"--margin: {error}.") from None


def main() -> None:
    """Run the command."""
    run(command)
