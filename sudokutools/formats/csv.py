"""`csv`: a field a cell, or a column of grids; below a header also between semicolons or tabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sudokutools.errors import SudokuError
from sudokutools.formats.classify import is_drawing
from sudokutools.formats.columns import Row, grid_names, plain_name, split_row, unquoted
from sudokutools.formats.format import Content, File, Record, Style
from sudokutools.formats.line import CellLines, parse_line
from sudokutools.formats.reading.cells import (
    SPEC_WORD,
    leading_fields,
    leading_run,
    names_shape,
    word_length,
)
from sudokutools.formats.reading.lines import Line, LineSource, Passage, quote
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import (
    MIN_LINE_CELLS,
    NO_CELL,
    TOKEN_VALUES,
    Grid,
    format_fields,
    parse_cells,
    parse_fields,
)
from sudokutools.grid.keys import PUZZLE_COLUMNS, SOLUTION_COLUMNS, SPEC_COLUMN

ONLY_COLUMNS = (*PUZZLE_COLUMNS, *SOLUTION_COLUMNS, "grid", "grids")
"""Names of a single column; other single words may be rows of letters."""


class CsvFormat(CellLines):
    has_columns = is_regular = True
    empty_sign = "0"

    def recognises(self, file: File, text: bytes) -> bool:
        return file.is_first and _columns(file).header(text, file.lines) is not None

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        columns = _columns(file)
        may_be_header = file.is_first or columns.may_be_header(text)
        header = columns.header(text, file.lines) if may_be_header else None
        try:
            columns.take(header)
        except SudokuError as error:
            file.lines.end()  # The column of the grid is unknown.
            return (file.bad(self, str(error), line.number, text),)
        if header is None:
            return (self.record(file, line, text),)
        columns.names = split_row(text.decode("utf-8", "surrogateescape"), columns.separator)
        file.format = self
        return ()

    def record(self, file: File, line: Line, text: bytes) -> Record:
        columns = _columns(file)
        if not columns.names:
            return super().record(file, line, text)
        if b"\x1b" not in line.content:
            text = line.content.rstrip(b"\r")  # Blanks may belong to a field.
        record = super().record(file, line, text)
        texts = split_row(text.decode("utf-8", "surrogateescape"), columns.separator)
        index = columns.index
        if index is None:
            index = _grid_index(list(map(unquoted, texts))) or 0
        is_named = columns.index is not None
        record.row = Row(columns.names, texts, index, columns.separator, is_named)
        return record

    def write(self, content: Content, style: Style) -> str:
        if style.columns is None:
            return super().write(content, style)
        above = "".join(f"{comment}\n" for comment in content.comments)
        return above + style.columns.line(
            content.row, content.grid, content.grids, style.empty, content.facts, content.note
        )

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        if style.columns is None:
            return super().unsolved(record, style, status, with_puzzle)
        return style.as_read(record)

    def parse(self, file: File, text: bytes) -> tuple[Grid, str]:
        columns = _columns(file)
        try:
            return parse_csv(text, columns, file.geometry, file.example)
        except SudokuError:
            repaired = self.repaired(file, text) if not columns.has_header else None
            if repaired is None:
                raise
            return repaired

    def cells(self, grid: Grid, empty: str) -> str:
        return format_fields(grid, empty)


class CsvColumns:
    """The column of the grid in `csv` lines, from the header or as requested."""

    def __init__(self, column: str | None, prefers: Sequence[str]) -> None:
        self._wanted = column
        self._prefers = prefers
        self.index: int | None = None
        if column is not None and column.isdecimal():
            self.index = int(column) - 1
        self.spec: int | None = None
        self.has_header = False
        self.separator = ","
        self.names: list[str] = []

    def may_be_header(self, content: bytes) -> bool:
        """Return whether a row may be the header of another file: it names the grid again."""
        if not self.has_header or leading_run(content).isdigit():
            return False
        known = set(map(plain_name, self.names)).intersection(ONLY_COLUMNS)
        fields = content.decode("latin-1").split(self.separator)
        return not known.isdisjoint(field.strip(' "').lower() for field in fields)

    def header(self, content: bytes, following: LineSource) -> list[str] | None:
        """Return the names in a header, or None: it has a word that is not a cell, and no grid."""
        others = "" if b"," in content else ";\t"
        self.separator = next((sign for sign in others if sign.encode() in content), ",")
        names = [name.strip().lower() for name in split_csv(content, self.separator)]
        is_known = not {*ONLY_COLUMNS, self._wanted}.isdisjoint(names)
        if not _may_be_header(names) or (len(names) == 1 and not is_known):
            return None
        below = following.peek_text()
        if is_known and len(names) == 1 and b"," in below and cells_of_field(below):
            self.separator = "\t"  # Of rows of one field, which hold symbols as numbers.
            return names
        if is_known and self.separator == ",":
            return names if len(names) > 1 or _may_be_line(below) else None
        return names if _is_header(names, below, self.separator, is_known) else None

    def take(self, names: list[str] | None) -> None:
        """Find the column of the grid in a header, if any. Raises SudokuError if it is missing."""
        if names is None:
            if self._wanted is not None and self.index is None:
                wanted = quote(self._wanted)
                raise SudokuError(f"unknown column {wanted}: no header; use `column` N")
            return
        self.has_header = True
        if not (self._wanted or "").isdecimal():
            self.index = None
        self.spec = names.index(SPEC_COLUMN) if SPEC_COLUMN in names else None
        if self.index is None and self._wanted is not None and self._wanted.lower() in names:
            self.index = names.index(self._wanted.lower())
        elif self.index is None and self._wanted is None:
            prefers = grid_names(names, self._prefers)
            self.index = next((names.index(name) for name in prefers if name in names), None)
            return
        if self.index is None or self.index >= len(names):
            there_are = ", ".join(map(quote, names[:20])) + ", ..." * (len(names) > 20)
            wanted = quote(self._wanted or "") if self.index is None else str(self.index + 1)
            raise SudokuError(f"unknown column {wanted}, expected one of {there_are}")


def _columns(file: File) -> CsvColumns:
    columns: CsvColumns | None = file.memory.get(FORMAT)
    if columns is None:
        columns = file.memory[FORMAT] = CsvColumns(file.column, file.prefers)
    return columns


def split_csv(content: bytes, separator: str = ",") -> list[str]:
    texts = split_row(content.decode("utf-8", "surrogateescape"), separator)
    return list(map(unquoted, texts)) if b'"' in content else texts


def cells_of_field(field: bytes) -> bytes | None:
    field, _, note = field.strip().partition(b"\t")
    text = field.decode("utf-8", "surrogateescape")
    cells = parse_fields(text) if b"," in field else parse_cells(field)
    is_short = len(cells) < MIN_LINE_CELLS and SPEC_WORD.match(note) is None
    if is_short or NO_CELL in cells:
        return None
    return cells


def parse_csv(content: bytes, columns: CsvColumns, geometry: Geometry | None,
              example: Geometry | None) -> tuple[Grid, str]:  # fmt: skip
    fields = split_csv(content, columns.separator)
    index = columns.index
    if index is None:
        is_fields = all(len(f.strip()) <= 3 for f in leading_fields(content).split(b","))
        if not columns.has_header and is_fields:
            return parse_line(content, geometry, example)
        index = _grid_index(fields)
        if index is None:
            raise SudokuError("no column contains a grid; use `column`")
    if index >= len(fields):
        raise SudokuError(f"{len(fields)} columns, expected a grid in column {index + 1}")
    others: Sequence[str] = [
        f.strip() for i, f in enumerate(fields) if i not in (index, columns.spec)
    ]
    cells = _bytes(fields[index].strip())
    has_spec = columns.spec is not None and columns.spec < len(fields)
    spec = fields[columns.spec].strip() if has_spec and columns.spec is not None else ""
    if not spec and any("=" in field for field in others):
        from sudokutools.formats.reading.note_spec import spec_in

        specs, others = zip(*map(spec_in, others), strict=True)
        spec = ",".join(dict.fromkeys(filter(None, specs)))  # Two grids may have the same one.
    rest = ",".join(filter(None, others))
    if spec:
        grid, note = _with_spec(cells, spec, geometry, example)
    else:
        grid, note = parse_line(cells, geometry, example)
    return grid, ",".join(filter(None, [note, rest]))


def _with_spec(
    cells: bytes, spec: str, geometry: Geometry | None, example: Geometry | None
) -> tuple[Grid, str]:
    from sudokutools.formats.reading.note_spec import meaning_of
    from sudokutools.formats.reading.spec_comments import SourcedSpec
    from sudokutools.grid.spec import parse_spec

    stated = parse_spec(spec)
    if not stated.names_shape:
        grid, note = parse_line(cells, geometry, example)
        return SourcedSpec(stated, "the column spec").apply(grid), note
    meaning = meaning_of(spec)
    grid, note = parse_line(cells, meaning.agreed("the column spec", geometry), example)
    if grid.geometry is meaning.base and grid.constraints is None:
        return meaning.grid(grid), note
    if (grid.geometry, grid.constraints) != meaning[1:]:
        raise SudokuError("the note and the column spec conflict")
    return grid, note


def _may_be_header(names: list[str]) -> bool:
    """Whether words are names or begin with letters, one is not a cell, and none is a grid."""
    return (
        any(len(name) > 1 and name not in TOKEN_VALUES for name in names)
        and (_are_plain(names) or all(re.match(r"[^\W\d_]|$", name) for name in names))
        and _grid_index(names) is None
    )


def _may_be_line(below: bytes) -> bool:
    """Return whether the record below the name of a single column may be a line, valid or not."""
    if not below or names_shape(below):
        return True
    if below[:1] == b'"' and "," in (fields := split_csv(below, ","))[0]:
        return len(fields) == 1  # Symbols as numbers, in quotes.
    is_long = word_length(below.decode("utf-8", "replace")) >= MIN_LINE_CELLS
    return is_long and not is_drawing(below) and below[:1] not in b"[{<"


def _is_header(names: list[str], below: bytes, separator: str, is_known: bool) -> bool:
    """Return whether the next line is a record, valid or not, with a field for each name."""
    fields = split_csv(below, separator)
    is_frame = not is_known and is_drawing(below) and below[:1] == b"."
    is_record = _grid_index(fields) is not None and not is_frame
    if separator != ",":
        return is_record and 1 < len(fields) <= len(names)
    is_record &= is_known or len(fields) > 1
    is_row = not below or (len(fields) == len(names) and not is_drawing(below))
    return is_record or (is_row and _are_plain(names))


def _are_plain(names: list[str]) -> bool:
    return all(re.fullmatch(r"[^\W\d][\w .-]*|", name) for name in names)


def _grid_index(fields: list[str]) -> int | None:
    return next((i for i, f in enumerate(fields) if cells_of_field(_bytes(f)) is not None), None)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


FORMAT = CsvFormat()
