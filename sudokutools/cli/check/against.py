"""`sudoku-check --against`: the puzzles that the records are to solve."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.checking.checking import is_solution_of
from sudokutools.cli.run.process import Exit, naming
from sudokutools.cli.run.reading import open_lines
from sudokutools.cli.run.wording import worded
from sudokutools.cli.run.worker import Message
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader


class Against:
    """The file of puzzles; record k of the input must solve puzzle k."""

    def __init__(self, name: str, writer: Writer) -> None:
        self.name = name
        self._writer = writer
        self._records = _records(name, writer.settings)
        self._next: Record | None = None

    def is_solved_by(self, record: Record) -> bool:
        """Whether a record solves its puzzle, whose rules it gets. SudokuError: there is none."""
        partner = self.take()
        if partner is None:
            raise SudokuError(f"--against: {record.number - 1} records, but the input has more")
        puzzle = partner.grid
        if puzzle is None:
            return False
        is_variant = record.given.is_plain and not puzzle.is_plain
        if is_variant and record.given.geometry is puzzle.geometry.base:
            record.grid = puzzle.with_cells(record.given.cells)  # The rules of its puzzle apply.
        return is_solution_of(record.given, puzzle)

    def skip_unreadable(self) -> None:
        """Skip an unreadable puzzle, whose solution is an empty line."""
        self._next = self._next or next(self._records, None)
        if self._next is not None and self._next.grid is None:
            self.take()

    def end(self) -> None:
        if self.take() is not None and self._writer.has_read:
            raise SudokuError(f"{self.name}: more records than the input")

    def take(self) -> Record | None:
        record, self._next = self._next or next(self._records, None), None
        if record is not None and record.error is not None:
            self._writer.report(Message(worded(str(record.error))))
            self._writer.raise_status(Exit.ERROR)
        return record


def _records(name: str, settings: Settings) -> Iterator[Record]:
    with naming(name):
        lines, close = open_lines(name, lambda: None)
        try:
            form, column = settings.from_form, settings.column
            reader = Reader(settings.geometry, form, column, spec=settings.spec)
            yield from (each for each in reader.read(lines, name) if isinstance(each, Record))
        finally:
            close()
