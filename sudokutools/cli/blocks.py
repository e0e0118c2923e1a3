"""Answer plain 9x9 lines by the block: the fast way of commands that a compiled core serves.

A command says how by a `BlockPlan`: which text every kind of answer gets, and which records are
`deferred`, that is answered one by one, because their answer needs words. What is no plain line
ends the block; the usual way goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.cli.process import Exit
from sudokutools.grid import Geometry
from sudokutools.limits import Check, never
from sudokutools.reading import Record
from sudokutools.reading.lines import LineSource
from sudokutools.reading.single import parse_line

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Event, Work
    from sudokutools.cli.outcome import Message

KINDS = 5

_LARGE = 1 << 22


class BlockPlan(NamedTuple):
    """How blocks are answered.

    The kinds of answers are those of `blocks.block`: no solution, one, several, complete, needless
    clue; of puzzles that were dug, missed, met and easier. `deferred` are the kinds with
    the form DEFERRED; `message` makes that of every other event of a kind that is reported from
    the event, its place and its line.
    """

    work: Work
    deferred: frozenset[int] = frozenset()
    statuses: Sequence[Exit] = (Exit.DONE,) * KINDS
    names: Sequence[str] = ("",) * KINDS
    passes: Sequence[bool] = (True,) * KINDS
    message: Callable[[Event, str, bytes], Message] | None = None


class Lined(NamedTuple):
    """An event with the text of its line."""

    event: Event
    text: bytes


class _WithText:
    """Work that keeps the lines of its events: the block is gone when they are reported."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer a block."""
        answer = self._work(block, number, check)
        lined = [Lined(event, block[event.start : event.end]) for event in answer.events]
        return answer._replace(events=lined)  # type: ignore[arg-type]


def answers(
    plan: BlockPlan, lines: LineSource, number: int, jobs: int
) -> Iterator[tuple[Answer, Sequence[Lined]]]:
    """Yield the answers to the plain lines that come next, and their events with the lines.

    `number` is that of the first record. Lines that are not answered are given back.
    """
    from sudokutools.blocks import block

    # The C library gives large buffers back to the system and asks for them again, block by block,
    # until a larger one was freed: a tenth of the time of the fastest work.
    bytes(_LARGE)
    first = lines.take_block()
    taken = iter([first])

    def take() -> bytes:
        return next(taken, None) or lines.take_block()

    if not first:
        return
    # Threads cost more than one block is worth.
    threads = jobs if len(first) >= block.BLOCK_LENGTH // 2 else 1
    for answer in block.run(_WithText(plan.work), take, number, threads, lambda: lines.is_ready):
        lines.number += answer.records
        if answer.rest:
            lines.give_back(answer.rest)
        yield answer, answer.events  # type: ignore[misc]


def record_of_line(text: bytes, number: int, source: str, line: int) -> Record:
    """Return the record of a plain line."""
    grid, note = parse_line(text.strip(), Geometry.of(3, 3), None)
    record = Record("line", grid, raw=text + b"\n", note=note)
    record.number = number
    record.source = source
    record.line = line
    return record
