r"""Blocks of 9x9 `line` records: requests, answers and threads.

A block is the bytes of whole lines; the answer is the output for them, in order. A *form* defines
the output of a record, depending on the result: plain text with placeholders, each one byte that no
line contains (`SOLUTION + NOTE + b"\n"`).

A plain record is 81 cells, optionally followed by a note without control characters. The first line
that is anything else (a comment, another size, an invalid character) ends the block; the rest is
left to `sudokutools.formats.reading`, then bulk work continues.

Blocks need the compiled kernels, which work on many puzzles at a time without the interpreter's
lock, so threads use several cores (`run`). Commands without kernels answer record by record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sudokutools._support import core, system
from sudokutools._support.limits import Check, never
from sudokutools._support.ordered import ordered_map

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from sudokutools.checking.histogram import Tally

NONE, UNIQUE, SEVERAL, COMPLETE, NEEDLESS = range(5)
"""Results: no solution, one, more; one and no cell was empty; one and a redundant clue."""

NUMBER, CLUES, COUNT, SOLUTION, PUZZLE, NOTE, RAW = (bytes([part]) for part in range(1, 8))
"""Placeholders of a form: the number of the record, the number of clues, the number of solutions
(up to the limit), a solution, the puzzle with uniform empty cells, a tab and the note (nothing
without a note), the line as read without its line feed.
"""

BLOCK_LENGTH = 1 << 18  # In bytes: 3200 puzzles, which fit into the processor's cache.

DEFERRED = b"\0\n"  # The form of a record that the caller answers: a placeholder line.

Key = tuple[int, int, int, int]


class Event(NamedTuple):
    """A record to report: its index in the block, its result, its line without the end.

    `found` is one of the kinds that the totals count; `best` the nearest result to a missed
    request.
    """

    record: int
    found: int
    text: bytes
    best: str = ""


class Answer(NamedTuple):
    """The output for a block, the numbers of its records and bytes, events in order.

    `totals` counts the records of each kind, as defined by the work. `tally` has the ratings if
    counted, `keys` a key of each record for comparisons. `rest`, set by `run`, is the unanswered
    part of the input taken.
    """

    output: bytes
    records: int
    consumed: int
    totals: tuple[int, ...]
    events: list[Event]
    tally: Tally | None = None
    rest: bytes = b""
    keys: Sequence[bytes] = ()


class Work(Protocol):
    """An operation on blocks, given a block and the number of its first record, from 1."""

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
    """Yield the answers to blocks in order, from record `number`, `jobs` of them at a time.

    `take` returns the next block of whole lines, empty at the end of the input; if `is_ready`
    returns False because it would have to wait, pending blocks are answered first. A line that is
    not a plain record ends the iteration: `rest` of the last answer is all unanswered input.
    Exceptions of `check` and signals stop all threads.
    """
    is_ended = False

    def stop_if_ended() -> None:
        if is_ended:
            raise _EndedError
        check()

    def answer(block: tuple[bytes, int]) -> Answer:
        return work(*block, check=check if pool is None else stop_if_ended)

    pool = system.threads(jobs) if jobs > 1 else None
    try:
        # Enough pending blocks to keep threads busy while one block takes long.
        yield from run_on(pool, answer, take, number, is_ready, lambda: 3 * jobs + 1)
    finally:
        is_ended = True
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def run_on(
    executor: Executor | None,
    work: Callable[[tuple[bytes, int]], Answer],
    take: Callable[[], bytes],
    number: int,
    is_ready: Callable[[], bool],
    width: Callable[[], int],
) -> Iterator[Answer]:
    """Yield the answers of an executor to blocks in order, as `run`; up to `width` are pending.

    `work` is called with a block and the number of its first record.
    """
    pending: deque[bytes] = deque()

    def blocks() -> Iterator[tuple[bytes, int] | None]:
        first = number
        while True:
            while pending and not is_ready():
                yield None
            block = take()
            if not block:
                return
            pending.append(block)
            yield block, first
            if pending:
                first += core.kernels().bulk_lines(block) + (not block.endswith(b"\n"))
            else:
                first = number

    for answer in ordered_map(executor, work, blocks(), width):
        block = pending.popleft()
        number += answer.records
        if answer.consumed < len(block):
            yield answer._replace(rest=b"".join([block[answer.consumed :], *pending]))
            return
        yield answer


class _EndedError(Exception):
    """Raised in threads whose answers are not needed any more."""
