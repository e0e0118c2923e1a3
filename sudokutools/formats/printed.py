"""Rows that a program has printed one by one, a list on each line: one grid of them.

[5, 3, 0, 0, 7, 0, 0, 0, 0]
[6, 0, 0, 1, 9, 5, 0, 0, 0]
...
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from sudokutools.formats.reading.line_source import Line, LineSource
from sudokutools.formats.relaxed_json import as_json

CELLS = range(6, 37)
"""So many cells a list of them may have; others are grids by themselves, and no look is taken at
the lines that follow."""

_LIST = re.compile(rb"\s*\[([^][{}():]{6,999})\],?\s*")


def take_rows(
    lines: LineSource, first: Line, is_grid: Callable[[Any], bool]
) -> tuple[list[Line], list[Any]]:
    """Take as many lists as each of them has cells; none, if there are less.

    Return the lines and the rows of the grid; no rows: each is a grid by itself.
    """
    taken: list[Line] = []
    rows: list[list[Any]] = []
    line: Line | None = first
    while line is not None:
        taken.append(line)
        row = _row_of(line.content or b"")
        if row is None or len(row) != len(rows[0] if rows else row):
            break
        rows.append(row)
        if len(rows) == len(row):
            return taken, [] if all(map(is_grid, rows)) else rows
        line = next(lines, None)
    for line in reversed(taken[1:]):
        lines.push_back(line)
    return [], []


def _row_of(content: bytes) -> list[Any] | None:
    """Return the cells of a list on a line; None: it is none, or of another length."""
    match = _LIST.fullmatch(content)
    if match is None:
        return None
    try:
        row = json.loads(as_json(f"[{match[1].decode('utf-8', 'replace')}]"))
    except ValueError:
        return None
    return row if len(row) in CELLS else None
