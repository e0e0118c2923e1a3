"""`sukaku`: the candidates of a 9x9 grid on a line of 729 characters, nine a cell.

A cell with a single candidate is not a clue.
"""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.errors import SudokuError
from sudokutools.formats.classify import PLACES
from sudokutools.formats.foreign import Found, record
from sudokutools.formats.format import NINE, PLAIN, File, Record
from sudokutools.formats.line import CellLines, parse_line
from sudokutools.formats.reading.cells import leading_run
from sudokutools.formats.reading.lines import Line, Passage
from sudokutools.grid.candidates import marked, mask_of, shown_masks
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, parse_cells

FEWEST = 41
"""Cells with a candidate in a line that cannot be a grid of 27x27 by chance."""


class SukakuFormat(CellLines):
    """Candidates, then a tab and the note."""

    limits = (PLAIN, NINE)
    has_candidates = True
    has_dead_cells = True

    def recognises(self, file: File, text: bytes) -> bool:
        run = leading_run(text)
        if len(run) != PLACES or text[PLACES : PLACES + 1] not in b" \t,;#":
            return False
        places = parse_cells(run)
        return (
            file.geometry in (None, Geometry.of(3, 3))
            and all(symbol in (0, at % 9 + 1) for at, symbol in enumerate(places))
            and sum(any(places[at : at + 9]) for at in range(0, PLACES, 9)) >= FEWEST
        )

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        return (record(file, line.number, line.raw, lambda: Found(*self.parse(file, text))),)

    def parse(self, file: File, text: bytes) -> tuple[Grid, str]:
        if not self.recognises(file, text):
            raise SudokuError("expected 81 cells of 9 characters, each candidate at its place")
        nine = Geometry.of(3, 3)
        places = parse_cells(text[:PLACES])
        masks = [mask_of(filter(None, places[at : at + 9])) for at in range(0, PLACES, 9)]
        _, note = parse_line(81 * b"." + text[PLACES:], nine, None)
        return marked(nine, bytes(81), masks), note

    def cells(self, grid: Grid, empty: str) -> str:
        return "".join(
            str(place + 1) if mask >> place & 1 else empty
            for mask in shown_masks(grid)
            for place in range(9)
        )


FORMAT = SukakuFormat()
