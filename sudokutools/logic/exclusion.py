"""Aligned pair exclusion and aligned triple exclusion.

Two (three) cells are filled in all ways that the rules allow, except ways that would leave a cell
that sees them all (an excluder) without candidates. Candidates used in none of these ways go.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from sudokutools._support.bits import bits
from sudokutools.logic.state import Removal, State, losses
from sudokutools.logic.step import Finder, Step, step_of
from sudokutools.logic.tables import any_of, mask_of, members

EXPLANATION = (
    "{cells} must not repeat a {digit} or leave {one_of_subset} without candidates; after trying"
    " all their combinations, {result}"
)


class AlignedExclusion(Finder):
    """Aligned exclusion of two or three cells with at least two common excluders."""

    def __call__(self, state: State) -> Step | None:
        self.watch.todo |= self.watch.cells(state)
        for group, common in self._groups(state):
            if not self.watch.todo & (common | mask_of(group)):
                continue
            excluders = excluding(state, group, common)
            removals = exclusions(state, group, excluders) if excluders else ()
            if removals:
                step = step_of(state, self.technique, EXPLANATION, group, sorted(removals))
                return step._replace(subset_cells=tuple(excluders))
        self.watch.todo = 0
        return None

    def _groups(self, state: State) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the cells of each group and the set of their excluders.

        Second cells in order, first cells before them; third cells are excluders of either that
        have excluders themselves.
        """
        tables, size = state.tables, self.technique.size
        marks = list(enumerate(state.candidates))
        few = mask_of(cell for cell, mask in marks if 2 <= mask.bit_count() <= size)
        excluders = {
            cell: few & tables.peers[cell]
            for cell, mask in marks
            if mask.bit_count() >= 2 and few & tables.peers[cell]
        }
        base = mask_of(excluders)
        cells = list(excluders)
        for end, second in enumerate(cells):
            state.check()
            of_second = excluders[second]
            for first in cells[:end]:
                common = of_second & excluders[first]
                if not common & (common - 1):
                    continue
                if size == 2:
                    yield (first, second), common
                    continue
                thirds = (of_second | excluders[first]) & base & ~(1 << first | 1 << second)
                for third in bits(thirds):
                    left = common & excluders[third]
                    if left & (left - 1):
                        yield (first, second, third), left


def excluding(state: State, group: tuple[int, ...], common: int) -> list[int]:
    """Return the cells among `common` that some choice could leave without a candidate."""
    union = any_of([state.candidates[cell] for cell in group])
    return [cell for cell in bits(common) if not state.candidates[cell] & ~union]


def exclusions(state: State, group: tuple[int, ...], excluders: list[int]) -> tuple[Removal, ...]:
    """Return the candidates of a group that no allowed choice uses."""
    candidates = [state.candidates[cell] for cell in group]
    taken = [state.candidates[cell] for cell in excluders]
    peers = [
        (a, b)
        for a, b in combinations(range(len(group)), 2)
        if state.tables.peers[group[a]] >> group[b] & 1
    ]
    used = [0] * len(group)
    for choice in product(*map(members, candidates)):
        together = mask_of(choice)
        if all(choice[a] != choice[b] for a, b in peers) and all(
            mask & ~together for mask in taken
        ):
            used = [mask | 1 << symbol for mask, symbol in zip(used, choice, strict=True)]
            if used == candidates:
                return ()
    return losses(group, candidates, used)
