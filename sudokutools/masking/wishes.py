"""The arguments of `mask`, and the request that they make for a geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from sudokutools.grid.geometry import Geometry
from sudokutools.masking.plan import PRINTED, PuzzleRequest


class Wishes(TypedDict, total=False):
    """The fields of a request as the arguments of `mask`, which also takes shorter values."""

    clues: int
    blanks: int
    row_blanks: int | tuple[int, int]
    minimal: bool
    orbit_minimal: bool
    pattern: str | Iterable[int]
    symmetry: str
    level: str | tuple[str, str]
    rating: float | tuple[float, float]
    technique: str
    only: str
    scale: str
    unique: bool
    tries: int
    cages: bool | tuple[int, int] | tuple[int, int, int]
    less: int
    parity: int
    add: Mapping[str, int]
    keep: str | Iterable[int]


def request_of(geometry: Geometry, wishes: Wishes) -> PuzzleRequest:
    """Return the request for a puzzle of a geometry. Raises SudokuError for invalid cells."""
    values: dict[str, Any] = {**wishes}
    for name in ("row_blanks", "rating"):
        if isinstance(value := values.get(name), int | float):
            values[name] = value, value
    if isinstance(pattern := values.get("pattern"), str):
        from sudokutools.formats.reading.pattern import read_pattern

        values["pattern"] = read_pattern(pattern, geometry)
    if isinstance(keep := values.get("keep"), str):
        from sudokutools.constraints.constraint import parse_cells

        values["keep"] = parse_cells("keep", keep, geometry)
    for name in ("pattern", "keep"):
        if values.get(name) is not None:
            values[name] = frozenset(values[name])
    if values.get("cages") is True:
        values["cages"] = PRINTED
    values["add"] = tuple(values.get("add", {}).items())
    return PuzzleRequest(**values)
