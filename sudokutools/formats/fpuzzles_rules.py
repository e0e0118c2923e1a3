"""Rules and clues of f-puzzles: its keys, and our names.

{"diagonal+":true,"antiknight":true,"extraregion":[{"cells":[...]}],"negative":["xv"],
 "killercage":[{"cells":["R1C1","R1C2"],"value":"10"}],"thermometer":[{"lines":[["R1C1","R2C2"]]}]}

The key of a kind of clue and its entries are in `constraints`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sudokutools.constraints import KINDS, kind
from sudokutools.constraints.constraint import Constraint
from sudokutools.constraints.fpuzzles_entry import Entry, entry_names
from sudokutools.constraints.variant_rules import HOUSE_RULES, NONCONSECUTIVE
from sudokutools.errors import SudokuError
from sudokutools.formats.foreign import diagonals, ruled, unnamed_houses
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid

FLAGS = {
    "antiknight": "antiknight",
    "antiking": "antiking",
    "disjointgroups": "disjoint",
    "nonconsecutive": NONCONSECUTIVE,
}
"""Keys that are true for a rule, and the names of the rules."""

DIAGONALS = ("diagonal-", "diagonal+")
"""Keys of the falling and the rising diagonal, one house each."""

EXTRA = "extraregion"
DOTS = ("difference", "ratio")  # Keys of clues that free their pair from `nonconsecutive`.


@cache
def kinds() -> dict[str, type[Constraint]]:
    """Return the kinds of clue by their keys in f-puzzles."""
    found = map(kind, KINDS)
    return {each.fpuzzles: each for each in found if each.fpuzzles}


def rule_keys() -> set[str]:
    return {*FLAGS, *DIAGONALS, EXTRA, *kinds()}


def with_rules(grid: Grid, value: Mapping[str, Any]) -> Grid:
    """Return a grid with the rules and clues of an object. Raises SudokuError."""
    if not any(value.get(key) for key in rule_keys()):
        return grid
    geometry = grid.geometry
    n = geometry.n
    houses = [entry.cells() for entry in _entries(value, EXTRA, geometry)]
    houses += [tuple(h) for key, h in zip(DIAGONALS, diagonals(n), strict=True) if value.get(key)]
    rules = [rule for key, rule in FLAGS.items() if value.get(key)]
    clues = [
        clue
        for key, each in kinds().items()
        for entry in _entries(value, key, geometry)
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
    """Return the keys of the rules and clues of a grid.

    Raises SudokuError with what f-puzzles lacks, such as `no rule entropy`.
    """
    geometry = grid.geometry
    clues = grid.constraints.items if grid.constraints is not None else ()
    lacking = set(geometry.rules) - {*FLAGS.values(), *HOUSE_RULES}
    if lacking:
        raise SudokuError(f"no rule {min(lacking)}")
    if NONCONSECUTIVE in geometry.rules and any(clue.key in DOTS for clue in clues):
        raise SudokuError(f"no rule {NONCONSECUTIVE} for pairs with a dot")
    free = [c for c in clues if c.key == "negative" and (c.text, c.number) == ("difference", 1)]
    rules = [*geometry.rules, *([NONCONSECUTIVE] if free else [])]
    keys: dict[str, Any] = {key: True for key, rule in FLAGS.items() if rule in rules}
    if "x" in geometry.rules:
        keys |= dict.fromkeys(DIAGONALS, True)
    houses = unnamed_houses(geometry, ["x", "disjoint"])
    if houses:
        keys[EXTRA] = [{"cells": entry_names(house, geometry)} for house in houses]
    for clue in clues:
        if clue in free:
            continue
        if not clue.fpuzzles:
            raise SudokuError(f"no {clue.key}")
        entries = keys.setdefault(clue.fpuzzles, [])
        found = clue.to_fpuzzles(geometry, clues)
        entries += found if clue.key != "negative" else [e for e in found if e not in entries]
    return keys
