"""Classes of equivalent grids, as short names that never change.

The class of a grid is the first 8 bytes of the SHA-256 hash of its canonical form: of the line that
`sudoku-check` writes for it, without its end. So `sha256sum` and all languages
compute it from there. Two different classes of a billion get the same name with a probability of 3
percent, of ten million with one of 3 in a million.
"""

from __future__ import annotations

from hashlib import sha256

from sudokutools._support.limits import Check, never
from sudokutools.canonical.form import canonical_form
from sudokutools.grid.geometry_label import geometry_word
from sudokutools.grid.grid import Grid, format_line

LENGTH = 8


def class_of(grid: Grid, check: Check = never) -> bytes:
    """Return the class of a grid or puzzle; errors are as in `canonical_form`."""
    word = geometry_word(grid.geometry)
    line = format_line(canonical_form(grid, check)) + (f"\t{word}" if word else "")
    return class_of_line(line.encode())


def class_of_line(line: bytes) -> bytes:
    """Return the class of a canonical line without its end."""
    return sha256(line).digest()[:LENGTH]
