"""`sudoku-check --histogram` and `--stats`: output at the end of the input."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from sudokutools._support.lazy import pattern
from sudokutools.checking.facts import Verdict
from sudokutools.checking.statistics import Measured, Statistics
from sudokutools.cli.check.checker import Checker, CheckRequest
from sudokutools.cli.run.output import UTF8
from sudokutools.cli.run.worker import Outcome
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.blocks.judge import Written
    from sudokutools.cli.check.rating_writer import RatingWriter

_NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?)"
_WORD = pattern(rf"(?:^|\s|#C?){WEIGHT}={_NUMBER}(?!\S)", re.ASCII)
_FIELD = pattern(rf"\s*{_NUMBER}\s*", re.ASCII)


class Summary(Checker):
    """Write nothing until the end; `layout.form` is the format of an object."""

    writes_records = leaves_places = False
    reads_objects = True

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        return ""


class Histogram(Summary):
    """Draw the ratings, and with --steps the steps."""

    def end(self, writer: RatingWriter) -> None:
        import shutil

        from sudokutools.checking.histogram import data, draw, draw_steps

        super().end(writer)
        form, tally = self.request.layout.form, writer.tally
        if form is not None:
            writer.output.write(form.dump(data(tally)))
            return
        width = shutil.get_terminal_size().columns if writer.output.is_terminal else 80
        writer.output.write(draw(tally, width))
        if self.request.tests.steps and tally.techniques:
            writer.output.write("\n" + draw_steps(tally, width))

    def _words(self, verdict: Verdict) -> None:
        return None

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.judge import Written

        return Written(self._words, empty=style.empty, objects=True)


class Stats(Summary):
    """Measure every ok record, and write means and shares.

    The text of an answer holds the measures, a line for each record; `checked` takes them.
    """

    def __init__(self, request: CheckRequest, jobs: int = 1) -> None:
        super().__init__(request, jobs)
        self._found = Statistics()

    def end(self, writer: RatingWriter) -> None:
        """Write the statistics. Raises SudokuError if only some records have weights."""
        super().end(writer)
        form, found = self.request.layout.form, self._found
        count = found.clues.all.count
        if 0 < found.weighted < count:
            lacking = f"{count - found.weighted} of {count} records"
            raise SudokuError(f"--stats: {lacking} have no weight")
        writer.output.write(found.text() if form is None else form.dump(found.data()))

    def write(self, record: Record, style: Style, verdict: Verdict) -> str:
        if verdict.status != "ok":
            return ""
        weight = weight_of(record)
        note = "" if weight is None else f"\t{WEIGHT}={weight}"
        return f"{_measures(verdict)}{note}\n"

    def checked(self, outcome: Outcome) -> Outcome:
        text, outcome.text = outcome.text, ""
        if isinstance(text, bytes):
            text = text.decode(*UTF8)
        for line in text.split("\n")[:-1]:
            measures, _, note = line.partition("\t")
            clues, rating, level = measures.split(" ", 2)
            rated = float(rating) if rating else None
            self._found.add(Measured(int(clues), rated, level, _weight_in(note)))
        return outcome

    @staticmethod
    def _words(verdict: Verdict) -> bytes | None:
        return None if verdict.status == "bad" else _measures(verdict).encode()

    def written(self, style: Style) -> Written | None:
        from sudokutools.blocks.block import NOTE
        from sudokutools.blocks.judge import Written

        return Written(self._words, tail=NOTE, objects=True)

    def row_blocks(self, style: Style) -> None:
        return None  # A weight is another field.


def _measures(verdict: Verdict) -> str:
    values = verdict.values
    key = "hodoku_level" if "hodoku_level" in values else "level"
    return f"{values['clues']} {values.get('rating', '')} {key}={values.get(key)}"


def weight_of(record: Record) -> float | None:
    """Return the weight in a key, column, note or comment of a record, if there is one."""
    stated = record.extra.get(WEIGHT)
    if isinstance(stated, int | float):
        return _finite(stated)
    if record.row is not None:
        field = _FIELD.fullmatch(record.row.values.get(WEIGHT, ""))
        return None if field is None else _finite(field[1])
    return _weight_in(record.note, *record.comments)


def _weight_in(*texts: str) -> float | None:
    for text in texts:
        found = _WORD.search(text)
        if found is not None:
            return _finite(found[1])
    return None


def _finite(stated: float | str) -> float | None:
    try:
        weight = float(stated)
    except OverflowError:
        return None
    return weight if 0 <= weight < inf else None
