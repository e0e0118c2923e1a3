"""`sudoku-check --filter` and `--invert`: the records that pass, as they were read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokutools.checking.facts import Verdict
from sudokutools.cli.check.checker import Checker, CheckRequest
from sudokutools.cli.check.rating_writer import Judged
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Outcome, Task, form_of
from sudokutools.formats.format import Record, Style
from sudokutools.formats.reading.lines import Passage

if TYPE_CHECKING:
    from sudokutools.blocks.judge import Written
    from sudokutools.cli.check.rating_writer import RatingWriter
    from sudokutools.formats.columns import Columns


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
        self.reads_objects = not request.converts
        names = "bad", "ok", "unknown"
        self.kinds = [Outcome(counts=[name], passed=int(name == wanted)) for name in names]

    def end(self, writer: RatingWriter) -> None:
        super().end(writer)
        if (writer.records or writer.has_missing) and not writer.passed:
            writer.raise_status(Exit.NO)

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        if verdict.status != self.wanted:
            return ""
        if self.request.converts:
            extra = record.extra
            return style.write(record.given, record.note, record.comments, extra, row=record.row)
        if style.columns is not None and record.row and not style.columns.fits(record.row):
            return style.as_read(record)
        return as_read(record)

    def answer(self, task: Task) -> Outcome:
        return self._rejecting(super().answer(task), task[0])

    def unreadable(self, record: Record, style: Style, is_reported: bool) -> Outcome:
        return self._rejecting(super().unreadable(record, style, is_reported), record)

    def between(self, passage: Passage, style: Style) -> Outcome:
        outcome = super().between(passage, style)
        if passage.kind == "shape":
            outcome.extra = Judged(rejected=passage.text + "\n")
        return outcome

    def _rejecting(self, outcome: Outcome, record: Record) -> Outcome:
        if not (outcome.passed or outcome.text) and self.request.rejects is not None:
            outcome.extra = (outcome.extra or Judged())._replace(rejected=as_read(record))
        return outcome

    def write_passage(self, passage: Passage, style: Style) -> str:
        """Also keep comments with the geometry of records written as read."""
        text = super().write_passage(passage, style)
        is_needed = passage.kind == "shape" and not self.request.converts
        return passage.text + "\n" if is_needed else text

    def _words(self, verdict: Verdict) -> bytes | None:
        return b"" if verdict.status == self.wanted else None

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.block import NUMBER, PUZZLE, RAW
        from sudokutools.blocks.judge import Written

        form = form_of(style, PUZZLE)
        if form is None:
            return None
        head = NUMBER if style.fields else form[:-1] if self.request.converts else RAW
        return Written(self._words, head, b"", style.empty, self.reads_objects)

    def row_targets(self, columns: Columns) -> Sequence[int] | None:
        return ()  # Rows are kept or left out.

    def status(self, verdict: Verdict) -> Exit:
        return Exit.DONE  # Only the end shows whether a record passed.


def as_read(record: Record) -> str:
    """Return the text of a record, with the blank line below a drawing."""
    text = record.raw.decode("utf-8", "surrogateescape")
    is_drawing = record.format.is_drawn and (record.grid is not None or text.count("\n") > 1)
    return text + "\n" if is_drawing else text
