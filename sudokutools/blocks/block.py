"""Blocks of 9x9 `line` records: what is asked of them, what they give, and the threads that do it.

A block is the bytes of whole lines; the answer is the bytes to be written for them, in the order
of the input. How a record is written is a *form*, chosen by what was found of it: plain text with
parts that are filled in, each one byte that no line has (`SOLUTION + NOTE + b"\\n"`).

Only plain records are taken: 81 cells, then nothing or a note without control characters. The first
line that is anything else (a comment, another size, a bad character) ends the block; what is left
is for `sudokutools.formats.reading` to judge, and bulk work goes on after it.

The compiled core works on many puzzles at a time, without the interpreter's lock, so that threads
share the processor's cores (`run`). Without one, the Python engines give the same answers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudokutools._support import core, system
from sudokutools._support.limits import Check, never

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sudokutools.checking.histogram import Tally

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
    """A record to be reported: its index in the block, what was found, its line without the end.

    `found` is one of the kinds that the totals count. `best` tells what was reached where a request
    was missed.
    """

    record: int
    found: int
    text: bytes
    best: str = ""


class Answer(NamedTuple):
    """What a block gave: the text, how many records and bytes it answers, events in order.

    `totals` counts the records of each kind; which kinds there are, the work says. `tally` has the
    ratings, where they are counted. `rest` is set by `run`: the text that was taken and is not
    answered.
    """

    output: bytes
    records: int
    consumed: int
    totals: tuple[int, ...]
    events: list[Event]
    tally: Tally | None = None
    rest: bytes = b""


class Pending(Protocol):
    """The answer to a block that may not be there yet."""

    def result(self) -> Answer:
        """Return the answer, once it is there."""
        ...


class Crew(Protocol):
    """Who answers several blocks at a time."""

    @property
    def width(self) -> int:
        """How many blocks may wait for their answers."""
        ...

    def submit(self, block: bytes, number: int) -> Pending:
        """Hand out a block with the number of its first record."""
        ...


class Work(Protocol):
    """What is done with blocks: called with a block and the number of its first record, from 1."""

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer a block; `check` is called every few milliseconds and may raise."""
        ...


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
    with _Threads(work, jobs, check) as threads:
        yield from run_on(threads, take, number, is_ready)


def _line_feeds(block: bytes) -> int:
    kernels = core.native()
    return block.count(b"\n") if kernels is None else kernels.bulk_lines(block)


def run_on(
    crew: Crew, take: Callable[[], bytes], number: int, is_ready: Callable[[], bool]
) -> Iterator[Answer]:
    """Yield the answers of a crew to blocks in order; the rest is as in `run`."""
    pending: deque[tuple[bytes, Pending]] = deque()
    is_over = False
    while pending or not is_over:
        while not is_over and len(pending) < crew.width and (not pending or is_ready()):
            block = take()
            if not block:
                is_over = True
                break
            pending.append((block, crew.submit(block, number)))
            number += _line_feeds(block) + (not block.endswith(b"\n"))
        if not pending:
            return
        block, first = pending.popleft()
        answer = first.result()
        if answer.consumed < len(block):
            later = [other for other, _ in pending]
            yield answer._replace(rest=b"".join([block[answer.consumed :], *later]))
            return
        yield answer


class _EndedError(Exception):
    """Raised in threads whose work nobody waits for any more."""


class _Threads:
    """Threads of this process; at the end of the `with` block their work is ended."""

    def __init__(self, work: Work, jobs: int, check: Check) -> None:
        # Blocks wait, so that no thread has to, even behind one that takes much longer.
        self.width = 3 * jobs + 1
        self._work = work
        self._check = check
        self._is_ended = False
        self._pool = system.threads(jobs)

    def submit(self, block: bytes, number: int) -> Future[Answer]:
        """Hand out a block."""
        return self._pool.submit(self._work, block, number, self._checked)

    def _checked(self) -> None:
        if self._is_ended:
            raise _EndedError
        self._check()

    def __enter__(self) -> _Threads:
        return self

    def __exit__(self, *exception: object) -> None:
        self._is_ended = True
        self._pool.shutdown(wait=True, cancel_futures=True)
