"""Canonical forms of blocks of 9x9 `line` records."""

from __future__ import annotations

from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import Answer, Event
from sudokutools.blocks.lines import plain_lines
from sudokutools.canonical.form import DIGITS, canonical_lines

BROKEN, WHOLE = range(2)  # The kinds that the totals count.


class CanonicalBlocks:
    r"""Write the canonical forms of blocks, for `block.run`.

    Notes are dropped. A record that breaks the rules gives an empty line and a BROKEN event; all
    others are WHOLE. `empty` is the character for an empty cell.

    >>> answer = CanonicalBlocks()(b"7" + 80 * b"." + b" first\n" + b"77" + 79 * b".", 1)
    >>> answer.output[76:], answer.totals, answer.events[0].text[:4]
    (b'....1\n\n', (1, 1), b'77..')
    """

    def __init__(self, empty: str = ".") -> None:
        self.empty = empty

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        native = core.native()
        if native is None:
            return self.answer_in_python(block, check)
        output, records, consumed, broken = native.canonical_block(
            core.name(), block, ord(self.empty), check
        )
        return _answer(block, output, records, consumed, broken)

    def answer_in_python(self, block: bytes, check: Check = never) -> Answer:
        records = consumed = 0
        broken, pieces = [], []
        for line in plain_lines(block):
            text, counts = canonical_lines(line.grid.cells.translate(DIGITS), 1, self.empty, check)
            if not counts[0]:
                broken.append((records, line.start, line.end))
            pieces.append(text if counts[0] else b"\n")
            records += 1
            consumed = line.next
        return _answer(block, b"".join(pieces), records, consumed, broken)


def _answer(
    block: bytes, output: bytes, records: int, consumed: int, broken: list[tuple[int, int, int]]
) -> Answer:
    totals = len(broken), records - len(broken)
    events = [Event(record, BROKEN, block[start:end]) for record, start, end in broken]
    return Answer(output, records, consumed, totals, events)
