"""`--resume`: continue a run that was cut, after the last record whose output is known to be whole.

FILE.part is the output so far; it becomes FILE at the end. FILE.resume holds the options in its
first line and then a `Mark` per line, written every second and when a signal ends the run: how much
of the output is whole and how much of the input was read for it, each with a hash. The next run
truncates FILE.part to the last mark, then reads, hashes and skips the input up to there. The mark
of a complete run stays: later runs find that FILE is complete, or that it or the input was changed.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections import deque
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple

import click

import sudokutools
from sudokutools._support import system
from sudokutools._support.limits import never
from sudokutools.cli.run.output import Output, OutputError, Read, write_all
from sudokutools.cli.run.process import Terminated, held, naming, print_error
from sudokutools.cli.run.reading import open_lines
from sudokutools.errors import SudokuError
from sudokutools.formats.reader import Reader

SECONDS = 1.0  # The minimum time between two marks: each waits for the disk.
LONGEST_NOTE = 1 << 24  # The maximum length of a line of FILE.resume: all arguments of a command.
_READ_WRITE = os.O_RDWR | system.BINARY | system.NO_FOLLOW
NEUTRAL = ("output", "resume", "jobs", "quiet", "verbose", "progress")
"""Parameters that may differ between a run and its continuation."""


class Place(NamedTuple):
    """A number of bytes, and their hash."""

    length: int = 0
    hash: str = ""


class Fingerprint:
    """A running hash of bytes, compared with another one at the length of `wanted`."""

    def __init__(self, wanted: Place = Place()) -> None:  # noqa: B008
        self._hash = blake2b(digest_size=16)
        self._wanted = wanted
        self._length = 0
        self.is_changed = False

    @property
    def place(self) -> Place:
        return Place(self._length, self._hash.hexdigest())

    @property
    def missing(self) -> int:
        return max(self._wanted.length - self._length, 0)

    def add(self, content: bytes) -> None:
        head, rest = content[: self.missing], content[self.missing :]
        self._hash.update(head)
        self._length += len(head)
        if head and not self.missing:
            self.is_changed = self.place != self._wanted
        self._hash.update(rest)
        self._length += len(rest)


class InputFingerprint(Fingerprint):
    """The hash of all input files in order, each followed by its length."""

    def __init__(self, wanted: Place, also_read: bytes) -> None:
        super().__init__(wanted)
        self._ahead: deque[bytes] = deque()
        self._read_on: Read = bytes
        self.add(also_read)
        self._places = deque([(-1, self.place)])

    def watch(self, reader: Reader, read: Read) -> Read:
        """Return a function that reads a file and hashes it; `reader` counts its records."""
        start = self._length
        is_at_end = False

        def read_on() -> bytes:
            nonlocal is_at_end
            content = read()
            if content or not is_at_end:
                is_at_end = not content
                self.add(content or (self._length - start).to_bytes(8, "big"))
                self._places.append((reader.count, self.place))
            return content

        self._read_on = read_on
        return lambda: self._ahead.popleft() if self._ahead else read_on()

    def read_rest(self) -> None:
        while self._read_on():
            pass
        self._read_on = bytes

    def place_after(self, record: int) -> Place:
        # Bytes read before an earlier record was complete may belong to this one.
        while len(self._places) > 1 and self._places[1][0] < record:
            self._places.popleft()
        return self._places[0][1]

    def is_same(self) -> bool:
        """Read on to the comparison; return whether the input is the same up to there."""
        while self.missing and (content := self._read_on()):
            self._ahead.append(content)
        return not (self.missing or self.is_changed)


class Mark(NamedTuple):
    """A place between two records; `status` and `passed` are fields of the writer."""

    output: Place = Place()
    input: Place = Place()
    records: int = 0
    status: int = 0
    passed: int = 0
    has_header: bool = False
    is_end: bool = False


class ResumableOutput(Output):
    """A file whose text outlives a cut; nothing is written before `go_on`.

    `done` is the mark at which the run before was cut. The output also depends on `also_read`, text
    of other files. Raises SudokuError, with nothing changed, if another run left the files,
    and click.exceptions.Exit if FILE is complete.
    """

    def __init__(self, path: str | None, also_read: str = "", is_quiet: bool = False) -> None:
        if path is None or path == "-":
            raise _no_file("-")
        self.skips = True
        self._asked = asked()
        self._also_read = also_read.encode("utf-8", "surrogateescape")
        self._is_quiet = is_quiet
        self._marks = [Mark()]
        self._written = Fingerprint()
        self._journal: int | None = None
        self._marked = -SECONDS
        self._is_torn = self._stays = False
        super().__init__(path)
        self._mark = self.done
        self._counts: tuple[int, int, int, bool] = self.done[2:6]
        self._at: int | None = None
        self._input = InputFingerprint(self.done.input, self._also_read)

    def _open(self, path: str) -> None:
        if os.path.exists(path) and not os.path.isfile(path):
            raise _no_file(path)
        self._shown = path
        self._target = os.path.realpath(path)
        self._part, self._notes = f"{self._target}.part", f"{self._target}.resume"
        with held:
            has_part, has_notes = self._is_there("part"), self._is_there("resume")
            if has_part and not has_notes:
                raise SudokuError(f"{path}.part: missing {path}.resume")
            made: list[str] = []
            try:
                new = 0 if has_notes else os.O_CREAT | os.O_EXCL
                self._journal = os.open(self._notes, _READ_WRITE | new, 0o666)
                made += [self._notes] * (not has_notes)
                self._read_notes(has_part)
                if not self.done.is_end:
                    self._descriptor = os.open(self._part, _READ_WRITE | os.O_CREAT, 0o666)
                    made += [self._part] * (not has_part)
                    self._check_part()
            except BaseException:
                self._release()
                for name in made:
                    os.unlink(name)
                raise
        if self.done.is_end:
            self._check_complete(has_part)

    def _is_there(self, suffix: str) -> bool:
        name = f"{self._target}.{suffix}"
        if os.path.islink(name) or (os.path.exists(name) and not os.path.isfile(name)):
            raise SudokuError(f"{self._shown}.{suffix}: not a regular file")
        return os.path.exists(name)

    def _read_notes(self, has_part: bool) -> None:
        """Read the marks of the run before, or begin. Raises SudokuError for other options."""
        assert self._journal is not None
        if not system.lock(self._journal, is_of_process=True):
            raise SudokuError(f"{self._shown}.part: in use by another run")
        with os.fdopen(self._journal, "rb", closefd=False) as file:
            first = file.readline(LONGEST_NOTE)
            lines = iter(partial(file.readline, LONGEST_NOTE), b"")
            notes = [*takewhile(lambda note: note is not None, map(_note, lines))]
        # A cut at once leaves a part of the first line; what did not get to the disk may be zeros.
        if not (has_part or notes) and _line(self._asked).startswith(first.rstrip(b"\0")):
            self._rewrite()
            return
        before = _note(first)
        if not isinstance(before, dict):
            raise SudokuError(f"{self._shown}.resume: not written by --resume")
        if before != self._asked:
            difference = _difference(before, self._asked)
            raise SudokuError(f"{self._shown}.resume: started with {difference}")
        self._marks += [Mark(Place(*note[0]), Place(*note[1]), *note[2:]) for note in notes]
        if not has_part and not self.done.is_end:
            self._marks = [Mark()]

    def _check_part(self) -> None:
        """Drop marks beyond the end of FILE.part. Raises SudokuError if it was changed."""
        assert self._descriptor is not None
        self._closes = True
        with suppress(FileNotFoundError):
            system.set_mode(self._descriptor, stat.S_IMODE(os.stat(self._target).st_mode))
        size = os.fstat(self._descriptor).st_size
        self._marks = [mark for mark in self._marks if mark.output.length <= size]
        if not self._is_whole(self._descriptor):
            names = f"{self._shown}.part and {self._shown}.resume"
            raise SudokuError(f"{self._shown}.part was changed; delete {names} to start over")

    def _is_whole(self, descriptor: int) -> bool:
        wanted = self.done.output
        while rest := wanted.length - self._written.place.length:
            content = os.read(descriptor, min(rest, 1 << 18))
            if not content:
                return False
            self._written.add(content)
        return not wanted.length or self._written.place == wanted

    def _check_complete(self, has_part: bool) -> None:
        """End the command: FILE is complete. Raises SudokuError if it or the input was changed."""
        # With FILE.part, the run was cut between its last two steps.
        path = self._part if has_part else self._target
        is_whole = False
        with suppress(FileNotFoundError), open(path, "rb") as file:
            is_whole = self._is_whole(file.fileno()) and not os.read(file.fileno(), 1)
        advice = f"delete {self._shown}.resume to start over"
        if not is_whole:
            raise SudokuError(f"{self._shown} is missing or was changed; {advice}")
        if self._end_of_input() != self.done.input:
            raise SudokuError(f"{self._shown}: the input has changed since it was read; {advice}")
        if has_part:
            os.replace(self._part, self._target)
        if not self._is_quiet:
            print_error(f"{self._shown}: complete")
        raise click.exceptions.Exit(0)

    def _end_of_input(self) -> Place:
        found = InputFingerprint(Place(), self._also_read)
        files = click.get_current_context().params.get("files")
        for name in () if files is None else files or ("-",):
            with naming(name):
                _, close = open_lines(name, never, watch=partial(found.watch, Reader()))
                try:
                    found.read_rest()
                finally:
                    close()
        return found.place

    @property
    def done(self) -> Mark:
        return self._marks[-1]

    def watch(self, reader: Reader, read: Read) -> Read:
        return self._input.watch(reader, read)

    def read_rest(self) -> None:
        self._input.read_rest()

    def go_on(self) -> None:
        """Truncate FILE.part to the last mark. Raises SudokuError if the input has changed."""
        if not self._input.is_same():
            names = f"{self._shown}.part and {self._shown}.resume"
            text = f"the input has changed since the run began; delete {names} to start over"
            raise SudokuError(f"{self._shown}: {text}")
        assert self._descriptor is not None
        with held, naming(self._shown, OutputError):
            self.skips = False
            length = self.done.output.length
            os.ftruncate(self._descriptor, length)
            os.lseek(self._descriptor, length, os.SEEK_SET)
            self._rewrite(*self._marks[1:])

    def mark(self, records: int, status: int, passed: int, has_header: bool) -> None:
        self._at = self._length
        self._counts = records, status, passed, has_header

    def flush(self) -> None:
        """Hand the text to the system, and note the last mark once a second."""
        with held:
            content = b"".join(self._pieces)
            try:
                super().flush()
            except (OutputError, Terminated):
                self._is_torn = True
                raise
            if self._at is not None:
                self._written.add(content[: self._at])
                place = self._input.place_after(self._counts[0])
                self._mark = Mark(self._written.place, place, *self._counts)
                content, self._at = content[self._at :], None
            self._written.add(content)
            if time.monotonic() - self._marked >= SECONDS:
                self._note_mark()

    def _note_mark(self) -> None:
        self._marked = time.monotonic()
        if self._mark == self.done:
            return
        assert self._descriptor is not None
        assert self._journal is not None
        self._is_torn = True
        with naming(self._shown, OutputError):
            os.fsync(self._descriptor)
            write_all(self._journal, _line(self._mark))
        self._is_torn = False
        self._marks = [self._mark]

    def _rewrite(self, *marks: Mark) -> None:
        assert self._journal is not None
        content = b"".join(map(_line, [self._asked, *marks]))
        os.lseek(self._journal, 0, os.SEEK_SET)
        write_all(self._journal, content)
        os.ftruncate(self._journal, len(content))
        os.fsync(self._journal)

    def cancel_replacement(self) -> None:
        self._stays = True  # And FILE.part next to it.

    def finish(self) -> None:
        if self._stays:
            self.abandon()
            return
        self.flush()
        self._mark = Mark(self._written.place, self._input.place, *self._counts, is_end=True)
        self._note_mark()
        with held, naming(self._shown, OutputError):
            self.close()
            os.replace(self._part, self._target)
            self._rewrite(self._mark)
            self._release()

    def abandon(self) -> None:
        """Keep whole records for the next run; without any, remove the files."""
        with held:
            if not self.skips and not self._is_torn:
                with suppress(OutputError):
                    self.flush()
                    self._note_mark()
            if self._closes and self._descriptor is not None:
                self._closes = False
                os.close(self._descriptor)
            self._release()
            if self._marks == [Mark()] and not self.skips:
                os.unlink(self._part)
                os.unlink(self._notes)

    def _release(self) -> None:
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None


def asked() -> Any:
    """Return the options of the running command that its output depends on, for JSON."""
    context = click.get_current_context()
    values = {name: value for name, value in context.params.items() if name not in NEUTRAL}
    found = {"version": sudokutools.__version__, "command": context.command_path} | values
    return json.loads(json.dumps(found, default=str))


def _no_file(path: str) -> SudokuError:
    return SudokuError(f"--resume: {path}: not a regular file")


def _line(note: Any) -> bytes:
    text = json.dumps(note, separators=(",", ":")).encode()
    return b"%s %s\n" % (_checksum(text), text)


def _note(line: bytes) -> Any:
    checksum, _, text = line.rstrip(b"\n").partition(b" ")
    return json.loads(text) if checksum == _checksum(text) else None


def _checksum(text: bytes) -> bytes:
    return blake2b(text, digest_size=8).hexdigest().encode()


def _difference(before: dict[str, Any], now: dict[str, Any]) -> str:
    for name in ("version", "command"):
        if before.get(name) != now[name]:
            return f"{before.get(name)}, not {now[name]}"
    for parameter in click.get_current_context().command.params:
        if before.get(parameter.name or "") != now.get(parameter.name or ""):
            return f"another {parameter.opts[-1].replace('files', 'FILE')}"
    return "other options"
