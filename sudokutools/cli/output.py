"""Where results go: standard output, or a file that is replaced at the end."""

from __future__ import annotations

import os
import signal
import stat
import sys
import time

from sudokutools.cli.process import Terminated, held

BUFFER = 1 << 16

SECONDS = 0.2
"""Results do not lie in the buffer for longer, as long as others come."""


class Output:
    """Write text in large pieces; each `write` is written whole or not at all.

    A regular file is written aside under another name and takes its place in `finish`; without
    it, as after a signal or an error, the old file stays and nothing is left behind.
    """

    def __init__(self, path: str | None = None) -> None:
        self._pieces: list[bytes] = []
        self._length = 0
        self._flushed = time.monotonic()
        self._aside: str | None = None
        self._target = ""
        self._closes = False
        if path is None or path == "-":
            self._descriptor = _standard_output()
        else:
            self._open(path)

    def _open(self, path: str) -> None:
        self._closes = True
        self._target = os.path.realpath(path)
        try:
            mode = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            self._descriptor = os.open(path, os.O_WRONLY)
            return
        import tempfile

        folder, name = os.path.split(self._target)
        try:
            self._descriptor, self._aside = tempfile.mkstemp(prefix=f".{name}.", dir=folder)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        if mode is None:
            mask = os.umask(0)
            os.umask(mask)
            mode = 0o666 & ~mask
        if hasattr(os, "fchmod"):
            os.fchmod(self._descriptor, stat.S_IMODE(mode))

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at the output."""
        return self._descriptor is not None and os.isatty(self._descriptor)

    def write(self, text: str | bytes) -> None:
        """Add text."""
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogateescape")
        self._pieces.append(text)
        self._length += len(text)
        if self._length >= BUFFER or time.monotonic() - self._flushed > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Hand everything that was written to the system."""
        self._flushed = time.monotonic()
        if not self._pieces:
            return
        with held:
            content = b"".join(self._pieces)
            self._pieces = []
            self._length = 0
            if self._descriptor is None:
                sys.stdout.write(content.decode("utf-8", "surrogateescape"))
                return
            rest = memoryview(content)
            try:
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
            except BrokenPipeError:
                raise Terminated(getattr(signal, "SIGPIPE", signal.SIGTERM)) from None

    def finish(self) -> None:
        """Write what is left; a file written aside takes its place."""
        self.flush()
        if self._closes and self._descriptor is not None:
            with held:
                if self._aside is not None:
                    os.replace(self._aside, self._target)
                    self._aside = None
                os.close(self._descriptor)
                self._closes = False

    def cancel_replacement(self) -> None:
        """Let the old file stay: the input was not read to its end."""
        if self._aside is not None:
            os.unlink(self._aside)
            self._aside = None

    def abandon(self) -> None:
        """Write the finished records where that does no harm; leave nothing aside."""
        if self._aside is not None:
            self.cancel_replacement()
        else:
            self.flush()


def _standard_output() -> int | None:
    """Return the descriptor of standard output; None where it is an object without one."""
    try:
        return sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return None
