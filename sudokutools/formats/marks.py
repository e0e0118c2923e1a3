"""Drawings of `pretty`: labels, a row a line, lines around boxes, and the signs of variants.

A single candidate is followed by `?`, because it is not a value.

With irregular regions or constraints there is a line between any two rows, so that a border can be
anywhere. With cages the borders of regions are heavy, borders of cages light; a sum is above the
first cell of its cage:

       ┏7━━━━━━┳3━━┯7━━┓
    r1 ┃ .   . ┃ . │ . ┃       [.] even, (.) odd
       ┠3──┬───┨   │   ┃       <  > the left symbol is smaller, or the right one
    r2 ┃ . < . ┃ . │[.]┃       ^  v the upper symbol is smaller, or the lower one
                               ○  ● difference 1, ratio 2; ③ ❸ other numbers

The drawing is for people: readers take rules and clues from the comments above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from sudokutools.constraints.places import are_beside
from sudokutools.grid.candidates import shown_masks, symbols_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

BOLD, FILLED, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"
"""Colours of clues and of filled cells, and the end of both."""

Piece = tuple[str, str]  # Text and its colour.


def draw_marks(grid: Grid, colour: bool = False) -> str:
    """Draw the candidates of every cell."""
    cells: list[list[Piece]] = []
    texts = ["", *map(str, grid.geometry.values)]
    for symbol, mask in zip(grid.cells, shown_masks(grid), strict=True):
        marks = [(texts[mark], "") for mark in symbols_of(mask)]
        is_filled = symbol > 0
        cells.append([(texts[symbol], BOLD)] if is_filled else marked_pieces(marks, grid.geometry))
    for place in grid.geometry.absent:
        cells[place] = []
    return draw_cells(grid, cells, colour)


def marked_pieces(marks: Sequence[Piece], geometry: Geometry) -> list[Piece]:
    """Return the text of a cell with candidates."""
    pieces: list[Piece] = []
    for mark in marks:
        if pieces and geometry.values[-1] > 9:
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
    """Draw a grid with labels and lines around boxes; texts are as wide as the head of a column.

    The texts may have several lines each, all the same number.
    """
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
        head = f"r{row + 1}"
        for parts in zip(*(texts[cell].split("\n") for cell in cells), strict=True):
            lines.append(f"{head.ljust(label_width)} │ {' │ '.join(boxes(parts))} │\n")
            head = ""
    return "".join([*lines, border("└", "┴", "┘")])


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


LIGHT, HEAVY = 1, 2  # Weights of lines; 0: no line.

JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Characters by the weights of the lines that go up, right, down and left."""

UP, RIGHT, DOWN, LEFT = 27, 9, 3, 1
BARS, LINES = " │┃", " ─━"  # Borders next to a cell and above one, by weight.


def needs_lattice(grid: Grid) -> bool:
    """Return whether plain borders do not show everything of a grid."""
    return grid.constraints is not None or grid.geometry.regions is not None


def blocks(geometry: Geometry) -> Sequence[int]:
    """Return the number of the drawn region of each cell; boxes one cell wide are not drawn."""
    if geometry.regions is not None:
        return geometry.regions
    width = geometry.box_width if geometry.box_width > 1 else geometry.columns
    height = geometry.box_height if geometry.box_height > 1 else geometry.rows
    across = -(-geometry.columns // width)
    return [
        geometry.row_of(cell) // height * across + geometry.column_of(cell) // width
        for cell in range(geometry.size)
    ]


def draw_lattice(grid: Grid, heads: Sequence[str], texts: Sequence[str]) -> str:
    """Draw a grid with texts in its cells, as wide as the heads without the signs on both sides.

    The texts may have several lines each, all the same number; signs are on the first.
    """
    return _Lattice(grid, heads).draw(texts)


class _Lattice:
    """The lines of one drawing; `heads` are the labels above it."""

    def __init__(self, grid: Grid, heads: Sequence[str]) -> None:
        self._grid = grid
        self._geometry = grid.geometry
        self._heads = heads
        constraints = grid.constraints
        cages = constraints.cages if constraints is not None else ()
        self._cage_of = {cell: at for at, cage in enumerate(cages) for cell in cage.cells}
        self._sums = {cage.cells[0]: str(cage.sum) for cage in cages if cage.sum}
        self._weight = HEAVY if cages else LIGHT
        self._blocks = blocks(grid.geometry)
        even, odd = (constraints.even, constraints.odd) if constraints is not None else ((), ())
        self._marks = dict.fromkeys(even, ("[", "]")) | dict.fromkeys(odd, ("(", ")"))

    def draw(self, texts: Sequence[str]) -> str:
        geometry = self._geometry
        label_width = len(f"r{geometry.rows}")
        margin = " " * (label_width + 1)
        lines = [f"{margin} {' '.join(self._heads)}".rstrip()]
        for row in range(geometry.rows):
            lines.append(margin + self._border(row))
            cells = geometry.row_cells[row]
            head = f"r{row + 1}"
            for parts in zip(*(texts[cell].split("\n") for cell in cells), strict=True):
                lines.append(f"{head.ljust(label_width)} {self._row(row, parts, bool(head))}")
                head = ""
        lines.append(margin + self._border(geometry.rows))
        return "".join(f"{line}\n" for line in lines)

    def _row(self, row: int, texts: Sequence[str], has_signs: bool) -> str:
        pieces = []
        for column in range(self._geometry.columns + 1):
            cell = self._cell(row, column)
            beside = self._cell(row, column - 1), cell
            sign = self._signs.get(beside) if has_signs else None
            pieces.append(sign or BARS[self._wall(*beside)])
            if cell is not None:
                left, right = self._marks.get(cell, (" ", " ")) if has_signs else (" ", " ")
                pieces.append(left + texts[column] + right)
        return "".join(pieces)

    def _border(self, row: int) -> str:
        pieces = []
        for column in range(self._geometry.columns + 1):
            around = [self._cell(row - above, column - left) for above in (1, 0) for left in (1, 0)]
            upper_left, upper, lower_left, lower = around
            pieces.append(
                JOINTS[
                    UP * self._wall(upper_left, upper)
                    + RIGHT * self._wall(upper, lower)
                    + DOWN * self._wall(lower_left, lower)
                    + LEFT * self._wall(upper_left, lower_left)
                ]
            )
            if column < self._geometry.columns:
                pieces.append(self._above(upper, lower, column))
        return "".join(pieces)

    def _above(self, upper: int | None, lower: int | None, column: int) -> str:
        """Return the border above a cell, with a sum and a sign above its last digit or after the
        sum.
        """
        total = self._sums.get(lower, "") if lower is not None else ""
        line = LINES[self._wall(upper, lower)]
        signed = self._signs.get((upper, lower))
        width = len(self._heads[column])
        text = total.ljust(width, line)
        if signed is None or len(total) == width:
            return text
        place = max(min(len(str(self._geometry.values[-1])), width - 1), len(total))
        return text[:place] + signed + text[place + 1 :]

    def _cell(self, row: int, column: int) -> int | None:
        geometry = self._geometry
        is_inside = 0 <= row < geometry.rows and 0 <= column < geometry.columns
        return row * geometry.columns + column if is_inside else None

    def _wall(self, one: int | None, other: int | None) -> int:
        """Return the weight of the border between two neighbours; None is outside of the grid."""
        one, other = (None if cell in self._geometry.absent else cell for cell in (one, other))
        if one is None or other is None:
            return self._weight if one is not other else 0
        if self._blocks[one] != self._blocks[other]:
            return self._weight
        return LIGHT if self._cage_of.get(one) != self._cage_of.get(other) else 0

    @cached_property
    def _signs(self) -> dict[tuple[int | None, int | None], str]:
        constraints = self._grid.constraints
        columns = self._geometry.columns
        found: dict[tuple[int | None, int | None], str] = {}
        for clue in constraints.others if constraints is not None else ():
            if are_beside(clue.cells, self._geometry) and clue.sign:
                found[min(clue.cells), max(clue.cells)] = clue.sign
        for low, high in constraints.steps if constraints is not None else ():
            first, last = min(low, high), max(low, high)
            if last - first == 1 and last % columns:
                found[first, last] = "<" if low == first else ">"
            elif last - first == columns:
                found[first, last] = "^" if low == first else "v"
        return found
