"""Make files of pages: one of all pages, of so many, or of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.printing.book import Page
from sudokutools.printing.design import Design

FORMATS = ("pdf", "svg", "html")


class Piece(NamedTuple):
    """Content for the file that is open, and whether that ends with it."""

    content: str | bytes
    ends_file: bool = False


class Binding(ABC):
    """Pages of one design that become files."""

    is_text = True
    """Whether a terminal can show the files."""

    @abstractmethod
    def add(self, page: Page) -> Iterator[Piece]:
        """Take the next page; yield what can be written."""

    @abstractmethod
    def end(self) -> Iterator[Piece]:
        """Yield what is left to write; nothing where there was no page."""

    @property
    def missing(self) -> set[str]:
        """The signs that could not be written."""
        return set()


class PdfBinding(Binding):
    """A document, or one for every so many pages; both sides of a sheet stay together."""

    is_text = False

    def __init__(self, design: Design, font: str | None, pages_per_file: int | None) -> None:
        from sudokutools.printing.pdf import Fonts, Pdf, require

        require()
        self._make = Pdf
        self._design = design
        self._fonts = Fonts(font)
        self._most = pages_per_file
        self._pdf: Pdf | None = None
        self._kept: list[Page] = []

    def add(self, page: Page) -> Iterator[Piece]:
        """Draw a page, those of a booklet at the end."""
        if self._design.is_booklet:
            self._kept.append(page)
            return
        self._pdf = self._pdf or self._make(self._design, self._fonts)
        self._pdf.draw([page])
        if self._most is not None and self._pdf.pages >= self._most and not page.is_leaf:
            yield from self._finished()

    def end(self) -> Iterator[Piece]:
        """Yield the document that is left."""
        if self._kept:
            from sudokutools.printing.layout import booklet

            self._pdf = self._make(self._design, self._fonts)
            for side in booklet(len(self._kept)):
                pages = [self._kept[at] if at < len(self._kept) else None for at in side]
                self._pdf.draw(pages)
        yield from self._finished()

    def _finished(self) -> Iterator[Piece]:
        if self._pdf is not None:
            document, self._pdf = self._pdf.finish(), None
            yield Piece(document, ends_file=True)

    @property
    def missing(self) -> set[str]:
        """The signs that the fonts do not have."""
        return self._fonts.missing


class SvgBinding(Binding):
    """An image of each page. SudokuError: there is a second one, and one file."""

    def __init__(self, design: Design, has_many: bool) -> None:
        self._design = design
        self._most = None if has_many else 1
        self._pages = 0

    def add(self, page: Page) -> Iterator[Piece]:
        """Yield an image."""
        from sudokutools.printing import svg

        if self._pages == self._most or (self._most and page.number):
            raise SudokuError("an SVG holds one page, and there are several: use -o 'page-%d.svg'")
        self._pages += 1
        yield Piece(svg.draw(page, self._design), ends_file=True)

    def end(self) -> Iterator[Piece]:
        """Yield nothing: every page is an image already."""
        yield from ()


class HtmlBinding(Binding):
    """A document that is written page by page."""

    def __init__(self, design: Design, plays: bool) -> None:
        from sudokutools.printing.html import Html

        self._html = Html(design, plays)
        self._has_begun = False

    def add(self, page: Page) -> Iterator[Piece]:
        """Yield a page, before the first one what the document begins with."""
        if not self._has_begun:
            yield Piece(self._html.begin())
            self._has_begun = True
        yield Piece(self._html.page(page))

    def end(self) -> Iterator[Piece]:
        """Yield the end of the document."""
        if self._has_begun:
            yield Piece(self._html.end(), ends_file=True)
