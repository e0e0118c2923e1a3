"""`grid`: a drawing, a row a line, with borders between boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sudokutools import formats
from sudokutools.formats.classify import AMBIGUOUS
from sudokutools.formats.comments import plain_comment
from sudokutools.formats.format import Content, DrawnFormat, File, Record, Style
from sudokutools.formats.reading.cells import geometry_of_length
from sudokutools.formats.reading.lines import InputError, Line, Passage
from sudokutools.grid.grid import Grid, exceeds, format_grid, format_line

if TYPE_CHECKING:
    from sudokutools.formats.reading.drawn import DrawnGrid

MIN_MARKED_LINES = 9  # The lines of pencil marks without labels.
MIN_TABLE_LINES = 3  # A table has a head, a line of dashes and rows; all fields may be blank.
MIN_TABLE = 4  # The minimum number of columns with numbers in their head.
LINE_LENGTH = 90  # Longer comments are split.
MAX_PLAIN_ROWS = 9  # Regions of larger grids are written in rows.
MAX_FEW_CLUES = 3  # A drawing of up to 3 columns may be the first clues of a larger grid.


class GridFormat(DrawnFormat):
    """Comments, the note as one of them, rows and a blank line."""

    limits: tuple[str, ...] = ()

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read a drawing of any format: exactly as the last one is drawn, or row by row."""
        from sudokutools.formats.reading.exact_drawing import take_drawing

        geometry = file.geometry or file.example
        taken = take_drawing(file.lines, geometry, line) if geometry else None
        if taken is None:
            return read_rows(file, _table(file, text) or [line])
        form = formats.find("grid")
        return (file.finish(Record(form, taken[0], raw=taken[1], line=line.number)),)

    def write(self, content: Content, style: Style) -> str:
        drawn = self.draw(content.grid, style)
        return above(content, style, comments_of(content, style)) + drawn + "\n"

    def draw(self, grid: Grid, style: Style) -> str:
        return format_grid(grid, style.empty)


def read_rows(file: File, first: list[Line]) -> Iterable[Record | Passage]:
    """Read a drawing row by row, of which `first` were taken already."""
    from sudokutools.formats.reading.drawn import gather

    drawn = gather(file.lines, file.geometry, first, spec=file.spec)
    if not drawn.rows and len(drawn.lines) < MIN_TABLE_LINES:
        return _tail(file, drawn)
    error: InputError | None = None
    if drawn.rows and drawn.unstated:
        drawn.take_rest(file.lines)
        error = InputError(drawn.unstated, file.source, drawn.lines[0].number)
        return _finished(file, drawn, None, error)
    while True:
        if drawn.rows and not drawn.is_paused:
            try:
                grid = drawn.grid(file.source)
            except InputError as reason:
                error = reason
            else:
                return _finished(file, *(_larger(file, drawn, grid) or (drawn, grid)))
        small = _small(file, drawn)
        if small:
            return small
        marked = _marked(file, drawn)
        if marked is not None:
            return (file.finish(marked),)
        beside = _beside(file, drawn)
        if beside:
            return beside
        if drawn.has_signs:
            from sudokutools.formats.reading.pasted import reread

            again = reread(drawn.lines, file.lines, file.geometry)
            if again is not None:
                return _finished(file, *again)
        if drawn.title is not None:
            drawn = drawn.above_title(file.lines)
        elif drawn.is_paused:
            gather(file.lines, file.geometry, [], drawn)
        elif not drawn.rows:
            return _tail(file, drawn)
        else:
            if drawn.has_signs:
                from sudokutools.formats.reading.pasted import take_damaged

                error = take_damaged(drawn, file.lines, file.source) or error
            return _finished(file, drawn, None, error)


def _table(file: File, text: bytes) -> list[Line]:
    """Return the rows below a head of column numbers, without row numbers, or nothing.

    pandas and NumPy count from 0, with commas or blanks between; R prints `[,1]` and `[1,]`.
    """
    separator = b"," if b"," in text and text[:1] != b"[" else None
    names = text.split(separator)
    has_index = separator is None or names[0] == b""
    names = [name.strip(b"[,]") for name in names[has_index and separator is not None :]]
    least = int(names[:1] == [b"1"] and separator is None)
    if len(names) < MIN_TABLE or names != [b"%d" % (at + least) for at in range(len(names))]:
        return []
    taken: list[Line] = []
    rows: list[Line] = []
    while len(rows) < len(names) and (line := next(file.lines, None)) is not None:
        taken.append(line)
        fields = line.content.strip().split(separator)
        index = fields[0].strip(b"[,]") if fields else b""
        is_next = not has_index or index == b"%d" % (len(rows) + least)
        if len(fields) != len(names) + has_index or not is_next:
            break
        rows.append(Line(line.number, (separator or b" ").join(fields[has_index:])))
    if len(rows) == len(names):
        return rows
    for line in reversed(taken):
        file.lines.push_back(line)
    return []


def _beside(file: File, drawn: DrawnGrid) -> list[Record]:
    """Return the records of grids side by side, or nothing."""
    if drawn.title is not None or drawn.is_paused or b"  " not in drawn.raw.expandtabs():
        return []
    from sudokutools.formats.reading.pasted import side_by_side

    number = drawn.lines[0].number
    records = []
    for each in side_by_side(drawn.lines, file.geometry):
        form = formats.find("pretty" if each.has_labels else "grid")
        record = Record(form, each.grid(file.source), None, each.raw, each.note, number)
        records.append(file.finish(record))
    return records


def _small(file: File, drawn: DrawnGrid) -> list[Record]:
    """Return the records of rows that are whole small grids: numbers on a line, or nothing."""
    columns = drawn.columns or 0
    geometry = geometry_of_length(columns)
    is_known = file.geometry is not None or (file.example and file.example.columns == columns)
    if geometry is None or columns not in AMBIGUOUS or is_known or drawn.borders:
        return []
    form = formats.find("line")
    records = []
    for row in drawn.rows:
        cells = row.cells(columns)
        if cells is None or exceeds(cells, geometry.n):
            return []
        records.append(
            Record(form, Grid(geometry, cells), None, row.line.raw, line=row.line.number)
        )
    return [*map(file.finish, records)] if len(drawn.lines) == len(records) else []


def _marked(file: File, drawn: DrawnGrid) -> Record | None:
    """Return the record of pencil marks at the beginning of lines, or None; push back the rest."""
    lines = drawn.lines
    if not drawn.has_labels and len(lines) < MIN_MARKED_LINES:
        return None
    if file.format is not None and not file.format.has_candidates:
        return None
    from sudokutools.formats.reading.marks import read_marks

    error = marks = None
    try:
        marks = read_marks(lines, file.geometry, file.source, file.spec)
    except InputError as found:
        error = found
    if marks is None and error is None:
        return None
    count = len(lines) if marks is None else marks.lines
    for line in reversed(lines[count:]):
        file.lines.push_back(line)
    form = formats.find("pretty" if marks and marks.has_labels else "grid")
    raw = b"".join([line.raw for line in lines[:count]])
    return Record(form, marks.grid if marks else None, error, raw, line=lines[0].number)


def _larger(file: File, drawn: DrawnGrid, grid: Grid) -> tuple[DrawnGrid, Grid] | None:
    if grid.geometry.columns > MAX_FEW_CLUES:
        return None
    from sudokutools.formats.reading.pasted import larger

    return larger(drawn, file.lines, file.geometry)


def _tail(file: File, drawn: DrawnGrid) -> Iterable[Passage]:
    """Return a drawing without rows: a lower frame, or a line alone, which is ignored."""
    return (*file.passed_comments(), Passage("tail", drawn.raw))


def _finished(
    file: File, drawn: DrawnGrid, grid: Grid | None, error: InputError | None = None
) -> Iterable[Record]:
    form = formats.find("pretty" if drawn.has_labels else "grid")
    if grid is not None:
        drawn.take_frame(file.lines)
    number = drawn.lines[0].number
    return (file.finish(Record(form, grid, error, drawn.raw, drawn.note, number)),)


def comments_of(content: Content, style: Style) -> list[str]:
    comments = list(content.comments)
    if content.partner is not None:
        sign = style.empty.strip() or GridFormat.empty_sign  # On a line no cell is blank.
        comments.append(f"# {format_line(content.partner[1], sign)}")
    return comments


def above(content: Content, style: Style, comments: list[str]) -> str:
    """Return the text above a drawing: the rules it does not show, comments, the note."""
    grid = content.grid
    is_stated = style.says_geometry or style.format.hides(grid)
    note = [content.note] if content.note and style.comments else []
    note_lines = [plain_comment(text if text.startswith("#") else f"# {text}") for text in note]
    lines = [*(statements(grid) if is_stated else ()), *comments, *note_lines]
    return "".join(f"{comment}\n" for comment in lines)


def statements(grid: Grid) -> list[str]:
    """Return the comments that state geometry, rules and clues of a grid."""
    if grid.is_plain:
        return [f"# box {grid.geometry}"]
    from sudokutools.grid.spec import regions_text, values_of

    lines = []
    for key, parts in values_of(grid.geometry, grid.constraints):
        words: Sequence[str] = parts
        if key == "box":
            words = [str(grid.geometry.base)]
        elif key == "regions" and grid.geometry.n > MAX_PLAIN_ROWS:
            words = regions_text(grid.geometry, " ").split()
        elif key in ("even", "odd"):
            words = re.findall(r"r\d+c\d+", parts[0])
        if key != "boxes":  # They stand behind the box.
            lines += [f"# {key} {line}" for line in _lines(words)]
    return lines


def _lines(words: Sequence[str]) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < LINE_LENGTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


FORMAT = GridFormat()
