"""The rules of a puzzle in words, for players."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from sudokutools.constraints.variant_rules import IN_WORDS
from sudokutools.grid.geometry import Geometry, values_text
from sudokutools.grid.grid import Grid


def rules_in_words(grid: Grid) -> list[str]:
    """Return a sentence for the houses, for each rule and for each kind of clue.

    >>> from sudokutools import read_grid
    >>> rules_in_words(read_grid("1..............2 box=2x2,variant=x"))[1:]
    ['Both diagonals hold each symbol once.']
    """
    geometry, clues = grid.geometry, grid.constraints
    found = [_houses(geometry), *(IN_WORDS[rule] for rule in geometry.rules)]
    if geometry.extra_houses:
        found.append("Each further tinted group of cells holds no number twice.")
    for _, group in groupby(clues.items if clues is not None else (), type):
        alike: list[Any] = list(group)
        named = ", ".join(filter(None, (clue.caption(geometry) for clue in alike)))
        sentence = alike[0].in_words(alike)
        found.append(f"{sentence[:-1]} ({named})." if named else sentence)
    return found


def _houses(geometry: Geometry) -> str:
    kinds = ["row", "column"] if geometry.has_lines else []
    if geometry.regions is not None:
        kinds.append("region")
    elif 1 not in (geometry.box_width, geometry.box_height):
        kinds.append("box")
    names = " and ".join(filter(None, [", ".join(kinds[:-1]), *kinds[-1:]]))
    symbols = values_text(geometry.values).replace("-", " to ")
    if not names:
        return f"The numbers are {symbols}."
    where = "In each of the overlapping grids, every" if geometry.layout else "Every"
    houses = [*geometry.lines, *geometry.region_cells]
    if geometry.layout or {len(cells) for cells in houses} == {geometry.n}:
        return f"{where} {names} holds each of {symbols} once."
    return f"{where} {names} holds no number twice, of {symbols}."
