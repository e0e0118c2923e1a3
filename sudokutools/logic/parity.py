"""Counting the even and the odd cells of a house: it holds so many of each, and no more."""

from __future__ import annotations

from functools import partial

from sudokutools.logic.order import held
from sudokutools.logic.state import Removal, State, Watch, pairs
from sudokutools.logic.step import Step, removals_of
from sudokutools.logic.tables import mask_of, members
from sudokutools.logic.techniques import Technique


class ParityCount:
    """A complete house whose even cells, or odd ones, are all known: the others are none.

    They are known when they can hold nothing else. (Where only so many cells can be even, the odd
    ones are all known.) Houses in order.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the first usable step."""
        tables = state.tables
        odd = mask_of(range(0, tables.n, 2))
        even = tables.all_symbols & ~odd
        for house in members(self._watch.houses(state) & tables.complete):
            cells = tables.houses[house]
            for word, mine, others in (("even", even, odd), ("odd", odd, even)):
                certain = [cell for cell in cells if not held(state, cell) & others]
                if len(certain) < mine.bit_count():
                    continue
                rest = tables.masks[house] & state.empty & ~mask_of(certain)
                removals = state.removals(rest, mine)
                if removals:
                    return self._step(state, house, word, mine, certain, removals)
            self._watch.todo ^= 1 << house
        return None

    def _step(
        self,
        state: State,
        house: int,
        word: str,
        symbols: int,
        cells: list[int],
        removals: tuple[Removal, ...],
    ) -> Step:
        return Step(
            self._technique.name,
            self._technique.least,
            partial(_tell, word),
            tuple(cell for cell in cells if not state.values[cell]),
            (),
            pairs(removals),
            state.tables.geometry,
            tuple(symbol + 1 for symbol in members(symbols)),
            (state.tables.names[house],),
        )


def _tell(word: str, step: Step) -> str:
    count = len(step.symbols)
    return f"{step.houses[0]} has its {count} {word} cells, so no other is: {removals_of(step)}"
