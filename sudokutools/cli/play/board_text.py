"""The board as text: the drawing of `pretty` with cells of one to three lines.

Styles are escape sequences of SGR. The text of a cell begins with its own sequence, `ESC [ CELL p`,
by which a screen knows where the cell is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sudokutools.cli.play.entries import Board, Cell
from sudokutools.cli.play.hints import Hint
from sudokutools.formats.marks import draw_lattice, draw_plain, needs_lattice
from sudokutools.grid.candidates import symbols_of
from sudokutools.grid.grid import Grid

CLUE, FILLED, SELECTED, LINKED = "1", "36", "7", "34"
EQUAL, WRONG, HINTED, PLACED, REMOVED = "4;35", "1;4;31", "1;32", "1;4;32", "4;31"
"""Styles. Most are also underlined or bold, for screens without colours."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")  # Corner marks.


class Size(NamedTuple):
    """The lines of a cell and their width; and the size of the drawing, in lines and columns."""

    lines: int
    width: int
    height: int
    columns: int


class View(NamedTuple):
    """What to show of a board besides its cells."""

    selected: Collection[int] = ()
    equal: Collection[int] = ()
    wrong: Collection[int] = ()
    linked: Collection[int] = ()  # By the clues of the current cell.
    hint: Hint = Hint("")


def sizes(puzzle: Grid) -> list[Size]:
    """Return the sizes in which a board can be drawn, the largest first."""
    geometry = puzzle.geometry
    digits = len(str(geometry.values[-1]))
    most = _width(geometry.n, digits)
    shapes = [(lines, _width(-(-geometry.n // lines), digits)) for lines in (3, 2)]
    shapes += [(1, width) for width in range(min(most, 9), digits - 1, -1)]
    found = []
    for lines, width in shapes:
        drawn = _draw(puzzle, width, ["\n" * (lines - 1)] * geometry.size).splitlines()
        columns = len(drawn[1]) if needs_lattice(puzzle) else max(map(len, drawn))
        found.append(Size(lines, width, len(drawn), columns))
    return found


def _width(count: int, digits: int) -> int:
    return count * digits + (count - 1) * (digits > 1)


def drawing(board: Board, size: Size, view: View) -> str:
    """Draw a board in a size."""
    texts = []
    step = view.hint.step
    marked = defaultdict[int, dict[int, str]](dict)  # The styles of symbols in cells.
    if step is not None:
        groups = (step.candidates, HINTED), (step.eliminations, REMOVED), (step.placements, PLACED)
        for pairs, style in groups:
            for at, symbol in pairs:
                marked[at][symbol] = style
    for at, cell in enumerate(board.cells):
        if at in board.puzzle.geometry.absent:
            lines = [" " * size.width] * size.lines
        else:
            lines = _lines(board.puzzle, cell, size, marked[at])
            if at in view.linked and not "".join(lines).strip():
                lines[(size.lines - 1) // 2] = "·".center(size.width)
        style = _style(board, at, view)
        texts.append("\n".join(f"\x1b[{at}p{_painted(line, style)}" for line in lines))
    return _draw(board.puzzle, size.width, texts)


def _draw(puzzle: Grid, width: int, texts: list[str]) -> str:
    heads = [f"c{column + 1}" for column in range(puzzle.geometry.columns)]
    if needs_lattice(puzzle):
        return draw_lattice(puzzle, [head[-width:].center(width + 2) for head in heads], texts)
    return draw_plain(puzzle.geometry, [head[-width:].center(width) for head in heads], texts)


def _style(board: Board, at: int, view: View) -> str:
    cell, styles = board.cells[at], []
    if cell.value:
        styles.append(CLUE if board.puzzle.cells[at] else FILLED)
    if at in view.linked:
        styles.append(LINKED)
    if at in view.equal:
        styles.append(EQUAL)
    if at in view.hint.cells:
        styles.append(HINTED)
    if at in view.wrong:
        styles.append(WRONG)
    if cell.colour:
        styles.append(f"30;{40 + symbols_of(cell.colour)[0] % 7 + 1}")
    if at in view.selected:
        styles.append(SELECTED)
    return ";".join(styles)


def _painted(line: str, style: str) -> str:
    """Paint a line, also behind painted parts of it."""
    if not line.strip():  # Blanks are not underlined.
        style = ";".join(code for code in style.split(";") if code != "4")
    if not style:
        return line
    return f"\x1b[{style}m" + line.replace("\x1b[0m", f"\x1b[0;{style}m") + "\x1b[0m"


def _lines(puzzle: Grid, cell: Cell, size: Size, marks: Mapping[int, str]) -> list[str]:
    values = puzzle.geometry.values
    lines = [" " * size.width] * size.lines
    if cell.value:
        lines[(size.lines - 1) // 2] = str(values[cell.value - 1]).center(size.width)
        return lines
    shown = cell.centre | cell.corner
    for symbol in marks:
        shown |= 1 << symbol - 1
    texts = {
        symbol: (str(values[symbol - 1]), marks.get(symbol, "")) for symbol in symbols_of(shown)
    }
    for symbol in symbols_of(cell.corner & ~cell.centre):
        text, style = texts[symbol]
        texts[symbol] = text.translate(RAISED), style
    if size.lines > 1:
        return _in_places(texts, puzzle.geometry.n, size)
    return [_in_order(list(texts.values()), size.width, "," if values[-1] > 9 else "")]


Text = tuple[str, str]  # A text and its style.


def _in_places(texts: Mapping[int, Text], n: int, size: Size) -> list[str]:
    """Return lines in which every symbol has its own place."""
    across = -(-n // size.lines)
    digits = 1 if across == size.width else (size.width + 1) // across - 1
    rows = []
    for first in range(1, size.lines * across + 1, across):
        row = [texts.get(symbol, ("", "")) for symbol in range(first, first + across)]
        rows.append(
            (" " * (digits > 1)).join(_styled(text.rjust(digits), style) for text, style in row)
        )
    return rows


def _in_order(texts: list[Text], width: int, comma: str) -> str:
    """Return the marks that fit on a line; `…` stands for others, `?` follows a single one."""
    if len(texts) == 1 and len(texts[0][0]) < width:
        texts = [*texts, ("?", "")]
        comma = ""
    length = sum(len(text) + len(comma) for text, _ in texts) - len(comma) * bool(texts)
    if length > width:
        while texts and length + 1 > width:
            length -= len(texts[-1][0]) + len(comma)
            texts = texts[:-1]
        texts = [*texts, ("…", "")]
        length = sum(len(text) for text, _ in texts) + len(comma) * (len(texts) - 1)
    return comma.join(_styled(*text) for text in texts) + " " * (width - length)


def _styled(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style else text
