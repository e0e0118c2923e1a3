"""`sudoku-check --histogram` and `--stats`: output at the end of the input."""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from sudokutools._support.lazy import pattern
from sudokutools.checking.facts import Verdict
from sudokutools.cli.check.checker import Checker
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record, Style
from sudokutools.grid.keys import WEIGHT

if TYPE_CHECKING:
    from sudokutools.blocks.judge import Written
    from sudokutools.checking.statistics import Measured
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
    """Measure every ok record, and write means and shares."""

    def end(self, writer: RatingWriter) -> None:
        """Write the statistics. Raises SudokuError if only some records have weights."""
        super().end(writer)
        form, found = self.request.layout.form, writer.statistics
        count = found.clues.all.count
        if 0 < found.weighted < count:
            lacking = f"{count - found.weighted} of {count} records"
            raise SudokuError(f"--stats: {lacking} have no weight")
        writer.output.write(found.text() if form is None else form.dump(found.data()))

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
    stated = record.extra.get(WEIGHT)
    if isinstance(stated, int | float):
        return _finite(stated)
    if record.row is not None:
        field = _FIELD.fullmatch(record.row.values.get(WEIGHT, ""))
        return None if field is None else _finite(field[1])
    for text in (record.note, *record.comments):
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
