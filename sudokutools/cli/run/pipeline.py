"""The work of a command on its input: read, style, skip finished records, answer, write.

`read` cuts the input into chunks. `Styler` chooses the style of each answer, which the first
readable record decides. `skip` omits what an earlier run has answered (`--resume`). `run` lets a
worker answer the rest, and a `Writer` write the answers in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import click

from sudokutools import formats
from sudokutools._support.limits import cores
from sudokutools.cli.run.jobs import Jobs, open_cluster
from sudokutools.cli.run.output import OutputError
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.reading import (
    Chunk,
    OtherLines,
    PlainLines,
    chunks_of,
    open_lines,
    source_name,
)
from sudokutools.cli.run.worker import MAX_PLACES, Between, Message, Outcome, Task, Worker
from sudokutools.cli.run.writer import ANY_LINE, ANY_NUMBER, Repeated, Writer
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import Passage

if TYPE_CHECKING:
    from sudokutools.cli.run.blocks import Blocks
    from sudokutools.cli.run.cluster import Cluster
    from sudokutools.formats.columns import Row

MAX_WAITING = 1 << 20  # The maximum number of bytes before the first readable record.

Styled = tuple[Chunk, Style, bool]
"""A chunk, the style of its answer, and whether its error has been reported."""


def run(worker: Worker, writer: Writer) -> None:
    settings = writer.settings
    writer.output.has_colour &= worker.draws
    before, cores.number = cores.number, settings.jobs
    cores.counted = writer.progress.show_counted
    try:
        with open_cluster(settings.scheduler) or nullcontext() as cluster:
            shared = (settings.jobs, cluster) if worker.in_parallel else (1,)
            with Jobs(worker.answers, *shared) as jobs:
                _Pipeline(worker, writer, jobs, cluster).run()
    finally:
        cores.number = before
        vars(cores).pop("counted", None)
    if not writer.has_read:
        writer.output.cancel_replacement()


class _Pipeline:
    """The way of the chunks of an input from the reader through a worker to the writer."""

    def __init__(
        self,
        worker: Worker,
        writer: Writer,
        jobs: Jobs[Task, Iterable[Outcome]],
        cluster: Cluster | None,
    ) -> None:
        self._worker, self._writer, self._jobs, self._cluster = worker, writer, jobs, cluster
        self._styler = Styler(worker, writer)
        # Made once, for lines and for rows: threads and formatted verdicts are kept.
        self._blocks: dict[bool, Blocks | None] = {}
        self._blocks_style: Style | None = None
        # Records that blocks do not answer, such as puzzles in sudoku-mask, would cost a block
        # each: after a vain attempt the next ones, each time twice as many, are read one by one.
        self._one_by_one, self._next_time = 0, 1
        # An empty line below a comment belongs to it.
        self._has_blank = self._is_titled = False

    def run(self) -> None:
        worker, writer = self._worker, self._writer
        styled = self._styler.styled(read(writer, self._flush, self._takes_blocks))
        for chunk, style, is_reported in skip(styled, worker, writer):
            if isinstance(chunk, PlainLines):
                self._answer_lines(chunk, style)
            elif isinstance(chunk, OtherLines):
                self._answer_others(chunk, style)
            elif isinstance(chunk, Passage):
                self._answer_passage(chunk, style)
            else:
                self._answer_record(chunk, style, is_reported)
                if writer.settings.stops and chunk.grid is None and not chunk.passed_on:
                    writer.has_read = False
                    break
        self._write(self._jobs.drain())
        if self._has_blank:
            self._report_missing()

    def _write(self, answers: Iterable[Iterable[Outcome]]) -> None:
        for outcomes in answers:
            for outcome in outcomes:
                self._writer.take(self._worker.checked(outcome))

    def _flush(self) -> None:
        self._write(self._jobs.drain())
        self._writer.output.flush()

    def _takes_blocks(self, record: Record) -> bool:
        """Whether lines below a record may be answered as a block."""
        if record.grid is None:
            is_open = self._styler.may_wait or self._writer.settings.resumes
            return self._worker.errors_alike and not is_open
        if record.format.has_keys and not self._worker.reads_objects:
            return False
        return not self._one_by_one and self._blocks.get(record.row is not None, True) is not None

    def _answer_lines(self, chunk: PlainLines, style: Style) -> None:
        is_row = chunk.row is not None
        if style is not self._blocks_style:  # It names the geometry now.
            self._blocks, self._blocks_style = {}, style
        if is_row not in self._blocks:
            self._blocks[is_row] = self._blocks_for(style, is_row)
        blocks, answered = self._blocks[is_row], chunk.reader.count
        if blocks is None:
            return
        if _fits(chunk.row, style):
            self._write(self._jobs.drain())
            self._write([blocks.outcomes(chunk, style)])
        made_no_progress = chunk.reader.count == answered
        self._one_by_one = self._next_time if made_no_progress else 0
        self._next_time = 2 * self._next_time if made_no_progress else 1

    def _answer_others(self, chunk: OtherLines, style: Style) -> None:
        """Answer unreadable records as one of them, of which only the numbers differ."""
        from copy import copy

        self._write(self._jobs.drain())
        self._one_by_one = max(self._one_by_one - chunk.records, 0)
        probe, error = copy(chunk.record), chunk.record.error
        assert error is not None
        probe.number, probe.error = ANY_NUMBER, copy(error)
        probe.error.line = ANY_LINE
        outcome = self._worker.unreadable(probe, style, is_reported=False)
        self._writer.repeat(Repeated(outcome, chunk.number, chunk.line, chunk.records))

    def _blocks_for(self, style: Style, is_row: bool) -> Blocks | None:
        has_rows = style.columns is not None and style.columns.place is not None
        work = self._worker.blocks(style) if is_row == has_rows else None
        if work is None:
            worker = self._worker
            work = worker.row_blocks(style) if is_row else worker.drawn_blocks(style)
        if work is None:
            return None
        from sudokutools.cli.run.blocks import Blocks, within

        work = within(work, self._worker.block_seconds)
        jobs = self._writer.settings.jobs
        return Blocks(work, self._worker, self._jobs, jobs, self._cluster)

    def _answer_passage(self, passage: Passage, style: Style) -> None:
        self._has_blank |= passage.kind == "blank" and not self._is_titled
        self._is_titled = passage.kind == "comment"
        # Long output is written in pieces to save memory.
        is_small = self._worker.places * passage.lines <= MAX_PLACES
        for piece in (passage,) if is_small else passage.pieces():
            self._write(self._jobs.put_result((self._worker.between(piece, style),)))

    def _answer_record(self, record: Record, style: Style, is_reported: bool) -> None:
        if self._has_blank and record.format.keeps_places and not record.is_parted:
            self._report_missing()
        self._has_blank = self._is_titled = False
        self._one_by_one = max(self._one_by_one - 1, 0)
        if record.grid is None:
            bad = self._worker.unreadable(record, style, is_reported)
            self._write(self._jobs.put_result((bad,)))
            return
        if record.warning:
            warning = Message(f"{record.place}: {record.warning}", "warnings of this kind")
            self._write(self._jobs.put_result((Between(messages=[warning]),)))
        for task in self._worker.tasks(record, style):
            self._write(self._jobs.put(task))

    def _report_missing(self) -> None:
        status = self._worker.missing_status
        self._writer.has_missing = True
        self._writer.raise_status(status)
        if status:
            text = "empty lines: records are missing"
            self._writer.report(Message(text, "empty lines", is_once=True))


def read(
    writer: Writer, flush: Callable[[], None], by_block: Callable[[Record], bool]
) -> Iterator[Chunk]:
    """The first stage: yield the chunks of all files, and report unreadable files.

    `flush` is called before a read that may block; `by_block` returns whether plain lines below a
    record may be answered as a block.
    """
    settings, output = writer.settings, writer.output
    reader = Reader(
        settings.geometry, settings.from_form, settings.column, settings.prefers, settings.spec
    )
    for number, name in enumerate(settings.files, 1):
        try:
            lines, close = open_lines(name, flush, output, partial(output.watch, reader))
            writer.progress.follow(settings.files, number, lines)
            try:
                yield from chunks_of(lines, source_name(name, number), reader, by_block)
                output.read_rest()
            finally:
                close()
            writer.has_read = True
        except OSError as error:
            if isinstance(error, OutputError) or error.filename not in (None, name):
                raise
            writer.report(Message(f"{name}: {(error.strerror or str(error)).lower()}"))
            writer.raise_status(Exit.ERROR)
            # After a file that is only partly read, the numbers of later records would change.
            if settings.stops or settings.resumes:
                writer.has_read = False
                return


def skip(chunks: Iterator[Styled], worker: Worker, writer: Writer) -> Iterator[Styled]:
    """The third stage: skip the records that an earlier run has answered."""
    number, done = 0, writer.records
    while number < done and (styled := next(chunks, None)) is not None:
        chunk, style, _ = styled
        if isinstance(chunk, PlainLines):
            number += chunk.skip(done - number)
        elif isinstance(chunk, OtherLines):
            number += chunk.records  # Not with --resume.
        elif isinstance(chunk, Passage):
            for piece in islice(chunk.pieces(), 1):  # Workers remember comments.
                worker.write_passage(piece, style)
        else:
            number = chunk.number
    if number < done and not writer.has_read:  # The unreadable file was reported.
        raise click.exceptions.Exit(Exit.ERROR)
    if writer.output.skips:
        writer.output.go_on()
    yield from chunks


def _fits(row: Row | None, style: Style) -> bool:
    columns = style.columns
    return row is None or columns is None or (row.place == columns.place and columns.fits(row))


class Styler:
    """The second stage: the first readable record decides the style unless an option does."""

    def __init__(self, worker: Worker, writer: Writer) -> None:
        form = writer.settings.format
        self._worker, self._writer = worker, writer
        self._style = None if form is None else writer.style_of(form)
        self._has_begun = False
        self._length = 0  # Of the text before the first readable record.

    @property
    def may_wait(self) -> bool:
        """Whether chunks wait for the first readable record, which decides their style."""
        style = self._style
        is_open = style is None or (not self._has_begun and style.format.has_columns)
        return is_open and self._worker.writes_records and self._length < MAX_WAITING

    def styled(self, chunks: Iterator[Chunk]) -> Iterator[Styled]:
        """Yield chunks with their style; those before the first readable record wait for it."""
        waiting: list[Styled] = []
        for chunk in chunks:
            if isinstance(chunk, PlainLines):
                assert self._style is not None
                style = self._style
            elif isinstance(chunk, OtherLines):
                style = self._style or self._writer.style_of(chunk.record.format)
            elif isinstance(chunk, Record) and (chunk.grid or chunk.passed_on or chunk.row):
                style = self._style_of(chunk)
            else:
                is_record = isinstance(chunk, Record)
                default = formats.find(formats.DEFAULT)
                form = chunk.format if isinstance(chunk, Record) else default
                style = self._style or self._writer.style_of(form)
                self._length += len(chunk.raw) + 1
                if self.may_wait and not (is_record and self._writer.settings.stops):
                    waiting.append((chunk, style, is_record))
                    if isinstance(chunk, Record) and not self._writer.output.skips:
                        self._writer.report(Message(str(chunk.error)))
                        self._writer.raise_status(Exit.ERROR)
                    continue
            for earlier, _, is_reported in waiting:
                yield earlier, style, is_reported
            waiting.clear()
            yield chunk, style, False
        yield from waiting

    def _style_of(self, record: Record) -> Style:
        if self._style is None:
            self._style = self._writer.style_of(record.format)
            self._writer.footer = record.format.footer()
        style, grid = self._style, record.grid
        if not style.says_geometry and grid is not None and style.format.hides(grid):
            from copy import copy

            self._style = copy(style)  # Other records are still being written in the old style.
            self._style.says_geometry = True
        if not self._has_begun:
            self._has_begun = True
            self._begin(record, self._style)
        return self._style

    def _begin(self, record: Record, style: Style) -> None:
        """Let the first record decide the header, and the columns of a data set."""
        worker, writer = self._worker, self._writer
        known = (record.comments, record.extra) if style.comments else ((), {})
        writer.header = style.format.preface(*known) or writer.header
        form = style.format
        if not form.has_columns or not worker.own_column:
            return
        names, facts = worker.grid_columns, worker.facts
        if record.row is None and not form.has_header and len([*names, *facts]) < 2:
            return
        from sudokutools.formats.columns import Columns

        is_variant = record.grid is not None and not record.grid.is_plain
        is_chosen = writer.settings.format is not None or record.row is None
        style.columns = Columns.of(
            record.row,
            names,
            worker.own_column,
            facts,
            is_variant or worker.adds_clues,
            record.row is None and form.has_notes and bool(record.note),
            form.delimiter if is_chosen or record.row is None else record.row.separator,
        )
        writer.header = style.columns.head()
