"""Answer plain 9x9 lines by the block: the fast way of commands that a compiled core serves.

A command says how by a `BlockPlan`: the work, and what each kind of answer means to it, such as
those that are `deferred`, that is answered one by one, because their answer needs words. What is no
plain line ends the block; the usual way goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.cli.run.process import Exit
from sudokutools.formats import line as line_format
from sudokutools.formats.format import Record
from sudokutools.formats.line import parse_line
from sudokutools.formats.reading.lines import LineSource
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.blocks.block import Answer, Event, Work
    from sudokutools.cli.run.cluster import Cluster, Crew
    from sudokutools.cli.run.outcome import Message

_LARGE = 1 << 22


class Kind(NamedTuple):
    """What a kind of answer means to a command.

    `name` is what the statistics call such records, if anything. A record that is not `passes` was
    held back by a filter. With `is_deferred` its form is DEFERRED: the command answers it itself.
    """

    name: str = ""
    status: Exit = Exit.DONE
    passes: bool = True
    is_deferred: bool = False


class BlockPlan(NamedTuple):
    """How blocks are answered: by which work, and the kinds that its totals count.

    `message` makes that of an event that is not deferred from the event and its place; `crew` are
    the workers of a cluster that do it.
    """

    work: Work
    kinds: Sequence[Kind]
    message: Callable[[Event, str], Message] | None = None
    crew: Crew[Answer] | None = None

    def on(self, cluster: Cluster) -> BlockPlan:
        """Return the plan with the workers of a cluster at it."""
        from sudokutools.cli.run.remote_task import answer

        return self._replace(crew=cluster.crew(partial(answer, self.work)))


class _Pieces:
    """Blocks of the length that a crew asks for, cut from lines of which `kept` came first."""

    def __init__(self, lines: LineSource, kept: bytes, crew: Crew[Answer]) -> None:
        self._lines = lines
        self._crew = crew
        self.kept = kept
        """What was taken from the lines and is in no block yet."""

    @property
    def is_ready(self) -> bool:
        """Whether a block can be cut without waiting."""
        return bool(self.kept) or self._lines.is_ready

    def take(self) -> bytes:
        """Return the next block; nothing at the end."""
        length = self._crew.length
        while len(self.kept) < length and self.is_ready and (more := self._lines.take_block()):
            self.kept += more
        end = self.kept.find(b"\n", length - 1) + 1 or len(self.kept)
        block, self.kept = self.kept[:end], self.kept[end:]
        return block


def answers(plan: BlockPlan, lines: LineSource, number: int, jobs: int) -> Iterator[Answer]:
    """Yield the answers to the plain lines that come next.

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
    if plan.crew is not None:
        found = _answers_of(plan.crew, lines, first, number)
    else:
        found = block.run(plan.work, take, number, threads, lambda: lines.is_ready)
    for answer in found:
        lines.number += answer.records
        if answer.rest:
            lines.give_back(answer.rest)
        yield answer


def _answers_of(
    crew: Crew[Answer], lines: LineSource, first: bytes, number: int
) -> Iterator[Answer]:
    """Yield the answers of a crew; the rest of an answer is all that is left."""
    from sudokutools.blocks import block

    pieces = _Pieces(lines, first, crew)
    for answer in block.run_on(crew, pieces.take, number, lambda: pieces.is_ready):
        yield answer._replace(rest=answer.rest + pieces.kept) if answer.rest else answer


def record_of_line(text: bytes, number: int, source: str, line: int) -> Record:
    """Return the record of a plain line."""
    grid, note = parse_line(text.strip(), Geometry.of(3, 3), None)
    record = Record(line_format.FORMAT, grid, raw=text + b"\n", note=note)
    record.number = number
    record.source = source
    record.line = line
    return record


def grid_of_line(text: bytes) -> Grid:
    """Return the grid of a plain line."""
    return parse_line(text.strip(), Geometry.of(3, 3), None)[0]
