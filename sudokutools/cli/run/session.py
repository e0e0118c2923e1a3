"""What every sudoku command does around its own work: read, hand out, write in order, report."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

import click

from sudokutools import formats
from sudokutools._support.limits import cores
from sudokutools.cli.run.inputs import open_lines, pass_over, source_name
from sudokutools.cli.run.jobs import Jobs, open_cluster
from sudokutools.cli.run.outcome import Message, Outcome, Settings, Task
from sudokutools.cli.run.output import Output, OutputError
from sudokutools.cli.run.process import Exit, Terminated, complain, held, shell_word
from sudokutools.cli.run.progress import Progress
from sudokutools.cli.run.worker import MAX_PLACES, Worker
from sudokutools.errors import LostError, SudokuError
from sudokutools.formats.format import Format, Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import Passage
from sudokutools.grid.keys import SPEC_COLUMN

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer
    from sudokutools.cli.run.blocks import BlockPlan
    from sudokutools.cli.run.resume import Samples

MAX_WARNINGS = 10

MAX_WAITING = 1 << 20
"""So many bytes wait for the first readable record, which says how they are written."""


class _Styled(NamedTuple):
    """An item of the input, how it is written, and whether its error was told already."""

    item: Record | Passage
    style: Style
    is_told: bool = False


def _is_plain(item: Record | Passage) -> bool:
    """Tell whether an item of the input is a 9x9 line, after which others are likely."""
    return (
        isinstance(item, Record)
        and item.format.is_line
        and not item.is_foreign
        and item.grid is not None
        and item.grid.is_classic
    )


def _unreadable(record: Record, text: str) -> Outcome:
    """Return the outcome of a record that cannot be read; `text` stands in its place."""
    message = Message(str(record.error))
    return Outcome(text, [message], Exit.ERROR, ["unreadable"], passes=False)


def _text_of(record: Record, style: Style, worker: Worker) -> str:
    """Return what is written of a record."""
    if record.grid is None:
        return worker.write_bad(record, style)
    return worker.answer(Task(record, style)).text


def wants_colour(choice: str, is_terminal: bool) -> bool:
    """Decide on colour as `--color`, NO_COLOR and TERM say."""
    if choice != "auto":
        return choice == "always"
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def choose_seed(seed: str | None, verbose: bool) -> str:
    """Return the seed, or one of 128 bits from the system; `-v` says what reproduces the run."""
    chosen = os.urandom(16).hex() if seed is None else seed
    if verbose:
        complain(f"seed {shell_word(chosen)}")
    return chosen


class Session:
    """One run of a command: `with Session(settings) as session: ...`, then `session.status`."""

    def __init__(self, settings: Settings, header: str = "", total: int | None = None) -> None:
        self.settings = settings
        self.status = Exit.DONE
        self.passed = 0
        self.has_read = False
        """Whether an input was read to its end, and none stopped the work at an error.

        Only then is an old file replaced.
        """
        self._total = total
        self._header = header
        self._footer = ""
        self._has_begun = False
        self._has_header = False
        self._is_waiting = False
        self._samples: Samples | None = None
        self._warnings: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._began = time.perf_counter()
        self._reader = Reader(
            settings.geometry,
            settings.from_form,
            settings.column,
            settings.prefers,
            settings.said,
        )

    def __enter__(self) -> Session:
        self.cluster = open_cluster(self.settings.scheduler)
        try:
            with held:
                self.output = self._open_output()
            self.colour = wants_colour(self.settings.colour, self.output.is_terminal)
            self.output.has_colour = self.colour
            form = self.settings.format
            self._style = None if form is None else self._make_style(form)
            self._progress = Progress(self.settings.progress, self._total, self.settings.quiet)
        except BaseException:
            if hasattr(self, "output"):
                self.output.abandon()
            self._leave_cluster()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.clear()
        if error is None:
            self.output.write(self._footer)
            self.output.finish()
        elif isinstance(error, Terminated) or not isinstance(error, BrokenPipeError):
            self.output.abandon()
        self._leave_cluster()
        if error is None or (isinstance(error, Terminated) and not error.is_closed_pipe):
            self._summarise()
        if isinstance(error, LostError):
            raise LostError(f"{error} {self._place()}") from error

    def _leave_cluster(self) -> None:
        if self.cluster is not None:
            self.cluster.end()

    def _place(self) -> str:
        """Say where the work has ended, and how it goes on."""
        start = self.settings.start
        goes_on = ""
        if self.settings.resumes:
            goes_on = "; the same command goes on"
        elif start is not None and self.output.is_straight:
            goes_on = f"; --start {start + self.records} goes on"
        return f"after record {self.records}{goes_on}"

    def _open_output(self) -> Output:
        if not self.settings.resumes:
            return Output(self.settings.output)
        from sudokutools.cli.run.resume import ResumableOutput

        output = ResumableOutput(self.settings.output, self.settings.quiet)
        done = output.done
        self.status, self.passed = Exit(done.status), done.passed
        self._counts["records"] = done.records
        if done.records:
            if self.settings.verbose:
                complain(f"{done.records} records are done")
            self._samples = output.samples()
        else:
            output.go_on()
        return output

    def _make_style(self, form: Format) -> Style:
        return Style(form, self.settings.empty, self.settings.comments, self.colour)

    def style_for(self, form: Format) -> Style:
        """Return how to write; the first readable record decides where no option does."""
        if self._style is None:
            self._style = self._make_style(form)
        return self._style

    # Reading

    def items(self, flush: Callable[[], None]) -> Iterator[Record | Passage]:
        """Yield what the files hold; `flush` is called before a read that has to wait."""
        for number, name in enumerate(self.settings.files, 1):
            try:
                lines, close = open_lines(name, flush, self.output)
                self._lines, self._source = lines, source_name(name, number)
                try:
                    yield from self._reader.read(lines, self._source)
                finally:
                    close()
                self.has_read = True
            except OSError as error:
                if isinstance(error, OutputError) or error.filename not in (None, name):
                    raise
                self.report(Message(f"{name}: {(error.strerror or str(error)).lower()}"))
                self.raise_status(Exit.ERROR)
                # After a file that is read in part, records would get other numbers than later.
                if self.settings.stops or self.settings.resumes:
                    self.has_read = False
                    return

    def run(self, worker: Worker, in_parallel: bool = True) -> None:
        """Answer every record of the input, in order."""
        count, cluster = (self.settings.jobs, self.cluster) if in_parallel else (1, None)
        self.output.has_colour &= worker.draws
        before = cores.set(self.settings.jobs)
        jobs: Jobs[Task, Outcome] = Jobs(worker.answer, self.take, count, cluster)

        def flush() -> None:
            jobs.drain()
            self.output.flush()

        # Made once: threads, and what was put into words, outlive the lines between two blocks.
        plan: BlockPlan | None = None
        has_blocks = True
        plain_lines = 0
        try:
            for item, style, is_told in self._left(self.items(flush), worker):
                plain_lines = plain_lines + 1 if _is_plain(item) else 0
                if isinstance(item, Passage):
                    # All that is written for one line is in memory at once, and little more.
                    is_small = worker.places * item.lines <= MAX_PLACES
                    for passage in (item,) if is_small else item.pieces():
                        text = worker.write_passage(passage, style)
                        jobs.put_result(Outcome(text, is_record=False))
                elif item.grid is not None:
                    if item.warning:
                        warning = Message(f"{item.place}: {item.warning}", "warnings of this kind")
                        jobs.put_result(Outcome(messages=[warning], is_record=False))
                    jobs.put(Task(item, style))
                    if plain_lines > 1 and has_blocks:
                        plan = plan or self._blocks(worker, style)
                        has_blocks = plan is not None
                        if plan is not None:
                            jobs.drain()
                            self._answer_blocks(plan, worker, style)
                elif item.passed_on or is_told:
                    jobs.put_result(Outcome(worker.write_bad(item, style), is_part=is_told))
                else:
                    jobs.put_result(_unreadable(item, worker.write_bad(item, style)))
                    if self.settings.stops:
                        self.has_read = False
                        break
            jobs.drain()
        finally:
            jobs.end()
            cores.reset(before)
        if not self.has_read:
            self.output.cancel_replacement()

    def _blocks(self, worker: Worker, style: Style) -> BlockPlan | None:
        """Return how plain lines are answered by the block, and by whom; None: one by one."""
        plan = worker.blocks(style)
        return plan if plan is None or self.cluster is None else plan.on(self.cluster)

    def _with_styles(self, items: Iterator[Record | Passage], worker: Worker) -> Iterator[_Styled]:
        """Yield each item with the way to write it, which the first readable record decides.

        What comes before waits for it, but what is wrong with it is told at once.
        """
        waiting: list[_Styled] = []
        length = 0
        for item in items:
            record = item if isinstance(item, Record) else None
            if record is not None and (record.grid is not None or record.passed_on):
                style = self.style_for(record.format)
                style = self._with_columns(record, self._saying_geometry(record, style), worker)
            else:
                style = self._likely_style(record.format if record is not None else None)
                length += len(item.raw) + 1
                is_open = self._style is None or (not self._has_begun and style.format.has_columns)
                waits = is_open and worker.writes_records and length < MAX_WAITING
                if waits and (record is None or not self.settings.stops):
                    waiting.append(_Styled(item, style, record is not None))
                    self._is_waiting = True
                    if record is not None and self._samples is None:
                        self.take(_unreadable(record, ""))
                    continue
            for earlier in waiting:
                yield earlier._replace(style=style)
            waiting.clear()
            self._is_waiting = False
            yield _Styled(item, style)
        yield from waiting

    def _saying_geometry(self, record: Record, style: Style) -> Style:
        """Return the style of a record: once a drawing has said its geometry, all others do."""
        is_said = record.grid is not None and style.format.hides(record.grid)
        if is_said and not style.says_geometry:
            from copy import copy

            self._style = style = copy(style)  # Others are being written in the style before.
            style.says_geometry = True
        return style

    def _with_columns(self, record: Record, style: Style, worker: Worker) -> Style:
        """Return the style of a record: the first one says which columns are handed on."""
        is_first, self._has_begun = not self._has_begun, True
        if is_first:
            known = (record.comments, record.extra) if style.comments else ((), {})
            self._header = style.format.preface(*known) or self._header
        if not (is_first and style.format.has_columns):
            return style
        names, own = worker.grid_columns, worker.own_column
        is_variant = record.grid is not None and not record.grid.is_plain
        has_spec = is_variant or worker.adds_clues
        if record.row is not None and own:
            from sudokutools.formats.columns import Columns, csv_line

            style.columns = Columns.of(record.row, names, own, worker.told_column, has_spec)
            self._header = csv_line(style.columns.header)
        elif self._header and has_spec:
            style.has_spec = True
            self._header = style.format.header([*names, SPEC_COLUMN])
        return style

    def _likely_style(self, form: Format | None = None) -> Style:
        return self._style or self._make_style(form or formats.find(formats.DEFAULT))

    def _answer_blocks(self, plan: BlockPlan, worker: Worker, style: Style) -> None:
        """Answer the plain lines that come next by the block."""
        from sudokutools.blocks.block import DEFERRED
        from sudokutools.cli.run.blocks import answers, record_of_line

        lines, source = self._lines, self._source
        for answer in answers(plan, lines, self._reader.count + 1, self.settings.jobs):
            first_line = lines.number - answer.records + 1
            first_number = self._reader.count + 1
            self._reader.count += answer.records
            is_whole = not any(plan.kinds[event.found].is_deferred for event in answer.events)
            pieces = iter([answer.output] if is_whole else answer.output.split(DEFERRED))
            self.take_answer(answer, plan, next(pieces))
            for event in answer.events:
                line = first_line + event.record
                if plan.kinds[event.found].is_deferred:
                    number = first_number + event.record
                    record = record_of_line(event.text, number, source, line)
                    self.take(worker.answer(Task(record, style))._replace(is_part=True))
                    self.output.write(next(pieces))
                elif plan.message is not None:
                    self.report(plan.message(event, f"{source}:{line}"))
            self.mark()

    # Going on after a cut

    def mark(self) -> None:
        """Say that the output is whole up to here, between two records."""
        if not self._is_waiting:
            self.output.mark(self.records, self.status, self.passed, self._has_header)

    def left_of(self, records: range, write: Callable[[int], str | bytes]) -> range:
        """Return those of records without an input that are not done; `write` makes samples."""
        samples, self._samples = self._samples, None
        if samples is None:
            return records
        for number, record in enumerate(records[: samples.done.records], 1):
            if self._begins(samples, number):
                self._write_of_record(write(record))
                samples.end(number)
        self._go_on(samples)
        return records[samples.done.records :]

    def _left(self, items: Iterator[Record | Passage], worker: Worker) -> Iterator[_Styled]:
        """Yield the items that are not done; make samples of the others. SudokuError: not equal."""
        styled_items = self._with_styles(items, worker)
        samples = self._samples
        if samples is None:
            yield from styled_items
            return
        number = plain_lines = 0
        while number < samples.done.records:
            styled = next(styled_items, None)
            if styled is None:
                if not self.has_read:  # What failed was told.
                    raise click.exceptions.Exit(Exit.ERROR)
                raise SudokuError(
                    f"the input has {number} records; {samples.done.records} are done"
                )
            item, style, _ = styled
            wanted = self._begins(samples, number + 1)
            plain_lines = plain_lines + 1 if _is_plain(item) else 0
            if isinstance(item, Passage):
                text = worker.write_passage(item, style)
                if wanted:
                    self.output.write(text)
                continue
            number = item.number
            if wanted:
                self._write_of_record(_text_of(item, style, worker))
                samples.end(number)
            elif plain_lines > 1 and samples.gap(number) and worker.blocks(style) is not None:
                passed = pass_over(self._lines, samples.gap(number))
                self._reader.count += passed
                number += passed
        self._samples = None
        self._go_on(samples)
        yield from styled_items

    def _begins(self, samples: Samples, number: int) -> bool:
        """Tell whether a record belongs to a sample, which may begin with it."""
        sample = samples.of(number)
        if sample is not None and sample.mark.has_header:
            self._omit_header()
        return sample is not None

    def _write_of_record(self, text: str | bytes) -> None:
        if text and self._header:
            self._write_header()
        self.output.write(text)

    def _go_on(self, samples: Samples) -> None:
        if samples.done.has_header:
            self._omit_header()
        samples.output.go_on()
        self.mark()

    # Writing

    def take(self, outcome: Outcome) -> None:
        """Write what a record gave, and remember the rest."""
        if outcome.text:
            if self._header and outcome.is_record:
                self._write_header()
            self.output.write(outcome.text)
        for message in outcome.messages:
            self.report(message)
        self.raise_status(outcome.status)
        if outcome.is_record and not outcome.is_part:
            self.passed += outcome.passes
            self._counts["records"] += 1
            self._counts.update(outcome.counts)
            self._progress.update(self._counts["records"])
            self.mark()

    def take_many(self, text: bytes, records: int) -> None:
        """Write what many records gave at once."""
        if self._header and text:
            self._write_header()
        self.output.write(text)
        self._counts["records"] += records
        self._progress.update(self._counts["records"])

    def _write_header(self) -> None:
        """Write what stands above all records; what stands below them is written at the end."""
        self.output.write(self._header)
        self._omit_header()

    def _omit_header(self) -> None:
        """Leave out what was written above all records."""
        self._header = ""
        self._has_header = True
        self._footer = "" if self._style is None else self._style.format.footer()

    def take_answer(self, answer: Answer, plan: BlockPlan, text: bytes) -> None:
        """Write `text`, what a block gave up to the first record that is deferred; count it all."""
        self.take_many(text, answer.records)
        for total, kind in zip(answer.totals, plan.kinds, strict=True):
            if total:
                self.raise_status(kind.status)
                self.passed += total * kind.passes
                if kind.name:
                    self._counts[kind.name] += total

    @property
    def records(self) -> int:
        """The number of records so far."""
        return self._counts["records"]

    def raise_status(self, status: Exit) -> None:
        """Let the worst record decide."""
        self.status = max(self.status, status)

    def report(self, message: Message) -> None:
        """Print a message, unless it is a warning of which there were enough."""
        if message.is_once and message.kind in self._warnings:
            return
        if message.kind:
            self._warnings[message.kind] += 1
            if self.settings.quiet or self._warnings[message.kind] > MAX_WARNINGS:
                return
        self._progress.clear()
        complain(message.text)

    def _summarise(self) -> None:
        for kind, count in self._warnings.items():
            if count > MAX_WARNINGS and not self.settings.quiet:
                complain(f"{count - MAX_WARNINGS} more {kind}")
        if self.settings.verbose:
            seconds = time.perf_counter() - self._began
            counted = ", ".join(f"{count} {name}" for name, count in self._counts.items())
            counted = (
                counted.replace("1 records", "1 record", 1) if counted[:2] == "1 " else counted
            )
            complain(f"{counted or 'no records'} in {seconds:.2f} s")
