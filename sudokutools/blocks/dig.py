"""Puzzles from blocks of complete 9x9 records, lines or objects of JSON."""

from __future__ import annotations

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import NOTE, PUZZLE, Answer, Event, Key
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
