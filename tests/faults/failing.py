"""Calls of the system that fail: the nth one on the files of a folder."""

import fcntl
import io
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.globals import pop_context

from sudokutools.cli.run import process

BY_PATH = ("open", "stat", "replace", "unlink")
BY_DESCRIPTOR = ("read", "write", "close", "fsync", "ftruncate", "lseek", "fstat", "fchmod")


class Failing:
    """Let call number `number` that regards files in a folder fail; count them all.

    A file that cannot be closed is closed all the same, as the system does it.
    """

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, number: int, error: int) -> None:
        self.count = 0
        self.failed = ""
        self._folder = str(folder)
        self._number = number
        self._error = error
        self._descriptors: set[int] = set()
        for name in BY_PATH + BY_DESCRIPTOR:
            patch.setattr(os, name, self._instead_of(name, getattr(os, name)))
        patch.setattr(fcntl, "lockf", self._instead_of("lockf", fcntl.lockf))
        patch.setattr(fcntl, "flock", self._instead_of("flock", fcntl.flock))

    def _instead_of(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def fail_or_call(first: Any, *rest: Any, **named: Any) -> Any:
            is_known = isinstance(first, int) and first in self._descriptors
            if is_known or (isinstance(first, str) and first.startswith(self._folder)):
                self.count += 1
                if self.count == self._number:
                    self.failed = name
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


def run_here(patch: pytest.MonkeyPatch, line: str, text: str = "") -> tuple[int, str]:
    """Run a command in this process; return its exit status and standard error."""
    name, *words = line.split()
    module = "blackjack" if name == "blackjack" else name.removeprefix("sudoku-")
    patch.setattr(sys, "argv", [name, *words])
    patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    patch.setattr(sys, "stderr", errors := io.StringIO())
    command = import_module(f"sudokutools.cli.{module}.command").command
    try:
        process.run(command)
    except SystemExit as ended:
        return int(str(ended.code)), errors.getvalue()
    finally:
        while click.get_current_context(silent=True) is not None:
            pop_context()  # Click leaves it there where it fails to close it.
