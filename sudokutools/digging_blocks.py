"""The compiled form of digging: 9x9 grids one by one, or blocks of `line` records at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sudokutools import core
from sudokutools.bulk import (
    CLUES,
    NOTE,
    NUMBER,
    PUZZLE,
    SOLUTION,
    Answer,
    Event,
    Key,
    PlainLine,
    plain_lines,
    text_of,
)
from sudokutools.digging import dig
from sudokutools.engines import Check, never
from sudokutools.errors import SudokuError
from sudokutools.grid import Geometry, Grid
from sudokutools.masking import DEFAULT_LEVEL, Plan, Request, Result, plan_of
from sudokutools.streams import Stream

MISSED, MET, EASIER = range(3)
"""What became of a record; EASIER: nothing was asked for, and it is easier than the default."""

_MINIMAL, _DEEP = -1, -2
_SYMBOLS = bytes(c - 48 if 49 <= c <= 57 else 0 for c in range(256))


def dig_natively(plan: Plan, grid: Grid, stream: Stream, check: Check) -> Result:
    """Do what `digging.dig` does, for a plan that has a kernel."""
    kernels = core.native()
    assert kernels is not None
    text, tries, kind, clues, is_rated, rating, technique, stream.state = kernels.dig_grid(
        _request_of(plan), text_of(grid.cells), stream.state, None if check is never else check
    )
    if kind == MISSED:
        return Result(None, _reached(plan, clues, is_rated, rating, technique), tries)
    best = f"easier than {DEFAULT_LEVEL}" if kind == EASIER else ""
    return Result(Grid(grid.geometry, text.translate(_SYMBOLS)), best, tries)


def _request_of(plan: Plan) -> tuple[Any, ...]:
    """Return the request as kernels take it; see `_core/dig.h`."""
    clues = plan.clues
    if clues is None:
        clues = _MINIMAL if plan.request.minimal else _DEEP
    return (
        core.name(),
        bytes(cell for orbit in plan.orbits for cell in orbit),
        bytes(map(len, plan.orbits)),
        clues,
        plan.tries,
        plan.difficulty.numbers if plan.difficulty is not None else None,
        plan.accepts_easier,
    )


def _reached(plan: Plan, clues: int, is_rated: bool, rating: int, technique: int) -> str:
    """Return what was reached from what a kernel tells."""
    from sudokutools.logic.names import TECHNIQUES

    name = TECHNIQUES[technique] if technique >= 0 else ""
    return plan.reached(clues, is_rated, rating, name)


class DigBlocks:
    """Make puzzles of the complete grids of blocks, as `masking.mask` does.

    request   what is asked for; on 9x9 its plan must have a kernel
    key       record i draws from stream `start` + i - 1
    met       the form of a puzzle: PUZZLE is it, SOLUTION the grid
    missed    the form of what stands in the place of a puzzle; every such record is an event
    empty     how PUZZLE writes an empty cell

    The totals count what is MISSED, MET and EASIER. SudokuError: no kernel does the request.
    """

    def __init__(
        self,
        request: Request,
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
            _request_of(self.plan),
            block,
            self.key,
            self.start + number - 1,
            self.met,
            self.missed,
            self.empty[0],
            None if check is never else check,
        )
        return Answer(output, records, consumed, *self._events(records, found))

    def _events(self, records: int, found: list[Any]) -> tuple[tuple[int, ...], list[Event]]:
        """Return the totals and the events of a block."""
        events = []
        totals = [0] * 5
        for record, kind, start, end, *reached in found:
            best = f"easier than {DEFAULT_LEVEL}"
            if kind == MISSED:
                best = _reached(self.plan, *reached)
            events.append(Event(record, kind, start, end, best))
            totals[kind] += 1
        totals[MET] = records - len(events)
        return tuple(totals), events

    def answer_in_python(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Do the same without compiled kernels: the twin that the tests compare with."""
        pieces = []
        events = []
        totals = [0] * 5
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
                events.append(Event(index, kind, line.start, line.end, result.best))
            totals[kind] += 1
            pieces.append(line.write(block, form, self.empty, values))
            consumed = line.next
        return Answer(b"".join(pieces), len(pieces), consumed, tuple(totals), events)


def _complete_lines(block: bytes) -> Iterator[PlainLine]:
    """Yield the complete grids without clashes at the beginning of a block."""
    for line in plain_lines(block):
        if not line.grid.is_complete or next(line.grid.clashes(), None):
            return
        yield line
