"""Pencil marks drawn before a step, with the cells and candidates concerned marked.

What is marked is told by signs; colour only repeats it. A cell that the step looks at begins with
`*`; a candidate that it removes has `-` before it, one that it places `+`. A candidate that is
left alone in its cell is followed by `?`, so that nobody takes it for a value.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sudokutools.formats.pretty import BOLD, FILLED, PLAIN
from sudokutools.grid import Geometry, Grid
from sudokutools.logic.step import Step
from sudokutools.logic.tables import members

PATTERN, PLACED, REMOVED = "\x1b[32m", "\x1b[1;32m", "\x1b[31m"
"""The colours of candidates: those that a step rests on, those that it places or removes."""

Piece = tuple[str, str]
"""Text and its colour."""


class Marks:
    """The values and the pencil marks of a moment, as `Path` has them."""

    def __init__(self, clues: Grid, values: Sequence[int], candidates: Sequence[int]) -> None:
        """Keep copies, so that the path may go on."""
        self.clues = clues
        self.values = tuple(values)
        self.candidates = tuple(candidates)

    def draw(
        self, step: Step | None = None, colour: bool = False, cells: Collection[int] = ()
    ) -> str:
        """Return a drawing of one line a row, with what a step concerns, or the cells, marked.

        >>> from sudokutools.logic import Path
        >>> path = Path(Grid(Geometry.of(2, 2), [1, 2, 3, 0] + 12 * [0]))
        >>> marks = Marks(path.grid, path.values, path.candidates)
        >>> print(marks.draw(path.next_step()), end="")
             c1  c2    c3  c4
           ┌─────────┬──────────┐
        r1 │ 1   2   │ 3   *+4  │
        r2 │ 34  34  │ 124 124  │
           ├─────────┼──────────┤
        r3 │ 234 134 │ 124 1234 │
        r4 │ 234 134 │ 124 1234 │
           └─────────┴──────────┘
        """
        geometry = self.clues.geometry
        concerned = {*cells, *(_cells_of(step) if step is not None else ())}
        pieces = [self._pieces(cell, step, cell in concerned) for cell in range(geometry.size)]
        widths = [
            max(len(f"c{column + 1}"), *(_length(pieces[cell]) for cell in column_cells))
            for column, column_cells in enumerate(geometry.column_cells)
        ]
        return _draw(geometry, pieces, widths, colour)

    def _pieces(self, cell: int, step: Step | None, is_concerned: bool) -> list[Piece]:
        """Return the text of one cell."""
        value = self.values[cell]
        if value:
            return [(str(value), BOLD if self.clues.cells[cell] else FILLED)]
        pieces = [("*", PATTERN)] if is_concerned else []
        symbols = [place + 1 for place in members(self.candidates[cell])]
        for symbol in symbols:
            if len(pieces) > is_concerned and self.clues.geometry.n > 9:
                pieces.append((",", ""))
            pieces.append(_candidate(cell, symbol, step))
        if len(symbols) == 1 and not pieces[-1][0].startswith("+"):
            pieces.append(("?", ""))
        return pieces


def _cells_of(step: Step) -> set[int]:
    """Return the cells that a step looks at."""
    links = {link.cell for strand in step.chains for link in strand}
    pattern = {cell for cell, _ in step.candidates}
    return links | pattern | {*step.cells, *step.extra_cells, *step.subset_cells}


def _candidate(cell: int, symbol: int, step: Step | None) -> Piece:
    if step is not None:
        if (cell, symbol) in step.placements:
            return f"+{symbol}", PLACED
        if (cell, symbol) in step.eliminations:
            return f"-{symbol}", REMOVED
        if (cell, symbol) in step.candidates:
            return str(symbol), PATTERN
    return str(symbol), ""


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


def _draw(
    geometry: Geometry, cells: Sequence[Sequence[Piece]], widths: Sequence[int], colour: bool
) -> str:
    """Put the texts of the cells into columns of these widths, with lines around boxes."""
    box_width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    box_height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    spans = [
        range(start, min(start + box_width, geometry.columns))
        for start in range(0, geometry.columns, box_width)
    ]
    label_width = len(f"r{geometry.rows}")
    margin = " " * (label_width + 1)

    def border(left: str, middle: str, right: str) -> str:
        lines = ["─" * (sum(widths[column] + 1 for column in span) + 1) for span in spans]
        return margin + left + middle.join(lines) + right + "\n"

    def text_of(cell: int, width: int) -> str:
        text = "".join(
            f"{paint}{part}{PLAIN}" if colour and paint else part for part, paint in cells[cell]
        )
        return text + " " * (width - _length(cells[cell]))

    heads = [" ".join(f"c{column + 1}".ljust(widths[column]) for column in span) for span in spans]
    lines = [(margin + "  " + "   ".join(heads)).rstrip() + "\n", border("┌", "┬", "┐")]
    for row, row_cells in enumerate(geometry.row_cells):
        if row and row % box_height == 0:
            lines.append(border("├", "┼", "┤"))
        boxes = [
            " ".join(text_of(row_cells[column], widths[column]) for column in span)
            for span in spans
        ]
        lines.append(f"r{row + 1}".ljust(label_width) + " │ " + " │ ".join(boxes) + " │\n")
    lines.append(border("└", "┴", "┘"))
    return "".join(lines)
