"""The keys of a variant in `json`: rules and clues as data.

{"variant":["x"],"regions":"ABBB...","houses":[["r1c1","r2c2"]],
 "cages":[{"sum":10,"cells":["r1c1","r1c2"]}],"less":[["r1c1","r1c2"]],"even":["r1c1"]}
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import VARIANT_KEYS
from sudokutools.grid.spec import Places, Said, parse_value, regions_text

_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")


def keys_of(grid: Grid) -> dict[str, Any]:
    """Return the keys of the rules and clues of a grid."""
    geometry = grid.geometry

    def names(cells: Iterable[int]) -> list[str]:
        return [geometry.cell_name(cell) for cell in cells]

    keys: dict[str, Any] = {}
    if not geometry.has_boxes:
        keys["regions"] = regions_text(geometry)
    keys["variant"] = list(geometry.rules)
    keys["houses"] = list(map(names, geometry.extra_houses))
    if grid.relations is not None:
        cages = grid.relations.cages
        keys["cages"] = [{"sum": cage.sum, "cells": names(cage.cells)} for cage in cages]
        keys["less"] = list(map(names, grid.relations.less))
        keys["even"], keys["odd"] = names(grid.relations.even), names(grid.relations.odd)
    return {key: value for key, value in keys.items() if value}


def take_keys(extra: dict[str, Any]) -> Said:
    """Take the keys of a variant out of an object. Raises SudokuError if they are invalid."""
    values = {key: extra.pop(key, None) for key in VARIANT_KEYS}
    readers = {"variant": _variant, "regions": _regions, "cages": _cages}
    readers |= {"houses": _runs, "less": _runs, "even": _places, "odd": _places}
    return Said(**{key: readers[key](key, value) for key, value in values.items() if value})


def _variant(key: str, value: Any) -> Any:
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in names):
        raise SudokuError(f"'{key}' must be an array of names")
    return parse_value(key, " ".join(names))


def _regions(key: str, value: Any) -> Any:
    if isinstance(value, str):
        return parse_value(key, value)
    if not isinstance(value, list):
        raise SudokuError(f"'{key}' must be a string or rows of numbers")
    signs: list[str] = []
    for row in value:
        cells = row if isinstance(row, list | str) else [row]
        signs += map(str, cells)
    return tuple(signs)


def _places(key: str, value: Any) -> Places:
    if not isinstance(value, list):
        raise SudokuError(f"'{key}' must be an array of cells")
    found = [_NAME.fullmatch(name) if isinstance(name, str) else None for name in value]
    for name, match in zip(value, found, strict=True):
        if match is None:
            raise SudokuError(f"'{key}': {str(name)[:20]!r}: expected a cell such as 'r1c1'")
    return tuple((int(match[1]), int(match[2])) for match in found if match is not None)


def _runs(key: str, value: Any) -> tuple[Places, ...]:
    if not isinstance(value, list):
        raise SudokuError(f"'{key}' must be an array of arrays of cells")
    return tuple(_places(key, run) for run in value)


def _cages(key: str, value: Any) -> tuple[tuple[int, Places], ...]:
    if not isinstance(value, list) or not all(isinstance(cage, dict) for cage in value):
        raise SudokuError(f"'{key}' must be an array of objects")
    found = []
    for cage in value:
        others = cage.keys() - {"sum", "cells"}
        if others:
            raise SudokuError(f"'{key}': {min(others)[:20]!r} is not supported")
        total = cage.get("sum") or 0
        if type(total) is not int or not 0 <= total < 100_000:
            raise SudokuError(f"'{key}': 'sum' must be a number")
        found.append((total, _places(key, cage.get("cells"))))
    return tuple(found)
