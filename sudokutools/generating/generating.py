"""Complete grids of every geometry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokutools._support.limits import Check, never
from sudokutools._support.streams import Stream, stream_of
from sudokutools.errors import NoGridError, SudokuError, UndecidedError
from sudokutools.grid.geometry import Geometry
from sudokutools.grid.grid import Grid
from sudokutools.solving.solving import automatic

if TYPE_CHECKING:
    from sudokutools.constraints.collection import Constraints

METHODS = ("auto", "uniform", "mix", "search", "shift")  # The methods of `generate`.
MAPS = 100  # The maximum number of random maps of regions without a grid.
UNDECIDED_MAPS = 30  # The maximum number of undecided maps.

_LIGHT_MAPS = 20
"""Maps of up to nine symbols that get only a few searches, as trying another one is cheaper."""

_PATIENCE = 1 << 18  # The maximum number of conflicts of `cdcl` on a map: some seconds.


def choose(geometry: Geometry, method: str) -> str:
    """Return the method that `auto` selects for a geometry; any other is returned unchanged.

    Raises SudokuError if the method is `uniform` and not exact, naming the supported geometries.

    >>> choose(Geometry.of(3, 3), "auto"), choose(Geometry.of(10, 10), "auto")
    ('uniform', 'mix')
    """
    if method not in METHODS:
        raise SudokuError(f"unknown method {method!r}: expected {', '.join(METHODS)}")
    if not geometry.is_plain:
        return choose_for_variants(method)
    if method not in ("auto", "uniform"):
        return method
    from sudokutools.generating import uniform

    if method == "auto" and not uniform.is_exact(geometry):
        return "mix"
    uniform.require_exact(geometry)
    return "uniform"


def choose_for_variants(method: str) -> str:
    """Return the method for variants. Raises SudokuError for any other except `auto`."""
    if method not in ("auto", "search"):
        raise SudokuError(f"method {method}: plain grids only")
    return "search"


def claim(geometry: Geometry, method: str, moves: int | None = None) -> str:
    """Describe in one line the distribution of the grids that a method draws.

    >>> claim(Geometry.of(2, 2), "uniform")
    'exactly uniform: each of the 288 grids is equally likely'
    """
    if method == "uniform":
        from sudokutools.generating import uniform

        return uniform.claim(geometry)
    if method == "mix":
        from sudokutools.generating import mix

        return mix.claim(geometry, moves)
    if method == "search":
        return "every grid can occur, but not with equal probability"
    return "only grids made of shifts of the first row"


def generate(
    geometry: Geometry | None = None,
    method: str = "auto",
    stream: Stream | None = None,
    check: Check = never,
    moves: int | None = None,
    seed: str | int | None = None,
    constraints: Constraints | None = None,
) -> Grid:
    """Return a random complete grid.

    geometry  the geometry, plain or of a variant; default: 9x9
    method    "uniform": every grid is equally likely (up to 9x9); "mix": a Markov chain;
              "search": a solver in random order; "shift": shifted copies of a random row;
              "auto": the first of uniform and mix that applies, search for variants
    stream    the source of randomness; default: entropy of the system
    moves     the length of the Markov chain of "mix", in moves; default: four per cell
    check     called every few milliseconds; exceptions that it raises end the work
    seed      instead of a stream: the same seed draws the same grid, the first one of
              `sudoku-gen --seed`
    constraints  clues that the grid meets and keeps; the method is search

    Raises SudokuError if the method does not exist or does not support the geometry, if `moves` is
    negative, or if no grid exists.

    >>> from sudokutools import Geometry, generate
    >>> generate().clue_count
    81
    >>> print(generate(Geometry.of(2, 2), seed=7), end="")
    1 2 | 3 4
    4 3 | 1 2
    ----+----
    2 1 | 4 3
    3 4 | 2 1
    """
    geometry = geometry or Geometry.of(3, 3)
    stream = stream_of("sudoku-gen", stream, seed)
    if constraints is not None:
        from sudokutools.generating import variant_search

        choose_for_variants(method)
        empty = Grid(geometry, bytes(geometry.size), None, constraints)
        return variant_search.draw(empty, stream, check)
    chosen = choose(geometry, method)
    if chosen == "uniform":
        from sudokutools.generating import uniform

        return uniform.draw(geometry, stream)
    if chosen == "mix":
        from sudokutools.generating import mix

        return mix.draw(geometry, stream, moves)
    return shift(geometry, stream) if chosen == "shift" else search(geometry, stream, check)


def shift(geometry: Geometry, stream: Stream) -> Grid:
    """Draw the first row of the full grid, shift it for the other rows, and cut the grid out.

    Row k of band b (both from 0) is the first row shifted left by k box widths and b cells, so no
    two rows are equal and the rows of a band put different parts of the first row into each box. A
    partial geometry gets the leading boxes of the full grid.
    """
    n, width, height = geometry.n, geometry.box_width, geometry.box_height
    first = list(range(1, n + 1))
    stream.shuffle(first)
    cells = bytearray()
    for row in range(geometry.rows):
        band, k = divmod(row, height)
        start = k * width + band
        cells.extend(first[(start + column) % n] for column in range(geometry.columns))
    return Grid(geometry, cells)


def generate_jigsaw(
    base: Geometry,
    rules: Sequence[str] = (),
    houses: Sequence[Sequence[int]] = (),
    stream: Stream | None = None,
    check: Check = never,
) -> Grid:
    """Return a random complete grid with random regions instead of the boxes of `base`.

    `rules` and `houses` are as in `Geometry.of_variant`. Maps without a grid and maps on which none
    is found soon are redrawn; the first maps get a few searches only, later ones some seconds.
    Raises NoGridError if none of `MAPS` maps has a grid, UndecidedError after `UNDECIDED_MAPS`
    undecided maps, and SudokuError for unknown rules.

    >>> generate_jigsaw(Geometry.of_size(4)).is_complete
    True
    """
    from sudokutools.constraints.variant_rules import ordered
    from sudokutools.generating import variant_search
    from sudokutools.generating.regions import random_regions

    stream = stream_of("sudoku-gen", stream, None)
    light = _LIGHT_MAPS if base.n <= variant_search.MOST_SYMBOLS else 0
    undecided = 0
    for number in range(light + MAPS):
        regions = random_regions(base.n, stream)
        geometry = Geometry.of_variant(base, regions, rules, houses)
        try:
            return search(geometry, stream, check, 0 if number < light else _PATIENCE)
        except NoGridError:
            continue
        except UndecidedError:
            undecided += number >= light
            if undecided == UNDECIDED_MAPS:
                break
    named = " ".join([f"{base.n}x{base.n}", *ordered(rules), *["houses"] * bool(houses)])
    if undecided:
        raise UndecidedError(f"no grid found: {named} on random maps of regions")
    raise NoGridError(f"no grid exists: {named} on {MAPS} random maps of regions")


def search(
    geometry: Geometry, stream: Stream, check: Check = never, patience: int | None = None
) -> Grid:
    """Solve the empty grid in random order, on large geometries band by band (`bands`).

    Variants are drawn by `variant_search`, with `patience`. Raises NoGridError if no grid exists.

    Small grids are solved by `engines.propagate` with restarts: a search that has tried twice as
    many options as there are cells went wrong early and is abandoned (Carla Gomes, Bart Selman and
    Henry Kautz, "Boosting combinatorial search through randomization", AAAI 1998). The next one
    continues the stream.
    """
    if not geometry.is_plain:
        from sudokutools.generating import variant_search

        return variant_search.draw(Grid.empty(geometry), stream, check, patience)
    if automatic(Grid.empty(geometry)) == "cdcl":
        from sudokutools.generating import bands

        return bands.draw(geometry, stream, check)
    from sudokutools.solving.engines.planes import planes
    from sudokutools.solving.engines.propagate import search as solutions

    tables = planes(geometry)
    while True:
        try:
            start = (tables.full, 0)
            placed = next(solutions(tables, start, stream, check, 2 * geometry.size))
        except UndecidedError:
            continue
        return Grid(geometry, tables.cells(placed))
