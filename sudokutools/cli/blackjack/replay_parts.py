"""Parts of a log that other processes verify.

A part that begins with a session is verified by itself. Its text is used if it has no faults and if
the session begins where the part before it ends; otherwise it is read line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sudokutools.blackjack.log_line import Line
from sudokutools.blackjack.proof import Proof, Sitting
from sudokutools.cli.run.output import Output
from sudokutools.errors import SudokuError

LINES = 1000
BYTES = 1 << 20
"""The length of a part after which it ends with its last session; twice that, within one."""

Part = list[tuple[int, bytes]]
"""Numbered lines."""


class Verified(NamedTuple):
    """A part without faults: its text, the number of its rounds, and the state at its end."""

    text: bytes
    rounds: int
    proof: Proof
    sitting: Sitting


class Text(Output):
    """Output that is collected."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def write(self, text: str | bytes) -> None:
        self.pieces.append(
            text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        )


def parts(lines: Iterable[tuple[int, bytes]]) -> Iterator[Part]:
    """Cut a log into parts."""
    held: Part = []
    size = 0
    for number, raw in lines:
        begins = b'"round":1,' in raw[:40]
        filled = max(len(held) / LINES, size / BYTES)
        if filled >= (1 if begins else 2):
            yield held
            held, size = [], 0
        held.append((number, raw))
        size += len(raw)
    if held:
        yield held


def proof_before(part: Part) -> Proof:
    """Return the proof before a part. Raises SudokuError unless it begins with a session."""
    line = Line(part[0][1])
    if line.is_summary or not line.begins or line.after is None:
        raise SudokuError("not the beginning of a session")
    return Proof(line.after)


def follows(part: Part, later: Verified, proof: Proof) -> bool:
    """Continue a proof after a verified part, if it begins where the proof ends."""
    return proof.may_begin(Line(part[0][1])) and proof.goes_on(later.proof, later.sitting)
