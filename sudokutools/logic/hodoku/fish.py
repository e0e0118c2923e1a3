"""X-Wing, Swordfish and Jellyfish, without fins and with fins.

The places of a symbol in k parallel lines (the base) lie in k crossing lines (the cover), so it is
nowhere else in the cover. Places of the base outside the cover are fins: either a fin is true, or
the fish is, so what the fish would remove goes where it sees all fins. A cell of the cover outside
the base sees a fin only in its own box. So all fins lie in one box, and without that box the base
is a plain fish. A base line with less than two places in the cover makes the fish a sashimi: it
is none without its fins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokutools.logic.fish import BASE_KINDS, fish_of_symbol
from sudokutools.logic.hodoku.board import BOXES, COLUMNS, MASKS, NINE, ROWS, Board
from sudokutools.logic.hodoku.move import Finder, Move, removal_of
from sudokutools.logic.hodoku.templates import refutable


def basic_fish(size: int, technique: str) -> Finder:
    """Return what finds a fish without fins: base rows, then columns; symbols; lines in order."""

    def find(board: Board) -> Move | None:
        for kind in reversed(BASE_KINDS):
            for symbol in range(9):
                for base, _, losers in fish_of_symbol(board, kind, symbol, size):
                    cells = 0
                    for line in base:
                        cells |= MASKS[NINE.of_kind[kind][line]]
                    return removal_of(technique, symbol, cells & board.places[symbol], losers)
        return None

    return find


def finned_fish(size: int, is_sashimi: bool, technique: str) -> Finder:
    """Return what finds a fish with fins that is, or is not, a sashimi."""

    def find(board: Board) -> Move | None:
        for base, cover in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
            for symbol, places in enumerate(board.places):
                goals = refutable(board, symbol)
                if goals:
                    for cells, losers, sashimi in _finned(places, goals, base, cover, size):
                        if sashimi == is_sashimi:
                            return removal_of(technique, symbol, cells, losers)
        return None

    return find


def _finned(
    places: int, goals: int, base: tuple[int, ...], cover: tuple[int, ...], size: int
) -> Iterator[tuple[int, int, bool]]:
    """Yield cells, losers among `goals`, and whether it is a sashimi, of each fish with fins."""
    lines = [line for line in base if places & MASKS[line]]
    for chosen in combinations(lines, size):
        cells = 0
        for line in chosen:
            cells |= places & MASKS[line]
        outside = goals & ~cells
        crossing = [line for line in cover if cells & MASKS[line]]
        if not outside or len(crossing) <= size:
            continue
        for box in BOXES:
            mask = MASKS[box]
            if not outside & mask or not cells & mask:
                continue
            needed = [line for line in crossing if cells & MASKS[line] & ~mask]
            if len(needed) > size:
                continue
            spare = [line for line in crossing if line not in needed]
            for extra in combinations(spare, size - len(needed)):
                covered = 0
                for line in (*needed, *extra):
                    covered |= MASKS[line]
                losers = outside & mask & covered
                if losers:
                    body = cells & covered
                    yield (
                        cells,
                        losers,
                        any((body & MASKS[line]).bit_count() < 2 for line in chosen),
                    )
