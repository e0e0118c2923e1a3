"""Drawings as people paste them, if they cannot be read as rows of tokens or characters.

Each reading rewrites the lines with a point for every empty cell, for `drawn` to read. Readings are
tried only on invalid drawings, so they never change valid ones:

    signs      full-width digits, squares, crosses       5xx|x7x|xxx
    table      a row of fields below a line of dashes    | 5 |   | --- | --- |
    fields     cells between tabs or semicolons          5;;;;7;;;
    segments   blanks for empty cells between bars       | 5     |   7   |
    bars       a cell between two bars                   |5||  |7|
    ends       quotes and a comma around rows of code    "53..7....",
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, zip_longest

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import (
    CROSS_SYMBOL,
    has_bar,
    is_border,
    leading_run,
    missing_rows,
    pieces_of,
    plain_text,
    raw_text,
    split_frame,
    without_bars,
)
from sudokutools.formats.reading.drawn import MAX_LINES, DrawnGrid, gather
from sudokutools.formats.reading.lines import InputError, Line, Paragraph, lines_of_text, quote
from sudokutools.formats.reading.repair import CROSSES, plain_signs, without_crosses
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import EMPTY_SIGNS, MIN_LINE_CELLS, NO_CELL, TOKEN_VALUES, Grid

EMPTY = frozenset(EMPTY_SIGNS + "-")
"""Signs of empty cells; with them, a blank is a lost cell, otherwise an empty one."""

Reading = tuple[DrawnGrid, Grid]


def reread(lines: Paragraph, count: int, geometry: Geometry | None) -> Reading | None:
    """Return the drawing that `count` lines begin, or None."""
    if count > MAX_LINES:
        return None
    texts = _Texts(lines, count, geometry)
    is_blank = not any(line.content.strip(b" \t\r|-:+") for line in lines.lines[:count])
    is_table = is_rule(texts.at(1), texts.at(0))
    repaired = iter([_table(texts)]) if is_blank or is_table else _repairs(texts)
    return next(filter(None, map(texts.read, filter(None, repaired))), None)


def larger(lines: Paragraph, count: int, geometry: Geometry | None) -> Reading | None:
    """Return the larger grid that a small one with blank pieces is the beginning of, or None."""
    if not any(map(has_blank_piece, lines.lines[:count])):
        return None
    found = reread(lines, count, geometry)
    if found is None:
        return None
    taken = lines.lines[: found[0].count]
    is_table = any(b"--" in line.content for line in taken[1:2])
    more = len(taken) - count  # None below a table whose only clues are in its last row.
    is_larger = more >= 0 if is_table else more > 0 and not _are_grids(taken, geometry)
    return found if is_larger else None


MAX_BESIDE = 8  # The maximum number of grids side by side.


def side_by_side(
    lines: Sequence[Line], geometry: Geometry | None
) -> list[tuple[DrawnGrid, Grid, str]]:
    """Return whole grids that stand next to each other, the widest gap between them, and their
    texts, or nothing.
    """
    texts = [raw_text(line.content).expandtabs().rstrip() for line in lines[:MAX_LINES]]
    columns = zip_longest(*texts, fillvalue=" ")
    inked = "".join(["x" if set(column) - {" "} else " " for column in columns])
    gap = max(re.findall(" {2,}", inked.strip()), default="")
    if not gap:
        return []
    gaps = (found.span() for found in re.finditer(gap, inked) if inked[: found.start()].strip())
    ends = [0, *chain.from_iterable(gaps), len(inked)]
    found = []
    for start, end in zip(ends[: 2 * MAX_BESIDE + 1 : 2], ends[1::2], strict=False):
        part = "".join(f"{text[start:end].rstrip()}\n" for text in texts).rstrip("\n") + "\n"
        reading = _whole(part, geometry)
        if reading is None:
            return []
        found.append((*reading, part))
    return found if 1 < len(found) <= MAX_BESIDE else []


def _whole(text: str, geometry: Geometry | None) -> Reading | None:
    """Return the only grid of a text, or None."""
    source = lines_of_text(text)
    lines = Paragraph(source, next(source))
    drawn = gather(lines, DrawnGrid(geometry))
    grid = _grid_of(drawn)
    reading = reread(lines, drawn.count, geometry) if grid is None else (drawn, grid)
    if reading is None:
        return None
    reading[0].take_frame(lines)
    return reading if lines.at(reading[0].count) is None else None


def _are_grids(taken: Sequence[Line], geometry: Geometry | None) -> bool:
    """Return whether lines are consecutive grids without any other reading."""
    source = lines_of_text("")
    Paragraph(source, *taken).leave(0)
    for line in source:
        lines = Paragraph(source, line)
        drawn = gather(lines, DrawnGrid(geometry))
        lines.leave(drawn.count)
        if drawn.rows and _grid_of(drawn) is None:
            return False
    return True


def _grid_of(drawn: DrawnGrid) -> Grid | None:
    try:
        return drawn.grid("-") if drawn.rows else None
    except SudokuError:
        return None


def has_blank_piece(line: Line) -> bool:
    """Return whether a piece of a line between two bars or tabs is blank."""
    text = raw_text(line.content)
    pieces = text.split("\t") if "\t" in text else pieces_of(text)[1:-1]
    return not all(piece.strip() for piece in pieces)


class _Texts:
    """The lines of an invalid drawing, and those below it as a reading requires them, with plain
    signs and points for crosses.
    """

    def __init__(self, lines: Paragraph, count: int, geometry: Geometry | None) -> None:
        self.raw = [raw_text(line.content) for line in lines.lines[:count]]
        self.geometry = geometry
        self._lines = lines
        self._texts: list[str] = []

    def at(self, index: int) -> str:
        """Return a line; "#" after the end."""
        while len(self._texts) <= index:
            line = self._lines.at(len(self._texts)) if index < MAX_LINES else None
            if line is None:
                return "#"
            text = without_crosses(plain_signs(raw_text(line.content)))
            self._texts.append("#" if line.is_lost else text)
        return self._texts[index]

    def rows(self, columns: int) -> int:
        if self.geometry is not None:
            return self.geometry.rows if columns == self.geometry.columns else 0
        return columns if columns <= MAX_SYMBOLS else 0

    def read(self, texts: Sequence[str]) -> Reading | None:
        """Return the drawing that these texts are instead of the lines, or None."""
        drawn = DrawnGrid(self.geometry)
        for line, text in zip(self._lines.lines, texts, strict=False):
            drawn.add(line, text.strip())
            if drawn.is_whole:
                break
        drawn.settle()
        grid = _grid_of(drawn)
        has_crosses = any(sign in self._lines.raw(drawn.count) for sign in CROSSES.encode())
        if grid is None or (grid.geometry.n >= CROSS_SYMBOL and has_crosses):
            return None
        return drawn, grid


def _repairs(lines: _Texts) -> Iterator[Sequence[str] | None]:
    """Yield possible intentions of an invalid drawing, or None, the likeliest first."""
    gathered = [lines.at(index) for index in range(len(lines.raw))]
    yield gathered if gathered != lines.raw else None
    yield _fields(lines)
    for cells_of, least in ((_spaced, 1), (_decimals, 10), (list, 1), (_single, 1)):
        yield _between_bars(lines, cells_of, least, has_frame=True)
        yield _between_bars(lines, cells_of, least, has_frame=False)
    plain = [text.strip().removesuffix(",").strip("\"'") for text in gathered]
    yield plain if plain[0] != gathered[0].strip() else None


def _table(lines: _Texts) -> list[str] | None:
    head = lines.at(0)
    is_blank = not "".join(fields_of(head)[0]).strip()
    columns = len(fields_of(head)[0])
    rows = lines.rows(columns) if is_rule(lines.at(1), head) else 0
    if not rows:
        return None
    texts = ["" if is_blank else _row_of_fields(head), ""]
    while len(texts) < rows + 1 + is_blank:
        text = lines.at(len(texts))
        if not is_row(text) or len(fields_of(text)[0]) != columns:
            return None
        texts.append(_row_of_fields(text))
    return None if is_rule(lines.at(len(texts)), head) else texts


def is_rule(text: str, head: str) -> bool:
    """Return whether a line is the one below the head of a Markdown table."""
    if not (has_bar(head) and has_bar(text) and "--" in text and is_border(text.strip())):
        return False
    return len(fields_of(text)[0]) == len(fields_of(head)[0])


def _fields(lines: _Texts) -> list[str] | None:
    first = lines.at(0)
    separator = next((sign for sign in "\t;" if sign in first), None)
    if separator is None:
        return None
    columns = first.count(separator) + 1
    texts: list[str] = []
    while len(texts) < lines.rows(columns):
        fields = lines.at(len(texts)).split(separator)
        if len(fields) != columns:
            return None
        texts.append(_written(fields))
    return texts or None


def _spaced(segment: str) -> list[str]:
    return list(segment[1::2]) if len(segment) % 2 and not segment[::2].strip() else []


def _decimals(segment: str) -> list[str]:
    is_decimals = len(segment) % 3 == 1 and not segment[::3].strip()
    return [segment[at : at + 2] for at in range(1, len(segment), 3)] if is_decimals else []


def _single(segment: str) -> list[str]:
    return [segment]


def _between_bars(
    lines: _Texts, cells_of: Callable[[str], list[str]], least: int, has_frame: bool
) -> list[str] | None:
    """Return as many rows as there are columns, `least` or more, of equal segments between bars,
    and the borders between them; blanks are empty cells.
    """
    texts: list[str] = []
    rows: list[list[str]] = []
    missing = MAX_SYMBOLS
    may_be_border = True
    while missing:
        text = lines.at(len(texts))
        if is_row(text):
            cells, text = _cells_between(text, cells_of, has_frame)
            if not cells or len(cells) != len((rows or [cells])[0]):
                return None
            rows.append(cells)
            missing = lines.rows(len(cells)) - len(rows)
            may_be_border = True
        elif may_be_border and is_border(split_frame(text.strip() or "#")[0]):
            may_be_border = not rows
        else:
            return None  # Two borders part two drawings.
        texts.append(text)
    following = 0
    while following < len(rows) and is_row(lines.at(len(texts) + following)):
        following += 1  # Either the drawing ends here, or a whole one follows.
    blank_rows = sum("" in cells for cells in rows)
    is_cut = not has_frame and blank_rows < 2  # A single blank may be the end of a row.
    is_end = following in (0, len(rows))
    return texts if len(rows[0]) >= least and is_end and not is_cut else None


def _cells_between(
    text: str, cells_of: Callable[[str], list[str]], has_frame: bool
) -> tuple[list[str], str]:
    """Return the cells of a row, or none, and the row with points for blanks."""
    shown = text.strip()
    if has_frame and not (has_bar(shown[0]) and has_bar(shown[-1])):
        return [], text
    pieces, bars = fields_of(text, has_frame)
    segments = list(map(cells_of, pieces))
    cells = [cell.strip() for segment in segments for cell in segment]
    if len(set(map(len, segments))) > 1 or not EMPTY.isdisjoint(cells):
        return [], text
    return cells, _row(list(map(_written, segments)), bars)


def is_row(text: str) -> bool:
    """Return whether a line with bars has cells, or only blanks."""
    if not has_bar(text) or "\t" in text or text.startswith("#"):
        return False
    return not is_border(text.strip()) or not "".join(pieces_of(text)).strip(" ")


def fields_of(text: str, has_frame: bool | None = None) -> tuple[list[str], list[str]]:
    """Return the pieces between the bars of a line, and the bars around each of them.

    Without a frame the first and the last piece are padded with the blanks that others have. None:
    the first sign decides.
    """
    pieces = pieces_of(text)
    bars = [text[end + at] for at, end in enumerate(accumulate(map(len, pieces[:-1])))]
    shown = text.strip()
    if has_bar(shown[:1]) if has_frame is None else has_frame:
        if not has_bar(shown[-1:]):
            bars.append("|")
            pieces.append("")
        return pieces[1:-1], bars
    if len(pieces[0]) % 2 == 0 and not pieces[0][1::2].strip():
        pieces[0] = f" {pieces[0]}"
    pieces[-1] = pieces[-1].ljust(len(pieces[0]))
    return pieces, ["|", *bars, "|"]


def _row_of_fields(text: str) -> str:
    pieces, bars = fields_of(text)
    return _row([_written([piece]) for piece in pieces], bars)


def _written(cells: Sequence[str]) -> str:
    return " ".join([cell.strip() or "." for cell in cells])


def _row(pieces: Sequence[str], bars: Sequence[str]) -> str:
    return bars[0] + "".join([piece + bar for piece, bar in zip(pieces, bars[1:], strict=True)])


def take_damaged(lines: Paragraph, drawn: DrawnGrid, name: str) -> InputError | None:
    """Take the rest of a drawing with blank cells and return its error; None: it is unclear."""
    if not any(map(has_blank_piece, lines.lines[: drawn.count])):
        return None
    for line in lines.after(drawn.count):
        above = lines.lines[drawn.count - 1]
        is_shorter = len(line.content) < len(above.content)
        is_cut = is_shorter and not _is_line(line) and lines.at(drawn.count + 1) is None
        if drawn.count == MAX_LINES or drawn.is_full or not (is_cut or _goes_on(above, line)):
            break
        drawn.keep(line)
    taken = lines.lines[: drawn.count]
    head, rule = (raw_text(line.content) for line in (taken * 2)[:2])
    has_blank_head = is_rule(rule, head) and not without_bars(head).strip()
    rows = [line for line in taken[has_blank_head:] if _cuts(line)]
    return _damage(rows, name, taken[0].number) if rows else None


def _damage(rows: Sequence[Line], name: str, start: int) -> InputError | None:
    """Return the error of damaged rows: their number, their pieces or a cell."""
    cuts = _cuts(rows[0])
    for number, row in enumerate(rows, 1):
        if _cuts(row) != cuts:
            return InputError(f"row {number}: cells not aligned with row 1", name, row.number)
    widths = (cuts[0] // 2, cuts[0]) if cuts[0] % 2 else cuts[:1]  # Of segments, in cells.
    counts = [len(cuts) * width for width in widths]
    columns = next((count for count in counts if count >= len(rows)), counts[-1])
    if len(rows) != columns:
        return InputError(missing_rows(len(rows), columns, columns), name, start)
    for number, row in enumerate(rows, 1):
        text = raw_text(row.content)
        words = without_bars(text).split()
        for word in words if columns > 9 or "\t" in text else "".join(words):
            if not 0 <= TOKEN_VALUES.get(word, NO_CELL) <= columns:
                return InputError(f"row {number}: unexpected {quote(word)}", name, row.number)
    return None


def _goes_on(above: Line, line: Line) -> bool:
    """Return whether a line continues a drawing; two borders separate drawings."""
    text = plain_text(line.content)
    if is_border(text) and "\t" not in text:
        return not is_border(plain_text(above.content))
    return text[:1] not in tuple("#[{") and not _is_line(line) and bool(_cuts(line))


def _is_line(line: Line) -> bool:
    run = leading_run(plain_text(line.content).encode("utf-8", "replace"))
    return len(run) >= MIN_LINE_CELLS


def _cuts(line: Line) -> tuple[int, ...]:
    text = raw_text(line.content)
    if "\t" in text:
        return (1,) * (text.count("\t") + 1)
    return tuple(map(len, fields_of(text)[0])) if is_row(text) else ()
