"""The writer of records become pages: files that are whole at its end."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType

from sudokutools.cli.run.output import NumberedFiles, Output
from sudokutools.cli.run.process import Terminated, held
from sudokutools.cli.run.worker import Message, Outcome
from sudokutools.cli.run.writer import Settings, Writer
from sudokutools.errors import SudokuError
from sudokutools.printing.binding import Binding
from sudokutools.printing.book import Book, Page
from sudokutools.printing.design import Design

SMALL = "records printed small"
"""The kind of the warning that there is but once."""


class PageWriter(Writer):
    """Put the puzzles of outcomes on pages, and these into files.

    Nothing is left in a file before the input was read; where there was no puzzle there is none.
    """

    def __init__(
        self, settings: Settings, design: Design, binding: Binding, has_many: bool = False
    ) -> None:
        """Write to the output of the settings; with `has_many` it has a place for a number."""
        self._name, settings.output = settings.output, None
        super().__init__(settings)
        self._has_many = has_many
        self._book = Book(design)
        self._binding = binding
        self._has_pages = False
        self._is_warned = False

    def __enter__(self) -> PageWriter:
        super().__enter__()
        name = self._name
        with ExitStack() as unless_entered:
            with held:
                self._target = NumberedFiles(name) if self._has_many and name else Output(name)
                unless_entered.callback(self._target.abandon)
            if self._target.is_terminal and not self._binding.is_text:
                raise SudokuError("a PDF is nothing for a terminal: use -o FILE or a pipe")
            unless_entered.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            if not self.has_read or not self._has_pages:
                self._target.cancel_replacement()
            self._target.finish()
        elif isinstance(error, Terminated) or not isinstance(error, BrokenPipeError):
            self._target.abandon()
        super().__exit__(kind, error, trace)

    def take(self, outcome: Outcome) -> None:
        """Put what a record gave on a page, and remember the rest; nothing stands in its place."""
        super().take(outcome._replace(text=""))
        if outcome.puzzle is not None:
            for page in self._book.add(outcome.puzzle):
                self._write_page(page)

    def end_pages(self) -> None:
        """Write the pages that are left."""
        for page in self._book.end():
            self._write_page(page)
        for content, _ in self._binding.end():
            self._target.write(content)
        missing = "".join(sorted(self._binding.missing))
        if missing:
            self.report(Message(f"not in the font, printed as ?: {missing}", "signs"))

    def _write_page(self, page: Page) -> None:
        self._has_pages = True
        for content, ends_file in self._binding.add(page):
            self._target.write(content)
            if ends_file and isinstance(self._target, NumberedFiles):
                self._target.close()

    def report(self, message: Message) -> None:
        """Print a message, but of warnings of small print the first one only."""
        if message.kind == SMALL:
            if self._is_warned:
                return
            self._is_warned = True
        super().report(message)
