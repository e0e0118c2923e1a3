"""What is wrong with a drawing whose empty cells are blank, told once for all of its lines."""

from __future__ import annotations

from sudokutools.formats.reading.cells import (
    is_border,
    leading_run,
    missing_rows,
    plain_text,
    raw_text,
    without_bars,
)
from sudokutools.formats.reading.drawn import DrawnGrid
from sudokutools.formats.reading.lines import InputError, Line, LineSource, quote
from sudokutools.formats.reading.pasted import (
    MAX_LINES,
    fields_of,
    has_blank_piece,
    is_row,
    is_rule,
)
from sudokutools.grid.grid import MIN_LINE_CELLS, NO_CELL, TOKEN_VALUES


def take_damaged(drawn: DrawnGrid, source: LineSource, name: str) -> InputError | None:
    """Return what is wrong with a drawing of blank cells, and add its other lines to it.

    None: its empty cells are not blank, or it is hard to tell. `name` is that of the file.
    """
    if not any(map(has_blank_piece, drawn.lines)):
        return None
    for line in source:
        is_cut = source.peek() is None and _is_shorter(line, drawn.lines[-1])
        if len(drawn.lines) == MAX_LINES or not (is_cut or _goes_on(drawn.lines[-1], line)):
            source.push_back(line)
            break
        drawn.lines.append(line)
    rows = [line for line in drawn.lines if _cuts(line)]
    head, rule = (raw_text(line.content or b"") for line in (drawn.lines * 2)[:2])
    if is_rule(rule, head) and not without_bars(head).strip():
        del rows[:1]
    if not rows:
        return None
    cuts = list(map(_cuts, rows))
    odd = next((at for at, each in enumerate(cuts) if each != cuts[0]), None)
    if odd is not None:
        message = f"row {odd + 1}: cells at other places than in row 1"
        return InputError(message, name, rows[odd].number)
    columns = _columns(cuts[0], len(rows))
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
    """Tell whether a drawing goes on with a line; two borders part two drawings."""
    text = plain_text(line.content or b"")
    if is_border(text) and "\t" not in text:
        return not is_border(plain_text(above.content or b""))
    return text[:1] not in tuple("#[{") and not _is_line(text) and bool(_cuts(line))


def _is_line(text: str) -> bool:
    """Tell whether a text begins with as many cells as no row has before a bar or tab."""
    return len(leading_run(text.encode("utf-8", "replace"))) >= MIN_LINE_CELLS


def _is_shorter(line: Line, above: Line) -> bool:
    """Tell whether a line may be the beginning of one like that above it."""
    return not _is_line(plain_text(line.content or b"")) and len(line.content or b"") < len(
        above.content or b""
    )


def _cuts(line: Line) -> tuple[int, ...]:
    """Return the widths of what bars cut a row into, or 1 for each field between tabs."""
    text = raw_text(line.content or b"")
    if "\t" in text:
        return (1,) * (text.count("\t") + 1)
    return tuple(map(len, fields_of(text)[0])) if is_row(text) else ()


def _columns(cuts: tuple[int, ...], rows: int) -> int:
    """Return the columns that a drawing of so many rows or more may have."""
    width, count = cuts[0], len(cuts)
    cells = [width // 2, width] if width % 2 else [width]
    return next((count * each for each in cells if count * each >= rows), count * cells[-1])
