"""Cells, rows and columns by name, and neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

Places = tuple[tuple[int, int], ...]  # Rows and columns of cells, from 1.

CELL = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})")
_CELLS = re.compile(rf"(?:{CELL.pattern})+")
_SIDE = re.compile(r"(-?)([rRcC])(\d{1,3})")


@lru_cache(maxsize=64)
def cells_by_name(rows: int, columns: int, numbers: Sequence[str]) -> dict[str, int]:
    """Return the cells of a grid by names such as R1C1, with the signs of the numbers from 1 on."""
    return {
        f"R{row}C{column}": columns * y + x
        for y, row in enumerate(numbers[:rows])
        for x, column in enumerate(numbers[:columns])
    }


def parse_places(key: str, text: str) -> Places:
    """Read names of cells without separators, such as `r1c1r10c2`. Raises SudokuError if invalid.

    >>> parse_places("even", "r1c1r10c2")
    ((1, 1), (10, 2))
    """
    if not _CELLS.fullmatch(text):
        raise SudokuError(f"{key}: {text[:20]!r}: expected cells as in r1c1r1c2")
    return tuple((int(row), int(column)) for row, column in CELL.findall(text))


def cells_at(places: Places, shape: Shape, key: str) -> Cells:
    """Return the numbers of cells. Raises SudokuError if one is outside of the grid."""
    for row, column in places:
        is_inside = 1 <= column <= shape.columns and row >= 1
        if not (is_inside and (row - 1) * shape.columns + column <= shape.size):
            where = f"outside the grid of {shape.columns} columns"
            raise SudokuError(f"{key}: r{row}c{column} is {where}")
    return tuple((row - 1) * shape.columns + column - 1 for row, column in places)


def seen_from(text: str, shape: Shape) -> Cells | None:
    """Return a row or column as seen from outside: `r3` from the left, `-c5` from the bottom."""
    match = _SIDE.fullmatch(text)
    if match is None:
        return None
    lines = shape.row_cells if match[2] in "rR" else shape.column_cells
    number = int(match[3])
    if not 1 <= number <= len(lines):
        return None
    return lines[number - 1][::-1] if match[1] else lines[number - 1]


def side_name(cells: Cells, shape: Shape) -> str:
    """Return the name of a row or column from outside, as `seen_from` reads it."""
    row, column = divmod(cells[0], shape.columns)
    if len(cells) > 1 and abs(cells[1] - cells[0]) == 1:
        return f"{'-' * (cells[1] < cells[0])}r{row + 1}"
    return f"{'-' * (cells[-1] < cells[0])}c{column + 1}"


def readings(shape: Shape) -> list[list[Cells]]:
    """Return the rows and columns as seen from the left, the right, the top and the bottom."""
    ways = [(shape.row_cells, 1), (shape.row_cells, -1),
            (shape.column_cells, 1), (shape.column_cells, -1)]  # fmt: skip
    return [[line[::step] for line in lines] for lines, step in ways]


@lru_cache(maxsize=64)
def touching(rows: int, columns: int, corners: bool = False) -> tuple[Cells, ...]:
    """Return the neighbours of each cell by side, or by side or corner; ascending."""
    every = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    steps = [(a, b) for a, b in every if (a or b) and (corners or not (a and b))]
    return tuple(
        tuple(
            (row + a) * columns + column + b
            for a, b in steps
            if 0 <= row + a < rows and 0 <= column + b < columns
        )
        for row in range(rows)
        for column in range(columns)
    )


def neighbours(cell: int, shape: Shape) -> Cells:
    """Return the orthogonal neighbours of a cell, ascending; none of extra cells."""
    return touching(shape.rows, shape.columns)[cell] if cell < shape.rows * shape.columns else ()


def are_beside(cells: Sequence[int], shape: Shape) -> bool:
    """Return whether these are two orthogonal neighbours."""
    return len(cells) == 2 and cells[1] in neighbours(cells[0], shape)


def split_outside(text: str, separators: str) -> list[str]:
    """Split a text at separators that are not in braces.

    >>> split_outside("or={less=r1c1r1c2,odd=r1c3},even=r2c2", ",")
    ['or={less=r1c1r1c2,odd=r1c3}', 'even=r2c2']
    """
    if "{" not in text:
        return re.split(f"[{separators}]", text)
    parts, depth, begin = [], 0, 0
    for at, sign in enumerate(text):
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth = max(depth - 1, 0)
        elif not depth and sign in separators:
            parts.append(text[begin:at])
            begin = at + 1
    return [*parts, text[begin:]]
