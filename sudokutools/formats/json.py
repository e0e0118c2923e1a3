"""`json`: an object a record, on a line of its own."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sudokutools import formats
from sudokutools._support.lazy import pattern
from sudokutools.errors import SudokuError
from sudokutools.formats import json_text
from sudokutools.formats.comments import raw_of
from sudokutools.formats.format import Content, File, ObjectFormat, Record, Style
from sudokutools.formats.line import parse_line
from sudokutools.formats.reading.cells import (
    MIN_INDEXED_CELLS,
    agreed,
    check_symbols,
    geometry_of_length,
    missing_rows,
)
from sudokutools.formats.reading.lines import MAX_LENGTH, Line, Passage, quote
from sudokutools.grid.candidates import marked, mask_of, symbols_of
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry
from sudokutools.grid.grid import (
    MIN_LINE_CELLS,
    NO_CELL,
    TOKEN_VALUES,
    Grid,
    exceeds,
    grid_needs_comment,
    symbols_of_values,
)
from sudokutools.grid.keys import VARIANT_KEYS

if TYPE_CHECKING:
    from sudokutools.grid.spec import Spec

FOREIGN_KEYS = ("puzzle", "board", "grid", "sudoku", "value")
"""Keys of other programs for the cells, the likeliest first."""

NO_CELLS = "missing key 'cells'"
_OTHER_KEYS = {"cells", "ce", "kind", "newboard", "puzzles", "grids", "boards"}
_CELL_KEYS = {*_OTHER_KEYS, *FOREIGN_KEYS, "status"}
"""Keys of an object that may hold cells, or a status without any."""

_LIST = pattern(rb"\[[^][{}]*\],?$")

_RELAXED = pattern(r"[\[(]|\{\s*(?:\w+\s*:|[{\d'.-]|\"[^\"]*\"\s*[,}])")
"""Text that may be nearly JSON: an array, also in braces, or an object with bare keys."""


class JsonFormat(ObjectFormat):
    """The keys `box`, `boxes`, `cells`, `candidates`, answers, `note`, `comments`."""

    has_values = True
    limits: tuple[str, ...] = ()
    has_candidates = True
    has_keys = True

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        if _LIST.match(text):
            from sudokutools.formats.json_text import take_rows

            taken, rows = take_rows(file.lines, line, _is_grid)
            if rows:
                yield self.record(file, rows, line.number, raw_of(taken))
            else:
                for each in taken:
                    yield from self._values(file, each.number, each.raw)
            if taken:
                return
        lines = self._lines(file)
        if lines.opens_objects(text):
            return
        values = lines.take(line)
        if values is None:
            message = f"JSON object longer than {MAX_LENGTH} bytes"
            yield file.finish(file.bad(self, message, line.number, b""))
            return
        record = None
        for record in self._values(file, line.number, values):
            record.is_foreign |= lines.is_in_array  # `raw` is not its line.
            yield record
        if record is None or record.error is not None:
            json_text.skip_rest(file.lines, values)
        lines.close_objects()

    def _lines(self, file: File) -> json_text.ValueLines:
        lines: json_text.ValueLines | None = file.memory.get(FORMAT)
        if lines is None:
            lines = file.memory[FORMAT] = json_text.ValueLines(file.lines, _is_valid)
        return lines

    def _values(self, file: File, first: int, raw: bytes) -> Iterator[Record]:
        content = raw.decode("utf-8", "surrogateescape")
        at = json_text.after_blanks(content, 0)
        is_good = True
        number, counted = first, 0
        while at < len(content):
            number += content.count("\n", counted, at)
            counted = at
            try:
                value, end = json_text.decoded_at(content, at)
            except (ValueError, RecursionError) as error:
                if is_good:
                    yield from self._read_relaxed(file, error, first, raw, content[at:])
                return
            raw_value = f"{content[at:end]}\n".encode("utf-8", "surrogateescape")
            parts = _grids_in(value)
            for part in parts:
                raw_part = raw_value if part is value else self.dump(part).encode()
                record = self.owner(file, part).record(file, part, number, raw_part)
                record.is_alone = len(raw_part) == len(raw)
                yield record
                is_good = is_good and (record.error is None or len(parts) > 1)
            if not isinstance(value, dict | list):
                return  # Words of something else, which were one mistake.
            at = json_text.after_blanks(content, end)
            if content[at : at + 1] == ",":
                at = json_text.after_blanks(content, at + 1)

    def _read_relaxed(
        self, file: File, error: Exception, number: int, raw: bytes, content: str
    ) -> Iterator[Record]:
        try:
            value = _relaxed(content)
        except SudokuError:
            yield file.finish(self._no_json(file, error, number, raw))
            return
        for part in _grids_in(value):
            raw_part = raw if part is value else self.dump(part).encode()
            yield self.owner(file, part).record(file, part, number, raw_part)

    def _no_json(self, file: File, error: Exception, number: int, raw: bytes) -> Record:
        reason = str(error).split(":")[0] if isinstance(error, ValueError) else "nesting too deep"
        text = raw.decode("utf-8", "surrogateescape")
        place = getattr(error, "pos", 0)
        if place < len(text.rstrip()):  # An unclosed value is an error of its first line.
            number += text.count("\n", 0, place)
        return file.bad(self, f"invalid JSON: {reason[:1].lower()}{reason[1:]}", number, raw)

    def owner(self, file: File, value: Any) -> JsonFormat:
        """Return the format of a value: this one, or that of the program whose keys it has."""
        if file.format is not None or not isinstance(value, dict) or _has_cells(value):
            return self
        form = formats.of_object(value)
        return form if isinstance(form, JsonFormat) else self

    def record(self, file: File, value: Any, number: int, raw: bytes) -> Record:
        return file.finish(self._record(file, value, number, raw))

    def _record(self, file: File, value: Any, number: int, raw: bytes) -> Record:
        record = Record(self, raw=raw, line=number)
        if isinstance(value, dict) and value.get("status") == "unreadable" and "cells" not in value:
            record.extra = value
            record.passed_on = True
            return record
        try:
            parsed = parse_json(value, file.geometry, file.example)
        except SudokuError as error:
            return file.bad(self, str(error), number, record.raw)
        record.grid, record.note, record.comments, record.extra = parsed
        return record

    def write(self, content: Content, style: Style) -> str:
        keys: dict[str, Any] = {**_shape_keys(content.grid), "cells": rows_of(content.grid)}
        if content.partner is not None:
            key, partner = content.partner
            keys[key] = rows_of(partner)
        # A solution has the candidates of its puzzle.
        for grid in content.grids:
            if grid.candidates is not None:
                keys["candidates"] = _candidate_rows(grid)
            if grid.constraints is not None and grid.constraints.has_extra_cells:
                from sudokutools.formats.json_variant import extra_keys

                keys |= extra_keys(grid)
        for key, value in content.extra.items():
            keys.setdefault(key, value)
        if content.note:
            keys["note"] = content.note
        if content.comments:
            keys["comments"] = [_bare(comment) for comment in content.comments]
        return self.dump(keys)

    def tagged(
        self, record: Record, facts: dict[str, Any], stale: Container[str], style: Style
    ) -> str:
        """Return an object that was read with its values as they stand, but others for facts."""
        grid = record.given
        found = json_text.members(record.raw) if record.format is self and grid.is_plain else None
        if found is None or ("box" not in found and grid_needs_comment(grid.geometry)):
            kept = {key: value for key, value in record.extra.items() if key not in stale}
            return style.write(grid, record.note, record.comments, kept | facts)
        kept = {key: text for key, text in found.items() if key not in stale}
        texts = kept | {key: self.dump({key: value})[1:-2] for key, value in facts.items()}
        return "{" + ",".join(texts.values()) + "}\n"

    def dump(self, content: dict[str, Any]) -> str:
        """Return an object on a line, without spaces."""
        import json

        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return (text if text.isascii() else _escape_no_text(text)) + "\n"

    def empty_place(self, record: Record) -> str:
        if record.passed_on:
            return self.dump(record.extra)
        error = record.error.message if record.error is not None else ""
        return self.dump({"record": record.number, "status": "unreadable", "error": error})

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        extra = record.kept_keys() | {"status": status}
        return style.write(record.given, record.note, record.comments, extra)


def _relaxed(content: str) -> Any:
    """Return the value of a text that is nearly JSON. Raises SudokuError if it is not."""
    text = json_text.literal(content.replace("vec![", "["))
    return json_text.decoded(json_text.as_json(text) if _RELAXED.match(text) else text)


def _is_valid(raw: bytes) -> bool:
    text = raw.decode("utf-8", "surrogateescape")
    for decode in (json_text.decoded, _relaxed):
        try:
            decode(text)
        except SudokuError:
            continue
        return True
    return False


def _shape_keys(grid: Grid) -> dict[str, Any]:
    geometry = grid.geometry
    keys: dict[str, Any] = {}
    base = geometry.base
    if geometry.has_boxes or not base.is_plain:
        keys["box"] = [base.box_width, base.box_height]
        keys |= {} if base.layout else {"boxes": [base.boxes_across, base.boxes_down]}
    if not (base.is_plain or (base.layout and base.values[0] == 1)):
        keys["values"] = [geometry.values[0], geometry.values[-1]]
    if not grid.is_plain:
        from sudokutools.formats.json_variant import keys_of

        keys |= keys_of(grid)
    return keys


def _grids_in(value: Any) -> list[Any]:
    """Return the grids of a list of objects or lines, or of an answer of the API Dosuku."""
    parts = value
    if isinstance(value, dict) and isinstance(value.get("newboard"), dict):
        parts = value["newboard"].get("grids")
    elif isinstance(value, dict) and len(value) == 1:
        parts = next((value[key] for key in ("puzzles", "grids", "boards") if key in value), None)
    if not isinstance(parts, list) or not parts:
        return [value]
    if all(isinstance(part, list) for part in parts):
        return parts if _are_grids(parts) else [value]
    sizes = {len(part) if isinstance(part, str) else 0 for part in parts}
    are_lines = min(sizes) >= MIN_INDEXED_CELLS and len(parts) not in sizes
    return parts if are_lines or all(isinstance(part, dict) for part in parts) else [value]


def _are_grids(parts: list[list[Any]]) -> bool:
    """Return whether arrays are grids, by rows or by cells, and not rows of one grid."""
    sizes = set(map(len, parts))
    if all(part and isinstance(part[0], list) for part in parts):
        return True
    return min(sizes) >= MIN_LINE_CELLS and len(parts) not in sizes and all(map(_is_grid, parts))


def is_without_cells(record: Record) -> bool:
    """Whether a record is an object from the beginning of a line to its end, without cells."""
    is_whole = record.raw.startswith(b"{") and record.raw.rstrip(b"\r\n").endswith(b"}")
    is_alone = record.is_alone and not (record.is_foreign or record.comments)
    return is_whole and is_alone and record.error is not None and record.error.message == NO_CELLS


def objects_without_cells(block: bytes) -> tuple[int, int]:
    """Return how many lines a block begins with that have no cells, and their length.

    Each is an object from its first character to its last, for which the reader has the error
    NO_CELLS; it reads the other lines.
    """
    count = at = 0
    while (end := block.find(b"\n", at)) >= 0 and block.startswith(b"{", at):
        text = block[at:end].removesuffix(b"\r").decode("utf-8", "surrogateescape")
        try:
            value, length = json_text.decoded_at(text, 0)
        except (ValueError, RecursionError):
            break
        if length < len(text) or end - at >= MAX_LENGTH or _may_have_cells(value):
            break
        count, at = count + 1, end + 1
    return count, at


def _may_have_cells(value: dict[str, Any]) -> bool:
    keys = value.keys()
    if keys.isdisjoint(_CELL_KEYS):
        return False
    texts = [value[key] for key in FOREIGN_KEYS if isinstance(value.get(key), str | list)]
    return bool(texts) or not keys.isdisjoint(_OTHER_KEYS) or value.get("status") == "unreadable"


def _has_cells(value: dict[str, Any]) -> bool:
    """Return whether an object has cells of our kind, which are not objects."""
    cells = value.get("cells")
    while isinstance(cells, list) and cells:
        cells = cells[0]
    return "cells" in value and not isinstance(cells, dict)


def rows_of(grid: Grid) -> list[list[Any]]:
    columns = grid.geometry.columns
    if grid.geometry.values[0] != 1 or grid.geometry.absent:
        none = None if grid.geometry.values[0] != 1 else 0
        values = [grid.geometry.values[cell - 1] if cell else none for cell in grid.cells]
        for place in grid.geometry.absent:
            values[place] = None
        return [values[at : at + columns] for at in range(0, len(values), columns)]
    return [list(grid.cells[at : at + columns]) for at in range(0, len(grid.cells), columns)]


def _candidate_rows(grid: Grid) -> list[list[list[int]]]:
    assert grid.candidates is not None
    lists = [
        [] if symbol else [grid.geometry.values[at - 1] for at in symbols_of(mask)]
        for symbol, mask in zip(grid.cells, grid.candidates, strict=True)
    ]
    return rows_of_lists(grid, lists)


def rows_of_lists(grid: Grid, lists: list[list[int]]) -> list[list[list[int]]]:
    columns = grid.geometry.columns
    return [lists[at : at + columns] for at in range(0, len(lists), columns)]


def _escape_no_text(text: str) -> str:
    """Return JSON with escapes for invalid bytes of UTF-8, which reading restores."""
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


def parse_json(
    value: Any, geometry: Geometry | None, example: Geometry | None
) -> tuple[Grid, str, list[str], dict[str, Any]]:
    """Return grid, note, comments and the other keys. Raises SudokuError."""
    if isinstance(value, list | str):
        value = {"cells": value}
    if not isinstance(value, dict):
        raise SudokuError("expected a JSON object or an array of rows")
    extra = dict(value)
    keys = ("cells", *(key for key in FOREIGN_KEYS if isinstance(extra.get(key), list | str)))
    key = next((key for key in keys if key in extra), None)
    if key is None:
        raise SudokuError(NO_CELLS)
    cells = extra.pop(key)
    candidates = extra.pop("candidates", None)
    shape = {name: extra.pop(name, None) for name in ("box", "boxes", "values")}
    note, comments = _take_texts(extra)
    sourced = None
    if not extra.keys().isdisjoint(VARIANT_KEYS) or any(map(_may_be_clues, extra.values())):
        from sudokutools.formats.json_variant import take_keys
        from sudokutools.formats.reading.spec_comments import SourcedSpec

        sourced = SourcedSpec(take_keys(extra), "the JSON object")
    geometry = _shape(shape, None if sourced is None else sourced.spec, geometry)
    grid = grid_of_json(cells, geometry, example)
    if sourced is not None:
        grid = sourced.apply(grid)
    if candidates is not None:
        masks = _json_masks(candidates, grid)
        grid = marked(grid.geometry, grid.cells, masks, grid.constraints)
    return grid, note, comments, extra


def _shape(keys: dict[str, Any], spec: Spec | None, demanded: Geometry | None) -> Geometry | None:
    """Return the geometry of the keys of a shape and a spec; None: unknown. Raises SudokuError."""
    box, boxes, span = (_pair(value, name) for name, value in keys.items())
    values = None if span is None else range(span[0], span[1] + 1)
    if boxes is not None and box is None:
        raise SudokuError("'boxes' requires 'box'")
    found = demanded if box is None else Geometry.of(*box, *(boxes or ()), values=values)
    if box is None and values is not None:
        found = (demanded or Geometry.of_size(len(values))).with_values(values)
    if spec is not None and (found is None or spec.grids is not None):
        found = spec.base(found)
    is_stated = box is not None or (spec is not None and spec.grids is not None)
    return agreed(found, "the JSON object", demanded) if found is not None and is_stated else found


def _take_texts(data: dict[str, Any]) -> tuple[str, list[str]]:
    """Remove the note and the comments of an object, and return them. Raises SudokuError."""
    note, comments = data.pop("note", None) or "", data.pop("comments", None) or []
    if not isinstance(note, str):
        raise SudokuError("'note' must be a string")
    if not isinstance(comments, list) or not all(isinstance(c, str) for c in comments):
        raise SudokuError("'comments' must be an array of strings")
    lines = [c if c.startswith("#") else f"# {c}" for c in map(_one_line, comments)]
    return _one_line(note).strip(), lines


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _bare(comment: str) -> str:
    return comment if comment[:3] == "# #" else comment.removeprefix("# ")


def _pair(value: Any, key: str) -> list[int] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(v) is int for v in value):
        raise SudokuError(f"'{key}' must be an array of two numbers")
    return value


def grid_of_json(cells: Any, geometry: Geometry | None, example: Geometry | None) -> Grid:
    """Read cells: rows, all in one array, or a `line`. Raises SudokuError."""
    if isinstance(cells, str):
        line = cells.strip().encode("utf-8", "surrogatepass")
        grid, rest = parse_line(line, geometry, example)
        if rest:
            raise SudokuError(f"unexpected {quote(rest)} after the cells")
        return grid
    if not isinstance(cells, list) or not cells:
        raise SudokuError("'cells' must be an array of rows or a string")
    rows, geometry = _rows_in(cells, geometry)
    first = rows[0] if isinstance(rows[0], list) else []
    columns = geometry.columns if geometry is not None else len(first)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise SudokuError(f"row {number} is not an array")
        if len(row) != columns:
            raise SudokuError(f"row {number} has {len(row)} cells, expected {columns}")
    height = geometry.rows if geometry is not None else columns
    if len(rows) != height:
        raise SudokuError(missing_rows(len(rows), columns, height))
    if geometry is not None and geometry.values[0] != 1:
        every = [value for row in rows for value in row]
        found = [-1 if type(v) is not int and v is not None else v for v in every]
        return check_symbols(geometry, symbols_of_values(geometry, found))
    values = b"".join(map(_json_row, rows))
    return check_symbols(geometry or Geometry.of_size(columns), values)


def _rows_in(cells: list[Any], geometry: Geometry | None) -> tuple[list[Any], Geometry | None]:
    """Return the rows of an array of arrays, of texts or of cells, and the geometry if known."""
    if _are_texts(cells, geometry.columns if geometry is not None else len(cells)):
        return [list(row.replace(" ", "").replace("\t", "")) for row in cells], geometry
    if any(isinstance(row, list) for row in cells):
        return cells, geometry
    geometry = geometry or geometry_of_length(len(cells))
    width = geometry.columns if geometry is not None else len(cells)
    return [cells[at : at + width] for at in range(0, len(cells), width)], geometry


def _is_grid(row: Any) -> bool:
    try:
        grid_of_json(row, None, None)
    except SudokuError:
        return False
    return True


def _are_texts(cells: list[Any], columns: int) -> bool:
    if columns == 1 or not all(isinstance(row, str) for row in cells):
        return False
    return all(len(row) - sum(map(row.count, " \t")) == columns for row in cells)


def _json_masks(rows: Any, grid: Grid) -> list[int]:
    """Return the candidates as masks; an empty list means all symbols."""
    geometry = grid.geometry
    if not isinstance(rows, list) or len(rows) != geometry.rows:
        raise SudokuError(f"'candidates' must be an array of {geometry.rows} rows")
    masks: list[int] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != geometry.columns:
            raise SudokuError(f"'candidates': row {number} must have {geometry.columns} cells")
        for symbols in row:
            cell = geometry.cell_name(len(masks))
            if not isinstance(symbols, list):
                raise SudokuError(f"'candidates': {cell} must be an array of symbols")
            found = set(map(_json_cell, symbols))
            least = geometry.values[0]
            if least != 1:
                found = {*symbols_of_values(geometry, symbols)}
            if not found <= set(range(1, geometry.n + 1)):
                expected = f"expected symbols {least} to {geometry.values[-1]}"
                raise SudokuError(f"'candidates': {cell}: {expected}")
            masks.append(mask_of(found) or (1 << geometry.n) - 1)
    return masks


def _json_row(row: list[Any]) -> bytes:
    if set(map(type, row)) == {int}:
        try:
            cells = bytes(row)
        except ValueError:
            pass  # A number below 0 or above 255.
        else:
            if not exceeds(cells, MAX_SYMBOLS):
                return cells
    return bytes(map(_json_cell, row))


def _json_cell(cell: Any) -> int:
    if cell is None:
        return 0
    if isinstance(cell, str):
        return TOKEN_VALUES.get(cell.strip(), NO_CELL)
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if type(cell) is not int or not -1 <= cell <= MAX_SYMBOLS:
        return NO_CELL
    return max(cell, 0)


def _may_be_clues(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], str)


FORMAT = JsonFormat()
