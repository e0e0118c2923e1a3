"""The workers of `sudoku-check`, one for each mode."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.lazy import pattern
from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools.checking.checking import is_solution_of, judge
from sudokutools.checking.facts import FIELD_OF, Tests, Verdict
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
from sudokutools.cli.verdicts import Layout, unreadable
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reader import Reader
from sudokutools.formats.reading.lines import Passage
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.blocks.block import Work
    from sudokutools.blocks.judge import Written
    from sudokutools.checking.statistics import Measured
    from sudokutools.formats.columns import Columns

_NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?)"
_WORD = pattern(rf"(?:^|\s|#C?){WEIGHT}={_NUMBER}(?!\S)", re.ASCII)
_FIELD = pattern(rf"\s*{_NUMBER}\s*", re.ASCII)


class CheckRequest(Values):
    """The request for every record."""

    tests: Tests = Tests()  # The tests to pass, and the values to report.
    timeout: float | None = None  # Seconds for a record.
    converts: bool = False  # Convert records to the chosen format instead of copying them.
    tallies: bool = False  # Count the ratings and the steps of each technique.
    layout: Layout = Layout()  # How verdicts are written.
    against: str | None = None  # The file whose records are to be solved.
    rejects: str | None = None  # The file of the records that do not pass.
    number: int = 1  # The number of equivalents per record.
    key: tuple[int, int, int, int] | None = None
    """Equivalent k of record i draws from stream (`start` + i - 1) * `number` + k - 1."""
    start: int = 0


class Checker(Worker):
    """Judge every record; blocks use `jobs` threads."""

    KNOWN: ClassVar[Known] = {"tests": ANY, "tallies": ANY, "layout": ANY}
    """The fields that blocks support, apart from some tests."""

    missing_status = Exit.NO

    def __init__(self, request: CheckRequest, jobs: int = 1) -> None:
        self.request = request
        self.jobs = jobs
        self.against: Against | None = None
        self.wants_ok = False  # Whether only ok records are written.

    @abstractmethod
    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the text for a record."""

    @abstractmethod
    def written(self, style: Style) -> Written | None:
        """Return how blocks write verdicts; None: they cannot, in this style."""

    def status(self, verdict: Verdict) -> Exit:
        return Exit.DONE if verdict.status == "ok" else Exit.NO

    @property
    def kinds(self) -> Sequence[Kind]:
        """The kinds BAD, OK and UNKNOWN of blocks."""
        bad, unknown = (Kind(name, Exit.NO, is_deferred=True) for name in ("bad", "unknown"))
        return bad, Kind("ok"), unknown

    def __call__(self, record: Record, style: Style) -> Outcome:
        assert record.grid is not None
        tests = self.request.tests
        solves = None if self.against is None else self.against.is_solved_by(record)
        verdict = judge(record.grid, tests, Deadline(self.request.timeout), solves)
        messages = [Message(f"{record.place}: {text}", kind) for text, kind in self._limits(record)]
        if verdict.is_cut and self.request.timeout is not None:
            after = f"timed out after {self.request.timeout:g} s"
            messages.append(Message(f"{record.place}: {after}", f"records {after}"))
        text = self.write(record, style, verdict)
        status = self.status(verdict)
        outcome = Outcome(text, messages, status, [verdict.status], passes=bool(text))
        if self.request.tallies and verdict.rating is not None:
            outcome.rated = verdict.rating, verdict.techniques
        outcome.measured = self.measured(record, verdict)
        return outcome

    def _limits(self, record: Record) -> Iterator[tuple[str, str]]:
        grid, tests = record.grid, self.request.tests
        assert grid is not None
        if tests.scale == "hodoku" and not grid.is_classic:
            plain = "" if grid.is_plain else "plain "
            yield f"--scale hodoku: only {plain}9x9 grids are supported", "other geometry"
        if grid.candidates is not None:
            for field in ("minimal", "automorphisms", "class_id"):
                if getattr(tests, field):
                    name = field.removesuffix("_id")
                    yield f"--{name}: grids with candidates are not supported", "such records"
        if not grid.is_plain:
            for field in ("automorphisms", "rank", "class_id", "nodes"):
                if getattr(tests, field):
                    name = field.removesuffix("_id")
                    yield f"--{name}: plain grids only", f"variants with --{name}"

    def measured(self, record: Record, verdict: Verdict) -> Measured | None:
        return None

    def blocks(self, style: Style) -> BlockPlan | None:
        request, tests = self.request, self.request.tests
        if not has_blocks(request, self.KNOWN) or (written := self.written(style)) is None:
            return None
        from sudokutools.blocks import judge, rate

        work: Work
        if is_known(tests, judge.KNOWN):
            work = judge.JudgeBlocks(tests, written)
        elif is_known(tests, rate.KNOWN):
            work = rate.RateBlocks(tests, written, self.wants_ok, request.tallies, self.jobs)
        else:
            return None
        if tests.class_id:
            from sudokutools.blocks.canonical import ClassBlocks

            work = ClassBlocks(work)
        return BlockPlan(work, self.kinds)

    def write_bad(self, record: Record, style: Style) -> str:
        if self.against is not None:
            self.against.take()
        return self.write_unreadable(record, style)

    def write_passage(self, passage: Passage, style: Style) -> str:
        if self.against is not None and passage.kind == "blank":
            for _ in range(passage.lines):
                self.against.skip_unreadable()
        return super().write_passage(passage, style)


class Verdicts(Checker):
    writes_records = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        return self.request.layout.line(record, verdict)

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.judge import Written

        layout = self.request.layout
        return Written(layout.words, *layout.ends(), style.empty) if layout.has_blocks else None

    def write_unreadable(self, record: Record, style: Style) -> str:
        return self.request.layout.unreadable(record)


class Filter(Checker):
    """Write the records with the status `wanted`, `ok` or `bad`, exactly as read."""

    own_column = "grid"
    leaves_places = False
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
        if style.columns is not None and record.row and not style.columns.fits(record.row):
            return style.as_read(record)
        return _as_read(record)

    def answer(self, task: Task) -> Outcome:
        outcome = super().answer(task)
        if not outcome.passes:
            outcome.rejected = self.rejected(task[0])
        return outcome

    def rejected(self, item: Record | Passage) -> str:
        if self.request.rejects is None:
            return ""
        if isinstance(item, Record):
            return _as_read(item)
        return item.text + "\n" if item.kind == "shape" else ""

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Also keep comments with the geometry of records written as read."""
        text = super().write_passage(passage, style)
        is_needed = passage.kind == "shape" and not self.request.converts
        return passage.text + "\n" if is_needed else text

    def _words(self, verdict: Verdict) -> bytes | None:
        return b"" if verdict.status == self.wanted else None

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.block import NUMBER, RAW
        from sudokutools.blocks.judge import Written

        if not (style.format.is_line or style.fields):
            return None
        return Written(self._words, NUMBER if style.fields else RAW, b"", style.empty)

    def row_targets(self, columns: Columns) -> Sequence[int]:
        return ()  # Rows are kept or left out.

    def status(self, verdict: Verdict) -> Exit:
        return Exit.DONE  # Only the end shows whether a record passed.

    @property
    def kinds(self) -> Sequence[Kind]:
        return [Kind(name, passes=name == self.wanted) for name in ("bad", "ok", "unknown")]


def _as_read(record: Record) -> str:
    text = record.raw.decode("utf-8", "surrogateescape")
    is_drawing = record.format.is_drawn and (record.grid is not None or text.count("\n") > 1)
    return text + "\n" if is_drawing else text


class Tag(Checker):
    """Write every record with its verdict as the note."""

    own_column = "puzzle"
    keeps_passages = True

    KNOWN: ClassVar[Known] = {**Checker.KNOWN, "converts": ANY}

    @property
    def facts(self) -> Sequence[str]:  # type: ignore[override]
        return self.request.layout.facts

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        assert record.grid is not None
        verdict.values["record"] = record.number
        if style.columns is not None:
            return style.as_read(record, verdict.fields(self.facts))
        if style.format.has_keys:
            stale = {"record", "solution_number", *FIELD_OF} - {"puzzle"}
            return style.format.tagged(record, verdict.data(self.facts), stale, style)
        note = "\t".join(filter(None, [verdict.text(self.facts), record.note]))
        return style.write(record.grid, note, record.comments)

    def write_unreadable(self, record: Record, style: Style) -> str:
        if style.columns is not None and record.row is not None:
            return style.as_read(record, unreadable(record).fields(self.facts))
        return super().write_unreadable(record, style)

    def _words(self, verdict: Verdict) -> bytes:
        return b"\t" + verdict.text(self.facts).encode()

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.block import NOTE, PUZZLE
        from sudokutools.blocks.judge import Written

        if "record" in self.facts:
            return None
        if style.fields and (not style.rewrites or style.format.is_line):
            return Written(partial(self._fields, style.fields))
        return Written(self._words, PUZZLE, NOTE, style.empty) if style.format.is_line else None

    def _fields(self, separator: str, verdict: Verdict) -> bytes:
        from sudokutools.formats.columns import quoted

        texts = verdict.fields(self.facts)
        return separator.join([quoted(text, separator) for text in texts]).encode()


class Convert(Worker):
    """Write every record with its note and comments, without a verdict."""

    own_column = "grid"
    keeps_passages = True

    def __call__(self, record: Record, style: Style) -> Outcome:
        assert record.grid is not None
        text = style.write(record.grid, record.note, record.comments, record.extra, row=record.row)
        return Outcome(text)


class Histogram(Checker):
    writes_records = leaves_places = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        return ""

    def _words(self, verdict: Verdict) -> None:
        return None

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.judge import Written

        return Written(self._words, empty=style.empty)


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

    def written(self, style: Style) -> None:
        return None  # Records are measured one by one.


def weight_of(record: Record) -> float | None:
    """Return the weight in a key, column, note or comment of a record, if there is one."""
    said = record.extra.get(WEIGHT)
    if isinstance(said, int | float):
        return _finite(said)
    if record.row is not None:
        field = _FIELD.fullmatch(record.row.values.get(WEIGHT, ""))
        return None if field is None else _finite(field[1])
    for text in (record.note, *record.comments):
        found = _WORD.search(text)
        if found is not None:
            return _finite(found[1])
    return None


def _finite(said: float | str) -> float | None:
    try:
        weight = float(said)
    except OverflowError:
        return None
    return weight if 0 <= weight < inf else None


class Against:
    """The file of puzzles; record k of the input must solve puzzle k."""

    def __init__(self, name: str, writer: Writer) -> None:
        self.name = name
        self._writer = writer
        self._records = _records(name, writer.settings)
        self._next: Record | None = None

    def is_solved_by(self, record: Record) -> bool:
        """Whether a record solves its puzzle, whose rules it gets. SudokuError: there is none."""
        assert record.grid is not None
        partner = self.take()
        if partner is None:
            raise SudokuError(f"--against: {record.number - 1} records, but the input has more")
        puzzle = partner.grid
        if puzzle is None:
            return False
        is_variant = record.grid.is_plain and not puzzle.is_plain
        if is_variant and record.grid.geometry is puzzle.geometry.base:
            record.grid = puzzle.with_cells(record.grid.cells)  # The rules of its puzzle apply.
        return is_solution_of(record.grid, puzzle)

    def skip_unreadable(self) -> None:
        """Skip an unreadable puzzle, whose solution is an empty line."""
        self._next = self._next or next(self._records, None)
        if self._next is not None and self._next.grid is None:
            self.take()

    def end(self) -> None:
        if self.take() is not None and self._writer.has_read:
            raise SudokuError(f"{self.name}: more records than the input")

    def take(self) -> Record | None:
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
            yield from (each for each in reader.read(lines, name) if isinstance(each, Record))
        finally:
            close()
