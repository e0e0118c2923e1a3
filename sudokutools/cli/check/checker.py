"""How `sudoku-check` judges a record, and its verdicts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools.checking.checking import judge
from sudokutools.checking.facts import Tests, Verdict
from sudokutools.cli.check.rating_writer import Judged, RatingWriter
from sudokutools.cli.check.verdicts import Layout
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Deadline, Message, Outcome, Worker, has_blocks
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reading.lines import Passage

if TYPE_CHECKING:
    from sudokutools.blocks.block import Work
    from sudokutools.blocks.judge import Written
    from sudokutools.cli.check.against import Against


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


class Mode(Worker):
    """What `sudoku-check` does with the records."""

    def __init__(self, request: CheckRequest) -> None:
        self.request, self.timeout = request, request.timeout
        self.errors_alike = request.against is None and request.rejects is None

    def begin(self, writer: RatingWriter) -> None:
        """Prepare for the first record."""

    def end(self, writer: RatingWriter) -> None:
        """Finish after the last record."""


class Checker(Mode, ABC):
    """Judge every record; blocks use `jobs` threads."""

    KNOWN: ClassVar[Known] = dict.fromkeys(("tests", "tallies", "layout", "converts"), ANY)
    """The fields that blocks support, apart from some tests."""

    missing_status = Exit.NO
    kinds: Sequence[Outcome] = (
        Outcome(status=Exit.NO, counts=["bad"]),
        Outcome(counts=["ok"]),
        Outcome(status=Exit.NO, counts=["unknown"]),
    )

    def __init__(self, request: CheckRequest, jobs: int = 1) -> None:
        super().__init__(request)
        self.jobs = jobs
        self.against: Against | None = None
        self.in_parallel = request.against is None
        self.wants_ok = False  # Whether only ok records are written.

    @property
    def block_seconds(self) -> float | None:
        return self.timeout or (inf if self.request.tests.count else None)

    def begin(self, writer: RatingWriter) -> None:
        if self.request.against is not None:
            from sudokutools.cli.check.against import Against

            self.against = Against(self.request.against, writer)

    def end(self, writer: RatingWriter) -> None:
        if self.against is not None:
            self.against.end()

    @abstractmethod
    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the text for a record."""

    @abstractmethod
    def written(self, style: Style) -> Written | None:
        """Return how blocks write verdicts; None: they cannot, in this style."""

    def status(self, verdict: Verdict) -> Exit:
        return Exit.DONE if verdict.status == "ok" else Exit.NO

    def __call__(self, record: Record, style: Style) -> Outcome:
        tests = self.request.tests
        solves = None if self.against is None else self.against.is_solved_by(record)
        verdict = judge(record.given, tests, Deadline(self.request.timeout), solves)
        messages = [Message(f"{record.place}: {text}", kind) for text, kind in self._limits(record)]
        if verdict.is_cut and self.request.timeout is not None:
            after = f"timed out after {self.request.timeout:g} s"
            messages.append(Message(f"{record.place}: {after}", f"records {after}"))
        elif verdict.reason:
            messages.append(Message(f"{record.place}: {verdict.reason}", "records not rated"))
        text = self.write(record, style, verdict)
        status = self.status(verdict)
        rated = None
        if self.request.tallies and verdict.tenths is not None:
            rated = verdict.tenths, verdict.techniques
        extra = Judged(rated)
        return Outcome(text, messages, status, [verdict.status], passed=bool(text), extra=extra)

    def _limits(self, record: Record) -> Iterator[tuple[str, str]]:
        grid, tests = record.given, self.request.tests
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

    def blocks(self, style: Style) -> Work | None:
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
        if tests.class_id or tests.automorphisms:
            from sudokutools.blocks.canonical import FactBlocks

            work = FactBlocks(work)
        return work

    def unreadable(self, record: Record, style: Style, is_reported: bool) -> Outcome:
        if self.against is not None:
            self.against.take()
        return super().unreadable(record, style, is_reported)

    def write_passage(self, passage: Passage, style: Style) -> str:
        if self.against is not None and passage.kind == "blank":
            for _ in range(passage.lines):
                self.against.skip_unreadable()
        return super().write_passage(passage, style)


class Verdicts(Checker):
    writes_records = False
    reads_objects = True

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        return self.request.layout.line(record, verdict)

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.judge import Written

        layout = self.request.layout
        if not layout.has_blocks:
            return None
        return Written(layout.words, *layout.ends(), style.empty, objects=True)

    def write_unreadable(self, record: Record, style: Style) -> str:
        return self.request.layout.unreadable(record)
