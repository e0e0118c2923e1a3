"""`fpuzzles`: links of f-puzzles.com and SudokuPad, and the JSON that they hold.

https://www.f-puzzles.com/?load=N4Ig...     a JSON object, compressed by LZString
https://sudokupad.app/fpuzN4Ig...           the same
{"size":9,"grid":[[{"value":8,"given":true},{},...],...],"diagonal+":true,"diagonal-":true}

`fpuzzles_rules` reads and writes rules and clues; any other key that is not empty makes a puzzle
unreadable, because without that rule it would be another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from sudokutools import formats
from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.foreign import Found, geometry_of_regions, record, refuse_unknown
from sudokutools.formats.format import Content, File, Record, Style
from sudokutools.formats.fpuzzles_rules import rule_keys, rules_of, with_rules
from sudokutools.formats.json import grid_of_json
from sudokutools.formats.json_objects import ForeignObject, fields, said, solution_of
from sudokutools.formats.json_text import decoded
from sudokutools.formats.reading.lines import Line, Passage
from sudokutools.grid.candidates import marked
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

KEYS = {"ruleset": "rules"}
FIELDS = ("title", "author", "rules")

SILENT = frozenset({"size", "grid", "solution", "disabledlogic", "truecandidatesoptions"})
"""Keys without rules, besides the named values."""

DRAWN = ("text", "line", "circle", "rectangle", "cage")
COSMETIC = (*DRAWN, "metadata", "successMessage", "highlightConflicts")
"""Keys that change no rule: drawings, and texts for the player. A warning names them."""

_LINK = re.compile(
    rb"(?:\w+://.*?(?:[?&](?:load|puzzleid)=|/))?(?:fpuzzles|fpuz|scl|ctc)?"
    rb"(N[4-7][\w+/%= -]*)"
)
"""A link, or its compressed text: LZString of `{` begins so."""


class FPuzzlesFormat(ForeignObject):
    """A link a line."""

    limits = ()
    has_notes = False
    has_candidates = True
    keeps_places = True

    def read(self, file: File, line: Line, text: bytes) -> Iterable[Record | Passage]:
        """Read a link, or the objects that begin on a line."""
        if text.startswith(b"{"):
            return super().read(file, line, text)
        raw = (line.content or b"") + b"\n"
        return (record(file, line.number, raw, lambda: self._parse_link(file, text)),)

    def _parse_link(self, file: File, text: bytes) -> Found:
        if _LINK.match(text) is None:
            from sudokutools.formats.link_cells import grid_of_link

            return Found(grid_of_link(_unescaped(text), file.geometry))
        value = _value_of(unpacked(text))
        form = formats.of_object(value) if isinstance(value, dict) else None
        if not isinstance(form, ForeignObject):
            raise SudokuError("no f-puzzles or SudokuPad puzzle in the link")
        return form.parse(value, file.geometry)

    def knows(self, value: Mapping[str, Any]) -> bool:
        """Return whether the cells of an object are objects."""
        rows = value["grid"]
        first = rows[0] if isinstance(rows, list) and rows else None
        return isinstance(first, list) and bool(first) and isinstance(first[0], dict)

    def parse(self, value: Mapping[str, Any], geometry: Geometry | None) -> Found:
        known = {*SILENT, *COSMETIC, *KEYS, *metadata.KEYS, *rule_keys()}
        refuse_unknown(*(key for key, each in value.items() if each and key not in known))
        rows = value.get("grid")
        if not isinstance(rows, list) or not _are_objects(rows):
            raise SudokuError("'grid' must be an array of rows of objects")
        has_givens = any(cell.get("given") for row in rows for cell in row)
        cells = [
            [cell.get("value") or 0 if cell.get("given") or not has_givens else 0 for cell in row]
            for row in rows
        ]
        regions = [cell.get("region") for row in rows for cell in row]
        grid = grid_of_json(cells, geometry_of_regions(regions, len(rows), geometry), None)
        grid = with_rules(_with_marks(grid, rows), value)
        solution = value.get("solution")
        extra = {"solution": solution} if isinstance(solution, list) and solution else {}
        ignored = ", ".join(key for key in COSMETIC if _adds(value.get(key)))
        warning = f"keys without rules ignored: {ignored}" if ignored else ""
        return Found(grid, "", said(value, KEYS), extra, warning)

    def refuses(self, content: Content) -> str:
        if not content.grid.geometry.is_full:
            return f"{self.name} supports full grids only"
        try:
            rules_of(content.grid)
        except SudokuError as error:
            return f"{self.name} supports {error}"
        return ""

    def write(self, content: Content, style: Style) -> str:
        from sudokutools.formats.lzstring import compress

        packed = compress(self.text(content, style).rstrip("\n"))
        return f"https://www.f-puzzles.com/?load={packed}\n"

    def text(self, content: Content, style: Style) -> str:
        grid = content.grids[0]
        geometry = grid.geometry
        solution = solution_of(content)
        has_regions = geometry.base is not Geometry.of_size(geometry.n) or not geometry.has_boxes
        cells: list[dict[str, Any]] = []
        for cell, symbol in enumerate(grid.cells):
            given: dict[str, Any] = {"value": symbol, "given": True} if symbol else {}
            if grid.candidates is not None and not symbol:
                mask = grid.candidates[cell]
                marks = [place + 1 for place in range(geometry.n) if mask >> place & 1]
                given["givenPencilMarks"] = marks
            cells.append(given | ({"region": geometry.region_of(cell)} if has_regions else {}))
        rows = [cells[at : at + geometry.columns] for at in range(0, len(cells), geometry.columns)]
        keys: dict[str, Any] = {"size": geometry.n, **fields(content, FIELDS, KEYS), "grid": rows}
        keys |= rules_of(grid)
        if solution is not None:
            keys["solution"] = list(solution.cells)
        return self.dump(keys)


def unpacked(link: bytes) -> str:
    """Return the text of a link. Raises SudokuError if it holds none."""
    from sudokutools.formats.lzstring import decompress

    match = _LINK.match(link)
    if match is None:
        raise SudokuError("invalid LZString data")
    return decompress(_unescaped(match[1]).strip().replace(" ", "+"))


def _unescaped(link: bytes) -> str:
    plain = re.sub(rb"%([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), link)
    return plain.decode("ascii", "replace")


def _value_of(text: str) -> Any:
    """Return the value of JSON, or of SudokuPad's variant of it. Raises SudokuError."""
    from sudokutools.formats.relaxed_json import as_json

    try:
        return decoded(text)
    except SudokuError:
        return decoded(as_json(text))


def _adds(value: Any) -> bool:
    """Return whether a cosmetic value is more than drawings of clues with keys of their own."""
    marks = ("fromConstraint", "isNewConstraint", "isClockConstraint")
    objects = value if isinstance(value, list) else [value] if value else []
    return any(not isinstance(o, dict) or not any(map(o.get, marks)) for o in objects)


def _are_objects(rows: list[Any]) -> bool:
    return all(isinstance(row, list) and all(isinstance(c, dict) for c in row) for row in rows)


def _with_marks(grid: Grid, rows: list[list[Mapping[str, Any]]]) -> Grid:
    """Return a grid with the given candidates of its cells, without marks of a player."""
    given = [cell.get("givenPencilMarks") or () for row in rows for cell in row]
    if not any(given):
        return grid
    n = grid.geometry.n
    masks = []
    for symbol, marks in zip(grid.cells, given, strict=True):
        is_list = isinstance(marks, list | tuple)
        if not is_list or not all(type(mark) is int and 1 <= mark <= n for mark in marks):
            raise SudokuError(f"'givenPencilMarks' must be numbers from 1 to {n}")
        mask = sum(1 << (mark - 1) for mark in set(marks)) or (1 << n) - 1
        masks.append(1 << (symbol - 1) if symbol else mask)
    return marked(grid.geometry, grid.cells, masks)


FORMAT = FPuzzlesFormat()
