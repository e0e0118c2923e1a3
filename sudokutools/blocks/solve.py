"""Solutions of blocks of 9x9 `line` records."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream
from sudokutools.blocks.block import (
    COMPLETE,
    COUNT,
    NEEDLESS,
    NUMBER,
    SEVERAL,
    SOLUTION,
    UNIQUE,
    Answer,
    Event,
    Key,
)
from sudokutools.blocks.lines import plain_lines, text_of
from sudokutools.grid.grid import Grid
from sudokutools.solving.solving import needless_clue


class SolveBlocks:
    """Solve the records of blocks.

    forms     the forms for NONE, UNIQUE, SEVERAL, COMPLETE and NEEDLESS
    reported  the results that are events
    limit     the limit to which solutions are counted; with 1, UNIQUE means at least one
    minimal   search puzzles with one solution for redundant clues
    key       choose a random solution: record i draws from stream `start` + i - 1; without a key
              take the first one of `engines.propagate`
    empty     the empty cell in PUZZLE

    >>> from sudokutools.blocks.block import RAW
    >>> work = SolveBlocks((RAW, SOLUTION, b"several", SOLUTION, b""))
    >>> text = b"1.345678945678912378912345621.3.5897365897214897214365531642978642978531978531642"
    >>> work(text, 1).output
    b'123456789456789123789123456214365897365897214897214365531642978642978531978531642'
    """

    def __init__(
        self,
        forms: tuple[bytes, bytes, bytes, bytes, bytes],
        reported: Sequence[int] = (),
        limit: int = 2,
        minimal: bool = False,
        key: Key | None = None,
        start: int = 0,
        empty: str = ".",
    ) -> None:
        self.forms = forms
        self.reported = sum(1 << found for found in reported)
        self.limit = min(limit, (1 << 64) - 1)
        self.minimal = minimal
        self.key = key
        self.start = start
        self.empty = empty.encode()

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        kernels = core.native()
        if kernels is None:
            return self.answer_in_python(block, number, check)
        output, records, consumed, totals, events = kernels.bulk_block(
            core.name(),
            block,
            self.limit,
            self.minimal,
            self.key,
            self.start + number - 1,
            number,
            self.forms,
            self.empty[0],
            self.reported,
            None if check is never else check,
        )
        reported = [Event(record, found, block[a:b]) for record, found, a, b in events]
        return Answer(output, records, consumed, totals, reported)

    def answer_in_python(self, block: bytes, number: int, check: Check = never) -> Answer:
        pieces = []
        totals = [0] * 5
        events = []
        index = -1
        consumed = 0
        for index, line in enumerate(plain_lines(block)):
            count, solution = self._solve(line.grid, number + index, check)
            found = min(count, SEVERAL)
            if found == UNIQUE and line.grid.is_complete:
                found = COMPLETE
            is_asked = self.minimal and found in (UNIQUE, COMPLETE)
            if is_asked and needless_clue(line.grid, check) is not None:
                found = NEEDLESS
            totals[found] += 1
            if self.reported >> found & 1:
                events.append(Event(index, found, block[line.start : line.end]))
            values = {NUMBER: b"%d" % (number + index), COUNT: b"%d" % count, SOLUTION: solution}
            pieces.append(line.write(block, self.forms[found], self.empty, values))
            consumed = line.next
        return Answer(b"".join(pieces), index + 1, consumed, tuple(totals), events)

    def _solve(self, grid: Grid, number: int, check: Check) -> tuple[int, bytes]:
        """Return the number of solutions up to the limit, and the characters of the first."""
        from sudokutools.solving.engines import propagate

        stream = None if self.key is None else Stream.from_key(self.key, self.start + number - 1)
        first = b""
        count = 0
        for solution in islice(propagate.solutions(grid, stream, check), self.limit):
            first = first or text_of(solution.cells)
            count += 1
        return count, first
