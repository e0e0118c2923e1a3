"""Classes of blocks of 9x9 `line` records, for verdicts and for leaving out repeated ones."""

from __future__ import annotations

from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import NONE, SEVERAL, SOLUTION, Answer, Event, Work
from sudokutools.blocks.canonical import CanonicalBlocks
from sudokutools.blocks.judge import CLASS
from sudokutools.blocks.solve import SolveBlocks
from sudokutools.canonical.class_name import class_of_line

_NO_GRID = 81 * b"." + b"\n"


class ClassBlocks:
    """Fill in the classes in verdicts, one line for each record, of other work."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        answer = self.work(block, number, check)
        forms = CanonicalBlocks()(block[: answer.consumed], number, check).output
        lines = zip(answer.output.split(b"\n"), forms.split(b"\n"), strict=True)
        filled = [
            line.replace(CLASS, class_of_line(form).hex().encode()) if CLASS in line else line
            for line, form in lines
        ]
        return answer._replace(output=b"\n".join(filled))


class KeyBlocks:
    """Copy the records of a block; `keys` of the answer are their classes, b"" without one.

    by_solution  use the class of the unique solution instead

    The totals count records without and with a class; those without are events.
    """

    def __init__(self, by_solution: bool = False) -> None:
        forms = _NO_GRID, SOLUTION + b"\n", _NO_GRID, SOLUTION + b"\n", SOLUTION + b"\n"
        self.solve = SolveBlocks(forms, (NONE, SEVERAL)) if by_solution else None

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        events: list[Event] = []
        text, consumed = block, None
        if self.solve is not None:
            solved = self.solve(block, number, check)
            text, consumed, events = solved.output, solved.consumed, solved.events
        answer = CanonicalBlocks()(text, number, check)
        events = [event._replace(found=0) for event in events or answer.events]
        keys = [class_of_line(form) for form in answer.output.splitlines()]
        for event in events:
            keys[event.record] = b""
        consumed = answer.consumed if consumed is None else consumed
        totals = len(events), len(keys) - len(events)
        return Answer(block[:consumed], len(keys), consumed, totals, events, keys=keys)
