"""Blocks of rows below a header, answered by the work on the lines of their grids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import DEFERRED, Answer, Work
from sudokutools.formats.reading.lines import MAX_LENGTH
from sudokutools.formats.reading.plain_line import plain_row


class RowBlocks(NamedTuple):
    r"""Write rows with the fields that a work writes for their grids.

    work       writes a line of fields for each grid, or the number of each record that is kept
    separator  the character between two fields
    width      the number of fields of a row; `place` is the index of its grid
    targets    the indices of the fields that the work writes; those from `width` on are new;
               without any, rows are kept or left out; None: all are kept

    The first row that is not plain (`plain_row`) ends a block.
    """

    work: Work
    separator: bytes
    width: int
    place: int
    targets: Sequence[int] | None

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        rows, grids, ends = [], [], [0]
        for match in plain_row(self.separator, self.width, self.place).finditer(block):
            if match.start() != ends[-1] or match.end() - ends[-1] > MAX_LENGTH:
                break
            rows.append(match[1])
            grids.append(match[2])
            ends.append(match.end())
        answer = self.work(b"\n".join([*grids, b""]), number, check)
        consumed = ends[answer.records]
        if self.targets is None:
            output = block[:consumed] + b"\n" * (not block[:consumed].endswith(b"\n"))
            return answer._replace(output=output, consumed=consumed)
        lines = answer.output.split(b"\n")[:-1]
        events = [event._replace(text=rows[event.record]) for event in answer.events]
        answer = answer._replace(consumed=consumed, events=events)
        if not self.targets:
            places = [int(line) - number for line in lines]
            kept = [block[ends[place] : ends[place + 1]] for place in places]
            if kept and not kept[-1].endswith(b"\n"):
                kept.append(b"\n")
            return answer._replace(output=b"".join(kept))
        last = self.width + len(self.targets)
        is_new = list(self.targets) == list(range(self.width, last))
        pairs = zip(rows, lines, strict=False)
        output = b"".join([self._row(*pair, self.targets, is_new) for pair in pairs])
        return answer._replace(output=output)

    def _row(self, row: bytes, line: bytes, targets: Sequence[int], is_new: bool) -> bytes:
        if line == DEFERRED[:-1]:
            return DEFERRED
        if line and is_new:
            return b"%b%b%b\n" % (row, self.separator, line)
        fields = row.split(self.separator)
        fields += [b""] * (max(targets) + 1 - self.width)
        for target, text in zip(targets, line.split(self.separator), strict=False):
            fields[target] = text
        return self.separator.join(fields) + b"\n"
