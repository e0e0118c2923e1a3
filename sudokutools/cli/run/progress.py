"""A line on the terminal that says how far the work is, or why it takes so long."""

from __future__ import annotations

import sys
import time

from sudokutools._support import core
from sudokutools.cli.run.process import complain, tell

LONG = 5.0
"""After so many seconds a run is long, and"""

BUSY = 0.25
"""if this process worked for so many: its input may have kept it waiting."""

HINT = (
    "Python does the work here, many times slower than kernels in C: where there is gcc or clang,"
    " install again with pip install --force-reinstall --no-cache-dir"
)


class Progress:
    """Show a number of records on standard error, after a second and then ten times a second.

    `wanted` None: only where standard error is a terminal. Without kernels, a run that gets long
    says once how to get them, unless it is to be quiet.
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
        stream = sys.stderr
        self._wanted = stream is not None and (stream.isatty() if wanted is None else wanted)

    def update(self, done: int) -> None:
        """Say that so many records are done."""
        now = time.monotonic()
        if self._hints and now > self._began + LONG:
            self._hint()
        if not self._wanted:
            return
        if now < self._next:
            return
        self._next = now + 0.1
        rate = done / (now - self._began)
        text = f"{done} records, {rate:.0f}/s"
        if self._total:
            filled = 30 * done // self._total
            text = f"[{'#' * filled}{'.' * (30 - filled)}] {done} of {self._total}, {rate:.0f}/s"
        tell("\r" + text.ljust(self._shown))
        self._shown = len(text)

    def _hint(self) -> None:
        """Say why it takes so long, once."""
        if not core.is_missing():
            self._hints = False
        elif time.process_time() > self._worked + BUSY:
            self._hints = False
            self.clear()
            complain(HINT)

    def clear(self) -> None:
        """Take the line away, so that other text can be written."""
        if self._shown:
            tell("\r" + " " * self._shown + "\r")
            self._shown = 0
