"""Franken fish: fish with boxes among the base or the cover, without fins and with fins.

The k base houses are rows and boxes, the k cover houses columns and boxes, or the other way
round, with a box among them. Fins are places of a symbol that are in the base and not in the
cover; endo fins, those in two base houses at once. If no fin is true, the base houses have k true
places, all different, and each cover house holds one of them: what else is in a cover house is
false, and so is what lies in two of them. With fins it goes where it sees all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokutools.logic.hodoku.board import BIT, BOXES, COLUMNS, HOUSES_OF, MASKS, PEERS, ROWS, Board
from sudokutools.logic.hodoku.move import Finder, Move, removal_of
from sudokutools.logic.hodoku.templates import refutable
from sudokutools.logic.tables import members

MOST_FINS = 5
MOST_ENDO_FINS = 2


def franken_fish(size: int, has_fins: bool, technique: str) -> Finder:
    """Return what finds a Franken fish: symbols, base rows and then columns, houses in order."""

    def find(board: Board) -> Move | None:
        for symbol, places in enumerate(board.places):
            goals = refutable(board, symbol)
            if goals:
                for lines, crossing in ((ROWS, 1), (COLUMNS, 0)):
                    board.check()
                    for base in _bases(places, lines, size, has_fins):
                        for goal in members(goals):
                            found = base.fish(goal, crossing, has_fins)
                            if found is not None:
                                return removal_of(technique, symbol, *found)
        return None

    return find


class _Base:
    """The base of a fish: its houses, their places, and those that lie in two of them."""

    def __init__(self, places: int, houses: tuple[int, ...]) -> None:
        self.places = places
        self.houses = houses
        self.cells = self.endo_fins = 0
        for house in houses:
            here = places & MASKS[house]
            self.endo_fins |= self.cells & here
            self.cells |= here

    def fish(self, goal: int, crossing: int, has_fins: bool) -> tuple[int, int] | None:
        """Return the cells and the losers of the best fish that removes a place; None: none."""
        bit = BIT[goal]
        may_be_fins = PEERS[goal] if has_fins else 0
        if self.endo_fins & ~may_be_fins:
            return None
        owners = tuple(
            house
            for house in (HOUSES_OF[goal][crossing], HOUSES_OF[goal][2])
            if house not in self.houses
        )
        starts: list[tuple[int, ...]] = [(owner,) for owner in owners]
        if self.cells & bit:
            starts = [owners] if len(owners) == 2 else []
        has_box = any(house in BOXES for house in self.houses)
        best = 0
        for start in starts:
            for cover in self._covers(self.cells & ~may_be_fins & ~bit, start, crossing):
                if has_box or any(house in BOXES for house in cover):
                    best = max(best, self._losers(cover, has_fins), key=int.bit_count)
        return (self.cells, best) if best else None

    def _covers(
        self, cells: int, start: tuple[int, ...], crossing: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield sets of houses, no more than the base has, that cover cells with given ones."""
        for house in start:
            cells &= ~MASKS[house]
        if not cells:
            yield start
        elif len(start) < len(self.houses):
            cell = (cells & -cells).bit_length() - 1
            for house in (HOUSES_OF[cell][crossing], HOUSES_OF[cell][2]):
                if house not in self.houses:
                    yield from self._covers(cells, (*start, house), crossing)

    def _losers(self, cover: tuple[int, ...], has_fins: bool) -> int:
        """Return what goes under a cover; nothing when it has not the fins that it should."""
        once = twice = 0
        for house in cover:
            twice |= once & MASKS[house]
            once |= MASKS[house]
        fins = self.cells & ~once | self.endo_fins
        if bool(fins) != has_fins or fins.bit_count() > MOST_FINS:
            return 0
        losers = self.places & (once & ~self.cells | twice)
        for fin in members(fins):
            losers &= PEERS[fin]
        return losers


def _bases(places: int, lines: tuple[int, ...], size: int, has_fins: bool) -> Iterator[_Base]:
    houses = [house for house in (*lines, *BOXES) if places & MASKS[house]]
    for chosen in combinations(houses, size):
        base = _Base(places, chosen)
        if base.endo_fins.bit_count() <= (MOST_ENDO_FINS if has_fins else 0):
            yield base
