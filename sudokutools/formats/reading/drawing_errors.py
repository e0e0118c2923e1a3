"""Errors of drawings whose empty cells are blank, one for all lines of a drawing."""

from __future__ import annotations

from sudokutools.formats.reading.cells import (
    is_border,
    leading_run,
    missing_rows,
    plain_text,
    raw_text,
    without_bars,
)
from sudokutools.formats.reading.drawn import MAX_LINES, DrawnGrid
from sudokutools.formats.reading.lines import InputError, Line, LineSource, quote
from sudokutools.formats.reading.pasted import (
    fields_of,
    has_blank_piece,
    is_row,
    is_rule,
)
from sudokutools.grid.grid import MIN_LINE_CELLS, NO_CELL, TOKEN_VALUES


def take_damaged(drawn: DrawnGrid, source: LineSource, name: str) -> InputError | None:
    """Return the error of a drawing with blank cells, and add its remaining lines to it.

    None: it has no blank cells, or the error is unclear. `name` is that of the file.
    """
    if not any(map(has_blank_piece, drawn.lines)):
        return None
    for line in source:
        is_cut = source.peek() is None and _is_shorter(line, drawn.lines[-1])
        is_full = len(drawn.lines) == MAX_LINES or drawn.is_full
        if is_full or not (is_cut or _goes_on(drawn.lines[-1], line)):
            source.push_back(line)
            break
        drawn.keep(line)
    head, rule = (raw_text(line.content or b"") for line in (drawn.lines * 2)[:2])
    has_blank_head = is_rule(rule, head) and not without_bars(head).strip()
    rows: list[Line] = []
    cuts: tuple[int, ...] = ()
    for line in drawn.lines[has_blank_head:]:
        found = _cuts(line)
        cuts = cuts or found
        if found not in (cuts, ()):
            message = f"row {len(rows) + 1}: cells not aligned with row 1"
            return InputError(message, name, line.number)
        rows += [line] * bool(found)
    if not rows:
        return None
    columns = _columns(cuts, len(rows))
    if len(rows) != columns:
        return InputError(missing_rows(len(rows), columns, columns), name, drawn.lines[0].number)
    for number, row in enumerate(rows, 1):
        text = raw_text(row.content or b"")
        words = without_bars(text).split()
        for word in words if columns > 9 or "\t" in text else "".join(words):
            if not 0 <= TOKEN_VALUES.get(word, NO_CELL) <= columns:
                return InputError(f"row {number}: unexpected {quote(word)}", name, row.number)
    return None


def _goes_on(above: Line, line: Line) -> bool:
    """Return whether a line continues a drawing; two borders separate drawings."""
    text = plain_text(line.content or b"")
    if is_border(text) and "\t" not in text:
        return not is_border(plain_text(above.content or b""))
    return text[:1] not in tuple("#[{") and not _is_line(text) and bool(_cuts(line))


def _is_line(text: str) -> bool:
    """Return whether a text begins with more cells than a row has before a bar or tab."""
    return len(leading_run(text.encode("utf-8", "replace"))) >= MIN_LINE_CELLS


def _is_shorter(line: Line, above: Line) -> bool:
    """Return whether a line may be a truncated copy of the line above it."""
    return not _is_line(plain_text(line.content or b"")) and len(line.content or b"") < len(
        above.content or b""
    )


def _cuts(line: Line) -> tuple[int, ...]:
    """Return the widths of the pieces of a row between bars; 1 for each field between tabs."""
    text = raw_text(line.content or b"")
    if "\t" in text:
        return (1,) * (text.count("\t") + 1)
    return tuple(map(len, fields_of(text)[0])) if is_row(text) else ()


def _columns(cuts: tuple[int, ...], rows: int) -> int:
    """Return the number of columns of a drawing of `rows` rows or more."""
    width, count = cuts[0], len(cuts)
    cells = [width // 2, width] if width % 2 else [width]
    return next((count * each for each in cells if count * each >= rows), count * cells[-1])
