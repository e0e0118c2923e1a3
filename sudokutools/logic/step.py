"""One step of a solution by hand: its pattern, its effect and its explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from sudokutools.grid.geometry import Geometry
from sudokutools.logic.state import Removal, State, Watch, pairs
from sudokutools.logic.strand import (
    Strand,
    cell_list,
    eureka,
    fact,
    house_list,
    listing,
    sentences,
    strand_data,
)
from sudokutools.logic.tables import Tables, members
from sudokutools.logic.techniques import Technique


class Link(NamedTuple):
    """A link of a chain between two candidates, or groups of candidates of one symbol.

    `start` and `end` are (cell, symbol) pairs. Strong: at least one end is true; weak: at most one.

    >>> from sudokutools import Link
    >>> Link(start=((0, 4),), end=((1, 4),), is_strong=True).is_strong
    True
    """

    start: tuple[tuple[int, int], ...]
    end: tuple[tuple[int, int], ...]
    is_strong: bool


class Step(NamedTuple):
    """One application of a technique, see `explain`.

    technique   the name
    points      the rating in tenths, on the scale of HoDoKu the score
    explanation a template with the names of `FIELDS`
    cells, symbols, houses  the pattern; symbols from 1, names of houses such as `row 1`
    placements, eliminations  (cell, symbol) pairs, ascending
    extra_cells  of unique loops: cells with other candidates
    subset_cells, subset_symbols  of loops and BUG; aligned exclusion: the excluding cells
    candidates  the (cell, symbol) pairs of the pattern, set by `Path`
    chains      the strands of a chain, in order of derivation, each from its assumption
    complexity  the number of nodes that the rating of a chain depends on
    scale       the scale of technique and rating: `se` or `hodoku`
    fins        of fish: (cell, symbol) pairs
    colours     of colouring: the (cell, symbol) pairs of each colour
    geometry    that of the grid

    >>> from sudokutools import explain, read_grid
    >>> step = next(explain(read_grid("1234341221434...")))
    >>> step.technique, step.rating, step.placements, step.houses
    ('Full house', 1.0, ((13, 3),), ('box 3',))
    """

    technique: str
    points: int
    explanation: str
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
    scale: str = "se"
    fins: tuple[tuple[int, int], ...] = ()
    colours: tuple[tuple[tuple[int, int], ...], ...] = ()

    def __str__(self) -> str:
        return self.describe()

    @property
    def text(self) -> str:
        return self.describe()

    @property
    def pattern(self) -> tuple[tuple[int, int], ...]:
        return self.candidates

    @property
    def links(self) -> tuple[Link, ...]:
        found = {
            Link(strand[cause].nodes, node.nodes, node.is_on): None
            for strand in self.chains
            for node in strand
            for cause in node.causes
        }
        return tuple(found)

    @property
    def rating(self) -> float:
        """The rating such as 4.2, on the scale of HoDoKu the score."""
        return self.points / 10 if self.scale == "se" else self.points

    @property
    def rating_text(self) -> str:
        """The rating as text: `4.2`, or a score such as `150`."""
        return f"{self.rating}"

    def describe(self, chains: str | None = None) -> str:
        """Return the explanation in one line, with this text instead of its chains, if given."""
        fields = _Fields(self)
        if chains is not None:
            fields["chains"] = chains
        return f"{self.technique}: {self.explanation.format_map(fields)}"

    def hint(self) -> str:
        """Return technique and cells only: `Naked pair in row 1: r1c4 r1c8`."""
        where = f" in {house_list(self.houses)}" if self.houses else ""
        return f"{self.technique}{where}: {cell_list(self.geometry, self.cells)}"

    def eureka(self) -> tuple[str, ...]:
        return tuple(line for strand in self.chains for line in eureka(self.geometry, strand))

    def sentences(self) -> tuple[str, ...]:
        return tuple(line for strand in self.chains for line in sentences(self.geometry, strand))

    def data(self) -> dict[str, Any]:
        """Return the step for JSON, with names of cells and the rating as a decimal."""
        found: dict[str, Any] = {
            "technique": self.technique,
            "rating" if self.scale == "se" else "score": self.rating,
            "cells": self._named(self.cells),
            "symbols": _values(self, self.symbols),
            "houses": list(self.houses),
            "candidates": self._named_pairs(self.candidates),
            "placements": self._named_pairs(self.placements),
            "eliminations": self._named_pairs(self.eliminations),
            "extra_cells": self._named(self.extra_cells),
            "subset_cells": self._named(self.subset_cells),
            "subset_symbols": _values(self, self.subset_symbols),
            "text": self.describe(),
        }
        if self.fins:
            found["fins"] = self._named_pairs(self.fins)
        if self.colours:
            found["colours"] = [self._named_pairs(colour) for colour in self.colours]
        if self.chains:
            found["complexity"] = self.complexity
            found["chains"] = [strand_data(self.geometry, strand) for strand in self.chains]
        return found

    def _named(self, cells: Iterable[int]) -> list[str]:
        return [self.geometry.cell_name(cell) for cell in cells]

    def _named_pairs(self, pairs: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
        name = self.geometry.cell_name
        value = self.geometry.values
        return [{"cell": name(cell), "symbol": value[symbol - 1]} for cell, symbol in pairs]


def step_of(
    state: State,
    technique: Technique,
    explanation: str,
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
        technique.lowest + more,
        explanation,
        members(cells) if isinstance(cells, int) else tuple(cells),
        placements,
        pairs(removals),
        state.tables.geometry,
        tuple([symbol + 1 for symbol in members(symbols)]),
        tuple([state.tables.names[house] for house in houses]),
        extra_cells,
        subset_cells,
        tuple([symbol + 1 for symbol in members(subset_symbols)]),
        scale=technique.scale,
    )


def placement_of(
    state: State,
    technique: Technique,
    explanation: str,
    cell: int,
    symbol: int,
    houses: Iterable[int] = (),
    more: int = 0,
) -> Step:
    """Return a step that places a symbol (from 0); it is the pattern as well."""
    pattern = ((cell,), (), 1 << symbol, houses)
    placed = ((cell, symbol + 1),)
    return step_of(state, technique, explanation, *pattern, placements=placed, more=more)


def _names(step: Step, cells: Iterable[int]) -> list[str]:
    return [step.geometry.cell_name(cell) for cell in cells]


def _values(step: Step, symbols: Iterable[int]) -> list[int]:
    """Return the values of symbols, which texts and JSON show."""
    return [step.geometry.values[symbol - 1] for symbol in symbols]


def _one_of(step: Step, cells: Sequence[int]) -> str:
    return ("one of " if len(cells) > 1 else "") + listing(_names(step, cells))


def _in_brief(step: Step, cells: Sequence[int]) -> list[str]:
    """Return the names of cells, of more than four in short form."""
    return _names(step, cells) if len(cells) < 5 else cell_list(step.geometry, cells).split()


def _result(step: Step) -> str:
    """Return `r1c1 is 3`, or `remove 6 from r5c8 and r5c9; 2 and 6 from r5c7`."""
    for cell, symbol in step.placements:
        return f"{step.geometry.cell_name(cell)} is {_values(step, [symbol])[0]}"
    symbols: dict[int, list[int]] = {}
    for cell, symbol in step.eliminations:
        symbols.setdefault(cell, []).append(symbol)
    cells: dict[str, list[int]] = {}
    for cell, removed in symbols.items():
        cells.setdefault(listing(_values(step, removed)), []).append(cell)
    return "remove " + "; ".join(
        f"{removed} from {listing(_in_brief(step, losers))}" for removed, losers in cells.items()
    )


def _only_place(step: Step) -> str:
    ((cell, symbol),) = step.placements
    return f"{_digits(step, (symbol,))} can only go in {step.geometry.cell_name(cell)}"


def _digits(step: Step, symbols: Sequence[int]) -> str:
    word = "digit" if step.geometry.n < 10 else "symbol"
    return f"{word}{'s' if len(symbols) > 1 else ''} {listing(_values(step, symbols))}"


FIELDS: dict[str, Callable[[Step], object]] = {
    "names": lambda step: _names(step, step.cells),
    "cells": lambda step: listing(_names(step, step.cells)),
    "one_cell": lambda step: _one_of(step, step.cells),
    "places": lambda step: ", ".join(_in_brief(step, step.cells)),
    "one_extra": lambda step: _one_of(step, step.extra_cells),
    "subset": lambda step: listing(_names(step, step.subset_cells)),
    "one_of_subset": lambda step: _one_of(step, step.subset_cells),
    "symbol": lambda step: _values(step, step.symbols)[0],
    "symbols": lambda step: listing(_values(step, step.symbols)),
    "either": lambda step: listing(_values(step, step.symbols), "or"),
    "sum": lambda step: "+".join(map(str, _values(step, step.symbols))),
    "digits": lambda step: _digits(step, step.symbols),
    "subset_symbols": lambda step: listing(_values(step, step.subset_symbols)),
    "subset_digits": lambda step: _digits(step, step.subset_symbols),
    "digit": lambda step: "digit" if step.geometry.n < 10 else "symbol",
    "house": lambda step: step.houses[0],
    "houses": lambda step: step.houses,
    "base": lambda step: house_list(step.houses[: len(step.houses) // 2]),
    "cover": lambda step: house_list(step.houses[len(step.houses) // 2 :]),
    "all_houses": lambda step: house_list(step.houses),
    "removed": lambda step: _values(step, [step.eliminations[0][1]])[0],
    "result": _result,
    "only_place": _only_place,
    "start": lambda step: fact(step.geometry, step.chains[0][0]),
    "ends": lambda step: " and ".join(fact(step.geometry, chain[-1]) for chain in step.chains),
    "chains": lambda step: "; ".join(step.eureka()),
}
"""The fields of explanations."""


class _Fields(dict[str, object]):
    def __init__(self, step: Step) -> None:
        super().__init__()
        self._step = step

    def __missing__(self, name: str) -> object:
        return FIELDS[name](self._step)


MOST_PLACES = 10
"""The maximum size of houses that are filled in all ways: each place doubles the states."""


class Finder:
    def __init__(self, technique: Technique) -> None:
        self.technique = technique
        self.watch = Watch()


class HouseFinder(Finder):
    def __call__(self, state: State) -> Step | None:
        """Return the first usable step: houses in order."""
        for house in members(self.watch.houses(state) & self.houses(state.tables)):
            step = self.look(state, house)
            if step is not None:
                return step
            self.watch.todo ^= 1 << house
        return None

    def houses(self, tables: Tables) -> int:
        return tables.all_houses

    def look(self, state: State, house: int) -> Step | None:
        raise NotImplementedError
