"""Dynamic forcing chains: a position for each kind and level, and one next to it without them.

The positions are small, so that the readable search takes a moment: each cell is written with
the symbols that it can hold, and no cell has a value.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from sudokutools._support.bits import bits
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.conclusions import ForcingHint
from sudokutools.logic.nested import dynamic_search
from sudokutools.logic.propagation import Position
from sudokutools.logic.state import State
from sudokutools.logic.tables import mask_of
from sudokutools.logic.techniques import CELL, CONTRADICTION, DOUBLE, REGION, TABLE
from tests.logic.positions import cells_named, finder

FOUR, SIX, LATIN = Geometry.of(2, 2), Geometry.of(3, 2), Geometry.of(5, 1)
DYNAMIC = {
    (row.conclusion, row.size): row.name for row in TABLE if row.finder == "forcing.DynamicChains"
}
LEVELS = {name: level for (_, level), name in DYNAMIC.items()}


def names_of(finder: str, level: int = 0) -> set[str]:
    return {row.name for row in TABLE if (row.finder, row.size) == (finder, level)}


NESTED = {
    2: names_of("static.find_static_chain"),
    3: names_of("forcing.MultipleChains"),
    4: names_of("forcing.DynamicChains", 0),
    5: names_of("forcing.DynamicChains", 2),
}
"""The chains inside chains that a level adds."""


class Shown(NamedTuple):
    """A position, the conclusion of a technique, and a change that prevents it.

    `r1c2-3` says that r1c2 is not 3, `r1c2=3` that it is; as a change `r1c2+3` adds the
    candidate 3, and `r1c2-3` takes it away.
    """

    geometry: Geometry
    conclusion: str
    change: str
    position: str

    def state(self, is_changed: bool = False) -> State:
        """Return the position, changed or not."""
        state = State(Grid.empty(self.geometry))
        sets = [mask_of(int(symbol) - 1 for symbol in word) for word in self.position.split()]
        if is_changed:
            (cell,) = cells_named(self.geometry, self.change[:4])
            bit = 1 << int(self.change[5]) - 1
            assert bool(sets[cell] & bit) == (self.change[4] == "-")
            sets[cell] ^= bit
        everything = state.tables.all_symbols
        for cell, symbols in enumerate(sets):
            if symbols != everything:
                state.remove([(cell, everything & ~symbols)])
        return state


FIRST = {
    DYNAMIC[CONTRADICTION, 0]: Shown(
        SIX,
        "r3c3-2",
        "r6c2+2",
        """
        14    4   124  56 246  2356
        23456 256 56   1  234  34
        56    14  2456 3  15   12
        25    125 3    4  1256 26
        1345  6   146  2  13   145
        123   345 125  56 346  134
        """,
    ),
    DYNAMIC[DOUBLE, 0]: Shown(
        SIX,
        "r5c6-2",
        "r4c6+5",
        """
        134  456 2    1456 136  356
        356  135 1456 124  2356 34
        156  16  456  3    245  124
        145  2   3    145  156  46
        1245 46  16   1246 23   235
        2356 135 456  256  456  12
        """,
    ),
    DYNAMIC[REGION, 0]: Shown(
        SIX,
        "r6c5-6",
        "r5c3+6",
        """
        134 46  2    5   6    346
        356 5   3456 126 24   34
        136 134 346  236 5    12
        15  2   356  134 1346 46
        4   36  1    234 346  5
        246 3   3456 136 246  12
        """,
    ),
    DYNAMIC[CELL, 0]: Shown(
        SIX,
        "r3c2-6",
        "r3c4+1",
        """
        1346 46  2    5   6   346
        356  5   3456 126 24  34
        136  136 34   236 5   12
        15   2   356  134 134 46
        4    36  1    234 346 5
        246  3   3456 136 246 12
        """,
    ),
    DYNAMIC[CONTRADICTION, 1]: Shown(
        LATIN,
        "r2c1-3",
        "r2c4+4",
        """
        2    1   3     4    5
        1345 3   12345 25   124
        1345 345 1235  1245 1
        45   2   145   145  3
        134  35  245   1234 12
        """,
    ),
    DYNAMIC[DOUBLE, 1]: Shown(
        LATIN,
        "r2c5-4",
        "r4c2+5",
        """
        234 1245 345 15  2345
        3   125  235 45  345
        234 1245 235 134 135
        5   4    14  2   134
        124 3    124 5   12
        """,
    ),
    DYNAMIC[REGION, 1]: Shown(
        LATIN,
        "r1c5-3",
        "r2c3+5",
        """
        12  345 145 345 1345
        123 235 1   345 245
        4   125 235 125 123
        135 124 245 234 145
        1   134 234 124 235
        """,
    ),
    DYNAMIC[CELL, 1]: Shown(
        LATIN,
        "r3c1-2",
        "r3c4+3",
        """
        1245 235 345  134 123
        145  145 234  123 1234
        1235 145 125  24  145
        4    234 124  5   24
        124  135 1235 234 1345
        """,
    ),
}
"""Where nothing that comes earlier in the ladder finds anything."""

RESTING = {
    DYNAMIC[CONTRADICTION, 2]: Shown(
        FOUR,
        "r4c1=1",
        "r3c3+1",
        """
        14  3  1  2
        2   1  4  3
        13  4  2  1
        134 12 13 4
        """,
    ),
    DYNAMIC[DOUBLE, 2]: Shown(
        FOUR,
        "r4c1=1",
        "r1c2+1",
        """
        4  23  1 2
        2  13  4 3
        13 4   2 1
        13 123 3 4
        """,
    ),
    DYNAMIC[REGION, 2]: Shown(
        FOUR,
        "r2c1-2",
        "r3c1+2",
        """
        24 4  3  1
        12 23 24 2
        4  2  1  3
        3  1  2  4
        """,
    ),
    DYNAMIC[CELL, 2]: Shown(
        FOUR,
        "r4c2=2",
        "r1c1+1",
        """
        4  3  1  2
        2  1  4  3
        13 4  12 1
        1  12 13 4
        """,
    ),
    DYNAMIC[CONTRADICTION, 3]: Shown(
        FOUR,
        "r2c2=1",
        "r4c4+4",
        """
        234  3   24 124
        234  124 3  2
        3    12  1  4
        1234 124 12 23
        """,
    ),
    DYNAMIC[DOUBLE, 3]: Shown(
        FOUR,
        "r3c4=4",
        "r2c3+1",
        """
        2  3    34  1
        4  1    3   2
        3  2    1   4
        14 1234 124 3
        """,
    ),
    DYNAMIC[REGION, 3]: Shown(
        FOUR,
        "r3c3=1",
        "r2c2+3",
        """
        2   3  24  12
        4   1  23  2
        3   2  1   4
        134 14 124 3
        """,
    ),
    DYNAMIC[CELL, 3]: Shown(
        FOUR,
        "r1c4=1",
        "r2c2+3",
        """
        2   3  24  12
        4   1  23  2
        3   2  1   4
        134 14 124 3
        """,
    ),
    DYNAMIC[CONTRADICTION, 4]: Shown(
        FOUR,
        "r3c3=3",
        "r3c4+3",
        """
        4  2 1   34
        1  3 4   2
        24 1 134 4
        3  4 12  1
        """,
    ),
    DYNAMIC[DOUBLE, 4]: Shown(
        FOUR,
        "r3c4=1",
        "r3c4+2",
        """
        1 4 3  2
        2 3 13 4
        3 2 14 1
        4 1 12 123
        """,
    ),
    DYNAMIC[REGION, 4]: Shown(
        FOUR,
        "r2c1=1",
        "r1c4+2",
        """
        134 2  4  1
        14  24 23 2
        34  1  2  3
        2   3  1  4
        """,
    ),
    DYNAMIC[CELL, 4]: Shown(
        FOUR,
        "r1c3=4",
        "r1c1+3",
        """
        12 2 24 3
        24 3 12 2
        3  1 2  24
        12 4 3  1
        """,
    ),
    DYNAMIC[DOUBLE, 5]: Shown(
        FOUR,
        "r3c3=1",
        "r3c1+3",
        """
        234 34 3   13
        1   3  134 123
        4   2  1   3
        3   14 23  14
        """,
    ),
}
"""Where the conclusion rests on a chain that no lower level nests."""

SHOWN = FIRST | RESTING


def conclusion_of(state: State, node: int) -> str:
    candidate, is_on = divmod(node, 2)
    symbol, cell = divmod(candidate, state.tables.size)
    return f"{state.tables.geometry.cell_name(cell)}{'=' if is_on else '-'}{symbol + 1}"


def reasons(hint: ForcingHint) -> Iterator[str]:
    """Yield the techniques inside the chains of a hint."""
    for found, branch in hint.branches:
        for number in bits(branch.closure >> 2 * found.position.total):
            yield found.nested[number].text


def conclusions(state: State, technique: str) -> set[str]:
    """Return what a technique concludes, by chains of any length."""
    level = LEVELS[technique]
    own = NESTED.get(level)
    return {
        conclusion_of(state, hint.node)
        for hint in dynamic_search(Position(state), level).hints()
        if DYNAMIC[hint.kind, level] == technique
        and (own is None or not own.isdisjoint(reasons(hint)))
    }


@pytest.mark.parametrize("technique", FIRST)
def test_position_shows_the_technique_first(technique: str) -> None:
    shown = FIRST[technique]
    state = shown.state()
    level = LEVELS[technique]
    lower = [name for name, other in LEVELS.items() if other < level]
    lower += [] if level else ["Forcing chain", "Nishio forcing chains", "Cell forcing chains"]
    assert not any(finder(name)(state) for name in lower)
    step = finder(technique)(state)
    assert step is not None
    assert step.technique == technique
    names = [f"{shown.geometry.cell_name(cell)}={symbol}" for cell, symbol in step.placements]
    names += [f"{shown.geometry.cell_name(cell)}-{symbol}" for cell, symbol in step.eliminations]
    assert names == [shown.conclusion]


@pytest.mark.parametrize("technique", SHOWN)
def test_position_shows_the_technique_and_the_one_next_to_it_does_not(technique: str) -> None:
    shown = SHOWN[technique]
    assert shown.conclusion in conclusions(shown.state(), technique)
    assert shown.conclusion not in conclusions(shown.state(is_changed=True), technique)


def test_every_dynamic_technique_has_a_position() -> None:
    """Of chains inside chains inside chains only one kind has a small position."""
    assert [technique for technique in LEVELS if technique not in SHOWN] == [
        DYNAMIC[kind, 5] for kind in (CONTRADICTION, REGION, CELL)
    ]
