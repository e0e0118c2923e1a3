"""Templates: the ways to put a symbol into nine cells, one in each row, column and box.

Techniques of a single symbol (fish, chains, colours) can only remove places in no template, so
symbols without such places need not be searched.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations, product

from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.tables import mask_of


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
def template_cells(places: int) -> int:
    """Return the set of cells of all templates among a set of places.

    A band has at most 162 ways with 27 sets of columns; two bands fix the columns of the third.
    """
    bands: list[dict[int, int]] = []
    for ways in _ways():
        kept: dict[int, int] = {}
        for columns, cells in ways:
            if not cells & ~places:
                kept[columns] = kept.get(columns, 0) | cells
        bands.append(kept)
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
