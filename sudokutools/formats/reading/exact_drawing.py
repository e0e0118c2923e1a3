"""Fast reading of grids drawn exactly as `format_grid` draws them.

With more than nine symbols, such a drawing has a fixed length and a fixed place for every cell; all
other bytes are known. Two integers of that size compare them, and one `struct` takes the cells out.
Other drawings are left to `drawn`.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

from sudokutools.formats.reading.lines import Line, LineSource
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_grid, grid_needs_comment

EMPTY_SIGNS = ".0?"  # `drawn` reads other signs, of which a line can be a border.


class Layout:
    """The drawing of a geometry."""

    def __init__(self, geometry: Geometry) -> None:
        width = len(str(geometry.n))
        drawn = format_grid(Grid.empty(geometry)).encode()
        self.length = len(drawn)
        self.lines = drawn.count(b"\n")
        self._drawn = drawn
        sign = b".".rjust(width)
        field = b"\0" * width
        fixed = drawn.replace(sign, field)
        self._fixed = int.from_bytes(fixed, "little")
        self._mask = int.from_bytes(fixed.translate(bytes([0] + 255 * [255])), "little")
        self._struct = Struct(self._form(fixed, width))
        texts = [(sign, 0) for sign in EMPTY_SIGNS]
        texts += [(str(symbol), symbol) for symbol in range(1, geometry.n + 1)]
        self._values = {text.rjust(width).encode(): value for text, value in texts}

    @staticmethod
    def _form(fixed: bytes, width: int) -> str:
        between = [len(piece) for piece in fixed.split(b"\0" * width)]
        return f"{width}s".join(f"{count}x" for count in between)

    def begins(self, text: bytes) -> bool:
        size = len(text)
        known = int.from_bytes(text, "little") & self._mask
        fixed = self._fixed & ((1 << 8 * size) - 1)
        return known == fixed and text.count(b"\n") == self._drawn.count(b"\n", 0, size)

    def cells(self, text: bytes) -> bytes | None:
        if len(text) != self.length or not self.begins(text):
            return None
        try:
            return bytes(map(self._values.__getitem__, self._struct.unpack(text)))
        except KeyError:
            return None


@lru_cache(maxsize=8)
def layout_of(geometry: Geometry) -> Layout | None:
    if geometry.n <= 9 or not geometry.is_plain or grid_needs_comment(geometry):
        return None
    return Layout(geometry)


def take_drawing(lines: LineSource, geometry: Geometry, first: Line) -> tuple[Grid, bytes] | None:
    """Take a grid whose first line is `first`; otherwise return None and take nothing."""
    layout = layout_of(geometry)
    if layout is None or not layout.begins(first.raw):
        return None
    missing = layout.length - len(first.content) - 1
    text = first.raw
    rest = lines.take(missing, lambda piece: layout.begins(text + piece))
    cells = layout.cells(text + rest)
    if cells is None:
        lines.give_back(rest)
        return None
    lines.number += layout.lines - 1
    return Grid(geometry, cells), text + rest
