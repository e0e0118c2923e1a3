"""Lines of a file as they arrive, in bounded memory."""

from __future__ import annotations

import os
import select
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

MAX_LENGTH = 1 << 20
"""The bytes that a line, a JSON object or the comments of one record may have."""

CHUNK = 1 << 16


class Line(NamedTuple):
    """A line: its number from 1 and its bytes without the line feed; None: longer than allowed."""

    number: int
    content: bytes | None


class LineSource:
    """Read lines from a function that returns the next bytes, empty at the end, with push-back.

    With the descriptor behind it, `before_wait` is called before a read that would block: then
    everything that arrived can be answered. Lines longer than MAX_LENGTH are dropped as they
    arrive and stand as one None.
    """

    def __init__(
        self,
        read: Callable[[], bytes],
        descriptor: int | None = None,
        before_wait: Callable[[], None] | None = None,
    ) -> None:
        self._read_more = read
        self._descriptor = descriptor
        self._before_wait = before_wait
        self._lines = self._split()
        self._pushed: list[Line] = []

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        return self._pushed.pop() if self._pushed else next(self._lines)

    def push_back(self, line: Line) -> None:
        """Make a line the next one again."""
        self._pushed.append(line)

    def peek(self) -> Line | None:
        """Return the next line without taking it; None at the end."""
        line = next(self, None)
        if line is not None:
            self.push_back(line)
        return line

    def _split(self) -> Iterator[Line]:
        number = 0
        rest = b""
        too_long = False
        while chunk := self._read():
            first, *others = chunk.split(b"\n")
            rest = b"" if too_long else rest + first
            for following in others:
                number += 1
                yield Line(number, None if too_long else rest)
                too_long = False
                rest = following
            if len(rest) > MAX_LENGTH:
                too_long = True
                rest = b""
        if rest or too_long:
            yield Line(number + 1, None if too_long else rest)

    def _read(self) -> bytes:
        if self._before_wait is not None and not self._is_ready():
            self._before_wait()
        return self._read_more()

    def _is_ready(self) -> bool:
        if self._descriptor is None:
            return True
        try:
            return bool(select.select([self._descriptor], [], [], 0)[0])
        except (OSError, ValueError):  # Windows selects sockets only.
            return False


def lines_of_file(descriptor: int, before_wait: Callable[[], None]) -> LineSource:
    """Return the lines of an open file."""
    waits = not stat.S_ISREG(os.fstat(descriptor).st_mode)
    return LineSource(
        lambda: os.read(descriptor, CHUNK), descriptor, before_wait if waits else None
    )


def lines_of_text(text: str) -> LineSource:
    """Return the lines of a string."""
    content = text.encode("utf-8", "surrogateescape")
    chunks = (content[at : at + CHUNK] for at in range(0, len(content), CHUNK))
    return LineSource(lambda: next(chunks, b""))
