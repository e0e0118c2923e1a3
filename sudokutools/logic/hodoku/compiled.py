"""The compiled ladder of HoDoKu, for `rating`: it plays the techniques of the table up to XYZ-Wing.

Where these lead no further Python finds a step, and the kernel continues. The records returned
begin as the kernel's do: the status, the number of steps, and how often, and in which step first
(0: never), each technique of the table was used.
"""

from __future__ import annotations

from array import array
from functools import cache
from itertools import compress, count
from struct import calcsize, unpack_from
from sys import byteorder
from typing import Any

from sudokutools._support import core
from sudokutools._support.limits import Check
from sudokutools.errors import UndecidedError
from sudokutools.grid.grid import Grid
from sudokutools.logic.compiled_ladder import SOLVED, STOPPED, STUCK, rater
from sudokutools.logic.hodoku.board import Board
from sudokutools.logic.hodoku.nine import NINE
from sudokutools.logic.hodoku.techniques import TABLE
from sudokutools.logic.levels import Uses
from sudokutools.logic.tables import mask_of
from sudokutools.logic.techniques import Technique

PLAYED = next(k for k, row in enumerate(TABLE) if row.name == "XYZ-Wing") + 1

_RECORD = f"=ii{2 * len(TABLE)}H"
_POSITION = "=81H81s144s"  # Candidates, cells and places follow in a kernel's record, and a byte.
_END = calcsize(_RECORD)
_WHOLE = _END + calcsize(_POSITION) + 1


def play(cells: bytes) -> list[bytes]:
    """Return the records of puzzles of 81 cells each, as far as the kernel plays them."""
    found: bytes = core.kernels().rate_hodoku(rater(), cells, 0.0)
    return [found[at : at + _END] for at in range(0, len(found), _WHOLE)]


def finish(grid: Grid, check: Check) -> bytes:
    """Return the record of a plain puzzle, played to its end with techniques of Python as well."""
    seconds = getattr(check, "seconds", None) or 0.0
    record: bytes = core.kernels().rate_hodoku(rater(), grid.cells, seconds)
    while (status := _status(record)) != SOLVED:
        if status == STOPPED:
            raise UndecidedError("timed out")
        step = _step(grid, record, check) if status == STUCK else None
        if step is None:
            break
        record = core.kernels().rate_hodoku(rater(), step[0], seconds, *step[1:])
    return record[:_END]


@cache
def _blank() -> Board:
    board = Board(Grid.empty(NINE.geometry))
    board.explains = False
    return board


@cache
def _finders() -> list[tuple[Technique, Any]]:
    return [(technique, technique.load()) for technique in TABLE[PLAYED:]]


def _status(record: bytes) -> int:
    status: int = unpack_from("=i", record)[0]
    return status


def _step(grid: Grid, record: bytes, check: Check) -> tuple[bytes, int, bytes] | None:
    """Return the cells behind the next step, the number of its technique, and the candidates."""
    *marks, cells, sets = unpack_from(_POSITION, record, _END)
    candidates: list[int] = marks
    places = [int.from_bytes(sets[at : at + 16], byteorder) for at in range(0, len(sets), 16)]
    board = _blank().at(cells, candidates[:], places, mask_of(compress(count(), grid.cells)), check)
    for number, (technique, find) in enumerate(_finders(), PLAYED):
        check()
        step = find(technique, board)
        if step is not None:
            values = bytearray(cells)
            for cell, symbol in step.placements:
                values[cell] = symbol
            for cell, symbol in step.eliminations:
                candidates[cell] &= ~(1 << symbol - 1)
            return bytes(values), number, array("H", candidates).tobytes()
    return None


def uses_of(record: bytes) -> tuple[Uses, bool]:
    """Return the uses of techniques in the order of their first, and whether the grid is solved."""
    status, _, *numbers = unpack_from(_RECORD, record)
    first = sorted((step, k) for k, step in enumerate(numbers[len(TABLE) :]) if step)
    uses = Uses((TABLE[k].name, numbers[k]) for _, k in first)
    hard = ((step, TABLE[k].name) for step, k in first if TABLE[k].group != "singles")
    uses.first_hard = next(hard, None)
    return uses, status == SOLVED
