"""The workers of `sudoku-check`, one for each mode."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.lazy import pattern
from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools.checking.checking import KEYS, Tests, Verdict, is_solution_of, judge
from sudokutools.cli.run.process import Exit, naming
from sudokutools.cli.run.reading import open_lines
from sudokutools.cli.run.worker import (
    BlockPlan,
    Deadline,
    Kind,
    Message,
    Outcome,
    Task,
    Worker,
    has_blocks,
)
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Format, Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import Passage
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.checking.statistics import Measured

_NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?)"
_WORD = pattern(rf"(?:^|\s|#C?){WEIGHT}={_NUMBER}(?!\S)", re.ASCII)
_FIELD = pattern(rf"\s*{_NUMBER}\s*", re.ASCII)


class CheckRequest(Values):
    """The request for every record.

    tests     the tests to pass, and the values to report
    timeout   seconds for a record
    converts  convert records to the chosen format instead of copying them
    tallies   count the ratings and the steps of each technique
    objects   the format of verdicts that are objects; None: text
    against   the file whose records are to be solved
    rejects   also return the records that do not pass
    number    the number of equivalents per record
    key       equivalent k of record i draws from stream (`start` + i - 1) * `number` + k - 1
    """

    tests: Tests = Tests()
    timeout: float | None = None
    converts: bool = False
    tallies: bool = False
    objects: Format | None = None
    against: str | None = None
    rejects: bool = False
    number: int = 1
    key: tuple[int, int, int, int] | None = None
    start: int = 0


def rates_by_hodoku(geometry: Geometry | None) -> bool:
    """Whether grids may have the only geometry that HoDoKu rates."""
    return geometry is None or geometry is Geometry.of(3, 3)


class Against:
    """`--against`: the file of puzzles; record k of the input must solve puzzle k."""

    def __init__(self, name: str, writer: Writer) -> None:
        self.name = name
        self._writer = writer
        self._records = _records(name, writer.settings)
        self._next: Record | None = None

    def is_solved_by(self, record: Record) -> bool:
        """Whether a record solves its puzzle, whose rules it gets.

        Raises SudokuError if there is no such puzzle.
        """
        assert record.grid is not None
        partner = self._take()
        if partner is None:
            raise SudokuError(f"--against: {record.number - 1} records, but the input has more")
        puzzle = partner.grid
        if puzzle is None:
            return False
        if (
            record.grid.is_plain
            and not puzzle.is_plain
            and record.grid.geometry is puzzle.geometry.base
        ):
            record.grid = puzzle.with_cells(record.grid.cells)  # The rules of its puzzle apply.
        return is_solution_of(record.grid, puzzle)

    def skip(self) -> None:
        """Skip the puzzle of an unreadable record."""
        self._take()

    def skip_unreadable(self) -> None:
        """Skip an unreadable puzzle, whose solution is an empty line."""
        self._next = self._next or next(self._records, None)
        if self._next is not None and self._next.grid is None:
            self._take()

    def end(self) -> None:
        """End the input. Raises SudokuError if a puzzle is left after a complete input."""
        if self._take() is not None and self._writer.has_read:
            raise SudokuError(f"{self.name}: more records than the input")

    def _take(self) -> Record | None:
        record, self._next = self._next or next(self._records, None), None
        if record is not None and record.error is not None:
            self._writer.report(Message(str(record.error)))
            self._writer.raise_status(Exit.ERROR)
        return record


def _records(name: str, settings: Settings) -> Iterator[Record]:
    with naming(name):
        lines, close = open_lines(name, lambda: None)
        try:
            form, column = settings.from_form, settings.column
            reader = Reader(settings.geometry, form, column, said=settings.said)
            for item in reader.read(lines, name):
                if isinstance(item, Record):
                    yield item
        finally:
            close()


class Checker(Worker):
    """Judge every record; blocks use `jobs` threads."""

    KNOWN: ClassVar[Known] = {"tests": ANY, "tallies": ANY}
    """The fields that blocks support, apart from some tests."""

    missing_status = Exit.NO

    def __init__(self, request: CheckRequest, jobs: int = 1) -> None:
        self.request = request
        self.jobs = jobs
        self.against: Against | None = None
        self.wants_ok = False
        """Whether only ok records are written."""

    @abstractmethod
    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the text for a record."""

    @abstractmethod
    def words(self, verdict: Verdict) -> bytes | None:
        """Return the text of a verdict in a block, as for `blocks.judge.Words`."""

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of the text of a block before and after these words."""
        return b"", b""

    def status(self, verdict: Verdict) -> Exit:
        return Exit.DONE if verdict.status == "ok" else Exit.NO

    @property
    def kinds(self) -> Sequence[Kind]:
        """The kinds BAD, OK and UNKNOWN of blocks."""
        return (
            Kind("bad", Exit.NO, is_deferred=True),
            Kind("ok"),
            Kind("unknown", Exit.NO, is_deferred=True),
        )

    def __call__(self, record: Record, style: Style) -> Outcome:
        assert record.grid is not None
        tests = self.request.tests
        solves = None if self.against is None else self.against.is_solved_by(record)
        verdict = judge(record.grid, tests, Deadline(self.request.timeout), solves)
        messages = []
        if tests.scale == "hodoku" and not record.grid.is_classic:
            plain = "" if record.grid.is_plain else "plain "
            text = f"{record.place}: --scale hodoku: only {plain}9x9 grids are supported"
            messages.append(Message(text, "other geometry"))
        if record.grid.candidates is not None:
            messages += [
                Message(
                    f"{record.place}: --{name}: grids with candidates are not supported",
                    "such records",
                )
                for name in ("minimal", "automorphisms")
                if getattr(tests, name)
            ]
        if not record.grid.is_plain:
            messages += [
                Message(f"{record.place}: --{name}: plain grids only", f"variants with --{name}")
                for name in ("automorphisms", "rank")
                if getattr(tests, name)
            ]
        if verdict.is_cut and self.request.timeout is not None:
            after = f"timed out after {self.request.timeout:g} s"
            messages.append(Message(f"{record.place}: {after}", f"records {after}"))
        rated = None
        if self.request.tallies and verdict.rating is not None:
            rated = verdict.rating, verdict.techniques
        text = self.write(record, style, verdict)
        return Outcome(
            text,
            messages,
            self.status(verdict),
            [verdict.status],
            passes=bool(text),
            rated=rated,
            measured=self.measured(record, verdict),
        )

    def measured(self, record: Record, verdict: Verdict) -> Measured | None:  # noqa: ARG002
        """Return the contribution of a record to statistics."""
        return None

    def suits(self, style: Style) -> bool:  # noqa: ARG002
        """Whether blocks can write a style: verdicts look the same in every style."""
        return True

    def blocks(self, style: Style) -> BlockPlan | None:
        request, tests = self.request, self.request.tests
        if not self.suits(style) or not has_blocks(request, self.KNOWN):
            return None
        from sudokutools.blocks import judge, rate

        written = judge.Written(self.words, *self.ends(), style.empty)
        if is_known(tests, judge.KNOWN):
            return BlockPlan(judge.JudgeBlocks(tests, written), self.kinds)
        if is_known(tests, rate.KNOWN):
            rates = rate.RateBlocks(tests, written, self.wants_ok, request.tallies, self.jobs)
            return BlockPlan(rates, self.kinds)
        return None

    def write_bad(self, record: Record, style: Style) -> str:
        if self.against is not None:
            self.against.skip()
        return self.write_unreadable(record, style)

    def write_passage(self, passage: Passage, style: Style) -> str:
        if self.against is not None and passage.kind == "blank":
            for _ in range(passage.lines):
                self.against.skip_unreadable()
        return super().write_passage(passage, style)


class Verdicts(Checker):
    """Write the verdict on every record."""

    writes_records = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:  # noqa: ARG002
        """Return a numbered line of keys and values, or an object."""
        if self.request.objects is not None:
            return self.request.objects.dump({"record": record.number} | verdict.data())
        return f"{record.number}\t{verdict.text()}\n"

    def words(self, verdict: Verdict) -> bytes:
        return verdict.text().encode()

    def ends(self) -> tuple[bytes, bytes]:
        from sudokutools.blocks.block import NUMBER

        return NUMBER + b"\t", b""

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        if self.request.objects is not None:
            return self.request.objects.empty_place(record)
        from sudokutools._support.terminal import visible

        error = record.error.message if record.error is not None else record.extra.get("error", "")
        return f"{record.number}\tstatus=unreadable\terror={visible(str(error))}\n"


class Histogram(Checker):
    """Count the rating of every record; write nothing."""

    writes_records = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:  # noqa: ARG002
        return ""

    def words(self, verdict: Verdict) -> None:
        """Leave the record out."""

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        return ""


class Stats(Histogram):
    """Measure every ok record; write nothing."""

    def measured(self, record: Record, verdict: Verdict) -> Measured | None:
        if verdict.status != "ok":
            return None
        from sudokutools.checking.statistics import Measured

        values = verdict.values
        key = "hodoku_level" if "hodoku_level" in values else "level"
        level = f"{key}={values.get(key)}"
        return Measured(values["clues"], values.get("rating"), level, weight_of(record))

    def blocks(self, style: Style) -> BlockPlan | None:  # noqa: ARG002
        """Return None: records are measured one by one."""
        return None


def weight_of(record: Record) -> float | None:
    """Return the weight in a key, column, note or comment of a record, if there is one."""
    said = record.extra.get(WEIGHT)
    if isinstance(said, int | float):
        return _finite(said)
    if record.row is not None:
        values = dict(zip(record.row.names, record.row.fields, strict=False))
        field = _FIELD.fullmatch(values.get(WEIGHT, ""))
        return None if field is None else _finite(field[1])
    for text in (record.note, *record.comments):
        found = _WORD.search(text)
        if found is not None:
            return _finite(found[1])
    return None


def _finite(said: float | str) -> float | None:
    """Return a weight; None if it is negative or too large."""
    try:
        weight = float(said)
    except OverflowError:
        return None
    return weight if 0 <= weight < inf else None


class Filter(Checker):
    """Write the records with the status `wanted`, `ok` or `bad`, exactly as read."""

    own_column = "grid"
    missing_status = Exit.DONE

    def __init__(self, request: CheckRequest, jobs: int = 1, wanted: str = "ok") -> None:
        super().__init__(request, jobs)
        self.wanted = wanted
        self.wants_ok = wanted == "ok"
        self.draws = request.converts

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        if verdict.status != self.wanted:
            return ""
        assert record.grid is not None
        if self.request.converts:
            extra = record.extra
            return style.write(record.grid, record.note, record.comments, extra, row=record.row)
        return _as_read(record)

    def answer(self, task: Task) -> Outcome:
        outcome = super().answer(task)
        if not outcome.passes:
            outcome.rejected = self.rejected(task[0])
        return outcome

    def rejected(self, item: Record | Passage) -> str:
        if not self.request.rejects:
            return ""
        if isinstance(item, Record):
            return _as_read(item)
        return item.text + "\n" if item.kind == "shape" else ""

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Also keep comments with the geometry of records written as read."""
        text = super().write_passage(passage, style)
        is_needed = passage.kind == "shape" and not self.request.converts
        return passage.text + "\n" if is_needed else text

    def words(self, verdict: Verdict) -> bytes | None:
        return b"" if verdict.status == self.wanted else None

    def ends(self) -> tuple[bytes, bytes]:
        from sudokutools.blocks.block import RAW

        return RAW, b""

    def suits(self, style: Style) -> bool:
        return style.format.is_line

    def status(self, verdict: Verdict) -> Exit:  # noqa: ARG002
        """Return DONE: only the end shows whether a record passed."""
        return Exit.DONE

    @property
    def kinds(self) -> Sequence[Kind]:
        """The kinds BAD, OK and UNKNOWN of blocks: one of them passes."""
        return [Kind(name, passes=name == self.wanted) for name in ("bad", "ok", "unknown")]

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        """Return nothing: an unreadable record has no status."""
        return ""


def _as_read(record: Record) -> str:
    text = record.raw.decode("utf-8", "surrogateescape")
    is_drawing = record.format.is_drawn and (record.grid is not None or text.count("\n") > 1)
    return text + "\n" if is_drawing else text


class Tag(Checker):
    """Write every record with its verdict as the note."""

    own_column = "grid"
    told_column = "verdict"
    keeps_passages = True

    KNOWN: ClassVar[Known] = {**Checker.KNOWN, "converts": ANY}

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the record with the verdict before its note, or among its keys."""
        assert record.grid is not None
        if style.format.has_keys:
            stale = {"record", "solution_number", "error", *KEYS}
            kept = {key: value for key, value in record.extra.items() if key not in stale}
            extra = kept | verdict.data()
            return style.write(record.grid, record.note, record.comments, extra)
        note = "\t".join(filter(None, [verdict.text(), record.note]))
        told = verdict.text().replace("\t", " ")
        return style.write(record.grid, note, record.comments, row=record.row, told=told)

    def words(self, verdict: Verdict) -> bytes:
        return b"\t" + verdict.text().encode()

    def ends(self) -> tuple[bytes, bytes]:
        from sudokutools.blocks.block import NOTE, PUZZLE

        return PUZZLE, NOTE

    def suits(self, style: Style) -> bool:
        return style.format.is_line
