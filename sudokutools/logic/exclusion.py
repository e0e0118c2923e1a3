"""Aligned pair exclusion and aligned triple exclusion.

Two (three) cells are filled in all ways that the rules allow; ways that would take every
candidate from a cell that sees them all, an excluder, are struck out. A candidate that no
remaining way uses is removed.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.logic.state import Removal, State, Watch, pairs
from sudokutools.logic.step import Step, names_of, removals_of
from sudokutools.logic.tables import bits, mask_of, members
from sudokutools.logic.techniques import Technique
from sudokutools.logic.wording import cell_list


class AlignedExclusion:
    """Aligned exclusion of two or three cells.

    Excluders have two candidates (for triples: two or three); a group needs two or more that see
    all its cells. A group is looked at again only when one of its cells or of its excluders
    changed.
    """

    def __init__(self, technique: Technique) -> None:
        self._technique = technique
        self._size = technique.size
        self._watch = Watch()

    def __call__(self, state: State) -> Step | None:
        """Return the step of the first group that removes something."""
        self._watch.todo |= self._watch.cells(state)
        for group, common in self._groups(state):
            if not self._watch.todo & (common | mask_of(group)):
                continue
            excluders = excluding(state, group, common)
            removals = exclusions(state, group, excluders) if excluders else ()
            if removals:
                return self._step(state, group, excluders, removals)
        self._watch.todo = 0
        return None

    def _groups(self, state: State) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the cells of each group and the set of their excluders, in order.

        Second cells in order, first cells before them; third cells are the excluders, in order,
        of either one that have excluders themselves.
        """
        tables = state.tables
        few = 0
        for cell, mask in enumerate(state.candidates):
            if 2 <= mask.bit_count() <= self._size:
                few |= 1 << cell
        excluders = {
            cell: few & tables.peers[cell]
            for cell, mask in enumerate(state.candidates)
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
                if self._size == 2:
                    yield (first, second), common
                    continue
                thirds = (of_second | excluders[first]) & base & ~(1 << first | 1 << second)
                for third in bits(thirds):
                    left = common & excluders[third]
                    if left & (left - 1):
                        yield (first, second, third), left

    def _step(
        self,
        state: State,
        group: tuple[int, ...],
        excluders: list[int],
        removals: tuple[Removal, ...],
    ) -> Step:
        return Step(
            self._technique.name,
            self._technique.least,
            _tell,
            group,
            (),
            pairs(sorted(removals)),
            state.tables.geometry,
            subset_cells=tuple(excluders),
        )


def excluding(state: State, group: tuple[int, ...], common: int) -> list[int]:
    """Return the cells among `common` that some choice in the group could leave empty."""
    union = 0
    for cell in group:
        union |= state.candidates[cell]
    return [cell for cell in bits(common) if not state.candidates[cell] & ~union]


def exclusions(state: State, group: tuple[int, ...], excluders: list[int]) -> tuple[Removal, ...]:
    """Return the candidates of the group's cells that no allowed choice uses.

    One choice for a candidate is enough, and is enough for the others that it uses, too.
    """
    candidates = [state.candidates[cell] for cell in group]
    taken = [state.candidates[cell] for cell in excluders]
    used = [0] * len(group)
    removals = []
    for at, cell in enumerate(group):
        for symbol in members(candidates[at]):
            if used[at] >> symbol & 1:
                continue
            fixed = candidates[:]
            fixed[at] = 1 << symbol
            for place, chosen in enumerate(_choice(state, group, fixed, taken, ())):
                used[place] |= 1 << chosen
        gone = candidates[at] & ~used[at]
        if gone:
            removals.append((cell, gone))
    return tuple(removals)


def _choice(
    state: State,
    group: tuple[int, ...],
    candidates: list[int],
    taken: list[int],
    chosen: tuple[int, ...],
) -> tuple[int, ...]:
    """Return the first allowed choice of a symbol for each cell, continuing one; () if none."""
    place = len(chosen)
    if place == len(group):
        together = mask_of(chosen)
        return chosen if all(mask & ~together for mask in taken) else ()
    peers = state.tables.peers[group[place]]
    barred = 0
    for cell, symbol in zip(group, chosen, strict=False):
        if peers >> cell & 1:
            barred |= 1 << symbol
    for symbol in members(candidates[place] & ~barred):
        found = _choice(state, group, candidates, taken, (*chosen, symbol))
        if found:
            return found
    return ()


def _tell(step: Step) -> str:
    witnesses = cell_list(step.geometry, step.subset_cells)
    return (
        f"every way to fill {names_of(step, step.cells)} with what is removed repeats a symbol or"
        f" leaves one of {witnesses} nothing: {removals_of(step)}"
    )
