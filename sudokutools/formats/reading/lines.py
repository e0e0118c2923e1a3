"""Lines of a file as they arrive, in bounded memory; the text between records, and errors."""

from __future__ import annotations

import operator
import os
import stat
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from sudokutools._support import system
from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError


class InputError(SudokuError):
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
    """Text between records.

    `kind` is comment, shape (`# box`), blank (an empty line among lines, where it may take the
    place of a record), separator (an empty line after a drawn grid or JSON), or tail (a lower
    frame). Consecutive empty lines may be one passage.
    """

    __slots__ = ("kind", "raw")

    def __init__(self, kind: str, raw: bytes) -> None:
        self.kind = kind
        self.raw = raw

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8", "surrogateescape").rstrip("\r\n")

    @property
    def lines(self) -> int:
        return self.raw.count(b"\n")

    def pieces(self) -> Iterator[Passage]:
        return (Passage(self.kind, line + b"\n") for line in self.raw.split(b"\n")[:-1])


def quote(text: bytes | str) -> str:
    """Quote a piece of input for a message: printable and short."""
    from sudokutools._support.terminal import visible

    if isinstance(text, bytes):
        text = text[:100].decode("utf-8", "backslashreplace")
    short = text if len(text) <= 20 else text[:20] + "..."
    return f"'{visible(short, kept='')}'"


MAX_TITLE = 80  # The maximum length of a link that is text, without its scheme.
MAX_LENGTH = 1 << 20  # Maximum bytes of a line, a JSON object, and the comments of one record.
MAX_BLANKS = 4  # Maximum number of blank lines above a line that is looked at in advance.
CHUNK = 1 << 18

NO_TEXT = (b"\x1f", b"B", b"\xfd", b"\x28", b"\xff", b"\xfe", b"%", b"P", b"\x89")
"""First bytes of files that may be compressed or in another encoding: see `compressed`."""


_EMPTY = pattern(rb"[\r\n]{0,255}\n")  # Not more, because each may be answered.


class Line(NamedTuple):
    """A line: its number from 1 and its bytes without the line feed."""

    number: int
    content: bytes

    @property
    def is_lost(self) -> bool:
        return isinstance(self, LostLine)

    @property
    def raw(self) -> bytes:
        return self.content + b"\n"


class LostLine(Line):
    """A line that was too long: its bytes were dropped."""


class Prose(Line):
    """A line of prose, kept as a comment without `#`."""


class Clues(Line):
    """A comment with clues of the grid below it."""


class Fence(Line):
    """A line that only marks where pasted text begins or ends; it is empty, but no blank line."""


class LineSource:
    """Lines from a function that returns the next bytes, or nothing at the end.

    With a descriptor, `before_wait` is called before a read that would block, so that everything
    that has arrived can be answered. Lines longer than MAX_LENGTH are dropped as they arrive and
    yield one None. Lines can be pushed back, and whole blocks of lines taken.
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
        self.number = 0  # The number of the last line.

        self._error: OSError | None = None
        self.is_cut = False  # The last line was too long and markup: the next one continues it.

        self._is_cut = False
        self.fault = ""  # Why the lines end before the file.

        self.change: Callable[[Line], Line] | None = None
        """A function for all lines that have not arrived yet."""

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        if self._pushed:
            return self._pushed.pop()
        end = self._buffer.find(b"\n", self._start)
        if end < 0:
            line = self._next_read()
        else:
            self.number += 1
            line = Line(self.number, self._buffer[self._start : end])
            self._start = end + 1
        return line if self.change is None else self.change(line)

    def _next_read(self) -> Line:
        is_too_long = False
        while not self._is_at_end:
            rest = self._buffer[self._start :]
            if len(rest) > MAX_LENGTH:
                if not is_too_long and rest.lstrip()[:1] == b"<":
                    return self._cut_line(rest)
                is_too_long = True
                self._buffer = rest = b""
            self._fill()
            end = self._buffer.find(b"\n", len(rest))
            if end >= 0:
                self.number += 1
                self._start = end + 1
                return self._line(self._buffer[:end], is_too_long)
        rest = self._drain()
        if self.fault or not (rest or is_too_long):  # A truncated line is dropped.
            raise StopIteration
        self.number += 1
        self._is_cut = True
        return self._line(rest, is_too_long)

    def _line(self, content: bytes, is_lost: bool) -> Line:
        return LostLine(self.number, b"") if is_lost else Line(self.number, content)

    def is_cut_at(self, line: Line) -> bool:
        """Return whether a line is the last one and has no line feed."""
        return self._is_cut and line.number == self.number

    def _cut_line(self, content: bytes) -> Line:
        self._drain()
        self.number += 1
        self.is_cut = True
        return Line(self.number, content)

    def end(self) -> None:
        self._pushed.clear()
        self._drain()
        self._is_at_end = True

    def push_back(self, line: Line) -> None:
        self._pushed.append(line)

    def peek(self) -> Line | None:
        """Return the next line without taking it; None at the end."""
        line = next(self, None)
        if line is not None:
            self.push_back(line)
        return line

    def look_ahead(self) -> bytes:
        """Return the next line without taking it; nothing is pushed back, unlike `peek`."""
        if self._pushed:
            return self._pushed[-1].content
        while (end := self._buffer.find(b"\n", self._start)) < 0 and not self._is_at_end:
            if len(self._buffer) - self._start > MAX_LENGTH:
                break
            self._fill()
        return self._buffer[self._start : end if end >= 0 else None]

    def peek_text(self, is_skipped: Callable[[bytes], bool] = operator.not_) -> bytes:
        """Return the next line that is not blank without taking it, without surrounding blanks.

        It is empty at the end and below more than MAX_BLANKS lines that are skipped, and - for a
        long line.
        """
        lines = Paragraph(self)
        text = b""
        for line in islice(lines.after(0), MAX_BLANKS + 1):
            text = b"-" if line.is_lost else line.content.strip(b" \r")
            if not is_skipped(text):
                break
        lines.leave(0)
        return b"" if is_skipped(text) else text

    def unread(self) -> None:
        """Let `take_block` take the lines that were pushed back, too."""
        if not self._pushed or self._is_cut or any(type(line) is not Line for line in self._pushed):
            return
        self.number = self._pushed[-1].number - 1
        self.give_back(b"".join([line.raw for line in reversed(self._pushed)]))
        self._pushed.clear()

    def take_while(self, belongs: Callable[[Line], object]) -> Iterator[Line]:
        """Take lines up to the first one that does not belong to them."""
        for line in self:
            if not belongs(line):
                self.push_back(line)
                return
            yield line

    def take_block(self) -> bytes:
        """Return all whole lines that have arrived, at least one; empty at the end or for a long
        one.

        Read errors are raised with the next line, not here. The caller updates `number`, and gives
        back the lines that it leaves.
        """
        if self._pushed:
            return b""
        if self._buffer.find(b"\n", self._start) < 0 and not self._is_at_end:
            if len(self._buffer) - self._start > MAX_LENGTH:
                return b""
            try:
                self._fill()
            except OSError as error:
                self._error = error
                return b""
        is_last = self._is_at_end and not self.fault
        end = len(self._buffer) if is_last else self._buffer.rfind(b"\n") + 1
        block = self._buffer[self._start : end]
        self._start = max(self._start, end)
        return block

    def take_empty(self) -> bytes:
        if self._pushed or self._buffer[self._start : self._start + 1] not in (b"\r", b"\n"):
            return b""
        found = _EMPTY.match(self._buffer, self._start)
        if found is None:
            return b""
        self._start = found.end()
        self.number += found[0].count(b"\n")
        return found[0]

    def take_chunk(self) -> bytes:
        """Return the bytes that have arrived; empty at the end. As `take_block`."""
        if self._pushed:
            self.number += 1
            return self._pushed.pop().raw
        chunk = self._drain() or self._read()
        self.number += chunk.count(b"\n")
        return chunk

    def give_back_chunk(self, chunk: bytes) -> None:
        self.give_back(chunk)
        self.number -= chunk.count(b"\n")

    def take(self, length: int, is_expected: Callable[[bytes], bool]) -> bytes:
        """Return up to `length` (MAX_LENGTH) bytes, fewer if they are not expected. As
        `take_block`.
        """
        if self._pushed:
            return b""
        while not self._is_at_end and len(self._buffer) - self._start < length:
            if not is_expected(self._buffer[self._start :]):
                return b""
            self._fill()
        piece = self._buffer[self._start : self._start + length]
        self._start += len(piece)
        return piece

    def give_back(self, block: bytes) -> None:
        self._buffer = block + self._buffer[self._start :]
        self._start = 0

    @property
    def is_ready(self) -> bool:
        """Whether a whole line has arrived, or a read would not block."""
        return self._buffer.find(b"\n", self._start) >= 0 or self._can_read()

    @property
    def is_typed(self) -> bool:
        """Whether the lines come from a terminal."""
        return self._descriptor is not None and os.isatty(self._descriptor)

    @property
    def position(self) -> int:
        """The offset of the next line in its regular file; approximate if it is compressed."""
        if self._descriptor is None:
            return 0
        waiting = len(self._buffer) - self._start
        return max(os.lseek(self._descriptor, 0, os.SEEK_CUR) - waiting, 0)

    def _drain(self) -> bytes:
        rest = self._buffer[self._start :]
        self._buffer, self._start = b"", 0
        return rest

    def _fill(self) -> None:
        """Read more bytes. Raises OSError, and keeps the bytes that are there."""
        self._buffer, self._start = self._buffer[self._start :], 0
        self._buffer += self._read()

    def _read(self) -> bytes:
        if self._error is not None:
            raise self._error
        chunk = self._take()
        self._is_at_end = not chunk
        return chunk

    def _take_waiting(self) -> bytes:
        if self._before_wait is not None and not self._can_read():
            self._before_wait()
        return self._read_more()

    def _take_first(self) -> bytes:
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


class Paragraph:
    """The lines of one record, while it is found out how many they are.

    Readers look at as many of the lines below the first ones as they need, several times; whoever
    knows how many belong to the record leaves the others.
    """

    def __init__(self, source: LineSource, *first: Line) -> None:
        self.lines = list(first)
        self._source = source

    def at(self, index: int) -> Line | None:
        while index >= len(self.lines):
            line = next(self._source, None)
            if line is None:
                return None
            self.lines.append(line)
        return self.lines[index]

    def after(self, count: int) -> Iterator[Line]:
        """Yield all lines but the first `count`."""
        while (line := self.at(count)) is not None:
            yield line
            count += 1

    def leave(self, count: int) -> bytes:
        """Give back all lines but the first `count`, and return the text of these."""
        for line in reversed(self.lines[count:]):
            self._source.push_back(line)
        del self.lines[count:]
        return self.raw(count)

    def raw(self, count: int) -> bytes:
        return b"".join([line.raw for line in self.lines[:count] if not line.is_lost])


def lines_of_file(
    descriptor: int, before_wait: Callable[[], None], read: Callable[[], bytes]
) -> LineSource:
    waits = not stat.S_ISREG(os.fstat(descriptor).st_mode)
    return LineSource(read, descriptor, before_wait if waits else None)


def lines_of_text(text: str) -> LineSource:
    content = text.encode("utf-8", "surrogateescape")
    chunks = (content[at : at + CHUNK] for at in range(0, len(content), CHUNK))
    return LineSource(lambda: next(chunks, b""))
