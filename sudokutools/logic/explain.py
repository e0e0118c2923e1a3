"""How a step is told: as a sentence, as a hint, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sudokutools.grid import Geometry
from sudokutools.logic.step import Step


def cell_list(geometry: Geometry, cells: Iterable[int]) -> str:
    """Write cells shortly, neighbours in a row or in a column together.

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
    """Write items as in a sentence.

    >>> listing([3]), listing([3, 7]), listing([3, 5, 7], "or")
    ('3', '3 and 7', '3, 5 or 7')
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def house_list(names: Iterable[str]) -> str:
    """Write houses, those of one kind together.

    >>> house_list(["row 2", "row 7", "column 1"])
    'rows 2 and 7 and column 1'
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, number = name.split()
        kinds.setdefault(kind, []).append(number)
    plural = {"row": "rows", "column": "columns", "box": "boxes"}
    return listing(
        f"{kind if len(numbers) == 1 else plural[kind]} {listing(numbers)}"
        for kind, numbers in kinds.items()
    )


def _cells(step: Step) -> str:
    return listing(step.geometry.cell_name(cell) for cell in step.cells)


def _losers(step: Step) -> str:
    return cell_list(step.geometry, (cell for cell, _ in step.eliminations))


def _full_house(step: Step) -> str:
    return f"{_cells(step)} is the only empty cell of {step.houses[0]}, so it is {step.symbols[0]}"


def _hidden_single(step: Step) -> str:
    return f"{_cells(step)} is the only cell of {step.houses[0]} that can hold {step.symbols[0]}"


def _naked_single(step: Step) -> str:
    return f"{_cells(step)} can hold only {step.symbols[0]}"


def _locking(step: Step) -> str:
    first, second = step.houses[:2]
    symbol = step.symbols[0]
    why = f"in {first} only {_cells(step)} can hold {symbol}, all in {second}"
    if step.placements:
        place = step.geometry.cell_name(step.placements[0][0])
        return f"{why}, so in {step.houses[2]} one place is left: {place} is {symbol}"
    return f"{why}, so no other cell of {second} does: {_losers(step)}"


def _naked_subset(step: Step) -> str:
    symbols = listing(step.symbols)
    return (
        f"{_cells(step)} hold only {symbols}, so no other cell of {step.houses[0]} does:"
        f" {_losers(step)}"
    )


def _hidden_subset(step: Step) -> str:
    symbols = listing(step.symbols)
    why = f"in {step.houses[0]} only {_cells(step)} can hold {symbols}"
    if step.placements:
        cell, symbol = step.placements[0]
        return f"{why}, so one place is left for {symbol}: {step.geometry.cell_name(cell)}"
    return f"{why}, so they hold nothing else: {_losers(step)}"


def _fish(step: Step) -> str:
    size = len(step.houses) // 2
    base, cover = house_list(step.houses[:size]), house_list(step.houses[size:])
    symbol = step.symbols[0]
    return (
        f"in {base} only {cell_list(step.geometry, step.cells)} can hold {symbol}, all in {cover},"
        f" so no other cell of {cover} does: {_losers(step)}"
    )


def _wing(step: Step) -> str:
    name = step.geometry.cell_name
    pivot, first, second = step.cells
    symbol = step.symbols[-1]
    whatever = listing(step.symbols[: 3 if step.technique == "XYZ-Wing" else 2], "or")
    among = f"{name(first)} and {name(second)}"
    if step.technique == "XYZ-Wing":
        among = f"{name(pivot)}, {among}"
    return (
        f"whether {name(pivot)} is {whatever}, one of {among} is {symbol},"
        f" so no cell that sees them all is: {_losers(step)}"
    )


TELLERS: tuple[tuple[str, Callable[[Step], str]], ...] = (
    ("Full house", _full_house),
    ("Hidden single", _hidden_single),
    ("Naked single", _naked_single),
    ("Pointing", _locking),
    ("Claiming", _locking),
    ("Direct pointing", _locking),
    ("Direct claiming", _locking),
    ("Naked ", _naked_subset),
    ("Hidden ", _hidden_subset),
    ("Direct hidden", _hidden_subset),
    ("XY", _wing),
    ("", _fish),
)
"""Who explains a technique: the first whose name it begins with."""


def describe(step: Step) -> str:
    """Return the explanation of a step on one line."""
    tell = next(tell for start, tell in TELLERS if step.technique.startswith(start))
    return f"{step.technique}: {tell(step)}"


def hint(step: Step) -> str:
    """Return technique and place without the symbol: `Naked pair in row 1: r1c4 r1c8`."""
    where = f" in {house_list(step.houses)}" if step.houses else ""
    return f"{step.technique}{where}: {cell_list(step.geometry, step.cells)}"


def data(step: Step) -> dict[str, Any]:
    """Return a step for JSON; cells are named, symbols are numbers, the rating has its decimal."""
    name = step.geometry.cell_name
    found: dict[str, Any] = {
        "technique": step.technique,
        "rating": step.rating / 10,
        "cells": [name(cell) for cell in step.cells],
        "symbols": list(step.symbols),
        "houses": list(step.houses),
        "placements": [{"cell": name(cell), "symbol": symbol} for cell, symbol in step.placements],
        "eliminations": [
            {"cell": name(cell), "symbol": symbol} for cell, symbol in step.eliminations
        ],
        "text": describe(step),
    }
    return found
