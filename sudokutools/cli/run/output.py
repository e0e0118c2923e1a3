"""The output of a command: standard output, or a file that is replaced at the end."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sudokutools._support import system
from sudokutools._support.lazy import pattern
from sudokutools.cli.run.process import Terminated, held, naming, temporary_files

if TYPE_CHECKING:
    from sudokutools.formats.reader import Reader

Read = Callable[[], bytes]  # Returns the next bytes of a file, empty at the end.

BUFFER = 1 << 16
SECONDS = 0.2  # The maximum time in seconds that text stays in the buffer while more is written.
UTF8 = ("utf-8", "surrogateescape")
NUMBER = pattern(r"%(?:0(\d))?d")  # The place of the number in the name of a file: `%d`, `%03d`.


class OutputError(OSError):
    """The output cannot be written; it has the name as typed, None for standard output."""


class Output:
    """Buffered output; each `write` is written whole or not at all.

    A regular file is written to a temporary file and replaced in `finish`; after a signal or an
    error the old file stays and the temporary file is removed. Devices, pipes and `/dev/fd/N` are
    written directly. Raises OutputError if it cannot be written.
    """

    def __init__(self, path: str | None = None) -> None:
        self._pieces: list[bytes] = []
        self._length = 0
        self._flushed = time.monotonic()
        self._temporary: str | None = None
        self._target, self._closes = "", False
        self.has_colour = False  # Whether escape sequences for colours are passed to a terminal.
        self._name = None if path == "-" else path
        if self._name is None:
            self._descriptor = _standard_output()
            # A Windows console, which needs text, shows bytes in an old character set.
            self._is_console = system.IS_WINDOWS and self.is_terminal
        else:
            with naming(path, OutputError):
                self._open(self._name)

    def _open(self, path: str) -> None:
        self._closes = True
        opened = _descriptor_of(path)
        if opened is not None:
            self._descriptor = os.dup(opened)
            return
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            if not os.path.basename(path):  # The folder does not exist.
                raise
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            self._descriptor = os.open(path, os.O_WRONLY | system.BINARY)
            return
        import tempfile

        self._target = os.path.realpath(path)
        folder, name = os.path.split(self._target)
        with held:
            self._descriptor, self._temporary = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
            temporary_files.add(self._temporary)
        if mode is None:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        try:
            system.set_mode(self._descriptor, stat.S_IMODE(mode))
        except OSError:
            self.cancel_replacement()
            raise

    @property
    def is_terminal(self) -> bool:
        return self._descriptor is not None and os.isatty(self._descriptor)

    @property
    def is_straight(self) -> bool:
        """Whether written text stays even if the work is not finished."""
        return not self._target

    def refuse_as_input(self, name: str, descriptor: int) -> None:
        """Raise OSError if an input is the output file, which would never end."""
        state = os.fstat(descriptor)
        if self._descriptor is None or not stat.S_ISREG(state.st_mode):
            return
        if os.path.samestat(state, os.fstat(self._descriptor)):
            raise OSError(errno.EINVAL, "input file is also the output", name)

    @property
    def columns(self) -> int:
        """The width of the terminal, else COLUMNS, else 80."""
        setting = os.environ.get("COLUMNS", "")
        columns = int(setting) if setting.isdecimal() and len(setting) < 6 else 0
        if self.is_terminal and self._descriptor is not None:
            columns = os.get_terminal_size(self._descriptor).columns
        return columns or 80

    def is_full_with(self, text: bytes) -> bool:
        """Whether writing a text fills the buffer, which is then written."""
        return self._length + len(text) >= BUFFER

    def write(self, text: str | bytes) -> None:
        text = to_bytes(text)
        self._pieces.append(text)
        self._length += len(text)
        if self._length >= BUFFER or time.monotonic() - self._flushed > SECONDS:
            self.flush()

    def flush(self) -> None:
        self._flushed = time.monotonic()
        if not self._pieces:
            return
        with held:
            pieces, self._pieces = self._pieces, []
            content = b"".join(pieces)
            self._length = 0
            if self.is_terminal:
                from sudokutools._support.terminal import lines_for_terminal

                text = lines_for_terminal(content.decode(*UTF8), self.has_colour)
                content = text.encode(*UTF8)
            if self._descriptor is None or (self._name is None and self._is_console):
                sys.stdout.write(content.decode(*UTF8))
                return
            with naming(self._name, OutputError):
                try:
                    write_all(self._descriptor, content)
                except OSError as error:
                    if self.is_straight:
                        written: int = error.characters_written  # type: ignore[attr-defined]
                        _cut_off(self._descriptor, torn_part(pieces, written))
                    raise

    def finish(self) -> None:
        """Write the rest and replace the file. If that raises OSError, the old file stays."""
        try:
            self.close()
            if self._temporary is not None:
                with held, naming(self._name, OutputError):
                    os.replace(self._temporary, self._target)
                    temporary_files.discard(self._temporary)
                    self._temporary = None
        except OSError:
            self.cancel_replacement()
            raise

    def close(self) -> None:
        """Write the rest; a temporary file stays until `finish`."""
        self.flush()
        if self._closes and self._descriptor is not None:
            with held, naming(self._name, OutputError):
                self._closes = False
                os.close(self._descriptor)

    skips = False  # With `--resume`: whether records are skipped that an earlier run has answered.

    def go_on(self) -> None:
        """With `--resume`: begin to write after the text of the earlier run."""

    def mark(self, records: int, status: int, passed: int, has_header: bool) -> None:
        """With `--resume`: note that the output of `records` records is complete here."""

    def watch(self, reader: Reader, read: Read) -> Read:
        """With `--resume`: wrap a function that reads a file, to hash its result."""
        return read

    def read_rest(self) -> None:
        """With `--resume`: read the rest of a file."""

    def cancel_replacement(self) -> None:
        """Keep the old file, as no input was read completely; later text is discarded."""
        if self._temporary is not None:
            if self._closes and self._descriptor is not None:
                with suppress(OSError):  # Only Windows refuses to remove an open file.
                    system.redirect_to_null(self._descriptor)
            with held:
                os.unlink(self._temporary)
                temporary_files.discard(self._temporary)
                self._temporary = None

    def abandon(self) -> None:
        """Write finished records unless they go to a temporary file; remove that and close."""
        self.cancel_replacement()
        self.close()


def to_bytes(text: str | bytes) -> bytes:
    return text.encode(*UTF8) if isinstance(text, str) else text


def write_whole(name: str | None, content: str | bytes) -> None:
    output = Output(name)
    try:
        output.write(content)
        output.finish()
    except BaseException:
        output.abandon()
        raise


class NumberedFiles:
    """Files numbered from 1, which are all replaced in `finish`."""

    is_terminal = False

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._files: list[Output] = []
        self._is_open = False

    def write(self, text: str | bytes) -> None:
        if not self._is_open:
            number = str(len(self._files) + 1)
            name = NUMBER.sub(lambda found: number.zfill(int(found[1] or 1)), self._pattern)
            with held:
                self._files.append(Output(name))
            self._is_open = True
        self._files[-1].write(text)

    def close(self) -> None:
        """Close the open file; later text goes to the next one."""
        if self._is_open:
            self._files[-1].close()
            self._is_open = False

    def finish(self) -> None:
        """Replace the files. Raises OSError if one fails; later ones are not replaced."""
        try:
            self.close()
            with held:
                for file in self._files:
                    file.finish()
        except OSError:
            self.cancel_replacement()
            raise

    def cancel_replacement(self) -> None:
        for file in self._files:
            file.cancel_replacement()

    def abandon(self) -> None:
        for file in self._files:
            file.abandon()


def wants_colour(choice: str, is_terminal: bool) -> bool:
    if choice != "auto":
        return choice == "always"
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _descriptor_of(path: str) -> int | None:
    # Opening such a path again would fail for sockets and truncate files opened for appending.
    standard = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
    match = re.fullmatch(r"/(?:dev|proc/self)/fd/([0-9]{1,9})", path)
    return int(match[1]) if match is not None else standard.get(path)


def write_all(descriptor: int, content: bytes) -> None:
    """Write all bytes. Raises Terminated if the reader has gone, OSError for other failures."""
    try:
        system.write_all(descriptor, content)
    except OSError as error:
        if system.is_closed_pipe(error):
            raise Terminated(system.CLOSED_PIPE) from None
        raise


def torn_part(pieces: Sequence[bytes], written: int) -> int:
    """Return how many of the written bytes belong to an incomplete piece.

    >>> torn_part([b"one", b"two"], 3), torn_part([b"one", b"two"], 5)
    (0, 2)
    """
    for piece in pieces:
        if len(piece) > written:
            break
        written -= len(piece)
    return written


def _cut_off(descriptor: int, length: int) -> None:
    with suppress(OSError):  # Such as a pipe, which may end in half a record.
        state = os.fstat(descriptor)
        end = os.lseek(descriptor, 0, os.SEEK_CUR)
        if length and stat.S_ISREG(state.st_mode) and state.st_size == end:
            os.ftruncate(descriptor, end - length)
            os.lseek(descriptor, end - length, os.SEEK_SET)


def _standard_output() -> int | None:
    try:  # Another object may replace it.
        return sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return None
