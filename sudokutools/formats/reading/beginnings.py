"""Distinguish text from the first lines of drawings, by the lines below and the last grid.

A line is a row only if it can belong to a grid: it has the width of the next row, or it is like
the rows of the last grid, or it lacks a cell of them. Everything else is text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from sudokutools._support.lazy import pattern
from sudokutools.formats.reading.cells import (
    MIN_NEAR,
    has_bar,
    is_border,
    is_suspect,
    leading_run,
    plain_text,
    split_frame,
)
from sudokutools.formats.reading.drawn import MAX_LINES, DrawnGrid
from sudokutools.formats.reading.lines import MAX_TITLE, Line, LineSource, Paragraph
from sudokutools.formats.reading.prose import (
    BARS,
    CELL,
    has_letters_only,
    is_data,
    is_prose,
    may_be_row,
)
from sudokutools.formats.reading.repair import plain_signs, without_crosses
from sudokutools.formats.reading.rows import Row
from sudokutools.grid.geometry import Geometry

HEADS = ([b"c1"], [b"c1", b"c2"], [b"0", b"1"])  # The names of the first columns.
MIN_TOKENS = 4  # The number of candidates or cells between blanks that is the width of a row.
_TITLE = pattern(
    r"<(?:!--.*--|/?(?:[abip]|br|center|div|em|font|h\d|hr|li|span|strong|ul)\b[^<>]*|\w+://[^<>]*)>.*"
    rf"|https?://.{{0,{MAX_TITLE}}}"
    r"|(?!.*\b(?:None|[Nn]a[Nn])\b)"
    r"\[(?>[^][{}\"',]*?[^\W\d_]{2})"
    r"(?:[^][{}\"',\s]*+\s[^][{}\"',]*+\]|[^][{}\"',]*+\]\(\S+\))"
)
"""Text with the first sign of a format: HTML, a link, words between brackets."""


def is_title(text: str, lines: LineSource, is_first: bool) -> bool:
    """Return whether a line is text, though a format begins so.

    Links are read one by one if there are several, and if there is nothing else.
    """
    if _TITLE.fullmatch(text) is None:
        return False
    if not text.startswith("http"):
        return True
    below = lines.peek_text()
    return not (below.startswith(b"http") if below else is_first)


def is_text(
    line: Line, text: bytes, lines: LineSource, geometry: Geometry | None, columns: int | None
) -> bool:
    """Return whether a line is not the first of a drawing; the last grid had `columns`."""
    decoded = text.decode("utf-8", "replace")
    if is_prose(line, text, geometry):
        return not (has_letters_only(decoded) and _may_be_map(decoded, lines))
    if (
        not BARS.isdisjoint(decoded)
        or is_data(decoded)
        or text.split()[:2] in HEADS
        or b"\t" in line.content
    ):
        return False
    is_frame = is_border(split_frame(decoded)[0]) and decoded[0] not in "*_"
    if is_frame or (is_border(decoded) and decoded.strip(decoded[0] + " ")):
        return False
    return not _belongs(Row(line, plain_signs(decoded)), lines, geometry, columns)


def _may_be_map(text: str, lines: LineSource) -> bool:
    """Return whether a line may be the first of a damaged map of letters."""
    if len(text) > 1 + text.find(" ") > 2:
        return False
    below = lines.peek_text().decode("utf-8", "replace")
    return len(below) == len(text) and len(below) > 3 and has_letters_only(below)


def _belongs(row: Row, source: LineSource, geometry: Geometry | None, columns: int | None) -> bool:
    """Return whether a row is one of the drawing below it, or of one like the last."""
    below = plain_signs(source.peek_text(_is_between).decode("utf-8", "replace"))
    own = _widths(row)
    widths = geometry.widths if geometry is not None and geometry.absent else ()
    if any(width in widths for _, width in own):
        return True
    if below and not has_bar(below):
        found = _fits(row, own, _widths(Row(row.line, below)), geometry)
        if found is not None:
            return found or not _is_above_grid(row.text, source, geometry)
    columns = columns if geometry is None else geometry.columns
    text = row.text.encode()
    if is_suspect(text):
        return geometry is not None and ("", columns) in own
    if columns is None:
        return not below and bool(row.readings)
    if any(width == columns for _, width in own):
        return not _is_word(row, geometry) and (may_be_row(row, geometry) or _has_cells(row.text))
    is_cut = source.is_cut_at(row.line) and leading_run(text) == text
    return is_cut or _is_near(row.text, {columns})


def _fits(
    row: Row, own: set[tuple[str, int]], widths: set[tuple[str, int]], geometry: Geometry | None
) -> bool | None:
    """Return whether a row is sure to belong to the next one, which has `widths`; None: it does
    not."""
    if not own & widths:
        return False if _is_near(row.text, {width for _, width in widths}) else None
    is_valid = not row.readings or may_be_row(row, geometry)
    return is_valid and not is_suspect(row.text.encode())


def _is_between(below: bytes) -> bool:
    return not below or (below[0] not in b"*_" and is_border(below.decode("utf-8", "replace")))


def _widths(row: Row) -> set[tuple[str, int]]:
    """Return the numbers of cells that a line may have, and the separators."""
    words = len(row.text.split())
    widths = {("", len(cells)) for cells, _ in row.readings}
    widths |= {(sign, row.text.count(sign) + 1) for sign in ",;" if sign in row.text}
    return widths | ({(" ", words)} if words >= MIN_TOKENS else set())


def _has_cells(text: str) -> bool:
    signs = "".join(text.split())
    return 2 * len(CELL.findall(signs)) > len(signs)


def _is_word(row: Row, geometry: Geometry | None) -> bool:
    """Return whether a line is a short word with symbols that no row of its length has."""
    text = without_crosses(row.text)
    is_word = text.replace(".", "").isalnum() or any(map(str.isalpha, text))
    return is_word and len(text) < MIN_NEAR and not may_be_row(Row(row.line, text), geometry)


def _is_near(text: str, widths: set[int]) -> bool:
    """Return whether a line lacks a cell, has one more, or a wrong one."""
    length = len("".join(text.split()))
    is_near = any(abs(length - width) <= 1 for width in widths if width >= MIN_NEAR)
    return is_near and _has_cells(text) and not is_suspect(text.encode())


def _is_above_grid(own: str, source: LineSource, geometry: Geometry | None) -> bool:
    """Return whether a whole grid follows, and below it no row of another one, but perhaps a title
    as this line.
    """
    drawn = DrawnGrid(geometry)
    lines = Paragraph(source)
    below = ""
    for line in islice(lines.after(0), MAX_LINES + 1):
        text = plain_text(line.content)
        if drawn.is_whole or drawn.is_broken or (not text and drawn.rows and not drawn.may_be_band):
            below = text
            break
        if text or drawn.rows:
            drawn.add(line, text)
    is_above = drawn.is_whole and not any(_is_word(row, geometry) for row in drawn.rows)
    if is_above and _is_row(below, drawn):
        texts = (plain_text(line.content) for line in islice(lines.after(0), MAX_LINES))
        rows = takewhile(lambda text: not text or _is_row(text, drawn), texts)
        is_above = _are_titled([own, *filter(None, rows)], drawn)
    lines.leave(0)
    return is_above


def _is_row(text: str, drawn: DrawnGrid) -> bool:
    row = Row(drawn.rows[0].line, text)
    return row.cells(drawn.columns or 0) is not None and not _is_word(row, drawn.geometry)


def _are_titled(texts: Sequence[str], drawn: DrawnGrid) -> bool:
    """Return whether rows are whole grids, each below a title such as a date."""
    period = len(drawn.rows) + 1
    is_whole = len(texts) > MAX_LINES or len(texts) % period < 2
    return is_whole and all(is_suspect(text.encode()) for text in texts[::period])
