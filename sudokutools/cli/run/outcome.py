"""What a command is told, and what one record gives: settings, tasks, outcomes, messages."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools import formats
from sudokutools._support.limits import never
from sudokutools.cli.run.process import Exit
from sudokutools.errors import UndecidedError, UnsuitedError
from sudokutools.formats.format import Format, Record, Style
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import symbol_text
from sudokutools.grid.keys import PUZZLE_COLUMNS

if TYPE_CHECKING:
    from sudokutools.checking.statistics import Measured
    from sudokutools.grid.spec import Said
    from sudokutools.printing.puzzle import Puzzle


class Message(NamedTuple):
    """A line for standard error. `kind`: a warning, counted with its like; empty: an error.

    `is_once`: no other warning of the kind is told in this run.
    """

    text: str
    kind: str = ""
    is_once: bool = False


class Outcome(NamedTuple):
    """What one record gave: text for the output, messages, the exit status, and statistics.

    A part of a record is written like one, but not counted. `passes` is False for a record that
    a filter held back. `rated` is the rating in tenths and the steps of each technique, where they
    are tallied. `puzzle` is what is printed of the record, where pages are, `measured` what
    statistics count.
    """

    text: str = ""
    messages: Sequence[Message] = ()
    status: Exit = Exit.DONE
    counts: Sequence[str] = ()
    is_record: bool = True
    is_part: bool = False
    passes: bool = True
    rated: tuple[int, Mapping[str, int]] | None = None
    puzzle: Puzzle | None = None
    measured: Measured | None = None


class Task(NamedTuple):
    """A record and how its answer is written."""

    record: Record
    style: Style


class Deadline:
    """A check for engines that ends the work on one record after so many seconds.

    `watch` is called as well; on a worker of a cluster it ends what nobody waits for any more.
    """

    watch = staticmethod(never)

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.is_over = False
        """Whether it ended the work."""
        self._end = None if seconds is None else time.monotonic() + seconds

    def __call__(self) -> None:
        """Raise UndecidedError when the time is over."""
        self.watch()
        if self._end is not None and time.monotonic() > self._end:
            self.is_over = True
            raise UndecidedError("the time is over")


class Settings:
    """The values of the options that commands share; what a command lacks has its default."""

    def __init__(self, **options: Any) -> None:
        self.geometry: Geometry | None = options.get("geometry")
        self.said: Said | None = options.get("said")
        self.files: Sequence[str] = options.get("files") or ("-",)
        self.from_form: str | None = options.get("from_form")
        self.column: str | None = options.get("column")
        self.prefers: Sequence[str] = PUZZLE_COLUMNS
        """The names of columns that hold the grids, the likeliest first."""
        self.stops: bool = options.get("on_error") == "stop"
        self.output: str | None = options.get("output")
        self.resumes: bool = bool(options.get("resume"))
        form: str | None = options.get("form")
        self.format: Format | None = None if form is None else formats.find(form)
        """The format that is asked for; None: as read."""
        self.empty: str | None = options.get("empty")
        self.comments: bool = not options.get("no_comments")
        jobs: int | str = options.get("jobs") or 1
        self.scheduler: str | None = jobs if isinstance(jobs, str) else None
        """The address of the cluster that does the work; None: this machine does it."""
        self.jobs: int = 1 if isinstance(jobs, str) else jobs
        self.start: int | None = None
        """The number of the first record, where `--start` can go on with what was cut."""
        self.quiet: bool = bool(options.get("quiet"))
        self.verbose: bool = bool(options.get("verbose"))
        self.progress: bool | None = options.get("progress")
        self.colour: str = options.get("colour") or "auto"


def undecided(
    record: Record, error: UndecidedError, timeout: float | None, counted: str = ""
) -> Message:
    """Say that a record was not decided, and why."""
    is_late = timeout and not isinstance(error, UnsuitedError)
    after = f"undecided after {timeout:g} s" if is_late else f"undecided: {error}"
    return Message(f"{record.place}: {after}{counted}")


def no_solution(record: Record) -> Message:
    """Say why a record has no solution: the clash of clues, where there is one."""
    assert record.grid is not None
    geometry = record.grid.geometry
    for clash in record.grid.clashes():
        if clash.told:
            return Message(f"{record.place}: {clash.told}")
        first, second, *_ = (geometry.cell_name(cell) for cell in clash.cells)
        symbol = symbol_text(geometry, clash.symbol)
        return Message(f"{record.place}: {first} and {second} are both {symbol}")
    return Message(f"{record.place}: no solution")
