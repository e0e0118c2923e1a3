"""`line`: a grid on a line, a character a cell, and its note."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.classify import AMBIGUOUS, PLACES
from sudokutools.formats.format import Content, File, LineFormat, Record, Style
from sudokutools.formats.reading.cells import (
    CROSS_SYMBOL,
    SPEC_WORD,
    check_symbols,
    from_letters,
    geometry_of_length,
    has_bar,
    hexadecimal,
    leading_fields,
    leading_run,
)
from sudokutools.formats.reading.lines import Line, Paragraph, Passage, quote
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import (
    MIN_LINE_CELLS,
    NO_CELL,
    Grid,
    cells_of_values,
    format_line,
    parse_cells,
    parse_fields,
)

if TYPE_CHECKING:
    from sudokutools.formats.reading.note_spec import Meaning

NINE = Geometry.of(3, 3)
MIN_NUMBER = 65  # The minimum number of digits of a 9x9 grid that a spreadsheet took for a number.


class CellLines(LineFormat):
    """Cells, then a tab and the note."""

    has_values = True
    limits: tuple[str, ...] = ()

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        is_stated = file.format is not None or file.geometry is not None
        if not is_stated and len(text) in AMBIGUOUS and leading_run(text) == text:
            return self._read_ambiguous(file, line, text)
        if len(text) >= PLACES and file.format is None:
            places = formats.find("sukaku")
            if places.recognises(file, text):
                return places.read(file, line, text)
        return (self.record(file, line, text),)

    def _read_ambiguous(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read as many lines as each has cells: one large grid if a symbol needs it, or each."""
        size = AMBIGUOUS[len(text)]
        lines = Paragraph(file.lines, line)
        rows = [text]
        for each in lines.after(1):
            content = each.content.strip()
            if len(content) == len(text) and leading_run(content) == content:
                rows.append(content)
            elif content or each.is_lost or len(rows) % size:
                break
            if len(rows) == len(text):
                break
        symbols = parse_cells(b"".join(rows)) if len(rows) == len(text) else b""
        if any(size < symbol != NO_CELL for symbol in symbols):
            from sudokutools.formats.grid import read_rows

            yield from read_rows(file, lines.lines)
            return
        others = lines.lines[1 : len(rows)]
        others = [*takewhile(lambda one: len(one.content.strip()) == len(text), others)]
        lines.leave(1 + len(others))
        yield self.record(file, line, text)
        for each in others:
            yield self.record(file, each, each.content.strip())

    def record(self, file: File, line: Line, text: bytes) -> Record:
        raw = line.raw
        try:
            grid, note = self.parse(file, text)
            size = file.example.size if file.last is self and file.example is not None else 0
            if self.is_line and len(grid.cells) < size and file.lines.is_cut_at(line):
                raise SudokuError(_wrong_length(len(grid.cells), file.example))
        except SudokuError as error:
            return file.finish(file.bad(self, str(error), line.number, raw))
        return file.finish(Record(self, grid, raw=raw, note=note, line=line.number))

    def parse(self, file: File, text: bytes) -> tuple[Grid, str]:
        """Raises SudokuError if the line is invalid."""
        try:
            parsed = parse_line(text, file.geometry, file.example)
        except SudokuError:
            repaired = self.repaired(file, text)
            if repaired is None:
                raise
            return repaired
        if len(parsed[0].cells) < MIN_LINE_CELLS and file.format is None:
            from sudokutools.formats.reading.repair import split_index

            if split_index(text) is not None:
                return self.repaired(file, text) or parsed
        return parsed

    def repaired(self, file: File, text: bytes) -> tuple[Grid, str] | None:
        """Return grid and note of a repaired line, or None. Raises SudokuError after an index."""
        from sudokutools.formats.reading.repair import repairs

        error: SudokuError | None = None
        for line, before, had_crosses in repairs(text):
            try:
                grid, note = parse_line(line, file.geometry, file.example)
            except SudokuError as reason:
                error = reason if before and error is None else error
            else:
                if not had_crosses or grid.geometry.n < CROSS_SYMBOL:
                    return grid, " ".join(filter(None, [before, note]))
        if error is not None:
            raise error
        return None

    def cells(self, grid: Grid, empty: str) -> str:
        return format_line(grid, empty)

    def write(self, content: Content, style: Style) -> str:
        from sudokutools.grid.geometry_label import geometry_spec, spec_word

        first, *others = content.grids
        cells = self.cells(first, style.empty)
        spec = spec_word(first)
        is_border = len(cells) in AMBIGUOUS and not cells.strip("_")  # Without a spec.
        partner = "".join(format_line(other, style.empty) for other in others)
        note = "\t".join(filter(None, [partner, content.note]))
        is_spec = "=" in note and states_rules(note, first)  # Not after another one.
        if is_border or is_spec:
            spec = geometry_spec(first.geometry, first.constraints)
        if is_spec:
            note = note if SPEC_WORD.match(note.encode("utf-8", "surrogateescape")) else f";{note}"
        elif note[:1] == ";" or (not spec and (note[:1] == "," or has_bar(note[:1]))):
            note = f";{note}"
        words = " ".join(filter(None, [spec, note]))
        text = "\t".join(filter(None, [cells, words]))
        return "".join(f"{comment}\n" for comment in content.comments) + text + "\n"

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        if record.format is self and style.comments and not record.is_foreign:
            return record.raw.decode("utf-8", "surrogateescape")
        return style.write(record.given, record.note, record.comments)


def states_rules(note: str, grid: Grid) -> bool:
    """Return whether a note would be read as rules or clues that its grid does not have."""
    from sudokutools.formats.reading.note_spec import split_note

    try:
        meaning, rest = split_note(note, grid.geometry.base)
    except SudokuError:
        return True
    return meaning is not None and (rest != note or meaning.grid(grid) != grid)


def parse_line(
    content: bytes, geometry: Geometry | None, example: Geometry | None
) -> tuple[Grid, str]:
    """Read a `line` record; `example` is the geometry of the last, for messages. Raises
    SudokuError.
    """
    head = leading_fields(content)
    by_commas = len(head.partition(b",")[0]) <= len("100") and b"," in head
    if not by_commas:
        head = leading_run(content)
    cells = parse_fields(head.decode()) if by_commas else parse_cells(head)
    note = content[len(head) :]
    if note and note[0] not in b" \t,;|#":
        found = quote(note.decode("utf-8", "surrogateescape")[0])
        raise SudokuError(f"column {len(head) + 1}: unexpected character {found}")
    rest = note.decode("utf-8", "surrogateescape").strip()
    if rest[:1] in (",", ";", "|"):
        rest = rest[1:].lstrip()
    demanded, meaning = geometry, None
    if "=" in rest:
        geometry, meaning, rest = _stated(rest, geometry, len(cells))
    geometry = geometry or geometry_of_length(len(cells))
    if geometry is None or geometry.size != len(cells):
        raise SudokuError(_wrong_cells(head, len(cells), geometry or example))
    if demanded is None and meaning is None:
        geometry = hexadecimal(geometry, head)
    cells = _by_values(cells, head.decode(), by_commas, geometry)
    try:
        grid = check_symbols(geometry, cells)
    except SudokuError:
        if demanded is None and meaning is None and example is not None and geometry.n < example.n:
            raise SudokuError(_wrong_length(len(cells), example)) from None
        raise
    return (grid if meaning is None else meaning.grid(grid)), rest


def _by_values(cells: bytes, head: str, by_commas: bool, geometry: Geometry) -> bytes:
    """Return the cells; if values do not begin at 1, read as values."""
    if geometry.values[0] == 1:
        return cells if by_commas else from_letters(geometry, cells)
    text = head.replace(" ", "")
    return cells_of_values(text.split(",") if by_commas else list(text), geometry)


def _stated(
    note: str, geometry: Geometry | None, cells: int
) -> tuple[Geometry | None, Meaning | None, str]:
    """Return the geometry, the meaning of a note, if it has any, and the rest of the note."""
    from sudokutools.formats.reading.note_spec import split_note

    meaning, rest = split_note(note, geometry or geometry_of_length(cells))
    return geometry if meaning is None else meaning.agreed("the note", geometry), meaning, rest


def _wrong_cells(head: bytes, cells: int, expected: Geometry | None) -> str:
    is_number = head.isdigit() and MIN_NUMBER <= cells < NINE.size and expected in (None, NINE)
    if is_number:
        return f"{_wrong_length(cells, NINE)}; leading zeros may be lost"
    return _wrong_length(cells, expected)


def _wrong_length(cells: int, expected: Geometry | None) -> str:
    if expected is None and 0 < abs(cells - NINE.size) < 4:
        expected = NINE
    if expected is not None and expected.size != cells:
        return f"{cells} cells, expected {expected.size}"
    hint = "a partial grid requires `boxes`, or box= and boxes="
    return f"{cells} cells do not form a full grid; {hint}"


class PlainLines(CellLines):
    """A character a cell, or decimals and commas."""

    is_line = True


FORMAT = PlainLines()
