"""Lines as people paste them, where they are none as they stand: with an index, or other signs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.formats.reading.cells import MIN_INDEXED_CELLS, leading_run
from sudokutools.formats.reading.signs import plain_signs, without_crosses

MAX_INDEX = 16
"""The letters and digits that an index has at most."""


class Mended(NamedTuple):
    """A line as it may have been meant: its text, the word before it, and whether crosses went."""

    text: bytes
    before: str
    had_crosses: bool


def mended_lines(text: bytes) -> Iterator[Mended]:
    """Yield what a line may have been meant as, the likeliest first.

    >>> next(mended_lines(b"7 " + 81 * b"."))[1:], next(mended_lines(80 * b"x" + b"5")).text[-2:]
    (('7', False), b'.5')
    """
    plain = plain_signs(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    parts = split_index(plain)
    before, line = ("", plain) if parts is None else (parts[0].decode(), parts[1])
    if line != text:
        yield Mended(line, before, had_crosses=False)
    run = leading_run(line)
    cells = without_crosses(run.decode()).encode()
    if cells != run:
        yield Mended(cells + line[len(run) :], before, had_crosses=True)


def split_index(text: bytes) -> tuple[bytes, bytes] | None:
    """Return the index before a line of cells, and the line; None: there is none.

    >>> split_index(b"17 " + 81 * b".") == (b"17", 81 * b".")
    True
    >>> split_index(b"17 a short note") is None
    True
    """
    index, *rest = text.split(None, 1)
    if not rest or len(index) > MAX_INDEX or not index.isalnum():
        return None
    is_line = len(leading_run(rest[0])) >= MIN_INDEXED_CELLS
    return (index, rest[0]) if is_line else None
