"""Draw pages as PDF on the canvas of reportlab.

The lines of a grid are a form, drawn once for each geometry and size. The symbols of a grid are one
block of PDF text, which takes a sixth of the time of separate calls of `drawString`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path as File
from typing import Any

from sudokutools.constraints.drawing import COLOURS, Colour, Disc, Mark, Path, Text
from sudokutools.errors import RequestError, SudokuError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.printing import layout
from sudokutools.printing.book import Item, Page, Symbols
from sudokutools.printing.design import Design
from sudokutools.printing.figure import figure
from sudokutools.printing.puzzle import Label, beside, width_of

FONTS = File(__file__).with_name("fonts")
FACES = ("SudokuSans-Regular", "SudokuSans-Bold")
DIGITS = "0123456789"
NO_DATE = 946684800  # The timestamp that reportlab writes into reproducible documents.


def require(*names: str, output: str = "PDF") -> None:
    """Raise SudokuError if a package of the extra `print` is missing, always reportlab."""
    for name in ("reportlab", *names):
        try:
            import_module(name)
        except ImportError:
            from sudokutools._support.installation import advised

            problem = f"{output} output requires {name} (SVG and HTML do not)"
            raise SudokuError(advised(problem, "print")) from None


class Fonts:
    """The two faces of the text: our own, or a TrueType file for both.

    `missing` collects the characters that neither has. Raises SudokuError for an invalid file.
    """

    def __init__(self, path: str | None = None) -> None:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFError, TTFont

        self.missing: set[str] = set()
        self.names = FACES if path is None else ("Chosen", "Chosen")
        for name in dict.fromkeys(self.names):
            file = str(FONTS / f"{name}.ttf") if path is None else path
            try:
                pdfmetrics.registerFont(TTFont(name, file, asciiReadable=True))
            except (TTFError, OSError) as error:
                reason = str(error).removeprefix(f"{file}: ")
                raise RequestError("font", file, f": not a TrueType font: {reason}") from None
        self._faces: list[Any] = [pdfmetrics.getFont(name) for name in self.names]
        self._widths: dict[tuple[str, bool], float] = {}
        if self.shown(DIGITS) != DIGITS:
            raise RequestError("font", path, ": the font has no digits")

    def shown(self, text: str) -> str:
        """Replace the characters that the fonts lack by `?`."""
        signs = self._faces[0].face.charToGlyph
        lacking = {sign for sign in text if ord(sign) not in signs}
        self.missing |= lacking
        return "".join("?" if sign in lacking else sign for sign in text) if lacking else text

    def width(self, text: str, is_bold: bool) -> float:
        width = self._widths.get((text, is_bold))
        if width is None:
            width = float(self._faces[is_bold].stringWidth(text, 1.0))
            if len(text) <= len("100"):  # Symbols recur.
                self._widths[text, is_bold] = width
        return width


class Pdf:
    """A document of pages of one design, kept in memory until it is finished."""

    def __init__(self, design: Design, fonts: Fonts) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # As text, streams are a quarter longer.
        self._design = design
        self._fonts = fonts
        self._file = BytesIO()
        self._sheet = (design.width * (2 if design.is_booklet else 1), design.height)
        self._canvas = Canvas(
            self._file,
            self._sheet,
            pageCompression=1,
            invariant=1,
            initialFontName=fonts.names[0],
        )
        self._canvas.setTitle(design.name)
        self._canvas.setAuthor("")
        self._canvas.setSubject("")
        self._canvas.setCreator("sudoku-print")
        self._canvas.setProducer("reportlab")
        self._forms: dict[tuple[Geometry, float], str] = {}
        self._selected: dict[tuple[bool, float], str] = {}
        self.pages = 0

    def draw(self, pages: Sequence[Page | None]) -> None:
        """Draw pages side by side on the next side of a sheet; None is an empty page."""
        canvas = self._canvas
        for index, page in enumerate(pages):
            if page is not None:
                canvas.saveState()
                canvas.translate(index * self._design.width, self._sheet[1])
                self._draw_page(page)
                canvas.restoreState()
        canvas.showPage()
        self.pages += 1

    def finish(self) -> bytes:
        document: Any = self._canvas._doc
        if document._timeStamp.t == NO_DATE:
            _drop_date(document.info)
        self._canvas.save()
        return self._file.getvalue()

    # From here on, y increases upwards from the top edge of a page, as in PDF.

    def _draw_page(self, page: Page) -> None:
        design = self._design
        middle = design.width / 2
        page = page._replace(head=self._fonts.shown(page.head))
        for y, size, text in page.heading(design, self._fonts.width):
            self._centred(middle, -y, [(text, True)], size)
        for item in page.items:
            if item.is_turned:
                x, y, width, height = item.place
                self._canvas.saveState()
                self._canvas.translate(2 * x + width, -2 * y - height)
                self._canvas.rotate(180)
                self._draw_item(item)
                self._canvas.restoreState()
            else:
                self._draw_item(item)
        if page.number:
            y = -design.height + max(0.55 * design.margin, 0.5 * layout.FOOT)
            self._centred(middle, y, [(str(page.number), False)], layout.NUMBER)

    def _draw_item(self, item: Item) -> None:
        geometry = item.puzzle.grid.geometry
        x, y, u = item.fit
        above = u * item.room.top - y
        size = layout.label_size(item.place)
        width = u * geometry.columns
        shown = [(self._fonts.shown(text), is_bold) for text, is_bold in item.label]
        room = width - item.stars_width
        label, caption = beside(shown, item.caption, room / size, self._fonts.width)
        self._text(x, above + 0.55 * size, label, size)
        self._draw(item.stars(x + width, -above - 0.55 * size))
        right = x + room - width_of(caption, self._fonts.width) * size
        self._text(right, above + 0.55 * size, caption, size)
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x, -y)
        if not item.is_figure:
            canvas.doForm(self._form(geometry, u))
        self._draw(item.parts(self._design))
        if item.is_missing:
            self._absence(item.puzzle.absence, geometry, u)
        canvas.restoreState()
        for x, baseline, line in item.lines(self._fonts.width):
            self._text(x, -baseline, [(self._fonts.shown(line), False)], size)

    def _form(self, geometry: Geometry, u: float) -> str:
        key = geometry, round(u, 3)
        if key in self._forms:
            return self._forms[key]
        self._forms[key] = name = f"grid{len(self._forms)}"
        thick = layout.thick_width(u, self._design.is_large)
        right, down = u * geometry.columns + thick, u * geometry.rows + thick
        self._canvas.beginForm(name, -thick, -down, right, thick)
        self._draw(figure(Grid.empty(geometry), u, self._design))
        self._canvas.endForm()
        return name

    def _draw(self, parts: Iterable[Mark | Symbols]) -> None:
        for mark in parts:
            if isinstance(mark, Symbols):
                self._draw_symbols(mark)
                continue
            self._canvas.saveState()
            if isinstance(mark, Text):
                self._draw_text(mark)
            else:
                self._draw_mark(mark)
            self._canvas.restoreState()

    def _draw_mark(self, mark: Path | Disc) -> None:
        canvas = self._canvas
        if mark.fill is not None:
            self._choose(mark.fill, canvas.setFillGray, canvas.setFillColorRGB)
        if mark.stroke is not None:
            self._choose(mark.stroke, canvas.setStrokeGray, canvas.setStrokeColorRGB)
            canvas.setLineWidth(mark.width)
        drawn = {"stroke": int(mark.stroke is not None), "fill": int(mark.fill is not None)}
        if isinstance(mark, Disc):
            canvas.circle(mark.x, -mark.y, mark.radius, **drawn)
            return
        path = canvas.beginPath()
        for (x, y), *rest in mark.lines:
            path.moveTo(x, -y)
            for x, y in rest:
                path.lineTo(x, -y)
            if mark.is_closed:
                path.close()
        if mark.dash:
            canvas.setDash(list(mark.dash))
        if mark.has_caps:
            canvas.setLineCap(1)
        if mark.is_round:
            canvas.setLineJoin(1)
        canvas.drawPath(path, **drawn)

    def _draw_text(self, mark: Text) -> None:
        canvas, size = self._canvas, mark.size
        text = self._fonts.shown(mark.text)
        x, y = mark.x, -mark.y - layout.CORNER * size
        if not mark.is_corner:
            x -= self._fonts.width(text, False) * size / 2
            y = -mark.y - layout.BASELINE * size
        if mark.has_halo:
            canvas.setStrokeGray(1)
            canvas.setLineWidth(layout.HALO * size)
            canvas.setLineJoin(1)
            canvas.setFont(self._fonts.names[False], size)
            canvas.drawString(x, y, text, mode=1)
        if mark.colour:
            self._choose(mark.colour, canvas.setFillGray, canvas.setFillColorRGB)
        self._text(x, y, [(text, False)], size)

    def _choose(
        self, colour: Colour, grey: Callable[[float], None], rgb: Callable[..., None]
    ) -> None:
        if isinstance(colour, str):
            rgb(*(byte / 255 for byte in bytes.fromhex(COLOURS[colour][1:])))
        else:
            grey(colour)

    def _absence(self, text: str, geometry: Geometry, u: float) -> None:
        """Write the reason for an empty grid across it."""
        width = u * geometry.columns
        size = min(layout.TITLE, 0.8 * width / max(self._fonts.width(text, False), 1))
        y = -u * geometry.rows / 2 - layout.BASELINE * size
        self._canvas.setFillGray(1)
        wide = self._fonts.width(text, False) * size
        self._canvas.rect((width - wide) / 2 - size / 2, y - 0.5 * size, wide + size, 1.7 * size,
                          stroke=0, fill=1)  # fmt: skip
        self._canvas.setFillGray(0)
        self._text((width - wide) / 2, y, [(text, False)], size)

    def _draw_symbols(self, symbols: Symbols) -> None:
        texts, is_bold, size = symbols.texts, symbols.is_bold, round(symbols.size, 2)
        backs = [self._fonts.width(text, is_bold) * size / 2 for text in texts]
        shown = [
            f"1 0 0 1 {x - backs[symbol]:.2f} {-y:.2f} Tm ({texts[symbol]}) Tj"
            for x, y, symbol in symbols.written
        ]
        if symbols.grey:
            self._canvas.setFillGray(symbols.grey)
        self._canvas.addLiteral(f"BT {self._font_of(is_bold, size)} {' '.join(shown)} ET")
        if symbols.grey:
            self._canvas.setFillGray(0)

    def _font_of(self, is_bold: bool, size: float) -> str:
        """Return the PDF operator that selects a font; reportlab writes it before a text."""
        key = is_bold, size
        if key not in self._selected:
            text = self._canvas.beginText()
            text.setFont(self._fonts.names[is_bold], size)
            text.textOut("0")
            words = text.getCode().split()
            end = words.index("Tf") + 1
            self._selected[key] = " ".join(words[end - 3 : end])
        return self._selected[key]

    # Labels and titles

    def _centred(self, x: float, y: float, label: Label, size: float) -> None:
        width = width_of(label, self._fonts.width) * size
        self._text(x - width / 2, y, label, size)

    def _text(self, x: float, y: float, pieces: Label, size: float) -> None:
        for text, is_bold in pieces:
            self._canvas.setFont(self._fonts.names[is_bold], size)
            self._canvas.drawString(x, y, text)
            x += self._fonts.width(text, is_bold) * size


def _drop_date(info: Any) -> None:
    """Reduce the metadata of a document."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFString

    kept = {"Title": info.title, "Creator": info.creator, "Producer": info.producer}
    info.format = PDFDictionary({name: PDFString(text) for name, text in kept.items()}).format


def picture(document: bytes, dpi: int) -> bytes:
    """Return the first page of a document as PNG."""
    from pypdfium2 import PdfDocument

    drawn = BytesIO()
    PdfDocument(document)[0].render(scale=dpi / 72).to_pil().save(drawn, "PNG", dpi=(dpi, dpi))
    return drawn.getvalue()
