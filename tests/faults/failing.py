"""Calls of the system that fail: the nth one on the files of a folder."""

import fcntl
import os
from collections.abc import Callable
from mmap import mmap
from pathlib import Path
from typing import Any

BY_PATH = ("open", "stat", "replace", "unlink")
BY_DESCRIPTOR = ("read", "write", "close", "fsync", "ftruncate", "lseek", "fstat", "fchmod")
LOCKS = ("lockf", "flock")


class Failing:
    """Let call number `number` that regards files in a folder fail, in a fork of this process.

    A file that cannot be closed is closed all the same, as the system does it.
    """

    def __init__(self, folder: Path, number: int, error: int) -> None:
        self._count = 0
        self._failed = mmap(-1, 16)  # Shared with the fork.
        self._folder = str(folder)
        self._number = number
        self._error = error
        self._descriptors: set[int] = set()

    @property
    def failed(self) -> str:
        """The name of the call that has failed, or nothing."""
        return self._failed[:].rstrip(b"\0").decode()

    def install(self) -> None:
        """Intercept the calls of this process."""
        for module, names in ((os, BY_PATH + BY_DESCRIPTOR), (fcntl, LOCKS)):
            for name in names:
                setattr(module, name, self._instead_of(name, getattr(module, name)))

    def _instead_of(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def fail_or_call(first: Any, *rest: Any, **named: Any) -> Any:
            is_known = isinstance(first, int) and first in self._descriptors
            if is_known or (isinstance(first, str) and first.startswith(self._folder)):
                self._count += 1
                if self._count == self._number:
                    self._failed.write(name.encode())
                    if name == "close":
                        call(first)
                        self._descriptors.discard(first)
                    raise OSError(self._error, os.strerror(self._error))
                result = call(first, *rest, **named)
                if name == "open":
                    self._descriptors.add(result)
                elif name == "close":
                    self._descriptors.discard(first)
                return result
            return call(first, *rest, **named)

        return fail_or_call
