"""Split the lines of files into records of any format.

Everything that formats share is read here: lines, comments, the geometry in comments, binary data.
The registry finds the format of a line, and the format reads it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import IO, TYPE_CHECKING

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.classify import is_word, look_of, may_be_prose
from sudokutools.formats.comments import raw_of
from sudokutools.formats.format import File, Format, Record, Style
from sudokutools.formats.reading.cells import leading_run, plain_text
from sudokutools.formats.reading.lines import (
    MAX_LENGTH,
    MAX_TITLE,
    Clues,
    Fence,
    Line,
    LineSource,
    Passage,
    Prose,
    lines_of_text,
    quote,
)
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import GEOMETRY_KEYS, PUZZLE_COLUMNS

if TYPE_CHECKING:
    from sudokutools.formats.reading.spec_comments import Rows
    from sudokutools.grid.spec import Spec

CONTROLS = bytes({*range(0x20)} - {*b"\t\n\v\f\r\x1b"})
"""Bytes that make a file binary; the rest of such a file is skipped."""

MAX_NO_MAPS = 3  # The maximum number of lines of a block that are tried as the first of a map.
MIN_PROSE = 8
DECORATION = b">[<`~\\"  # First bytes of lines that `undecorated` may change.


class Reader:
    """Read the records of one file after another; `geometry` and `form` are required if given.

    Yields `Record` and `Passage` objects in the order of the input. Invalid records carry their
    error: only errors of the operating system are raised.
    """

    def __init__(
        self,
        geometry: Geometry | None = None,
        form: str | None = None,
        column: str | None = None,
        prefers: Sequence[str] = PUZZLE_COLUMNS,
        spec: Spec | None = None,
    ) -> None:
        sourced = None
        if spec is not None:
            from sudokutools.formats.reading.spec_comments import SourcedSpec

            sourced = SourcedSpec(spec, "an option")
        found = None if form is None else formats.find(form)
        self._options = geometry, found, column, prefers, sourced
        self.count = 0  # Of records so far; callers add records that they read themselves.

    def read(self, lines: LineSource, source: str) -> Iterator[Record | Passage]:
        """Yield the records and passages of one file; `source` is its name in messages."""
        file = _ReadFile(lines, source, *self._options)
        for item in file.items():
            if isinstance(item, Record):
                self.count += 1
                item.number = self.count
                item.source = source
            yield item


class _ReadFile(File):
    """The lines of a file up to where a format takes over."""

    _rows: Rows | None = None
    _no_maps = 0  # Lines since the last blank one that looked like a map but were none.
    _loose: tuple[str, int] | None = None  # A rule without a grid, and its line.
    _boxes: Sequence[Passage] = ()
    _first_prose: Line | None = None
    _prose, _patience = 0, MIN_PROSE  # Lines of prose, and their number before more are expected.
    _is_among_lines = False  # Below a line or an object, without a blank line between.

    def items(self) -> Iterator[Record | Passage]:
        for line in self.lines:
            yield from self._items_at(line)
            if self._prose >= self._patience:
                self._take_prose()
        yield from (*self._shapes(), *self.passed_comments())
        if self.lines.fault:
            number = self.lines.number + 1
            yield self.bad(self._likely_format, self.lines.fault, number, b"")
        elif self._first_prose is not None and self.is_first:
            message = f"expected a grid, found text: {quote(self._first_prose.content.strip())}"
            yield self.bad(formats.find("grid"), message, self._first_prose.number, b"")
        elif self._loose is not None:
            key, number = self._loose
            message = f"{key}: expected a grid below this comment"
            yield self.bad(formats.find("grid"), message, number, b"")

    def _take_prose(self) -> None:
        """Keep the next lines up to one that is not prose by itself."""
        self._prose = 0
        if any(x is not None for x in (self.lines.change, self.format, self.geometry, self.column)):
            return
        from sudokutools.formats.plain_prose import take_prose

        columns = None if self.example is None else self.example.columns
        self._patience *= 2  # Each vain attempt copies the bytes that wait.
        while taken := take_prose(self.lines, columns, self.comments.length):
            self.comments.add_short(taken)
            self._patience = MIN_PROSE

    def _items_at(self, line: Line) -> Iterable[Record | Passage]:
        """Read what begins on a line."""
        content = line.content
        if line.number == 1 and content.startswith(b"\xef\xbb\xbf"):
            content = content[3:]
            line = Line(1, content)
        text = content.strip()
        if b"\x1b" in text:
            text = plain_text(text).encode("utf-8", "surrogateescape")
        if not text and line.is_lost:
            return self._too_long(line.number, "line")
        if not text:
            return () if isinstance(line, Fence) else self._take_blank(line, content)
        if text[0] in DECORATION:
            from sudokutools.formats.reading.repair import undecorated

            plain = undecorated(line)
            if plain is not line:
                self.lines.change = undecorated  # In all that follows, too.
                return self._items_at(plain)
        if text.startswith(b"#") and not _is_numbered(text):
            return self._take_comment(line, text)
        return self._take_text(line, text)

    def _take_text(self, line: Line, text: bytes) -> Iterable[Record | Passage]:
        self._loose = None
        shapes = self._shapes()
        if text[-1:].isalpha() and self.format is None and self._no_maps < MAX_NO_MAPS:
            from sudokutools.formats.reading.letter_map import expanded

            try:
                is_map = expanded(line, self.lines)
            except SudokuError as error:
                return (*shapes, self.bad(formats.find("grid"), str(error), line.number, line.raw))
            if is_map:
                return shapes  # The map follows as comments.
            self._no_maps += is_map is False
        records = self._take_records(line, text)
        if records is None:
            self._first_prose = self._first_prose or line
            self._prose += 1
            return (*shapes, *self._keep(Prose(*line)))
        self.is_first = False
        records = self._good_ones(records) if self.is_unknown else records
        return chain(shapes, records) if shapes else records

    def _take_blank(self, line: Line, content: bytes) -> Iterable[Record | Passage]:
        """Skip a blank line, unless it follows prose or is a row of empty fields."""
        self._no_maps = 0
        self._is_among_lines = False
        if self.comments.lines and isinstance(self.comments.lines[-1], Prose):
            return self._keep(line)  # One blank line may part prose from its grid.
        columns = content.count(b"\t")
        if columns and (self.format is None or self.format.is_drawn):
            below = self.lines.look_ahead()
            if below.strip() and below.count(b"\t") == columns:
                return formats.find("grid").read(self, line, b"")
        kind = "blank" if self.has_places else "separator"
        return (*self.passed_comments(), Passage(kind, content + b"\n" + self.lines.take_empty()))

    def _good_ones(self, items: Iterable[Record | Passage]) -> Iterator[Record | Passage]:
        return (i for i in items if not isinstance(i, Record) or i.error is None)

    def _take_comment(self, line: Line, text: bytes) -> Iterator[Record | Passage]:
        from sudokutools.formats.reading.spec_comments import Rows, Statements, kind_of

        comment = text.decode("utf-8", "surrogateescape")
        self._rows = self._rows or Rows()
        statement = self._rows.read(comment)
        if statement is None:
            kind = kind_of(comment)
            if kind:
                self.comments.kinds[kind] = None
            yield from self._keep(line)
        elif statement[0] not in GEOMETRY_KEYS:
            self._loose = statement[0], line.number
            yield from self._keep(Clues(*line))
        else:
            try:
                self.statements = self.statements or Statements(self._forced_geometry)
                self.geometry = self.statements.add(*statement)
            except SudokuError as error:
                form = formats.find("grid")
                yield self.bad(form, str(error), line.number, line.raw)
            else:
                if statement[0] in ("box", "boxes"):
                    self._boxes = [*self._boxes, Passage("shape", line.raw)]
                else:
                    self._loose = statement[0], line.number

    def _shapes(self) -> Sequence[Passage]:
        """Return the comments with boxes and without rules; others stay with their records."""
        taken, self._boxes = self._boxes, ()
        return () if self.statements is not None and self.statements.has_rules else taken

    def _keep(self, line: Line) -> Iterable[Record | Passage]:
        """Keep a line for the record below; too many make one invalid record."""
        if self.comments.add(line):
            return ()
        from sudokutools.formats.reading.spec_comments import statement_of

        number, raw = self.comments.lines[0].number, raw_of(self.comments.lines)
        self.comments.drop()
        for following in self.lines.take_while(lambda one: one.content[:1] in (b"", b"#")):
            content = following.content or b"#"
            statement = statement_of(content.decode("utf-8", "surrogateescape"))
            is_clue = statement is not None and statement[0] not in GEOMETRY_KEYS
            self.comments.has_lost_clues |= is_clue
        return self._too_long(number, "comment", raw)

    def _too_long(self, number: int, what: str, raw: bytes = b"") -> Iterator[Record | Passage]:
        yield from self.passed_comments()
        message = f"{what} longer than {MAX_LENGTH} bytes"
        yield self.bad(self._likely_format, message, number, raw)

    @property
    def _likely_format(self) -> Format:
        return self.format or self.last or formats.find("line")

    def _take_records(self, line: Line, text: bytes) -> Iterable[Record | Passage] | None:
        """Let a format read what begins on a line; return None if it is prose."""
        signed = None if self.format is not None else self._signed(text)
        form = signed or self.format
        if (form is None or not form.has_controls) and _has_controls(text):
            return (self.finish(self._take_control(line, text)),)
        form = form or self._unsigned(line, text)
        # A word among lines and objects is a bad record: the others keep their numbers.
        is_bad = self._is_among_lines and len(text.split()) == 1
        if self._is_text(line, text, form, is_signed=signed is not None):
            if not is_bad:
                return None
            message = f"expected a grid, found text: {quote(text)}"
            return (self.finish(self.bad(self._likely_format, message, line.number, line.raw)),)
        self._is_among_lines = not form.is_drawn or is_bad
        return form.read(self, line, text)

    def _signed(self, text: bytes) -> Format | None:
        for form in formats.of_signature(text):
            if form.recognises(self, text):
                return form
        return None

    def _unsigned(self, line: Line, text: bytes) -> Format:
        """Return the format that a line looks like."""
        follows_line = self.last is not None and self.last.is_line
        is_cut = follows_line and self.lines.is_cut_at(line) and leading_run(text) == text
        form = self.last if is_cut else look_of(text, self.geometry, follows_line)
        assert form is not None
        if form.is_line and self.column is not None and b"," in text:
            return formats.find("csv")  # Which field is the grid, is known.
        return form

    def _is_text(self, line: Line, text: bytes, form: Format, is_signed: bool) -> bool:
        if self.lines.change is not None and len(text) < 10 and text.strip(b",.!").isalpha():
            return True  # The name below a mail: rows with letters have more columns.
        is_link = text[:1] == b"h" and len(text) > 4 * (MAX_TITLE + len("https://"))
        if is_signed and (is_link or text[0] not in b"<[h"):
            return False
        if is_signed:
            from sudokutools.formats.reading.beginnings import is_title

            decoded = text.decode("utf-8", "replace")
            return not self.is_unknown and is_title(decoded, self.lines, self.is_first)
        if self.format is not None and (not form.is_drawn or len(text) == 1):
            return False  # One sign may be a number above a grid, or a grid: a format was named.
        if not form.is_drawn and not is_word(text):
            return False
        if not may_be_prose(text, line.content, self.lines.look_ahead()):
            return False
        from sudokutools.formats.reading.beginnings import is_text

        columns = None if self.example is None else self.example.columns
        return is_text(line, text, self.lines, self.geometry, columns)

    def _take_control(self, line: Line, text: bytes) -> Record:
        """Return the invalid record of a line with a control character; with more, the file is
        binary.
        """
        following = self.lines.peek()
        if following is None:
            is_binary = self.last is None
        else:
            is_binary = following.is_lost or _has_controls(following.content)
        if is_binary:
            for _ in self.lines:
                pass
            form = formats.find("line")
            return self.bad(form, "binary data, not text", line.number, b"")
        place, control = next(at for at in enumerate(text, 1) if at[1] in CONTROLS)
        message = f"column {place}: unexpected character {ascii(bytes([control]))[1:]}"
        return self.bad(self._likely_format, message, line.number, line.raw)


def _is_numbered(text: bytes) -> bool:
    """Return whether `#` begins a number and a puzzle, not a comment."""
    if not text[1:2].isdigit():
        return False
    from sudokutools.formats.reading.repair import is_numbered

    return is_numbered(text)


def _has_controls(content: bytes) -> bool:
    return len(content.translate(None, CONTROLS)) < len(content)


Source = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A text, the path of a file, or an open one."""


def _lines_of(source: Source) -> LineSource:
    """Raises OSError if a file cannot be read."""
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            content: str | bytes = file.read()
    else:
        content = source if isinstance(source, str) else source.read()
    if isinstance(content, bytes):
        pieces = iter([content + b"\n"])
        return LineSource(lambda: next(pieces, b""))
    return lines_of_text(f"{content}\n")


def read_grids(text: Source, geometry: Geometry | None = None) -> Iterator[Grid]:
    r"""Yield the grids of a text in any format that the commands read (see sudoku-grid(5)).

    text      one or more grids, such as lines of 81 characters, or a `Path` or open file with them;
              other text is skipped
    geometry  the required geometry; default: inferred from each grid

    Raises SudokuError, with the line in its message, at the first invalid grid, and OSError if a
    file cannot be read.

    >>> from sudokutools import read_grids
    >>> [grid.clue_count for grid in read_grids("12..34......4..1\n1.............2.\n")]
    [6, 2]
    """
    for item in Reader(geometry).read(_lines_of(text), "-"):
        if isinstance(item, Record):
            if item.error is not None:
                raise item.error
            if item.grid is not None:
                yield item.grid


def read_all(text: Source, geometry: Geometry | None = None) -> list[Grid]:
    r"""Return all grids of a text; parameters and errors are as in `read_grids`.

    >>> from sudokutools import read_all
    >>> [grid.clue_count for grid in read_all("12..34......4..1\n1.............2.\n")]
    [6, 2]
    """
    return list(read_grids(text, geometry))


def read_grid(text: Source, geometry: Geometry | None = None) -> Grid:
    r"""Return the only grid of a text in any format; the parameters are as in `read_grids`.

    Raises SudokuError if the grid is invalid, or if the text has no grid or several.

    >>> from sudokutools import read_grid
    >>> grid = read_grid("1 2 | . .\n. . | 3 4\n----+----\n. . | . .\n. 4 | . 1\n")
    >>> grid.geometry, list(grid.cells)
    (Geometry.of(2, 2, 2, 2), [1, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 4, 0, 1])
    """
    grids = read_all(text, geometry)
    if len(grids) != 1:
        raise SudokuError(f"{len(grids)} grids, expected one")
    return grids[0]


def write(grid: Grid, form: str = formats.DEFAULT) -> str:
    """Return the text of a grid in a format that the commands write (see sudoku-grid(5)).

    grid  the grid
    form  the name of the format

    Raises SudokuError if the format is unknown or does not support the grid.

    >>> from sudokutools import read_grid, write
    >>> write(read_grid("12..34......4..1"), "json")
    '{"box":[2,2],"boxes":[2,2],"cells":[[1,2,0,0],[3,4,0,0],[0,0,0,0],[4,0,0,1]]}\\n'
    """
    if form not in formats.WRITABLE:
        raise SudokuError(f"unknown format {form!r}: expected {', '.join(formats.WRITABLE)}")
    found = formats.find(form)
    return found.header(["puzzle"]) + Style(found).write(grid) + found.footer()
