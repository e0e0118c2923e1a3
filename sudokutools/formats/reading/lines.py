"""Lines of a file as they arrive, in bounded memory; the text between records, and errors."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sudokutools._support import system
from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError


class InputError(SudokuError):
    """Say what a file has and what was expected: `puzzles.txt:12: row 3 has 8 cells, ...`."""

    def __init__(self, message: str, source: str = "-", line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return InputError, (self.message, self.source, self.line)


class Passage:
    """Text that is no record.

    `kind` is comment, shape (`# box`), blank (an empty line among lines, where it may stand in the
    place of a record), separator (one after a drawn grid or JSON), or tail (a lower frame). Empty
    lines that follow each other may be one passage.
    """

    __slots__ = ("kind", "raw")

    def __init__(self, kind: str, raw: bytes) -> None:
        self.kind = kind
        self.raw = raw

    @property
    def text(self) -> str:
        """The text without its line feed."""
        return self.raw.decode("utf-8", "surrogateescape").rstrip("\r\n")

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return self.raw.count(b"\n")

    def pieces(self) -> Iterator[Passage]:
        """Yield a passage for each line."""
        return (Passage(self.kind, line + b"\n") for line in self.raw.split(b"\n")[:-1])


def quote(text: bytes | str) -> str:
    """Quote a piece of input for a message: printable, short.

    >>> print(quote("a" * 30), quote(bytes([0x1b, 0xff])))
    'aaaaaaaaaaaaaaaaaaaa...' '\\x1b\\xff'
    """
    from sudokutools._support.terminal import visible

    if isinstance(text, bytes):
        text = text[:100].decode("utf-8", "backslashreplace")
    short = text if len(text) <= 20 else text[:20] + "..."
    return f"'{visible(short, kept='')}'"


MAX_LENGTH = 1 << 20
"""The bytes that a line, a JSON object or the comments of one record may have."""

CHUNK = 1 << 18

NO_TEXT = (b"\x1f", b"B", b"\xfd", b"\x28", b"\xff", b"\xfe")
"""The first byte of files that may be compressed, or of another encoding: `packed` knows."""


_EMPTY = pattern(rb"[\r\n]{0,255}\n")
"""Empty lines, not too many: something may be written for each."""


class Line(NamedTuple):
    """A line: its number from 1 and its bytes without the line feed; None: longer than allowed."""

    number: int
    content: bytes | None


class Prose(Line):
    """A line of words, which is kept as a comment though it has no `#`."""


class Clues(Line):
    """A comment with clues of the grid below, for which it waits."""


class LineSource:
    """Read lines from a function that returns the next bytes, empty at the end.

    With the descriptor behind it, `before_wait` is called before a read that would block: then
    everything that arrived can be answered. Lines longer than MAX_LENGTH are dropped as they
    arrive and stand as one None. Lines can be pushed back, and whole blocks of lines taken.
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
        self._buffer = b""
        self._start = 0
        self._is_at_end = False
        self._pushed: list[Line] = []
        self._take = self._take_first
        self.number = 0
        """The number of the last line that was read."""

        self._error: OSError | None = None
        self.is_cut = False
        """Whether the last line was too long, and what follows of it comes next: markup."""

        self.fault = ""
        """Why there are no more lines, where that is not the end of the file."""

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        if self._pushed:
            return self._pushed.pop()
        end = self._buffer.find(b"\n", self._start)
        if end < 0:
            return self._next_read()
        self.number += 1
        content = self._buffer[self._start : end]
        self._start = end + 1
        return Line(self.number, content)

    def _next_read(self) -> Line:
        """Return the next line where it has not arrived as a whole."""
        is_too_long = False
        while not self._is_at_end:
            rest = self._buffer[self._start :]
            if len(rest) > MAX_LENGTH:
                if not is_too_long and rest.lstrip()[:1] == b"<":
                    return self._cut_line(rest)
                is_too_long = True
                rest = b""
            searched = len(rest)
            self._start = 0
            self._buffer = rest + self._read()
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                self.number += 1
                self._start = end + 1
                return Line(self.number, None if is_too_long else self._buffer[:end])
        rest = self._buffer[self._start :]
        self._buffer = b""
        self._start = 0
        if self.fault or not (rest or is_too_long):  # What was cut is no line.
            raise StopIteration
        self.number += 1
        return Line(self.number, None if is_too_long else rest)

    def _cut_line(self, content: bytes) -> Line:
        """Return what has come of a line that needs no end."""
        self._buffer = b""
        self._start = 0
        self.number += 1
        self.is_cut = True
        return Line(self.number, content)

    def end(self) -> None:
        """Leave the rest unread."""
        self._pushed.clear()
        self._buffer = b""
        self._start = 0
        self._is_at_end = True

    def push_back(self, line: Line) -> None:
        """Make a line the next one again."""
        self._pushed.append(line)

    def peek(self) -> Line | None:
        """Return the next line without taking it; None at the end."""
        line = next(self, None)
        if line is not None:
            self.push_back(line)
        return line

    def take_block(self) -> bytes:
        """Return the whole lines that have arrived, at least one; empty: none came, or a long one.

        What cannot be read is an error where the next line is taken, and not here.
        The caller counts them: by `number`, and by `give_back` for those that it leaves.
        """
        if self._pushed:
            return b""
        if self._buffer.find(b"\n", self._start) < 0 and not self._is_at_end:
            rest = self._buffer[self._start :]
            if len(rest) > MAX_LENGTH:
                return b""
            self._start = 0
            self._buffer = rest
            try:
                self._buffer += self._read()
            except OSError as error:
                self._error = error
                return b""
        is_last = self._is_at_end and not self.fault
        end = len(self._buffer) if is_last else self._buffer.rfind(b"\n") + 1
        block = self._buffer[self._start : end]
        self._start = max(self._start, end)
        return block

    def take_empty(self) -> bytes:
        """Return the empty lines that come next and have arrived, if any; not all if many."""
        if self._pushed or self._buffer[self._start : self._start + 1] not in (b"\r", b"\n"):
            return b""
        found = _EMPTY.match(self._buffer, self._start)
        if found is None:
            return b""
        self._start = found.end()
        self.number += found[0].count(b"\n")
        return found[0]

    def take_chunk(self) -> bytes:
        """Return the bytes that have arrived, at least one; empty: the end.

        The caller counts lines as with `take_block`.
        """
        if self._pushed:
            return (self._pushed.pop().content or b"") + b"\n"
        chunk = self._buffer[self._start :] or self._read()
        self._buffer = b""
        self._start = 0
        return chunk

    def take(self, length: int, is_expected: Callable[[bytes], bool]) -> bytes:
        """Return so many bytes; fewer where the input ends or those that came are not expected.

        The caller counts lines as with `take_block`. No more than MAX_LENGTH can be asked for.
        """
        if self._pushed:
            return b""
        while not self._is_at_end and len(self._buffer) - self._start < length:
            rest = self._buffer[self._start :]
            if not is_expected(rest):
                return b""
            self._start = 0
            self._buffer = rest + self._read()
        piece = self._buffer[self._start : self._start + length]
        self._start += len(piece)
        return piece

    def give_back(self, block: bytes) -> None:
        """Make lines that were taken as a block the next ones again."""
        self._buffer = block + self._buffer[self._start :]
        self._start = 0

    @property
    def is_ready(self) -> bool:
        """Whether a whole line is there, or a read would not block."""
        return self._buffer.find(b"\n", self._start) >= 0 or self._can_read()

    def _read(self) -> bytes:
        if self._error is not None:
            raise self._error
        chunk = self._take()
        self._is_at_end = not chunk
        return chunk

    def _take_waiting(self) -> bytes:
        """Return the next bytes of the file."""
        if self._before_wait is not None and not self._can_read():
            self._before_wait()
        return self._read_more()

    def _take_first(self) -> bytes:
        """Return the first bytes of the text, and find out where the next ones come from."""
        chunk = self._take_waiting()
        self._take = self._take_waiting
        if chunk[:1] in NO_TEXT:
            from sudokutools.formats.reading.compressed import opened

            pieces = opened(chunk, self._take_waiting)
            self._take = lambda: self._take_opened(pieces)
            return self._take()
        return chunk

    def _take_opened(self, pieces: Iterator[bytes]) -> bytes:
        try:
            return next(pieces, b"")
        except SudokuError as error:
            self.fault = str(error)
            return b""

    def _can_read(self) -> bool:
        if self._descriptor is None or self._before_wait is None:
            return True
        return system.can_read(self._descriptor)


def lines_of_file(descriptor: int, before_wait: Callable[[], None]) -> LineSource:
    """Return the lines of an open file."""
    waits = not stat.S_ISREG(os.fstat(descriptor).st_mode)
    return LineSource(
        lambda: system.read(descriptor, CHUNK), descriptor, before_wait if waits else None
    )


def lines_of_text(text: str) -> LineSource:
    """Return the lines of a string."""
    content = text.encode("utf-8", "surrogateescape")
    chunks = (content[at : at + CHUNK] for at in range(0, len(content), CHUNK))
    return LineSource(lambda: next(chunks, b""))
