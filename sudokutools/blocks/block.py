r"""Blocks of 9x9 `line` records: requests and answers.

A block is the bytes of whole lines; the answer is the output for them, in order. A *form* defines
the output of a record, depending on the result: plain text with placeholders, each one byte that no
line contains (`SOLUTION + NOTE + b"\n"`).

A plain record is 81 cells, optionally followed by a note without control characters, and for some
work an object of JSON with the keys of our answers only. The first line that is anything else (a
comment, another size, an invalid character) ends the block; the rest is left to
`sudokutools.formats.reading`, then bulk work continues.

Blocks need the compiled kernels, which work on many puzzles at a time without the interpreter's
lock, so threads use several cores. Commands without kernels answer record by record.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from sudokutools._support.limits import Check, never

NONE, UNIQUE, SEVERAL, COMPLETE, NEEDLESS, MORE = range(6)
"""Results: no solution, one, more; one and no cell was empty; one and a redundant clue. `MORE` is
the form of SEVERAL if there are as many as the limit.
"""

NUMBER, CLUES, COUNT, SOLUTION, PUZZLE, NOTE, RAW, JSON = (bytes([part]) for part in range(1, 9))
NODES = b"\v"
"""Placeholders of a form: the number of the record, the number of clues, the number of solutions
(up to the limit), a solution, the puzzle with uniform empty cells, a tab and the note (nothing
without a note), the line as read without its line feed. `JSON` writes the part after it as JSON:
grids as rows of numbers, a note as a key with a comma before it. `NODES` is the number of guesses
of `engines.propagate`, of puzzles with one solution.
"""

NUMBERS = CLUES, COUNT, NODES  # The placeholders of numbers in verdicts.

OBJECT = b'{"box":[3,3],"boxes":[3,3],"cells":' + JSON  # How an object of JSON begins.


BLOCK_LENGTH = 1 << 18  # In bytes: 3200 puzzles, which fit into the processor's cache.

DEFERRED = b"\0\n"  # The line of a record that the caller answers; each is an event.

OPEN = -1  # Found of a record that its answer counts, not the totals.

Key = tuple[int, int, int, int]


class Event(NamedTuple):
    """A record to report: its index in the block, its result, its line without the end.

    `found` is one of the kinds that the totals count, or OPEN; `best` the nearest result to a
    missed request.
    """

    record: int
    found: int
    text: bytes
    best: str = ""


class Answer(NamedTuple):
    """The output for a block, the numbers of its records and bytes, events in order.

    `totals` counts the records of each kind, as defined by the work; `extra` is what only some
    work knows.
    """

    output: bytes
    records: int
    consumed: int
    totals: tuple[int, ...]
    events: list[Event]
    extra: Any = None


class Work(Protocol):
    """An operation on blocks, given a block and the number of its first record, from 1."""

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        """Answer a block; `check` is called every few milliseconds and may raise."""
        ...
