"""Canonical forms of blocks of bare 9x9 lines, in the way of `sudokutools.bulk`."""

from __future__ import annotations

from sudokutools.bulk import Answer, Event
from sudokutools.canonical import canonical_lines
from sudokutools.engines import Check, never

LENGTH = 82
"""The bytes of a bare line: 81 cells and the line feed."""

SIGNS = b"0123456789.*?_-\n"

BROKEN = 0
"""The kind of answer of a grid that breaks a rule; all others are of kind 1."""


class CanonicalBlocks:
    """Write the canonical form of every line; `broken` stands in the place of one without.

    >>> work = CanonicalBlocks(b"?")
    >>> answer = work(b"1" + 80 * b"." + b"\\n" + b"11" + 79 * b"." + b"\\n", 1)
    >>> answer.output[-5:], answer.totals
    (b'..1\\n?', (1, 1, 0, 0, 0))
    """

    def __init__(self, broken: bytes, empty: str = ".") -> None:
        self.broken = broken
        self.empty = empty

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:  # noqa: ARG002
        """Answer the bare lines at the beginning of a block."""
        count = _bare_lines(block)
        text, automorphisms = canonical_lines(
            block[: count * LENGTH].replace(b"\n", b""), count, self.empty, check
        )
        broken = [index for index, number in enumerate(automorphisms) if not number]
        events = [Event(i, BROKEN, i * LENGTH, i * LENGTH + LENGTH - 1) for i in broken]
        if broken:
            lines = [text[at : at + LENGTH] for at in range(0, len(text), LENGTH)]
            for index in broken:
                lines[index] = self.broken
            text = b"".join(lines)
        totals = (len(broken), count - len(broken), 0, 0, 0)
        return Answer(text, count, count * LENGTH, totals, events)


def _bare_lines(block: bytes) -> int:
    """Return how many bare lines a block begins with.

    >>> _bare_lines((81 * b"." + b"\\n") * 2 + b"# no"), _bare_lines(81 * b"x" + b"\\n")
    (2, 0)
    """
    count = len(block) // LENGTH
    while count:
        head = block[: count * LENGTH]
        has_ends = head[LENGTH - 1 :: LENGTH] == count * b"\n" and head.count(b"\n") == count
        if has_ends and not head.translate(None, SIGNS):
            return count
        count //= 2
    return 0
