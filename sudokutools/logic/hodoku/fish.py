"""Basic, finned and sashimi fish (X-Wing, Swordfish, Jellyfish), and Franken fish.

The base is k houses and the cover k others that hold all places of a symbol in the base. Fins are
places of the base outside the cover: the fish removes what sees all of them. Base and cover of
basic fish are parallel lines; their fins lie in one box. In a sashimi some base line has fewer than
two places in the cover. Franken fish have a box in the base or the cover. Endo fins are places in
two base houses. Places in two cover houses are false as well.

Techniques of one symbol can only remove places in no template, a way to put the symbol into nine
cells, one in each row, column and box: symbols without such places are not searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations, product

from sudokutools.logic.fish import BASE_KINDS, fish_of_symbol
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import BOXES, COLUMNS, HOUSES_OF, MASKS, NINE, PEERS, ROWS
from sudokutools.logic.hodoku.words import housed, named
from sudokutools.logic.locking import CONFINED
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.tables import COLUMN, ROW, any_of, mask_of, members
from sudokutools.logic.techniques import Technique

BAND = (1 << 27) - 1  # The cells of the first band.


@cache
def _ways() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each band the sets of columns and of cells of the ways to fill it."""
    return tuple(
        tuple(
            (
                mask_of(columns),
                mask_of(27 * band + 9 * row + column for row, column in enumerate(columns)),
            )
            for stacks in permutations(range(3))
            for columns in product(*(range(3 * stack, 3 * stack + 3) for stack in stacks))
        )
        for band in range(3)
    )


@lru_cache(maxsize=1 << 12)
def _kept(band: int, places: int) -> dict[int, int]:
    """Return the sets of columns in which a band can be filled, and the cells of all these ways."""
    kept: dict[int, int] = {}
    for columns, cells in _ways()[band]:
        if not cells & ~places:
            kept[columns] = kept.get(columns, 0) | cells
    return kept


@lru_cache(maxsize=1 << 12)
def template_cells(places: int) -> int:
    """Return the set of cells of all templates among a set of places."""
    bands = [_kept(band, places & BAND << 27 * band) for band in range(3)]
    found = 0
    for first, cells in bands[0].items():
        for second, others in bands[1].items():
            if not first & second:
                third = bands[2].get(511 & ~first & ~second)
                if third is not None:
                    found |= cells | others | third
    return found


def refutable(board: Board, symbol: int) -> int:
    """Return the places of a symbol in no template."""
    places = board.places[symbol]
    return places & ~template_cells(places | board.filled[symbol])


Found = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""The places of the base, those that a fish removes, and the houses of the base and the cover."""


def _step(technique: Technique, board: Board, symbol: int, found: Found) -> Step:
    cells, losers, *houses = found
    base, cover = map(sorted, houses)
    bit = 1 << symbol
    once = any_of([MASKS[house] for house in cover])
    twice = any_of([MASKS[one] & MASKS[other] for one, other in combinations(base, 2)])
    fins = cells & (~once | twice)
    why = CONFINED
    if fins:
        several = fins.bit_count() > 1
        name = technique.name.partition(" ")[2]
        why = (
            f"in {housed(*base)}, digit {symbol + 1} is confined to {housed(*cover)}, except for"
            f" the fin{'s' * several} {named(fins)}: {'one of them' if several else 'it'} is"
            f" {symbol + 1}, or the other places are {'an' if name[0] == 'X' else 'a'} {name};"
            f" so {{result}} (in sight of {'all fins' if several else 'the fin'})"
        )
    if "Sashimi" in technique.name:
        thin = [house for house in base if (cells & once & MASKS[house]).bit_count() < 2]
        why += f"; without fins, {housed(*thin)} would have a single place"
    step = step_of(board, technique, why, cells, board.removals(losers, bit), bit, (*base, *cover))
    return step._replace(fins=tuple((cell, symbol + 1) for cell in members(fins)))


def find_basic_fish(technique: Technique, board: Board) -> Step | None:
    """Return basic fish: base rows, then columns; symbols; lines in order."""
    for kind in reversed(BASE_KINDS):
        for symbol in range(9):
            for lines, crossing, losers in fish_of_symbol(board, kind, symbol, technique.size):
                base = tuple(NINE.of_kind[kind][line] for line in lines)
                cover = tuple(NINE.of_kind[ROW + COLUMN - kind][line] for line in members(crossing))
                cells = board.places[symbol] & any_of([MASKS[house] for house in base])
                return _step(technique, board, symbol, (cells, losers, base, cover))
    return None


def find_finned_fish(technique: Technique, board: Board) -> Step | None:
    for base, cover in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
        for symbol, places in enumerate(board.places):
            goals = refutable(board, symbol)
            if goals:
                for is_sashimi, found in _finned(places, goals, base, cover, technique.size):
                    if is_sashimi == ("Sashimi" in technique.name):
                        return _step(technique, board, symbol, found)
    return None


@lru_cache(maxsize=1 << 10)
def _finned(
    places: int, goals: int, base: tuple[int, ...], cover: tuple[int, ...], size: int
) -> list[tuple[bool, Found]]:
    """Return finned fish that remove some of `goals`, and whether each is a sashimi.

    Two techniques share them, and later steps in which nothing changed for the symbol.
    """
    found: list[tuple[bool, Found]] = []
    boxes = [MASKS[box] for box in BOXES if goals & MASKS[box]]
    for chosen in combinations(_crossing(base, places), size):
        cells = places & any_of([MASKS[line] for line in chosen])
        outside = goals & ~cells
        crossing = _crossing(cover, cells)
        if not outside or len(crossing) <= size:
            continue
        for mask in boxes:
            if not outside & mask or not cells & mask:
                continue
            needed = _crossing(crossing, cells & ~mask)
            if len(needed) > size:
                continue
            spare = [line for line in crossing if line not in needed]
            for extra in combinations(spare, size - len(needed)):
                covered = any_of([MASKS[line] for line in (*needed, *extra)])
                losers = outside & mask & covered
                if losers:
                    body = cells & covered
                    is_sashimi = any((body & MASKS[line]).bit_count() < 2 for line in chosen)
                    found.append((is_sashimi, (cells, losers, chosen, (*needed, *extra))))
    return found


def _crossing(lines: Sequence[int], cells: int) -> list[int]:
    return [line for line in lines if cells & MASKS[line]]


MOST_FINS = 5
MOST_ENDO_FINS = 2


def find_franken_fish(technique: Technique, board: Board) -> Step | None:
    """Return Franken fish: symbols, base rows, then columns; houses in order."""
    has_fins = "Finned" in technique.name
    for symbol, places in enumerate(board.places):
        goals = refutable(board, symbol)
        if goals:
            for lines, crossing in ((ROWS, 1), (COLUMNS, 0)):
                board.check()
                for base in _bases(places, lines, technique.size, has_fins):
                    if not has_fins and not base.has_cover(crossing):
                        continue
                    for goal in members(goals):
                        found = base.fish(goal, crossing, has_fins)
                        if found is not None:
                            return _step(technique, board, symbol, found)
    return None


class _Base:
    """The base of a fish: its houses, their places, and those in two of them."""

    def __init__(self, places: int, houses: tuple[int, ...], cells: int, endo_fins: int) -> None:
        self.places = places
        self.houses = houses
        self.cells = cells
        self.endo_fins = endo_fins

    def fish(self, goal: int, crossing: int, has_fins: bool) -> Found | None:
        bit = 1 << goal
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
        of_best: tuple[int, ...] = ()
        for start in starts:
            for cover in self._covers(self.cells & ~may_be_fins & ~bit, start, crossing):
                if has_box or any(house in BOXES for house in cover):
                    losers = self._losers(cover, has_fins)
                    if losers.bit_count() > best.bit_count():
                        best, of_best = losers, cover
        return (self.cells, best, self.houses, of_best) if best else None

    def has_cover(self, crossing: int) -> bool:
        """Whether houses hold all places, as they do in a fish without fins."""
        return next(self._covers(self.cells, (), crossing), None) is not None

    def _covers(
        self, cells: int, start: tuple[int, ...], crossing: int
    ) -> Iterator[tuple[int, ...]]:
        """Yield covers that include `start`, at most as large as the base."""
        for house in start:
            cells &= ~MASKS[house]
        if not cells:
            yield start
            return
        left = len(self.houses) - len(start)
        cell = (cells & -cells).bit_length() - 1
        for house in (HOUSES_OF[cell][crossing], HOUSES_OF[cell][2]) if left else ():
            if house not in self.houses and (left > 1 or not cells & ~MASKS[house]):
                yield from self._covers(cells, (*start, house), crossing)

    def _losers(self, cover: tuple[int, ...], has_fins: bool) -> int:
        """Return the losers under a cover; 0 with the wrong kind of fins."""
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
    houses = [(house, here) for house in (*lines, *BOXES) if (here := places & MASKS[house])]
    for chosen in combinations(houses, size):
        cells = endo_fins = 0
        for _, here in chosen:
            endo_fins |= cells & here
            cells |= here
        if endo_fins.bit_count() <= (MOST_ENDO_FINS if has_fins else 0):
            yield _Base(places, tuple([house for house, _ in chosen]), cells, endo_fins)
