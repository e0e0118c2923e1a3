"""`pretty`: a drawing with box-drawing characters, labels and colour, for people to look at."""

from __future__ import annotations

from sudokutools.formats.format import Content, Style
from sudokutools.formats.grid import GridFormat, above
from sudokutools.formats.marks import BOLD, FILLED, PLAIN, draw_marks
from sudokutools.grid import Grid


class PrettyFormat(GridFormat):
    """A drawing; a partner stands beside it."""

    draws_marks = True
    has_candidates = True

    def write(self, content: Content, style: Style) -> str:
        """Write a drawing, or two beside each other; what a solution fills in has a colour."""
        first = content.grids[0]
        clues = first if content.partner_first else None
        drawings = [_drawing(grid, style, clues) for grid in content.grids]
        drawn = drawings[0] if content.partner is None else _beside(*drawings)
        return above(content, style, list(content.comments)) + drawn + "\n"


def _drawing(grid: Grid, style: Style, clues: Grid | None) -> str:
    """Draw a grid, or the pencil marks of one that carries candidates."""
    if grid.candidates is None:
        return draw(grid, style.empty, style.colour, clues)
    return draw_marks(grid, style.colour)


def draw(grid: Grid, empty: str = ".", colour: bool = False, clues: Grid | None = None) -> str:
    """Draw a grid with box-drawing characters and labels; `clues` are told from the rest by colour.

    >>> from sudokutools.grid import Geometry
    >>> print(draw(Grid.empty(Geometry.of(2, 1))), end="")
         c1 c2
       ┌───────┐
    r1 │  .  . │
    r2 │  .  . │
       └───────┘
    """
    geometry = grid.geometry
    width = len(f"c{geometry.columns}")
    label_width = len(f"r{geometry.rows}")
    texts = [text.rjust(width) for text in (empty, *map(str, range(1, geometry.n + 1)))]
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    starts = range(0, geometry.columns, box_width)
    line = "─" * (box_width * (width + 1) + 1)
    margin = " " * (label_width + 1)

    def border(left: str, middle: str, right: str) -> str:
        return margin + left + middle.join([line] * len(starts)) + right + "\n"

    def cell_text(cell: int) -> str:
        symbol = grid.cells[cell]
        if not colour or not symbol:
            return texts[symbol]
        is_clue = clues is None or clues.cells[cell]
        return f"{BOLD if is_clue else FILLED}{texts[symbol]}{PLAIN}"

    labels = [f"c{column + 1}".rjust(width) for column in range(geometry.columns)]
    heads = [" ".join(labels[start : start + box_width]) for start in starts]
    lines = [margin + "  " + "   ".join(heads) + "\n", border("┌", "┬", "┐")]
    for row, cells in enumerate(geometry.row_cells):
        if row and row % box_height == 0:
            lines.append(border("├", "┼", "┤"))
        boxes = [
            " ".join(cell_text(cell) for cell in cells[start : start + box_width])
            for start in starts
        ]
        label = f"r{row + 1}".ljust(label_width)
        lines.append(f"{label} │ " + " │ ".join(boxes) + " │\n")
    lines.append(border("└", "┴", "┘"))
    return "".join(lines)


def _beside(left: str, right: str) -> str:
    """Put two drawings of as many lines next to each other.

    >>> print(_beside("ab\\nc\\n", "d\\ne\\n"), end="")
    ab   d
    c    e
    """
    import re

    pairs = list(zip(left.splitlines(), right.splitlines(), strict=True))
    widths = [len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line, _ in pairs]
    padded = [a + " " * (max(widths) - width) for (a, _), width in zip(pairs, widths, strict=True)]
    return "".join(f"{a}   {b}\n" for a, (_, b) in zip(padded, pairs, strict=True))


FORMAT = PrettyFormat()
