"""Records of the formats of other programs: what they hold is handed on as `line` records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.format import File, Record
from sudokutools.grid import Grid
from sudokutools.reading.look import Look
from sudokutools.reading.records import quote


class Found(NamedTuple):
    """What a text of another program says: of a `Record` the fields of the same names."""

    grid: Grid
    note: str = ""
    comments: Sequence[str] = ()
    extra: Mapping[str, Any] = {}
    warning: str = ""


def record(file: File, number: int, raw: bytes, parse: Callable[[], Found]) -> Record:
    """Return the record of a text; `number` is that of its first line.

    SudokuError of `parse` becomes the error of the record.
    """
    form = formats.of_look(Look.WHOLE)
    try:
        found = parse()
    except SudokuError as error:
        return file.finish(file.bad(form, str(error), number, raw))
    result = Record(form, found.grid, raw=raw, note=found.note)
    result.line = number
    result.is_foreign = True
    result.extra = dict(found.extra)
    result.warning = found.warning
    file.finish(result)
    result.comments += found.comments
    return result


def refuse_variant(*names: str) -> None:
    """Raise SudokuError if there are names: they are of rules that no grid of ours has."""
    if names:
        told = ", ".join(quote(name)[1:-1] for name in names[:3]) + ", ..." * (len(names) > 3)
        raise SudokuError(f"a variant ({told}): only plain grids are read")
