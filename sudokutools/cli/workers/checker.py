"""What `sudoku-check` writes of a record: its verdict, the record itself, or its canonical form."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from sudokutools._support.request import ANY, Known, Values, is_known
from sudokutools._support.streams import Stream
from sudokutools.checking.checking import KEYS, Tests, Verdict, judge
from sudokutools.cli.run.process import Exit
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
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Format, Record, Style
from sudokutools.formats.reading.lines import InputError, Passage
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

if TYPE_CHECKING:
    from sudokutools.blocks.block import Event
    from sudokutools.checking.statistics import Measured
    from sudokutools.cli.workers.answers import Against


class CheckRequest(Values):
    """What is asked of every record.

    tests     what it has to pass, and what is to be found out about it
    timeout   seconds for a record
    converts  write records in the format that was chosen, not exactly as they were read
    tallies   count the ratings and the steps of each technique
    objects   the format of objects that verdicts are written in; None: they are text
    against   the name of the file whose records are to be solved
    number    how many equivalents are written of a record
    key       equivalent k of record i draws from stream (`start` + i - 1) * `number` + k - 1
    """

    tests: Tests = Tests()
    timeout: float | None = None
    converts: bool = False
    tallies: bool = False
    objects: Format | None = None
    against: str | None = None
    number: int = 1
    key: tuple[int, int, int, int] | None = None
    start: int = 0


def rates_by_hodoku(geometry: Geometry | None) -> bool:
    """Tell whether grids are, or may be, of the one geometry that HoDoKu rates."""
    return geometry is None or geometry is Geometry.of(3, 3)


class Checker(Worker):
    """Judge every record, and write what the mode wants; `jobs` is how many threads blocks use."""

    KNOWN: ClassVar[Known] = {"tests": ANY, "tallies": ANY}
    """What blocks know of a request beside its tests."""

    def __init__(self, request: CheckRequest, jobs: int = 1) -> None:
        self.request = request
        self.jobs = jobs
        self.against: Against | None = None
        self.wants_ok = False
        """Whether nothing is written but of ok records."""

    @abstractmethod
    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the text for a record."""

    @abstractmethod
    def words(self, verdict: Verdict) -> bytes | None:
        """Return what a block writes of a verdict, as `blocks.judge.Words` says."""

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of what a block writes before and behind these words."""
        return b"", b""

    def status(self, verdict: Verdict) -> Exit:
        """Return the exit status of a record."""
        return Exit.DONE if verdict.status == "ok" else Exit.NO

    @property
    def kinds(self) -> Sequence[Kind]:
        """What the kinds BAD, OK and UNKNOWN of blocks mean."""
        return (
            Kind("bad", Exit.NO, is_deferred=True),
            Kind("ok"),
            Kind("unknown", Exit.NO, is_deferred=True),
        )

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record, style = task
        assert record.grid is not None
        tests = self.request.tests
        solves = None if self.against is None else self.against.is_solved_by(record)
        verdict = judge(record.grid, tests, Deadline(self.request.timeout), solves)
        messages = []
        if tests.scale == "hodoku" and not record.grid.is_classic:
            plain = "" if record.grid.is_plain else "plain "
            text = f"{record.place}: the scale of HoDoKu is for {plain}9x9 grids only"
            messages.append(Message(text, "other geometry"))
        if record.grid.candidates is not None:
            messages += [
                Message(f"{record.place}: --{name} is not for grids with candidates", "such grids")
                for name, is_asked in (
                    ("minimal", tests.minimal),
                    ("automorphisms", tests.automorphisms),
                )
                if is_asked
            ]
        if not record.grid.is_plain:
            messages += [
                Message(f"{record.place}: --{name}: plain grids only", f"variants with --{name}")
                for name, is_asked in (
                    ("automorphisms", tests.automorphisms),
                    ("rank", tests.rank),
                )
                if is_asked
            ]
        if verdict.is_cut and self.request.timeout is not None:
            after = f"given up after {self.request.timeout:g} s"
            messages.append(Message(f"{record.place}: {after}", f"records {after}"))
        rated = None
        if self.request.tallies and verdict.rating is not None:
            rated = verdict.rating, verdict.techniques
        text = self.write(record, style, verdict)
        status = self.status(verdict)
        measured = self.measured(record, verdict)
        counts = [verdict.status]
        return Outcome(
            text, messages, status, counts, passes=bool(text), rated=rated, measured=measured
        )

    def measured(self, record: Record, verdict: Verdict) -> Measured | None:  # noqa: ARG002
        """Return what statistics count of a record."""
        return None

    def suits(self, style: Style) -> bool:  # noqa: ARG002
        """Tell whether a block can write in a style: a verdict looks the same in every style."""
        return True

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how plain lines are judged by the block; None: one by one."""
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
        """Return what stands in the place of an unreadable record."""
        if self.against is not None:
            self.against.skip()
        return self.write_unreadable(record, style)

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Return what is written of what lies between the records."""
        if self.against is not None and passage.kind == "blank":
            for _ in range(passage.lines):
                self.against.skip_unreadable()
        return super().write_passage(passage, style)


class Verdicts(Checker):
    """Write the verdict on every record."""

    writes_records = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:  # noqa: ARG002
        """Return a numbered line of keys and values."""
        if self.request.objects is not None:
            return self.request.objects.dump({"record": record.number} | verdict.data())
        return f"{record.number}\t{verdict.text()}\n"

    def words(self, verdict: Verdict) -> bytes:
        """Return the same without the number."""
        return verdict.text().encode()

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of the number, and of nothing."""
        from sudokutools.blocks.block import NUMBER

        return NUMBER + b"\t", b""

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        """Return the verdict that a record could not be read."""
        if self.request.objects is not None:
            return self.request.objects.empty_place(record)
        error = record.error.message if record.error is not None else record.extra.get("error", "")
        return f"{record.number}\tstatus=unreadable\terror={error}\n"


class Histogram(Checker):
    """Write nothing of a record: its rating is tallied."""

    writes_records = False

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    def words(self, verdict: Verdict) -> None:
        """Leave the record out."""

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""


class Filter(Checker):
    """Write the records of one status, `ok` or `bad`, exactly as they were read."""

    own_column = "grid"

    def __init__(self, request: CheckRequest, jobs: int = 1, wanted: str = "ok") -> None:
        super().__init__(request, jobs)
        self.wanted = wanted
        self.wants_ok = wanted == "ok"
        self.draws = request.converts

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the record if it passes."""
        if verdict.status != self.wanted:
            return ""
        assert record.grid is not None
        if self.request.converts:
            extra = record.extra
            return style.write(record.grid, record.note, record.comments, extra, row=record.row)
        text = record.raw.decode("utf-8", "surrogateescape")
        return text + "\n" if record.format.is_drawn else text

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Keep the comments that give the geometry of records written as they were read."""
        text = super().write_passage(passage, style)
        is_needed = passage.kind == "shape" and not self.request.converts
        return passage.text + "\n" if is_needed else text

    def words(self, verdict: Verdict) -> bytes | None:
        """Return nothing for a record that passes, and leave the others out."""
        return b"" if verdict.status == self.wanted else None

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of the line as it was read, and of nothing."""
        from sudokutools.blocks.block import RAW

        return RAW, b""

    def suits(self, style: Style) -> bool:
        """Tell whether lines are written."""
        return style.format.is_line

    def status(self, verdict: Verdict) -> Exit:  # noqa: ARG002
        """Return no status: whether something passed is known at the end."""
        return Exit.DONE

    @property
    def kinds(self) -> Sequence[Kind]:
        """What the kinds BAD, OK and UNKNOWN of blocks mean: one of them passes."""
        return [Kind(name, passes=name == self.wanted) for name in ("bad", "ok", "unknown")]

    def write_unreadable(self, record: Record, style: Style) -> str:  # noqa: ARG002
        """Return nothing: it is no bad record but none."""
        return ""


class Tag(Checker):
    """Write every record with its verdict as the note."""

    own_column = "grid"
    told_column = "verdict"
    keeps_passages = True

    KNOWN: ClassVar[Known] = {**Checker.KNOWN, "converts": ANY}

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        """Return the record with the verdict before its note, or the keys among its own."""
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
        """Return the verdict."""
        return b"\t" + verdict.text().encode()

    def ends(self) -> tuple[bytes, bytes]:
        """Return the forms of the grid and of its note."""
        from sudokutools.blocks.block import NOTE, PUZZLE

        return PUZZLE, NOTE

    def suits(self, style: Style) -> bool:
        """Tell whether lines are written."""
        return style.format.is_line


class Shuffle(Worker):
    """Write random equivalents of every record, without its note and comments; judge nothing."""

    def __init__(self, request: CheckRequest) -> None:
        self.request = request
        self.places = request.number

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        from sudokutools.canonical import random_equivalent

        record, style = task
        assert record.grid is not None
        request = self.request
        assert request.key is not None
        if not record.grid.is_plain:
            return _without_form(record, style, "--shuffle: plain grids only", self.places)
        first = (request.start + record.number - 1) * request.number
        texts = []
        for index in range(first, first + request.number):
            stream = Stream.from_key(request.key, index)
            texts.append(style.write(random_equivalent(record.grid, stream)))
        return Outcome("".join(texts))


class Convert(Worker):
    """Write every record as it is, with all that belongs to it; judge nothing."""

    own_column = "grid"
    keeps_passages = True

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record, style = task
        assert record.grid is not None
        text = style.write(record.grid, record.note, record.comments, record.extra, row=record.row)
        return Outcome(text)


def _without_form(record: Record, style: Style, why: str, places: int = 1) -> Outcome:
    """Return the outcome of a record that has no equivalent to be written."""
    record.error = InputError(why, record.source, record.line)
    message = Message(str(record.error))
    return Outcome(places * style.format.empty_place(record), [message], Exit.NO, ["bad"])


class Canonical(Worker):
    """Write the canonical form of every record, without its note and comments; judge nothing."""

    KNOWN: ClassVar[Known] = {"converts": ANY, "tallies": ANY}

    def __init__(self, request: CheckRequest) -> None:
        self.request = request

    def __call__(self, task: Task) -> Outcome:
        """Return the outcome of one record."""
        record, style = task
        assert record.grid is not None
        form = self._form_of(record.grid)
        if isinstance(form, Grid):
            return Outcome(style.write(form))
        return _without_form(record, style, form)

    def _form_of(self, grid: Grid) -> Grid | str:
        """Return the canonical form, or why there is none."""
        from sudokutools.canonical import canonical_form

        if not grid.is_plain:
            return "--canonical: plain grids only"
        try:
            return canonical_form(grid, Deadline(self.request.timeout))
        except SudokuError as error:
            return str(error)

    def blocks(self, style: Style) -> BlockPlan | None:
        """Return how plain lines are brought to their canonical forms by the block."""
        if not style.format.is_line or not has_blocks(self.request, self.KNOWN):
            return None
        from sudokutools.blocks.canonical import CanonicalBlocks

        return BlockPlan(CanonicalBlocks(style.empty), (Kind(status=Exit.NO), Kind()), self._why)

    def _why(self, event: Event, place: str) -> Message:
        """Say why the record of an event has no canonical form."""
        from sudokutools.cli.run.blocks import grid_of_line

        return Message(f"{place}: {self._form_of(grid_of_line(event.text))}")
