"""`sudoku-print --explain`: a page of every step."""

from __future__ import annotations

from sudokutools.cli.run.worker import Outcome
from sudokutools.cli.solve.picture import Pictures
from sudokutools.formats.format import Record
from sudokutools.printing import steps as drawing
from sudokutools.printing.overlay import Shown


class Pages(Pictures):
    """Make a puzzle for a page of every step; the first record has the number `start`."""

    writes_records = False

    def __init__(self, start: int, timeout: float | None) -> None:
        super().__init__(None, False, timeout, None)
        self._start = start

    def _picture(self, outcome: Outcome, record: Record, shown: list[Shown], closing: str) -> None:
        grid, number = record.given, self._start + record.number - 1
        outcome.extra = [
            drawing.puzzle(grid, number, [(f"{number}", True), (f"  step {at}", False)], each)
            for at, each in enumerate(shown, 1)
        ]
        outcome.counts = ["printed"] if shown else outcome.counts

    def _section(self, record: Record, shown: list[Shown], closing: str) -> str:
        return ""
