"""The table of techniques, in the order of the ladder, and the features of grids that need some.

`techniques.tsv` has it; order and ratings follow Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2007).
Successive rows with the same finder and size are one rung of the ladder: they are searched for
together. The compiled ladder has the same table in `_core/rate/techniques.h`; a test compares the
two.

On geometries of n symbols subsets and fish go up to half of n, each size rated 0.4 higher. Variants
use the same techniques on all of their houses, and others for their features. Techniques that
assume a unique solution are left out where more than houses constrains the grid, as exchanging two
symbols of a pattern may then break another rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from sudokutools.constraints import variant_rules
from sudokutools.errors import UnknownTechniqueError
from sudokutools.grid.geometry import MAX_SYMBOLS
from sudokutools.grid.grid import Grid
from sudokutools.logic.levels import HARDEST, UNSOLVED

CONCLUSIONS = {"double": 1, "cell": 5, "region": 6, "contradiction": 7}
"""What forcing chains conclude from; of equal chains the lower number is preferred."""

DOUBLE, CELL, REGION, CONTRADICTION = CONCLUSIONS.values()

HOUSES = "variant"  # The feature of every grid that is not plain; alone: only its houses differ.

APART = "nonconsecutive"

CLUES = "clues"

DYNAMIC = "forcing.DynamicChains"

FEATURES = (HOUSES, "unequal", APART, "parity", "less", "cages", CLUES)
"""Features: `unequal` pairs of cells (knight's or king's moves), orthogonal neighbours that are
not consecutive, clues of the grid, and CLUES: other kinds of clue and rules given by primitives.
Houses and unequal pairs need no extra techniques."""

UNNESTED = (APART, "less", "cages", CLUES)
"""Features with many links: nested chains would take minutes."""


def features_of(grid: Grid) -> tuple[str, ...]:
    """Return the features of a grid, in the order of FEATURES.

    >>> from sudokutools.grid.geometry import Geometry
    >>> features_of(Grid.empty(Geometry.of_variant(Geometry.of(3, 3), rules=["x", "antiking"])))
    ('variant', 'unequal')
    """
    if grid.is_plain:
        return ()
    geometry, constraints = grid.geometry, grid.constraints
    has: dict[str, object] = {HOUSES: True, "unequal": geometry.unequal, APART: geometry.apart}
    has[CLUES] = {*variant_rules.WITH_PRIMITIVES} & {*geometry.rules}
    if constraints is not None:
        has["parity"] = constraints.even or constraints.odd
        has["less"] = constraints.less
        has["cages"] = constraints.cages
        has[CLUES] = has[CLUES] or constraints.others
    return tuple(name for name in FEATURES if has.get(name))


def feature_of_kind(key: str) -> str:
    """Return the feature of grids with clues of a kind.

    >>> feature_of_kind("odd"), feature_of_kind("less"), feature_of_kind("arrow")
    ('parity', 'less', 'clues')
    """
    if key in ("even", "odd"):
        return "parity"
    return key if key in FEATURES else CLUES


def is_nested(features: Sequence[str]) -> bool:
    """Whether chains nested in chains are tried on grids with these features."""
    return not any(feature in UNNESTED for feature in features)


class Technique(NamedTuple):
    """A row of a table: `techniques.tsv`, or HoDoKu's.

    name        for people
    lowest      the lowest rating of its steps, in tenths: finders add to it for size or length
    highest     the highest on 9x9; UNSOLVED for chains, which may have any length; if not given
                the lowest
    group       the name by which lists of techniques may name it and similar ones
    finder      `module.name`: a function of the state, or a class that is made with the rows of
                its rung and called with the state; HoDoKu's: a function of the row and the board
    size        of a subset, fish or group, the level of nesting, or the type of a rectangle
    symbols     the minimum number of symbols of a geometry where it is tried
    larger      the names of the next sizes; the last one is a pattern for all further sizes
    conclusion  the kind of conclusion of forcing chains
    assumes_unique  whether it relies on a unique solution
    largest     the size of subset that `highest` is for: each larger size adds 0.1
    stride      the difference of its ratings, in tenths
    needs       the feature of grids that it needs, or ""
    level       HoDoKu's level of puzzles that need it; its ratings are scores then
    """

    name: str
    lowest: int
    highest: int
    group: str
    finder: str
    size: int = 0
    symbols: int = 0
    larger: tuple[str, ...] = ()
    conclusion: int = 0
    assumes_unique: bool = False
    largest: int = 0
    stride: int = 1
    needs: str = ""
    level: str = ""

    @property
    def scale(self) -> str:
        return "hodoku" if self.level else "se"

    @property
    def score(self) -> int:
        return self.lowest

    def load(self) -> Any:
        module, _, name = self.finder.rpartition(".")
        return getattr(import_module(f"sudokutools.logic.{module}"), name)

    @property
    def is_chain(self) -> bool:
        return self.lowest < self.highest == UNSOLVED  # A 41-fish is rated UNSOLVED, too.

    def is_tried(self, features: Sequence[str]) -> bool:
        if self.assumes_unique and any(feature != HOUSES for feature in features):
            return False
        if self.finder == DYNAMIC and (
            CLUES in features or (self.size and not is_nested(features))
        ):
            return False
        return not self.needs or self.needs in features

    def ratings(self, n: int) -> range:
        """Return the ratings, in tenths, that its steps may have on n symbols.

        >>> list(technique_named("Hidden single").ratings(9))
        [12, 15]
        """
        highest = self.highest
        if self.is_chain:
            highest = HARDEST if n == 9 else UNSOLVED - 1
        elif self.largest:
            highest += max(0, n // 2 - self.largest)
        return range(self.lowest, highest + 1, self.stride)

    @property
    def span(self) -> str:
        """The ratings of its steps, such as `3.2`, `1.2-1.5` or `6.6-` (no upper limit)."""
        if self.lowest == self.highest:
            return f"{self.lowest / 10}"
        return f"{self.lowest / 10}-{'' if self.is_chain else self.highest / 10}"


def read_table(file: str) -> tuple[Technique, ...]:
    """Read a table of techniques: fields of `Technique` by name, empty where they are usual."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    header, *rows = (line.split("\t") for line in text.splitlines())
    return tuple(_technique(dict(zip(header, row, strict=False))) for row in rows)


def _technique(cells: dict[str, str]) -> Technique:
    values: dict[str, Any] = {
        name: int(text) if text.isdecimal() else text for name, text in cells.items() if text
    }
    values.setdefault("highest", values["lowest"])
    if "conclusion" in values:
        values["conclusion"] = CONCLUSIONS[values["conclusion"]]
    if "larger" in values:
        values["larger"] = tuple(values["larger"].split(", "))
    return Technique(**values | {"assumes_unique": "assumes_unique" in values})


TABLE = read_table("techniques.tsv")
"""The techniques on 9x9 grids of all kinds, in the order of the ladder."""

_ROWS = {row.name: row for row in TABLE}


def technique_named(name: str) -> Technique:
    return _ROWS[name]


@lru_cache(maxsize=32)
def techniques(n: int, features: Sequence[str] = ()) -> tuple[Technique, ...]:
    """Return the techniques for n symbols and for grids with features, in the order of the ladder.

    >>> [row.name for row in techniques(10) if row.finder == "fish.Fish"]
    ['X-Wing', 'Swordfish', 'Jellyfish', 'Squirmbag']
    >>> [row.name for row in techniques(9, ("variant",)) if row.needs]
    ['Generalised intersection']
    """
    return _sized([row for row in TABLE if row.is_tried(features)], n)


@lru_cache(maxsize=8)
def all_techniques(n: int) -> tuple[Technique, ...]:
    """Return the techniques for n symbols on grids of all kinds, in the order of the ladder."""
    return _sized(TABLE, n)


def _sized(rows: Sequence[Technique], n: int) -> tuple[Technique, ...]:
    found = []
    for row in rows:
        if row.symbols > n:
            continue
        found.append(row)
        for size in range(row.size + 1, n // 2 + 1) if row.larger else ():
            more = size - row.size
            name = row.larger[min(more, len(row.larger)) - 1].format(size)
            rating = row.lowest + 4 * more
            found.append(row._replace(name=name, size=size, lowest=rating, highest=rating))
    return tuple(found)


TECHNIQUES = tuple([row.name for row in techniques(9)])
"""The names of the techniques on a plain 9x9 grid, as the compiled ladder numbers them."""


def find_technique(text: str, n: int | None = None) -> Technique:
    """Return a technique by its name; case, spaces, hyphens and underscores do not matter.

    Without n it may need any number of symbols. Raises SudokuError, with the closest names, if
    the name is unknown.

    >>> find_technique("xwing").name, find_technique("12 fish").lowest
    ('X-Wing', 84)
    """
    return find_in(all_techniques(n or MAX_SYMBOLS), text, f" for {n} symbols" if n else "")


def find_in(rows: Iterable[Technique], text: str, place: str) -> Technique:
    """Return a technique of a table in the same way; the error names the table."""
    by_name = {folded(row.name): row for row in rows}
    row = by_name.get(folded(text))
    if row is not None:
        return row
    near = nearest(text, [row.name for row in by_name.values()])
    raise UnknownTechniqueError(f"technique {text!r}{place}", near)


def nearest(text: str, names: Iterable[str]) -> list[str]:
    """Return up to three names similar to a text."""
    from difflib import get_close_matches

    by_text = {folded(name): name for name in names}
    return [by_text[key] for key in get_close_matches(folded(text), by_text, 3, 0.5)]


_OTHER_NAMES = (
    ("quadruple", "quad"),
    ("bivalueuniversalgrave", "bug"),
    (r"colou?r(?:s|ing)(?:trap|wrap|1|2)?$", "colours"),
    (r"^lockedcandidates(?:type)?(?:1|2)?\(?(pointing|claiming)\)?$", r"\1"),
    ("^lockedcandidates(?:type)?1$", "pointing"),
    ("^lockedcandidates(?:type)?2$", "claiming"),
    ("^(?:dual)?(?:2|two)stringkite", "twostringkite"),
    ("^dualemptyrectangle", "emptyrectangle"),
    ("^(?:uniquenesstest|uniquerectangle)(?:type)?", "uniquenesstest"),
    ("^avoidablerectangletype", "avoidablerectangle"),
    ("^almostlockedset", "als"),
    ("^alsxzrule", "alsxz"),
    ("^(grouped)?(?:(?:dis)?continuousniceloop|(?:niceloop/)?aic)$", r"\1niceloop"),
    ("^(forcing(?:chain|net))(?:contradiction|verity)$", r"\1"),
)
"""Patterns of names, without case and spaces, that HoDoKu and others use, and the names read."""


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """Return the name of a technique without case, spaces, hyphens and underscores.

    The names of HoDoKu become ours, its kinds of one technique the same name.

    >>> folded("Locked Candidates Type 1 (Pointing)"), folded("Hidden Quadruple")
    ('pointing', 'hiddenquad')
    """
    text = re.sub(r"[\s_-]+", "", name).casefold()
    for pattern, own in _OTHER_NAMES:
        text = re.sub(pattern, own, text)
    return text
