"""`scl`: puzzles of SudokuPad, from its links or as JSON, with the long keys or the short ones.

{"cells":[[{},{"value":5},...],...],"regions":[[[0,0],[0,1],...],...],"metadata":{"title":...}}

Cells, regions and cages are read; every other key that may be a rule is refused. A cage with a
number is a killer cage, or a sum if `unique` is false; one without a number is a cage only if
`unique` is true; rows, columns, regions and the whole grid are not. Title, author and rules are in
`metadata` or, in older puzzles, values of cages without cells: `title: Morning 7`. So are the rules
`antiknight: true` and `antiking: true`. Fog is ignored with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sudokutools.constraints.cell_sums import Cage, Sum
from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.foreign import (
    FOG,
    Found,
    geometry_of_regions,
    ignoring,
    refuse_unknown,
    ruled,
)
from sudokutools.formats.json import grid_of_json
from sudokutools.formats.json_objects import ForeignObject
from sudokutools.grid.geometry import MAX_SYMBOLS, Geometry

LONG = {"ce": "cells", "v": "value", "re": "regions", "ca": "cages"}
LONG |= {"l": "lines", "a": "arrows", "o": "overlays", "u": "underlays"}
"""The long keys of the short ones that are read."""

TEXTS = ("title", "author", "rules", "solution")
FLAGS = ("antiknight", "antiking")  # Rules that `metadata` or a cage without cells states.
KNOWN = {"cells", "regions", "cages", "metadata", *TEXTS, *FOG}
COSMETIC = {"id", "cellSize", "cs", "settings", "t", "date", "version", "vd", "videos"}
"""Keys that are read, and keys that no rule depends on; all others are refused."""

_TOLD = re.compile(r"\s*(\w+)\s*:\s*(.*)", re.DOTALL)


class SclFormat(ForeignObject):
    def knows(self, value: Mapping[str, Any]) -> bool:
        """Return True: `json` has checked that the cells of the object are objects."""
        return True

    def parse(self, value: Mapping[str, Any], geometry: Geometry | None) -> Found:
        value = {LONG.get(key, key): each for key, each in value.items()}
        refuse_unknown(*(key for key in value if value[key] and key not in KNOWN | COSMETIC))
        rows = value.get("cells")
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise SudokuError("'cells' must be an array of rows")
        cells = [[_value(cell) for cell in row] for row in rows]
        regions = _regions(value.get("regions"), len(rows))
        grid = grid_of_json(cells, geometry_of_regions(regions, len(rows), geometry), None)
        stated = _metadata(value)
        rules = [name for name in FLAGS if str(stated.get(name)).strip().lower() == "true"]
        grid = ruled(grid, rules, clues=_cages(value.get("cages"), grid.geometry))
        warning = ignoring([key for key in FOG if value.get(key)], bool(stated.get("rules")))
        solution = stated.get("solution")
        extra = {"solution": solution} if isinstance(solution, str) else {}
        return Found(grid, "", metadata.comments(stated), extra, warning)


def _value(cell: Any) -> Any:
    if not isinstance(cell, dict):
        raise SudokuError("'cells' must be rows of objects")
    value = cell.get("value", cell.get("v"))
    if value is None or value == "":
        return 0
    return int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,3}", value) else value


def _regions(regions: Any, rows: int) -> list[int | None]:
    if rows > MAX_SYMBOLS:
        return []  # Too many for any grid.
    found: list[int | None] = [None] * (rows * rows)
    for number, region in enumerate(regions if isinstance(regions, list) else []):
        for cell in _cells(region, rows):
            found[cell] = number
    return found


def _cells(pairs: Any, rows: int) -> list[int]:
    cells = []
    for pair in pairs if isinstance(pairs, list) else []:
        is_cell = isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)
        if not is_cell or not all(0 <= number < rows for number in pair):
            raise SudokuError("invalid cell, expected row and column from 0")
        cells.append(pair[0] * rows + pair[1])
    return cells


def _objects(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _metadata(value: Mapping[str, Any]) -> dict[str, Any]:
    stated: dict[str, Any] = {}
    for cage in _objects(value.get("cages")):
        match = _TOLD.match(str(cage.get("value", cage.get("v", ""))))
        if match is not None and not cage.get("cells", cage.get("ce")):
            stated[match[1].lower()] = match[2]
    metadata = value.get("metadata")
    texts = {key: value[key] for key in TEXTS if key in value}
    return stated | {
        key: " ".join(map(str, each)) if isinstance(each, list) else each
        for key, each in (texts | (metadata if isinstance(metadata, dict) else {})).items()
    }


def _cages(cages: Any, geometry: Geometry) -> list[Cage | Sum]:
    houses = {frozenset(house) for house in geometry.houses} | {frozenset(range(geometry.size))}
    found = list[Cage | Sum]()
    for cage in _objects(cages):
        cells = _cells(cage.get("cells", cage.get("ce")), geometry.rows)
        value = str(cage.get("value", cage.get("v")) or "").strip()
        if not cells or (not value and frozenset(cells) in houses):
            continue
        if value and not re.fullmatch("[0-9]{1,4}", value):
            refuse_unknown(f"cage with {value}")
        is_unique = cage.get("unique", bool(value))
        if not (is_unique or value):
            refuse_unknown("cage without a sum")
        found.append((Cage if is_unique else Sum)(cells, int(value or 0)))
    return found


FORMAT = SclFormat()
