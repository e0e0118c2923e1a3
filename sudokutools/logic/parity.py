"""Parity: a complete house holds a fixed number of even and of odd symbols."""

from __future__ import annotations

from sudokutools.logic.finder import HouseFinder
from sudokutools.logic.state import State
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import Tables, mask_of


class ParityCount(HouseFinder):
    """A complete house with all of its even (odd) cells known: the other cells are odd (even)."""

    def houses(self, tables: Tables) -> int:
        return tables.complete

    def look(self, state: State, house: int) -> Step | None:
        tables = state.tables
        odd = mask_of(range(0, tables.n, 2))
        even = tables.all_symbols & ~odd
        for word, mine, others in (("even", even, odd), ("odd", odd, even)):
            known = [cell for cell in tables.houses[house] if not state.held(cell) & others]
            if len(known) < mine.bit_count():
                continue
            rest = tables.masks[house] & state.empty & ~mask_of(known)
            removals = state.removals(rest, mine)
            if removals:
                cells = [cell for cell in known if not state.values[cell]]
                why = f"{{house}} already has its {mine.bit_count()} {word} cells, so {{result}}"
                return step_of(state, self.technique, why, cells, removals, mine, (house,))
        return None
