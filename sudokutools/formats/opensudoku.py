"""`opensudoku`: folders of the app OpenSudoku, versions 1 to 3, read and written as a stream.

<opensudoku>
  <name>Morning 7</name> <author>me</author> ...      fields of version 1; later a folder has a name
  <game data="310206058000100409..." />               81 digits, or `version: 3` and a saved game

The parser is expat. DOCTYPE, and so any entity, is refused; tags, fields and the depth of
elements are limited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.comments import printable
from sudokutools.formats.foreign import Found, record
from sudokutools.formats.format import (
    NINE,
    PLAIN,
    SINGLE,
    Content,
    File,
    ObjectFormat,
    Record,
    Style,
)
from sudokutools.formats.reading.cells import agreed, check_symbols
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, Passage
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid, format_line, parse_cells

ROOT = "opensudoku"
MAX_DEPTH = 50

NAME = "Sudoku"  # The folder of games without a title: the app requires one.

FIELDS = {
    "name": "title",
    "author": "author",
    "description": "description",
    "comment": "",
    "created": "date",
    "source": "source",
    "level": "level",
    "sourceURL": "url",
}
"""The fields of version 1 in their order, with our names; a comment has none."""

TOO_EARLY = "unexpected end of the XML"
UNKNOWN = "unknown format of XML or HTML"

_BEGINNING = re.compile(rb"<\?xml|<opensudoku\b")
_SAVED = re.compile(r"version: (\d)\s+(.*)", re.DOTALL)
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;"}
_ESCAPES |= {"\n": "&#10;", "\r": "&#13;"}


class OpenSudokuFormat(ObjectFormat):
    """Elements between a head, which the first record fills, and a foot."""

    limits = (PLAIN, NINE, SINGLE)

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        if _BEGINNING.match(text):
            return _read_document(file, line)
        return _pass_over(file, line, UNKNOWN if text.startswith(b"<") else "invalid XML")

    def header(self, columns: Sequence[str]) -> str:
        return self.preface((), {})

    def preface(self, comments: Sequence[str], extra: Mapping[str, Any]) -> str:
        known = metadata.values(comments, extra)
        values = {field: known.get(name, "") for field, name in FIELDS.items() if name}
        values["name"] = values["name"] or NAME
        lines = [f"  <{key}>{_escaped(value)}</{key}>\n" for key, value in values.items() if value]
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT}>\n{"".join(lines)}'

    def footer(self) -> str:
        return f"</{ROOT}>\n"

    def write(self, content: Content, style: Style) -> str:
        note = f' note="{_escaped(content.note)}"' if content.note else ""
        return f'  <game data="{format_line(content.grid, "0")}"{note} />\n'


def _pass_over(file: File, line: Line, message: str = UNKNOWN) -> Iterator[Record]:
    """Yield one invalid record for everything unknown in a file."""
    if file.is_unknown:
        return
    file.is_unknown = True
    if file.lines.is_cut:
        file.lines.end()
    yield file.finish(file.bad(formats.find("line"), message, line.number, b""))


def _read_document(file: File, line: Line) -> Iterator[Record]:
    document = _Document(file, line.number)
    chunk = line.content.lstrip() + (b"" if file.lines.is_cut else b"\n")
    file.lines.is_cut = False
    is_first = True
    while True:
        error = document.feed(chunk)
        yield from document.taken()
        if document.is_unknown:
            if not is_first:
                file.lines.give_back_chunk(chunk)
            yield from _pass_over(file, line)
            return
        if error:
            file.lines.end()
            number = document.line_number
            yield file.finish(file.bad(formats.find("line"), error, number, b""))
            return
        if document.rest is not None:
            file.lines.give_back_chunk(document.rest)
            return
        chunk = file.lines.take_chunk()
        is_first = False


class _Document:
    """The state of the parser; `rest` is the text after the document, once it has ended."""

    def __init__(self, file: File, number: int) -> None:
        from xml.parsers import expat

        self.rest: bytes | None = None
        self.is_unknown = False
        self._file = file
        self._first_line = number
        self._records: list[Record] = []
        self._values: dict[str, str] = {}
        self._depth = self._fed = 0
        self._field: str | None = None
        self._text = ""
        self._end: int | None = None
        self._parser = expat.ParserCreate()
        self._errors = expat.ExpatError, LookupError, ValueError
        self._parser.buffer_text = True
        if hasattr(self._parser, "SetReparseDeferralEnabled"):
            # Expat 2.6 defers tokens at the end of a piece, which delays records. The deferral
            # protects against endless tokens, which are refused here by their length.
            self._parser.SetReparseDeferralEnabled(False)
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._finish
        self._parser.CharacterDataHandler = self._add

    @property
    def line_number(self) -> int:
        return self._first_line + self._parser.CurrentLineNumber - 1

    def feed(self, chunk: bytes) -> str:
        """Parse a piece, an empty one at the end; return the error or ""."""
        try:
            self._parser.Parse(chunk, not chunk)
        except SudokuError as error:
            return str(error)
        except self._errors as error:
            if self._end is None:
                return f"XML: {str(error).partition(':')[0]}" if chunk else TOO_EARLY
        if self._end is not None:
            end = max(self._end - self._fed, 0)
            # The place of a tag that ends an element is where it begins; where the element is
            # empty, and has one tag, it is where that ends.
            is_tag = self._end < self._fed or chunk.startswith(b"</", end)
            self.rest = chunk[chunk.find(b">", end) + 1 if is_tag else end :]
        self._fed += len(chunk)
        is_long = self._end is None and self._fed - self._parser.CurrentByteIndex > MAX_LENGTH
        return f"tag longer than {MAX_LENGTH} bytes" if is_long else ""

    def taken(self) -> list[Record]:
        records, self._records = self._records, []
        return records

    def _refuse(self, *_: object) -> None:
        raise SudokuError("unsupported DOCTYPE")

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if not self._depth and name != ROOT:
            self.is_unknown = True
            raise SudokuError(UNKNOWN)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise SudokuError(f"XML: more than {MAX_DEPTH} nested elements")
        self._field, self._text = name if name in FIELDS else None, ""
        if "name" in attributes:
            self._values["name"] = attributes["name"]
        data = attributes.get("data", attributes.get("cells_data"))
        if data is not None:
            self._game(data, attributes.get("note", attributes.get("user_note", "")))

    def _finish(self, name: str) -> None:
        if self._field == name and self._text.strip():
            self._values[name] = self._text
        self._field = None
        self._depth -= 1
        if not self._depth:
            self._end = self._parser.CurrentByteIndex

    def _add(self, text: str) -> None:
        if self._field is not None:
            self._text += text
            if len(self._text) > MAX_LENGTH:
                raise SudokuError(f"field longer than {MAX_LENGTH} characters")

    def _game(self, data: str, note: str) -> None:
        """Add the record of a game; the first one of a folder has its fields as comments."""
        values, self._values = self._values, {}
        if values.get("name") == NAME:
            del values["name"]
        comments = metadata.comments({FIELDS[key]: value for key, value in values.items()})
        if "comment" in values:
            comments.append(f"# {' '.join(values['comment'].split())}")
        note = " ".join(note.split())

        def parse() -> Found:
            return Found(_parse_game(data, self._file.geometry), note, comments)

        found = record(self._file, self.line_number, b"", parse)
        self._file.has_places = False
        if found.grid is not None:
            line = Style(found.format).write(found.grid, found.note, found.comments)
            found.raw = line.encode("utf-8", "surrogateescape")
        self._records.append(found)


def _parse_game(data: str, geometry: Geometry | None) -> Grid:
    """Return the clues of a game, without entries of a player."""
    stated = agreed(Geometry.of(3, 3), "the game", geometry)
    saved = _SAVED.fullmatch(data.strip())
    cells = "".join(data.split())
    if saved is not None:
        words = saved[2].replace("||", "|").strip("| \n").split("|")
        width = len(words) // stated.size
        values, editable = words[:: width or 1], words[width - 1 :: width or 1]
        if width < 3 or len(words) % stated.size or not all(map(str.isdecimal, values)):
            raise SudokuError("unknown version of a saved game")
        cells = "".join(v[0] if e == "0" else "0" for v, e in zip(values, editable, strict=True))
    if len(cells) != stated.size:
        raise SudokuError(f"game: {len(cells)} cells, expected {stated.size}")
    return check_symbols(stated, parse_cells(cells.encode("utf-8", "replace")))


def _escaped(text: str) -> str:
    plain = printable(text).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    plain = _NO_XML.sub("\ufffd", plain)
    return "".join(_ESCAPES.get(sign, sign) for sign in plain)


FORMAT = OpenSudokuFormat()
