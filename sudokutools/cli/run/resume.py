"""`--resume`: a run that was cut goes on after the last record that is known to be whole.

Two files beside FILE hold what a cut leaves: FILE.part is the output so far, which becomes FILE at
the end; FILE.resume says in its first line, as JSON, what was asked for, and then every second, and
when a signal ends the run, how much of FILE.part is whole: a `Mark` a line, written when that much
is on the disk. What stands behind the last mark is cut off; of all before it samples are made anew
and compared. FILE.resume stays when the run is complete, with its end in the place of the marks.
"""

from __future__ import annotations

import json
import os
import stat
import time
from contextlib import suppress
from typing import Any, NamedTuple

import click

import sudokutools
from sudokutools._support import system
from sudokutools.cli.run.output import Output, OutputError, write_all
from sudokutools.cli.run.process import Exit, Terminated, complain, held, naming
from sudokutools.errors import SudokuError

SECONDS = 1.0
"""How far marks are apart, at least: each waits for the disk."""

SAMPLE = 4
"""So many records, one after the other, are made anew at each place that is looked at."""

LONGEST_NOTE = 1 << 24
"""No note is longer, in bytes: it would have all arguments that a system lets a command have."""

_READ_WRITE = os.O_RDWR | system.BINARY | system.NO_FOLLOW
"""A link would be replaced at the end, and what it leads to was written to."""

NEUTRAL = ("output", "resume", "jobs", "quiet", "verbose", "progress")
"""The parameters that may change between a run and the one that goes on."""


class Mark(NamedTuple):
    """A place between two records: so many bytes of the output hold what so many records gave.

    `status` and `passed` are those of the session, `has_header` tells whether what stands above all
    records was written.
    """

    length: int = 0
    records: int = 0
    status: int = 0
    passed: int = 0
    has_header: bool = False


class Sample(NamedTuple):
    """Records `first` + 1 to `last`, whose text starts after `mark`; `is_tail`: ends before it."""

    first: int
    last: int
    mark: Mark
    is_tail: bool = False


class Samples:
    """The samples of an output, taken one after the other, by the numbers of their records."""

    def __init__(self, output: ResumableOutput, samples: list[Sample]) -> None:
        self.output = output
        self.done = output.done
        self._samples = samples

    def of(self, number: int) -> Sample | None:
        """Return the sample that a record belongs to."""
        first = self._samples[0] if self._samples else None
        return first if first is not None and first.first < number else None

    def gap(self, number: int) -> int:
        """Return how many records after this one belong to no sample."""
        return max((self._samples[0].first if self._samples else self.done.records) - number, 0)

    def end(self, number: int) -> None:
        """Compare a sample if this was its last record. SudokuError: it differs."""
        if self._samples[0].last == number:
            self.output.compare(self._samples.pop(0))


def asked() -> dict[str, Any]:
    """Return what the command that runs was asked for, as far as its output depends on it."""
    context = click.get_current_context()
    values = {name: value for name, value in context.params.items() if name not in NEUTRAL}
    found = {"version": sudokutools.__version__, "command": context.command_path} | values
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


class ResumableOutput(Output):
    """A file whose text outlives a cut.

    `done` is where the run before was cut, after no record if there was none. As long as
    `go_on` was not called, what is written belongs to a sample and is kept to be compared.
    SudokuError: what is there is not of this run; nothing was changed.
    click.exceptions.Exit: FILE is complete.
    """

    def __init__(self, path: str | None, is_quiet: bool = False) -> None:
        if path is None or path == "-":
            raise _no_file("-")
        self._asked = asked()
        self._is_quiet = is_quiet
        self._marks = [Mark()]
        self._mark = Mark()
        self._marked = -SECONDS
        self._is_torn = self._stays = False
        self._rest: list[bytes] | None = []
        self._journal: int | None = None
        super().__init__(path)

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
                self._open_part(mode)
            except BaseException:
                self._release()
                for name in [self._notes] * (not has_notes) + [self._part] * (not has_part):
                    with suppress(FileNotFoundError):
                        os.unlink(name)
                raise

    def _open_notes(self, has_part: bool, has_notes: bool) -> None:
        new = 0 if has_notes else os.O_CREAT | os.O_EXCL
        self._journal = os.open(self._notes, _READ_WRITE | new, 0o666)
        self._lock()
        if has_notes and (has_part or not self._is_just_begun()):
            self._read_notes(has_part)
        else:
            self._rewrite()

    def _is_just_begun(self) -> bool:
        """Tell whether a run was cut before it had noted what it was asked for."""
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
        self._marks = [mark for mark in self._marks if mark.length <= size]
        self._mark = self.done

    def _is_there(self, suffix: str) -> bool:
        """Tell whether a file is beside FILE. SudokuError: it is a link, or a pipe without end."""
        try:
            mode = os.lstat(f"{self._target}.{suffix}").st_mode
        except FileNotFoundError:
            return False
        if not stat.S_ISREG(mode):
            raise SudokuError(f"{self._shown}.{suffix}: not a regular file")
        return True

    def _lock(self) -> None:
        """Keep others away as long as this process lives. SudokuError: another one does that."""
        assert self._journal is not None
        if not system.lock(self._journal, is_of_process=True):
            raise SudokuError(f"{self._shown}.part: another run is writing it")

    def _read_notes(self, has_part: bool) -> None:
        """Read what the run before noted. SudokuError: it was another one."""
        assert self._journal is not None
        before, *notes = _read(self._journal) or [None]
        if before is None:
            raise SudokuError(f"{self._shown}.resume: not written by --resume")
        if before != self._asked:
            raise SudokuError(f"{self._shown}.resume: begun with {self._difference(before)}")
        self._marks += _marks(notes)
        last = notes[-1] if notes else None
        if isinstance(last, dict) and "end" in last:
            self._check_complete(last["end"], has_part)
        elif not has_part:
            self._marks = [Mark()]

    def _check_complete(self, end: int, has_part: bool) -> None:
        """Say that nothing is left to be done. SudokuError: FILE was changed since."""
        if has_part:  # The run was cut between its last two steps.
            os.replace(self._part, self._target)
        try:
            is_same = os.stat(self._target).st_size == end
        except FileNotFoundError:
            is_same = False
        if not is_same:
            text = f"it is not what was written; without {self._shown}.resume it is made anew"
            raise SudokuError(f"{self._shown}: {text}")
        if not self._is_quiet:
            complain(f"{self._shown}: complete")
        raise click.exceptions.Exit(0)

    def _difference(self, before: Any) -> str:
        """Say what the run before was asked for that this one is not."""
        if not isinstance(before, dict):
            return "other options"
        changed = [k for k, v in self._asked.items() if before.get(k) != v]
        name = next(iter(changed), "options")
        if name in ("version", "command"):
            return f"{before.get(name)}, not {self._asked[name]}"
        parameters = click.get_current_context().command.params
        found = [p for p in parameters if p.name == name and isinstance(p, click.Option)]
        if not found:
            return f"other {'FILEs' if name == 'files' else 'options'}"
        return f"{_typed(found[0], before.get(name))}, not {_typed(found[0], self._asked[name])}"

    # What was done before

    @property
    def done(self) -> Mark:
        """The last mark."""
        return self._marks[-1]

    def samples(self) -> Samples:
        """Return the samples to be made: the first records, some in the middle, the last ones.

        There are none with a timeout: what it did to a record may not happen again.
        """
        if self._asked.get("timeout") is not None:
            return Samples(self, [])
        records = self.done.records
        tail = max(records - SAMPLE, 0)
        end = 0
        count = len(self._marks)
        samples = []
        for mark in (self._marks[index * count // 4] for index in range(4)):
            last = min(mark.records + SAMPLE, records)
            if mark.records >= end and (mark.records < tail or not end) and last > mark.records:
                samples.append(Sample(mark.records, last, mark))
                end = last
        if max(tail, end) < records:
            samples.append(Sample(max(tail, end), records, self.done, is_tail=True))
        return Samples(self, samples)

    def compare(self, sample: Sample) -> None:
        """Compare what was written since the last call with a sample. SudokuError: they differ."""
        assert self._rest is not None
        text = b"".join(self._rest)
        self._rest = []
        start = sample.mark.length - len(text) * sample.is_tail
        end = start + len(text)
        if start < 0 or end > self.done.length or not self._has(text, start):
            records = f"records {sample.first + 1} to {sample.last}"
            raise SudokuError(f"{self._shown}.part: {records} are not what this run writes")

    def _has(self, text: bytes, start: int) -> bool:
        assert self._descriptor is not None
        os.lseek(self._descriptor, start, os.SEEK_SET)
        rest = text
        while rest:
            piece = os.read(self._descriptor, len(rest))
            if not piece or not rest.startswith(piece):
                return False
            rest = rest[len(piece) :]
        return True

    def go_on(self) -> None:
        """Cut off what is not known to be whole; from now on, what is written follows it."""
        assert self._descriptor is not None
        self._offset = self.done.length
        with held, naming(self._shown, OutputError):
            self._rest = None
            os.ftruncate(self._descriptor, self.done.length)
            os.lseek(self._descriptor, self.done.length, os.SEEK_SET)
            self._rewrite(*map(list, self._marks[1:]))

    # What is done now

    def write(self, text: str | bytes) -> None:
        """Add text."""
        if self._rest is None:
            super().write(text)
            return
        self._rest.append(
            text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
        )

    def mark(self, records: int, status: int, passed: int, has_header: bool) -> None:
        """Say that what was written is all that so many records gave."""
        self._mark = Mark(self._offset + self._length, records, status, passed, has_header)

    def flush(self) -> None:
        """Hand everything that was written to the system, and note once a second how far it is."""
        with held:
            length = self._length
            try:
                super().flush()
            except (OutputError, Terminated):
                self._is_torn = True
                raise
            if self._rest is None:
                self._offset += length
            if time.monotonic() - self._marked >= SECONDS:
                self._note_mark()

    def _note_mark(self) -> None:
        """Note the last mark, when what it says is on the disk."""
        self._marked = time.monotonic()
        if self._mark == self._marks[-1]:
            return
        assert self._descriptor is not None
        assert self._journal is not None
        self._is_torn = True
        with naming(self._shown, OutputError):
            os.fsync(self._descriptor)
            write_all(self._journal, _line(list(self._mark)))
        self._is_torn = False
        self._marks = [self._mark]

    def _rewrite(self, *notes: Any) -> None:
        """Let FILE.resume hold what was asked for, and notes."""
        assert self._journal is not None
        content = b"".join(map(_line, [self._asked, *notes]))
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
        assert self._descriptor is not None
        assert self._journal is not None
        self.flush()
        with held, naming(self._shown, OutputError):
            os.fsync(self._descriptor)
            write_all(self._journal, _line({"end": self._offset}))
            self.close()
            os.replace(self._part, self._target)
            self._rewrite({"end": self._offset})
            self._release()

    def abandon(self) -> None:
        """Keep what is whole for the next run; where that is nothing, leave nothing behind."""
        with held:
            if self._rest is None and not self._is_torn:
                try:
                    self.flush()
                    self._note_mark()
                except OutputError:
                    pass  # What the marks before say is whole.
            if self._closes and self._descriptor is not None:
                self._closes = False
                os.close(self._descriptor)
            self._release()
            if self._marks == [Mark()] and self._rest is None:
                os.unlink(self._part)
                os.unlink(self._notes)

    def _release(self) -> None:
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None


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
    """Return the marks that notes are, up to the first one that none was written as."""
    marks: list[Mark] = []
    least = Mark()
    for note in notes:
        if not isinstance(note, list) or list(map(type, note)) != [int, int, int, int, bool]:
            break
        mark = Mark(*note)
        if mark.length < least.length or mark.records < least.records:
            break
        if not 0 <= mark.status <= Exit.ERROR:
            break
        marks.append(mark)
        least = mark
    return marks


def _line(note: Any) -> bytes:
    return json.dumps(note, separators=(",", ":")).encode() + b"\n"


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
