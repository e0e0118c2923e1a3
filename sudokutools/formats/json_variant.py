"""The keys of a variant in `json`: rules and clues as data.

{"variant":["x"],"grids":"samurai","regions":"ABBB...","houses":[["r1c1","r2c2"]],
 "cages":[{"sum":10,"cells":["r1c1","r1c2"]}],"less":[["r1c1","r1c2"]],"even":["r1c1"],
 "arrow":["r1c1:r1c2r1c3"]}    other kinds: values of the spec
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, islice
from typing import Any

from sudokutools.constraints.places import CELL, Places
from sudokutools.errors import SudokuError
from sudokutools.grid.grid import Grid
from sudokutools.grid.keys import KEYS, VARIANT_KEYS
from sudokutools.grid.spec import Spec, is_known, parse_value, regions_text, spec_from


def keys_of(grid: Grid) -> dict[str, Any]:
    geometry = grid.geometry

    def names(cells: Iterable[int]) -> list[str]:
        return [geometry.cell_name(cell) for cell in cells]

    keys: dict[str, Any] = {}
    if geometry.layout:
        keys["grids"] = geometry.layout
    if not geometry.has_boxes:
        keys["regions"] = regions_text(geometry)
    keys["variant"] = list(geometry.rules)
    keys["houses"] = list(map(names, geometry.extra_houses))
    if grid.constraints is not None:
        cages = grid.constraints.cages
        keys["cages"] = [{"sum": cage.sum, "cells": names(cage.cells)} for cage in cages]
        keys["less"] = list(map(names, grid.constraints.less))
        keys["even"], keys["odd"] = names(grid.constraints.even), names(grid.constraints.odd)
        for clue in grid.constraints.others:
            keys.setdefault(clue.key, []).append(clue.value(geometry))
    return {key: value for key, value in keys.items() if value}


def extra_keys(grid: Grid) -> dict[str, Any]:
    """Return the values of extra cells, if a full grid determines them."""
    from sudokutools.constraints.extra import fillings
    from sudokutools.constraints.shape import values_of

    if not grid.is_complete or grid.constraints is None:
        return {}
    values = values_of(grid.cells, grid.geometry)
    found = list(islice(fillings(grid.constraints.items, values, grid.geometry), 2))
    return {"extra": list(found[0])} if len(found) == 1 else {}


def take_keys(extra: dict[str, Any]) -> Spec:
    keys = [*VARIANT_KEYS, *(key for key, value in extra.items() if _is_added(key, value))]
    values = {key: extra.pop(key, None) for key in keys}
    readers = dict.fromkeys(values, _clues) | _READERS
    return spec_from({key: readers[key](key, value) for key, value in values.items() if value})


def _is_added(key: str, value: Any) -> bool:
    is_other = isinstance(value, list) and key not in KEYS
    is_clue = is_other and value and CELL.search(str(value[0])) is not None
    return bool(is_clue) and is_known(key)


def _variant(key: str, value: Any) -> Any:
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in names):
        raise SudokuError(f"'{key}' must be an array of names")
    return parse_value(key, " ".join(names))


def _grids(key: str, value: Any) -> Any:
    return parse_value(key, value if isinstance(value, str) else _text(key, value))


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
    found = [CELL.fullmatch(name) if isinstance(name, str) else None for name in value]
    for name, match in zip(value, found, strict=True):
        if match is None:
            raise SudokuError(f"'{key}': {str(name)[:20]!r}: expected a cell such as 'r1c1'")
    return tuple((int(match[1]), int(match[2])) for match in found if match is not None)


def _runs(key: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise SudokuError(f"'{key}' must be an array of arrays of cells")
    return value


def _text(key: str, value: Any) -> str:
    return "".join(f"r{row}c{column}" for row, column in _places(key, value))


def _cages(key: str, value: Any) -> tuple[str, ...]:
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
        found.append(f"{total}:{_text(key, cage.get('cells'))}")
    return tuple(found)


def _clues(key: str, value: Any) -> tuple[str, ...]:
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(text, str) for text in texts):
        raise SudokuError(f"'{key}' must be an array of texts as in a spec")
    return tuple(chain.from_iterable(parse_value(key, text) for text in texts))


_READERS: dict[str, Callable[[str, Any], Any]] = {
    "variant": _variant,
    "regions": _regions,
    "grids": _grids,
    "houses": lambda key, value: tuple(_places(key, run) for run in _runs(key, value)),
    "cages": _cages,
    "less": lambda key, value: tuple(_text(key, run) for run in _runs(key, value)),
    "even": lambda key, value: (_text(key, value),),
    "odd": lambda key, value: (_text(key, value),),
}
