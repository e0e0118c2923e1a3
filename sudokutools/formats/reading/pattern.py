"""Patterns of clues: every sign of a drawing except blanks is a clue."""

from __future__ import annotations

import re

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import is_border, plain_text, without_bars
from sudokutools.grid.geometry import Geometry

BLANKS = frozenset(".0_-")
OTHER_BLANKS = frozenset("*?")  # Blanks only without the others: people draw clues with them.


def read_pattern(text: str, geometry: Geometry) -> frozenset[int]:
    """Return the cells of the clues. Raises SudokuError for a wrong number of cells."""
    rows = []
    for line in text.encode("utf-8", "surrogateescape").splitlines():
        row = plain_text(line)
        if not row or _is_comment(row):
            continue
        words = without_bars(row).split()
        if is_border(row) and "".join(words) != "-" * geometry.columns:
            continue
        is_words = len(words) in (geometry.columns, geometry.size)
        rows.append(words if is_words else list("".join(words)))
    signs = [sign for row in rows for sign in row]
    if len(signs) == geometry.size - len(geometry.absent):
        given = iter(signs)
        signs = ["" if at in geometry.absent else next(given) for at in range(geometry.size)]
    if len(signs) != geometry.size:
        raise SudokuError(f"the pattern has {len(signs)} cells, expected {geometry.size}")
    blanks = BLANKS if BLANKS.intersection(signs) else OTHER_BLANKS
    return frozenset(cell for cell, sign in enumerate(signs) if sign and sign not in blanks)


def _is_comment(row: str) -> bool:
    return row.startswith("#") and not re.fullmatch(r"[#.0_*?|+\s-]+", row)
