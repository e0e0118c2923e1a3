"""One step of a solution by hand: what it is, what it changes, and how it is told."""

from __future__ import annotations

from typing import Any, NamedTuple

from sudokutools.grid import Geometry


class Implication(NamedTuple):
    """One link of a chain: a candidate that is on (the value) or off (not it), and why.

    `causes` are the places of earlier links in the same strand, from 0; none: the assumption.
    `reason` is the house of a strong link, "" inside a cell and for weak links; for an off-node
    that another technique supplied, that technique and where it was found.
    """

    cell: int
    symbol: int
    is_on: bool
    causes: tuple[int, ...] = ()
    reason: str = ""


class Step(NamedTuple):
    """One application of a technique.

    `rating` is in tenths. `cells`, `symbols` (from 1) and `houses` (names, such as `row 1`) are
    the pattern; `placements` and `eliminations` the (cell, symbol) pairs that it puts and
    removes, in ascending order; `candidates` the (cell, symbol) pairs of the pattern, to be
    marked (a `Path` fills them in).

    A unique loop has its `extra_cells`; loops and BUG may have a subset (`subset_cells`,
    `subset_symbols`), and aligned exclusion has its excluders in `subset_cells`. `chains` are the
    strands of a chain, each a tuple of `Implication` in order of derivation, the assumption
    first; `complexity` is the number of nodes that the rating depends on, 0 for what is no chain.
    """

    technique: str
    rating: int
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
    chains: tuple[tuple[Implication, ...], ...] = ()
    complexity: int = 0

    def describe(self) -> str:
        """Return the explanation: technique, where, why, and what it places or removes."""
        from sudokutools.logic.explain import describe

        return describe(self)

    def hint(self) -> str:
        """Return technique and place, without the symbol that is placed."""
        from sudokutools.logic.explain import hint

        return hint(self)

    def eureka(self) -> tuple[str, ...]:
        """Return the chains in Eureka notation, a line for each unbranched stretch."""
        from sudokutools.logic.explain_chains import eureka

        return tuple(line for strand in self.chains for line in eureka(self.geometry, strand))

    def sentences(self) -> tuple[str, ...]:
        """Return the chains as sentences, a line for each node; numbers start anew at each."""
        from sudokutools.logic.explain_chains import sentences

        return tuple(line for strand in self.chains for line in sentences(self.geometry, strand))

    def data(self) -> dict[str, Any]:
        """Return the step as numbers, strings, lists and dictionaries, ready for JSON."""
        from sudokutools.logic.explain import data

        return data(self)
