"""The drawings on the pages of a PDF, read back from its streams."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.grid.geometry import Geometry
from sudokutools.printing import layout

if TYPE_CHECKING:
    import pypdf

NUMBER = r"(-?[\d.]+)"
GRID = re.compile(rf"1 0 0 1 {NUMBER} {NUMBER} cm\s/FormXob\.\w+ Do\s(.*?)^Q$", re.DOTALL | re.M)
BLOCK = re.compile(r"BT /\S+ ([\d.]+) Tf (.*?) ET")
SHOWN = re.compile(rf"1 0 0 1 {NUMBER} {NUMBER} Tm \((\w+)\) Tj")


class Drawn(NamedTuple):
    """A grid on a page: its upper left corner from that of the page, and where its symbols are.

    These are the middles of the symbols, from the corner of the grid.
    """

    x: float
    y: float
    symbols: list[tuple[float, float, str]]

    def cells(self, geometry: Geometry, u: float) -> list[str]:
        """Return the text in every cell, "" in an empty one."""
        cells = [""] * geometry.size
        for x, y, text in self.symbols:
            cells[int(y // u) * geometry.columns + int(x // u)] += text
        return cells


def open_pdf(document: bytes) -> pypdf.PdfReader:
    """Open a document; what pypdf finds wrong raises."""
    import pypdf

    return pypdf.PdfReader(BytesIO(document), strict=True)


def contents(document: bytes) -> list[str]:
    """Return the drawing of each page, unpacked."""
    streams = [page.get_contents() for page in open_pdf(document).pages]
    return [stream.get_data().decode("latin-1") for stream in streams if stream is not None]


def grids(content: str) -> list[Drawn]:
    """Return the grids of a page, in the order in which they were drawn."""
    found = []
    for x, y, drawn in GRID.findall(content):
        symbols = []
        for size, shown in BLOCK.findall(drawn):
            for left, rise, text in SHOWN.findall(shown):
                middle = float(left) + 0.34 * len(text) * float(size)
                symbols.append((middle, -float(rise) - layout.BASELINE * float(size), text))
        found.append(Drawn(float(x), -float(y), symbols))
    return found
