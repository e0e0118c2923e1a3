"""Puzzles from blocks of complete 9x9 records, lines or objects of JSON."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import DEFERRED, NOTE, PUZZLE, Answer, Event, Key
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import KEYS, OBJECTS
from sudokutools.masking.compiled_dig import EASIER, MISSED, reached, request_of
from sudokutools.masking.plan import DEFAULT_LEVEL, PuzzleRequest, plan_of


class DigBlocks:
    """Make puzzles of complete grids, as `masking.mask` does.

    request   the request; its plan for 9x9 must have a kernel
    key       record i draws from stream `start` + i - 1
    met       the form of a puzzle: PUZZLE is the puzzle, SOLUTION the grid
    missed    the form of a record without a puzzle; each of these is an event
    empty     the empty cell in PUZZLE

    The totals count MISSED, MET and EASIER. Raises SudokuError if the plan has no kernel.
    """

    def __init__(
        self,
        request: PuzzleRequest,
        key: Key,
        start: int = 0,
        met: bytes = PUZZLE + NOTE + b"\n",
        missed: bytes = b"\n",
        empty: str = ".",
    ) -> None:
        self.plan = plan_of(Geometry.of(3, 3), request)
        if not self.plan.has_kernel:
            raise SudokuError("row blanks, patterns and several solutions are not dug by the block")
        self.key = key
        self.start = start
        self.met = met
        self.missed = missed
        self.empty = empty

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        output, records, consumed, found = core.kernels().dig_block(
            request_of(self.plan),
            (*KEYS, OBJECTS),
            block,
            self.key,
            self.start + number - 1,
            self.met,
            self.missed,
            ord(self.empty),
            None if check is never else check,
        )
        events = []
        for record, kind, start, end, *best_puzzle in found:
            best = f"easier than {DEFAULT_LEVEL}"
            if kind == MISSED:
                best = reached(self.plan, *best_puzzle)
            events.append(Event(record, kind, block[start:end], best))
        kinds = [event.found for event in events]
        totals = kinds.count(MISSED), records - len(kinds), kinds.count(EASIER)
        return Answer(output, records, consumed, totals, events)


class SeveralBlocks(NamedTuple):
    """Make `copies` puzzles of each record, all different, each a line.

    A record with the same puzzle twice, or one that is DEFERRED, ends a block. Puzzle k of record i
    draws from stream (start + i - 1) * `copies` + k - 1, with the start of `work`. The totals count
    puzzles.
    """

    work: DigBlocks
    copies: int

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        copies, start = self.copies, self.work.start
        lines = block.removesuffix(b"\n").split(b"\n")
        at_once = max(1, _AT_ONCE // copies)
        made: list[bytes] = []
        events: list[Event] = []
        for at in range(0, len(lines), at_once):
            some = b"".join([copies * (line + b"\n") for line in lines[at : at + at_once]])
            answer = self.work(some, (start + number + at - 1) * copies - start + 1, check)
            puzzles = answer.output.split(b"\n")[:-1]
            starts = range(0, len(puzzles), copies)
            end = next((k for k in starts if not _differ(puzzles[k : k + copies])), len(puzzles))
            made += puzzles[:end]
            found = [event for event in answer.events if event.record < end]
            events += [event._replace(record=at + event.record // copies) for event in found]
            if end < at_once * copies:
                break
        records = len(made) // copies
        consumed = min(sum(map(len, lines[:records])) + records, len(block))
        kinds = [event.found for event in events]
        totals = kinds.count(MISSED), len(made) - len(kinds), kinds.count(EASIER)
        return Answer(b"\n".join([*made, b""]), records, consumed, totals, events)


_AT_ONCE = 1024  # Puzzles that are dug together: some of them may be in vain.


def _differ(puzzles: list[bytes]) -> bool:
    """Whether puzzles of a record are different, as far as there are any, and none is deferred."""
    found = [puzzle for puzzle in puzzles if puzzle]
    return len({*found}) == len(found) and DEFERRED[:-1] not in found
