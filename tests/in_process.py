"""A command run in this process, and watched: it leaves no file, thread or warning behind.

atheris, which guides the fuzzer, sees its own process only; and tests that run hundreds of commands
would take twice the time with the processes of `tests.forks`, where all others run theirs.
"""

import gc
import io
import os
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from unittest import mock

from sudokutools.cli.run import start
from tests.bounds import bounded
from tests.forks import import_all

MODULES = {
    script.replace("_", "-"): str(begin.args[0])
    for script, begin in vars(start).items()
    if isinstance(begin, partial)
}
"""The commands, and where in `sudokutools.cli` they are."""

SECONDS = 10.0
"""So many seconds a run may work; libFuzzer sees to what only waits."""


import_all()  # Otherwise atheris reports later imports on standard error.


class Ran(NamedTuple):
    """The results of a run; `files` are the new or changed ones; one that is gone is empty."""

    status: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


def _stream(content: bytes, errors: str) -> io.TextIOWrapper:
    """Return a text stream over a file without a name, which holds some content."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 - Closed by who asked for it.
    file.write(content)
    file.seek(0)
    return io.TextIOWrapper(file, "utf-8", errors, newline="\n", write_through=True)


def _content(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    descriptor = stream.fileno()
    return os.pread(descriptor, os.fstat(descriptor).st_size, 0)


def _open_files() -> set[str]:
    """Return the descriptors of this process, except the one that lists them."""
    if not os.path.isdir("/proc/self/fd"):
        return set()
    with os.scandir("/proc/self/fd") as entries:
        return {entry.name for entry in entries if "/fd" not in os.readlink(entry.path)}


def call(words: Sequence[str]) -> int:
    """Run a command with the words of its line; return its exit status."""
    main: Callable[[], None] = import_module(f"sudokutools.cli.{MODULES[words[0]]}.command").main
    with mock.patch.object(sys, "argv", list(words)):
        try:
            main()
        except SystemExit as ended:
            return int(ended.code or 0)
    raise AssertionError("the command returned")


def run(
    words: Sequence[str],
    content: bytes = b"",
    files: Mapping[str, bytes] = MappingProxyType({}),
    core: str = "",
) -> Ran:
    """Run a command in a folder with some files, with some standard input and a core.

    The system's random numbers are always the same, and no disk is waited for. AssertionError: it
    warns, or leaves a file or a thread behind; TooLongError: it does not end.
    """
    streams = [_stream(content, "surrogateescape"), _stream(b"", "strict")]
    streams.append(_stream(b"", "backslashreplace"))  # As Python opens standard error.
    before, threads = _open_files(), threading.active_count()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="run") as folder,
            chdir(folder),
            mock.patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]),
            mock.patch.dict(os.environ, SUDOKUTOOLS_CORE=core, TERM="dumb", COLUMNS="80"),
            mock.patch.dict(os.environ, XDG_STATE_HOME=folder),
            mock.patch.object(os, "urandom", lambda length: bytes(length)),
            mock.patch.object(os, "fsync", return_value=None),
            warnings.catch_warnings(record=True) as reported,
            bounded(SECONDS),
        ):
            for name, held in files.items():
                Path(name).write_bytes(held)
            warnings.simplefilter("always")
            status = call(words)
            found = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
            changed = {name: held for name, held in found.items() if files.get(name) != held}
            changed |= dict.fromkeys(files.keys() - found, b"")
        assert not reported, [str(each.message) for each in reported]
        # What others had left open may have been closed meanwhile, by the collector.
        if _open_files() - before:
            gc.collect()  # Failed objects may hold files open.
        assert not _open_files() - before, "a file is left open"
        assert threading.active_count() <= threads, "a thread is left"
        return Ran(status, _content(streams[1]), _content(streams[2]), changed)
    finally:
        for stream in streams:
            stream.close()
