"""Consequences of a unique solution: rectangles, and BUG + 1.

Four cells in two rows, two columns and two boxes that hold only the same two symbols u and v could
be filled in two ways (a deadly rectangle). Other candidates of a corner are extra; a corner
without extra candidates is bare.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import HOUSES_OF, MASKS, NINE, PEERS
from sudokutools.logic.hodoku.words import digits, housed, named
from sudokutools.logic.loops import BUG, EXPLANATIONS, TWO_WAYS, bug_extras
from sudokutools.logic.state import Removal
from sudokutools.logic.step import Step, step_of
from sudokutools.logic.strand import listing
from sudokutools.logic.tables import any_of, mask_of, members
from sudokutools.logic.techniques import Technique

Corners = tuple[int, int, int, int]  # The cells of a rectangle in cyclic order.


@cache
def _rectangles() -> dict[int, Corners]:
    found = (
        (9 * top + left, 9 * top + right, 9 * bottom + right, 9 * bottom + left)
        for top, bottom in combinations(range(9), 2)
        for left, right in combinations(range(9), 2)
        if (top // 3 == bottom // 3) != (left // 3 == right // 3)
    )
    return {mask_of(corners): corners for corners in found}


@cache
def _with_corner(cell: int) -> list[tuple[int, int, Corners]]:
    """Return the set of cells, the number and the corners of each rectangle with this corner."""
    numbered = enumerate(_rectangles().items())
    return [(cells, k, corners) for k, (cells, corners) in numbered if cells >> cell & 1]


class Rectangle:
    """Four empty corners and two symbols; `extras` of the corners that have any, `rich`.

    `technique` and `board` are those that look at it. `is_adjacent` is whether two corners with
    extra symbols see each other, None unless there are two.
    """

    technique: Technique
    board: Board
    is_adjacent: bool | None

    def __init__(self, corners: Corners, masks: list[int], symbols: int) -> None:
        self.corners, self.symbols, self.cells = corners, symbols, mask_of(corners)
        extras = zip(corners, masks, strict=True)
        self.extras = {cell: mask & ~symbols for cell, mask in extras if mask & ~symbols}
        self.rich = tuple(self.extras)
        self.is_adjacent = None
        if len(self.rich) == 2:
            self.is_adjacent = bool(PEERS[self.rich[0]] >> self.rich[1] & 1)

    def step(
        self,
        why: str,
        removed: tuple[Removal, ...],
        houses: tuple[int, ...] = (),
        subset_cells: tuple[int, ...] = (),
        subset_symbols: int = 0,
    ) -> Step | None:
        """Return a step on the corners, None if it removes nothing."""
        if not removed:
            return None
        return step_of(
            self.board,
            self.technique,
            why,
            self.corners,
            removed,
            self.symbols,
            houses,
            extra_cells=self.rich,
            subset_cells=subset_cells,
            subset_symbols=subset_symbols,
        )


@lru_cache(maxsize=1)
def _deadly(candidates: tuple[int, ...], places: tuple[int, ...]) -> list[Rectangle]:
    """Return rectangles of empty corners with two symbols and a bare corner: the tests share them.

    A corner may have lost one of the symbols: the rectangle must hold another one all the same.
    """
    held: dict[int, Corners] = {}
    for cell, mask in enumerate(candidates):
        if mask.bit_count() == 2:
            first, second = members(mask)
            neither = ~(places[first] | places[second])
            held.update([each[1:] for each in _with_corner(cell) if not each[0] & neither])
    found = []
    for _, corners in sorted(held.items()):
        masks = [candidates[cell] for cell in corners]
        for symbols in dict.fromkeys(mask for mask in masks if mask.bit_count() == 2):
            if all(mask & symbols for mask in masks):
                found.append(Rectangle(corners, masks, symbols))
    return found


def _test_1(board: Board, rectangle: Rectangle) -> Step | None:
    """One corner is not bare: it holds neither symbol."""
    if len(rectangle.rich) != 1:
        return None
    removed = board.removals(1 << rectangle.rich[0], rectangle.symbols)
    return rectangle.step(EXPLANATIONS[1], removed)


def _one_extra(board: Board, rectangle: Rectangle) -> Step | None:
    """The corners that are not bare share one extra symbol: cells that see them all lose it.

    Test 2: two adjacent corners; test 5: two opposite ones, or three.
    """
    is_test_2 = rectangle.technique.size == 2
    if is_test_2 != bool(rectangle.is_adjacent) or len(rectangle.rich) not in (2, 3):
        return None
    mask, *others = {*rectangle.extras.values()}
    if others or mask & (mask - 1):
        return None
    removed = board.removals(NINE.common_peers(rectangle.rich), mask)
    return rectangle.step(EXPLANATIONS[2], removed)


def _test_3(board: Board, rectangle: Rectangle) -> Step | None:
    """The extra symbols of two adjacent corners count as one cell of a naked subset."""
    if not rectangle.is_adjacent:
        return None
    extra, rich = any_of(rectangle.extras.values()), mask_of(rectangle.rich)
    for house in NINE.shared_houses(rich):
        others = members(board.empty & MASKS[house] & ~rich)
        for size in range(1, len(others)):
            for chosen in combinations(others, size):
                union = extra | any_of([board.candidates[cell] for cell in chosen])
                if union.bit_count() != size + 1:
                    continue
                subset = rich | mask_of(chosen)
                houses = NINE.shared_houses(subset)
                losers = any_of([MASKS[shared] for shared in houses])
                removed = board.removals(losers & board.empty & ~subset, union)
                if removed:
                    return rectangle.step(EXPLANATIONS[3], removed, houses[:1], chosen, union)
    return None


def _test_4(board: Board, rectangle: Rectangle) -> Step | None:
    """Two adjacent corners are the only places of u in a house: they do not hold v."""
    rich = mask_of(rectangle.rich)
    for symbol in members(rectangle.symbols) if rectangle.is_adjacent else ():
        bit = 1 << symbol
        for house in NINE.shared_houses(rich):
            if board.places[symbol] & MASKS[house] == rich:
                removed = board.removals(rich, rectangle.symbols & ~bit)
                return rectangle.step(EXPLANATIONS[4], removed, (house,), (), bit)
    return None


def _test_6(board: Board, rectangle: Rectangle) -> Step | None:
    """Two opposite corners are not bare, and u forms an X-Wing of the rectangle: neither is u."""
    for symbol in members(rectangle.symbols) if rectangle.is_adjacent is False else ():
        for kind in (0, 1):
            lines = sorted({HOUSES_OF[cell][kind] for cell in rectangle.corners})
            if any(board.places[symbol] & MASKS[line] & ~rectangle.cells for line in lines):
                continue
            u, (v,) = symbol + 1, digits(rectangle.symbols & ~(1 << symbol))
            why = TWO_WAYS + (
                f"holds another {{digit}}; in {housed(*lines)}, {u} has no other places, so if one"
                f" of {named(rectangle.rich)} were {u}, both would be, and the others {v}; so"
                " {result}"
            )
            removed = board.removals(mask_of(rectangle.rich), 1 << symbol)
            return rectangle.step(why, removed, tuple(lines))
    return None


def _hidden(board: Board, rectangle: Rectangle) -> Step | None:
    """Opposite a bare corner, u has no other place in row and column: that corner is not v."""
    corners = rectangle.corners
    if len(rectangle.rich) != 3 and not rectangle.is_adjacent:
        return None
    for at, bare in enumerate(corners):
        cell = corners[(at + 2) % 4]
        if bare in rectangle.extras or cell not in rectangle.extras:
            continue
        neighbours = corners[(at + 3) % 4], corners[(at + 1) % 4]
        houses = HOUSES_OF[cell][:2]
        lines = (MASKS[houses[0]] | MASKS[houses[1]]) & ~rectangle.cells
        for symbol in members(rectangle.symbols):
            places, other = board.places[symbol], rectangle.symbols & ~(1 << symbol)
            gone = board.candidates[cell] & other
            if not gone or mask_of(neighbours) & ~places or places & lines:
                continue
            u, (v,) = symbol + 1, digits(other)
            why = (
                f"if {named([cell])} were {v}, {named(neighbours)} would be {u}, which has no other"
                f" place in {housed(*houses)}, and {named([bare])} {v}: {{cells}} could be filled"
                " with {symbols} in two ways; so {result}"
            )
            return rectangle.step(why, ((cell, gone),), houses)
    return None


_TESTS = (_hidden, _test_1, _one_extra, _test_3, _test_4, _one_extra, _test_6)


def find_rectangle(technique: Technique, board: Board) -> Step | None:
    test = _TESTS[technique.size]
    for rectangle in _deadly(tuple(board.candidates), tuple(board.places)):
        rectangle.technique, rectangle.board = technique, board
        step = test(board, rectangle)
        if step is not None:
            return step
    return None


@lru_cache(maxsize=8)
def _without_clues(givens: int) -> list[tuple[int, Corners]]:
    return [each for each in _rectangles().items() if not each[0] & givens]


@lru_cache(maxsize=1)
def _avoidable(givens: int, empty: int) -> list[tuple[Corners, tuple[int, ...]]]:
    """Return partly filled rectangles without clues, and their empty corners."""
    return [
        (corners, tuple(cell for cell in corners if empty >> cell & 1))
        for cells, corners in _without_clues(givens)
        if 1 <= (cells & empty).bit_count() <= 2
    ]


def find_avoidable_rectangle_1(technique: Technique, board: Board) -> Step | None:
    """Return a rectangle with three filled corners u, v, u, none a clue: the fourth is not v."""
    for corners, empty in _avoidable(board.givens, board.empty):
        if len(empty) != 1:
            continue
        at = corners.index(empty[0])
        before, opposite, after = (board.values[corners[(at + turn) % 4]] for turn in (1, 2, 3))
        bit = 1 << opposite - 1
        if before == after and board.candidates[empty[0]] & bit:
            return _avoiding(technique, board, corners, ((empty[0], bit),))
    return None


def find_avoidable_rectangle_2(technique: Technique, board: Board) -> Step | None:
    """Return a rectangle with two adjacent filled corners, none a clue.

    The others can hold the symbols that would make it deadly, and one third symbol.
    """
    for corners, empty in _avoidable(board.givens, board.empty):
        if len(empty) != 2 or not PEERS[empty[0]] >> empty[1] & 1:
            continue
        extras = []
        for cell in empty:
            value = 1 << (board.values[corners[(corners.index(cell) + 2) % 4]] - 1)
            mask = board.candidates[cell]
            extras.append(mask & ~value if mask & value else 0)
        if extras[0] == extras[1] and extras[0].bit_count() == 1:
            removed = board.removals(NINE.common_peers(empty), extras[0])
            if removed:
                return _avoiding(technique, board, corners, removed)
    return None


def _avoiding(
    technique: Technique, board: Board, corners: Corners, removed: tuple[Removal, ...]
) -> Step:
    cells = sorted(corners)
    filled = [cell for cell in cells if board.values[cell]]
    empty = [cell for cell in cells if not board.values[cell]]
    would = [board.values[corners[corners.index(cell) - 2]] for cell in empty]
    symbols = mask_of(value - 1 for value in (*would, *(board.values[cell] for cell in filled)))
    held = listing(f"{named([cell])} ({board.values[cell]})" for cell in filled)
    why = (
        f"{held} are not clues; if {named(empty)} {'were' if len(empty) == 1 else 'held'}"
        f" {listing(would)}, exchanging {listing(digits(symbols))} in these cells would give"
        " another solution, so "
    )
    if len(empty) == 2:
        why += f"one of {named(empty)} is {{removed}}: "
    why += "{result}"
    return step_of(board, technique, why, cells, removed, symbols, extra_cells=tuple(empty))


def find_bug_plus_1(technique: Technique, board: Board) -> Step | None:
    """Return the only cell with three candidates: it holds the one that prevents a BUG."""
    rich = [cell for cell in members(board.empty) if board.candidates[cell].bit_count() > 2]
    if len(rich) != 1 or board.candidates[rich[0]].bit_count() != 3:
        return None
    for cell, extra in bug_extras(board).items():
        removed = board.removals(1 << cell, ~extra)
        return step_of(board, technique, BUG[1], (cell,), removed, extra)
    return None
