"""`fpuzzles`: links of f-puzzles.com and SudokuPad, and the JSON that they hold.

https://www.f-puzzles.com/?load=N4Ig...     a JSON object, compressed by LZString
https://sudokupad.app/fpuzN4Ig...           the same
{"size":9,"grid":[[{"value":8,"given":true},{},...],...]}

{"diagonal+":true,"antiknight":true,"extraregion":[{"cells":[...]}],"negative":["xv"],
 "killercage":[{"cells":["R1C1","R1C2"],"value":"10"}],"thermometer":[{"lines":[["R1C1","R2C2"]]}]}

The key of a kind of clue and its entries are in `constraints`. Any other key that is not empty
makes a puzzle unreadable, because without that rule it would be another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sudokutools import formats
from sudokutools.constraints import MOST_NAME, kind, kinds_named, order
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.variant_rules import HOUSE_RULES, NONCONSECUTIVE
from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.foreign import (
    FOG,
    Found,
    diagonals,
    geometry_of_regions,
    ignoring,
    record,
    refuse_unknown,
    ruled,
    unescaped,
    unnamed_houses,
)
from sudokutools.formats.format import Content, File, Record, Style
from sudokutools.formats.json import grid_of_json
from sudokutools.formats.json_objects import ForeignObject, comments_of, fields, solution_of
from sudokutools.formats.json_text import as_json, decoded
from sudokutools.formats.reading.lines import Line, Passage
from sudokutools.grid.candidates import marked, mask_of, symbols_of
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

KEYS = {"ruleset": "rules"}
FIELDS = ("title", "author", "rules")

SILENT = frozenset({"size", "grid", "solution", "disabledlogic", "truecandidatesoptions"})
"""Keys without rules, besides the named values."""

DRAWN = ("text", "line", "circle", "rectangle", "cage")
COSMETIC = (*DRAWN, *FOG, "metadata", "successMessage", "highlightConflicts")
"""Keys that change no rule: drawings, and texts for the player. A warning names them."""

WITHOUT_RULES = frozenset({*SILENT, *COSMETIC, *KEYS, *metadata.KEYS})

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
        if text.startswith(b"{"):
            return super().read(file, line, text)
        raw = line.raw
        return (record(file, line.number, raw, lambda: self._parse_link(file, text)),)

    def _parse_link(self, file: File, text: bytes) -> Found:
        if _LINK.match(text) is None:
            from sudokutools.formats.sudokuwiki import grid_of_link

            return Found(grid_of_link(text, file.geometry))
        value = _value_of(unpacked(text))
        form = formats.of_object(value) if isinstance(value, dict) else None
        if not isinstance(form, ForeignObject):
            raise SudokuError("no f-puzzles or SudokuPad puzzle in the link")
        return form.parse(value, file.geometry)

    def knows(self, value: Mapping[str, Any]) -> bool:
        rows = value["grid"]
        first = rows[0] if isinstance(rows, list) and rows else None
        return isinstance(first, list) and bool(first) and isinstance(first[0], dict)

    def parse(self, value: Mapping[str, Any], geometry: Geometry | None) -> Found:
        stated = _stated(value)
        rows = value.get("grid")
        if not isinstance(rows, list) or not _are_objects(rows):
            raise SudokuError("'grid' must be an array of rows of objects")
        # Other values were entered by a player.
        cells = [[cell.get("value") or 0 if cell.get("given") else 0 for cell in r] for r in rows]
        regions = [cell.get("region") for row in rows for cell in row]
        grid = grid_of_json(cells, geometry_of_regions(regions, len(rows), geometry), None)
        grid = with_rules(_with_marks(grid, rows), value, stated)
        solution = value.get("solution")
        extra = {"solution": solution} if isinstance(solution, list) and solution else {}
        ignored = [key for key in COSMETIC if _adds(value.get(key))]
        warning = ignoring(ignored, bool(value.get("ruleset")))
        return Found(grid, "", comments_of(value, KEYS), extra, warning)

    def refuses(self, content: Content) -> str:
        geometry = content.grid.geometry
        if not (geometry.is_full and geometry.base.is_plain):
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
                given["givenPencilMarks"] = symbols_of(grid.candidates[cell])
            cells.append(given | ({"region": geometry.region_of(cell)} if has_regions else {}))
        rows = [cells[at : at + geometry.columns] for at in range(0, len(cells), geometry.columns)]
        keys: dict[str, Any] = {"size": geometry.n, **fields(content, FIELDS, KEYS), "grid": rows}
        keys |= rules_of(grid)
        if solution is not None:
            keys["solution"] = list(solution.cells)
        return self.dump(keys)


def unpacked(link: bytes) -> str:
    from sudokutools.formats.lzstring import decompress

    match = _LINK.match(link)
    assert match is not None
    return decompress(unescaped(match[1]).strip().replace(" ", "+"))


def _value_of(text: str) -> Any:
    """Return the value of JSON, or of SudokuPad's variant of it."""
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
    given = [cell.get("givenPencilMarks") or () for row in rows for cell in row]
    if not any(given):
        return grid
    n = grid.geometry.n
    masks = []
    for symbol, marks in zip(grid.cells, given, strict=True):
        is_list = isinstance(marks, list | tuple)
        if not is_list or not all(type(mark) is int and 1 <= mark <= n for mark in marks):
            raise SudokuError(f"'givenPencilMarks' must be numbers from 1 to {n}")
        masks.append(mask_of([symbol] if symbol else marks) or (1 << n) - 1)
    return marked(grid.geometry, grid.cells, masks)


FLAGS = {
    "antiknight": "antiknight",
    "antiking": "antiking",
    "disjointgroups": "disjoint",
    "nonconsecutive": NONCONSECUTIVE,
}
"""Keys that are true for a rule, and the names of the rules."""

DIAGONALS = ("diagonal-", "diagonal+")  # Keys of the falling and the rising diagonal.
EXTRA = "extraregion"
DOTS = ("difference", "ratio")  # Keys of clues that free their pair from `nonconsecutive`.


RULES = frozenset({*FLAGS, *DIAGONALS, EXTRA})


def _stated(value: Mapping[str, Any]) -> list[str]:
    """Return the keys that are not empty and have rules. Raises SudokuError for an unknown key."""
    found = [key for key, each in value.items() if each and key not in WITHOUT_RULES]
    refuse_unknown(*(key for key in found if key not in RULES and kind_of(key) is None))
    return found


def kind_of(key: str) -> type[Constraint] | None:
    return _kind_of(key) if key not in RULES and 0 < len(key) <= MOST_NAME else None


@lru_cache(maxsize=256)
def _kind_of(key: str) -> type[Constraint] | None:
    return kinds_named(key, lambda each: [each.fpuzzles]).get(key)


def with_rules(grid: Grid, value: Mapping[str, Any], keys: Sequence[str]) -> Grid:
    """Return a grid with the rules and clues of some keys of an object. Raises SudokuError."""
    if not keys:
        return grid
    geometry = grid.geometry
    houses = [entry.cells() for entry in _entries(value, EXTRA, geometry)]
    houses += [
        tuple(h) for key, h in zip(DIAGONALS, diagonals(geometry), strict=True) if value.get(key)
    ]
    rules = [rule for key, rule in FLAGS.items() if value.get(key)]
    kinds = filter(None, map(kind_of, keys))
    clues = [
        clue
        for each in sorted(kinds, key=lambda each: order(each.key))
        for entry in _entries(value, each.fpuzzles, geometry)
        for clue in each.from_fpuzzles(entry)
    ]
    if NONCONSECUTIVE in rules and any(value.get(key) for key in DOTS):
        rules.remove(NONCONSECUTIVE)
        clues.append(kind("negative")((), 1, text="difference"))
    return ruled(grid, rules, houses, clues)


def _entries(value: Mapping[str, Any], key: str, geometry: Geometry) -> Iterator[Entry]:
    found = value.get(key) or []
    if not isinstance(found, list):
        raise SudokuError(f"{key!r} must be an array of objects")
    return (Entry(key, each, geometry) for each in found)


def rules_of(grid: Grid) -> dict[str, Any]:
    """Return the keys of the rules and clues of a grid. Raises SudokuError such as `no rule
    entropy`.
    """
    geometry = grid.geometry
    clues = grid.constraints.items if grid.constraints is not None else ()
    lacking = set(geometry.rules) - {*FLAGS.values(), *HOUSE_RULES}
    if lacking:
        raise SudokuError(f"no rule {min(lacking)}")
    if NONCONSECUTIVE in geometry.rules and any(clue.key in DOTS for clue in clues):
        raise SudokuError(f"no rule {NONCONSECUTIVE} for pairs with a dot")
    # With dots, `nonconsecutive` is a clue.
    rest = [c for c in clues if (c.key, c.text, c.number) != ("negative", "difference", 1)]
    rules = [*geometry.rules, *([NONCONSECUTIVE] if len(rest) < len(clues) else [])]
    keys: dict[str, Any] = {key: True for key, rule in FLAGS.items() if rule in rules}
    if "x" in rules:
        keys |= dict.fromkeys(DIAGONALS, True)
    if houses := unnamed_houses(geometry, ["x", "disjoint"]):
        keys[EXTRA] = [{"cells": entry_names(house, geometry)} for house in houses]
    return keys | _entries_of(rest, geometry, clues)


def _entries_of(
    clues: list[Constraint], geometry: Geometry, among: tuple[Constraint, ...]
) -> dict[str, Any]:
    """Return the entries of some clues of a grid by their keys; `among` are all of them."""
    keys: dict[str, Any] = {}
    for clue in clues:
        if not clue.fpuzzles:
            raise SudokuError(f"no {clue.key}")
        entries = keys.setdefault(clue.fpuzzles, [])
        found = clue.to_fpuzzles(geometry, among)
        entries += found if clue.key != "negative" else [e for e in found if e not in entries]
    return keys


FORMAT = FPuzzlesFormat()
FORMAT = FPuzzlesFormat()
