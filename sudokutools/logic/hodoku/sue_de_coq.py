"""Sue de Coq: two locked sets that intersect where a box and a line meet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sudokutools.logic.hodoku.board import (
    BOXES,
    COLUMNS,
    MASKS,
    ROWS,
    Board,
    Move,
    join,
    removals_of,
)
from sudokutools.logic.tables import any_of, mask_of, members

NAME = "Sue de Coq"


def find_sue_de_coq(board: Board) -> Move | None:
    """Return cells where a box and a line meet that share their symbols with cells of both.

    The core, two or three cells, has at least two symbols more than cells. With some cells of the
    rest of the line and some of the rest of the box, which share no symbol, there are as many
    symbols as cells, so each symbol occurs once: the other cells of the line lose the symbols not
    in the cells of the box, and those of the box the symbols not in the cells of the line.
    """
    for line in (*ROWS, *COLUMNS):
        for box in BOXES:
            meeting = members(MASKS[line] & MASKS[box] & board.empty)
            for size in (2, 3):
                for chosen in combinations(meeting, size):
                    symbols = _union(board, chosen)
                    if symbols.bit_count() >= size + 2:
                        move = _complete(board, line, box, mask_of(chosen), symbols)
                        if move is not None:
                            return move
    return None


def _complete(board: Board, line: int, box: int, core: int, symbols: int) -> Move | None:
    """Search the cells of the line and of the box that a core needs."""
    missing = symbols.bit_count() - core.bit_count()
    in_line = MASKS[line] & board.empty & ~core
    in_box = MASKS[box] & board.empty & ~core
    of_box = list(_shares(board, in_box & ~MASKS[line], symbols, missing))
    for cells, held, gain in _shares(board, in_line & ~MASKS[box], symbols, missing):
        for others, held_there, gain_there in of_box:
            if held & held_there or gain + gain_there != missing:
                continue
            removed: dict[int, int] = {}
            join(removed, board.removals(in_line & ~cells, (symbols | held) & ~held_there))
            join(removed, board.removals(in_box & ~others, (symbols | held_there) & ~held))
            if removed:
                found = (line, box, core, cells, others)
                return removals_of(NAME, core | cells | others, removed, found)
    return None


def _shares(board: Board, cells: int, symbols: int, missing: int) -> Iterator[tuple[int, int, int]]:
    """Yield sets of cells, their symbols, and their excess over the symbols outside the core."""
    usable = [cell for cell in members(cells) if board.candidates[cell] & symbols]
    for size in range(1, len(usable) + 1):
        for chosen in combinations(usable, size):
            held = _union(board, chosen)
            gain = size - (held & ~symbols).bit_count()
            if 1 <= gain < missing:
                yield mask_of(chosen), held, gain


def _union(board: Board, cells: tuple[int, ...]) -> int:
    return any_of([board.candidates[cell] for cell in cells])
