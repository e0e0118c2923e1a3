"""A line on the terminal that says how far the work is."""

from __future__ import annotations

import sys
import time


class Progress:
    """Show a number of records on standard error, after a second and then ten times a second.

    `wanted` None: only where standard error is a terminal.
    """

    def __init__(self, wanted: bool | None, total: int | None = None) -> None:
        self._total = total
        self._began = time.monotonic()
        self._next = self._began + 1
        self._shown = 0
        stream = sys.stderr
        self._wanted = stream is not None and (stream.isatty() if wanted is None else wanted)

    def update(self, done: int) -> None:
        """Say that so many records are done."""
        if not self._wanted:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + 0.1
        rate = done / (now - self._began)
        text = f"{done} records, {rate:.0f}/s"
        if self._total:
            filled = 30 * done // self._total
            text = f"[{'#' * filled}{'.' * (30 - filled)}] {done} of {self._total}, {rate:.0f}/s"
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)

    def clear(self) -> None:
        """Take the line away, so that other text can be written."""
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0
