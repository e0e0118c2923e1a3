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


def _unique_loop(step: Step) -> str:
    a, b = step.symbols
    extra = listing(step.geometry.cell_name(cell) for cell in step.extra_cells)
    two_ways = f"{_cells(step)} could be filled with {a} and {b} in two ways"
    kind = step.technique[-1]
    if kind == "1":
        return f"unless {extra} is something else, {two_ways}, so it is: {_losers(step)}"
    if kind == "2":
        symbol = step.eliminations[0][1]
        return (
            f"unless one of {extra} is {symbol}, {two_ways}, so no cell that sees them all is:"
            f" {_losers(step)}"
        )
    unless = f"unless one of {extra} is something else, {two_ways}"
    symbols = listing(step.subset_symbols)
    if kind == "4":
        other = a + b - step.subset_symbols[0]
        return (
            f"{unless}; one of them is {symbols} (no other place in {step.houses[0]}),"
            f" so neither is {other}: {_losers(step)}"
        )
    cells = listing(step.geometry.cell_name(cell) for cell in step.subset_cells)
    if {a, b} <= set(step.subset_symbols):
        return (
            f"{unless}, so one symbol of {symbols} goes there in {step.houses[0]} and the others to"
            f" {cells}, which {_hold(step.subset_cells)} nothing else: {_losers(step)}"
        )
    return (
        f"{unless}, so with {cells} they take up {symbols}, and no other cell of"
        f" {step.houses[0]} holds them: {_losers(step)}"
    )


def _hold(cells: tuple[int, ...]) -> str:
    return "holds" if len(cells) == 1 else "hold"


def _bug(step: Step) -> str:
    symbols = listing(step.symbols, "or")
    grave = "every cell would have two candidates and every symbol two places in each house"
    why = f"without {symbols} in {_cells(step)} {grave}, which has no single solution"
    kind = step.technique[-1]
    if kind == "1":
        return f"{why}, so nothing else is left there: {_losers(step)}"
    if kind == "2":
        return f"{why}, so no cell that sees them all is {symbols}: {_losers(step)}"
    if kind == "4":
        return (
            f"{why}; one of them is {step.subset_symbols[0]} in {step.houses[0]},"
            f" so the other is one of those: {_losers(step)}"
        )
    cells = listing(step.geometry.cell_name(cell) for cell in step.subset_cells)
    return (
        f"{why}, so with {cells} they take up {listing(step.subset_symbols)}, and no other cell of"
        f" {step.houses[0]} holds them: {_losers(step)}"
    )


def _aligned(step: Step) -> str:
    witnesses = cell_list(step.geometry, step.subset_cells)
    return (
        f"every way to fill {_cells(step)} with what is removed repeats a symbol or leaves one of"
        f" {witnesses} nothing: {removals_text(step)}"
    )


def removals_text(step: Step) -> str:
    """Write what is removed with its symbols: `r1c2 is not 3, r4c4 is not 5 or 6`."""
    by_cell: dict[int, list[int]] = {}
    for cell, symbol in step.eliminations:
        by_cell.setdefault(cell, []).append(symbol)
    return ", ".join(
        f"{step.geometry.cell_name(cell)} is not {listing(symbols, 'or')}"
        for cell, symbols in by_cell.items()
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
    ("Unique ", _unique_loop),
    ("BUG", _bug),
    ("Aligned", _aligned),
    ("", _fish),
)
"""Who explains a technique: the first whose name it begins with."""


def describe(step: Step) -> str:
    """Return the explanation of a step on one line."""
    if step.chains:
        from sudokutools.logic.explain_chains import chain_text

        return f"{step.technique}: {chain_text(step)}"
    tell = next(tell for start, tell in TELLERS if step.technique.startswith(start))
    return f"{step.technique}: {tell(step)}"


def hint(step: Step) -> str:
    """Return technique and place without the symbol: `Naked pair in row 1: r1c4 r1c8`."""
    where = f" in {house_list(step.houses)}" if step.houses else ""
    return f"{step.technique}{where}: {cell_list(step.geometry, step.cells)}"


def _pairs(step: Step, pairs: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
    name = step.geometry.cell_name
    return [{"cell": name(cell), "symbol": symbol} for cell, symbol in pairs]


def data(step: Step) -> dict[str, Any]:
    """Return a step for JSON; cells are named, symbols are numbers, the rating has its decimal."""
    name = step.geometry.cell_name
    found: dict[str, Any] = {
        "technique": step.technique,
        "rating": step.rating / 10,
        "cells": [name(cell) for cell in step.cells],
        "symbols": list(step.symbols),
        "houses": list(step.houses),
        "candidates": _pairs(step, step.candidates),
        "placements": _pairs(step, step.placements),
        "eliminations": _pairs(step, step.eliminations),
        "extra_cells": [name(cell) for cell in step.extra_cells],
        "subset_cells": [name(cell) for cell in step.subset_cells],
        "subset_symbols": list(step.subset_symbols),
        "text": describe(step),
    }
    if step.chains:
        from sudokutools.logic.explain_chains import chain_data

        found["complexity"] = step.complexity
        found["chains"] = chain_data(step)
    return found
