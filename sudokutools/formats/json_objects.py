"""JSON objects of other programs, whatever their keys are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from sudokutools.errors import SudokuError
from sudokutools.formats import metadata
from sudokutools.formats.foreign import Found, record
from sudokutools.formats.format import PLAIN, Content, File, Format, Record, Style
from sudokutools.formats.json import JsonFormat, grid_of_json
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid


class ForeignObject(JsonFormat):
    """An object a record, on a line of its own."""

    limits: tuple[str, ...] = (PLAIN,)
    has_candidates = False
    has_keys = False

    @abstractmethod
    def parse(self, value: Mapping[str, Any], geometry: Geometry | None) -> Found:
        """Raises SudokuError if the object is invalid."""

    def record(self, file: File, value: Any, number: int, raw: bytes) -> Record:
        def parse() -> Found:
            if not isinstance(value, dict):
                raise SudokuError("expected a JSON object")
            return self.parse(value, file.geometry)

        found = record(file, number, raw, parse)
        file.has_places = False
        return found

    def empty_place(self, record: Record) -> str:
        return Format.empty_place(self, record)

    def unsolved(self, record: Record, style: Style, status: str, with_puzzle: bool) -> str:
        return self.empty_place(record)


def comments_of(value: Mapping[str, Any], keys: Mapping[str, str]) -> list[str]:
    """Return the named values of an object as comments; `keys` maps foreign names to ours."""
    return metadata.comments({keys.get(key, key): each for key, each in value.items()})


def fields(content: Content, names: Iterable[str], keys: Mapping[str, str]) -> dict[str, str]:
    values = metadata.values(content.comments, content.extra)
    theirs = {ours: key for key, ours in keys.items()}
    return {theirs.get(name, name): values[name] for name in names if name in values}


def solution_of(content: Content) -> Grid | None:
    """Return the solution that is written with a puzzle, or was read with it."""
    if content.partner is not None:
        return content.grids[1]
    return stated_solution(content.grid, content.extra)


def stated_solution(grid: Grid, extra: Mapping[str, Any]) -> Grid | None:
    """Return the solution in the key of an object; None without a valid one."""
    rows = extra.get("solution")
    try:
        return None if rows is None else grid_of_json(rows, grid.geometry, None)
    except SudokuError:
        return None
