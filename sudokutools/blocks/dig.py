"""Digging blocks of `line` records of 9x9 grids at once."""

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
    """Make puzzles of the complete grids of blocks, as `masking.mask` does.

    request   what is asked for; on 9x9 its plan must have a kernel
    key       record i draws from stream `start` + i - 1
    met       the form of a puzzle: PUZZLE is it, SOLUTION the grid
    missed    the form of what stands in the place of a puzzle; every such record is an event
    empty     how PUZZLE writes an empty cell

    The totals count what was MISSED, MET and EASIER. SudokuError: no kernel does the request.
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
        """Answer the complete grids without clashes at the beginning of a block."""
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
        """Do the same without compiled kernels: the twin that the tests compare with."""
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
    """Return how many records were MISSED, MET and EASIER; what was MET is no event."""
    found = [event.found for event in events]
    return found.count(MISSED), records - len(found), found.count(EASIER)


def _complete_lines(block: bytes) -> Iterator[PlainLine]:
    """Yield the complete grids without clashes at the beginning of a block."""
    for line in plain_lines(block):
        if not line.grid.is_complete or next(line.grid.clashes(), None):
            return
        yield line
