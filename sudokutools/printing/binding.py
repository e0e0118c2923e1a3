"""Collect pages in files: one file, several pages per file, or one page per file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.printing.book import Page
from sudokutools.printing.design import Design

if TYPE_CHECKING:
    from sudokutools.printing.html import Html
    from sudokutools.printing.play_page import PlayPage

FORMATS = ("pdf", "svg", "html", "png")


class Piece(NamedTuple):
    """Content for the current file, and whether the file ends with it."""

    content: str | bytes
    ends_file: bool = False


class Binding:
    """Turn the pages of a design into files of a format.

    is_text  whether a terminal can show them
    missing  the characters that could not be written
    """

    name = ""
    is_text = True
    missing: Collection[str] = ()

    def add(self, page: Page) -> Iterator[Piece]:
        """Add a page; yield pieces that can be written."""
        raise NotImplementedError

    def end(self) -> Iterator[Piece]:
        """Yield the remaining pieces; none if there was no page."""
        return iter(())


class PdfBinding(Binding):
    """One PDF document, or one per number of pages; both sides of a sheet stay in one file."""

    name = "PDF"
    is_text = False

    def __init__(self, design: Design, font: str | None, pages_per_file: int | None) -> None:
        from sudokutools.printing.pdf import Fonts, Pdf, require

        require()
        fonts = Fonts(font)
        self.missing = fonts.missing
        self._new = partial(Pdf, design, fonts)
        self._is_booklet = design.is_booklet
        self._most = pages_per_file
        self._pdf: Pdf | None = None
        self._kept: list[Page] = []

    def add(self, page: Page) -> Iterator[Piece]:
        """Draw a page; pages of a booklet are drawn at the end."""
        if self._is_booklet:
            self._kept.append(page)
            return
        self._pdf = self._pdf or self._new()
        self._pdf.draw([page])
        if self._most is not None and self._pdf.pages >= self._most and not page.is_leaf:
            yield from self._finished()

    def end(self) -> Iterator[Piece]:
        if self._kept:
            from sudokutools.printing.layout import booklet

            self._pdf = self._new()
            for side in booklet(len(self._kept)):
                self._pdf.draw([self._kept[at] if at < len(self._kept) else None for at in side])
        yield from self._finished()

    def _finished(self) -> Iterator[Piece]:
        if self._pdf is not None:
            document, self._pdf = self._pdf.finish(), None
            yield Piece(document, ends_file=True)


class ImageBinding(Binding):
    """An image per page. Raises SudokuError for a second page in a single file."""

    def __init__(self, name: str, draw: Callable[[Page], str | bytes], has_many: bool) -> None:
        self.name = name
        self.is_text = name == "SVG"
        self._draw = draw
        self._has_many = has_many
        self._only: list[Piece] = []

    def add(self, page: Page) -> Iterator[Piece]:
        if not self._has_many and (self._only or page.number):
            article, ending = "an" if self.is_text else "a", self.name.lower()
            text = f"{article} {self.name} file has a single page: use `path` 'page-%d.{ending}'"
            raise SudokuError(text)
        piece = Piece(self._draw(page), ends_file=True)
        if self._has_many:
            yield piece
        else:
            self._only.append(piece)

    def end(self) -> Iterator[Piece]:
        """Hand over the page of a single file, now that there is no other."""
        yield from self._only


class HtmlBinding(Binding):
    """A document that is written page by page, with `play` one to play in a browser."""

    def __init__(self, design: Design, play: bool = False) -> None:
        self._document: Html | PlayPage
        if play:
            from sudokutools.printing.play_page import PlayPage

            self._document = PlayPage(design)
        else:
            from sudokutools.printing.html import Html

            self._document = Html(design)
        self._has_begun = False

    def add(self, page: Page) -> Iterator[Piece]:
        if not self._has_begun:
            yield Piece(self._document.begin())
            self._has_begun = True
        yield Piece(self._document.page(page))

    def end(self) -> Iterator[Piece]:
        if self._has_begun:
            yield Piece(self._document.end(), ends_file=True)


def binding_of(
    form: str,
    design: Design,
    has_many: bool = False,
    *,
    font: str | None = None,
    dpi: int = 300,
    pages_per_file: int | None = None,
    play: bool = False,
) -> Binding:
    """Return the binding of a format; `has_many`: images go to files of their own."""
    if form == "pdf":
        return PdfBinding(design, font, pages_per_file)
    if form == "html":
        return HtmlBinding(design, play)
    if form == "svg":
        from sudokutools.printing import svg

        return ImageBinding("SVG", lambda page: svg.draw(page, design), has_many)
    from sudokutools.printing.pdf import Fonts, Pdf, picture, require

    require("pypdfium2", output="PNG")
    fonts = Fonts(font)

    def draw(page: Page) -> bytes:
        document = Pdf(design, fonts)
        document.draw([page])
        return picture(document.finish(), dpi)

    found = ImageBinding("PNG", draw, has_many)
    found.missing = fonts.missing
    return found
