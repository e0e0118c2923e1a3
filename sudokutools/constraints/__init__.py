"""Constraints: the clues of variants, a class per kind. This is their registry.

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
    "cages": "Cage",
    "less": "Less",
    "even": "Even",
    "odd": "Odd",
    "difference": "Difference",
    "ratio": "Ratio",
    "sum": "Sum",
    "slow": "Slow",
    "negative": "Negative",
    "arrow": "Arrow",
    "doublearrow": "DoubleArrow",
    "whisper": "Whisper",
    "renban": "Renban",
    "nabner": "Nabner",
    "palindrome": "Palindrome",
    "zipper": "Zipper",
    "between": "Between",
    "lockout": "Lockout",
    "regionsum": "RegionSum",
    "sumline": "SumLine",
    "entropic": "Entropic",
    "modular": "Modular",
    "regex": "Regex",
    "minimum": "Minimum",
    "maximum": "Maximum",
    "rowindex": "RowIndex",
    "columnindex": "ColumnIndex",
    "boxindex": "BoxIndex",
    "clone": "Clone",
    "quadruple": "Quadruple",
    "circles": "Circles",
    "sandwich": "Sandwich",
    "xsum": "XSum",
    "skyscraper": "Skyscraper",
    "room": "Room",
    "littlekiller": "LittleKiller",
}
"""The classes of all kinds by key, in the order in which they are written.

The module of a kind has the name of its key, except for those in _MODULES.
"""

_MODULES = {
    "cages": "cage",
    "littlekiller": "sum",
    **dict.fromkeys(("difference", "ratio", "negative"), "dots"),
    **dict.fromkeys(("even", "odd", "minimum", "maximum"), "marked"),
    **dict.fromkeys(("columnindex", "rowindex", "boxindex"), "marked"),
    **dict.fromkeys(("slow", "whisper", "palindrome", "renban", "nabner"), "compared_lines"),
    **dict.fromkeys(("entropic", "modular", "between", "lockout"), "compared_lines"),
    **dict.fromkeys(("doublearrow", "zipper", "regionsum", "sumline"), "summed_lines"),
    **dict.fromkeys(("sandwich", "xsum", "skyscraper", "room"), "outside"),
}
ENTRY_POINTS = "sudokutools.constraints"


@cache
def kind(key: str) -> type[Constraint]:
    """Return the class of a kind. Raises SudokuError if the key is unknown.

    >>> kind("whisper").__name__
    'Whisper'
    """
    if key in KINDS:
        module = import_module(f"{__name__}.{_MODULES.get(key, key)}")
        found: type[Constraint] = getattr(module, KINDS[key])
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
    for key, class_name in KINDS.items():
        if class_name == name:
            return kind(key)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*KINDS.values(), "KINDS", "added_kinds", "kind"]
