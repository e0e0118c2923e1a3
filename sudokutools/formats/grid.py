"""`grid`: a drawing, a row a line, with borders between boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from sudokutools import formats
from sudokutools.formats.comments import plain_comment
from sudokutools.formats.format import Content, DrawnFormat, File, Record, Style
from sudokutools.formats.reading.cells import geometry_of_length
from sudokutools.formats.reading.lines import InputError, Line, Paragraph, Passage, lines_of_text
from sudokutools.grid.grid import MIN_LINE_CELLS, NO_CELL, Grid, exceeds, format_grid, format_line

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

    has_values = is_regular = True
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
    from sudokutools.formats.reading.drawn import DrawnGrid, gather

    lines = Paragraph(file.lines, *first)
    drawn = gather(lines, DrawnGrid(file.geometry, file.spec))
    if drawn.rows and drawn.unstated:
        drawn.take_rest(lines)
        error = InputError(drawn.unstated, file.source, first[0].number)
        return [file.finish(_record(lines, drawn, error))]
    while drawn.rows or drawn.count >= MIN_TABLE_LINES:
        records = _records(file, lines, drawn)
        if records:
            return [*map(file.finish, records)]
        if drawn.title is not None:
            above = Paragraph(lines_of_text(""), *lines.lines[: drawn.title])
            drawn = gather(above, DrawnGrid(file.geometry))
        elif drawn.is_paused:
            gather(lines, drawn)
        else:
            break
    return (*file.passed_comments(), Passage("tail", lines.leave(drawn.count)))


def _records(file: File, lines: Paragraph, drawn: DrawnGrid) -> list[Record]:
    """Return the records of a drawing by the likeliest reading, or its error; nothing if it is
    paused or has no rows.
    """
    from sudokutools.formats.reading.drawn import may_be_pasted

    error: InputError | None = None
    if drawn.rows and not drawn.is_paused:
        try:
            grid = drawn.grid(file.source)
        except InputError as found:
            error = found
        else:
            again = None
            if grid.geometry.columns <= MAX_FEW_CLUES:
                from sudokutools.formats.reading.pasted import larger

                again = larger(lines, drawn.count, file.geometry)
            return [_record(lines, *(again or (drawn, grid)))]
    for read in (_small, _marked, _beside):
        records = read(file, lines, drawn)
        if records:
            return records
    if may_be_pasted(lines.raw(drawn.count)):
        from sudokutools.formats.reading.pasted import reread, take_damaged

        again = reread(lines, drawn.count, file.geometry)
        if again is not None:
            return [_record(lines, *again)]
        error = error and (take_damaged(lines, drawn, file.source) or error)
    return [] if error is None else [_record(lines, drawn, error)]


def _record(lines: Paragraph, drawn: DrawnGrid, found: Grid | InputError) -> Record:
    """Take the lines of a drawing and return its record."""
    form = formats.find("pretty" if drawn.has_labels else "grid")
    grid, error = (found, None) if isinstance(found, Grid) else (None, found)
    if grid is not None:
        drawn.take_frame(lines)
    number = lines.lines[0].number
    return Record(form, grid, error, lines.leave(drawn.count), drawn.note, number)


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
    lines = Paragraph(file.lines)
    rows: list[Line] = []
    for line in islice(lines.after(0), len(names)):
        fields = line.content.strip().split(separator)
        index = fields[0].strip(b"[,]") if fields else b""
        is_next = not has_index or index == b"%d" % (len(rows) + least)
        if len(fields) != len(names) + has_index or not is_next:
            break
        rows.append(Line(line.number, (separator or b" ").join(fields[has_index:])))
    is_whole = len(rows) == len(names)
    lines.leave(len(rows) if is_whole else 0)
    return rows if is_whole else []


def _beside(file: File, lines: Paragraph, drawn: DrawnGrid) -> list[Record]:
    """Return the records of grids side by side, or nothing."""
    if drawn.is_paused or b"  " not in lines.raw(drawn.count).expandtabs():
        return []
    from sudokutools.formats.reading.pasted import side_by_side

    records = []
    for each, grid, raw in side_by_side(lines.lines[: drawn.count], file.geometry):
        form = formats.find("pretty" if each.has_labels else "grid")
        text = raw.encode("utf-8", "surrogateescape")
        records.append(Record(form, grid, None, text, each.note, lines.lines[0].number))
    if records:
        lines.leave(drawn.count)
    return records


def _small(file: File, lines: Paragraph, drawn: DrawnGrid) -> list[Record]:
    """Return the records of rows that are whole small grids: numbers on a line, or nothing."""
    columns = drawn.columns or 0
    geometry = geometry_of_length(columns)
    example = file.geometry or file.example
    is_known = example is not None and (example is file.geometry or example.columns == columns)
    is_long = columns >= MIN_LINE_CELLS and drawn.count == len(drawn.rows)
    if geometry is None or is_known or not is_long:
        return []
    cells = [row.cells(columns) or bytes([NO_CELL]) for row in drawn.rows]
    if any(exceeds(each, geometry.n) for each in cells):
        return []
    lines.leave(drawn.count)
    form = formats.find("line")
    return [
        Record(form, Grid(geometry, each), None, line.raw, line=line.number)
        for each, line in zip(cells, lines.lines, strict=True)
    ]


def _marked(file: File, lines: Paragraph, drawn: DrawnGrid) -> list[Record]:
    """Return the record of pencil marks at the beginning of lines, or nothing."""
    if not drawn.has_labels and drawn.count < MIN_MARKED_LINES:
        return []
    if file.format is not None and not file.format.has_candidates:
        return []
    from sudokutools.formats.reading.marks import read_marks

    try:
        marks = read_marks(lines.lines[: drawn.count], drawn, file.source)
    except InputError as error:
        return [_record(lines, drawn, error)]
    if marks is None:
        return []
    grid, drawn.count = marks
    drawn.note = ""
    return [_record(lines, drawn, grid)]


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
        if key not in ("boxes", "values", "grids"):  # They stand behind the box.
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
