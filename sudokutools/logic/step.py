"""One step of a solution by hand: what it is, what it changes, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.strand import Strand, eureka, sentences, strand_data
from sudokutools.logic.wording import cell_list, house_list, listing


class Step(NamedTuple):
    """One application of a technique.

    `rating` is in tenths. `cells`, `symbols` (from 1) and `houses` (names, such as `row 1`) are
    the pattern; `placements` and `eliminations` the (cell, symbol) pairs that it puts and
    removes, in ascending order; `candidates` the (cell, symbol) pairs of the pattern, to be
    marked (a `Path` fills them in). `teller` says in words why it holds.

    A unique loop has its `extra_cells`; loops and BUG may have a subset (`subset_cells`,
    `subset_symbols`), and aligned exclusion has its excluders in `subset_cells`. `chains` are the
    strands of a chain, each a tuple of `Implication` in order of derivation, the assumption
    first; `complexity` is the number of nodes that the rating depends on, 0 for what is no chain.
    """

    technique: str
    rating: int
    teller: Callable[[Step], str]
    cells: tuple[int, ...]
    placements: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    geometry: Geometry
    symbols: tuple[int, ...] = ()
    houses: tuple[str, ...] = ()
    extra_cells: tuple[int, ...] = ()
    subset_cells: tuple[int, ...] = ()
    subset_symbols: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()
    chains: tuple[Strand, ...] = ()
    complexity: int = 0

    def describe(self) -> str:
        """Return the explanation: technique, where, why, and what it places or removes."""
        return f"{self.technique}: {self.teller(self)}"

    def hint(self) -> str:
        """Return technique and place without the symbol: `Naked pair in row 1: r1c4 r1c8`."""
        where = f" in {house_list(self.houses)}" if self.houses else ""
        return f"{self.technique}{where}: {cell_list(self.geometry, self.cells)}"

    def eureka(self) -> tuple[str, ...]:
        """Return the chains in Eureka notation, a line for each unbranched stretch."""
        return tuple(line for strand in self.chains for line in eureka(self.geometry, strand))

    def sentences(self) -> tuple[str, ...]:
        """Return the chains as sentences, a line for each node; numbers start anew at each."""
        return tuple(line for strand in self.chains for line in sentences(self.geometry, strand))

    def data(self) -> dict[str, Any]:
        """Return the step as numbers, strings, lists and dictionaries, ready for JSON.

        Cells are named, symbols are numbers, the rating has its decimal.
        """
        found: dict[str, Any] = {
            "technique": self.technique,
            "rating": self.rating / 10,
            "cells": self._named(self.cells),
            "symbols": list(self.symbols),
            "houses": list(self.houses),
            "candidates": self._named_pairs(self.candidates),
            "placements": self._named_pairs(self.placements),
            "eliminations": self._named_pairs(self.eliminations),
            "extra_cells": self._named(self.extra_cells),
            "subset_cells": self._named(self.subset_cells),
            "subset_symbols": list(self.subset_symbols),
            "text": self.describe(),
        }
        if self.chains:
            found["complexity"] = self.complexity
            found["chains"] = [strand_data(self.geometry, strand) for strand in self.chains]
        return found

    def _named(self, cells: Iterable[int]) -> list[str]:
        return [self.geometry.cell_name(cell) for cell in cells]

    def _named_pairs(self, pairs: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
        name = self.geometry.cell_name
        return [{"cell": name(cell), "symbol": symbol} for cell, symbol in pairs]


def names_of(step: Step, cells: Iterable[int]) -> str:
    """Write cells one by one, as in a sentence: `r1c1, r1c2 and r3c3`."""
    return listing(step.geometry.cell_name(cell) for cell in cells)


def losers_of(step: Step) -> str:
    """Write the cells that lose candidates."""
    return cell_list(step.geometry, (cell for cell, _ in step.eliminations))


def conclusion_of(step: Step) -> str:
    """Write what is placed, or else what is removed: `r1c1 is 3`, `r1c2 is not 3`."""
    if not step.placements:
        return removals_of(step)
    cell, symbol = step.placements[0]
    return f"{step.geometry.cell_name(cell)} is {symbol}"


def removals_of(step: Step) -> str:
    """Write what is removed with its symbols: `r1c2 is not 3, r4c4 is not 5 or 6`."""
    by_cell: dict[int, list[int]] = {}
    for cell, symbol in step.eliminations:
        by_cell.setdefault(cell, []).append(symbol)
    return ", ".join(
        f"{step.geometry.cell_name(cell)} is not {listing(symbols, 'or')}"
        for cell, symbols in by_cell.items()
    )
