"""The table of techniques: a row a technique, in the order of the ladder.

The order and the ratings are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat, 2007). Rows that
follow each other and have the same finder (of the same size) are one rung of the ladder: they are
searched for at once. The compiled ladder has the same table in `_core/rate/techniques.h`; a test
compares the two.

On a geometry of n symbols the same techniques are tried in the same order with the same ratings;
subsets and fish go up to half of n, each size directly after the one below in its own family and
rated 0.4 above it.

Variants have the same techniques, which hold on all of their houses, and some more: those of rows
that need a feature of the grid. Two ways to fill a pattern tell nothing where more than houses
tells the cells apart, so techniques that assume one solution are left out there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sudokutools.errors import SudokuError
from sudokutools.grid.geometry import MAX_SYMBOLS
from sudokutools.logic.features import HOUSES, is_nested
from sudokutools.logic.levels import HARDEST, UNSOLVED

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7
"""What forcing chains conclude from, in the order in which equal ones are preferred."""


class Technique(NamedTuple):
    """A row of the table.

    name        what people call it
    least       the lowest rating of its steps, in tenths: a module adds what sizes and lengths add
    highest     the highest, of what draws on subsets of up to half of the symbols on 9x9; UNSOLVED
                where a length may be anything
    stride      ratings in between are so many tenths apart
    finder      `module.name` of what finds it: a function of the state, or a class that is made
                with the rows of its rung, an object a state, and called with the state
    size        of a subset, a fish or a group, or the level of nesting; it tells rungs of one
                finder apart
    symbols     how many symbols a geometry has where it is tried, at least
    larger      the names of the next sizes, the last one for all that follow; () if there are none
    conclusion  of forcing chains, what they conclude from; else 0
    is_chain    whether its steps are chains
    assumes_unique  whether it takes for granted that the puzzle has one solution only
    needs       the feature of a grid without which it is not tried (see `features.py`); "": none
    largest     of what draws on subsets, the size that `highest` is for: a larger one adds 0.1
    """

    name: str
    least: int
    highest: int
    finder: str
    size: int = 0
    symbols: int = 0
    larger: tuple[str, ...] = ()
    conclusion: int = 0
    is_chain: bool = False
    assumes_unique: bool = False
    largest: int = 0
    stride: int = 1
    needs: str = ""

    def is_tried(self, features: Sequence[str]) -> bool:
        """Whether it is tried on grids with these features, beside the number of symbols."""
        if self.assumes_unique and any(feature != HOUSES for feature in features):
            return False
        if self.conclusion and self.size and not is_nested(features):
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
        return range(self.least, highest + 1, self.stride)

    @property
    def span(self) -> str:
        """The ratings of its steps in words, such as `3.2`, `1.2-1.5` or `6.6-` and any above."""
        if self.least == self.highest:
            return f"{self.least / 10}"
        return f"{self.least / 10}-{'' if self.is_chain else self.highest / 10}"


_TUPLES = ("quintuple", "sextuple", "septuple", "octuple", "{}-tuple")
_NAKED = tuple(f"Naked {word}" for word in _TUPLES)
_HIDDEN = tuple(f"Hidden {word}" for word in _TUPLES)
_FISH = ("Squirmbag", "Whale", "Leviathan", "{}-fish")


def _unique(name: str, least: int, highest: int, finder: str, largest: int = 0) -> Technique:
    return Technique(name, least, highest, finder, assumes_unique=True, largest=largest)


def _static(name: str, least: int) -> Technique:
    return Technique(name, least, UNSOLVED, "static.find_static_chain", is_chain=True)


def _forcing(name: str, least: int, finder: str, conclusion: int, level: int = 0) -> Technique:
    return Technique(name, least, UNSOLVED, finder, level, conclusion=conclusion, is_chain=True)


def _dynamic(level: int, least: int, nested: str = "") -> Iterator[Technique]:
    """Yield the dynamic forcing chains of a level, with the name of what they nest."""
    kinds = {CONTRADICTION: "contradiction", DOUBLE: "double", REGION: "region", CELL: "cell"}
    for kind, word in kinds.items():
        name = f"Dynamic {word} forcing chains{nested}"
        yield _forcing(name, least, "forcing.DynamicChains", kind, level)


def _cage(name: str, rating: int, finder: str, size: int = 0) -> Technique:
    return Technique(name, rating, rating, finder, size, needs="cages")


def _less(name: str, rating: int, finder: str) -> Technique:
    return Technique(name, rating, rating, finder, needs="less")


def _apart(name: str, rating: int, finder: str) -> Technique:
    return Technique(name, rating, rating, finder, needs="nonconsecutive")


TABLE = (
    _cage("Last cell of a cage", 10, "cages.find_last_cell"),
    Technique("Full house", 10, 10, "singles.find_hidden_single"),
    Technique("Hidden single", 12, 15, "singles.find_hidden_single", stride=3),
    _cage("Single combination", 12, "cages.SingleCombination"),
    _less("Less than", 12, "order.LessThan"),
    _cage("Innie or outie", 15, "innies.Innies", 1),
    Technique("Direct pointing", 17, 17, "locking.DirectLocking"),
    Technique("Direct claiming", 19, 19, "locking.DirectLocking"),
    _cage("Cage bounds", 17, "cages.CageBounds"),
    _cage("Cage pair", 20, "cages.CageCombinations", 2),
    _less("Ranks in a house", 20, "order.Ranks"),
    Technique("Direct hidden pair", 20, 20, "subsets.DirectHiddenSubset", size=2, symbols=4),
    Technique("Naked single", 23, 23, "singles.find_naked_single"),
    _apart("Locked non-consecutive", 25, "consecutive.LockedNonconsecutive"),
    Technique("Direct hidden triple", 25, 25, "subsets.DirectHiddenSubset", size=3, symbols=6),
    _cage("Innie or outie of several houses", 26, "innies.Innies", 2),
    Technique("Pointing", 26, 26, "locking.Locking"),
    Technique("Claiming", 28, 28, "locking.Locking"),
    _cage("Cage locking", 28, "cages.CageLocking"),
    _cage("Cage triple", 28, "cages.CageCombinations", 3),
    Technique("Parity count", 28, 28, "parity.ParityCount", needs="parity"),
    Technique("Generalised intersection", 29, 29, "locking.Intersection", needs=HOUSES),
    _cage("Innies or outies", 30, "innies.Innies", 3),
    Technique("Naked pair", 30, 30, "subsets.NakedSubset", size=2, symbols=4),
    Technique("X-Wing", 32, 32, "fish.Fish", size=2, symbols=4),
    _cage("Cage quad", 32, "cages.CageCombinations", 4),
    Technique("Hidden pair", 34, 34, "subsets.HiddenSubset", size=2, symbols=4),
    Technique("Naked triple", 36, 36, "subsets.NakedSubset", size=3, symbols=6),
    _less("Order of a house", 36, "order.HouseOrder"),
    Technique("Swordfish", 38, 38, "fish.Fish", size=3, symbols=6),
    _cage("Innies and outies", 38, "innies.Innies", 4),
    _cage("Cage permutations", 38, "cages.CagePermutations"),
    Technique("Hidden triple", 40, 40, "subsets.HiddenSubset", size=3, symbols=6),
    Technique("XY-Wing", 42, 42, "wings.find_xy_wing"),
    Technique("XYZ-Wing", 44, 44, "wings.find_xyz_wing"),
    _cage("Innies or outies of several houses", 45, "innies.Innies", 5),
    _apart("Non-consecutive line", 45, "consecutive.NonconsecutiveLine"),
    _cage("Large cage", 46, "cages.CageCombinations", 5),
    _cage("Many innies and outies", 47, "innies.Innies", 6),
    _cage("Cages of a house", 48, "partition.HousePartition"),
    _unique("Unique rectangle type 1", 45, 45, "loops.find_unique_loop"),
    _unique("Unique rectangle type 2", 45, 45, "loops.find_unique_loop"),
    _unique("Unique rectangle type 3", 45, 48, "loops.find_unique_loop", largest=4),
    _unique("Unique rectangle type 4", 45, 45, "loops.find_unique_loop"),
    _unique("Unique loop type 1", 46, 50, "loops.find_unique_loop"),
    _unique("Unique loop type 2", 46, 50, "loops.find_unique_loop"),
    _unique("Unique loop type 3", 46, 53, "loops.find_unique_loop", largest=4),
    _unique("Unique loop type 4", 46, 50, "loops.find_unique_loop"),
    Technique("Naked quad", 50, 50, "subsets.NakedSubset", size=4, symbols=8, larger=_NAKED),
    Technique("Jellyfish", 52, 52, "fish.Fish", size=4, symbols=8, larger=_FISH),
    Technique("Hidden quad", 54, 54, "subsets.HiddenSubset", size=4, symbols=8, larger=_HIDDEN),
    _unique("BUG type 1", 56, 56, "bug.find_bug"),
    _unique("BUG type 2", 57, 57, "bug.find_bug"),
    _unique("BUG type 4", 57, 57, "bug.find_bug"),
    _unique("BUG type 3", 58, 62, "bug.find_bug", largest=6),
    Technique("Aligned pair exclusion", 62, 62, "exclusion.AlignedExclusion", size=2),
    _static("Bidirectional X-cycle", 65),
    _static("Bidirectional Y-cycle", 65),
    _static("Turbot fish", 66),
    _static("Forcing X-chain", 66),
    _static("Bidirectional XY-cycle", 70),
    _static("Forcing chain", 70),
    Technique("Aligned triple exclusion", 75, 75, "exclusion.AlignedExclusion", size=3),
    _forcing("Nishio forcing chains", 75, "forcing.NishioChains", CONTRADICTION),
    _forcing("Cell forcing chains", 80, "forcing.MultipleChains", CELL),
    _forcing("Region forcing chains", 80, "forcing.MultipleChains", REGION),
    *_dynamic(0, 85),
    *_dynamic(1, 90, " plus"),
    *_dynamic(2, 95, " plus forcing chains"),
    *_dynamic(3, 100, " plus multiple forcing chains"),
    *_dynamic(4, 105, " plus dynamic forcing chains"),
    *_dynamic(5, 110, " plus nested dynamic forcing chains"),
)
"""The techniques on 9x9 grids of all kinds, in the order of the ladder."""

_ROWS = {row.name: row for row in TABLE}


def technique_named(name: str) -> Technique:
    """Return the row of a technique on a 9x9 grid.

    >>> technique_named("XY-Wing").least
    42
    """
    return _ROWS[name]


@lru_cache(maxsize=32)
def techniques(n: int, features: Sequence[str] = ()) -> tuple[Technique, ...]:
    """Return the rows of the techniques for n symbols, in the order of the ladder.

    They are those of plain grids, or of grids with such features.

    >>> [row.name for row in techniques(10) if row.finder == "fish.Fish"]
    ['X-Wing', 'Swordfish', 'Jellyfish', 'Squirmbag']
    >>> techniques(4)[-1] == TABLE[-1]
    True
    >>> [row.name for row in techniques(9, ("variant",)) if row.needs]
    ['Generalised intersection']
    """
    return _sized((row for row in TABLE if row.is_tried(features)), n)


@lru_cache(maxsize=8)
def all_techniques(n: int) -> tuple[Technique, ...]:
    """Return the rows of the techniques for n symbols on grids of all kinds, in their order."""
    return _sized(TABLE, n)


def _sized(rows: Iterable[Technique], n: int) -> tuple[Technique, ...]:
    """Return what rows come to for n symbols."""
    tried = (row for row in rows if row.symbols <= n)
    return tuple(each for row in tried for each in (row, *_larger(row, n)))


def _larger(row: Technique, n: int) -> Iterator[Technique]:
    """Yield the larger sizes of a subset or fish, each rated 0.4 above the one below."""
    sizes = range(row.size + 1, n // 2 + 1) if row.larger else ()
    for more, size in enumerate(sizes):
        name = row.larger[min(more, len(row.larger) - 1)].format(size)
        rating = row.least + 4 * (more + 1)
        yield row._replace(name=name, size=size, least=rating, highest=rating)


def technique_names(n: int) -> tuple[str, ...]:
    """Return the names of the techniques for n symbols on plain grids.

    >>> technique_names(4)[6:11]
    ('Pointing', 'Claiming', 'Naked pair', 'X-Wing', 'Hidden pair')
    """
    return tuple(row.name for row in techniques(n))


TECHNIQUES = technique_names(9)
"""The names of the techniques on a plain 9x9 grid, as the compiled ladder numbers them."""


def find_technique(text: str, n: int | None = None) -> Technique:
    """Return the row of a technique; case, blanks, hyphens and underscores do not matter.

    It is one for n symbols, or for any number of them. SudokuError: there is none, and which is
    the nearest.

    >>> find_technique("xwing").name, find_technique("12 fish").least
    ('X-Wing', 84)
    """
    rows = {_folded(row.name): row for row in all_techniques(n or MAX_SYMBOLS)}
    row = rows.get(_folded(text))
    if row is not None:
        return row
    from difflib import get_close_matches

    number = f" for {n} symbols" if n else ""
    near = get_close_matches(_folded(text), rows, 1, 0.6)
    names = technique_names(n or 9)
    known = f"the nearest is {rows[near[0]].name}" if near else f"there are {', '.join(names)}"
    raise SudokuError(f"no technique {text!r}{number}; {known}")


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()
