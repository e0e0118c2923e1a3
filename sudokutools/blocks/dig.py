"""Puzzles from blocks of complete 9x9 `line` records."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.blocks.block import CLUES, NOTE, NUMBER, PUZZLE, SOLUTION, Answer, Event, Key
from sudokutools.blocks.lines import PlainLine, plain_lines, text_of
from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.masking.compiled_dig import EASIER, MET, MISSED, reached, request_of
from sudokutools.masking.dig import dig
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
        self.empty = empty.encode()

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        kernels = core.native()
        if kernels is None:
            return self.answer_in_python(block, number, check)
        output, records, consumed, found = kernels.dig_block(
            request_of(self.plan),
            block,
            self.key,
            self.start + number - 1,
            self.met,
            self.missed,
            self.empty[0],
            None if check is never else check,
        )
        events = []
        for record, kind, start, end, *best_puzzle in found:
            best = f"easier than {DEFAULT_LEVEL}"
            if kind == MISSED:
                best = reached(self.plan, *best_puzzle)
            events.append(Event(record, kind, block[start:end], best))
        return Answer(output, records, consumed, _totals(records, events), events)

    def answer_in_python(self, block: bytes, number: int, check: Check = never) -> Answer:
        pieces = []
        events = []
        consumed = 0
        for index, line in enumerate(_complete_lines(block)):
            stream = Stream.from_key(self.key, self.start + number - 1 + index)
            result = dig(self.plan, line.grid, stream, check)
            values = {
                NUMBER: b"%d" % (self.start + number + index),
                SOLUTION: text_of(line.grid.cells),
            }
            kind = MISSED
            form = self.missed
            if result.puzzle is not None:
                kind = EASIER if result.best else MET
                form = self.met
                values[PUZZLE] = text_of(result.puzzle.cells, self.empty)
                values[CLUES] = b"%d" % result.puzzle.clue_count
            if kind != MET:
                events.append(Event(index, kind, block[line.start : line.end], result.best))
            pieces.append(line.write(block, form, self.empty, values))
            consumed = line.next
        totals = _totals(len(pieces), events)
        return Answer(b"".join(pieces), len(pieces), consumed, totals, events)


def _totals(records: int, events: list[Event]) -> tuple[int, ...]:
    """Count MISSED, MET and EASIER; there are no events for MET."""
    found = [event.found for event in events]
    return found.count(MISSED), records - len(found), found.count(EASIER)


def _complete_lines(block: bytes) -> Iterator[PlainLine]:
    """Yield the valid complete grids at the beginning of a block."""
    for line in plain_lines(block):
        if not line.grid.is_complete or next(line.grid.clashes(), None):
            return
        yield line
