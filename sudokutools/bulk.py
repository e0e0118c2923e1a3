"""Blocks of 9x9 `line` records: solved, counted or judged all at once.

A block is the bytes of whole lines; the answer is the bytes to be written for them, in the order
of the input. How a record is written is a *form*, chosen by what was found of it: plain text with
parts that are filled in, each one byte that no line has (`SOLUTION + NOTE + b"\\n"`).

Only plain records are taken: 81 cells, then nothing or a note without control characters. The first
line that is anything else (a comment, another size, a bad character) ends the block; what is left
is for `sudokutools.reading` to judge, and bulk work goes on after it.

The compiled core works on many puzzles at a time, without the interpreter's lock, so that threads
share the processor's cores (`run`). Without one, the Python engines give the same answers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudokutools import core
from sudokutools.grid import CHARACTER_VALUES, LINE_CHARACTERS, Geometry, Grid
from sudokutools.limits import Check, never
from sudokutools.streams import Stream

if TYPE_CHECKING:
    from concurrent.futures import Future

NONE, UNIQUE, SEVERAL, COMPLETE, NEEDLESS = range(5)
"""What was found: no solution, one, more; one and no cell was empty; one and a needless clue."""

NUMBER, CLUES, COUNT, SOLUTION, PUZZLE, NOTE, RAW = (bytes([part]) for part in range(1, 8))
"""Parts of a form: the number of the record, the number of its clues, the number of its solutions
(counted no further than the limit), a solution, the puzzle with all empty cells written alike, a
tab and the note (nothing where there is none), the line as it was read without its end."""

BLOCK_LENGTH = 1 << 18
"""A good length of a block in bytes: 3200 puzzles, whose work fits into the processor's cache."""

DEFERRED = b"\0\n"
"""The form of a record that is to be answered one by one: what is to be put in its place."""

Key = tuple[int, int, int, int]


class Event(NamedTuple):
    """A record to be reported: its index in the block, what was found, its place in the block.

    `found` is one of the five constants. `best` tells what was reached where a request was missed.
    """

    record: int
    found: int
    start: int
    end: int
    best: str = ""


class Answer(NamedTuple):
    """What a block gave: the text, how many records and bytes it answers, events in order.

    `totals` counts the records of each of the five kinds. `rest` is set by `run`: the text that
    was taken and is not answered.
    """

    output: bytes
    records: int
    consumed: int
    totals: tuple[int, ...]
    events: list[Event]
    rest: bytes = b""


class Work(Protocol):
    """What is done with blocks: called with a block and the number of its first record, from 1."""

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer a block; `check` is called every few milliseconds and may raise."""
        ...


class SolveBlocks:
    """Solve the records of blocks.

    forms     how NONE, UNIQUE, SEVERAL, COMPLETE and NEEDLESS are written
    reported  which of them are events
    limit     how far solutions are counted; with 1, UNIQUE is at least one
    minimal   look for needless clues of what has one solution
    key       of several solutions take a random one: record i draws from stream `start` + i - 1;
              without a key it is the first that `engines.propagate` finds
    empty     how PUZZLE writes an empty cell

    >>> work = SolveBlocks((RAW, SOLUTION, b"several", SOLUTION, b""))
    >>> text = b"1.345678945678912378912345621.3.5897365897214897214365531642978642978531978531642"
    >>> work(text, 1).output
    b'123456789456789123789123456214365897365897214897214365531642978642978531978531642'
    """

    def __init__(
        self,
        forms: tuple[bytes, bytes, bytes, bytes, bytes],
        reported: Sequence[int] = (),
        limit: int = 2,
        minimal: bool = False,
        key: Key | None = None,
        start: int = 0,
        empty: str = ".",
    ) -> None:
        self.forms = forms
        self.reported = sum(1 << found for found in reported)
        self.limit = min(limit, (1 << 64) - 1)
        self.minimal = minimal
        self.key = key
        self.start = start
        self.empty = empty.encode()

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer the plain records at the beginning of a block."""
        kernels = core.native()
        if kernels is None:
            return self.answer_in_python(block, number, check)
        output, records, consumed, totals, events = kernels.bulk_block(
            core.name(),
            block,
            self.limit,
            self.minimal,
            self.key,
            self.start + number - 1,
            number,
            self.forms,
            self.empty[0],
            self.reported,
            None if check is never else check,
        )
        return Answer(output, records, consumed, totals, [Event(*event) for event in events])

    def answer_in_python(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Do the same without compiled kernels: the twin that the tests compare with."""
        pieces = []
        totals = [0] * 5
        events = []
        index = -1
        consumed = 0
        for index, line in enumerate(plain_lines(block)):
            count, solution = self._solve(line.grid, number + index, check)
            found = min(count, SEVERAL)
            if found == UNIQUE and line.grid.is_complete:
                found = COMPLETE
            if self.minimal and found in (UNIQUE, COMPLETE) and _has_needless(line.grid, check):
                found = NEEDLESS
            totals[found] += 1
            if self.reported >> found & 1:
                events.append(Event(index, found, line.start, line.end))
            values = {NUMBER: b"%d" % (number + index), COUNT: b"%d" % count, SOLUTION: solution}
            pieces.append(line.write(block, self.forms[found], self.empty, values))
            consumed = line.next
        return Answer(b"".join(pieces), index + 1, consumed, tuple(totals), events)

    def _solve(self, grid: Grid, number: int, check: Check) -> tuple[int, bytes]:
        """Return the number of solutions up to the limit, and the characters of the first."""
        from sudokutools.engines import propagate

        stream = None if self.key is None else Stream.from_key(self.key, self.start + number - 1)
        first = b""
        count = 0
        for solution in islice(propagate.solutions(grid, stream, check), self.limit):
            first = first or text_of(solution.cells)
            count += 1
        return count, first


_PLAIN = re.compile(
    rb"([1-9.0_*?-]{81})(?:[ \t,;#][^\x00-\x08\x0a-\x1f\x7f|]*)?\r?(?:\n|\Z)",
)
_NOTE = re.compile(rb"[ \t]*[,;]?[ \t]*(.*?)[ \t]*\Z", re.DOTALL)
_PARTS = re.compile(rb"[\x01-\x07]")
_MAX_LINE = 1 << 20


class PlainLine(NamedTuple):
    """A plain record: its grid, its note, and where its line starts, ends, and the next starts."""

    grid: Grid
    note: bytes
    start: int
    end: int
    next: int

    def write(self, block: bytes, form: bytes, empty: bytes, values: dict[bytes, bytes]) -> bytes:
        """Fill in a form; `values` are the parts that the record does not know."""
        known = {
            CLUES: b"%d" % self.grid.clue_count,
            PUZZLE: text_of(self.grid.cells, empty),
            NOTE: b"\t" + self.note if self.note else b"",
            RAW: block[self.start : self.end],
        } | values
        return _PARTS.sub(lambda match: known[match[0]], form)


def plain_lines(block: bytes) -> Iterator[PlainLine]:
    """Yield the plain records at the beginning of a block: the twin of `_core/lines.c`.

    >>> [line.note for line in plain_lines(b"." * 81 + b" , a note\\r\\n" + b"1" * 81)]
    [b'a note', b'']
    """
    start = 0
    while start < len(block):
        match = _PLAIN.match(block, start)
        if match is None:
            return
        end = start + len(match[0].rstrip(b"\n"))
        if end - start > _MAX_LINE:
            return
        if match[0].rstrip(b"\n").endswith(b"\r"):
            end -= 1
        found = _NOTE.match(block[start + 81 : end])
        note = found[1] if found else b""
        if b"box=" in note or max(note[:1] + note[-1:], default=0) >= 0x80:
            return
        grid = Grid(Geometry.of(3, 3), match[1].translate(CHARACTER_VALUES))
        yield PlainLine(grid, note, start, end, match.end())
        start = match.end()


def text_of(cells: bytes, empty: bytes = b".") -> bytes:
    """Return the characters of cells.

    >>> text_of(bytes([1, 0, 9]))
    b'1.9'
    """
    return cells.translate(empty + LINE_CHARACTERS["."][1:])


def _has_needless(puzzle: Grid, check: Check) -> bool:
    from sudokutools.solving import needless_clue

    return needless_clue(puzzle, check) is not None


def run(
    work: Work,
    take: Callable[[], bytes],
    number: int = 1,
    jobs: int = 1,
    is_ready: Callable[[], bool] = lambda: True,
    check: Check = never,
) -> Iterator[Answer]:
    """Yield the answers to blocks in order, `jobs` of them worked on at a time.

    `take` returns the next block, of whole lines, or nothing at the end of the input; before it is
    called while `is_ready` says that it would have to wait, all that was taken is answered.
    `number` is the number of the first record. Where a line is no plain record, the last answer
    has everything that was taken and is not answered as its `rest`; then, and at the end, it is
    over. What `check` or a signal raises ends the work of all threads.
    """
    if jobs == 1:
        while block := take():
            answer = work(block, number, check)
            number += answer.records
            if answer.consumed < len(block):
                yield answer._replace(rest=block[answer.consumed :])
                return
            yield answer
        return
    yield from _run_on_threads(work, take, number, jobs, is_ready, check)


def _line_feeds(block: bytes) -> int:
    kernels = core.native()
    return block.count(b"\n") if kernels is None else kernels.bulk_lines(block)


class _EndedError(Exception):
    """Raised in threads whose work nobody waits for any more."""


def _run_on_threads(
    work: Work,
    take: Callable[[], bytes],
    number: int,
    jobs: int,
    is_ready: Callable[[], bool],
    check: Check,
) -> Iterator[Answer]:
    from concurrent.futures import ThreadPoolExecutor

    pending: deque[tuple[bytes, Future[Answer]]] = deque()
    is_over = False
    is_ended = False

    def checked() -> None:
        if is_ended:
            raise _EndedError
        check()

    pool = ThreadPoolExecutor(jobs)
    try:
        while pending or not is_over:
            # Blocks wait, so that no thread has to, even behind one that takes much longer.
            while not is_over and len(pending) <= 3 * jobs and (not pending or is_ready()):
                block = take()
                if not block:
                    is_over = True
                    break
                pending.append((block, pool.submit(work, block, number, checked)))
                number += _line_feeds(block) + (not block.endswith(b"\n"))
            if not pending:
                return
            block, future = pending.popleft()
            answer = future.result()
            if answer.consumed < len(block):
                later = [other for other, _ in pending]
                yield answer._replace(rest=b"".join([block[answer.consumed :], *later]))
                return
            yield answer
    finally:
        is_ended = True
        pool.shutdown(wait=True, cancel_futures=True)
