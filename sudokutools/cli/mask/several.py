"""`sudoku-mask -n`: several puzzles of each record, all different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.cli.mask.masker import Made, Masker, MaskRequest
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Between, Outcome, Task
from sudokutools.formats.format import Record, Style
from sudokutools.grid.grid import format_line, parse_cells

if TYPE_CHECKING:
    from sudokutools.blocks.block import Work

MOST_IN_BLOCKS = (
    16  # The maximum number of puzzles of each grid if many grids are answered at once.
)
MAX_PARTS = 512  # The maximum number of puzzles of one grid that are made at a time.
SECONDS = 0.02  # Tasks that take longer are not followed by larger ones.


class _Parts(NamedTuple):
    """The puzzles of a task, in order: lines, or outcomes of those that were made one by one."""

    record: Record
    style: Style
    seconds: float
    made: Sequence[str | Outcome]


class Several(Masker):
    """Make puzzles of each record in tasks of one or more; `checked` replaces duplicates."""

    def __init__(self, request: MaskRequest) -> None:
        super().__init__(request)
        self._parts = 1  # The number of parts of the next task.
        self._found: set[object] = set()
        self._counts: list[str] = []
        self._ended = 0  # The number of a record without other puzzles.

    def tasks(self, record: Record, style: Style) -> Iterable[Task]:
        grid, part = record.given, 0
        has_more = record.note or record.comments or record.extra or record.row is not None
        is_bare = grid.is_classic and grid.is_complete and not has_more
        while part < self.request.number and self._ended != record.number:
            piece = copy(record)
            piece.part = part
            if self._parts > 1 and is_bare and self.work(style) is not None:
                piece.parts = min(self._parts, self.request.number - part)
            part += piece.parts
            yield piece, style

    def blocks(self, style: Style) -> Work | None:
        work = self.work(style) if self.request.number <= MOST_IN_BLOCKS else None
        if work is None:
            return None
        from sudokutools.blocks.dig import SeveralBlocks

        return SeveralBlocks(work, self.request.number)

    def row_blocks(self, style: Style) -> None:
        return None  # They write a row for each that is read.

    def answer(self, task: Task) -> Outcome:
        record, style = task
        began = perf_counter()
        made = self._made(record, style) if record.parts > 1 else [super().answer(task)]
        return Outcome(extra=_Parts(record, style, perf_counter() - began, made))

    def _made(self, record: Record, style: Style) -> Sequence[str | Outcome]:
        """Make several puzzles as a block, and the ones that it reports by themselves.

        A worker of a cluster may lack kernels; it makes all by themselves.
        """
        made: list[str | Outcome] = []
        odd = set()
        if (work := self.work(style)) is not None:
            from sudokutools.cli.run.blocks import within

            block = record.parts * f"{format_line(record.given)}\n".encode()
            answer = within(work, self.timeout)(block, self.index(record) - self.request.start + 1)
            made += answer.output.decode().splitlines(keepends=True)
            odd = {event.record for event in answer.events}
        for part in sorted(odd | {*range(len(made), record.parts)}):
            made[part : part + 1] = [super().answer((_part_of(record, part), style))]
        return made

    def checked(self, outcome: Outcome) -> Outcome:
        """Replace duplicate puzzles; skip the tasks after the last puzzle."""
        if not isinstance(outcome.extra, _Parts):
            return outcome
        record, style, seconds, made = outcome.extra
        if record.number == self._ended:
            return Between()
        if record.part == 0:
            self._found, self._counts = set(), []
        self._parts = min(2 * record.parts, MAX_PARTS) if seconds < SECONDS else 1
        lines = [each for each in made if isinstance(each, str)]
        keys = [_made_of(line).key for line in lines]
        is_new = len({*keys}) == len(made) and self._found.isdisjoint(keys)
        if is_new:
            self._found.update(keys[:-1])
            last = Outcome(lines[-1], extra=Made(keys[-1]))
            last = self._checked_part(last, _part_of(record, record.parts - 1), style)
            last.text = "".join(lines[:-1]) + str(last.text)
            return last
        if record.parts > 1:
            self._parts = 1
        outcomes = []
        for part, each in enumerate(made):
            single = Outcome(each, extra=_made_of(each)) if isinstance(each, str) else each
            outcomes.append(self._checked_part(single, _part_of(record, part), style))
            if record.number == self._ended:
                break
        return _joined(outcomes)

    def _checked_part(self, outcome: Outcome, record: Record, style: Style) -> Outcome:
        if (outcome.extra or Made()).key in self._found:
            outcome = self.puzzle(record, style, self._found)
        made = outcome.extra or Made()
        if made.key is not None:
            self._found.add(made.key)
        is_last = made.is_last or outcome.status is Exit.ERROR
        if is_last:
            self._ended = record.number
        self._counts.extend(outcome.counts)
        outcome.counts = self._counts
        outcome.records = int(is_last or record.part == self.request.number - 1)
        outcome.done = (record.number - 1) * self.request.number + record.part + 1
        return outcome


def _made_of(line: str) -> Made:
    return Made((parse_cells(line[:81].encode()), None))


def _part_of(record: Record, part: int) -> Record:
    piece = copy(record)
    piece.part, piece.parts = record.part + part, 1
    return piece


def _joined(outcomes: Sequence[Outcome]) -> Outcome:
    *_, last = outcomes
    last.text = "".join([str(each.text) for each in outcomes])
    last.messages = [message for each in outcomes for message in each.messages]
    last.status = max(each.status for each in outcomes)
    return last
