"""Blocks of 9x9 `line` records: what is asked of them, what they give, and the threads that do it.

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

from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudokutools import core
from sudokutools.limits import Check, never

if TYPE_CHECKING:
    from concurrent.futures import Future

    from sudokutools.histogram import Tally

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
