"""The rules of variants by name: the extra houses of each, or its pairs of different cells.

A rule belongs to the geometry. Rows, columns and cells are numbered from 0 here, a cell as row * n
+ column, in full grids of n rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from sudokutools.errors import SudokuError

if TYPE_CHECKING:
    from sudokutools.constraints.primitives import Primitives
    from sudokutools.constraints.shape import Cells, Shape

Pair = tuple[int, int]


class Extra(NamedTuple):
    """An extra house and its name for people, such as `diagonal 1`."""

    name: str
    cells: Cells


HOUSE_RULES = ("x", "windoku", "disjoint", "centredot", "asterisk", "girandola")
"""Rules that add houses."""

UNEQUAL_RULES = ("antiknight", "antiking")  # Rules about pairs of cells with different symbols.
NONCONSECUTIVE = "nonconsecutive"  # Orthogonal neighbours differ by more than 1.
TAXICAB = "taxicab"  # Two cells at taxicab distance d never both hold d.
ENTROPY = "entropy"  # Every 2x2 square has a low, a middle and a high symbol, each a third of all.
REMAINDERS = "remainders"  # Every 2x2 square has symbols of all remainders modulo 3.
SQUARES = (ENTROPY, REMAINDERS)
FLATMATES = "flatmates"  # A middle symbol is below a 1 or above the greatest symbol.
NO_TIES = "noties"  # No two of the rows and columns, read in both directions, are equal.

WITH_PRIMITIVES = (TAXICAB, ENTROPY, REMAINDERS, FLATMATES, NO_TIES)
"""Rules that are more than houses and pairs of a geometry: see `primitives`."""

NAMES = (*HOUSE_RULES, *UNEQUAL_RULES, NONCONSECUTIVE, *WITH_PRIMITIVES)
"""All rules in the order in which they are written."""

NEED_BOXES = ("windoku", "disjoint", "centredot")  # Rules that refer to boxes.
FOR_NINE = ("asterisk", "girandola")  # Rules for the 9x9 grid only.

_ASTERISK = ((1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4))
_GIRANDOLA = ((0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8))

KNIGHT = ((1, -2), (1, 2), (2, -1), (2, 1))
KING = ((1, -1), (1, 1))
_BESIDE = ((0, 1), (1, 0))
"""Moves of chess, downwards only, so that each pair of cells occurs once."""


REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The signs of regions; further ones are decimals."""


def region_sign(number: int) -> str:
    """Return the sign of a region: a letter if there is one.

    >>> region_sign(0), region_sign(51), region_sign(52)
    ('A', 'z', '53')
    """
    return REGION_LETTERS[number] if number < len(REGION_LETTERS) else str(number + 1)


def ordered(names: Sequence[str]) -> tuple[str, ...]:
    """Return rules in order, without duplicates. Raises SudokuError for an unknown rule.

    >>> ordered(["windoku", "x", "x"])
    ('x', 'windoku')
    """
    for name in names:
        if name not in NAMES:
            raise SudokuError(f"unknown variant {name[:20]!r}, expected one of {', '.join(NAMES)}")
    return tuple(name for name in NAMES if name in names)


_LACKING: dict[str, tuple[Callable[[int], bool], str]] = {
    REMAINDERS: (lambda n: n < 3, "three remainders"),
    ENTROPY: (lambda n: n % 3 > 0, "thirds"),
    FLATMATES: (lambda n: n < 3 or n % 2 == 0, "middle one"),
}
"""Numbers of symbols that do not allow a rule, and the reason."""


def check(names: Sequence[str], n: int, box: tuple[int, int] | None) -> None:
    """Raise SudokuError for a rule without effect on n symbols and this box.

    `box` is width and height; None for irregular regions.
    """
    for name in names:
        if name in NEED_BOXES and box is None:
            raise SudokuError(f"variant {name} requires boxes, not irregular regions")
        lacking = _LACKING.get(name)
        if lacking is not None and lacking[0](n):
            raise SudokuError(f"variant {name}: {n} symbols have no {lacking[1]}")
        if name in FOR_NINE and (n != 9 or (box is not None and box != (3, 3))):
            raise SudokuError(f"variant {name} is for 9x9 only")
        if box is not None and name == "centredot" and not box[0] % 2 == box[1] % 2 == 1:
            raise SudokuError(f"variant centredot: boxes of {box[0]}x{box[1]} have no centre cell")
        if box is not None and name == "windoku" and not any(_windows(n, *box)):
            raise SudokuError(f"variant windoku: boxes of {box[0]}x{box[1]} have no windows")


def extra_houses(names: Sequence[str], n: int, box: tuple[int, int] | None) -> Iterator[Extra]:
    """Yield the houses that rules add, in the order of the rules.

    >>> [house.name for house in extra_houses(["x", "windoku"], 6, (3, 2))]
    ['diagonal 1', 'diagonal 2', 'window 1']
    """
    width, height = box or (1, 1)
    for name in names:
        if name == "x":
            yield Extra("diagonal 1", tuple(i * n + i for i in range(n)))
            yield Extra("diagonal 2", tuple(i * n + n - 1 - i for i in range(n)))
        elif name == "windoku":
            for number, window in enumerate(_windows(n, width, height), 1):
                yield Extra(f"window {number}", window)
        elif name == "disjoint":
            for place in range(n):
                row, column = divmod(place, width)
                group = ((r, c) for r in range(row, n, height) for c in range(column, n, width))
                yield Extra(f"disjoint group {place + 1}", _cells(group, n))
        elif name == "centredot":
            rows, columns = range(height // 2, n, height), range(width // 2, n, width)
            yield Extra("centre dots", _cells(((r, c) for r in rows for c in columns), n))
        elif name in FOR_NINE:
            yield Extra(name, _cells(iter(_ASTERISK if name == "asterisk" else _GIRANDOLA), n))


def primitives(name: str, out: Primitives) -> None:
    """Add the meaning of a rule of WITH_PRIMITIVES."""
    if name == TAXICAB:
        tables = {d: out.table(lambda a, b, d=d: not a == b == d) for d in range(1, out.n + 1)}  # type: ignore[misc]
        for distance, first, second in _distances(out.n):
            out.related(first, second, tables[distance])
    elif name in SQUARES:
        for square in _squares(out.n):
            out.automaton(
                square,
                [frozenset[int]()],
                lambda found, symbol: found | {_class_of(name, symbol, out.n)},
                lambda found: len(found) == 3,
                name,
            )
    elif name == FLATMATES:
        low, middle, high = 1, (out.n + 1) // 2, out.n

        def after(above: int, symbol: int) -> int | None:
            """Return the symbol, 0 if the next one must be the greatest."""
            if not above and symbol != high:
                return None
            return 0 if symbol == middle and above != low else symbol

        for column in out.shape.column_cells:
            out.automaton(column, [high], after, bool, name)
    elif name == NO_TIES:
        _untie(out)


def _untie(out: Primitives) -> None:
    """Add an automaton for each two lines, which reads their cells in turn until they differ."""
    copies = [out.variable(range(1, out.n + 1)) for _ in range(out.shape.size)]
    for cell, copy in enumerate(copies):
        out.related(cell, copy, tuple(1 << symbol for symbol in range(out.n)))

    def step(held: int, symbol: int) -> int:
        """Return the symbol to compare with, 0 before one, -1 after a difference."""
        return (symbol if not held else 0 if symbol == held else -1) if held >= 0 else held

    for first, second in _opposed(out.shape):
        cells = [cell for pair in zip(first, second, strict=True) for cell in pair]
        if len({*cells}) < len(cells):
            cells[1::2] = [copies[cell] for cell in second]
        out.automaton(cells, [0], step, lambda held: held < 0, NO_TIES)


def _opposed(shape: Shape) -> Iterator[tuple[Cells, Cells]]:
    """Yield the pairs of lines that may be equal, once for both directions."""
    rows, columns = shape.row_cells, shape.column_cells
    for lines in (rows, columns):
        yield from ((one, other[::-1]) for one, other in combinations(lines, 2))
    for row, column in product(rows, columns):
        yield row, column
        yield row, column[::-1]


def _class_of(name: str, symbol: int, n: int) -> int:
    """Return the class of a symbol, of which each square has all three."""
    return (symbol - 1) * 3 // n if name == ENTROPY else symbol % 3


def clashes(name: str, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
    """Yield violations of these rules: a repeated symbol or 0, the cells, and words."""
    if name == TAXICAB:
        for distance, first, second in _distances(shape.n):
            if cells[first] == cells[second] == distance:
                names = f"{shape.cell_name(first)} {shape.cell_name(second)}"
                yield distance, (first, second), f"taxicab: {distance} at {names}"
    elif name in SQUARES:
        for square in _squares(shape.n):
            symbols = [cells[cell] for cell in square]
            if all(symbols) and len({_class_of(name, s, shape.n) for s in symbols}) < 3:
                held = ", ".join(map(str, symbols))
                yield 0, square, f"{name}: {held} at {shape.cell_name(square[0])}"
    elif name in (FLATMATES, NO_TIES):
        yield from _clashes_of_lines(name, cells, shape)


def _clashes_of_lines(name: str, cells: bytes, shape: Shape) -> Iterator[tuple[int, Cells, str]]:
    if name == FLATMATES:
        middle = (shape.n + 1) // 2
        for column in shape.column_cells:
            held = [-1, *(cells[cell] for cell in column), -1]
            for cell, above, symbol, below in zip(column, held, held[1:], held[2:], strict=False):
                is_alone = 0 not in (above, below) and above != 1 and below != shape.n
                if symbol == middle and is_alone:
                    yield 0, (cell,), f"{name}: {middle} at {shape.cell_name(cell)}"
        return
    for one, other in _opposed(shape):
        held = [cells[cell] for cell in one]
        if all(held) and held == [cells[cell] for cell in other]:
            ends = " and ".join(shape.cell_name(line[0]) for line in (one, other))
            yield 0, (*one, *other), f"{name}: equal from {ends}"


def _distances(n: int) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs of cells at distances of 1 to n, each after its distance."""
    for first, second in combinations(range(n * n), 2):
        distance = abs(first // n - second // n) + abs(first % n - second % n)
        if distance <= n:
            yield distance, first, second


def _squares(n: int) -> Iterator[Cells]:
    for row, column in product(range(n - 1), repeat=2):
        at = row * n + column
        yield at, at + 1, at + n, at + n + 1


def unequal_pairs(name: str, n: int) -> tuple[Pair, ...]:
    """Return the pairs of cells of a rule of UNEQUAL_RULES, ascending.

    >>> unequal_pairs("antiking", 2)
    ((0, 3), (1, 2))
    """
    return _pairs(KNIGHT if name == "antiknight" else KING, n)


def neighbours(n: int) -> tuple[Pair, ...]:
    return _pairs(_BESIDE, n)


def _pairs(moves: Sequence[Pair], n: int) -> tuple[Pair, ...]:
    return tuple(
        (row * n + column, (row + down) * n + column + right)
        for row in range(n)
        for column in range(n)
        for down, right in moves
        if row + down < n and 0 <= column + right < n
    )


def _windows(n: int, width: int, height: int) -> Iterator[Cells]:
    """Yield the windows: boxes at a distance of one cell from each other and from the edge."""
    for top in range(1, n - height, height + 1):
        for left in range(1, n - width, width + 1):
            rows, columns = range(top, top + height), range(left, left + width)
            yield _cells(((r, c) for r in rows for c in columns), n)


def _cells(places: Iterator[Pair], n: int) -> Cells:
    return tuple(sorted(row * n + column for row, column in places))
