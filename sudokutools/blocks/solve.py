"""Solutions of blocks of 9x9 `line` records."""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import MORE, SEVERAL, Answer, Event, Key
from sudokutools.grid.keys import KEYS, OBJECTS


class SolveBlocks:
    """Solve the records of blocks.

    forms     the forms for NONE, UNIQUE, SEVERAL, COMPLETE, NEEDLESS and MORE; default of the last:
              that for SEVERAL
    reported  the results that are events
    limit     the limit to which solutions are counted; with 1, UNIQUE means at least one; with 0,
              that no clues clash
    minimal   search puzzles with one solution for redundant clues
    key       choose a random solution: record i draws from stream `start` + i - 1; without a key
              take the first one of `engines.propagate`
    empty     the empty cell in PUZZLE
    objects   objects of JSON are records, too; one with another solution than that written ends a
              block
    """

    def __init__(
        self,
        forms: Sequence[bytes],
        reported: Sequence[int] = (),
        limit: int = 2,
        minimal: bool = False,
        key: Key | None = None,
        start: int = 0,
        empty: str = ".",
        objects: bool = False,
    ) -> None:
        self.forms = (*forms, forms[SEVERAL])[: MORE + 1]
        self.reported = sum(1 << found for found in reported)
        self.limit = min(limit, (1 << 64) - 1)
        self.minimal = minimal
        self.key = key
        self.start = start
        self.empty = empty
        self.keys = (*KEYS, OBJECTS) if objects else KEYS

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        output, records, consumed, totals, events = core.kernels().bulk_block(
            core.name(),
            self.keys,
            block,
            self.limit,
            self.minimal,
            self.key,
            self.start + number - 1,
            number,
            self.forms,
            ord(self.empty),
            self.reported,
            None if check is never else check,
        )
        reported = [Event(record, found, block[a:b]) for record, found, a, b in events]
        return Answer(output, records, consumed, totals, reported)
