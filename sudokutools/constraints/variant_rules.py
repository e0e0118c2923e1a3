"""The rules of variants by name: the extra houses of each, or its pairs of different cells.

A rule belongs to the geometry. Rows, columns and cells are numbered from 0 here, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
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
NONCONSECUTIVE = "nonconsecutive"
TAXICAB = "taxicab"
ENTROPY = "entropy"
REMAINDERS = "remainders"
SQUARES = (ENTROPY, REMAINDERS)
FLATMATES = "flatmates"
NO_TIES = "noties"

RAW = "raw"
SAME_SETS = "sameregions"

WITH_PRIMITIVES = (TAXICAB, ENTROPY, REMAINDERS, SAME_SETS, FLATMATES, NO_TIES)
"""Rules that are more than houses and pairs of a geometry: see `primitives`."""

NAMES = (*HOUSE_RULES, *UNEQUAL_RULES, NONCONSECUTIVE, *WITH_PRIMITIVES, RAW)
"""All rules in the order in which they are written."""

IN_WORDS = {
    "x": "Both diagonals hold each symbol once.",
    "windoku": "The tinted windows hold each symbol once.",
    "disjoint": "Cells at the same place of their boxes differ.",
    "centredot": "The cells in the middle of the boxes differ.",
    "asterisk": "The nine tinted cells differ.",
    "girandola": "The nine tinted cells differ.",
    "antiknight": "Cells a knight's move apart, as in chess, differ.",
    "antiking": "Cells that touch at a corner differ.",
    NONCONSECUTIVE: "Neighbours by sides differ by more than 1.",
    TAXICAB: "Two cells at a distance of d steps along rows and columns never both hold d.",
    ENTROPY: "Every 2x2 square has a low, a middle and a high symbol, each a third of all.",
    REMAINDERS: "Every 2x2 square has symbols of all remainders modulo 3.",
    SAME_SETS: "The largest rows, columns and regions hold the same symbols.",
    FLATMATES: "Each middle symbol is below a lowest or above a highest one, or both.",
    NO_TIES: "No two of the rows and columns, read in both directions, are equal.",
    RAW: "Rows and columns may repeat symbols.",
}
"""Each rule in a sentence."""

LAYOUTS = {
    "samurai": ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    "twins": ((0, 0), (1, 1)),
    "sohei": ((0, 1), (1, 0), (1, 2), (2, 1)),
}
"""The corners of overlapping squares by name, in steps after which two squares share one box."""

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
            known = ", ".join((*NAMES, *LAYOUTS))
            raise SudokuError(f"unknown variant {name[:20]!r}, expected one of {known}")
    return tuple(name for name in NAMES if name in names)


_LACKING: dict[str, tuple[Callable[[Shape], bool], str]] = {
    REMAINDERS: (lambda shape: shape.n < 3, "three remainders"),
    ENTROPY: (lambda shape: shape.n % 3 > 0, "thirds"),
    FLATMATES: (lambda shape: shape.n < 3 or shape.n % 2 == 0, "middle one"),
}
"""Numbers of symbols that do not allow a rule, and the reason."""


def check(names: Sequence[str], shape: Shape, box: tuple[int, int] | None) -> None:
    """Raise SudokuError for a rule without effect on a geometry and this box.

    `box` is width and height; None for irregular regions.
    """
    n, rows, columns = shape.n, shape.rows, shape.columns
    for name in names:
        if name in NEED_BOXES and box is None:
            raise SudokuError(f"variant {name} requires boxes, not irregular regions")
        lacking = _LACKING.get(name)
        if lacking is not None and lacking[0](shape):
            raise SudokuError(f"variant {name}: {n} symbols have no {lacking[1]}")
        if name in ("x", NO_TIES) and rows != columns:
            size = f"{rows}x{columns}"
            raise SudokuError(f"variant {name} requires as many rows as columns, not {size}")
        if name in FOR_NINE and (not n == rows == columns == 9 or (box and box != (3, 3))):
            raise SudokuError(f"variant {name} is for 9x9 only")
        if box is not None and name == "centredot" and not box[0] % 2 == box[1] % 2 == 1:
            raise SudokuError(f"variant centredot: boxes of {box[0]}x{box[1]} have no centre cell")
        if box is not None and name == "windoku" and not any(_windows(rows, columns, *box)):
            raise SudokuError(f"variant windoku: boxes of {box[0]}x{box[1]} have no windows")


def extra_houses(
    names: Sequence[str], rows: int, columns: int, box: tuple[int, int] | None
) -> Iterator[Extra]:
    """Yield the houses that rules add, in the order of the rules.

    >>> [house.name for house in extra_houses(["x", "windoku"], 6, 6, (3, 2))]
    ['diagonal 1', 'diagonal 2', 'window 1']
    """
    width, height = box or (1, 1)
    for name in names:
        if name == "x":
            yield Extra("diagonal 1", tuple(i * rows + i for i in range(rows)))
            yield Extra("diagonal 2", tuple(i * rows + rows - 1 - i for i in range(rows)))
        elif name == "windoku":
            for number, window in enumerate(_windows(rows, columns, width, height), 1):
                yield Extra(f"window {number}", window)
        elif name in ("disjoint", "centredot"):
            places = [height // 2 * width + width // 2] if name == "centredot" else None
            for place in places or range(width * height):
                down, right = divmod(place, width)
                group = product(range(down, rows, height), range(right, columns, width))
                title = "centre dots" if places else f"disjoint group {place + 1}"
                yield Extra(title, _cells(group, columns))
        elif name in FOR_NINE:
            yield Extra(name, _cells(iter(_ASTERISK if name == "asterisk" else _GIRANDOLA), 9))


def primitives(name: str, out: Primitives) -> None:
    """Add the meaning of a rule of WITH_PRIMITIVES."""
    shape = out.shape
    if name == TAXICAB:
        tables = {d: out.table(lambda a, b, d=d: not a == b == d) for d in out.values}  # type: ignore[misc]
        for distance, first, second in _distances(shape):
            out.related(first, second, tables[distance])
    elif name in SQUARES:
        for square in _squares(shape):
            out.automaton(
                square,
                [frozenset[int]()],
                lambda found, value: found | {_class_of(name, value, shape)},
                lambda found: len(found) == 3,
                name,
            )
    elif name == SAME_SETS and (sets := _largest(shape)):
        from sudokutools.constraints import kind

        kind("samevalues")([cell for each in sets for cell in each], len(sets)).primitives(out)
    elif name == FLATMATES:
        low, middle, high = _flatmates(shape)

        def after(above: int, value: int) -> int | None:
            """Return the value, -1 if the next one must be the greatest."""
            if above < 0 and value != high:
                return None
            return -1 if value == middle and above != low else value

        for column in shape.column_cells:
            out.automaton(column, [high], after, lambda above: above >= 0, name)
    elif name == NO_TIES:
        _untie(out)


def _flatmates(shape: Shape) -> tuple[int, int, int]:
    """Return the least, the middle and the greatest value."""
    return shape.values[0], shape.values[shape.n // 2], shape.values[-1]


def _untie(out: Primitives) -> None:
    """Add an automaton for each two lines, which reads their cells in turn until they differ."""
    copies = [out.variable(out.values) for _ in range(out.shape.size)]
    for cell, copy in enumerate(copies):
        out.related(cell, copy, tuple(1 << symbol for symbol in range(out.n)))

    def step(held: int, value: int) -> int:
        """Return the value to compare with, -1 before one, -2 after a difference."""
        return held if held == -2 else value if held == -1 else -1 if value == held else -2

    for first, second in _opposed(out.shape):
        cells = [cell for pair in zip(first, second, strict=True) for cell in pair]
        if len({*cells}) < len(cells):
            cells[1::2] = [copies[cell] for cell in second]
        out.automaton(cells, [-1], step, lambda held: held == -2, NO_TIES)


def _opposed(shape: Shape) -> Iterator[tuple[Cells, Cells]]:
    """Yield the pairs of lines that may be equal, once for both directions."""
    rows, columns = shape.row_cells, shape.column_cells
    for lines in (rows, columns):
        yield from ((one, other[::-1]) for one, other in combinations(lines, 2))
    for row, column in product(rows, columns):
        yield row, column
        yield row, column[::-1]


def _largest(shape: Shape) -> list[Cells]:
    """Return the largest ones of rows, columns and regions, if they need not hold all symbols."""
    houses = [*shape.row_cells, *shape.column_cells, *shape.region_cells]
    most = max(map(len, houses))
    return [house for house in houses if len(house) == most] if most < shape.n else []


def _class_of(name: str, value: int, shape: Shape) -> int:
    """Return the class of a value, of which each square has all three."""
    return shape.values.index(value) * 3 // shape.n if name == ENTROPY else value % 3


def clashes(name: str, cells: Sequence[int], shape: Shape) -> Iterator[tuple[int, Cells, str]]:
    """Yield violations of these rules by values (empty: -1): one or -1, the cells, words."""
    if name == TAXICAB:
        for distance, first, second in _distances(shape):
            if cells[first] == cells[second] == distance:
                names = f"{shape.cell_name(first)} {shape.cell_name(second)}"
                yield distance, (first, second), f"taxicab: {distance} at {names}"
    elif name in SQUARES:
        for square in _squares(shape):
            values = [cells[cell] for cell in square]
            if min(values) >= 0 and len({_class_of(name, v, shape) for v in values}) < 3:
                held = ", ".join(map(str, values))
                yield -1, square, f"{name}: {held} at {shape.cell_name(square[0])}"
    elif name == SAME_SETS:
        for one, other in pairwise(_largest(shape)):
            own, others = (sorted(cells[cell] for cell in each) for each in (one, other))
            if min(own + others) >= 0 and own != others:
                names = " and ".join(shape.cell_name(each[0]) for each in (one, other))
                yield -1, (*one, *other), f"{name}: the houses at {names} differ"
    elif name in (FLATMATES, NO_TIES):
        yield from _clashes_of_lines(name, cells, shape)


def _clashes_of_lines(
    name: str, cells: Sequence[int], shape: Shape
) -> Iterator[tuple[int, Cells, str]]:
    if name == FLATMATES:
        low, middle, high = _flatmates(shape)
        for column in shape.column_cells:
            held = [middle, *(cells[cell] for cell in column), middle]
            for cell, above, value, below in zip(column, held, held[1:], held[2:], strict=False):
                is_alone = above not in (-1, low) and below not in (-1, high)
                if value == middle and is_alone:
                    yield -1, (cell,), f"{name}: {middle} at {shape.cell_name(cell)}"
        return
    for one, other in _opposed(shape):
        held = [cells[cell] for cell in one]
        if min(held) >= 0 and held == [cells[cell] for cell in other]:
            ends = " and ".join(shape.cell_name(line[0]) for line in (one, other))
            yield -1, (*one, *other), f"{name}: equal from {ends}"


def _distances(shape: Shape) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs of cells whose distance is a value, each after its distance."""
    for first, second in combinations(range(shape.size), 2):
        (row, column), (down, right) = (divmod(c, shape.columns) for c in (first, second))
        distance = abs(row - down) + abs(column - right)
        if distance in shape.values:
            yield distance, first, second


def _squares(shape: Shape) -> Iterator[Cells]:
    for row, column in product(range(shape.rows - 1), range(shape.columns - 1)):
        at = row * shape.columns + column
        yield at, at + 1, at + shape.columns, at + shape.columns + 1


def unequal_pairs(name: str, rows: int, columns: int) -> tuple[Pair, ...]:
    """Return the pairs of cells of a rule of UNEQUAL_RULES, ascending.

    >>> unequal_pairs("antiking", 2, 2)
    ((0, 3), (1, 2))
    """
    return _pairs(KNIGHT if name == "antiknight" else KING, rows, columns)


def neighbours(rows: int, columns: int) -> tuple[Pair, ...]:
    return _pairs(_BESIDE, rows, columns)


def _pairs(moves: Sequence[Pair], rows: int, columns: int) -> tuple[Pair, ...]:
    return tuple(
        (row * columns + column, (row + down) * columns + column + right)
        for row in range(rows)
        for column in range(columns)
        for down, right in moves
        if row + down < rows and 0 <= column + right < columns
    )


def _windows(rows: int, columns: int, width: int, height: int) -> Iterator[Cells]:
    """Yield the windows: boxes at a distance of one cell from each other and from the edge."""
    for top in range(1, rows - height, height + 1):
        for left in range(1, columns - width, width + 1):
            yield _cells(product(range(top, top + height), range(left, left + width)), columns)


def _cells(places: Iterable[Pair], columns: int) -> Cells:
    return tuple(sorted(row * columns + column for row, column in places))
