"""The work of a command on its input: read, style, skip finished records, answer, write.

`read` cuts the input into chunks. `Styler` chooses the style of each answer, which the first
readable record decides. `skip` omits what an earlier run has answered (`--resume`). `run` lets a
worker answer the rest, and a `Writer` write the answers in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from sudokutools import formats
from sudokutools._support.limits import cores
from sudokutools.cli.run.jobs import Jobs, open_cluster
from sudokutools.cli.run.output import OutputError
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.reading import Chunk, PlainLines, chunks_of, open_lines, source_name
from sudokutools.cli.run.worker import MAX_PLACES, Message, Outcome, Task, Worker
from sudokutools.cli.run.writer import Writer
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


def run(worker: Worker, writer: Writer, in_parallel: bool = True) -> None:
    settings, output = writer.settings, writer.output
    output.has_colour &= worker.draws
    before, cores.number = cores.number, settings.jobs
    cluster = open_cluster(settings.scheduler)
    jobs = Jobs(
        worker.answer,
        lambda outcome: writer.take(worker.checked(outcome)),
        settings.jobs if in_parallel else 1,
        cluster if in_parallel else None,
    )

    def flush() -> None:
        jobs.drain()
        output.flush()

    # Records that blocks do not answer, such as puzzles in sudoku-mask, would cost a block each:
    # after a vain attempt the next ones, each time twice as many, are read one by one.
    one_by_one, next_time = 0, 1
    # Made once: threads and formatted verdicts are kept between blocks.
    plans: dict[bool, Blocks | None] = {}
    has_blank = is_titled = False  # An empty line below a comment belongs to it.

    def by_block(record: Record) -> bool:
        return not one_by_one and plans.get(record.row is not None, True) is not None

    chunks = skip(Styler(worker, writer).styled(read(writer, flush, by_block)), worker, writer)
    try:
        for chunk, style, is_reported in chunks:
            if isinstance(chunk, PlainLines):
                is_row = chunk.row is not None
                if is_row not in plans:
                    plans[is_row] = _blocks(worker, writer, style, cluster, is_row)
                blocks = plans[is_row]
                if blocks is not None:
                    answered = chunk.reader.count
                    if _fits(chunk.row, style):
                        jobs.drain()
                        blocks.answer(chunk, style)
                    is_vain = chunk.reader.count == answered
                    one_by_one = next_time if is_vain else 0
                    next_time = 2 * next_time if is_vain else 1
                continue
            if isinstance(chunk, Passage):
                has_blank |= chunk.kind == "blank" and not is_titled
                is_titled = chunk.kind == "comment"
                _answer_passage(chunk, style, worker, jobs)
                continue
            if has_blank and chunk.format.keeps_places:
                _report_missing(worker, writer)
            has_blank = is_titled = False
            one_by_one = max(one_by_one - 1, 0)
            if chunk.grid is not None:
                if chunk.warning:
                    warning = Message(f"{chunk.place}: {chunk.warning}", "warnings of this kind")
                    jobs.put_result(Outcome(messages=[warning], is_record=False))
                for task in worker.tasks(chunk, style):
                    jobs.put(task)
            else:
                jobs.put_result(_unreadable(chunk, worker, style, is_reported))
                if settings.stops and not chunk.passed_on:
                    writer.has_read = False
                    break
        jobs.drain()
        if has_blank:
            _report_missing(worker, writer)
    finally:
        jobs.end()
        cores.number = before
        if cluster is not None:
            cluster.end()
    if not writer.has_read:
        output.cancel_replacement()


def read(
    writer: Writer, flush: Callable[[], None], by_block: Callable[[Record], bool]
) -> Iterator[Chunk]:
    """The first stage: yield the chunks of all files, and report unreadable files.

    `flush` is called before a read that may block; `by_block` returns whether plain lines below a
    record may be answered as a block.
    """
    settings, output = writer.settings, writer.output
    reader = Reader(
        settings.geometry, settings.from_form, settings.column, settings.prefers, settings.said
    )
    for number, name in enumerate(settings.files, 1):
        try:
            lines, close = open_lines(name, flush, output, output.watch(reader))
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


def _blocks(
    worker: Worker, writer: Writer, style: Style, cluster: Cluster | None, is_row: bool
) -> Blocks | None:
    has_rows = style.columns is not None and style.columns.place is not None
    plan = worker.blocks(style) if is_row == has_rows else None
    if plan is None and is_row:
        plan = worker.row_blocks(style)
    if plan is None:
        return None
    from sudokutools.cli.run.blocks import Blocks

    return Blocks(plan, worker, writer, cluster)


def _fits(row: Row | None, style: Style) -> bool:
    columns = style.columns
    return row is None or columns is None or (row.place == columns.place and columns.fits(row))


def _answer_passage(
    passage: Passage, style: Style, worker: Worker, jobs: Jobs[Task, Outcome]
) -> None:
    # Long output is written in pieces to save memory.
    is_small = worker.places * passage.lines <= MAX_PLACES
    for piece in (passage,) if is_small else passage.pieces():
        text, rejected = worker.write_passage(piece, style), worker.rejected(piece)
        jobs.put_result(Outcome(text, is_record=False, rejected=rejected))


def _report_missing(worker: Worker, writer: Writer) -> None:
    writer.has_missing = True
    writer.raise_status(worker.missing_status)
    if worker.missing_status:
        writer.report(Message("empty lines: records are missing", "empty lines", is_once=True))


def _unreadable(record: Record, worker: Worker, style: Style, is_reported: bool) -> Outcome:
    text, rejected = worker.write_bad(record, style), worker.rejected(record)
    if record.passed_on:
        return Outcome(text, status=worker.missing_status, passes=False, rejected=rejected)
    messages = [] if is_reported else [Message(str(record.error))]
    return Outcome(text, messages, Exit.ERROR, ["unreadable"], passes=False, rejected=rejected)


class Styler:
    """The second stage: the first readable record decides the style unless an option does."""

    def __init__(self, worker: Worker, writer: Writer) -> None:
        form = writer.settings.format
        self._worker, self._writer = worker, writer
        self._style = None if form is None else writer.style_of(form)
        self._has_begun = False

    def styled(self, chunks: Iterator[Chunk]) -> Iterator[Styled]:
        """Yield chunks with their style; those before the first readable record wait for it."""
        waiting: list[Styled] = []
        length = 0
        for chunk in chunks:
            if isinstance(chunk, PlainLines):
                assert self._style is not None
                style = self._style
            elif isinstance(chunk, Record) and (chunk.grid or chunk.passed_on or chunk.row):
                style = self._style_of(chunk)
            else:
                is_record = isinstance(chunk, Record)
                default = formats.find(formats.DEFAULT)
                form = chunk.format if isinstance(chunk, Record) else default
                style = self._style or self._writer.style_of(form)
                length += len(chunk.raw) + 1
                is_open = self._style is None or (not self._has_begun and style.format.has_columns)
                waits = is_open and self._worker.writes_records and length < MAX_WAITING
                if waits and not (is_record and self._writer.settings.stops):
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
        names, facts, form = worker.grid_columns, worker.facts, style.format
        is_set = record.row is not None or form.has_header or len([*names, *facts]) > 1
        if not form.has_columns or not worker.own_column or not is_set:
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
