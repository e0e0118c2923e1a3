"""Collect pages in files: one file, several pages per file, or one page per file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.printing.book import Page
from sudokutools.printing.design import Design

FORMATS = ("pdf", "svg", "html", "png")


class Piece(NamedTuple):
    """Content for the current file, and whether the file ends with it."""

    content: str | bytes
    ends_file: bool = False


class Binding(ABC):
    """Turn the pages of a design into files."""

    name = ""  # The name of the format.
    is_text = True  # Whether a terminal can show the files.

    @abstractmethod
    def add(self, page: Page) -> Iterator[Piece]:
        """Add a page; yield pieces that can be written."""

    @abstractmethod
    def end(self) -> Iterator[Piece]:
        """Yield the remaining pieces; none if there was no page."""

    @property
    def missing(self) -> set[str]:
        """The characters that could not be written."""
        return set()


class PdfBinding(Binding):
    """One PDF document, or one per number of pages; both sides of a sheet stay in one file."""

    name = "PDF"
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
        """Draw a page; pages of a booklet are drawn at the end."""
        if self._design.is_booklet:
            self._kept.append(page)
            return
        self._pdf = self._pdf or self._make(self._design, self._fonts)
        self._pdf.draw([page])
        if self._most is not None and self._pdf.pages >= self._most and not page.is_leaf:
            yield from self._finished()

    def end(self) -> Iterator[Piece]:
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
        """The characters that the fonts lack."""
        return self._fonts.missing


class ImageBinding(Binding):
    """An image per page. Raises SudokuError for a second page in a single file."""

    def __init__(self, draw: Callable[[Page], str | bytes], name: str, has_many: bool) -> None:
        self._draw = draw
        self.name = name
        self.is_text = name == "SVG"
        self._most = None if has_many else 1
        self._pages = 0

    def add(self, page: Page) -> Iterator[Piece]:
        if self._pages == self._most or (self._most and page.number):
            article, ending = "an" if self.is_text else "a", self.name.lower()
            text = f"{article} {self.name} file has a single page: use -o 'page-%d.{ending}'"
            raise SudokuError(text)
        self._pages += 1
        yield Piece(self._draw(page), ends_file=True)

    def end(self) -> Iterator[Piece]:
        """Yield nothing, because every page is complete."""
        yield from ()


def svg_binding(design: Design, has_many: bool) -> Binding:
    """Return a binding of SVG images."""
    from sudokutools.printing import svg

    return ImageBinding(lambda page: svg.draw(page, design), "SVG", has_many)


class PngBinding(ImageBinding):
    """Images drawn from PDF pages, with `dpi` dots per inch."""

    def __init__(self, design: Design, font: str | None, dpi: int, has_many: bool) -> None:
        from sudokutools.printing.pdf import Fonts, Pdf, picture, require

        require("pypdfium2", output="PNG")
        fonts = self._fonts = Fonts(font)

        def draw(page: Page) -> bytes:
            document = Pdf(design, fonts)
            document.draw([page])
            return picture(document.finish(), dpi)

        super().__init__(draw, "PNG", has_many)

    @property
    def missing(self) -> set[str]:
        """The characters that the fonts lack."""
        return self._fonts.missing


class HtmlBinding(Binding):
    """A document that is written page by page."""

    def __init__(self, design: Design) -> None:
        from sudokutools.printing.html import Html

        self._html = Html(design)
        self._has_begun = False

    def add(self, page: Page) -> Iterator[Piece]:
        if not self._has_begun:
            yield Piece(self._html.begin())
            self._has_begun = True
        yield Piece(self._html.page(page))

    def end(self) -> Iterator[Piece]:
        if self._has_begun:
            yield Piece("", ends_file=True)


class PlayBinding(Binding):
    """A page to play in a browser, written puzzle by puzzle."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._has_begun = False

    def add(self, page: Page) -> Iterator[Piece]:
        from sudokutools.printing import play_page

        if not self._has_begun:
            yield Piece(play_page.head(self._design))
            self._has_begun = True
        for item in page.items:
            yield Piece(play_page.puzzle(item, self._design))

    def end(self) -> Iterator[Piece]:
        from sudokutools.printing import play_page

        if self._has_begun:
            yield Piece(play_page.tail(), ends_file=True)
