"""Constraints: the clues of variants, similar kinds in one module. This is their registry.

A package may add kinds by entry points of the group `sudokutools.constraints`: the name is the key
of the kind, the object its class.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.constraint import Constraint

KINDS = {
    "cages": "cage.Cage",
    "less": "less.Less",
    "even": "marked_cells.Even",
    "odd": "marked_cells.Odd",
    "difference": "dots.Difference",
    "ratio": "dots.Ratio",
    "sum": "dots.Sum",
    "slow": "related_lines.Slow",
    "negative": "dots.Negative",
    "arrow": "sum_lines.Arrow",
    "doublearrow": "sum_lines.DoubleArrow",
    "whisper": "related_lines.Whisper",
    "renban": "related_lines.Renban",
    "nabner": "related_lines.Nabner",
    "palindrome": "related_lines.Palindrome",
    "zipper": "sum_lines.Zipper",
    "between": "related_lines.Between",
    "lockout": "related_lines.Lockout",
    "regionsum": "sum_lines.RegionSum",
    "sumline": "sum_lines.SumLine",
    "entropic": "related_lines.Entropic",
    "modular": "related_lines.Modular",
    "regex": "regex.Regex",
    "minimum": "marked_cells.Minimum",
    "maximum": "marked_cells.Maximum",
    "rowindex": "marked_cells.RowIndex",
    "columnindex": "marked_cells.ColumnIndex",
    "boxindex": "marked_cells.BoxIndex",
    "clone": "clone.Clone",
    "quadruple": "quadruple.Quadruple",
    "circles": "circles.Circles",
    "sandwich": "outside_clues.Sandwich",
    "xsum": "outside_clues.XSum",
    "skyscraper": "outside_clues.Skyscraper",
    "room": "outside_clues.Room",
    "littlekiller": "littlekiller.LittleKiller",
}
"""The modules and classes of all kinds by key, in the order in which they are written."""

ENTRY_POINTS = "sudokutools.constraints"


@cache
def kind(key: str) -> type[Constraint]:
    """Return the class of a kind. Raises SudokuError if the key is unknown.

    >>> kind("whisper").__name__
    'Whisper'
    """
    if key in KINDS:
        module, _, name = KINDS[key].partition(".")
        found: type[Constraint] = getattr(import_module(f"{__name__}.{module}"), name)
        return found
    added = added_kinds().get(key)
    if added is None:
        expected = suggestion(key) or f", expected one of {', '.join(KINDS)}"
        raise SudokuError(f"unknown constraint {key[:20]!r}{expected}")
    return added


def suggestion(word: str, *others: str) -> str:
    """Return the key of a kind, or one of the others, that a word resembles, as a question.

    >>> suggestion("arow"), suggestion("colour")
    ("; did you mean 'arrow'?", '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word[:20].lower(), [*KINDS, *added_kinds(), *others], 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


@cache
def added_kinds() -> dict[str, type[Constraint]]:
    """Return the kinds of installed packages by key."""
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=ENTRY_POINTS)}


def order(key: str) -> int:
    """Return the place of a kind in the order in which they are written."""
    return list(KINDS).index(key) if key in KINDS else len(KINDS)


def __getattr__(name: str) -> Any:
    for key, place in KINDS.items():
        if place.endswith(f".{name}"):
            return kind(key)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*(place.partition(".")[2] for place in KINDS.values()), "KINDS", "added_kinds", "kind"]
