"""`sudoku-check --stats`: what is measured of a record."""

from __future__ import annotations

import re
from math import inf

from sudokutools.checking.checking import Verdict
from sudokutools.checking.statistics import Measured
from sudokutools.cli.run.worker import BlockPlan
from sudokutools.cli.workers.checker import Histogram
from sudokutools.formats.format import Record, Style
from sudokutools.grid.keys import WEIGHT

_NUMBER = r"(\d+(?:\.\d*)?(?:e[+-]?\d+)?)"
_WORD = re.compile(rf"(?:^|\s|#C?){WEIGHT}={_NUMBER}(?!\S)", re.ASCII)
_FIELD = re.compile(rf"\s*{_NUMBER}\s*", re.ASCII)


class Stats(Histogram):
    """Write nothing of a record: it is measured."""

    def measured(self, record: Record, verdict: Verdict) -> Measured | None:
        """Return what is measured of an ok record."""
        if verdict.status != "ok":
            return None
        rating, level = verdict.values.get("rating"), verdict.values.get("level", "")
        return Measured(verdict.values["clues"], rating, level, weight_of(record))

    def blocks(self, style: Style) -> BlockPlan | None:  # noqa: ARG002
        """Return nothing: records are measured one by one."""
        return None


def weight_of(record: Record) -> float | None:
    """Return the weight that a key, a column, a note or a comment says; None: there is none."""
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
    """Return a weight; None: it is below 0, or so large that it is no number."""
    try:
        weight = float(said)
    except OverflowError:
        return None
    return weight if 0 <= weight < inf else None
