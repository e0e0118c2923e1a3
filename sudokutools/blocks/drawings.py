"""Drawings of 9x9 grids, and grids of a field a cell, from the lines that other work writes.

In a drawing only the digits of the cells differ. Its bytes are stored as indices of a table, which
begins with the cells, so that `bytes.translate` fills in a whole drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

from sudokutools._support.limits import Check, never
from sudokutools.blocks.block import DEFERRED, Answer, Work
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, parse_cells

Draw = Callable[[list[Grid], str], str]
"""Return the text for the grids of a line, in their order, with a note."""

CELLS = 81


class DrawnBlocks:
    """Draw the records that `work` writes as lines of `grids` grids with a tab before each note.

    empty  the text for an empty line
    """

    def __init__(self, work: Work, draw: Draw, grids: int, empty: str) -> None:
        self.work, self.draw, self.grids = work, draw, grids
        self.empty = empty.encode()
        self._index, self._others = _template(draw, grids)

    def __call__(self, block: bytes, number: int, check: Check = never) -> Answer:
        answer = self.work(block, number, check)
        texts = map(self._text, answer.output.split(b"\n")[:-1])
        return answer._replace(output=b"".join(texts))

    def _text(self, line: bytes) -> bytes:
        length = (CELLS + 1) * self.grids - 1
        if len(line) == length:
            return self._index.translate(line + self._others)
        if len(line) > length:
            return self._noted(line[:length], line[length + 1 :])
        return self.empty if not line else DEFERRED

    def _noted(self, cells: bytes, note: bytes) -> bytes:
        grids = [_grid(part) for part in cells.split(b"\t")]
        text = self.draw(grids, note.decode("utf-8", "surrogateescape"))
        return text.encode("utf-8", "surrogateescape")


def _grid(cells: bytes) -> Grid:
    return Grid(Geometry.of(3, 3), parse_cells(cells))


def _template(draw: Draw, grids: int) -> tuple[bytes, bytes]:
    """Return a drawing as indices of a table, and the table below the characters of a line."""
    length = (CELLS + 1) * grids - 1
    # Three grids, whose digits differ, show where cells are and where other text is.
    rows = [at // 9 + 1 for at in range(CELLS)]
    columns = [at % 9 + 1 for at in range(CELLS)]
    places: dict[int, int] = {}
    plain = bytearray()
    for which in range(grids):
        texts = [
            draw(
                [Grid(Geometry.of(3, 3), cells if at == which else rows) for at in range(grids)], ""
            )
            for cells in (rows, columns, [symbol % 9 + 1 for symbol in rows])
        ]
        first, second, other = (text.encode() for text in texts)
        plain = bytearray(first)
        for place, (row, column, changed) in enumerate(zip(first, second, other, strict=True)):
            if row != changed:
                places[place] = which * (CELLS + 1) + 9 * (row - ord("1")) + column - ord("1")
    signs = sorted({sign for place, sign in enumerate(plain) if place not in places})
    for place, sign in enumerate(plain):
        plain[place] = places[place] if place in places else length + signs.index(sign)
    return bytes(plain), bytes(islice(cycle(signs), 256 - length))
