"""Pencil marks as `pretty` draws them: labels, a row a line, lines around boxes.

A single candidate is followed by `?`, because it is not a value.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokutools.formats.lattice import draw_lattice, needs_lattice
from sudokutools.grid.candidates import shown_masks, symbols_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

BOLD, FILLED, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
"""Colours of clues and of filled cells, and the end of both."""

Piece = tuple[str, str]  # Text and its colour.


def draw_marks(grid: Grid, colour: bool = False) -> str:
    """Draw the candidates of every cell.

    >>> from sudokutools.grid.geometry import Geometry
    >>> print(draw_marks(Grid(Geometry.of(2, 1), [1, 0, 0, 0], [1, 2, 2, 3])), end="")
         c1 c2
       ┌───────┐
    r1 │ 1  2? │
    r2 │ 2? 12 │
       └───────┘
    """
    cells: list[list[Piece]] = []
    for symbol, mask in zip(grid.cells, shown_masks(grid), strict=True):
        marks = [(str(mark), "") for mark in symbols_of(mask)]
        cells.append([(str(symbol), BOLD)] if symbol else marked_pieces(marks, grid.geometry.n))
    return draw_cells(grid, cells, colour)


def marked_pieces(marks: Sequence[Piece], n: int) -> list[Piece]:
    """Return the text of a cell with candidates, in a grid of n symbols."""
    pieces: list[Piece] = []
    for mark in marks:
        if pieces and n > 9:
            pieces.append((",", ""))
        pieces.append(mark)
    if len(marks) == 1 and not marks[0][0].startswith("+"):
        pieces.append(("?", ""))
    return pieces


def draw_cells(grid: Grid, cells: Sequence[Sequence[Piece]], colour: bool) -> str:
    """Draw a grid with texts in its cells; columns are as wide as their texts."""
    geometry = grid.geometry
    widths = [
        max(len(f"c{column + 1}"), *(_length(cells[cell]) for cell in column_cells))
        for column, column_cells in enumerate(geometry.column_cells)
    ]

    def text_of(cell: int, width: int) -> str:
        text = "".join(
            f"{paint}{part}{PLAIN}" if colour and paint else part for part, paint in cells[cell]
        )
        return text + " " * (width - _length(cells[cell]))

    labels = [f"c{column + 1}".ljust(width) for column, width in enumerate(widths)]
    texts = [text_of(cell, widths[geometry.column_of(cell)]) for cell in range(geometry.size)]
    if needs_lattice(grid):
        return draw_lattice(grid, [f" {label} " for label in labels], texts)
    return draw_plain(geometry, labels, texts)


def draw_plain(geometry: Geometry, heads: Sequence[str], texts: Sequence[str]) -> str:
    """Draw a grid with labels and lines around boxes; texts are as wide as the head of a column."""
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    label_width = len(f"r{geometry.rows}")
    margin = " " * (label_width + 1)

    def boxes(cells: Sequence[str]) -> list[str]:
        starts = range(0, geometry.columns, box_width)
        return [" ".join(cells[start : start + box_width]) for start in starts]

    def border(left: str, middle: str, right: str) -> str:
        lines = ["─" * (len(box) + 2) for box in boxes(heads)]
        return margin + left + middle.join(lines) + right + "\n"

    lines = [f"{margin}  {'   '.join(boxes(heads))}".rstrip() + "\n", border("┌", "┬", "┐")]
    for row, cells in enumerate(geometry.row_cells):
        if row and row % box_height == 0:
            lines.append(border("├", "┼", "┤"))
        shown = boxes([texts[cell] for cell in cells])
        lines.append(f"r{row + 1}".ljust(label_width) + f" │ {' │ '.join(shown)} │\n")
    return "".join([*lines, border("└", "┴", "┘")])


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)
