"""`grid`: a drawing, a row a line, with borders between boxes."""

from __future__ import annotations

from sudokutools.formats.format import Content, Format, Style
from sudokutools.grid import format_grid, format_line, grid_needs_comment


class GridFormat(Format):
    """Comments, the note as one of them, rows and a blank line."""

    is_drawn = True

    def write(self, content: Content, style: Style) -> str:
        """Write a drawing; a partner is one line among the comments."""
        comments = list(content.comments)
        if content.partner is not None:
            comments.append(f"# {format_line(content.partner[1], style.empty)}")
        drawn = format_grid(content.grid, style.empty)
        return above(content, style, comments) + drawn + "\n"


def above(content: Content, style: Style, comments: list[str]) -> str:
    """Return what stands above a drawing: the geometry that it does not show, comments, note."""
    geometry = content.grid.geometry
    shape = [f"# box {geometry}"] if grid_needs_comment(geometry) else []
    note = [content.note] if content.note and style.comments else []
    told = [text if text.startswith("#") else f"# {text}" for text in note]
    return "".join(f"{comment}\n" for comment in [*shape, *comments, *told])


FORMAT = GridFormat()
