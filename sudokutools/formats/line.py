"""`line`: a grid on a line, a character a cell, and its note."""

from __future__ import annotations

from sudokutools.formats.format import Content, Format, Record, Style
from sudokutools.grid import Grid, format_line, geometry_word


class LineFormat(Format):
    """Cells, then a tab and the note; `csv` differs in how cells are written."""

    is_line = True
    separator: bytes | None = b"\t"
    keeps_places = True

    def cells(self, grid: Grid, empty: str) -> str:
        """Return the text of the cells."""
        return format_line(grid, empty)

    def write(self, content: Content, style: Style) -> str:
        """Write comments and the line; the note begins with the geometry that is not obvious."""
        first, *others = content.grids
        geometry = geometry_word(first.geometry)
        partner = "".join(format_line(other, style.empty) for other in others)
        words = " ".join(filter(None, [geometry, "\t".join(filter(None, [partner, content.note]))]))
        text = "\t".join(filter(None, [self.cells(first, style.empty), words]))
        return "".join(f"{comment}\n" for comment in content.comments) + text + "\n"

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:  # noqa: ARG002
        """Keep the record as it was read, where that is how it would be written."""
        assert record.grid is not None
        if record.format is self and style.comments:
            return record.raw.decode("utf-8", "surrogateescape")
        return style.write(record.grid, record.note, record.comments)


FORMAT = LineFormat()
