"""How a command answers records: one by one and, where it can, whole blocks of plain lines."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from sudokutools import formats
from sudokutools._support import core
from sudokutools._support.limits import Check, never
from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools.cli.run.process import Exit
from sudokutools.errors import UndecidedError, UnsuitedError
from sudokutools.formats.comments import printable
from sudokutools.formats.format import Record, RefusalError, Style
from sudokutools.formats.reading.lines import InputError, Passage
from sudokutools.grid.grid import Grid, symbol_text

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event, Work
    from sudokutools.formats.columns import Columns

MAX_PLACES = 100_000  # The maximum number of records written for one read: they are in memory.


class Message(NamedTuple):
    """A line for standard error; `kind` groups warnings, an error has none.

    With `is_once` only the first warning of its kind is printed.
    """

    text: str
    kind: str = ""
    is_once: bool = False


class Outcome:
    """The answer to records, to text between them, or a part of an answer.

    text      for the output
    messages  for standard error, in order
    status    the exit status
    counts    names to count, or their numbers
    records   how many records end with it; 0: other parts follow
    passed    how many of these a filter lets pass; default: all
    extra     what only the worker and the writer of a command know; of a block that of its answer
    """

    is_record = True
    done: int | None = None  # The number of parts so far, for progress.

    def __init__(
        self,
        text: str | bytes = "",
        messages: Sequence[Message] = (),
        status: Exit = Exit.DONE,
        counts: Sequence[str] | Mapping[str, int] = (),
        records: int = 1,
        passed: int | None = None,
        extra: Any = None,
    ) -> None:
        self.text, self.messages, self.status, self.counts = text, messages, status, counts
        self.records, self.passed = records, records if passed is None else passed
        self.extra = extra


class Between(Outcome):
    """The answer to text between records."""

    is_record = False

    def __init__(self, text: str = "", messages: Sequence[Message] = ()) -> None:
        super().__init__(text, messages, records=0)


Task = tuple[Record, Style]  # A record and the style of its answer.


class Deadline:
    """A check for engines: raises UndecidedError after a number of seconds.

    `watch` is called as well; workers of a cluster use it to end cancelled work.
    """

    watch = staticmethod(never)

    def __init__(self, seconds: float | None) -> None:
        self.is_over = False  # Whether it ended the work.
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def check(self) -> Check:
        """The check, which is `never` if nothing can end the work."""
        return never if self._end is None and self.watch is never else self

    def __call__(self) -> None:
        self.watch()
        if self._end is not None and time.monotonic() > self._end:
            self.is_over = True
            raise UndecidedError("timed out")


class Worker:
    """Answer records; the attributes describe the output."""

    keeps_passages = False  # Whether comments between records, and empty lines, are written.
    own_column = ""  # The column of the input grids in a data set; "": its columns are dropped.
    facts: Sequence[str] = ()  # The columns for facts about a grid, such as its rating or weight.
    adds_clues = False  # Whether the output may have clues that the input lacks, such as cages.
    places = 1  # The number of records written for each record read.
    writes_records = True  # Whether the output depends on the style.
    leaves_places = True  # Whether an empty place is left for a record without an answer.
    draws = True  # Whether all text is generated, with our colours; False: input is copied.
    missing_status = Exit.DONE  # For a record that an earlier command did not deliver.
    errors_alike = False  # Whether answers to records with the same error differ in numbers only.
    partner_first = False  # Whether the partner of a grid is written before it.
    reads_objects = False  # Whether blocks take objects of JSON, of which no key is kept.
    timeout: float | None = None  # Seconds for a record.
    in_parallel = True  # Whether records may be answered at the same time.
    kinds: Sequence[Outcome] = (Outcome(),)
    """Outcomes without text, one for each kind of record that the totals of a block count."""
    _after_comment = False

    @property
    def block_seconds(self) -> float | None:
        """The time after which the records of a block are answered one by one."""
        return self.timeout

    @property
    def grid_columns(self) -> list[str]:
        return [self.own_column]

    def __call__(self, record: Record, style: Style) -> Outcome:
        """Answer a record. Raises RefusalError if the format cannot hold the answer."""
        raise NotImplementedError

    def answer(self, task: Task) -> Outcome:
        """Answer a record; an answer that the format cannot hold leaves an empty place."""
        record, style = task
        try:
            outcome = self(record, style)
        except RefusalError as error:
            return self.refused(record, style, str(error), Exit.ERROR, "refused")
        return self.with_loss(outcome, style)

    def with_loss(self, outcome: Outcome, style: Style) -> Outcome:
        """Add a message if the format could not hold everything."""
        if not style.loss:
            return outcome
        lost = Message(style.loss, "candidates", is_once=True)
        style.loss = ""
        outcome.messages = [*outcome.messages, lost]
        return outcome

    def answers(self, task: Task) -> Iterable[Outcome]:
        """Return the parts of the answer to a record, which may be written before the next one."""
        return (self.answer(task),)

    def tasks(self, record: Record, style: Style) -> Iterable[Task]:
        """Return the tasks for a record, one for each part of its answer."""
        return [(record, style)]

    def checked(self, outcome: Outcome) -> Outcome:
        """Return the outcome to write for an outcome of `answer` or of a block: called in order."""
        return outcome

    def blocks(self, style: Style) -> Work | None:
        """Return the work on blocks of plain lines; None: they are answered record by record."""
        return None

    def drawn_blocks(self, style: Style) -> Work | None:
        """Return the work on blocks that draws what their work would write on lines."""
        form = style.format
        if not (form.is_regular and self.draws) or style.colour or style.columns is not None:
            return None
        from copy import copy

        from sudokutools.blocks.drawings import DrawnBlocks

        lines = copy(style)
        lines.format = formats.find("line")
        work = None if style.says_geometry else self.blocks(lines)
        if work is None:
            return None
        empty = form.empty_place(Record(form))
        return DrawnBlocks(work, partial(self.draw, style), len(self.grid_columns), empty)

    def draw(self, style: Style, grids: Sequence[Grid], note: str) -> str:
        """Return the text for the grids of a line, in its order."""
        first, *others = grids[::-1] if self.partner_first else grids
        partner = ("partner", others[0]) if others else None
        return style.write(first, note, partner=partner, partner_first=self.partner_first)

    def message_of(self, event: Event, place: str) -> Message | None:
        """Return the message for an event of a block; None: `answers` its record."""
        return None

    def row_blocks(self, style: Style) -> Work | None:
        """Return the work on blocks of rows: that on the lines of their grids."""
        from copy import copy

        from sudokutools.blocks.row_blocks import RowBlocks

        columns, fields = style.columns, copy(style)
        if columns is None or columns.place is None or columns.spec is not None:
            return None
        fields.columns, fields.fields = None, columns.separator
        work = self.blocks(fields)
        if work is None:
            return None
        targets = self.row_targets(columns)
        return RowBlocks(work, columns.separator.encode(), columns.width, columns.place, targets)

    def row_targets(self, columns: Columns) -> Sequence[int] | None:
        """Return the indices of the fields that blocks write for each row, as in `RowBlocks`."""
        return columns.facts or columns.targets

    def refused(
        self, record: Record, style: Style, why: str, status: Exit = Exit.NO, counted: str = "bad"
    ) -> Outcome:
        record.error = InputError(why, record.source, record.line)
        text = self.write_unreadable(record, style)
        return Outcome(text, [Message(str(record.error))], status, [counted], passed=0)

    def empty(self, record: Record, style: Style) -> str:
        """Return the text in place of an answer: in a data set, the row as it was read."""
        if style.columns is not None and record.row is not None:
            return style.as_read(record)
        return style.format.empty_place(record)

    def write_unreadable(self, record: Record, style: Style) -> str:
        return self.places * self.empty(record, style) if self.leaves_places else ""

    def unreadable(self, record: Record, style: Style, is_reported: bool) -> Outcome:
        """Answer an unreadable record, whose error may have been reported."""
        text = self.write_unreadable(record, style)
        if record.passed_on:
            return Outcome(text, status=self.missing_status, passed=0)
        messages = [] if is_reported else [Message(str(record.error))]
        return Outcome(text, messages, Exit.ERROR, ["unreadable"], passed=0)

    def between(self, passage: Passage, style: Style) -> Outcome:
        return Between(self.write_passage(passage, style))

    def write_passage(self, passage: Passage, style: Style) -> str:
        if not self.keeps_passages:
            return ""
        keeps_places = style.format.keeps_places
        blank = passage.lines * self.places * "\n" if passage.kind == "blank" else ""
        if not style.format.has_comments or not style.comments:
            return blank if keeps_places else ""
        after_comment, self._after_comment = self._after_comment, passage.kind == "comment"
        if passage.kind == "comment":
            return (printable(passage.text) if style.colour else passage.text) + "\n"
        if keeps_places:
            return blank
        return "\n" if after_comment and passage.kind in ("blank", "separator") else ""


def has_blocks(request: Values, known: Known) -> bool:
    """Whether compiled kernels answer blocks and support everything requested.

    The pipeline sees to the limit of time.
    """
    return core.native() is not None and is_known(request, {**known, "timeout": ANY})


def form_of(
    style: Style,
    grid: bytes,
    partner: tuple[str, bytes] | None = None,
    partner_first: bool = False,
    facts: bytes = b"",
) -> bytes | None:
    """Return the form in which blocks write what `Style.write` writes of records without comments.

    grid, partner  placeholders; the partner with its key
    facts          other members of an object, each with a comma before it

    None: blocks write only objects, and grids on a line.
    """
    from sudokutools.blocks.block import JSON, NOTE, OBJECT

    if style.format.has_keys:
        beside = b"" if partner is None else b',"%b":%b%b' % (partner[0].encode(), JSON, partner[1])
        return OBJECT + grid + beside + facts + JSON + NOTE + b"}\n"
    if style.separator is None:
        return None
    grids = [grid] if partner is None else [grid, partner[1]]
    note = NOTE if style.format.is_line else b""
    return style.separator.join(grids[::-1] if partner_first else grids) + note + b"\n"


def undecided(
    record: Record, error: UndecidedError, timeout: float | None, counted: str = ""
) -> Message:
    is_late = timeout and not isinstance(error, UnsuitedError)
    after = f"undecided after {timeout:g} s" if is_late else f"undecided: {error}"
    return Message(f"{record.place}: {after}{counted}")


def no_solution(record: Record) -> Message:
    geometry = record.given.geometry
    for clash in record.given.clashes():
        if clash.message:
            return Message(f"{record.place}: {clash.message}")
        first, second, *_ = (geometry.cell_name(cell) for cell in clash.cells)
        symbol = symbol_text(geometry, clash.symbol)
        return Message(f"{record.place}: {first} and {second} are both {symbol}")
    return Message(f"{record.place}: no solution")
