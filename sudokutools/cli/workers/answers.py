"""`sudoku-check --against`: the records of another file, in step with those of the input."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.checking.checking import is_solution_of
from sudokutools.cli.run.process import Exit, naming
from sudokutools.cli.run.reading import open_lines
from sudokutools.cli.run.worker import Message
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.formats.reader import Reader


class Against:
    """The file of puzzles that the records of the input solve, record k of them record k."""

    def __init__(self, name: str, writer: Writer) -> None:
        self.name = name
        self._writer = writer
        self._records = _records(name, writer.settings)
        self._next: Record | None = None

    def is_solved_by(self, record: Record) -> bool:
        """Tell whether a record, which gets the rules of its partner, solves it.

        SudokuError: it has no partner.
        """
        assert record.grid is not None
        partner = self._take()
        if partner is None:
            raise SudokuError(f"--against: fewer records than the input, which has more than"
                              f" {record.number - 1}")  # fmt: skip
        puzzle = partner.grid
        if puzzle is None:
            return False
        if (
            record.grid.is_plain
            and not puzzle.is_plain
            and record.grid.geometry is puzzle.geometry.base
        ):
            record.grid = puzzle.with_cells(record.grid.cells)  # Its rules are those of its puzzle.
        return is_solution_of(record.grid, puzzle)

    def skip(self) -> None:
        """Leave out the partner of a record that cannot be read."""
        self._take()

    def skip_unreadable(self) -> None:
        """Leave out a partner that cannot be read: an empty line stands for its solution."""
        self._next = self._next or next(self._records, None)
        if self._next is not None and self._next.grid is None:
            self._take()

    def end(self) -> None:
        """Say that the input has ended. SudokuError: a partner is left, though it was read."""
        if self._take() is not None and self._writer.has_read:
            raise SudokuError(f"{self.name}: more records than the input has")

    def _take(self) -> Record | None:
        record, self._next = self._next or next(self._records, None), None
        if record is not None and record.error is not None:
            self._writer.report(Message(str(record.error)))
            self._writer.raise_status(Exit.ERROR)
        return record


def _records(name: str, settings: Settings) -> Iterator[Record]:
    with naming(name):
        lines, close = open_lines(name, lambda: None)
        try:
            form, column = settings.from_form, settings.column
            reader = Reader(settings.geometry, form, column, said=settings.said)
            for item in reader.read(lines, name):
                if isinstance(item, Record):
                    yield item
        finally:
            close()
