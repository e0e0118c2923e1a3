"""Cut the lines of files into records, without being told their format.

`drawn` reads grids of a row a line, `single` those of one line or one JSON object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats.format import Record
from sudokutools.grid import MAX_CHARACTER_SYMBOLS, NO_CELL, Geometry, Grid, parse_cells
from sudokutools.reading.borders import has_bar, is_border, plain_text, word_length
from sudokutools.reading.drawn import gather
from sudokutools.reading.layout import take_drawing
from sudokutools.reading.lines import MAX_LENGTH, Line, LineSource, lines_of_text
from sudokutools.reading.records import InputError, Passage
from sudokutools.reading.single import (
    MIN_LINE_CELLS,
    RUN,
    CsvColumns,
    geometry_of_length,
    leading_fields,
    parse_csv,
    parse_json,
    parse_line,
)

SHAPE = re.compile(rb"# box (\d{1,9})x(\d{1,9})(?: boxes (\d{1,9})x(\d{1,9}))?\s*")

BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that no text has: the rest of such a file is not looked at."""

AMBIGUOUS = {16: 4, 25: 5, 36: 6}
"""Lengths that can be a line of a small grid or a row of a large one, with the small one's rows."""


class Reader:
    """Read the records of one file after another; `geometry` and `form` force a reading.

    Yields `Record` and `Passage` objects in the order of the input. Nothing raises but errors
    of the operating system: a bad record carries its error.
    """

    def __init__(
        self, geometry: Geometry | None = None, form: str | None = None, column: str | None = None
    ) -> None:
        self._forced_geometry = geometry
        self._forced_form = form
        self._column = column
        self.count = 0
        """The number of records so far; who reads some by other ways adds them."""

    def read(self, lines: LineSource, source: str) -> Iterator[Record | Passage]:
        """Yield the records and passages of one file; `source` is its name in messages."""
        file = _File(lines, source, self._forced_geometry, self._forced_form, self._column)
        for item in file.items():
            if isinstance(item, Record):
                self.count += 1
                item.number = self.count
                item.source = source
            yield item


class _File:
    """The state of reading one file: what is pending, and what the lines before have shown."""

    def __init__(
        self,
        lines: LineSource,
        source: str,
        geometry: Geometry | None,
        form: str | None,
        column: str | None,
    ) -> None:
        self._lines = lines
        self._source = source
        self._forced_geometry = geometry
        self._geometry = geometry
        self._form = form
        self._columns = CsvColumns(column)
        self._comments: list[Line] = []
        self._comment_length = 0
        self._last_form = "line" if form == "line" else ""
        self._example: Geometry | None = None
        self._is_first = True
        # Whether an empty line may stand in the place of a record, as among lines.
        self._has_places = True

    def items(self) -> Iterator[Record | Passage]:
        for line in self._lines:
            content = line.content
            if line.number == 1 and content is not None and content.startswith(b"\xef\xbb\xbf"):
                content = content[3:]
                line = Line(1, content)
            if content is None:
                yield from self._too_long(line.number, "a line")
                continue
            text = content.strip()
            if b"\x1b" in text:
                text = plain_text(text).encode()
            if not text:
                yield from self._flush_comments()
                kind = "blank" if self._has_places else "separator"
                yield Passage(kind, content + b"\n")
            elif text.startswith(b"#"):
                yield from self._take_comment(line, text)
            else:
                yield from self._take_records(line, text)
                self._is_first = False
        yield from self._flush_comments()

    def _take_comment(self, line: Line, text: bytes) -> Iterator[Record | Passage]:
        assert line.content is not None
        shape = SHAPE.fullmatch(text)
        if shape is not None:
            numbers = [int(number) for number in shape.groups() if number is not None]
            try:
                said = Geometry.of(*numbers)
                if self._forced_geometry not in (None, said):
                    raise SudokuError(f"box {said}, expected {self._forced_geometry}")
                self._geometry = said
            except SudokuError as error:
                yield self._bad("grid", str(error), line.number, line.content + b"\n")
            else:
                yield Passage("shape", line.content + b"\n")
            return
        self._comments.append(line)
        self._comment_length += len(line.content) + 1
        if self._comment_length > MAX_LENGTH:
            number = self._comments[0].number
            self._comments = []
            for following in self._lines:
                if following.content is not None and not following.content.startswith(b"#"):
                    self._lines.push_back(following)
                    break
            yield from self._too_long(number, "a comment")

    def _flush_comments(self) -> Iterator[Passage]:
        for line in self._take_pending():
            yield Passage("comment", line)

    def _take_pending(self) -> list[bytes]:
        pending = [line.content + b"\n" for line in self._comments if line.content is not None]
        self._comments = []
        self._comment_length = 0
        return pending

    def _too_long(self, number: int, what: str) -> Iterator[Record | Passage]:
        yield from self._flush_comments()
        form = self._form or self._last_form or "line"
        yield self._bad(form, f"{what} of more than {MAX_LENGTH} bytes", number, b"")

    def _bad(self, form: str, message: str, number: int, raw: bytes) -> Record:
        record = Record(
            formats.find(form), error=InputError(message, self._source, number), raw=raw
        )
        record.line = number
        return record

    def _take_records(self, line: Line, text: bytes) -> Iterator[Record | Passage]:
        form = self._form
        if form == "json" or (form is None and text[:1] in b"{["):
            yield from map(self._finish, self._take_json(line))
            return
        control = BINARY.search(text)
        if control is not None:
            yield self._finish(self._take_control(line, control))
            return
        if self._is_first and form in (None, "csv"):
            try:
                if self._columns.take_header(text):
                    self._form = "csv"
                    return
            except SudokuError as error:
                yield self._bad("csv", str(error), line.number, text)
                return
        if form is None:
            form = self._form_of(text)
        if form == "small":
            yield from self._take_small(line, text)
        elif form in ("line", "csv"):
            yield self._take_line(form, line, text)
        else:
            yield from self._take_drawn([line])

    def _take_control(self, line: Line, control: re.Match[bytes]) -> Record:
        """Return the bad record of a line with a control character.

        It stands for the rest of the file, which is no text, if the next line has one, too, or if
        it is the only line.
        """
        following = self._lines.peek()
        content = following.content if following else b"" if self._last_form else None
        if content is None or BINARY.search(content):
            for _ in self._lines:
                pass
            return self._bad("line", "binary data, not text", line.number, b"")
        form = self._form or self._last_form or "line"
        message = f"column {control.start() + 1}: unexpected character {ascii(control[0])[1:]}"
        return self._bad(form, message, line.number, (line.content or b"") + b"\n")

    def _finish(self, record: Record) -> Record:
        """Give a record the comments above it, and remember what it was."""
        if record.form != "json":
            pending = self._take_pending()
            record.comments = [
                line.decode("utf-8", "surrogateescape").rstrip("\r\n") for line in pending
            ]
            record.raw = b"".join(pending) + record.raw
        self._last_form = record.form
        if record.grid is not None:
            self._example = record.grid.geometry
            self._has_places = record.form in ("line", "csv")
        return record

    def _form_of(self, text: bytes) -> str:
        """Tell what a line begins: a record of `line` or `csv`, a drawn grid, or a `small` one.

        `small`: a line of a 4x4 (5x5, 6x6) grid or a row of a 16x16 (25x25, 36x36) one.
        """
        match = RUN.match(text)
        run = match.end() if match else 0
        geometry = self._geometry
        if geometry is not None and run in (geometry.size, geometry.columns):
            return "line" if run == geometry.size else "grid"
        if b"," in text[: run + 1] and run <= len("100"):
            return self._form_of_fields(text)
        decoded = text.decode("utf-8", "replace")
        if is_border(decoded):
            is_empty = len(text) == run > max(AMBIGUOUS) and geometry_of_length(run) is not None
            return "line" if is_empty else "grid"
        if run < MIN_LINE_CELLS or has_bar(decoded[run:].lstrip()[:1]):
            is_short = word_length(decoded) < MIN_LINE_CELLS
            return "grid" if is_short or has_bar(decoded) else "line"
        if geometry is None and b"box=" not in text:
            if run in AMBIGUOUS and len(text) == run:
                return "small"
            if run <= MAX_CHARACTER_SYMBOLS and geometry_of_length(run) is None:
                return "line" if self._last_form == "line" else "grid"
        return "line"

    def _form_of_fields(self, text: bytes) -> str:
        """Tell what a line with commas after its first cell begins."""
        count = leading_fields(text).count(b",") + 1
        geometry = self._geometry
        if geometry is not None and count in (geometry.size, geometry.columns):
            if count == geometry.columns < geometry.size:
                return "grid"
        elif count < MIN_LINE_CELLS:
            holds_grid = any(len(field) >= MIN_LINE_CELLS for field in text.split(b","))
            return "csv" if holds_grid else "grid"
        has_nothing = b",," in text or text[:1] == b","
        return "csv" if count <= MAX_CHARACTER_SYMBOLS**2 or has_nothing else "line"

    def _take_line(self, form: str, line: Line, text: bytes) -> Record:
        assert line.content is not None
        raw = line.content + b"\n"
        try:
            if form == "csv":
                grid, note = parse_csv(text, self._columns, self._geometry, self._example)
            else:
                grid, note = parse_line(text, self._geometry, self._example)
        except SudokuError as error:
            return self._finish(self._bad(form, str(error), line.number, raw))
        record = Record(formats.find(form), grid, raw=raw, note=note)
        record.line = line.number
        return self._finish(record)

    def _take_small(self, line: Line, text: bytes) -> Iterator[Record | Passage]:
        """Look ahead: as many lines of this length as it has cells, with a symbol that a small
        grid cannot hold, are one large grid; else each is a small one."""
        size = AMBIGUOUS[len(text)]
        taken = [line]
        rows = 1
        while rows < size * size:
            following = next(self._lines, None)
            if following is None:
                break
            taken.append(following)
            content = b"" if following.content is None else following.content.strip()
            if following.content is not None and not content and rows % size == 0:
                continue
            if len(content) != len(text) or not RUN.fullmatch(content):
                break
            rows += 1
        symbols = [s for one in taken if one.content for s in parse_cells(one.content.strip())]
        if rows == size * size and any(size < symbol != NO_CELL for symbol in symbols):
            yield from self._take_drawn(taken)
            return
        for following in reversed(taken[1:]):
            self._lines.push_back(following)
        yield self._take_line("line", line, text)
        for following in taken[1:rows]:
            content = (following.content or b"").strip()
            if len(content) != len(text):
                break
            next(self._lines)
            yield self._take_line("line", following, content)

    def _take_drawn(self, first: list[Line]) -> Iterator[Record | Passage]:
        geometry = self._geometry or self._example
        taken = (
            take_drawing(self._lines, geometry, first[0]) if geometry and not first[1:] else None
        )
        if taken is not None:
            record = Record(formats.find("grid"), taken[0], raw=taken[1])
            record.line = first[0].number
            yield self._finish(record)
            return
        drawn = gather(self._lines, self._geometry, first)
        raw = b"".join(drawn.raw)
        if not drawn.rows:
            # A lower frame belongs to the grid above it; a line alone is no grid and no harm.
            yield from self._flush_comments()
            yield Passage("tail", raw)
            return
        record = Record(formats.find("pretty" if drawn.has_labels else "grid"), raw=raw)
        record.line = first[0].number
        try:
            record.grid = drawn.grid(self._source)
        except InputError as error:
            record.error = error
        yield self._finish(record)

    def _take_json(self, first: Line) -> Iterator[Record]:
        """Read the JSON values that begin on a line; they may go on over the next ones."""
        import json

        pieces = []
        length = depth = 0
        line: Line | None = first
        while line is not None:
            content = line.content
            # A line that begins an object, or a blank one, ends what was never closed.
            goes_on = content is not None and content.strip() and not content.startswith(b"{")
            if line is not first and not goes_on:
                self._lines.push_back(line)
                break
            assert content is not None
            pieces.append(content)
            length += len(content) + 1
            depth += _depth_change(content)
            if depth <= 0 or length > MAX_LENGTH:
                break
            line = next(self._lines, None)
        raw = b"\n".join(pieces) + b"\n"
        if length > MAX_LENGTH:
            self._skip_json(depth)
            message = f"a JSON object of more than {MAX_LENGTH} bytes"
            yield self._bad("json", message, first.number, b"")
            return
        text = raw.decode("utf-8", "surrogateescape").strip()
        decoder = json.JSONDecoder()
        while text:
            try:
                value, end = decoder.raw_decode(text)
            except (ValueError, RecursionError) as error:
                reason = str(error).split(":")[0] if isinstance(error, ValueError) else "too deep"
                message = f"no JSON: {reason[:1].lower()}{reason[1:]}"
                yield self._bad("json", message, first.number, raw)
                return
            yield self._json_record(value, first.number, (text[:end] + "\n"))
            text = text[end:].lstrip()

    def _skip_json(self, depth: int) -> None:
        for line in self._lines:
            depth += _depth_change(line.content or b"")
            if depth <= 0:
                break

    def _json_record(self, value: Any, number: int, raw: str) -> Record:
        record = Record(formats.find("json"), raw=raw.encode("utf-8", "surrogateescape"))
        record.line = number
        if isinstance(value, dict) and value.get("status") == "unreadable" and "cells" not in value:
            record.extra = value
            record.passed_on = True
            return record
        try:
            parsed = parse_json(value, self._geometry, self._example)
        except SudokuError as error:
            return self._bad("json", str(error), number, record.raw)
        record.grid, record.note, record.comments, record.extra = parsed
        return record


def _depth_change(content: bytes) -> int:
    """Return how much deeper in arrays and objects the end of a line is than its beginning."""
    plain = content
    if b'"' in content:
        plain = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", content)
    return sum(map(plain.count, (b"[", b"{"))) - sum(map(plain.count, (b"]", b"}")))


def read_grids(text: str, geometry: Geometry | None = None) -> Iterator[Grid]:
    """Yield the grids of a text in any of the formats. InputError: one cannot be read.

    >>> [grid.clue_count for grid in read_grids("12..34......4..1\\n")]
    [6]
    """
    for item in Reader(geometry).read(lines_of_text(text), "-"):
        if isinstance(item, Record):
            if item.error is not None:
                raise item.error
            if item.grid is not None:
                yield item.grid


def read_grid(text: str, geometry: Geometry | None = None) -> Grid:
    """Return the only grid of a text. SudokuError: it has none, several or a bad one."""
    grids = list(read_grids(text, geometry))
    if len(grids) != 1:
        raise SudokuError(f"{len(grids)} grids, expected one")
    return grids[0]
