"""Answer plain 9x9 lines as blocks, the fast path of commands with kernels for it.

The first other line ends a block; the reader continues there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from sudokutools.blocks import block
from sudokutools.blocks.block import DEFERRED, Answer, Work
from sudokutools.cli.run.worker import BlockPlan, Worker
from sudokutools.formats import line as line_format
from sudokutools.formats.format import Record, Style
from sudokutools.formats.line import parse_line
from sudokutools.formats.reading.lines import LineSource
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.cli.run.cluster import Cluster, Crew
    from sudokutools.cli.run.reading import PlainLines
    from sudokutools.cli.run.writer import Writer
    from sudokutools.formats.columns import Row

_LARGE = 1 << 22


class Blocks:
    """Answers to blocks of plain lines, from a cluster if there is one."""

    def __init__(
        self, plan: BlockPlan, worker: Worker, writer: Writer, cluster: Cluster | None = None
    ) -> None:
        self._plan, self._worker, self._writer = plan, worker, writer
        self._crew = None if cluster is None else cluster.crew(lambda block: len(block[0]))

    def answer(self, chunk: PlainLines, style: Style) -> None:
        lines, reader = chunk.lines, chunk.reader
        plan, writer = self._plan, self._writer
        jobs = writer.settings.jobs
        for answer in answers(plan.work, lines, reader.count + 1, jobs, self._crew):
            if not answer.records:
                continue
            if plan.checked is not None:
                answer = plan.checked(answer)
            first_line = lines.number - answer.records + 1
            first_number = reader.count + 1
            reader.count += answer.records
            has_deferred = any(plan.kinds[event.found].is_deferred for event in answer.events)
            pieces = iter(answer.output.split(DEFERRED) if has_deferred else [answer.output])
            writer.take_answer(answer, plan.kinds, next(pieces))
            for event in answer.events:
                line = first_line + event.record
                if plan.kinds[event.found].is_deferred:
                    number = first_number + event.record
                    record = record_of_line(event.text, number, chunk.source, line, chunk.row)
                    outcome = self._worker.answer((record, style))
                    outcome.is_part = True
                    writer.take(outcome)
                    writer.output.write(next(pieces))
                elif plan.message is not None:
                    writer.report(plan.message(event, f"{chunk.source}:{line}"))
            writer.mark()


def answers(
    work: Work, lines: LineSource, number: int, jobs: int, crew: Crew | None = None
) -> Iterator[Answer]:
    """Yield the answers to the plain lines that follow, from record `number`; keep the others."""
    # Freeing a large buffer first keeps malloc from returning each block to the system, which takes
    # a tenth of the time of the fastest work.
    bytes(_LARGE)
    first = lines.take_block()
    if not first:
        return
    if crew is not None:
        found = _answers_of(crew, work, lines, first, number)
    else:
        # Threads cost more than one block is worth.
        threads = jobs if len(first) >= block.BLOCK_LENGTH // 2 else 1
        taken = iter([first])

        def take() -> bytes:
            return next(taken, None) or lines.take_block()

        found = block.run(work, take, number, threads, lambda: lines.is_ready)
    for answer in found:
        lines.number += answer.records
        if answer.rest:
            lines.give_back(answer.rest)
        yield answer


def _answers_of(
    crew: Crew, work: Work, lines: LineSource, kept: bytes, number: int
) -> Iterator[Answer]:
    """Yield the answers of a cluster, to blocks of the length that it prefers."""
    from sudokutools.cli.run.cluster import answer_block
    from sudokutools.cli.run.processes import Carried

    def is_ready() -> bool:
        return bool(kept) or lines.is_ready

    def take() -> bytes:
        nonlocal kept
        length = crew.length
        while len(kept) < length and is_ready() and (more := lines.take_block()):
            kept += more
        end = kept.find(b"\n", length - 1) + 1 or len(kept)
        taken, kept = kept[:end], kept[end:]
        return taken

    answered = Carried(partial(answer_block, work))
    for answer in block.run_on(crew, answered, take, number, is_ready, lambda: crew.width):
        yield answer._replace(rest=answer.rest + kept) if answer.rest else answer


def record_of_line(
    text: bytes, number: int, source: str, line: int, row: Row | None = None
) -> Record:
    """Return the record of a plain line, or of one below a header like `row`."""
    cells = text
    if row is not None:
        row = row._replace(texts=text.decode("utf-8", "surrogateescape").split(row.separator))
        cells = row.texts[row.place].encode()
    grid, note = parse_line(cells.strip(), Geometry.of(3, 3), None)
    record = Record(line_format.FORMAT, grid, raw=text + b"\n", note=note)
    record.row, record.number, record.source, record.line = row, number, source, line
    return record


def grid_of_line(text: bytes) -> Grid:
    return parse_line(text.strip(), Geometry.of(3, 3), None)[0]
