"""The file to which `--log` appends every round."""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress

from sudokutools._support import system
from sudokutools.blackjack.transcript import Data, Transcript
from sudokutools.cli.blackjack.bankroll import lock
from sudokutools.cli.run.process import naming

LONGEST = 1 << 20  # The maximum length of a line, in bytes.


class LogFile:
    """A log to which one session at a time appends whole lines.

    An incomplete last line is terminated first. Pipes and devices are written as they are. Raises
    OSError with the file name as given if writing fails. `close` releases the lock.
    """

    def __init__(self, path: str) -> None:
        self._shown = path
        with naming(path):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | system.BINARY
            self._descriptor = os.open(path, flags, 0o666)
            self._is_regular = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
        end = b""
        if self._is_regular:
            lock(self._descriptor, path)
            end = self._end()
        self._begin = "" if end.endswith(b"\n") or not end else "\n"
        self._transcript = Transcript(_check_of(end))
        self._has_failed = False

    def _end(self) -> bytes:
        with suppress(OSError), open(self._shown, "rb") as file:
            file.seek(max(0, os.fstat(self._descriptor).st_size - LONGEST))
            return file.read()
        return b""

    def append(self, data: Data) -> None:
        """Append a line, completely or not at all; after a failure, nothing."""
        if self._has_failed:
            return
        line = f"{self._begin}{self._transcript.line(data)}\n".encode()
        with naming(self._shown):
            size = os.fstat(self._descriptor).st_size
            try:
                system.write_all(self._descriptor, line)
            except OSError:
                self._has_failed = True
                if self._is_regular:
                    os.ftruncate(self._descriptor, size)
                raise
        self._begin = ""

    def close(self) -> None:
        """Release the file and its lock. Raises OSError if data may be lost."""
        with naming(self._shown):
            os.close(self._descriptor)


def _check_of(end: bytes) -> str:
    try:
        data = json.loads(end.removesuffix(b"\n").rpartition(b"\n")[2])
        check = data.get("check")
    except (ValueError, RecursionError, AttributeError):
        return ""
    return check if isinstance(check, str) else ""
