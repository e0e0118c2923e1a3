"""Progress on the terminal, and a hint why a run is slow."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from sudokutools._support import core
from sudokutools.cli.run.process import print_error, write_error

if TYPE_CHECKING:
    from sudokutools.formats.reading.lines import LineSource

LONG = 5.0  # Seconds until the hint,
BUSY = 0.25  # and the minimum CPU time in seconds: otherwise the run waited for its input.

HINT = "running without compiled kernels, 50 to 1000 times slower: "


class Progress:
    """Show the number of records on standard error, after a second and then ten times a second.

    With `wanted` None, only if standard error is a terminal and standard output is not a pipe:
    commands of a pipeline would draw over each other, and over what a person types. Unless
    `is_quiet`, a long run without kernels prints a hint how to install them; the first run of a
    user at a terminal does so at once.
    """

    def __init__(
        self, wanted: bool | None, total: int | None = None, is_quiet: bool = False
    ) -> None:
        self._hints = not is_quiet
        self._worked = time.process_time()
        self._total = total
        self._began = time.monotonic()
        self._next = self._began + 1
        self._shown = 0
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        if self._hints and is_terminal and core.is_missing() and _is_first_run():
            self._hint()
        self._is_usual = wanted is None
        if wanted is None:
            wanted = is_terminal and not _is_pipe(sys.stdout)
        self._wanted = sys.stderr is not None and wanted
        self._files: Sequence[str] = ()
        self._number = 0
        self._lines: LineSource | None = None

    def follow(self, files: Sequence[str], number: int, lines: LineSource) -> None:
        """Note that file `number`, counted from 1, is read by `lines`, to show a percentage."""
        self._files, self._number, self._lines = files, number, lines
        if self._is_usual and lines.is_typed:
            self._wanted = False

    def show_counted(self, solutions: int) -> None:
        """Show how many solutions of a grid have been counted so far."""
        if self._wanted and time.monotonic() >= self._next:
            self._show(f"{solutions} solutions so far")

    def update(self, done: int) -> None:
        now = time.monotonic()
        if self._hints and now > self._began + LONG:
            if not core.is_missing():
                self._hints = False
            elif time.process_time() > self._worked + BUSY:
                self._hint()
        if not self._wanted or now < self._next:
            return
        rate = done / (now - self._began)
        text = f"{done} record{'' if done == 1 else 's'}, {rate:.0f}/s{self._percentage()}"
        if self._total:
            filled = 30 * done // self._total
            text = f"[{'#' * filled}{'.' * (30 - filled)}] {done} of {self._total}, {rate:.0f}/s"
        self._show(text)

    def _show(self, text: str) -> None:
        self._next = time.monotonic() + 0.1
        write_error("\r" + text.ljust(self._shown))
        self._shown = len(text)

    def _percentage(self) -> str:
        """Return how much of the files has been read, "" if their sizes are unknown."""
        sizes = [size for size in map(_size_of, self._files) if size is not None]
        if self._lines is None or len(sizes) < len(self._files) or not sum(sizes):
            return ""
        read = sum(sizes[: self._number - 1]) + self._lines.position
        return f", {min(100 * read // sum(sizes), 100)}%"

    def _hint(self) -> None:
        self._hints = False
        self.clear()
        print_error(HINT + core.remedy())

    def clear(self) -> None:
        if self._shown:
            write_error("\r" + " " * self._shown + "\r")
            self._shown = 0


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):  # Closed, or an object of Python.
        return False


def _size_of(name: str) -> int | None:
    """Return the size of a regular file, 0 for an operand that is not a file, else None."""
    try:
        state = os.stat(0 if name == "-" else name)
    except (OSError, ValueError):
        return 0
    return state.st_size if stat.S_ISREG(state.st_mode) else None


def _is_first_run() -> bool:
    """Whether this user has not seen the hint; leaves a stamp in the user's cache folder.

    False if no stamp can be written: then only long runs print the hint.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    stamp = os.path.join(home, "sudokutools", "hint-shown")
    try:
        os.makedirs(os.path.dirname(stamp), exist_ok=True)
        os.close(os.open(stamp, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except (OSError, ValueError):
        return False
    return True
