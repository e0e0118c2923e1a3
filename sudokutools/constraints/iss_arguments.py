"""Clues in the text of the Interactive Sudoku Solver: a type and its arguments.

    .Whisper~5~R1C1~R1C2~R1Cc      rows and columns in base 17
    .Pair~IACg~_ratio%3D3%3Ar1c1r1c2~R1C1~R1C2

Clues without a type are written as tables of pairs of cells, if that is all they mean; the value
in a spec is the name of the table. A kind that differs has methods of its own.
Source: https://github.com/sigh/Interactive-Sudoku-Solver
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import combinations

from sudokutools.constraints.places import are_beside, cells_by_name, seen_from, side_name
from sudokutools.constraints.primitives import Machine
from sudokutools.constraints.shape import Cells, Shape
from sudokutools.errors import SudokuError

DIGITS = "0123456789abcdefg"
NUMBERS = DIGITS[1:]
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Six bits each, the lowest bit first."""

EXTRA = "VA"  # The name of the extra cells, which have a number as well if there are several.
CELL = re.compile(rf"[Rr]([1-9a-g])[Cc]([1-9a-g])|{EXTRA}(\d{{0,4}})")
_SIDE = re.compile(r"[RCrc][1-9a-g]")


class Arguments:
    """The arguments of a type. Methods raise SudokuError."""

    def __init__(self, name: str, parts: Sequence[str], shape: Shape) -> None:
        self.name = name
        self.parts = parts
        self.shape = shape
        self._cells = cells_by_name(shape.rows, shape.columns, NUMBERS)

    def error(self, at: int, expected: str) -> SudokuError:
        found = repr(self.parts[at][:20]) if at < len(self.parts) else "nothing"
        return SudokuError(f"{self.name}: {found}, expected {expected}")

    def number(self, at: int = 0) -> int:
        text = self.parts[at] if at < len(self.parts) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= 5):
            raise self.error(at, "a number")
        return int(text)

    def base64(self) -> str:
        """Return the first argument as URL-safe Base64 without padding."""
        code = self.parts[0] if self.parts else ""
        return code.rstrip("=").translate({ord("+"): "-", ord("/"): "_"})

    def is_cell(self, at: int) -> bool:
        text = self.parts[at] if at < len(self.parts) else ""
        return text in self._cells or CELL.fullmatch(text) is not None

    def cell(self, at: int) -> int:
        if at < len(self.parts) and self.parts[at] in self._cells:
            return self._cells[self.parts[at]]
        match = CELL.fullmatch(self.parts[at]) if at < len(self.parts) else None
        rows, columns = self.shape.rows, self.shape.columns
        if match is not None and match[1] is None:
            cell = rows * columns + int(match[3] or 1) - 1
            if rows * columns <= cell < self.shape.size:
                return cell
        elif match is not None:
            row, column = DIGITS.index(match[1]), DIGITS.index(match[2])
            if row <= rows and column <= columns:
                return (row - 1) * columns + column - 1
        raise self.error(at, "a cell such as R1C1")

    def cells(self, at: int = 0) -> Cells:
        if len(self.parts) - at > 2 * self.shape.size:
            raise SudokuError(f"{self.name}: too many cells")
        try:
            return tuple([self._cells[part] for part in self.parts[at:]])
        except KeyError:
            return tuple(map(self.cell, range(at, len(self.parts))))

    def groups(self, at: int = 0) -> Iterator[tuple[str, Cells]]:
        """Yield the lines between empty arguments, each with the last name before it."""
        try:
            alone = tuple([self._cells[part] for part in self.parts[at:]])
        except KeyError:
            yield from self._groups(at)
        else:
            if alone:
                yield "", alone

    def _groups(self, at: int) -> Iterator[tuple[str, Cells]]:
        name, cells = "", list[int]()
        for place in range(at, len(self.parts)):
            part = self.parts[place]
            if part and part[0] != "_":
                cells.append(self.cell(place))
                continue
            if cells:
                yield name, tuple(cells)
            name, cells = part[1:] if part else name, []
        if cells:
            yield name, tuple(cells)

    def segments(self, at: int = 0, may_be_empty: bool = False) -> Iterator[list[Cells]]:
        """Yield the lines between empty arguments and names, each cut at arguments `-`."""
        parts: list[list[int]] = [[]]
        for place in range(at, len(self.parts) + 1):
            part = self.parts[place] if place < len(self.parts) else ""
            if part == "-":
                parts.append([])
            elif part and part[0] != "_":
                parts[-1].append(self.cell(place))
            elif parts != [[]]:
                if not (all(parts) or may_be_empty):
                    raise self.error(place, "cells between two -")
                yield [tuple(each) for each in parts]
                parts = [[]]

    def neighbours(self) -> list[tuple[int, int]]:
        """Return the pairs of orthogonal neighbours in a list of cells, or two extra cells."""
        cells, size = self.cells(), self.shape.rows * self.shape.columns
        is_extra = len(cells) == 2 and min(cells) >= size
        pairs = combinations(cells, 2)
        found = [pair for pair in pairs if is_extra or are_beside(pair, self.shape)]
        if not found:
            raise SudokuError(f"{self.name} of cells that are not neighbours")
        return found

    def sides(self) -> Iterator[tuple[Cells, int]]:
        """Yield rows and columns as seen from outside, with their numbers."""
        at = 0 if self.parts and _SIDE.fullmatch(self.parts[0]) else 1
        numbers = (1, 2) if at == 0 else (0,)
        if at >= len(self.parts) or not _SIDE.fullmatch(self.parts[at]):
            raise self.error(at, "a row or column such as R1")
        side = self.parts[at][0].lower() + str(DIGITS.index(self.parts[at][1]))
        for minus, place in zip(("", "-"), numbers, strict=False):
            if place < len(self.parts) and self.parts[place]:
                cells = seen_from(minus + side, self.shape)
                if cells is None:
                    raise self.error(at, f"at most {self.shape.n}")
                yield cells, self.number(place)


def iss_text(*parts: str) -> str:
    return "." + "~".join(parts)


def names_of(cells: Sequence[int], shape: Shape) -> list[str]:
    return [name_of(cell, shape) for cell in cells]


def name_of(cell: int, shape: Shape) -> str:
    """Return the name of a cell; extra cells count from 1."""
    number, count = (each - shape.rows * shape.columns for each in (cell + 1, shape.size))
    if number > 0:
        names: Sequence[str] = getattr(shape, "extra_names", ())
        return names[number - 1] if names else f"{EXTRA}{number if count > 1 else ''}"
    return f"R{DIGITS[cell // shape.columns + 1]}C{DIGITS[cell % shape.columns + 1]}"


def line_name(cells: Cells, shape: Shape) -> str:
    side = side_name(cells, shape).lstrip("-")
    return side[0].upper() + DIGITS[int(side[1:])]


def key_of(table: Sequence[int]) -> str:
    """Return the signs of a table of pairs: a bit for each symbol of the second cell in each row.

    >>> key_of((2, 5, 2))
    'qC'
    """
    bits = sum(mask << len(table) * row for row, mask in enumerate(table))
    length = -(-bits.bit_length() // 6)
    return "".join(SIGNS[bits >> 6 * at & 63] for at in range(length))


def table_of(key: str, n: int) -> tuple[int, ...]:
    """Return the table of a key. Raises SudokuError if it is invalid."""
    if not set(key) <= set(SIGNS) or len(key) > -(-n * n // 6) + 1:
        raise SudokuError(f"Pair: invalid table {key[:20]!r}")
    bits = sum(SIGNS.index(sign) << 6 * at for at, sign in enumerate(key))
    return tuple(bits >> n * row & (1 << n) - 1 for row in range(n))


def text_of(machine: Machine) -> str:
    """Return the text of a deterministic automaton; its states get new numbers.

    >>> text_of(Machine(1, (True, False), ((1, 0), (0, -1))))
    'QG8g'
    """
    count, symbols = len(machine.accepts), len(machine.table[0])
    accepting = [state for state in range(1, count) if machine.accepts[state]]
    order = [0, *accepting, *(s for s in range(1, count) if not machine.accepts[s])]
    number = {state: place for place, state in enumerate(order)} | {-1: -1}
    width = max(len(accepting), count - 1, 1).bit_length()
    fields = [(1, 2), (width - 1, 4), (symbols - 1, 4), (1, width), (len(accepting), width)]
    fields.append((machine.accepts[0], 1))
    for state in order:
        row = machine.table[state]
        fields.append((sum((to >= 0) << symbol for symbol, to in enumerate(row)), symbols))
        fields += ((number[to], width) for to in row if to >= 0)
    bits = "".join(f"{value:0{size}b}" for value, size in fields)
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return urlsafe_b64encode(data).decode().rstrip("=")
