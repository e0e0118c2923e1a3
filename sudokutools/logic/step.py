"""One step of a solution by hand: its pattern, its effect and its explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.state import Removal, State, pairs
from sudokutools.logic.strand import Strand, eureka, sentences, strand_data
from sudokutools.logic.tables import members
from sudokutools.logic.techniques import Technique
from sudokutools.logic.wording import cell_list, house_list, listing


class Step(NamedTuple):
    """One application of a technique.

    rating      in tenths
    teller      writes the explanation
    cells, symbols, houses  the pattern; symbols from 1, names of houses such as `row 1`
    placements, eliminations  (cell, symbol) pairs, ascending
    extra_cells  of unique loops: cells with other candidates
    subset_cells, subset_symbols  of loops and BUG; aligned exclusion: the excluding cells
    candidates  the (cell, symbol) pairs of the pattern, set by `Path`
    chains      the strands of a chain, in order of derivation, each from its assumption
    complexity  the number of nodes that the rating of a chain depends on
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
        """Return the explanation in one line, from the technique to the conclusion."""
        return f"{self.technique}: {self.teller(self)}"

    def hint(self) -> str:
        """Return technique and cells only: `Naked pair in row 1: r1c4 r1c8`."""
        where = f" in {house_list(self.houses)}" if self.houses else ""
        return f"{self.technique}{where}: {cell_list(self.geometry, self.cells)}"

    def eureka(self) -> tuple[str, ...]:
        """Return the chains in Eureka notation, one line for each unbranched part."""
        return tuple(line for strand in self.chains for line in eureka(self.geometry, strand))

    def sentences(self) -> tuple[str, ...]:
        """Return the chains as sentences, one line a node, numbered by chain."""
        return tuple(line for strand in self.chains for line in sentences(self.geometry, strand))

    def data(self) -> dict[str, Any]:
        """Return the step for JSON, with names of cells and the rating as a decimal."""
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


def step_of(
    state: State,
    technique: Technique,
    teller: Callable[[Step], str],
    cells: int | Sequence[int],
    removals: Sequence[Removal] = (),
    symbols: int = 0,
    houses: Iterable[int] = (),
    *,
    placements: tuple[tuple[int, int], ...] = (),
    more: int = 0,
    extra_cells: tuple[int, ...] = (),
    subset_cells: tuple[int, ...] = (),
    subset_symbols: int = 0,
) -> Step:
    """Return a step of a technique, rated `more` tenths above its lowest rating.

    Symbols, and cells if order does not matter, are sets; houses are numbers.
    """
    return Step(
        technique.name,
        technique.least + more,
        teller,
        members(cells) if isinstance(cells, int) else tuple(cells),
        placements,
        pairs(removals),
        state.tables.geometry,
        tuple([symbol + 1 for symbol in members(symbols)]),
        tuple([state.tables.names[house] for house in houses]),
        extra_cells,
        subset_cells,
        tuple([symbol + 1 for symbol in members(subset_symbols)]),
    )


def names_of(step: Step, cells: Iterable[int]) -> str:
    """Return a list of cells such as `r1c1, r1c2 and r3c3`."""
    return listing(step.geometry.cell_name(cell) for cell in cells)


def losers_of(step: Step) -> str:
    """Return the cells that lose candidates, abbreviated."""
    return cell_list(step.geometry, (cell for cell, _ in step.eliminations))


def conclusion_of(step: Step) -> str:
    """Return the placement, or else the eliminations: `r1c1 is 3`, `r1c2 is not 3`."""
    if not step.placements:
        return removals_of(step)
    cell, symbol = step.placements[0]
    return f"{step.geometry.cell_name(cell)} is {symbol}"


def removals_of(step: Step) -> str:
    """Return the eliminations by cell: `r1c2 is not 3, r4c4 is not 5 or 6`."""
    by_cell: dict[int, list[int]] = {}
    for cell, symbol in step.eliminations:
        by_cell.setdefault(cell, []).append(symbol)
    return ", ".join(
        f"{step.geometry.cell_name(cell)} is not {listing(symbols, 'or')}"
        for cell, symbols in by_cell.items()
    )
