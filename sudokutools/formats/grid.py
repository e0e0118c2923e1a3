"""`grid`: a drawing, a row a line, with borders between boxes."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools import formats
from sudokutools.formats.format import Content, File, Format, Record, Style, plain_comment
from sudokutools.grid import format_grid, format_line, grid_needs_comment
from sudokutools.reading.drawn import gather
from sudokutools.reading.layout import take_drawing
from sudokutools.reading.lines import Line
from sudokutools.reading.look import Look
from sudokutools.reading.records import InputError, Passage


class GridFormat(Format):
    """Comments, the note as one of them, rows and a blank line."""

    is_drawn = True

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:  # noqa: ARG002
        """Read a drawing of any format: as the one before, if it is drawn so, or row by row."""
        geometry = file.geometry or file.example
        taken = take_drawing(file.lines, geometry, line) if geometry else None
        if taken is None:
            return read_rows(file, [line])
        record = Record(formats.of_look(Look.ROW), taken[0], raw=taken[1])
        record.line = line.number
        return (file.finish(record),)

    def write(self, content: Content, style: Style) -> str:
        """Write a drawing; a partner is one line among the comments."""
        comments = list(content.comments)
        if content.partner is not None:
            comments.append(f"# {format_line(content.partner[1], style.empty)}")
        drawn = format_grid(content.grid, style.empty)
        return above(content, style, comments) + drawn + "\n"


def read_rows(file: File, first: list[Line]) -> Iterable[Record | Passage]:
    """Read a drawing row by row; `first` are lines of it that were taken already."""
    drawn = gather(file.lines, file.geometry, first)
    raw = b"".join(drawn.raw)
    if not drawn.rows:
        # A lower frame belongs to the grid above it; a line alone is no grid and no harm.
        return (*file.passed_comments(), Passage("tail", raw))
    form = formats.of_look(Look.LABELS if drawn.has_labels else Look.ROW)
    record = Record(form, raw=raw)
    record.line = first[0].number
    try:
        record.grid = drawn.grid(file.source)
    except InputError as error:
        record.error = error
    return (file.finish(record),)


def above(content: Content, style: Style, comments: list[str]) -> str:
    """Return what stands above a drawing: the geometry that it does not show, comments, note."""
    geometry = content.grid.geometry
    is_told = style.says_geometry or grid_needs_comment(geometry)
    shape = [f"# box {geometry}"] if is_told else []
    note = [content.note] if content.note and style.comments else []
    told = [plain_comment(text if text.startswith("#") else f"# {text}") for text in note]
    return "".join(f"{comment}\n" for comment in [*shape, *comments, *told])


FORMAT = GridFormat()
