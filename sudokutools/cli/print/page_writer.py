"""The writer of `sudoku-print`: pages, and their files."""

from __future__ import annotations

from sudokutools.cli.run.output import NumberedFiles, Output
from sudokutools.cli.run.process import Exit
from sudokutools.cli.run.worker import Message, Outcome
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.printing import binding
from sudokutools.printing.book import Book, Page
from sudokutools.printing.design import Design


class PageWriter(Writer):
    """Put the puzzles of outcomes on pages, and write these to files.

    Files are complete when the input has been read. Without a puzzle none is written, and that is
    an error: an old file would be taken for the result.
    """

    def __init__(
        self, settings: Settings, design: Design, bound: binding.Binding, has_many: bool = False
    ) -> None:
        self._name, settings.output = settings.output, None
        super().__init__(settings)
        self._has_many = has_many
        self._book = Book(design)
        self._binding = bound
        self._has_pages = False

    def _open_other(self) -> Output | NumberedFiles:
        name = self._name
        self._target = NumberedFiles(name) if self._has_many and name else Output(name)
        if self._target.is_terminal and not self._binding.is_text:
            kind = self._binding.name
            raise SudokuError(f"refusing to write a {kind} to a terminal; use -o FILE")
        return self._target

    def take(self, outcome: Outcome) -> None:
        outcome.text = ""
        super().take(outcome)
        for puzzle in outcome.extra or ():
            for page in self._book.add(puzzle):
                self._write_page(page)

    def end_pages(self) -> None:
        for page in self._book.end():
            self._write_page(page)
        for content, _ in self._binding.end():
            self._target.write(content)
        if not self._has_pages:
            self._target.cancel_replacement()
            if self.status is Exit.DONE:
                self.report(Message("no puzzles in the input; nothing was printed"))
                self.raise_status(Exit.NO)
        missing = "".join(sorted(self._binding.missing))
        if missing:
            self.report(Message(f"missing from the font, printed as ?: {missing}", "characters"))

    def _write_page(self, page: Page) -> None:
        self._has_pages = True
        for content, ends_file in self._binding.add(page):
            self._target.write(content)
            if ends_file and isinstance(self._target, NumberedFiles):
                self._target.close()
