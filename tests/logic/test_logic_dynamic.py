"""Dynamic forcing chains: a position for each kind and level, and one next to it without them."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from sudokutools._support.bits import bits
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.logic.nested import dynamic_search
from sudokutools.logic.propagation import ForcingHint
from sudokutools.logic.state import State
from sudokutools.logic.tables import mask_of
from sudokutools.logic.techniques import CELL, CONTRADICTION, REGION, TABLE
from tests.logic.positions import cells_named, finder, rows_of

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
    """A position, the conclusion of a technique, and a change that prevents it."""

    geometry: Geometry
    conclusion: str
    change: str
    position: str

    def state(self, is_changed: bool = False) -> State:
        """Return the position, changed or not."""
        state = State(Grid.empty(self.geometry))
        sets = [
            mask_of(int(symbol) - 1 for symbol in word)
            for word in self.position.split()
            if word != "/"
        ]
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


BOXES = {"2x2": Geometry.of(2, 2), "3x2": Geometry.of(3, 2), "5x1": Geometry.of(5, 1)}
ROWS = rows_of("dynamic_positions.tsv")
SHOWN = {technique: Shown(BOXES[box], *rest) for technique, _, box, *rest in ROWS}
FIRST = [technique for technique, shown, *_ in ROWS if shown == "first"]
"""Those before which nothing in the ladder finds anything."""


def conclusion_of(state: State, node: int) -> str:
    candidate, is_on = divmod(node, 2)
    symbol, cell = divmod(candidate, state.tables.size)
    return f"{state.tables.geometry.cell_name(cell)}{'=' if is_on else '-'}{symbol + 1}"


def reasons(hint: ForcingHint) -> Iterator[str]:
    """Yield the techniques inside the chains of a hint."""
    for found, branch in hint.branches:
        for number in bits(branch.closure >> 2 * found.links.total):
            yield found.nested[number].text


def conclusions(state: State, technique: str) -> set[str]:
    """Return what a technique concludes, by chains of any length."""
    level = LEVELS[technique]
    own = NESTED.get(level)
    return {
        conclusion_of(state, hint.node)
        for hint in dynamic_search(state, level).hints()
        if DYNAMIC[hint.kind, level] == technique
        and (own is None or not own.isdisjoint(reasons(hint)))
    }


@pytest.mark.parametrize("technique", FIRST)
def test_position_shows_the_technique_first(technique: str) -> None:
    shown = SHOWN[technique]
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
