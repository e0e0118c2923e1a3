"""Cells, houses and symbols in words."""

from __future__ import annotations

from collections.abc import Iterable

from sudokutools.grid.geometry import Geometry


def cell_list(geometry: Geometry, cells: Iterable[int]) -> str:
    """Return cells in short form, neighbours in a row or column joined.

    >>> cell_list(Geometry.of(3, 3), [4, 5, 6, 8, 9, 18])
    'r1c5-7 r1c9 r2-3c1'
    """
    columns = geometry.columns
    left = sorted(set(cells))
    names = []
    while left:
        first = left[0]
        across = down = first
        while across + 1 in left and (across + 1) % columns:
            across += 1
        while down + columns in left:
            down += columns
        row, column = divmod(first, columns)
        if down - first > (across - first) * columns:
            names.append(f"r{row + 1}-{down // columns + 1}c{column + 1}")
            taken = set(range(first, down + 1, columns))
        else:
            last = f"-{across % columns + 1}" if across > first else ""
            names.append(f"r{row + 1}c{column + 1}{last}")
            taken = set(range(first, across + 1))
        left = [cell for cell in left if cell not in taken]
    return " ".join(names)


def listing(items: Iterable[object], word: str = "and") -> str:
    """Return items as a list in a sentence.

    >>> listing([3]), listing([3, 7]), listing([3, 5, 7], "or")
    ('3', '3 and 7', '3, 5 or 7')
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def house_list(names: Iterable[str]) -> str:
    """Return houses as a list in a sentence, grouped by kind.

    >>> house_list(["row 2", "row 7", "column 1", "asterisk"])
    'rows 2 and 7, column 1 and asterisk'
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, number = name.rpartition(" ")
        kinds.setdefault(kind if number.isdigit() else name, []).append(number)
    return listing(map(_numbered, kinds, kinds.values()))


def _numbered(kind: str, numbers: list[str]) -> str:
    """Return houses of one kind; a house without a number is the only one of its kind."""
    if not numbers[0].isdigit():
        return kind
    plural = {"box": "boxes"}.get(kind, f"{kind}s")
    return f"{kind if len(numbers) == 1 else plural} {listing(numbers)}"
