"""Rules and clues of f-puzzles: its keys, and our names.

{"diagonal+":true,"antiknight":true,"killercage":[{"cells":["R1C1","R1C2"],"value":"10"}],
 "extraregion":[{"cells":[...]}],"thermometer":[{"lines":[["R1C1","R2C2"]]}],"odd":[{"cell":"R1C1"}]}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import refuse_unknown, ruled
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

FLAGS = {
    "antiknight": "antiknight",
    "antiking": "antiking",
    "disjointgroups": "disjoint",
    "nonconsecutive": "nonconsecutive",
}
"""Keys that are true for a rule, and the names of the rules."""

DIAGONALS = ("diagonal-", "diagonal+")
"""Keys of the falling and the rising diagonal, one house each."""

RULE_KEYS = (
    *FLAGS,
    *DIAGONALS,
    "killercage",
    "extraregion",
    "thermometer",
    "even",
    "odd",
)

_CELL = re.compile(r"[rR]([0-9]{1,3})[cC]([0-9]{1,3})")


def with_rules(grid: Grid, value: Mapping[str, Any]) -> Grid:
    """Return a grid with the rules and clues of an object. Raises SudokuError."""
    if not any(value.get(key) for key in RULE_KEYS):
        return grid
    geometry = grid.geometry
    houses = [list(_cells(each, geometry)) for each in _objects(value, "extraregion")]
    n = geometry.n
    falling, rising = [i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]
    houses += [h for key, h in zip(DIAGONALS, (falling, rising), strict=True) if value.get(key)]
    return ruled(
        grid,
        [rule for key, rule in FLAGS.items() if value.get(key)],
        houses,
        [(_sum(each), list(_cells(each, geometry))) for each in _objects(value, "killercage")],
        list(_chains(value, geometry)),
        [_cell(each.get("cell"), geometry) for each in _objects(value, "even")],
        [_cell(each.get("cell"), geometry) for each in _objects(value, "odd")],
    )


def rules_of(grid: Grid) -> dict[str, Any]:
    """Return the keys of the rules and clues of a grid."""
    geometry, relations = grid.geometry, grid.relations
    keys: dict[str, Any] = {key: True for key, rule in FLAGS.items() if rule in geometry.rules}
    extras = geometry.extras
    if "x" in geometry.rules:
        keys |= dict.fromkeys(DIAGONALS, True)
        extras = tuple(extra for extra in extras if not extra.name.startswith("diagonal "))
    if "disjoint" in geometry.rules:
        extras = tuple(extra for extra in extras if not extra.name.startswith("disjoint "))

    def names(cells: Iterable[int]) -> list[str]:
        return [geometry.cell_name(cell).upper() for cell in cells]

    if extras:
        keys["extraregion"] = [{"cells": names(extra.cells)} for extra in extras]
    if relations is None:
        return keys
    if relations.cages:
        keys["killercage"] = [
            {"cells": names(cage.cells)} | ({"value": str(cage.sum)} if cage.sum else {})
            for cage in relations.cages
        ]
    if relations.less:
        keys["thermometer"] = [{"lines": [names(run)]} for run in relations.less]
    for key, marked in (("even", relations.even), ("odd", relations.odd)):
        if marked:
            keys[key] = [{"cell": name} for name in names(marked)]
    return keys


def _objects(value: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = value.get(key) or []
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise SudokuError(f"{key!r} must be an array of objects")
    return found


def _cell(name: Any, geometry: Geometry) -> int:
    match = _CELL.fullmatch(name) if isinstance(name, str) else None
    row, column = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= row <= geometry.rows and 1 <= column <= geometry.columns):
        raise SudokuError(f"unknown cell {str(name)[:20]!r}")
    return (row - 1) * geometry.columns + column - 1


def _cells(each: Mapping[str, Any], geometry: Geometry) -> Iterator[int]:
    names = each.get("cells")
    if not isinstance(names, list):
        raise SudokuError("'cells' must be an array of names such as R1C1")
    return (_cell(name, geometry) for name in names)


def _chains(value: Mapping[str, Any], geometry: Geometry) -> Iterator[list[int]]:
    """Yield the thermometers, each from its bulb."""
    for each in _objects(value, "thermometer"):
        lines = each.get("lines") or []
        if not isinstance(lines, list):
            raise SudokuError("'lines' of a thermometer must be an array")
        for line in lines:
            yield list(_cells({"cells": line}, geometry))


def _sum(cage: Mapping[str, Any]) -> int:
    value = str(cage.get("value") or "").strip()
    if value and not re.fullmatch("[0-9]{1,4}", value):
        refuse_unknown(f"killercage with {value}")
    return int(value or 0)
