"""`sudoku-check --dedupe`: the first record of each class."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from sudokutools.blocks.canonical import KeyBlocks
from sudokutools.canonical.class_name import class_of
from sudokutools.checking.facts import Verdict
from sudokutools.cli.check.checker import CheckRequest
from sudokutools.cli.check.filter import Filter, as_read
from sudokutools.cli.check.rating_writer import Judged
from sudokutools.cli.run.blocks import grid_of_line
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, has_blocks
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.grid import Grid
from sudokutools.solving.solving import solutions

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event, Work
    from sudokutools.formats.columns import Columns


DUPLICATES = "duplicates"


class Classes:
    """A set of classes in 7 bytes each, and 4 MB.

    Classes with the same first two bytes share an array of their other bytes, which is searched as
    a text: at ten million classes in 0.2 microseconds.

    >>> classes = Classes()
    >>> [classes.add(key) for key in (b"12345678", b"12abcdef", b"12345678", b"12345678")]
    [True, True, False, False]
    """

    def __init__(self) -> None:
        self._rests = [bytearray() for _ in range(1 << 16)]

    def add(self, key: bytes) -> bool:
        rests, rest = self._rests[key[0] << 8 | key[1]], key[2:]
        at = rests.find(rest)
        while at > 0 and at % len(rest):
            at = rests.find(rest, at + 1)
        if at < 0:
            rests += rest
        return at < 0


class Dedupe(Filter):
    """Write the first record of each class, as read, and every record without a class."""

    def __init__(self, request: CheckRequest, by_solution: bool) -> None:
        super().__init__(request)
        self.kinds = Outcome(), Outcome()
        self.errors_alike &= request.converts  # Else records are copied.
        self.by_solution = by_solution
        self.classes = Classes()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the classes: other processes only find record classes."""
        return Dedupe, (self.request, self.by_solution)

    def __call__(self, record: Record, style: Style) -> Outcome:
        outcome = Outcome(self.write(record, style, Verdict()))
        try:
            key = self._class_of(record.given)
            rejected = "" if self.request.rejects is None else as_read(record)
            outcome.extra = Judged(key=key, rejected=rejected)
        except SudokuError as error:
            outcome.messages = [_without_class(record.place, error)]
        return outcome

    def write_unreadable(self, record: Record, style: Style) -> str:
        return "" if self.request.converts else as_read(record)

    def _class_of(self, grid: Grid) -> bytes:
        check = Deadline(self.request.timeout)
        if self.by_solution:
            found = list(islice(solutions(grid, check=check), 2))
            if len(found) != 1:
                raise SudokuError("several solutions" if found else "no solution")
            grid = found[0]
        return class_of(grid, check)

    def checked(self, outcome: Outcome) -> Outcome:
        """Drop records of known classes; `rejected` is the text of one."""
        if isinstance(outcome.extra, list):
            return self._checked_block(outcome, outcome.extra)
        if not isinstance(outcome.extra, Judged) or not outcome.extra.key:
            return outcome
        if self.classes.add(outcome.extra.key):
            outcome.extra = None
            return outcome
        return Outcome(counts=[DUPLICATES], passed=0, extra=outcome.extra)

    def _checked_block(self, outcome: Outcome, keys: list[bytes]) -> Outcome:
        assert isinstance(outcome.text, bytes)
        pairs = zip(outcome.text.split(b"\n"), keys, strict=False)
        kept = [line + b"\n" for line, key in pairs if not key or self.classes.add(key)]
        passed = len(kept)
        counts = {DUPLICATES: outcome.records - passed} if passed < outcome.records else ()
        text, messages = b"".join(kept), outcome.messages
        return Outcome(text, messages, Exit.DONE, counts, outcome.records, passed)

    def blocks(self, style: Style) -> Work | None:
        is_known = has_blocks(self.request, self.KNOWN) and self.written(style) is not None
        if not is_known or (self.request.converts and not style.fields):
            return None
        return KeyBlocks(self.by_solution)

    def row_targets(self, columns: Columns) -> None:
        return None

    def message_of(self, event: Event, place: str) -> Message:
        try:
            self._class_of(grid_of_line(event.text))
        except SudokuError as error:
            return _without_class(place, error)
        raise AssertionError(place)


def _without_class(place: str, why: SudokuError) -> Message:
    return Message(f"{place}: no class: {why}", "records without a class")
