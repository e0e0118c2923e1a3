"""A command run in this process, as the shell would: words, standard input, a folder; watched."""

import atexit
import gc
import io
import os
import pkgutil
import shutil
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import sudokutools
from sudokutools.cli.run import start
from tests.bounds import bounded

MODULES = {
    script.replace("_", "-"): str(begin.args[0])
    for script, begin in vars(start).items()
    if isinstance(begin, partial)
}
"""The commands, and where in `sudokutools.cli` they are."""

SECONDS = 10.0
"""So many seconds a run may work; libFuzzer sees to what only waits."""


for _found in pkgutil.walk_packages(sudokutools.__path__, "sudokutools."):
    with suppress(ImportError):  # Of an extra that is not there.
        import_module(_found.name)  # Otherwise atheris reports later imports on standard error.


class Ran(NamedTuple):
    """The results of a run; `files` are the new or changed ones of its folder."""

    status: int
    out: bytes
    err: bytes
    files: dict[str, bytes]


class Folder:
    """A folder with files that commands may read, the same before every run."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._known = files
        self.path = Path(tempfile.mkdtemp(prefix="fuzz"))
        atexit.register(shutil.rmtree, self.path, ignore_errors=True)
        self._stats: dict[str, tuple[int, int, int]] = {}
        self.restore(files)

    def restore(self, changes: Iterable[str]) -> None:
        for name in changes:
            if name in self._known:
                (self.path / name).write_bytes(self._known[name])
            else:
                (self.path / name).unlink()
        self._stats = self._now()

    def changes(self) -> dict[str, bytes]:
        """Return the files that are not as they were; one that is gone is empty."""
        now = self._now()
        names = [name for name in {**self._stats, **now} if self._stats.get(name) != now.get(name)]
        return {name: (self.path / name).read_bytes() if name in now else b"" for name in names}

    def _now(self) -> dict[str, tuple[int, int, int]]:
        """Return numbers of every file that change when it is written."""
        with os.scandir(self.path) as entries:
            stats = {entry.name: entry.stat() for entry in entries if entry.is_file()}
        return {name: (s.st_ino, s.st_size, s.st_mtime_ns) for name, s in stats.items()}


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


def run(words: Sequence[str], content: bytes, folder: Folder, core: str = "") -> Ran:
    """Run a command in a folder, with some standard input and a core.

    The system's random numbers are always the same, and no disk is waited for. AssertionError: it
    warns, or leaves a file or a thread behind; TooLongError: it does not end.
    """
    streams = [_stream(content, "surrogateescape"), _stream(b"", "strict")]
    streams.append(_stream(b"", "backslashreplace"))  # As Python opens standard error.
    before, threads, home = _open_files(), threading.active_count(), os.getcwd()
    os.chdir(folder.path)
    try:
        with (
            mock.patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]),
            mock.patch.dict(os.environ, SUDOKUTOOLS_CORE=core, TERM="dumb", COLUMNS="80"),
            mock.patch.object(os, "urandom", lambda length: bytes(length)),
            mock.patch.object(os, "fsync", return_value=None),
            warnings.catch_warnings(record=True) as told,
            bounded(SECONDS),
        ):
            warnings.simplefilter("always")
            status = call(words)
        assert not told, [str(each.message) for each in told]
        # What others had left open may have been closed meanwhile, by the collector.
        if _open_files() - before:
            gc.collect()  # Failed objects may hold files open.
        assert not _open_files() - before, "a file is left open"
        assert threading.active_count() == threads, "a thread is left"
        return Ran(status, _content(streams[1]), _content(streams[2]), folder.changes())
    finally:
        os.chdir(home)
        folder.restore(folder.changes().keys())
        for stream in streams:
            stream.close()
