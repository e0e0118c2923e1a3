"""Canonical forms, classes and random equivalents of blocks of 9x9 `line` records."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import MASK
from sudokutools.blocks.block import NONE, SEVERAL, SOLUTION, Answer, Event, Key, Work
from sudokutools.blocks.judge import AUTOMORPHISMS, CLASS
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.canonical.class_name import class_of_line
from sudokutools.grid.keys import KEYS

BROKEN, WHOLE = range(2)  # The kinds that the totals of canonical forms count.

_NO_GRID = 81 * b"." + b"\n"


class CanonicalBlocks(NamedTuple):
    """Write the canonical forms, without notes; `empty` is the character for an empty cell.

    A record that breaks the rules gives an empty line and a BROKEN event; all others are WHOLE.
    """

    empty: str = "."

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        output, records, consumed, broken = core.kernels().canonical_block(
            core.name(), KEYS, block, ord(self.empty), check
        )
        events = [Event(record, BROKEN, block[start:end]) for record, start, end in broken]
        return Answer(output, records, consumed, (len(broken), records - len(broken)), events)


class ShuffleBlocks(NamedTuple):
    """Write random equivalents of all grids of each record.

    key     copy k of record i draws from stream (`start` + i - 1) * `copies` + k - 1
    copies  the number of equivalents of each record, numbered in the last field of a row; 0:
            records are read only
    row     separator, number of fields, and index of one with a grid; zeros: lines without notes
    empty   the empty cell; "": as it was read
    """

    key: Key
    start: int = 0
    copies: int = 1
    row: tuple[int, int, int] = (0, 0, 0)
    empty: str = ""

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        first = (self.start + number - 1) * self.copies & MASK
        output, records, consumed = core.kernels().shuffle_block(
            KEYS, block, self.row, self.key, first, self.copies, ord(self.empty or "\0"), check
        )
        return Answer(output, records, consumed, (records,), [])


class FactBlocks(NamedTuple):
    """Fill in classes and automorphisms in verdicts, one line for each record, of other work."""

    work: Work

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        answer = self.work(block, number, check)
        found = CanonicalBlocks()(block[: answer.consumed], number, check).output
        forms, sizes = found.split(b"\n"), b""
        if AUTOMORPHISMS in answer.output:
            cells = found.replace(b"\n", b"")
            arguments = core.name(), cells, len(cells) // 81, ord("."), check
            _, sizes = core.kernels().canonical_lines(*arguments)
        size = iter(memoryview(sizes).cast("I"))
        filled = []
        for line, form in zip(answer.output.split(b"\n"), forms, strict=True):
            own = b"%d" % next(size, 0) if form else b""
            if CLASS in line:
                line = line.replace(CLASS, class_of_line(form).hex().encode())
            filled.append(line.replace(AUTOMORPHISMS, own) if sizes else line)
        return answer._replace(output=b"\n".join(filled))


class KeyBlocks(NamedTuple):
    """Copy the records of a block; `extra` of the answer has their classes, b"" without one.

    by_solution  use the class of the unique solution instead

    The totals count records without and with a class; those without are events.
    """

    by_solution: bool = False

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        events: list[Event] = []
        text, consumed = block, None
        if self.by_solution:
            solved = _SOLVE(block, number, check)
            text, consumed, events = solved.output, solved.consumed, solved.events
        answer = CanonicalBlocks()(text, number, check)
        events = [event._replace(found=0) for event in events or answer.events]
        keys = [class_of_line(form) for form in answer.output.splitlines()]
        for event in events:
            keys[event.record] = b""
        consumed = answer.consumed if consumed is None else consumed
        totals = len(events), len(keys) - len(events)
        return Answer(block[:consumed], len(keys), consumed, totals, events, keys)


_SOLVED = SOLUTION + b"\n"
_SOLVE = SolveBlocks((_NO_GRID, _SOLVED, _NO_GRID, _SOLVED, _SOLVED), (NONE, SEVERAL))
