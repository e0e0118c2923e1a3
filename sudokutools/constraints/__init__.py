"""Constraints: the clues of variants, a class per kind. This is their registry.

A package may add kinds by entry points of the group `sudokutools.constraints`: the name is the key
of the kind, the object its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.constraint import Constraint

KINDS = {
    "cages": "cell_sums.Cage",
    "rellik": "cages.Rellik",
    "equality": "cages.Equality",
    "lunchbox": "cages.Lunchbox",
    "less": "pairs.Less",
    "even": "marked.Even",
    "odd": "marked.Odd",
    "difference": "pairs.Difference",
    "ratio": "pairs.Ratio",
    "sum": "cell_sums.Sum",
    "product": "cell_sums.Product",
    "weighted": "cell_sums.WeightedSum",
    "slow": "compared_lines.Slow",
    "negative": "pairs.Negative",
    "arrow": "summed_lines.Arrow",
    "doublearrow": "summed_lines.DoubleArrow",
    "whisper": "compared_lines.Whisper",
    "renban": "compared_lines.Renban",
    "nabner": "compared_lines.Nabner",
    "palindrome": "compared_lines.Palindrome",
    "zipper": "summed_lines.Zipper",
    "between": "compared_lines.Between",
    "lockout": "compared_lines.Lockout",
    "regionsum": "summed_lines.RegionSum",
    "sumline": "summed_lines.SumLine",
    "equalsum": "summed_lines.EqualSum",
    "magicsquare": "summed_lines.MagicSquare",
    "entropic": "compared_lines.Entropic",
    "modular": "compared_lines.Modular",
    "parityline": "compared_lines.ParityLine",
    "samedifference": "compared_lines.SameDifference",
    "regex": "regex.Regex",
    "pair": "encoded.Pair",
    "pairx": "encoded.PairX",
    "nfa": "encoded.Nfa",
    "minimum": "marked.Minimum",
    "maximum": "marked.Maximum",
    "rowindex": "marked.RowIndex",
    "columnindex": "marked.ColumnIndex",
    "boxindex": "marked.BoxIndex",
    "clone": "pairs.Clone",
    "quadruple": "marked.Quadruple",
    "circles": "marked.Circles",
    "containatleast": "counted.Contains",
    "containexact": "counted.ContainsExactly",
    "lookandsay": "counted.LookAndSay",
    "countdistinct": "counted.CountDistinct",
    "samevalues": "counted.SameValues",
    "valueindexing": "counted.ValueIndexing",
    "connected": "connected.Region",
    "chaos": "connected.Chaos",
    "sandwich": "outside.Sandwich",
    "xsum": "outside.XSum",
    "skyscraper": "outside.Skyscraper",
    "hiddenskyscraper": "outside.HiddenSkyscraper",
    "room": "outside.Room",
    "fullrank": "ranked.FullRank",
    "tiedrank": "ranked.TiedRank",
    "littlekiller": "cell_sums.LittleKiller",
    "or": "alternatives.Or",
    "extracells": "extra.ExtraCells",
    "doubler": "doubler.Doubler",
}
"""The modules and classes of all kinds by key, in the order in which they are written."""

USUAL_KINDS = ("cages", "less", "even", "odd")
"""Kinds that collections know by name; a comment `less: ...` is always a clue, not a title."""

ALIASES = {
    "killer": "cages", "killercage": "cages", "thermo": "less", "thermometer": "less",
    "slowthermo": "slow", "slowthermometer": "slow", "whitedot": "difference 1:",
    "blackdot": "ratio 2:", "germanwhisper": "whisper 5:", "dutchwhisper": "whisper 4:",
    "zipperline": "zipper", "betweenline": "between", "lockoutline": "lockout",
    "regionsumline": "regionsum", "entropicline": "entropic", "modularline": "modular",
    "rowindexer": "rowindex", "columnindexer": "columnindex", "boxindexer": "boxindex",
    "quad": "quadruple", "countingcircle": "circles", "sandwichsum": "sandwich",
    "numberedroom": "room", "littlekillersum": "littlekiller",
}  # fmt: skip
"""Other names of kinds, as words of one or two parts, and the beginning of their values."""

RELATED = {
    "dot": "difference", "kropki": "difference", "xv": "sum", "inequality": "less",
    "greaterthan": "less", "lessthan": "less", "chinesewhisper": "whisper", "pillarrow": "arrow",
    "indexing": "columnindex", "jigsaw": "regions", "hyper": "windoku", "diagonal": "x",
    "antitaxicab": "taxicab", "globalentropy": "entropy",
}  # fmt: skip
"""Other names that are not read, and the rules, kinds or keys that may be meant."""

MOST_NAME = 40  # The maximum length of names of kinds in other formats.
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


def meant(name: str) -> str:
    """Return the rule, kind or key that another name of it means, "" if it is unknown.

    >>> meant("Thermometers"), meant("german-whisper"), meant("diagonal"), meant("colour")
    ('less', 'whisper', 'x', '')
    >>> meant("X-Sums"), meant("arrow")
    ('xsum', 'arrow')
    """
    word = name.replace("-", "").lower()
    if word in KINDS or (word := word.removesuffix("s")) in KINDS:
        return word
    return ALIASES.get(word, "").split(" ")[0] or RELATED.get(word, "")


def kinds_named(
    name: str, names: Callable[[type[Constraint]], Iterable[str]]
) -> dict[str, type[Constraint]]:
    """Return the kinds with a name: keys are their `names` that equal it up to a `~`.

    All are in one module. The module of the kind that the name suggests is tried first, because
    importing all of them takes time.
    """
    keys = {key: home.partition(".")[0] for key, home in KINDS.items()}
    likely = keys.get(meant(name))
    for module in dict.fromkeys([likely or keys["cages"], *keys.values()]):
        own = [kind(key) for key, home in keys.items() if home == module]
        found = {
            each: kind for kind in own for each in names(kind) if each.partition("~")[0] == name
        }
        if found:
            return found
    return {}


def suggestion(word: str, *others: str) -> str:
    """Return the key of a kind, or one of the others, that a word means or resembles.

    >>> suggestion("arow"), suggestion("thermo"), suggestion("colour")
    ("; did you mean 'arrow'?", "; did you mean 'less'?", '')
    """
    from difflib import get_close_matches

    known = [*KINDS, *added_kinds(), *others]
    near = [meant(word)] if meant(word) in known else []
    near = near or get_close_matches(word[:20].lower(), known, 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


@cache
def added_kinds() -> dict[str, type[Constraint]]:
    """Return the kinds of installed packages by key."""
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=ENTRY_POINTS)}


@cache
def order(key: str) -> tuple[int, str]:
    """Return a sort key: kinds of packages come last."""
    return list(KINDS).index(key) if key in KINDS else len(KINDS), key


def __getattr__(name: str) -> Any:
    for key, found in KINDS.items():
        if found.endswith(f".{name}"):
            return kind(key)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    classes = (found.partition(".")[2] for found in KINDS.values())
    return [*classes, "KINDS", "added_kinds", "kind"]
