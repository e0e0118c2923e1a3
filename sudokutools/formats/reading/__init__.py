"""Read grids in every text format from a stream, without being told which.

`Reader` cuts the lines of files into records; `read_grids` is the short way for scripts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudokutools._support.lazy import importer

if TYPE_CHECKING:
    from sudokutools.formats.format import Record
    from sudokutools.formats.reading.reader import Reader, read_grid, read_grids
    from sudokutools.formats.reading.records import InputError, Passage

_HOMES = {
    "InputError": "records",
    "Passage": "records",
    "Reader": "reader",
    "Record": "reader",
    "read_grid": "reader",
    "read_grids": "reader",
}

__all__ = ["InputError", "Passage", "Reader", "Record", "read_grid", "read_grids"]

__getattr__ = importer("sudokutools.formats.reading", _HOMES)
