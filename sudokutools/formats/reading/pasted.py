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
from collections.abc import Callable, Sequence
from itertools import accumulate

from sudokutools.errors import SudokuError
from sudokutools.formats.reading.cells import (
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
from sudokutools.formats.reading.lines import (
    InputError,
    Line,
    LineSource,
    lines_of_text,
    quote,
)
from sudokutools.formats.reading.repair import CROSS_SYMBOL, CROSSES, plain_signs, without_crosses
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import EMPTY_SIGNS, MIN_LINE_CELLS, NO_CELL, TOKEN_VALUES, Grid

EMPTY = frozenset(EMPTY_SIGNS + "-")
"""Signs of empty cells; with them, a blank is a lost cell, otherwise an empty one."""


def reread(
    gathered: Sequence[Line], source: LineSource, geometry: Geometry | None
) -> tuple[DrawnGrid, Grid] | None:
    """Return the drawing at the beginning of lines and its grid, or None; the rest goes back."""
    if len(gathered) > MAX_LINES:
        return None
    lines = _Lines(gathered, source, geometry)
    found = None
    is_blank = not any(line.content.strip(b" \t\r|-:+") for line in gathered)
    is_table = is_rule(lines.text(1), lines.text(0))
    for reading in (
        (_table,) if is_blank or is_table else (_signs, _fields, _segments, _bars, _ends)
    ):
        texts = reading(lines)
        found = lines.take(texts) if texts is not None else None
        if found is not None:
            break
    lines.give_back(len(found[0].lines) if found is not None else len(gathered))
    return found


def larger(
    drawn: DrawnGrid, source: LineSource, geometry: Geometry | None
) -> tuple[DrawnGrid, Grid] | None:
    """Return the larger grid that a small one with blank pieces is the beginning of, or None."""
    if not any(has_blank_piece(line) for line in drawn.lines):
        return None
    found = reread(drawn.lines, source, geometry)
    if found is None:
        return None
    lines = found[0].lines
    is_table = any(b"--" in line.content for line in lines[1:2])
    more = len(lines) - len(drawn.lines)  # None below a table whose only clues are in its last row.
    if more >= 0 if is_table else more > 0 and not _are_grids(lines, geometry):
        return found
    for line in reversed(lines[len(drawn.lines) :]):
        source.push_back(line)
    return None


MAX_BESIDE = 8  # The maximum number of grids side by side.


def side_by_side(lines: Sequence[Line], geometry: Geometry | None) -> list[DrawnGrid]:
    """Return whole grids that stand next to each other, the widest gap between them, or nothing."""
    texts = [raw_text(line.content).expandtabs() for line in lines[:MAX_LINES]]
    width = max(map(len, texts))
    inked = "".join(
        "x" if set(column) - {" "} else " "
        for column in zip(*(t.ljust(width) for t in texts), strict=True)
    )
    gaps = {len(gap) for gap in re.findall(" {2,}", inked.strip())}
    if not gaps:
        return []
    edges = [
        found.span()
        for found in re.finditer(" " * max(gaps), inked)
        if inked[: found.start()].strip()
    ]
    starts, ends = [0, *(end for _, end in edges)], [*(start for start, _ in edges), width]
    found = []
    for start, end in zip(starts[: MAX_BESIDE + 1], ends, strict=False):
        part = "".join(f"{text[start:end].rstrip()}\n" for text in texts)
        drawn = _whole(lines_of_text(part), geometry)
        if drawn is None:
            return []
        found.append(drawn)
    return found if 1 < len(found) <= MAX_BESIDE else []


def _whole(source: LineSource, geometry: Geometry | None) -> DrawnGrid | None:
    """Return the only grid of lines, or None."""
    first = next(source)
    drawn = gather(source, geometry, [first])
    try:
        if not drawn.rows:
            return None
        drawn.grid("-")
    except SudokuError:
        again = reread(drawn.lines, source, geometry)
        if again is None:
            return None
        drawn = again[0]
    drawn.take_frame(source)
    return drawn if not any(line.content.strip() for line in source) else None


def has_blank_piece(line: Line) -> bool:
    """Return whether a piece of a line between two bars or tabs is blank."""
    text = raw_text(line.content)
    pieces = text.split("\t") if "\t" in text else pieces_of(text)[1:-1]
    return not all(piece.strip() for piece in pieces)


def _are_grids(lines: Sequence[Line], geometry: Geometry | None) -> bool:
    """Return whether lines are consecutive grids without any other reading."""
    text = b"".join([line.raw for line in lines])
    source = LineSource(iter([text, b""]).__next__)
    for line in source:
        drawn = gather(source, geometry, [line])
        try:
            if drawn.rows:
                drawn.grid("-")
        except SudokuError:
            return False
    return True


class _Lines:
    """The lines of an invalid drawing, and those below it as a reading requires them."""

    def __init__(
        self, gathered: Sequence[Line], source: LineSource, geometry: Geometry | None
    ) -> None:
        self.gathered = gathered
        self.geometry = geometry
        self._lines = list(gathered)
        self._source = source
        self._texts: list[str] = []

    def text(self, index: int) -> str:
        """Return a line with plain signs and points for crosses; "#" after the end."""
        while len(self._texts) <= index:
            at = len(self._texts)
            if at == len(self._lines):
                following = next(self._source, None) if at < MAX_LINES else None
                if following is None:
                    return "#"
                self._lines.append(following)
            text = without_crosses(plain_signs(raw_text(self._lines[at].content)))
            self._texts.append("#" if self._lines[at].is_lost else text)
        return self._texts[index]

    def rows(self, columns: int) -> int:
        if self.geometry is not None:
            return self.geometry.rows if columns == self.geometry.columns else 0
        return columns if columns <= MAX_SYMBOLS else 0

    def take(self, texts: Sequence[str]) -> tuple[DrawnGrid, Grid] | None:
        drawn = DrawnGrid(self.geometry)
        for line, text in zip(self._lines, texts, strict=False):
            drawn.add(line, text.strip())
            if drawn.is_whole:
                break
        drawn.settle()
        try:
            grid = drawn.grid("-") if drawn.rows else None
        except SudokuError:
            return None
        has_crosses = any(sign in line.content for line in drawn.lines for sign in CROSSES.encode())
        if grid is None or (grid.geometry.n >= CROSS_SYMBOL and has_crosses):
            return None
        return drawn, grid

    def give_back(self, kept: int) -> None:
        for line in reversed(self._lines[kept:]):
            self._source.push_back(line)


def _signs(lines: _Lines) -> list[str] | None:
    texts = [lines.text(index) for index in range(len(lines.gathered))]
    return texts if texts != [raw_text(line.content) for line in lines.gathered] else None


def _table(lines: _Lines) -> list[str] | None:
    head = lines.text(0)
    is_blank = not "".join(fields_of(head)[0]).strip()
    columns = len(fields_of(head)[0])
    rows = lines.rows(columns) if is_rule(lines.text(1), head) else 0
    if not rows:
        return None
    texts = ["" if is_blank else _row_of_fields(head), ""]
    while len(texts) < rows + 1 + is_blank:
        text = lines.text(len(texts))
        if not is_row(text) or len(fields_of(text)[0]) != columns:
            return None
        texts.append(_row_of_fields(text))
    return None if is_rule(lines.text(len(texts)), head) else texts


def is_rule(text: str, head: str) -> bool:
    """Return whether a line is the one below the head of a Markdown table."""
    if not (has_bar(head) and has_bar(text) and "--" in text and is_border(text.strip())):
        return False
    return len(fields_of(text)[0]) == len(fields_of(head)[0])


def _fields(lines: _Lines) -> list[str] | None:
    first = lines.text(0)
    separator = next((sign for sign in "\t;" if sign in first), None)
    if separator is None:
        return None
    columns = first.count(separator) + 1
    texts: list[str] = []
    while len(texts) < lines.rows(columns):
        fields = lines.text(len(texts)).split(separator)
        if len(fields) != columns:
            return None
        texts.append(" ".join([field.strip() or "." for field in fields]))
    return texts or None


def _segments(lines: _Lines) -> list[str] | None:
    """Return rows of equal segments between bars; blanks are empty cells."""
    texts = (_drawing(lines, *form) for form in ((_spaced, 1), (_decimals, 10), (list, 1)))
    return next((found for found in texts if found is not None), None)


def _bars(lines: _Lines) -> list[str] | None:
    return _drawing(lines, lambda segment: [segment], 1)


def _ends(lines: _Lines) -> list[str] | None:
    texts = [lines.text(index).strip() for index in range(len(lines.gathered))]
    plain = [text.removesuffix(",").strip("\"'") for text in texts]
    return plain if plain[0] != texts[0] else None


def _spaced(segment: str) -> list[str] | None:
    return None if segment[::2].strip() or len(segment) % 2 == 0 else list(segment[1::2])


def _decimals(segment: str) -> list[str] | None:
    if segment[::3].strip() or len(segment) % 3 != 1:
        return None
    return [segment[at : at + 2] for at in range(1, len(segment), 3)]


def _drawing(
    lines: _Lines, cells_of: Callable[[str], list[str] | None], least: int
) -> list[str] | None:
    """Return the lines of a drawing up to its last row, if it has `least` columns or more."""
    found = (_rows_between_bars(lines, cells_of, least, has_frame) for has_frame in (True, False))
    return next((texts for texts in found if texts is not None), None)


def _rows_between_bars(
    lines: _Lines, cells_of: Callable[[str], list[str] | None], least: int, has_frame: bool
) -> list[str] | None:
    """Return as many rows as there are columns, of equal segments, and the borders between them."""
    texts: list[str] = []
    columns = rows = blank_rows = 0
    missing = MAX_SYMBOLS
    is_below_border = False
    while missing:
        text = lines.text(len(texts))
        if is_row(text):
            shown = text.strip()
            pieces, bars = fields_of(text, has_frame)
            segments = [cells_of(piece) or [] for piece in pieces]
            cells = [cell.strip() for segment in segments for cell in segment]
            columns = columns or len(cells)
            is_bare = has_frame and not (has_bar(shown[0]) and has_bar(shown[-1]))
            is_other = len(set(map(len, segments))) > 1 or len(cells) != columns or not cells
            if is_bare or is_other or not EMPTY.isdisjoint(cells):
                return None
            texts.append(_row(list(map(_written, segments)), bars))
            rows += 1
            blank_rows += "" in cells
            missing = lines.rows(columns) - rows
        elif is_border(split_frame(text.strip() or "#")[0]) and not (is_below_border and columns):
            texts.append(text)
        else:
            return None  # Two borders part two drawings.
        is_below_border = not is_row(text)
    following = 0
    while following < rows and is_row(lines.text(len(texts) + following)):
        following += 1  # Either the drawing ends here, or a whole one follows.
    is_cut = not has_frame and blank_rows < 2  # A single blank may be the end of a row.
    return texts if columns >= least and following in (0, rows) and not is_cut else None


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


def take_damaged(drawn: DrawnGrid, source: LineSource, name: str) -> InputError | None:
    """Take the rest of a drawing with blank cells and return its error; None: it is unclear."""
    if not any(map(has_blank_piece, drawn.lines)):
        return None
    for line in source:
        is_shorter = len(line.content) < len(drawn.lines[-1].content)
        is_cut = is_shorter and not _is_line(line) and source.peek() is None
        is_full = len(drawn.lines) == MAX_LINES or drawn.is_full
        if is_full or not (is_cut or _goes_on(drawn.lines[-1], line)):
            source.push_back(line)
            break
        drawn.keep(line)
    head, rule = (raw_text(line.content) for line in (drawn.lines * 2)[:2])
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
    widths = (cuts[0] // 2, cuts[0]) if cuts[0] % 2 else cuts[:1]  # Of segments, in cells.
    counts = [len(cuts) * width for width in widths]
    columns = next((count for count in counts if count >= len(rows)), counts[-1])
    if len(rows) != columns:
        return InputError(missing_rows(len(rows), columns, columns), name, drawn.lines[0].number)
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
