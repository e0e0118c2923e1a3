"""Answer plain 9x9 lines as blocks, the fast path of commands with kernels for it.

The first other line ends a block; the reader continues there.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.ordered import ordered_map, stoppable
from sudokutools.blocks.block import BLOCK_LENGTH, DEFERRED, OPEN, Answer, Event, Work
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Task, Worker
from sudokutools.errors import UndecidedError
from sudokutools.formats import line as line_format
from sudokutools.formats.format import Record, Style
from sudokutools.formats.line import parse_line
from sudokutools.formats.reading.lines import LineSource, lines_of_text
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.cli.run.cluster import Cluster, Crew
    from sudokutools.cli.run.jobs import Jobs
    from sudokutools.cli.run.reading import PlainLines
    from sudokutools.formats.columns import Row

_LARGE = 1 << 22
PATIENCE = 1.0  # A block that takes more seconds gains little.


def within(work: Work, seconds: float | None) -> Work:
    """Return work with a limit of time for each record."""
    return work if seconds is None else _WithinSeconds(work, seconds)


class _WithinSeconds(NamedTuple):
    """Answer a block of which no record can have taken as long as `seconds`, or nothing of it.

    The records of other blocks are answered one by one, each with its own limit.
    """

    work: Work
    seconds: float

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        deadline = Deadline(min(self.seconds, PATIENCE))

        def check_both() -> None:
            check()
            deadline()

        try:
            answer = self.work(block, number, check_both)
            deadline()
        except UndecidedError:
            return Answer(b"", 0, 0, (), [])
        return answer


class Blocks:
    """Answers to blocks of plain lines, from a cluster if there is one.

    The records that a block leaves to the worker are answered by a team, in their places.
    """

    def __init__(
        self,
        work: Work,
        worker: Worker,
        team: Jobs[Task, Iterable[Outcome]],
        jobs: int,
        cluster: Cluster | None = None,
    ) -> None:
        self._work, self._worker, self._team, self._jobs = work, worker, team, jobs
        self._crew = None if cluster is None else cluster.crew(lambda block: len(block[0]))

    def outcomes(self, chunk: PlainLines, style: Style) -> Iterator[Outcome]:
        """Yield the answers to the lines of a chunk, perhaps none."""
        lines, reader = chunk.lines, chunk.reader
        for answer in answers(self._work, lines, reader.count + 1, self._jobs, self._crew):
            if answer.records:
                reader.count += answer.records
                yield from self._parts(answer, chunk, style)

    def _parts(self, answer: Answer, chunk: PlainLines, style: Style) -> Iterator[Outcome]:
        """Yield an answer in parts, cut where the worker answers a record; the last one counts."""
        pieces = iter(answer.output.split(DEFERRED) if answer.events else [answer.output])
        messages: list[Message] = []
        counts: Counter[str] = Counter()
        last = Outcome("", messages, Exit.DONE, counts, answer.records, 0, answer.extra)
        waiting: deque[tuple[Event, list[Message]]] = deque()

        def given(results: Iterable[Iterable[Outcome]]) -> Iterator[Outcome]:
            for outcomes in results:
                event, before = waiting.popleft()
                yield Outcome(next(pieces), before, records=0)
                for outcome in outcomes:
                    if event.found == OPEN:
                        counts.update(outcome.counts)
                        last.passed += outcome.passed
                    outcome.records = 0
                    yield outcome

        for event in answer.events:
            after = answer.records - event.record - 1
            line, number = chunk.lines.number - after, chunk.reader.count - after
            message = self._worker.message_of(event, f"{chunk.source}:{line}")
            if message is not None:
                messages.append(message)
                continue
            record = record_of_line(event.text, number, chunk.source, line, chunk.row)
            waiting.append((event, messages))
            messages = []
            yield from given(self._team.put((record, style)))
        yield from given(self._team.drain())
        last.text, last.messages = next(pieces), messages
        for kind, total in zip(self._worker.kinds, answer.totals, strict=True):
            if total:
                counts.update(dict.fromkeys(kind.counts, total))
                last.status = max(last.status, kind.status)
                last.passed += total * kind.passed
        yield last


def answers(
    work: Work, lines: LineSource, number: int, jobs: int = 1, crew: Crew | None = None
) -> Iterator[Answer]:
    """Yield the answers to the plain lines that follow, in order, from record `number`.

    A crew of a cluster answers, else `jobs` threads. The first other line ends the iteration: it is
    given back with all lines after it. Exceptions and signals stop all threads.
    """
    # Freeing a large buffer first keeps malloc from returning each block to the system, which takes
    # a tenth of the time of the fastest work.
    bytes(_LARGE)
    source = _Source(lines, number, crew)
    if not source.kept:
        return

    def width() -> int:
        # Enough to keep threads busy while one block takes long.
        return 3 * jobs + 1 if crew is None else crew.width

    # Threads cost more than one block is worth.
    many = crew is None and len(source.kept) >= BLOCK_LENGTH // 2
    with stoppable(jobs if many else 1, never) as (pool, check):

        def answer_here(block: tuple[bytes, int]) -> Answer:
            return work(*block, check=check)

        answer: Callable[[tuple[bytes, int]], Answer] = answer_here
        if crew is not None:
            from sudokutools.cli.run.cluster import answer_block
            from sudokutools.cli.run.processes import Carried

            answer = Carried(partial(answer_block, work))
        for found in ordered_map(crew or pool, answer, source.blocks(), width):
            is_last = source.ends_with(found)
            yield found
            if is_last:
                return


class _Source:
    """The blocks of the lines that follow, for a crew of the length that it prefers.

    `kept` are lines that were taken and belong to no block yet; `pending` are unanswered blocks.
    """

    def __init__(self, lines: LineSource, number: int, crew: Crew | None) -> None:
        self._lines, self._number, self._crew = lines, number, crew
        self.kept = lines.take_block()
        self._pending: deque[bytes] = deque()

    def blocks(self) -> Iterator[tuple[bytes, int] | None]:
        """Yield blocks with the numbers of their first records; None instead of waiting."""
        number = self._number
        while True:
            while self._pending and not (self.kept or self._lines.is_ready):
                yield None
            block = self._take()
            if not block:
                return
            self._pending.append(block)
            yield block, number
            if self._pending:
                number += core.kernels().bulk_lines(block) + (not block.endswith(b"\n"))
            else:
                number = self._number

    def _take(self) -> bytes:
        taken, self.kept = self.kept or self._lines.take_block(), b""
        if self._crew is not None:
            length = self._crew.length
            while len(taken) < length and self._lines.is_ready:
                more = self._lines.take_block()
                if not more:
                    break
                taken += more
            end = taken.find(b"\n", length - 1) + 1 or len(taken)
            taken, self.kept = taken[:end], taken[end:]
        return taken

    def ends_with(self, answer: Answer) -> bool:
        """Count an answer; whether a line ends it, with which all the rest is given back."""
        block = self._pending.popleft()
        self._number += answer.records
        self._lines.number += answer.records
        if answer.consumed == len(block):
            return False
        rest = [block[answer.consumed :], *self._pending, self.kept]
        self._lines.give_back(b"".join(rest))
        return True


def record_of_line(
    text: bytes, number: int, source: str, line: int, row: Row | None = None
) -> Record:
    """Return the record of a plain line, or of one below a header like `row`."""
    if text.startswith(b"{"):
        from sudokutools.formats.reader import Reader

        record = next(Reader(None, "json").read(lines_of_text(text.decode()), source))
        assert isinstance(record, Record)
        record.number, record.line = number, line
        return record
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
