"""The last stage: write answers in order, count them, report, and finish the output."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from sudokutools import formats
from sudokutools.cli.run.output import NumberedFiles, Output, to_bytes, wants_colour
from sudokutools.cli.run.process import (
    Exit,
    Terminated,
    error_line,
    held,
    print_error,
    write_error,
)
from sudokutools.cli.run.progress import Progress
from sudokutools.cli.run.worker import Message, Outcome
from sudokutools.errors import LostError
from sudokutools.formats.format import Format, Style
from sudokutools.grid.keys import PUZZLE_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sudokutools.grid.geometry import Geometry
    from sudokutools.grid.spec import Spec

MAX_WARNINGS = 10
ANY_NUMBER, ANY_LINE = 10**18 + 3, 10**18 + 7  # Numbers that nothing else in an answer has.


class Settings:
    """The values of shared options; an option that a command lacks has its default."""

    def __init__(self, **options: Any) -> None:
        self.geometry: Geometry | None = options.get("geometry")
        self.spec: Spec | None = options.get("spec")
        self.files: Sequence[str] = options.get("files") or ("-",)
        self.from_form: str | None = options.get("from_form")
        self.column: str | None = options.get("column")
        self.prefers: Sequence[str] = PUZZLE_COLUMNS
        """Names of columns that hold the grids, most likely first."""
        self.stops: bool = options.get("on_error") == "stop"
        self.output: str | None = options.get("output")
        self.resumes: bool = bool(options.get("resume"))
        self.also_read = ""  # Text of other files that the output depends on.
        form: str | None = options.get("form")
        self.format: Format | None = None if form is None else formats.find(form)
        """The format of `--format`; None: that of the input."""
        self.empty: str | None = options.get("empty")
        self.comments: bool = not options.get("no_comments")
        jobs: int | str = options.get("jobs") or 1
        self.scheduler: str | None = jobs if isinstance(jobs, str) else None
        """The address of a cluster; None: this machine does the work."""
        self.jobs: int = 1 if isinstance(jobs, str) else jobs
        self.start: int | None = None
        """The number of the first record, for commands that `--start` can continue."""
        self.quiet: bool = bool(options.get("quiet"))
        self.verbose: bool = bool(options.get("verbose"))
        self.progress: bool | None = options.get("progress")
        self.colour: str = options.get("colour") or "auto"


class Repeated(NamedTuple):
    """An outcome of some unreadable records, the first with `number` on `line` of its file.

    In `outcome`, ANY_NUMBER and ANY_LINE replace these.
    """

    outcome: Outcome
    number: int
    line: int
    records: int


class Writer:
    """The output of a command: `with Writer(settings) as writer: ...`, then `writer.status`.

    `header` is written above the first record, `footer` below the last if there was a header.
    """

    def __init__(self, settings: Settings, header: str = "", total: int | None = None) -> None:
        self.settings = settings
        self.status = Exit.DONE
        self.passed = 0
        self.header = header
        self.footer = "" if settings.format is None else settings.format.footer()
        self.has_missing = False  # Whether empty lines took the place of records.
        # Whether an input was read to its end, and no error stopped the work: only then is an old
        # file replaced.
        self.has_read = False
        self._total = total
        self._has_header = False
        self._warnings: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._began = time.perf_counter()

    def __enter__(self) -> Self:
        with ExitStack() as unless_entered:
            with held:
                self.output = self._open_output()
                unless_entered.callback(self.output.abandon)
                self._other = self._open_other()
                if self._other is not None:
                    unless_entered.callback(self._other.abandon)
            self.colour = wants_colour(self.settings.colour, self.output.is_terminal)
            self.output.has_colour = self.colour
            self.progress = Progress(self.settings.progress, self._total, self.settings.quiet)
            unless_entered.pop_all()
        return self

    def _open_other(self) -> Output | NumberedFiles | None:
        """Open the files that are written along with the output and finished before it."""
        return None

    def _open_output(self) -> Output:
        settings = self.settings
        if not settings.resumes:
            return Output(settings.output)
        from sudokutools.cli.run.resume import ResumableOutput

        spec = settings.spec
        regions = "".join(spec.regions or ()) if spec is not None else ""
        output = ResumableOutput(settings.output, settings.also_read + regions, settings.quiet)
        done = output.done
        self.status, self.passed = Exit(done.status), done.passed
        self._counts["records"] = done.records
        self._has_header = done.has_header
        if not done.records:
            output.go_on()
        elif settings.verbose:
            print_error(f"{done.records} records done")
        return output

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._other is not None:
            if not self.has_read:
                self._other.cancel_replacement()
            self._other.finish() if error is None else self._other.abandon()
        self.progress.clear()
        if error is None:
            if self._has_header:
                self.output.write(self.footer)
            self.output.finish()
        elif not isinstance(error, BrokenPipeError):
            self.output.abandon()
        if error is None or (isinstance(error, Terminated) and not error.is_closed_pipe):
            self._summarise()
        if isinstance(error, LostError):
            start, goes_on = self.settings.start, ""
            if self.settings.resumes:
                goes_on = "; repeat the command to continue"
            elif start is not None and self.output.is_straight:
                goes_on = f"; use --start {start + self.records} to continue"
            raise LostError(f"{error} after record {self.records}{goes_on}") from error

    def style_of(self, form: Format) -> Style:
        return Style(form, self.settings.empty, self.settings.comments, self.colour)

    def take(self, outcome: Outcome) -> None:
        """Write, report and count an outcome; with records, the output is complete up to here."""
        self._write(outcome.text, outcome.is_record)
        for message in outcome.messages:
            self.report(message)
        self.raise_status(outcome.status)
        if outcome.records:
            self.passed += outcome.passed
            self._counts["records"] += outcome.records
            self._counts.update(outcome.counts)
            if self.settings.resumes:
                self.output.mark(self.records, self.status, self.passed, self._has_header)
        if outcome.is_record:
            self.progress.update(outcome.done or self._counts["records"])

    def repeat(self, repeated: Repeated) -> None:
        """Write, report and count an outcome for each record, in the order that `take` does."""
        outcome, number, line, count = repeated
        [message] = outcome.messages
        before, after = error_line(message.text).split(str(ANY_LINE))
        pieces = to_bytes(outcome.text).split(b"%d" % ANY_NUMBER)
        self.progress.clear()
        waiting: list[str] = []
        try:
            for at in range(count):
                text = (b"%d" % (number + at)).join(pieces)
                if self.output.is_full_with(text):
                    write_error("".join(waiting))
                    waiting.clear()
                self._write(text)
                waiting.append(f"{before}{line + at}{after}")
        finally:
            write_error("".join(waiting))
        self.raise_status(outcome.status)
        self._counts["records"] += count
        self._counts.update(dict.fromkeys(outcome.counts, count))
        self.progress.update(self.records)

    def _write(self, text: str | bytes, is_record: bool = True) -> None:
        if not text:
            return
        if self.header and is_record and not self._has_header:
            self._has_header = True
            self.output.write(self.header)
        self.output.write(text)

    @property
    def records(self) -> int:
        return self._counts["records"]

    def raise_status(self, status: Exit) -> None:
        self.status = max(self.status, status)

    def report(self, message: Message) -> None:
        if message.is_once and message.kind in self._warnings:
            return
        if message.kind:
            self._warnings[message.kind] += 1
            if self.settings.quiet or self._warnings[message.kind] > MAX_WARNINGS:
                return
        self.progress.clear()
        print_error(message.text)

    def _summarise(self) -> None:
        for kind, count in self._warnings.items():
            if count > MAX_WARNINGS and not self.settings.quiet:
                print_error(f"{count - MAX_WARNINGS} more {kind}")
        if self.settings.verbose:
            seconds = time.perf_counter() - self._began
            counted = ", ".join(f"{count} {name}" for name, count in self._counts.items())
            if counted.startswith("1 "):
                counted = counted.replace("1 records", "1 record", 1)
            print_error(f"{counted or 'no records'} in {seconds:.2f} s")
