"""`--resume`: a run that was cut goes on after the last record whose output is known to be whole.

FILE.part is the output so far; it becomes FILE at the end. FILE.resume has the options in its
first line, as JSON, and then a `Mark` a line, written every second and when a signal ends the run:
how much of the output is whole, and how much of the input was read for it, each with a hash.
The next run cuts off what follows the last mark. It reads, hashes and skips the input that is done,
without answering it again. The last mark of all stays, so that a later run finds that FILE is
complete, or that FILE or the input was changed since.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import click

import sudokutools
from sudokutools._support import system
from sudokutools._support.limits import never
from sudokutools.cli.run.output import Output, OutputError, Read, write_all
from sudokutools.cli.run.process import Exit, Terminated, complain, held, naming
from sudokutools.cli.run.reading import open_lines
from sudokutools.errors import SudokuError
from sudokutools.formats.reader import Reader

SECONDS = 1.0
"""The least time between two marks: each waits for the disk."""

LONGEST_NOTE = 1 << 24
"""The most bytes of a line of FILE.resume: longer than all arguments of a command."""

_READ_WRITE = os.O_RDWR | system.BINARY | system.NO_FOLLOW
"""A link would be replaced at the end, after its target was written to."""

NEUTRAL = ("output", "resume", "jobs", "quiet", "verbose", "progress")
"""The parameters that may change between a run and the one that goes on."""


class Place(NamedTuple):
    """A number of bytes, and their hash."""

    length: int = 0
    hash: str = ""


NOWHERE = Place()


class Mark(NamedTuple):
    """A place between two records; `status` and `passed` are those of the writer."""

    output: Place = NOWHERE
    input: Place = NOWHERE
    records: int = 0
    status: int = 0
    passed: int = 0
    has_header: bool = False
    is_end: bool = False


class Fingerprint:
    """A running hash of bytes, which is compared at a place on the way."""

    def __init__(self, wanted: Place = NOWHERE) -> None:
        self._hash = blake2b(digest_size=16)
        self._wanted = wanted
        self._length = 0
        self.is_changed = False

    @property
    def place(self) -> Place:
        """The end of the bytes so far."""
        return Place(self._length, self._hash.hexdigest())

    @property
    def missing(self) -> int:
        """How many bytes there are to the place to compare at."""
        return max(self._wanted.length - self._length, 0)

    def add(self, content: bytes) -> None:
        """Hash the next bytes."""
        head, rest = content[: self.missing], content[self.missing :]
        self._hash.update(head)
        self._length += len(head)
        if head and not self.missing:
            self.is_changed = self.place != self._wanted
        self._hash.update(rest)
        self._length += len(rest)


class InputFingerprint(Fingerprint):
    """The hash of all files that are read, one after the other, each followed by its length."""

    def __init__(self, wanted: Place, also_read: bytes) -> None:
        super().__init__(wanted)
        self._ahead: deque[bytes] = deque()
        self._read_on: Read = bytes
        self.add(also_read)
        self._places = deque([(-1, self.place)])

    def watch(self, reader: Reader, read: Read) -> Read:
        """Return a function that reads a file, whose records are counted, and hashes it."""
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
        """Read on to the end of the file."""
        while self._read_on():
            pass
        self._read_on = bytes

    def place_after(self, record: int) -> Place:
        """Return a place behind a record, in the same file."""
        # What was read when fewer records were known may have been read for this one.
        while len(self._places) > 1 and self._places[1][0] < record:
            self._places.popleft()
        return self._places[0][1]

    def is_same(self) -> bool:
        """Read on to the place to compare at; tell whether the input is the same up to there."""
        while self.missing and (content := self._read_on()):
            self._ahead.append(content)
        return not (self.missing or self.is_changed)


class ResumableOutput(Output):
    """A file whose text outlives a cut.

    `done` is the mark at which the run before was cut. Nothing is written before `go_on`.
    `also_read` is text of other files that the output depends on. SudokuError: another run made
    what is there, and nothing was changed. click.exceptions.Exit: FILE is complete.
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
        self._offset = self.done.output.length
        self._counts: tuple[int, int, int, bool] = self.done[2:6]
        self._at: int | None = None
        self._input = InputFingerprint(self.done.input, self._also_read)

    def _open(self, path: str) -> None:
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            raise _no_file(path)
        self._shown = path
        self._target = os.path.realpath(path)
        self._part, self._notes = f"{self._target}.part", f"{self._target}.resume"
        with held:
            has_part, has_notes = self._is_there("part"), self._is_there("resume")
            if has_part and not has_notes:
                raise SudokuError(f"{path}.part: no {path}.resume says what it is")
            try:
                self._open_notes(has_part, has_notes)
                if not self.done.is_end:
                    self._open_part(mode)
            except BaseException:
                self._release()
                for name in [self._notes] * (not has_notes) + [self._part] * (not has_part):
                    with suppress(FileNotFoundError):
                        os.unlink(name)
                raise
        if self.done.is_end:
            self._check_complete(has_part)

    def _is_there(self, suffix: str) -> bool:
        """Tell whether a file is beside FILE. SudokuError: it is a link, or a pipe without end."""
        try:
            mode = os.lstat(f"{self._target}.{suffix}").st_mode
        except FileNotFoundError:
            return False
        if not stat.S_ISREG(mode):
            raise SudokuError(f"{self._shown}.{suffix}: not a regular file")
        return True

    def _open_notes(self, has_part: bool, has_notes: bool) -> None:
        """Read the marks of the run before, or begin. SudokuError: it had other options."""
        new = 0 if has_notes else os.O_CREAT | os.O_EXCL
        self._journal = os.open(self._notes, _READ_WRITE | new, 0o666)
        if not system.lock(self._journal, is_of_process=True):
            raise SudokuError(f"{self._shown}.part: another run is writing it")
        if not has_notes or (not has_part and self._is_just_begun()):
            self._rewrite()
            return
        before, *notes = _read(self._journal) or [None]
        if before is None:
            raise SudokuError(f"{self._shown}.resume: not written by --resume")
        if before != self._asked:
            difference = _difference(before, self._asked)
            raise SudokuError(f"{self._shown}.resume: begun with {difference}")
        marks = _marks(notes)
        if has_part or (marks and marks[-1].is_end):
            self._marks += marks

    def _is_just_begun(self) -> bool:
        """Tell whether a run was cut before it had noted its options."""
        assert self._journal is not None
        line = _line(self._asked)
        noted = os.read(self._journal, len(line) + 1)
        # What did not get to the disk any more is missing, or zeros.
        return len(noted) <= len(line) and noted != line and line.startswith(noted.rstrip(b"\0"))

    def _open_part(self, mode: int | None) -> None:
        self._descriptor = os.open(self._part, _READ_WRITE | os.O_CREAT, 0o666)
        self._closes = True
        if mode is not None:
            system.set_mode(self._descriptor, stat.S_IMODE(mode))
        size = os.fstat(self._descriptor).st_size
        self._marks = [mark for mark in self._marks if mark.output.length <= size]
        if not self._is_whole(self._descriptor):
            names = f"{self._shown}.part and {self._shown}.resume"
            raise SudokuError(f"{self._shown}.part was changed; delete {names} to start over")

    def _is_whole(self, descriptor: int) -> bool:
        """Tell whether a file begins with the output up to the last mark; hash it."""
        wanted = self.done.output
        while rest := wanted.length - self._written.place.length:
            content = os.read(descriptor, min(rest, 1 << 18))
            if not content:
                return False
            self._written.add(content)
        return not wanted.length or self._written.place == wanted

    def _check_complete(self, has_part: bool) -> None:
        """End the command: FILE is complete. SudokuError: it or the input was changed since."""
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
            complain(f"{self._shown}: complete")
        raise click.exceptions.Exit(0)

    def _end_of_input(self) -> Place:
        """Read the input of the command, if it has one."""
        found = InputFingerprint(NOWHERE, self._also_read)
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
        """The last mark that was noted."""
        return self._marks[-1]

    def watch(self, reader: Reader) -> Callable[[Read], Read]:
        """Return a function that wraps the one that reads a file: it is hashed."""
        return partial(self._input.watch, reader)

    def read_rest(self) -> None:
        """Read what was not read of a file that is done."""
        self._input.read_rest()

    def go_on(self) -> None:
        """Cut off what is not known to be whole; from now on, text is added to the rest.

        SudokuError: the input has changed.
        """
        if not self._input.is_same():
            names = f"{self._shown}.part and {self._shown}.resume"
            text = f"the input has changed since the run began; delete {names} to start over"
            raise SudokuError(f"{self._shown}: {text}")
        assert self._descriptor is not None
        with held, naming(self._shown, OutputError):
            self.skips = False
            os.ftruncate(self._descriptor, self._offset)
            os.lseek(self._descriptor, self._offset, os.SEEK_SET)
            self._rewrite(*self._marks[1:])

    def mark(self, records: int, status: int, passed: int, has_header: bool) -> None:
        """Note that the output of `records` records is whole up to here."""
        self._at = self._length
        self._counts = records, status, passed, has_header

    def flush(self) -> None:
        """Hand everything that was written to the system, and note the last mark once a second."""
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
        """Note the last mark once its output is on the disk."""
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
        """Let FILE.resume hold the options and marks."""
        assert self._journal is not None
        content = b"".join(map(_line, [self._asked, *marks]))
        os.lseek(self._journal, 0, os.SEEK_SET)
        write_all(self._journal, content)
        os.ftruncate(self._journal, len(content))
        os.fsync(self._journal)

    def cancel_replacement(self) -> None:
        """Let the old file stay, and what was written beside it."""
        self._stays = True

    def finish(self) -> None:
        """Let the output take its place."""
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
        """Keep what is whole for the next run; where that is nothing, leave nothing behind."""
        with held:
            if not self.skips and not self._is_torn:
                try:
                    self.flush()
                    self._note_mark()
                except OutputError:
                    pass  # What the marks before say is whole.
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


def asked() -> dict[str, Any]:
    """Return the options of the command that runs, as far as its output depends on them."""
    context = click.get_current_context()
    values = {name: value for name, value in context.params.items() if name not in NEUTRAL}
    found = {"version": sudokutools.__version__, "command": context.command_path} | values
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


def _no_file(path: str) -> SudokuError:
    return SudokuError(f"--resume: {path} is no file that a cut leaves")


def _read(journal: int) -> list[Any]:
    """Return the notes of a file, up to the first line that is not whole. It stays locked."""
    notes = []
    os.lseek(journal, 0, os.SEEK_SET)
    with os.fdopen(journal, "rb", closefd=False) as file:
        while line := file.readline(LONGEST_NOTE):
            try:
                notes.append(json.loads(line if line.endswith(b"\n") else b""))
            except (ValueError, RecursionError):
                break
    return notes


def _marks(notes: list[Any]) -> list[Mark]:
    """Return the marks among notes, up to the first note that is none."""
    marks = []
    for note in notes:
        try:
            mark = Mark(Place(*note[0]), Place(*note[1]), *note[2:])
        except (TypeError, LookupError):
            break
        found = *mark.output, *mark.input, *mark[2:]
        if list(map(type, found)) != [int, str, int, str, int, int, int, bool, bool]:
            break
        if min(found[0], found[2], *found[4:7]) < 0 or mark.status > Exit.ERROR:
            break
        marks.append(mark)
    return marks


def _line(note: Any) -> bytes:
    return json.dumps(note, separators=(",", ":")).encode() + b"\n"


def _difference(before: Any, now: dict[str, Any]) -> str:
    """Return which option of the run before this one does not have, and its value."""
    if not isinstance(before, dict):
        return "other options"
    name = next((name for name, value in now.items() if before.get(name) != value), "options")
    if name in ("version", "command"):
        return f"{before.get(name)}, not {now[name]}"
    parameters = click.get_current_context().command.params
    found = [p for p in parameters if p.name == name and isinstance(p, click.Option)]
    if not found:
        return f"other {'FILEs' if name == 'files' else 'options'}"
    return f"{_typed(found[0], before.get(name))}, not {_typed(found[0], now[name])}"


def _typed(option: click.Option, value: Any) -> str:
    """Return an option as it is typed to have a value.

    >>> _typed(click.Option(["--clues"]), 30), _typed(click.Option(["--clues"]), None)
    ('--clues 30', 'no --clues')
    """
    name = option.opts[-1]
    if value is None or value is False or value == []:
        return f"no {name}"
    text = "-".join(map(str, value)) if isinstance(value, list) else str(value)
    return name if value is True else f"{name} {text}"
