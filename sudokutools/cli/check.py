"""`sudoku-check`: validate, rate and filter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from sudokutools import core
from sudokutools.checking import Tests, Verdict, is_solution_of, judge
from sudokutools.cli import options
from sudokutools.cli.outcome import Deadline, Message, Outcome, Settings, Task
from sudokutools.cli.process import Exit, run
from sudokutools.cli.ratings import RatingSession, counts_of
from sudokutools.cli.session import PassageWriter, Session, empty_place, open_lines
from sudokutools.errors import SudokuError
from sudokutools.grid import Geometry
from sudokutools.logic.rating import LEVELS
from sudokutools.reading import InputError, Passage, Reader, Record
from sudokutools.writing import Style, dump_json, format_record

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event
    from sudokutools.cli.blocks import BlockPlan

EXAMPLES = """\b
Examples:
  sudoku-check puzzles.txt
  sudoku-check --filter --minimal < all.txt > minimal.txt
  sudoku-check --rate --format json puzzles.txt
  sudoku-solve puzzles.txt | sudoku-check --against puzzles.txt
"""


SCALES = ("se", "hodoku")


def levels_of(scale: str | None) -> list[str]:
    """Return the levels of a scale, the easiest first; None is that of Sudoku Explainer."""
    if scale == "hodoku":
        from sudokutools.logic.hodoku import LEVELS as HODOKU_LEVELS

        return list(HODOKU_LEVELS)
    return list(LEVELS)


def read_levels(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> tuple[str, str] | None:
    """Read a level, or a range of levels, of the scale that was chosen."""
    names = levels_of(ctx.params.get("scale"))

    def place_of(text: str) -> int:
        if text not in names:
            raise ValueError(f"the levels are {', '.join(names)}.")
        return names.index(text)

    ends = options.read_range(place_of)(ctx, param, value)
    return None if ends is None else (names[ends[0]], names[ends[1]])


def complete_level(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Return the levels, or the ranges of levels, that a shell may complete a word to."""
    low, hyphen, _ = incomplete.rpartition("-")
    names = levels_of(ctx.params.get("scale"))
    return [low + hyphen + name for name in names if (low + hyphen + name).startswith(incomplete)]


def rates_by_hodoku(geometry: Geometry | None) -> bool:
    """Tell whether grids are, or may be, of the one geometry that HoDoKu rates."""
    return geometry is None or geometry is Geometry.of(3, 3)


class Partners:
    """The records of the file of `--against`, in step with those of the input."""

    def __init__(self, records: Iterator[Record], session: Session) -> None:
        self._records = records
        self._session = session
        self._next: Record | None = None

    def take(self) -> Record | None:
        """Return the partner of the next record; None: there is none."""
        record, self._next = self._next or next(self._records, None), None
        if record is not None and record.error is not None:
            self._session.report(Message(str(record.error)))
            self._session.raise_status(Exit.ERROR)
        return record

    def skip_unreadable(self) -> None:
        """Leave out a partner that cannot be read: an empty line stands for its solution."""
        self._next = self._next or next(self._records, None)
        if self._next is not None and self._next.grid is None:
            self.take()


class Checker:
    """Judge every record, and write the verdict or what was asked for in its place."""

    def __init__(
        self,
        tests: Tests,
        mode: str,
        timeout: float | None,
        converts: bool,
        tallies: bool = False,
        jobs: int = 1,
    ) -> None:
        self.tests = tests
        self.mode = mode
        self.timeout = timeout
        self.converts = converts
        self.tallies = tallies
        self.jobs = jobs
        self.against: Partners | None = None
        self._plans: dict[str, BlockPlan] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the plans, whose threads no other process can have."""
        return self.__dict__ | {"_plans": {}}

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record, style = task
        assert record.grid is not None
        if self.mode == "canonical":
            return self._canonical(record, style)
        verdict = judge(record.grid, self.tests, Deadline(self.timeout))
        messages = []
        if self.tests.scale == "hodoku" and not rates_by_hodoku(record.grid.geometry):
            text = f"{record.place}: the scale of HoDoKu is for 9x9 grids only"
            messages.append(Message(text, "other geometry"))
        if self.against is not None:
            other = self.against.take()
            if other is None:
                raise SudokuError(f"--against: fewer records than the input, which has more than"
                                  f" {record.number - 1}")  # fmt: skip
            if other.grid is None or not is_solution_of(record.grid, other.grid):
                verdict.fail("against")
        counts = counts_of(verdict, self.tallies)
        text = self._write(record, style, verdict)
        return Outcome(text, messages, self._status(verdict), counts, passes=bool(text))

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how plain lines are judged by the block: where few words are needed."""
        tests = self.tests
        asks_more = tests.complete or tests.count or tests.automorphisms or tests.rank
        if self.timeout is not None or self.against is not None or core.native() is None:
            return None
        if self.mode == "canonical":
            return self._canonical_plan(style)
        if tests.scale == "hodoku":
            return None
        if asks_more or tests.solutions == "rules" or (self.mode == "tag" and not tests.rate):
            return None
        is_text = self.mode in ("verdict", "histogram")
        if style.form not in ("verdict", "line") or (not is_text and self.converts):
            return None
        if not tests.rate:
            return self._plan()
        # Threads and what was put into words outlive the lines between two blocks.
        if style.empty not in self._plans:
            self._plans[style.empty] = self._rating_plan(style.empty)
        return self._plans[style.empty]

    def _rating_plan(self, empty: str) -> BlockPlan:
        from sudokutools.blocks.rate import BAD, UNKNOWN, RateBlocks
        from sudokutools.cli.blocks import BlockPlan

        writes_words = self.mode in ("verdict", "tag")
        is_filter = self.mode in ("filter", "invert")
        bad = Exit.DONE if is_filter else Exit.NO
        return BlockPlan(
            RateBlocks(self.tests, self.mode, self.tallies, self.jobs, empty),
            frozenset([BAD, UNKNOWN] if writes_words else []),
            statuses=(bad, Exit.DONE, bad, bad, bad),
            names=("bad", "ok", "", "", "unknown"),
            passes=(self.mode == "invert", self.mode == "filter", False, False, False),
        )

    def _plan(self) -> BlockPlan:
        from sudokutools.blocks.block import DEFERRED, NEEDLESS, NONE, RAW
        from sudokutools.blocks.solve import SolveBlocks
        from sudokutools.cli.blocks import BlockPlan

        minimal = self.tests.minimal
        takes_several = self.tests.solutions == "any" and not minimal
        oks = (False, True, takes_several, True, False)
        wanted = self.mode == "filter"
        if self.mode == "verdict":
            verdicts = [self._verdict_form(kind) for kind in range(1, 4)]
            forms = (DEFERRED, *verdicts, DEFERRED)
            deferred: tuple[int, ...] = (NONE, NEEDLESS)
        else:
            forms = tuple(RAW + b"\n" if ok == wanted else b"" for ok in oks)
            deferred = ()
        work = SolveBlocks(forms, deferred, 1 if takes_several else 2, minimal)  # type: ignore[arg-type]
        is_filter = self.mode != "verdict"
        return BlockPlan(
            work,
            frozenset(deferred),
            statuses=[Exit.DONE if ok or is_filter else Exit.NO for ok in oks],
            names=["ok" if ok else "bad" for ok in oks],
            passes=[ok == wanted for ok in oks],
        )

    def _verdict_form(self, kind: int) -> bytes:
        """Return the text of a verdict of a kind of answer, with parts to be filled in."""
        from sudokutools.blocks.block import CLUES, COMPLETE, NUMBER, SEVERAL

        tests = self.tests
        verdict = Verdict()
        counted = 1 if kind == COMPLETE or tests.solutions == "one" or tests.minimal else "1+"
        verdict.values |= {
            "kind": "complete" if kind == COMPLETE else "puzzle",
            "clues": CLUES.decode(),
            "solutions": "2+" if kind == SEVERAL else counted,
        }
        if kind == SEVERAL:
            verdict.fail("solutions")
        elif tests.minimal:
            verdict.values["minimal"] = "yes"
        return NUMBER + b"\t" + verdict.text().encode() + b"\n"

    def _canonical_plan(self, style: Style) -> BlockPlan | None:
        from sudokutools.blocks.canonical import CanonicalBlocks
        from sudokutools.cli.blocks import BlockPlan, record_of_line

        if style.form != "line":
            return None

        def why_not(event: Event, place: str, text: bytes) -> Message:
            record = record_of_line(text, event.record, place, 0)
            reason = self._canonical(record, style).messages[0].text.split(": ", 1)[1]
            return Message(f"{place}: {reason}")

        statuses = (Exit.NO, *4 * (Exit.DONE,))
        return BlockPlan(CanonicalBlocks(style.empty), statuses=statuses, message=why_not)

    def _canonical(self, record: Record, style: Style) -> Outcome:
        """Write the canonical form of a record, without its note and comments."""
        from sudokutools.canonical.form import canonical_form

        assert record.grid is not None
        try:
            form = canonical_form(record.grid, Deadline(self.timeout))
        except SudokuError as error:
            record.error = InputError(str(error), record.source, record.line)
            message = Message(str(record.error))
            return Outcome(empty_place(record, style), [message], Exit.NO, ["bad"])
        return Outcome(format_record(style, form))

    def _status(self, verdict: Verdict) -> Exit:
        if self.mode in ("filter", "invert"):
            return Exit.DONE  # Whether something passed is known at the end.
        return Exit.DONE if verdict.status == "ok" else Exit.NO

    def _write(self, record: Record, style: Style, verdict: Verdict) -> str:
        assert record.grid is not None
        if self.mode in ("filter", "invert"):
            wanted = "ok" if self.mode == "filter" else "bad"
            return self._as_read(record, style) if verdict.status == wanted else ""
        if self.mode == "tag":
            if style.form == "json":
                extra = record.extra | verdict.data()
                return format_record(style, record.grid, record.note, record.comments, extra)
            note = "\t".join(filter(None, [verdict.text(), record.note]))
            return format_record(style, record.grid, note, record.comments)
        if self.mode == "histogram":
            return ""
        if style.form == "json":
            return dump_json({"record": record.number} | verdict.data()) + "\n"
        return f"{record.number}\t{verdict.text()}\n"

    def _as_read(self, record: Record, style: Style) -> str:
        assert record.grid is not None
        if self.converts:
            extra = record.extra
            return format_record(style, record.grid, record.note, record.comments, extra)
        text = record.raw.decode("utf-8", "surrogateescape")
        return text + "\n" if record.form in ("grid", "pretty") else text

    def write_bad(self, record: Record, style: Style) -> str:
        """Write what stands in the place of an unreadable record."""
        if self.against is not None:
            self.against.take()
        if self.mode in ("filter", "invert", "histogram"):
            return ""
        if self.mode in ("tag", "canonical") or style.form == "json":
            return empty_place(record, style)
        error = record.error.message if record.error is not None else record.extra.get("error", "")
        return f"{record.number}\tstatus=unreadable\terror={error}\n"

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Write what lies between the records."""
        if self.against is not None and passage.kind == "blank":
            self.against.skip_unreadable()
        if self.mode == "tag":
            return self._passages(passage, style)
        return ""

    _passages = PassageWriter()


@click.command(
    context_settings=options.CONTEXT,
    epilog=EXAMPLES,
    short_help="Validate, rate and filter sudoku grids.",
)
@options.reading_options
@click.option("--any", "any_solution", is_flag=True, help="Several solutions are no fault.")
@click.option("--rules-only", is_flag=True, help="Look at the rules alone, not for solutions.")
@click.option("-c", "--count", is_flag=True, help="Count the solutions.")
@click.option("--limit", type=click.IntRange(1), metavar="K", help="Count no further than K.")
@click.option("--complete", is_flag=True, help="Test: no cell is empty.")
@click.option("--minimal", is_flag=True, help="Test: no clue can be left out.")
@click.option("--rate", is_flag=True, help="Rate the difficulty.")
@click.option(
    "--scale",
    type=click.Choice(SCALES),
    is_eager=True,
    help="Rate; tell level and technique on this scale, for hodoku a score, too.",
)
@click.option(
    "--level",
    callback=read_levels,
    shell_complete=complete_level,
    metavar="L[-L]",
    help=f"Test: this level, or one of these: {', '.join(LEVELS)}.",
)
@click.option(
    "--rating",
    callback=options.read_range(options.tenths),
    metavar="LO-HI",
    help="Test: a rating in this range, such as 2.6-4.4.",
)
@click.option(
    "--against",
    type=click.Path(),
    metavar="FILE",
    help="Test: record k solves record k of FILE.",
)
@click.option("--filter", "by_filter", is_flag=True, help="Write the ok records exactly as read.")
@click.option("--invert", "by_invert", is_flag=True, help="Write the bad records exactly as read.")
@click.option("--tag", "by_tag", is_flag=True, help="Write every grid, the verdict as its note.")
@click.option(
    "--canonical",
    "by_canonical",
    is_flag=True,
    help="Write the least equivalent of every grid.",
)
@click.option(
    "--histogram",
    "by_histogram",
    is_flag=True,
    help="Draw the distribution of the ratings instead of verdicts.",
)
@click.option(
    "--plot", type=click.Path(), metavar="FILE.svg", help="Plot the distribution of the ratings."
)
@click.option("--automorphisms", is_flag=True, help="Add the number of symmetries.")
@click.option("--rank", is_flag=True, help="Add the number of a complete 9x9 grid among all.")
@options.timeout_option
@options.geometry_options
@options.writing_options
@options.process_options
def command(
    any_solution: bool,
    rules_only: bool,
    count: bool,
    limit: int | None,
    complete: bool,
    minimal: bool,
    rate: bool,
    scale: str | None,
    level: tuple[str, str] | None,
    rating: tuple[int, int] | None,
    against: str | None,
    by_filter: bool,
    by_invert: bool,
    by_tag: bool,
    by_canonical: bool,
    by_histogram: bool,
    plot: str | None,
    automorphisms: bool,
    rank: bool,
    timeout: float | None,
    **common: Any,
) -> Exit:
    """Check the grids of each FILE, or of standard input: one verdict a record.

    A record is ok when it breaks no rule and has exactly one solution.
    """
    modes = {
        "filter": by_filter,
        "invert": by_invert,
        "tag": by_tag,
        "canonical": by_canonical,
        "histogram": by_histogram,
    }
    wanted = [name for name, is_wanted in modes.items() if is_wanted]
    if len(wanted) > 1:
        raise click.UsageError(f"--{wanted[0]} and --{wanted[1]} exclude each other.")
    mode = wanted[0] if wanted else "verdict"
    if mode == "tag" and common["form"] == "table":
        raise click.UsageError("--tag writes a note, and a table has none.")
    rate = rate or scale is not None or mode == "histogram" or plot is not None
    needs_solutions = count or minimal or rate or level is not None or rating is not None
    if rules_only and (any_solution or needs_solutions):
        raise click.UsageError("--rules-only looks for no solutions; leave it or the other out.")
    judges = needs_solutions or any_solution or rules_only or complete or against is not None
    if mode == "canonical" and (judges or automorphisms or rank):
        raise click.UsageError("--canonical judges nothing; leave it or the other out.")
    if limit is not None and not count:
        raise click.UsageError("--limit needs --count.")
    geometry = options.geometry_of_options(
        common.pop("size"), common.pop("box"), common.pop("boxes")
    )
    settings = Settings(geometry=geometry, **common)
    tests = Tests(
        "rules" if rules_only else "any" if any_solution else "one",
        count,
        limit,
        complete,
        minimal,
        rate,
        level,
        rating,
        automorphisms,
        rank,
        scale or "se",
    )
    if scale == "hodoku" and not rates_by_hodoku(geometry):
        raise click.UsageError("--scale hodoku is for 9x9 grids only.")
    if scale == "hodoku" and (mode == "histogram" or plot is not None):
        raise click.UsageError("a histogram is of ratings (ER); leave it or --scale hodoku out.")
    form = settings.form
    if mode in ("verdict", "histogram"):
        if form not in (None, "json"):
            raise click.UsageError(f"a {mode} is written as text or --format json.")
        # A histogram has nothing to say of a record.
        settings.form = form if mode == "verdict" and form else "verdict"
    if plot is not None:
        from sudokutools.histogram import require_plot

        require_plot()  # Not after an hour of work.
    tallies = settings.verbose or mode == "histogram" or plot is not None
    converts = settings.form is not None
    checker = Checker(tests, mode, timeout, converts, tallies, settings.jobs)
    header = "grid\n" if settings.form == "table" else ""
    with RatingSession(settings, header) as session:
        if against is not None:
            checker.against = Partners(_records(against, geometry, settings), session)
        session.run(
            checker,
            checker.write_bad,
            checker.write_passage,
            in_parallel=against is None,
            blocks=checker.blocks,
        )
        if checker.against is not None and checker.against.take() is not None:
            raise SudokuError(f"{against}: more records than the input has")
        if mode in ("filter", "invert") and session.records and not session.passed:
            session.raise_status(Exit.NO)
        if mode == "histogram":
            session.write_histogram(form)
        if plot is not None:
            session.write_plot(plot)
    return session.status


def _records(name: str, geometry: Any, settings: Settings) -> Iterator[Record]:
    """Yield the records of the file of `--against`."""
    lines, close = open_lines(name, lambda: None)
    try:
        for item in Reader(geometry, settings.from_form, settings.column).read(lines, name):
            if isinstance(item, Record):
                yield item
    finally:
        close()


def main() -> None:
    """Run the command."""
    run(command)
