"""Random equivalents of blocks of 9x9 `line` records, and of rows of a data set."""

from __future__ import annotations

from typing import NamedTuple

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.streams import MASK
from sudokutools.blocks.block import Answer, Key


class ShuffleBlocks(NamedTuple):
    """Write random equivalents of all grids of each record, for `block.run`; needs the kernels.

    key     copy k of record i draws from stream (`start` + i - 1) * `copies` + k - 1
    copies  the number of equivalents of each record, numbered in the last field of a row
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
        empty = ord(self.empty or "\0")
        native = core.native()
        assert native is not None
        output, records, consumed = native.shuffle_block(
            block, self.row, self.key, first, self.copies, empty, check
        )
        return Answer(output, records, consumed, (records,), [])
